// A turn as it is shown on the board without having been played.
import type { Looks } from "../../wire/engine/Looks";

export type Suggestion = Looks & {
  /** The tile in question, `set/id`. */
  tile: string | null;
  /** The colour of whose turn it is. */
  colour: string;
  /** What stands on it: the number of a hint, a sign. */
  mark: string;
  look: "hint" | "played" | "better";
};

const CELL = /^(-?\d+),(-?\d+) r(\d)$/;

/** The place of a tile as an answer is written in a record. */
export function placeOf(action: string | null): Looks["place"] {
  const found = CELL.exec(action ?? "");
  return found ? { at: [Number(found[1]), Number(found[2])], rotation: Number(found[3]) } : null;
}
