// What the engine is asked about records (crates/wasm/src/study.rs): hints, comparisons, the actions of a record.
import { think, type Wish } from "../engine/thinkers";

/** Simulations of a hint: about a second. */
const HINT = 1200;
/** Simulations of the comparison of an answer to a puzzle with the best turn. */
const COMPARISON = 600;

export const study = {
  hints: (record: string, wish?: Wish) => think({ do: "hints", record, simulations: HINT }, { milliseconds: 4000, ...wish }),
  compare: (record: string, actions: string[], wish?: Wish) => think({ do: "compare", record, actions, simulations: COMPARISON }, wish),
  acts: (record: string, wish?: Wish) => think({ do: "acts", record }, wish),
  looks: (record: string, actions: string[], wish?: Wish) => think({ do: "looks", record, actions }, wish),
};
