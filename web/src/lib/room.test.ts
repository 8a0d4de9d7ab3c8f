import { describe, expect, it } from "vitest";
import type { GameView } from "../wire/GameView";
import { aloud, freeColours, openSeat } from "./room";

const view = { seats: [{ taken: true, open: false, colour: "red" }, { taken: false, open: false, colour: "blue" }, { taken: false, open: true, colour: "green" }] } as unknown as GameView;

describe("a table that waits", () => {
  it("has a seat and the colours that nobody has", () => {
    expect(openSeat(view)).toBe(2);
    expect(freeColours(view, ["red", "blue", "green", "pink"])).toEqual(["blue", "green", "pink"]);
    expect(freeColours(view, ["red", "blue"], 0)).toEqual(["red", "blue"]);
  });
  it("is called by a code in two groups", () => expect(aloud("a1b2c3")).toBe("A1B 2C3"));
});
