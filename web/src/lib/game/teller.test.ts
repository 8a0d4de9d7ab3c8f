import { afterEach, expect, it, vi } from "vitest";
import { award, entry, view } from "./sample";
import { Teller } from "./teller.svelte";

afterEach(() => vi.unstubAllGlobals());

it("points rise where they are told to have been won, also over a tile without a segment", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const teller = new Teller(() => Promise.resolve([]));
  const fairy = { ...award(1), source: "fairy" as const, when: "turn" as const, at: [2, 3] as [number, number], segment: null };
  // She may have gone on since.
  const board = { ...view().board, neutral: [{ figure: "fairy" as const, at: [7, 7] as [number, number], draft: false }] };
  teller.look(view(), "");
  teller.look(view({ board, log: [entry(1, { awards: [award(3), fairy, { ...fairy, points: 2, at: null }] })] }), "");
  expect(teller.floats.map(({ text, at, segment }) => [text, at, segment])).toEqual([["+3", [0, 0], 0], ["+1", [2, 3], null]]);
  expect(teller.notices.length, "what has no place is told in words").toBe(1);
});
