// What moves on the board when somebody else has played: the tile comes from the player's hand, the figure steps onto it, what
// was completed lights up, and figures go home. Modules have a motion of their own. Nothing waits for it: who is asked can
// answer at once.
import type { FigureView } from "../../wire/FigureView";
import type { GameView } from "../../wire/GameView";
import { key, same, type Cell } from "../board/geometry";
import type { News } from "./news";

type Spot = { at: Cell; segment: number };

/** A figure that leaves, and the player to whom it goes: its owner, or the captor. */
export type Leaving = FigureView & { to: number | null };
/** Something to be seen for a moment over a tile. */
export type Show = { kind: "message" | "crop" | "robber" | "ingot" | "plague"; at: Cell; seat: number | null };

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
  /** The dragon has flown. */
  flies: boolean;
  shows: readonly Show[];
};

export const still: Motion = { tiles: new Map(), steps: new Map(), leaving: [], scored: [], sails: new Set(), flies: false, shows: [] };

export const stepName = ({ seat, figure, at, segment }: Spot & { seat: number | null; figure: string }): string => `${key(at)} ${segment} ${seat} ${figure}`;

/** The motion that tells the news; none for what a player drafts here, which moves under the finger already. */
export function motionOf(view: GameView, news: readonly News[]): Motion {
  const isDrafted = (at: Cell) => view.board.tiles.some((tile) => tile.draft && same(tile.at, at));
  const happened = news.flatMap((one) => (one.what === "happened" ? [{ ...one.happening, tile: one.entry.at, by: one.entry.seat }] : []));
  const tiles = news.flatMap((one): [string, number | null][] => (one.what === "placed" && !isDrafted(one.at) ? [[key(one.at), one.entry.seat]] : []));

  // Who was rolled for comes flying from the tile of the machine.
  const fliers = happened.flatMap((one) => (one.what === "rolled" && one.tile ? [{ ...one, from: one.tile }] : []));
  const steps = news.flatMap((one): [string, Cell | null][] => {
    if (one.what !== "deployed" || one.figure.draft) return [];
    const flier = fliers.find(({ figure, seat, at }) => figure === one.figure.figure && seat === one.figure.seat && same(at, one.figure.at));
    return [[stepName(one.figure), flier?.from ?? null]];
  });

  // A captive goes to its captor; each capture takes one figure.
  const captures = happened.flatMap((one) => (one.what === "captured" ? [one] : []));
  const leaving = news.flatMap((one): Leaving[] => {
    if (one.what !== "returned") return [];
    const i = captures.findIndex(({ other, figure }) => other === one.figure.seat && figure === one.figure.figure);
    const [capture] = i < 0 ? [] : captures.splice(i, 1);
    return [{ ...one.figure, to: capture?.seat ?? one.figure.seat }];
  });

  const scored = news.flatMap((one) => {
    if (one.what !== "award" || !one.award.points || !one.award.at || one.award.segment === null) return [];
    return [{ at: one.award.at, segment: one.award.segment, colour: view.seats[one.award.seat]?.colour ?? "red" }];
  });
  const shows = happened.flatMap((one): Show[] => {
    const show = (kind: Show["kind"], at: Cell | null, seat: number | null): Show[] => (at ? [{ kind, at, seat }] : []);
    switch (one.what) {
      case "message-drawn":
        return show("message", one.tile, one.seat);
      case "crop-chosen":
        return show("crop", one.tile, one.seat);
      case "robber-put":
        return show("robber", one.tile, one.seat);
      case "ingots-taken":
        return show("ingot", one.at, one.seat);
      case "plague":
        return show("plague", one.tile, one.seat);
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
    flies: happened.some(({ what }) => what === "dragon-moved" || what === "dragon-put"),
    shows,
  };
}

export const isStill = ({ tiles, steps, leaving, scored, sails, flies, shows }: Motion): boolean =>
  !tiles.size && !steps.size && !leaving.length && !scored.length && !sails.size && !flies && !shows.length;

/** Both at once: what has begun goes on when the next turn is told already. */
export function together(a: Motion, b: Motion): Motion {
  return {
    tiles: new Map([...a.tiles, ...b.tiles]),
    steps: new Map([...a.steps, ...b.steps]),
    leaving: [...a.leaving, ...b.leaving],
    scored: [...a.scored, ...b.scored],
    sails: new Set([...a.sails, ...b.sails]),
    flies: a.flies || b.flies,
    shows: [...a.shows, ...b.shows],
  };
}

/** The cells where something moves: what a camera should show. */
export function cellsOf({ tiles, leaving, shows, scored }: Motion): Cell[] {
  const laid = [...tiles.keys()].map((name) => name.split(",").map(Number) as Cell);
  return [...laid, ...leaving.map(({ at }) => at), ...scored.map(({ at }) => at), ...shows.map(({ at }) => at)];
}
