import { describe, expect, it } from "vitest";
import type { Happening } from "../../wire/Happening";
import { cellsOf, isStill, motionOf, stepName, together } from "./motion";
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
    expect([...tiles]).toEqual([["0,1", 0]]);
    expect([...steps]).toEqual([[stepName(figure), null]]);
    expect(leaving).toEqual([{ ...figure, to: 1 }]);
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

  it("modules have their own: flights, captures, ferries, the dragon, messages", () => {
    const tell = (...happened: Happening[]) => {
      const room = new Newsroom();
      room.read(view());
      const now = view({ log: [entry(1, { at: [3, 3], happened, deployed: [figure], returned: [figure] })] });
      return motionOf(now, room.read(now));
    };
    const flight = tell({ what: "rolled", seat: 1, figure: "meeple", number: 2, at: [0, 1] });
    expect([...flight.steps]).toEqual([[stepName(figure), [3, 3]]]);
    expect(tell({ what: "captured", seat: 0, other: 1, figure: "meeple" }).leaving[0]?.to).toBe(0);
    expect([...tell({ what: "ferry-moved", at: [2, 2], ends: [0, 1] }).sails]).toEqual(["2,2"]);
    expect(tell({ what: "dragon-moved", seat: 0, at: [2, 2] }).flies).toBe(true);
    expect(tell({ what: "message-drawn", seat: 0, message: 3 }).shows).toEqual([{ kind: "message", at: [3, 3], seat: 0 }]);
  });

  it("two turns in a row are told together, and have places to look at", () => {
    const both = together(motion(false), { ...motion(false), flies: true });
    expect([both.tiles.size, both.leaving.length, both.flies]).toEqual([1, 2, true]);
    expect(cellsOf(both)).toContainEqual([0, 1]);
  });
});
