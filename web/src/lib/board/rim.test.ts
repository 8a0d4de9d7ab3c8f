import { describe, expect, it } from "vitest";
import { outside } from "./rim";

const camera = { x: 0, y: 0, k: 1 };

describe("the rim", () => {
  it("points at nothing that is seen, even in part", () => {
    expect(outside(camera, [300, 200], [[0, 0], [2, 1], [-1, 0].map((n) => n + 0.5) as [number, number]])).toEqual([]);
  });

  it("points to the nearest cell of each side, and counts the others", () => {
    expect(outside(camera, [300, 200], [[9, 0], [4, 1], [1, -3], [-2, 1]])).toEqual([
      { side: "right", at: [4, 1], count: 2 },
      { side: "top", at: [1, -3], count: 1 },
      { side: "left", at: [-2, 1], count: 1 },
    ]);
  });

  it("follows the camera", () => {
    expect(outside({ x: -800, y: 0, k: 1 }, [300, 200], [[9, 0]])).toEqual([]);
    expect(outside({ x: -800, y: 0, k: 1 }, [300, 200], [[0, 0]])).toEqual([{ side: "left", at: [0, 0], count: 1 }]);
  });
});
