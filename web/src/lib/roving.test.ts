import { expect, it } from "vitest";
import { nextPlace } from "./roving";

it("goes through a list by up and down, and leaves the other arrows to others", () => {
  expect(["ArrowDown", "ArrowUp", "Home", "End"].map((key) => nextPlace(key, 3, 5, 1))).toEqual([4, 2, 0, 4]);
  expect(nextPlace("ArrowDown", 4, 5, 1)).toBe(4);
  expect(["ArrowLeft", "ArrowRight", "a"].map((key) => nextPlace(key, 3, 5, 1))).toEqual([undefined, undefined, undefined]);
});

it("goes through a table in four directions and stops at its edges", () => {
  // Three columns, four rows, in the middle of the second row.
  expect(["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"].map((key) => nextPlace(key, 4, 12, 3))).toEqual([7, 1, 3, 5]);
  expect(["Home", "End"].map((key) => nextPlace(key, 4, 12, 3))).toEqual([3, 5]);
  expect(["ArrowUp", "ArrowLeft"].map((key) => nextPlace(key, 0, 12, 3))).toEqual([0, 0]);
  expect(["ArrowDown", "ArrowRight"].map((key) => nextPlace(key, 11, 12, 3))).toEqual([11, 11]);
});
