import { describe, expect, it } from "vitest";
import type { Camera } from "./geometry";
import { Gestures } from "./gestures";

function hands() {
  let camera: Camera = { x: 0, y: 0, k: 1 };
  const log: string[] = [];
  const gestures = new Gestures({
    camera: () => camera,
    put: (next) => (camera = next),
    begins: () => log.push("begins"),
    ends: () => log.push("ends"),
  });
  return { gestures, log, camera: () => camera };
}

describe("gestures", () => {
  it("one finger drags, but a tremble is a tap", () => {
    const { gestures, log, camera } = hands();
    gestures.down(1, [100, 100]);
    gestures.move(1, [103, 102]);
    expect(camera()).toEqual({ x: 0, y: 0, k: 1 });
    gestures.up(1);
    expect(gestures.wasMove()).toBe(false);
    gestures.down(1, [100, 100]);
    gestures.move(1, [130, 100]);
    gestures.move(1, [140, 110]);
    gestures.up(1);
    expect(camera()).toEqual({ x: 40, y: 10, k: 1 });
    expect(log).toEqual(["begins", "ends"]);
    // The click after it is not meant, the one after that is.
    expect(gestures.wasMove()).toBe(true);
    expect(gestures.wasMove()).toBe(false);
  });

  it("two fingers pinch around their middle", () => {
    const { gestures, camera } = hands();
    gestures.down(1, [100, 100]);
    gestures.down(2, [200, 100]);
    gestures.move(2, [300, 100]);
    expect(camera().k).toBeCloseTo(2);
  });

  it("a pointer that is not down hovers", () => {
    expect(hands().gestures.move(7, [1, 1])).toBe(false);
  });
});
