import { describe, expect, it } from "vitest";
import { Newsroom } from "./game/news";
import { award, came, entry, view } from "./game/sample";
import { soundsOf } from "./sound";

function news(...log: ReturnType<typeof entry>[]) {
  const room = new Newsroom();
  room.read(view());
  return room.read(view({ log }));
}
const figure = { seat: 0, figure: "meeple" as const, at: [0, 1] as [number, number], segment: 0, draft: false };

describe("sounds", () => {
  it("follow the turn, each once", () => {
    const turn = entry(1, { at: [0, 1], deployed: [came(figure)], awards: [award(3), award(4)] });
    expect(soundsOf(news(turn, entry(2, { at: [0, 2] })), true, false)).toEqual(["tile", "figure", "points", "turn"]);
  });

  it("nothing new is silent, and points of none too", () => {
    expect(soundsOf([], false, false)).toEqual([]);
    expect(soundsOf(news(entry(1, { awards: [award(0)] })), false, false)).toEqual([]);
  });

  it("the end is heard instead of a turn", () => {
    expect(soundsOf([], true, true)).toEqual(["end"]);
  });
});
