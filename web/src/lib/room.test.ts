import { describe, expect, it } from "vitest";
import type { GameView } from "../wire/GameView";
import type { SeatView } from "../wire/SeatView";
import { aloud, freeColours, openSeat, presence } from "./room";

const view = { seats: [{ taken: true, open: false, colour: "red" }, { taken: false, open: false, colour: "blue" }, { taken: false, open: true, colour: "green" }] } as unknown as GameView;

describe("a table that waits", () => {
  it("has a seat and the colours that nobody has", () => {
    expect(openSeat(view)).toBe(2);
    expect(freeColours(view, ["red", "blue", "green", "pink"])).toEqual(["blue", "green", "pink"]);
    expect(freeColours(view, ["red", "blue"], 0)).toEqual(["red", "blue"]);
  });
  it("is called by a code in two groups", () => expect(aloud("a1b2c3")).toBe("A1B 2C3"));
});

describe("who is at a seat", () => {
  const seat = { bot: null, taken: true, resigned: false, yours: false, connected: false } as SeatView;
  it.each([
    ["away", {}],
    ["here", { connected: true }],
    ["here", { yours: true }],
    ["free", { taken: false }],
    ["resigned", { resigned: true }],
    ["resigned", { resigned: true, connected: true }],
    // A bot plays on for who has resigned or left.
    ["bot", { bot: "greedy" }],
    ["bot", { bot: "greedy", resigned: true, taken: false }],
  ] as const)("%s: %o", (is, facts) => expect(presence({ ...seat, ...facts })).toBe(is));
});
