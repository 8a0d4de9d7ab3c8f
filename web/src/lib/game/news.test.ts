import { describe, expect, it } from "vitest";
import { Newsroom } from "./news";
import { award, came, entry, view, went } from "./sample";

const figure = { seat: 1, figure: "meeple" as const, at: [0, 1] as [number, number], segment: 0, draft: false };
const drawn = entry(1, { seat: 1, tile: "base-classic/A" });
const done = entry(1, { ...drawn, at: [0, 1], deployed: [came(figure)], happened: [{ what: "rolled", seat: 0, figure: "meeple", number: 2, at: [0, 1] }], awards: [award(4)], returned: [went(figure)] });
const whats = (room: Newsroom, ...log: ReturnType<typeof entry>[]) => room.read(view({ log })).map(({ what }) => what);

describe("news", () => {
  it("nothing is new to who comes later", () => {
    expect(whats(new Newsroom(), done)).toEqual([]);
  });

  it("a turn of another player is told in order, although its entry began with the draw", () => {
    const room = new Newsroom();
    whats(room);
    expect(whats(room, drawn)).toEqual([]);
    expect(whats(room, done)).toEqual(["placed", "deployed", "happened", "award", "returned"]);
    expect(whats(room, done)).toEqual([]);
  });

  it("several turns at once, after a lost connection, are all told", () => {
    const room = new Newsroom();
    whats(room, drawn);
    expect(whats(room, done, entry(2, { at: [0, 2] }), entry(3, { at: [0, 3] }))).toEqual(["placed", "deployed", "happened", "award", "returned", "placed", "placed"]);
  });

  it("the same award twice in a turn is told twice", () => {
    const room = new Newsroom();
    whats(room);
    expect(whats(room, entry(1, { awards: [award(3), award(3)] }))).toEqual(["award", "award"]);
  });

  it("a draft that was taken back is told again; the final scoring is not", () => {
    const room = new Newsroom();
    whats(room);
    expect(whats(room, entry(1, { at: [0, 1] }))).toEqual(["placed"]);
    expect(whats(room, entry(1))).toEqual([]);
    expect(whats(room, entry(1, { at: [0, 1] }))).toEqual(["placed"]);
    expect(whats(room, entry(1, { at: [0, 1] }), entry(0, { awards: [award(9)] }))).toEqual([]);
  });
});
