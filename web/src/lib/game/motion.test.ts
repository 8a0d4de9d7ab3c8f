import { describe, expect, it } from "vitest";
import type { Happening } from "../../wire/Happening";
import type { LogEntry } from "../../wire/LogEntry";
import { cellsOf, isStill, motionOf, stepName, together } from "./motion";
import { Newsroom } from "./news";
import { award, came, entry, view, went } from "./sample";

const figure = { seat: 1, figure: "meeple" as const, at: [0, 1] as [number, number], segment: 0, draft: false };
const tile = (draft: boolean) => ({ tile: "base-classic/A", at: [0, 1] as [number, number], rotation: 0, by: 1, turn: 1, draft });

function motion(draft: boolean) {
  const room = new Newsroom();
  room.read(view());
  const now = view({
    board: { ...view().board, tiles: [tile(draft)], figures: [{ ...figure, draft }] },
    log: [entry(1, { at: [0, 1], deployed: [came({ ...figure, draft })], awards: [award(3), { ...award(2), at: null, segment: null }], returned: [went(figure)] })],
  });
  return motionOf(now, room.read(now));
}

describe("motion", () => {
  it("shows the turn of another: tile, figure, what was scored, who goes home", () => {
    const { tiles, steps, leaving, scored } = motion(false);
    expect([...tiles]).toEqual([["0,1", 0]]);
    expect([...steps]).toEqual([[stepName(figure), null]]);
    expect(leaving).toEqual([went(figure, { to: 1, tower: null })]);
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
    const move = (change: Partial<LogEntry>) => {
      const room = new Newsroom();
      room.read(view());
      const now = view({ log: [entry(1, { at: [3, 3], ...change })] });
      return motionOf(now, room.read(now));
    };
    const tell = (...happened: Happening[]) => move({ happened });
    const flight = move({ deployed: [came(figure, { how: "flight", from: [3, 3] })] });
    expect([...flight.steps]).toEqual([[stepName(figure), [3, 3]]]);
    const seized = went(figure, { why: "seized", to: 0, tower: [4, 4] });
    expect(move({ returned: [seized] }).leaving).toEqual([seized]);
    expect([...tell({ what: "tower-raised", seat: 0, at: [4, 4], height: 2 }).rises]).toEqual(["4,4"]);
    expect([...tell({ what: "ferry-moved", at: [2, 2], ends: [0, 1] }).sails]).toEqual(["2,2"]);
    const dragon = tell({ what: "dragon-moved", seat: 0, at: [2, 2] });
    expect(dragon.flies).toBe(true);
    expect(cellsOf(dragon)).toContainEqual([2, 2]);
    expect(tell({ what: "message-drawn", seat: 0, message: 3 }).shows).toEqual([{ kind: "message", at: [3, 3], seat: 0, to: 0 }]);
  });

  it("who lands in a later message than the roll flies all the same", () => {
    const room = new Newsroom();
    const rolled: Happening = { what: "rolled", seat: 1, figure: "meeple", number: 2, at: [0, 1] };
    room.read(view());
    room.read(view({ log: [entry(1, { at: [3, 3], happened: [rolled] })] }));
    const landed = view({ log: [entry(1, { at: [3, 3], happened: [rolled], deployed: [came(figure, { how: "flight", from: [3, 3] })] })] });
    expect([...motionOf(landed, room.read(landed)).steps]).toEqual([[stepName(figure), [3, 3]]]);
  });

  it("of two who leave at once each goes where it is told to, whatever else is told of them", () => {
    const room = new Newsroom();
    room.read(view());
    const [home, seized] = [went(figure, { why: "eaten" }), went({ ...figure, at: [5, 5] }, { why: "seized", to: 0, tower: [4, 4] })];
    const captured: Happening = { what: "captured", seat: 0, other: 1, figure: "meeple", at: [4, 4] };
    const now = view({ log: [entry(1, { at: [3, 3], happened: [captured], returned: [home, seized] })] });
    expect(motionOf(now, room.read(now)).leaving.map(({ at, to, tower }) => [at, to, tower])).toEqual([[[0, 1], 1, null], [[5, 5], 0, [4, 4]]]);
  });

  it("a robber is shown before a tile is laid, and goes to whom it will rob", () => {
    const room = new Newsroom();
    room.read(view());
    const now = view({ log: [entry(1, { at: null, happened: [{ what: "robber-put", seat: 0, space: 12, victims: [1] }] })] });
    expect(motionOf(now, room.read(now)).shows).toEqual([{ kind: "robber", at: null, seat: 0, to: 1 }]);
  });

  it("the wheel is looked at as a whole when the pig moves", () => {
    const room = new Newsroom();
    const printed = { at: [-1, -1], cells: [4, 4], parts: [] } as unknown as NonNullable<ReturnType<typeof view>["board"]["printed"]>;
    room.read(view());
    const now = view({ board: { ...view().board, printed }, log: [entry(1, { happened: [{ what: "pig-moved", sector: "storm", steps: 2 }] })] });
    const cells = cellsOf(motionOf(now, room.read(now)));
    expect(cells).toContainEqual([-1, -1]);
    expect(cells).toContainEqual([2, 2]);
  });

  it("two turns in a row are told together, and have places to look at", () => {
    const both = together(motion(false), { ...motion(false), flies: true });
    expect([both.tiles.size, both.leaving.length, both.flies]).toEqual([1, 2, true]);
    expect(cellsOf(both)).toContainEqual([0, 1]);
  });
});
