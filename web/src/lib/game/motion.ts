// What moves on the board when somebody else has played: the tile comes from the player's hand, the figure steps onto it, what
// was completed lights up, and figures go home. Modules have a motion of their own. Nothing waits for it: who is asked can
// answer at once.
import type { Happening } from "../../wire/Happening";
import type { GameView } from "../../wire/GameView";
import type { ReturnedView } from "../../wire/ReturnedView";
import { key, same, type Cell } from "../board/geometry";
import type { News } from "./news";

type Spot = { at: Cell; segment: number };

/** A figure that leaves, and the player to whom it goes: its owner, or the captor, by the way of the tower from which it was seized. */
export type Leaving = ReturnedView;
/** Something to be seen for a moment over a tile, or in the middle of the view if it belongs to none. */
export type Show = { kind: "message" | "crop" | "robber" | "ingot" | "plague"; at: Cell | null; seat: number | null; /** To whom it goes. */ to: number | null };

export type Motion = {
  /** Cells whose tiles have just come, with the seat that laid them. */
  tiles: ReadonlyMap<string, number | null>;
  /** Names of figures that have just come, as `stepName` gives them, with the cell from which they fly, if they do. */
  steps: ReadonlyMap<string, Cell | null>;
  leaving: readonly Leaving[];
  /** A segment of each region that was scored, with the colour of who scored. */
  scored: readonly (Spot & { colour: string })[];
  /** Lakes whose ferry has just come or moved. */
  sails: ReadonlySet<string>;
  /** Towers that have just got a floor. */
  rises: ReadonlySet<string>;
  /** The dragon has flown. */
  flies: boolean;
  /** Where a figure that belongs to nobody has come, a tower was built, a ferry sails. */
  elsewhere: readonly Cell[];
  shows: readonly Show[];
};

export const still: Motion = { tiles: new Map(), steps: new Map(), leaving: [], scored: [], sails: new Set(), rises: new Set(), flies: false, elsewhere: [], shows: [] };

export const stepName = ({ seat, figure, at, segment }: Spot & { seat: number | null; figure: string }): string => `${key(at)} ${segment} ${seat} ${figure}`;

/** The motion that tells the news; none for what a player drafts here, which moves under the finger already. */
export function motionOf(view: GameView, news: readonly News[]): Motion {
  const isDrafted = (at: Cell) => view.board.tiles.some((tile) => tile.draft && same(tile.at, at));
  const happened = news.flatMap((one) => (one.what === "happened" ? [{ ...one.happening, tile: one.entry.at, by: one.entry.seat }] : []));
  const tiles = news.flatMap((one): [string, number | null][] => (one.what === "placed" && !isDrafted(one.at) ? [[key(one.at), one.entry.seat]] : []));

  const steps = news.flatMap((one): [string, Cell | null][] => (one.what === "deployed" && !one.figure.draft ? [[stepName(one.figure), one.figure.from]] : []));
  const leaving = news.flatMap((one) => (one.what === "returned" ? [one.figure] : []));
  const scored = news.flatMap((one) => {
    if (one.what !== "award" || !one.award.points || !one.award.at || one.award.segment === null) return [];
    return [{ at: one.award.at, segment: one.award.segment, colour: view.seats[one.award.seat]?.colour ?? "red" }];
  });
  const shows = happened.flatMap((one): Show[] => {
    switch (one.what) {
      case "message-drawn":
        return [{ kind: "message", at: one.tile, seat: one.seat, to: one.seat }];
      case "crop-chosen":
        return [{ kind: "crop", at: one.tile, seat: one.seat, to: null }];
      case "robber-put":
        // Several may stand there; it goes to the first.
        return [{ kind: "robber", at: one.tile, seat: one.seat, to: one.victims[0] ?? null }];
      case "ingots-taken":
        return [{ kind: "ingot", at: one.at, seat: one.seat, to: one.seat }];
      case "plague":
        return [{ kind: "plague", at: one.tile, seat: one.seat, to: null }];
      default:
        return [];
    }
  });
  return {
    tiles: new Map(tiles),
    steps: new Map(steps),
    leaving,
    scored,
    sails: new Set(happened.flatMap((one) => (one.what === "ferry-put" || one.what === "ferry-moved" ? [key(one.at)] : []))),
    rises: new Set(happened.flatMap((one) => (one.what === "tower-started" || one.what === "tower-raised" ? [key(one.at)] : []))),
    flies: happened.some(({ what }) => what === "dragon-moved" || what === "dragon-put"),
    // What is drafted here is looked at already.
    elsewhere: view.answered.length ? [] : happened.flatMap((one) => (ELSEWHERE.has(one.what) && "at" in one ? [one.at] : PRINTED.has(one.what) ? cornersOf(view) : [])),
    shows,
  };
}

/** What happens on the printed board, all of which is to be seen. */
const PRINTED: ReadonlySet<Happening["what"]> = new Set(["pig-moved", "crown-taken", "crown-left", "sent", "count-moved", "left-quarter"]);
function cornersOf({ board: { printed } }: GameView): Cell[] {
  return printed ? [printed.at, [printed.at[0] + printed.cells[0] - 1, printed.at[1] + printed.cells[1] - 1]] : [];
}

/** What happens on a tile without a tile, a meeple or points. */
const ELSEWHERE: ReadonlySet<Happening["what"]> = new Set(["ferry-put", "ferry-moved", "tower-started", "tower-raised", "tower-occupied", "dragon-put", "dragon-moved", "fairy-moved", "magic-moved", "gingerbread-moved"]);

export const isStill = ({ tiles, steps, leaving, scored, sails, rises, flies, elsewhere, shows }: Motion): boolean =>
  !tiles.size && !steps.size && !leaving.length && !scored.length && !sails.size && !rises.size && !flies && !elsewhere.length && !shows.length;

/** Both at once: what has begun goes on when the next turn is told already. */
export function together(a: Motion, b: Motion): Motion {
  return {
    tiles: new Map([...a.tiles, ...b.tiles]),
    steps: new Map([...a.steps, ...b.steps]),
    leaving: [...a.leaving, ...b.leaving],
    scored: [...a.scored, ...b.scored],
    sails: new Set([...a.sails, ...b.sails]),
    rises: new Set([...a.rises, ...b.rises]),
    flies: a.flies || b.flies,
    elsewhere: [...a.elsewhere, ...b.elsewhere],
    shows: [...a.shows, ...b.shows],
  };
}

/** The cells where something moves: what a camera should show. */
export function cellsOf({ tiles, steps, leaving, elsewhere, shows, scored }: Motion): Cell[] {
  const laid = [...tiles.keys(), ...steps.keys()].map((name) => (name.split(" ")[0] ?? "").split(",").map(Number) as Cell);
  return [...laid, ...leaving.map(({ at }) => at), ...scored.map(({ at }) => at), ...elsewhere, ...shows.flatMap(({ at }) => (at ? [at] : []))];
}
