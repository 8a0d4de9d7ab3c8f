import { describe, expect, it } from "vitest";
import type { OptionView } from "../../wire/OptionView";
import { ferryBetween, landings, bounds, cellOf, firstTurn, fit, nextTurn, places, shows, stand, step, toWorld, turned, unturned, zoomAt } from "./geometry";

const cell = (x: number, y: number, rotation: number): OptionView => ({
  action: `${x},${y} r${rotation}`,
  what: "place", target: { on: "cell", at: [x, y], rotation },
});

describe("rotation", () => {
  it("turns clockwise", () => {
    expect(turned([50, 0], 1)).toEqual([100, 50]);
    expect(turned([50, 0], 2)).toEqual([50, 100]);
    expect(turned([50, 0], 3)).toEqual([0, 50]);
  });
  it("is undone", () => {
    for (let r = 0; r < 4; r++) expect(unturned(turned([20, 30], r), r)).toEqual([20, 30]);
  });
  it("takes the first listed turn", () => {
    expect(firstTurn([0, 3], 2)).toBe(3);
    expect(firstTurn([0, 1], 2)).toBe(0);
    expect(firstTurn([], 2)).toBeNull();
  });
  it("goes round the listed turns", () => {
    expect(nextTurn([0, 1, 3], 1)).toBe(3);
    expect(nextTurn([0, 1, 3], 3)).toBe(0);
    expect(nextTurn([0, 1, 3], 0, -1)).toBe(3);
    expect(nextTurn([2], 2)).toBe(2);
  });
});

describe("camera", () => {
  it("fits a box and shows it", () => {
    const box = bounds([
      [-2, 0],
      [3, 4],
    ]);
    expect(box).toEqual({ left: -2, top: 0, right: 3, bottom: 4 });
    const camera = fit(box, 800, 600);
    expect(shows(camera, box, 800, 600)).toBe(true);
    expect(shows(camera, { ...box, right: 30 }, 800, 600)).toBe(false);
  });
  it("keeps the point under the pointer", () => {
    const before = { x: 10, y: 20, k: 1 };
    const after = zoomAt(before, 1.5, [300, 200]);
    const [a, b] = [toWorld(before, [300, 200]), toWorld(after, [300, 200])];
    expect(b[0]).toBeCloseTo(a[0]);
    expect(b[1]).toBeCloseTo(a[1]);
  });
  it("finds the cell, also left of zero", () => {
    expect(cellOf([-1, 250])).toEqual([-1, 2]);
  });
});

describe("places", () => {
  it("groups rotations by cell", () => {
    const found = places([cell(0, 1, 0), cell(0, 1, 2), cell(1, 0, 3)]);
    expect(found.size).toBe(2);
    expect([...found.get("0,1")!.turns.keys()]).toEqual([0, 2]);
  });
  it("is walked with arrow keys", () => {
    const cells: [number, number][] = [
      [0, 1],
      [1, 0],
      [0, -1],
      [4, 1],
    ];
    expect(step(cells, [0, 1], "right")).toEqual([1, 0]);
    expect(step(cells, [1, 0], "right")).toEqual([4, 1]);
    expect(step(cells, [0, -1], "up")).toBeNull();
    expect(step(cells, [0, 1], "up")).toEqual([0, -1]);
  });
});

describe("figures", () => {
  it("stand on their anchors and beside them", () => {
    expect(stand([[20, 30]], 0, 1)).toEqual([70, 20]);
    expect(stand([[20, 30]], 1, 0)).toEqual([33, 35]);
    expect(stand([], 0, 0)).toEqual([50, 50]);
  });
});

describe("ferries", () => {
  const pair = (at: [number, number], ends: [number, number]): OptionView => ({ action: `ferry ${at} ${ends}`, what: "ferry", target: { on: "ferry", at, ends } });
  const options = [pair([0, 0], [0, 2]), pair([0, 0], [0, 3]), pair([0, 0], [2, 3]), pair([4, 1], [1, 2])];

  it("land on roads that are numbered lake by lake", () => {
    expect(landings(options).map(({ at, end, n }) => [at[0], end, n])).toEqual([
      [0, 0, 1],
      [0, 2, 2],
      [0, 3, 3],
      [4, 1, 4],
      [4, 2, 5],
    ]);
    expect(landings([])).toEqual([]);
  });

  it("connect two roads of one lake in any order", () => {
    const [a, b, c, d] = landings(options);
    expect(ferryBetween(options, c!, a!)).toBe(options[1]);
    expect(ferryBetween(options, b!, c!)).toBe(options[2]);
    expect(ferryBetween(options, a!, d!)).toBeNull();
    expect(ferryBetween(options, a!, a!)).toBeNull();
  });
});
