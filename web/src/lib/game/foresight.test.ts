import { describe, expect, it } from "vitest";
import type { ActionName } from "../../wire/ActionName";
import type { Consequence } from "../../wire/Consequence";
import type { OptionView } from "../../wire/OptionView";
import { briefOf, linesOf, scoredBy } from "./foresight";
import { view as sample } from "./sample";

const view = sample();
const names = view.seats.map(({ name }) => name);
const brings = (what: ActionName, ...list: Consequence[]): OptionView => ({ action: "x", what, target: { on: "button" }, brings: list });
const lines = (what: ActionName, ...list: Consequence[]) => linesOf({ view, option: brings(what, ...list) }).map(({ seat, text }) => [seat, text]);
const brief = (what: ActionName, ...list: Consequence[]) => briefOf({ view, option: brings(what, ...list) }, 0);

describe("what an answer brings", () => {
  it("is told line by line, with whom it befalls", () => {
    expect(lines("place", { what: "points", seat: 1, points: 8, source: "city", at: [0, 0], segment: 1 }, { what: "home", seat: 1, figure: "meeple", count: 2 })).toEqual([
      [1, "City +8"],
      [1, "come home: meeple × 2"],
    ]);
    expect(lines("step-dragon", { what: "eaten", seat: 0, figure: "large" })).toEqual([[0, "eaten by the dragon: large meeple"]]);
    expect(lines("ransom", { what: "pays", seat: 0, other: 1, points: 3 })).toEqual([
      [0, "Ransom −3"],
      [1, `${names[1]} gets 3`],
    ]);
  });

  it("is told of fairy, flight, quarter, count and crop circle", () => {
    expect(lines("deploy", { what: "fairy", seat: 0, figure: "meeple", comes: true }, { what: "fairy", seat: 1, figure: "large", comes: false })).toEqual([
      [0, "beside the fairy: meeple"],
      [1, "no longer beside the fairy: large meeple"],
    ]);
    expect(lines("deploy", { what: "flight", number: 1, places: 2 }, { what: "flight", number: 2, places: 0 })).toEqual([
      [null, "1 on the die: 2 places to land"],
      [null, "2 on the die: comes back"],
    ]);
    expect(lines("send", { what: "quarter", quarter: "smithy", features: 3, most: 5 })).toEqual([[null, "unfinished roads: 3, the best worth 5 so far"]]);
    expect(lines("move-count", { what: "count", seat: 1, figure: "meeple", count: 2, comes: true })).toEqual([[1, "held by the count: meeple × 2"]]);
    expect(lines("crop-add", { what: "adds", seat: 1 })).toEqual([[1, "adds a meeple"]]);
    expect(lines("crop-add", { what: "region", worth: [3, 3], tiles: 3 }, { what: "leads", seat: 0 })).toEqual([
      [null, "this feature is worth 3 so far"],
      [0, "has the majority then"],
    ]);
  });

  it("is told of a region by what is asked about it", () => {
    const region: Consequence = { what: "region", worth: [4, 8], tiles: 4 };
    expect(lines("magic", region)).toEqual([[null, "this feature is worth 8, before 4"]]);
    expect(lines("ferry", region)).toEqual([[null, "road of 4 tiles"]]);
    expect(lines("deploy", { ...region, worth: [4, 4] })).toEqual([[null, "this feature is worth 4 so far"]]);
    // What scores is worth that much, and not so far.
    expect(lines("deploy", region, { what: "points", seat: 0, points: 8, source: "city" })).toEqual([[0, "City +8"]]);
  });

  it("is short on a button: own points first, else who or how much", () => {
    expect(brief("place", { what: "points", seat: 0, points: 8, source: "city" }, { what: "points", seat: 0, points: 3, source: "fairy" }, { what: "points", seat: 1, points: 4, source: "road" })).toBe(`+11 · ${names[1]} +4`);
    // The city is completed by the tile, whoever is placed: it is not what a farmer brings.
    const city: Consequence = { what: "points", seat: 0, points: 8, source: "city", at: [2, 1], segment: 0 };
    const road: Consequence = { what: "points", seat: 0, points: 3, source: "road", at: [2, 1], segment: 2 };
    expect(briefOf({ view, option: brings("deploy", city) }, 0, [city])).toBe("");
    expect(briefOf({ view, option: brings("deploy", city, road) }, 0, [city])).toBe("+3");
    expect(brief("ransom", { what: "pays", seat: 0, other: 1, points: 3 })).toBe(`−3 · ${names[1]} +3`);
    expect(brief("magic", { what: "region", worth: [4, 2], tiles: 4 })).toBe("−2");
    expect(brief("ferry", { what: "region", worth: [1, 3], tiles: 3 })).toBe("3 tiles");
    expect(brief("robber", { what: "robs", seat: 1 })).toBe(names[1]);
    expect(brief("deploy", { what: "region", worth: [4, 4], tiles: 4 })).toBe("");
    expect(brief("deploy", { what: "flight", number: 1, places: 1 }, { what: "flight", number: 2, places: 0 }, { what: "flight", number: 3, places: 2 })).toBe("lands on 1, 3");
    expect(brief("deploy", { what: "flight", number: 1, places: 0 })).toBe("lands nowhere");
    expect(brief("send", { what: "quarter", quarter: "smithy", features: 3, most: 5 })).toBe("up to 5");
    expect(brief("send", { what: "quarter", quarter: "palace", features: 3, most: 5 }, { what: "count", seat: 0, figure: "meeple", count: 1, comes: true })).toBe("held by the count");
    expect(brief("move-count", { what: "count", seat: 1, figure: "meeple", count: 1, comes: true }, { what: "count", seat: 0, figure: "meeple", count: 1, comes: false })).toBe(names[1]);
  });

  it("names the regions that would be scored", () => {
    const option = brings("place", { what: "points", seat: 1, points: 8, source: "city", at: [0, 0], segment: 1 }, { what: "points", seat: 1, points: 2, source: "message", message: 1 });
    expect(scoredBy(option)).toEqual([{ at: [0, 0], segment: 1, seat: 1 }]);
    expect(scoredBy(null)).toEqual([]);
  });
});
