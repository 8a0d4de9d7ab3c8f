import { describe, expect, it } from "vitest";
import type { Point } from "./geometry";
import { spread } from "./spread";

const closest = (points: readonly Point[]) =>
  Math.min(...points.flatMap((a, i) => points.slice(i + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1]))));

describe("answers that lie upon each other", () => {
  it("stay where they are when there is room", () => {
    const far: Point[] = [[0, 0], [50, 0], [0, 50]];
    expect(spread(far, 44)).toEqual(far);
  });

  it("are moved apart by as much as a finger needs, and no more", () => {
    const moved = spread([[0, 0], [10, 0]], 44);
    expect(closest(moved)).toBeCloseTo(44, 1);
    expect(moved.map(([x]) => x)).toEqual([-17, 27]);
  });

  it("also when they share one place, or are many", () => {
    expect(closest(spread([[5, 5], [5, 5], [5, 5]], 44))).toBeGreaterThan(42);
    const tile: Point[] = [[50, 20], [20, 50], [50, 50], [80, 50], [50, 80], [62, 62], [30, 30]];
    const moved = spread(tile, 60);
    expect(closest(moved)).toBeGreaterThan(55);
    moved.forEach(([x, y], i) => expect(Math.hypot(x - tile[i]![0], y - tile[i]![1])).toBeLessThan(110));
  });

  it("stay in sight, apart from each other, and what is out of sight stays there", () => {
    const seen = { left: 22, top: 22, right: 300, bottom: 200 };
    const moved = spread([[5, 100], [12, 100], [20, 104], [-400, 100]], 44, seen, (i) => i < 3);
    expect(moved[3]).toEqual([-400, 100]);
    for (const [x, y] of moved.slice(0, 3)) {
      expect(x).toBeGreaterThanOrEqual(22);
      expect(y).toBeGreaterThanOrEqual(22);
      expect(y).toBeLessThanOrEqual(200);
    }
    expect(closest(moved.slice(0, 3))).toBeGreaterThan(42);
  });

  it("are left alone when there are very many", () => {
    const many = Array.from({ length: 60 }, (): Point => [0, 0]);
    expect(spread(many, 44)).toEqual(many);
  });
});
