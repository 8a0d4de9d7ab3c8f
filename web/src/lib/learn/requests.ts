// What the engine answers about records (crates/wasm/src/study.rs): hints, comparisons, the parts of an analysis.
import type { Because } from "../../wire/Because";
import type { FigureName } from "../../wire/FigureName";
import { think, type Wish } from "../engine/thinkers";

/** Points in hundredths, the chance of winning in hundredths of a percent. */
export type Worth = { points: number; win: number };
export type Turn = { actions: string[]; worth: Worth; reasons: Because[] };
/** What a turn puts on the board: the tile and the figures. */
export type Looks = { place: { at: [number, number]; rotation: number } | null; figures: { figure: FigureName; at: [number, number]; segment: number }[] };
export type Hint = Turn & Looks;
export type Weighed = { turns: Turn[]; played: number; of: number };
/** An action of a record; the seat is null for chance. */
export type Act = { action: string; seat: number | null; turn: number };

export type Grade = "forced" | "good" | "inaccuracy" | "mistake" | "blunder";
export type Account = { name: string; start: Worth; luck: Worth; errors: Worth; gifts: Worth; result: Worth; decisions: number; mistakes: number; blunders: number };
export type Decided = { at: number; turn: number; seat: number; luck: Worth; before: Worth; after: Worth; loss: Worth; grade: Grade; played: Turn; best: Turn[] };
export type Analysis = { is_over: boolean; accounts: Account[]; decisions: Decided[] };

/** Simulations of a hint: about a second. */
const HINT = 1200;
/** Simulations of the comparison of an answer to a puzzle with the best turn. */
const COMPARISON = 600;

export const study = {
  hints: (record: string, wish?: Wish) => think<Hint[]>({ do: "hints", record, simulations: HINT }, { milliseconds: 4000, ...wish }),
  compare: (record: string, actions: string[], wish?: Wish) => think<Weighed>({ do: "compare", record, actions, simulations: COMPARISON }, wish),
  acts: (record: string, wish?: Wish) => think<Act[]>({ do: "acts", record }, wish),
  looks: (record: string, actions: string[], wish?: Wish) => think<Looks>({ do: "looks", record, actions }, wish),
};
