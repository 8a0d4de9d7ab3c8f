import { describe, expect, it } from "vitest";
import type { OptionView } from "../../wire/OptionView";
import type { Question } from "../../wire/Question";
import { isShort, longName, pictureOf, shortName, type About } from "./answers";
import { decision, view } from "./sample";

const ferry = (a: number, b: number): OptionView => ({ action: `${a}-${b}`, what: "ferry", target: { on: "ferry", at: [0, 0], ends: [a, b] } });
const knight: OptionView = { action: "k", what: "deploy", target: { on: "segment", at: [0, 0], segment: 0, figure: "meeple" } };
const about = (kind: Question["kind"], ...options: OptionView[]): About => ({ view: view(), decision: decision(kind, 0, options), featureAt: () => "city" });

describe("names of answers", () => {
  it("roads of a lake have numbers from 1, whatever their segments are", () => {
    const lake = about("put-ferry", ferry(2, 5), ferry(2, 7), ferry(5, 7));
    expect([ferry(2, 5), ferry(2, 7), ferry(5, 7)].map((option) => shortName(lake, option))).toEqual(["1 – 2", "1 – 3", "2 – 3"]);
    expect(longName(lake, ferry(5, 7))).toContain("2");
  });

  it("a short name leaves out what the question says", () => {
    expect(shortName(about("deploy"), knight)).toBe("knight");
    expect(longName(about("deploy"), knight)).toBe("Knight in the city");
    const captive: OptionView = { action: "c", what: "ransom", target: { on: "captive", captor: 1, seat: 0, figure: "large" } };
    expect(shortName(about("ransom"), captive)).toBe("large meeple (Borys)");
    expect(isShort(captive)).toBe(true);
    expect(isShort(knight)).toBe(false);
  });

  it("pictures are of the figure that is meant, in its owner’s colour", () => {
    const seize: OptionView = { action: "s", what: "princess", target: { on: "seize", seat: 1, figure: "meeple", with: null, at: [0, 0], segment: 0 } };
    expect(pictureOf(seize, "red", ["red", "blue"])).toEqual({ kind: "meeple", colour: "blue" });
    expect(pictureOf(knight, "red", ["red", "blue"])).toEqual({ kind: "meeple", colour: "red" });
    expect(pictureOf({ action: "d", what: "step-dragon", target: { on: "tile", at: [0, 0], figure: "dragon" } }, "red", [])).toEqual({ kind: "dragon", colour: null });
    expect(pictureOf({ action: "b", what: "two-points", target: { on: "button" } }, "red", [])).toBeNull();
  });
});
