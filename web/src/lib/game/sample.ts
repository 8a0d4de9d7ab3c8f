// Decisions for the tests, with nothing in them that is not said.
import type { DecisionView } from "../../wire/DecisionView";
import type { OptionView } from "../../wire/OptionView";

export const decision = (kind: string, seat: number | null, options: OptionView[] = [], change: Partial<DecisionView> = {}): DecisionView => ({
  kind,
  seat,
  tile: null,
  at: null,
  figure: null,
  points: null,
  message: null,
  circle: null,
  joined: false,
  steps: null,
  reach: [],
  options,
  ...change,
});
