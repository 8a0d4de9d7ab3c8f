import { describe, expect, it } from "vitest";
import { bounds, shows, type Cell, type Point } from "./geometry";
import { Steering } from "./steering";

function camera(cells: Cell[], size: Point = [800, 600]) {
  const drawn: boolean[] = [];
  const steering = new Steering((_, glide) => drawn.push(glide), () => cells);
  steering.resize(size, false);
  const sees = (...wanted: Cell[]) => shows(steering.camera, bounds(wanted), ...size);
  return { steering, sees, drawn };
}

describe("the camera", () => {
  it("follows the game until it is moved by hand, and again when everything is asked for", () => {
    const cells: Cell[] = [[0, 0]];
    const { steering, sees } = camera(cells);
    cells.push([12, 0]);
    steering.stepBack(false);
    expect(sees([12, 0])).toBe(true);
    steering.pan(-40, 0);
    cells.push([30, 0]);
    steering.stepBack(false);
    expect(sees([30, 0])).toBe(false);
    steering.showAll();
    expect(sees([0, 0], [30, 0])).toBe(true);
  });

  it("never moves under a draft", () => {
    const cells: Cell[] = [[0, 0]];
    const { steering, drawn } = camera(cells);
    cells.push([40, 0]);
    const before = drawn.length;
    steering.stepBack(true);
    expect(drawn).toHaveLength(before);
  });

  it("comes near to what is asked about, and steps back afterwards", () => {
    const cells: Cell[] = Array.from({ length: 30 }, (_, i) => [i, 0]);
    const { steering, sees } = camera(cells);
    const far = steering.camera.k;
    steering.attend([[3, 0]], false);
    expect(steering.camera.k).toBeGreaterThan(far);
    expect(sees([3, 0])).toBe(true);
    steering.attend([], false);
    expect(sees([0, 0], [29, 0])).toBe(true);
  });

  it("comes near when it gets its size, if it was asked before", () => {
    const steering = new Steering(() => {}, () => Array.from({ length: 30 }, (_, i): Cell => [i, 0]));
    steering.attend([[3, 0]], false);
    steering.resize([800, 600], false);
    expect(steering.camera.k).toBeGreaterThan(0.69);
  });

  it("moves only as far as needed to show a cell", () => {
    const { steering, sees } = camera([[0, 0]]);
    const { k } = steering.camera;
    steering.reveal([9, 0]);
    expect(sees([9, 0])).toBe(true);
    expect(sees([10, 0])).toBe(false);
    expect(steering.camera.k).toBe(k);
  });

  it("looks at what happens far away, and comes back", () => {
    const cells: Cell[] = Array.from({ length: 30 }, (_, i) => [i, 0]);
    const { steering, sees } = camera(cells);
    const far = { ...steering.camera };
    steering.visit([[3, 0]], false);
    expect(steering.camera.k).toBeGreaterThan(far.k);
    expect(sees([3, 0])).toBe(true);
    steering.comeBack();
    expect(steering.camera).toEqual(far);
  });

  it("does not look away from what a player looks at or drafts, nor when all is near", () => {
    const cells: Cell[] = Array.from({ length: 30 }, (_, i) => [i, 0]);
    const { steering } = camera(cells);
    steering.visit([[3, 0]], true);
    steering.pan(10, 0);
    const mine = { ...steering.camera };
    steering.visit([[3, 0]], false);
    steering.comeBack();
    expect(steering.camera).toEqual(mine);
    const small = camera([[0, 0]]).steering;
    const before = { ...small.camera };
    small.visit([[0, 0]], false);
    expect(small.camera).toEqual(before);
  });

  it("comes back to the whole board in a frame that has become smaller meanwhile", () => {
    const cells: Cell[] = Array.from({ length: 30 }, (_, i) => [i, 0]);
    const { steering } = camera(cells);
    steering.visit([[29, 0]], false);
    steering.resize([800, 200], false);
    steering.comeBack();
    expect(shows(steering.camera, bounds(cells), 800, 200)).toBe(true);
  });

  it("shows what is waited for also after it was moved by hand, and in a smaller frame", () => {
    const cells: Cell[] = [[0, 0]];
    const { steering, sees } = camera(cells);
    steering.zoom(2, [0, 0]);
    cells.push([-6, 0]);
    expect(sees([-6, 0])).toBe(false);
    steering.waitAt([-6, 0]);
    expect(sees([-6, 0])).toBe(true);
    const small: Point = [380, 300];
    steering.resize(small, false);
    expect(shows(steering.camera, bounds([[-6, 0]]), ...small)).toBe(true);
    // Who looks somewhere else may do so.
    steering.pan(-2000, 0);
    expect(shows(steering.camera, bounds([[-6, 0]]), ...small)).toBe(false);
    steering.waitAt(null);
    steering.resize([390, 310], false);
    expect(shows(steering.camera, bounds([[-6, 0]]), 390, 310)).toBe(false);
  });
});
