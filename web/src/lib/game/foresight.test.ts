import { describe, expect, it } from "vitest";
import type { Consequence } from "../../wire/Consequence";
import type { OptionView } from "../../wire/OptionView";
import { briefOf, linesOf, ruleOf, scoredBy } from "./foresight";
import { decision, view as sample } from "./sample";

const view = sample();
const names = view.seats.map(({ name }) => name);
const brings = (...list: Consequence[]): OptionView => ({ action: "x", target: { on: "button", id: "other" }, brings: list });
const lines = (kind: string, ...list: Consequence[]) => linesOf({ view, kind, option: brings(...list) }).map(({ seat, text }) => [seat, text]);
const brief = (kind: string, ...list: Consequence[]) => briefOf({ view, kind, option: brings(...list) }, 0);

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

  it("is told of a region by what is asked about it", () => {
    const region: Consequence = { what: "region", worth: [4, 8], tiles: 4, open: 1 };
    expect(lines("magic", region)).toEqual([[null, "worth 8, before 4"]]);
    expect(lines("move-ferry", region)).toEqual([[null, "road of 4 tiles"]]);
    expect(lines("deploy", { ...region, worth: [4, 4] })).toEqual([[null, "worth 4 so far"]]);
    // What scores is worth that much, and not so far.
    expect(lines("deploy", region, { what: "points", seat: 0, points: 8, source: "city" })).toEqual([[0, "City +8"]]);
  });

  it("is short on a button: own points first, else who or how much", () => {
    expect(brief("place", { what: "points", seat: 0, points: 8, source: "city" }, { what: "points", seat: 0, points: 3, source: "fairy" }, { what: "points", seat: 1, points: 4, source: "road" })).toBe(`+11 · ${names[1]} +4`);
    expect(brief("ransom", { what: "pays", seat: 0, other: 1, points: 3 })).toBe(`−3 · ${names[1]} +3`);
    expect(brief("magic", { what: "region", worth: [4, 2], tiles: 4, open: 1 })).toBe("−2");
    expect(brief("put-ferry", { what: "region", worth: [1, 3], tiles: 3, open: 1 })).toBe("3 tiles");
    expect(brief("robber", { what: "robs", seat: 1 })).toBe(names[1]);
    expect(brief("deploy", { what: "region", worth: [4, 4], tiles: 4, open: 1 })).toBe("");
  });

  it("names the regions that would be scored", () => {
    const option = brings({ what: "points", seat: 1, points: 8, source: "city", at: [0, 0], segment: 1 }, { what: "points", seat: 1, points: 2, source: "message", message: 1 });
    expect(scoredBy(option)).toEqual([{ at: [0, 0], segment: 1, seat: 1 }]);
    expect(scoredBy(null)).toEqual([]);
  });
});

describe("the rule of a question", () => {
  it("is that of the way in which it is answered", () => {
    expect(ruleOf(decision("deploy", 0), "place", [])).toBe("BASE-18");
    expect(ruleOf(decision("deploy", 0), "tower-floor", [])).toBe("TOWER-6");
    expect(ruleOf(decision("crop", 0, [], { circle: "club" }), "place", ["corn"])).toBe("CORN-5");
    expect(ruleOf(decision("draw", null), "place", [])).toBe(null);
  });
});
