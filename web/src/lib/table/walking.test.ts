import { describe, expect, it } from "vitest";
import type { Cell } from "../board/geometry";
import { nextCell, nextPlace } from "./walking";

const ROW: Cell[] = [[1, 0], [3, 0], [5, 1]];

describe("arrow keys", () => {
  it("go on from the cursor while it stands on a place", () => {
    expect(nextCell(ROW, [1, 0], null, "right")).toEqual([3, 0]);
    expect(nextCell(ROW, [3, 0], null, "left")).toEqual([1, 0]);
    expect(nextCell(ROW, [1, 0], null, "left")).toBeNull();
  });

  it("begin beside the tile that was laid, and somewhere at least", () => {
    expect(nextCell(ROW, null, [2, 0], "right")).toEqual([3, 0]);
    expect(nextCell(ROW, [9, 9], [2, 0], "left"), "the cursor is no place any more").toEqual([1, 0]);
    expect(nextCell(ROW, null, null, "up"), "nothing lies there").toEqual([1, 0]);
    expect(nextCell([], null, null, "up")).toBeNull();
  });

  it("lead from one target to the next, and to the first one from nowhere", () => {
    expect(nextPlace(ROW, null, "up")).toBe(0);
    expect(nextPlace(ROW, [1, 0], "right")).toBe(1);
    expect(nextPlace(ROW, [5, 1], "right"), "the last one").toBeNull();
    expect(nextPlace([], null, "up")).toBeNull();
  });
});
