import { describe, expect, it } from "vitest";
import { isStill, motionOf, stepName } from "./motion";
import { Newsroom } from "./news";
import { award, entry, view } from "./sample";

const figure = { seat: 1, figure: "meeple" as const, at: [0, 1] as [number, number], segment: 0, draft: false };
const tile = (draft: boolean) => ({ tile: "base-classic/A", at: [0, 1] as [number, number], rotation: 0, by: 1, turn: 1, draft });

function motion(draft: boolean) {
  const room = new Newsroom();
  room.read(view());
  const now = view({
    board: { ...view().board, tiles: [tile(draft)], figures: [{ ...figure, draft }] },
    log: [entry(1, { at: [0, 1], deployed: [{ ...figure, draft }], awards: [award(3), { ...award(2), at: null, segment: null }], returned: [figure] })],
  });
  return motionOf(now, room.read(now));
}

describe("motion", () => {
  it("shows the turn of another: tile, figure, what was scored, who goes home", () => {
    const { tiles, steps, leaving, scored } = motion(false);
    expect([...tiles]).toEqual(["0,1"]);
    expect([...steps]).toEqual([stepName(figure)]);
    expect(leaving).toEqual([figure]);
    expect(scored).toEqual([{ at: [0, 0], segment: 0, colour: "red" }]);
  });

  it("a draft moves under the finger already", () => {
    const { tiles, steps } = motion(true);
    expect([tiles.size, steps.size]).toEqual([0, 0]);
  });

  it("nothing new stays still", () => {
    expect(isStill(motionOf(view(), []))).toBe(true);
    expect(isStill(motion(false))).toBe(false);
  });
});
