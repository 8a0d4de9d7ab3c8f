import { describe, expect, it } from "vitest";
import type { OptionView } from "../../wire/OptionView";
import type { Question } from "../../wire/Question";
import type { PieceName } from "../../wire/PieceName";
import { choices, type Wish } from "./choices";
import { decision } from "./sample";
import type { Shown } from "./state";

const shown = (kind: Question["kind"], options: OptionView[], answer: string | null = null): Shown => ({ draft: 1, decision: decision(kind, 0, options), answer });
const place = (x: number, segment: number, figure: PieceName = "meeple"): OptionView => ({ action: `${figure}@${x} ${segment}`, what: "deploy", target: { on: "segment", at: [x, 0], segment, figure } });
const button = (action: string): OptionView => ({ action, what: "carry-out", target: { on: "button" } });
/** Even segments are roads, odd ones cities. */
const wish = (change: Partial<Wish> = {}): Wish => ({
  way: null,
  role: null,
  featureAt: ({ segment }) => (segment % 2 ? "city" : "road"),
  shortName: ({ target }) => (target.on === "segment" ? `${target.figure} ${target.segment % 2}` : target.on),
  ...change,
});
const row = (n: number, figure: PieceName = "meeple", step = 1) => Array.from({ length: n }, (_, i) => place(i, i * step, figure));

describe("number keys", () => {
  it("every number that is shown chooses what it is shown on", () => {
    const cases = [
      shown("deploy", row(3)),
      // All alike: they have no buttons, but numbers on the board.
      shown("gingerbread", row(6, "gingerbread-man", 2)),
      shown("deploy", [...row(5), ...row(5, "large"), button("recall")]),
      shown("deploy", row(12)),
      shown("land", [...row(8), button("a"), button("b"), button("c")]),
    ];
    for (const one of cases) {
      const found = choices(one, wish());
      const numbers = [...found.numbers.values()];
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers.every((n) => n >= 1 && n <= 9)).toBe(true);
      for (const action of found.numbers.keys()) expect(found.listed.some((option) => option.action === action)).toBe(true);
    }
  });

  it("places that look alike are chosen by the number on the board", () => {
    const found = choices(shown("gingerbread", row(6, "gingerbread-man", 2)), wish());
    expect(found.chips).toEqual([]);
    expect(found.onBoard.map((option) => found.numbers.get(option.action))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("with many places for several figures the keys are those of the chosen figure", () => {
    const found = choices(shown("deploy", [...row(6), ...row(6, "large"), button("recall")]), wish({ role: { figure: "large", on: null } }));
    expect(found.roles).toEqual([{ figure: "meeple", on: null }, { figure: "large", on: null }]);
    expect(found.onBoard.map((option) => found.numbers.get(option.action))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(found.onBoard.every(({ target }) => target.on === "segment" && target.figure === "large")).toBe(true);
    expect(found.numbers.get("recall")).toBe(7);
  });

  it("more answers than keys: only buttons have numbers", () => {
    const found = choices(shown("deploy", [...row(12), button("recall")]), wish());
    expect([...found.numbers]).toEqual([["recall", 1]]);
  });
});

describe("ways and figures", () => {
  const fairy: OptionView = { action: "fairy", what: "fairy", target: { on: "tile", at: [2, 0], figure: "fairy" } };
  const crown: OptionView = { action: "crown", what: "crown", target: { on: "part", part: "taxes", figure: "meeple" } };

  it("one way at a time; crown spaces stay touchable", () => {
    const one = shown("deploy", [place(0, 0), fairy, crown, button("pass")]);
    expect(choices(one, wish())).toMatchObject({ ways: ["place", "fairy", "crown"], way: "place", onBoard: [place(0, 0)], others: [crown] });
    expect(choices(one, wish({ way: "fairy" }))).toMatchObject({ way: "fairy", onBoard: [fairy], others: [crown] });
    expect(choices(one, wish({ way: "crown" })).others).toEqual([]);
    expect(choices({ ...one, answer: "fairy" }, wish()).way).toBe("fairy");
  });

  it("with very many places first the role, with few nothing", () => {
    const found = choices(shown("deploy", row(18)), wish());
    expect(found.roles).toEqual([{ figure: "meeple", on: "road" }, { figure: "meeple", on: "city" }]);
    expect(found.onBoard).toHaveLength(9);
    expect(choices(shown("deploy", row(8)), wish()).role).toBeNull();
  });

  it("nothing is asked, nothing is offered", () => {
    expect(choices(null, wish())).toMatchObject({ ways: [], way: "", onBoard: [], chips: [], listed: [] });
  });
});

describe("places that crowd", () => {
  it("six for two figures ask for the figure first, five do not", () => {
    const crowded = choices(shown("deploy", [...row(3), ...row(3, "large")]), wish());
    expect(crowded.roles.map(({ figure }) => figure)).toEqual(["meeple", "large"]);
    expect(crowded.onBoard).toHaveLength(3);
    expect(choices(shown("deploy", [...row(3), ...row(2, "large")]), wish()).roles).toEqual([]);
  });
});
