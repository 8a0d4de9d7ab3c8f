import { expect, it } from "vitest";
import { Heights, risesOver } from "./heights.svelte";

it("a bar that is higher than its place covers the lower edge of the board", () => {
  expect(risesOver(50, 600, 650), "it begins where the board ends").toBe(0);
  expect(risesOver(50, 600, 610)).toBe(40);
  expect(risesOver(50, 600, 700)).toBe(0);
});

it("whoever teaches on a small screen takes the upper edge, and else an offer with its gap", () => {
  const heights = new Heights();
  expect(heights.above(true, true)).toBe(0);
  heights.coach = 90;
  heights.offer = 40;
  expect([heights.above(true, true), heights.above(false, true), heights.above(false, false)]).toEqual([90, 50, 0]);
});
