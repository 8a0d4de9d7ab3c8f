// What moves on the board when somebody else has played: the tile comes from the player's hand, the figure steps onto it, what
// was completed lights up, and figures go home. Modules have a motion of their own. Nothing waits for it: who is asked can
// answer at once.
import type { Happening } from "../../wire/Happening";
import type { GameView } from "../../wire/GameView";
import type { ReturnedView } from "../../wire/ReturnedView";
import { key, same, type Cell, type Spot } from "../board/geometry";
import { cornersOf } from "../board/printed";
import type { News } from "./news";

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
  const happened = news.flatMap((one) => (one.what === "happened" ? [{ ...one.happening, tile: one.entry.at }] : []));
  const tiles = news.flatMap((one): [string, number | null][] => (one.what === "placed" && !isDrafted(one.at) ? [[key(one.at), one.entry.seat]] : []));

  const steps = news.flatMap((one): [string, Cell | null][] => (one.what === "deployed" && !one.figure.draft ? [[stepName(one.figure), one.figure.from]] : []));
  const leaving = news.flatMap((one) => (one.what === "returned" ? [one.figure] : []));
  const scored = news.flatMap((one) => {
    if (one.what !== "award" || !one.award.points || !one.award.at || one.award.segment === null) return [];
    return [{ at: one.award.at, segment: one.award.segment, colour: view.seats[one.award.seat]?.colour ?? "red" }];
  });
  const seen = (sight: Sight): Cell[] => happened.flatMap((one) => (SIGHTS[one.what] === sight && "at" in one ? [one.at] : []));
  const isBoard = happened.some((one) => SIGHTS[one.what] === "board");
  return {
    tiles: new Map(tiles),
    steps: new Map(steps),
    leaving,
    scored,
    sails: new Set(seen("sail").map(key)),
    rises: new Set(seen("rise").map(key)),
    flies: seen("fly").length > 0,
    // What is drafted here is looked at already.
    elsewhere: view.answered.length ? [] : [...(["tile", "sail", "rise", "fly"] as const).flatMap(seen), ...(isBoard && view.board.printed ? cornersOf(view.board.printed) : [])],
    shows: happened.flatMap(showOf),
  };
}

/** How something that happens is seen, if it is neither a tile, a figure on the board nor points: on its tile, by a ferry, a tower or the
    dragon that moves there, on the printed board, all of which is looked at then, or by a picture for a moment. */
type Sight = "tile" | "sail" | "rise" | "fly" | "board" | Show["kind"] | null;
const SIGHTS: Readonly<Record<Happening["what"], Sight>> = {
  "robber-put": "robber",
  "robber-followed": null,
  "robber-returned": null,
  "ingot-put": null,
  "ingots-taken": "ingot",
  "magic-moved": "tile",
  "magic-aside": null,
  rolled: null,
  "flight-failed": null,
  "ferry-put": "sail",
  "ferry-moved": "sail",
  "goods-taken": null,
  "builder-aside": null,
  "marker-moved": null,
  "message-drawn": "message",
  "crop-chosen": "crop",
  "extra-turn": null,
  "gingerbread-moved": "tile",
  "gingerbread-aside": null,
  "pig-moved": "board",
  "crown-taken": "board",
  "crown-left": "board",
  plague: "plague",
  challenge: null,
  "challenge-lost": null,
  "dragon-put": "fly",
  "dragon-moved": "fly",
  "dragon-eats": null,
  "fairy-moved": "tile",
  "knight-sent": null,
  "tower-started": "rise",
  "tower-raised": "rise",
  "tower-occupied": "tile",
  "tower-left": null,
  captured: null,
  "captured-own": null,
  freed: null,
  ransomed: null,
  sent: "board",
  "left-quarter": "board",
  "count-moved": "board",
};

/** What is shown for a moment, where the turn has laid its tile if it has no place of its own. */
function showOf(one: Happening & { tile: Cell | null }): Show[] {
  const [at, seat] = ["at" in one ? one.at : one.tile, "seat" in one ? one.seat : null];
  const kind = SIGHTS[one.what];
  switch (kind) {
    case "message":
    case "ingot":
      return [{ kind, at, seat, to: seat }];
    case "crop":
    case "plague":
      return [{ kind, at, seat, to: null }];
    case "robber":
      // Several may stand there; it goes to the first.
      return [{ kind, at, seat, to: ("victims" in one ? one.victims[0] : null) ?? null }];
    case "tile":
    case "sail":
    case "rise":
    case "fly":
    case "board":
    case null:
      return [];
  }
}

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
