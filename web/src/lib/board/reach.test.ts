import { expect, it } from "vitest";
import type { Point } from "./geometry";
import type { Ghost } from "./landscape";
import { withinReach, type Seen } from "./reach";

const ghost = (at: Point): Ghost => ({ option: { action: "x", what: "carry-out", target: { on: "button" } }, id: "x", figure: null, colour: null, lying: false, at, isOther: false });
const seen = (change: Partial<Seen> = {}): Seen => ({ camera: { x: 0, y: 0, k: 1 }, size: [800, 600], covered: 0, nearness: 1, ...change });
const far = ([a, b]: { at: Point }[]) => Math.hypot(a!.at[0] - b!.at[0], a!.at[1] - b!.at[1]);

it("answers that lie upon each other are a finger apart, however far the board is", () => {
  const two = [ghost([400, 300]), ghost([402, 300])];
  expect(far(withinReach(two, seen()))).toBeCloseTo(44, 0);
  expect(far(withinReach(two, seen({ nearness: 0.5 })))).toBeCloseTo(88, 0);
  expect(far(withinReach(two, seen({ nearness: 4 })))).toBeCloseTo(34, 0);
});

it("what is covered by the question comes to its edge, and says where it belongs", () => {
  const [one] = withinReach([ghost([400, 590])], seen({ covered: 100 }));
  expect([one?.at, one?.from]).toEqual([[400, 478], [400, 590]]);
});

it("what is not seen stays where it is", () => {
  expect(withinReach([ghost([2000, 300])], seen())[0]?.at).toEqual([2000, 300]);
  expect(withinReach([ghost([10, 10])], seen({ size: [0, 0] }))[0]?.at).toEqual([10, 10]);
});
