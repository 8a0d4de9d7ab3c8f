import { describe, expect, it } from "vitest";
import type { AwardView } from "../../wire/AwardView";
import type { LogEntry } from "../../wire/LogEntry";
import type { OptionView } from "../../wire/OptionView";
import { seat, view as sample } from "../game/sample";
import { lightsOf } from "./lights";

const award = (points: number, at: [number, number] | null, segment: number | null, by = 0): AwardView => ({ seat: by, when: "completed", points, items: [], halved: null, at, segment, rules: [], source: "road" });
const entry = (...awards: AwardView[]): LogEntry => ({ turn: 1, seat: 0, tile: null, at: null, discarded: [], deployed: [], awards, returned: [], happened: [], notes: [] });
const view = sample({
  seats: [seat("Anna", true), { ...seat("Borys", false), colour: "blue" }],
  log: [entry(award(4, [0, 0], 1)), entry(award(4, [5, 5], 2), award(3, [1, 0], 0, 1), award(2, null, null))],
});

describe("what a step speaks of", () => {
  it("is the region of each award that it tells, the last of equal ones, in the colour of who scored", () => {
    expect(lightsOf(view, [{ seat: 0, source: "road", points: 4 }, { seat: 1, source: "road", points: 3 }], null)).toEqual([
      { at: [5, 5], segment: 2, colour: "red" },
      { at: [1, 0], segment: 0, colour: "blue" },
    ]);
    // What is of no region, and what somebody else got, lights nothing.
    expect(lightsOf(view, [{ seat: 0, source: "road", points: 2 }, { seat: 1, source: "road", points: 4 }, { seat: 0, source: "city", points: 4 }], null)).toEqual([]);
  });

  it("is the region in which a figure is placed, before and after it stands there", () => {
    const farmer: OptionView = { action: "meeple@field:1", what: "deploy", target: { on: "segment", at: [2, 1], segment: 1, figure: "meeple" } };
    expect(lightsOf(view, [], farmer)).toEqual([{ at: [2, 1], segment: 1, colour: "red" }]);
    expect(lightsOf(view, [], { action: "pass", what: "pass", target: { on: "button" } })).toEqual([]);
    const drafted = sample({ board: { ...view.board, figures: [{ seat: 0, figure: "meeple", at: [2, 1], segment: 1, draft: true }] } });
    expect(lightsOf(drafted, [], null)).toEqual([{ at: [2, 1], segment: 1, colour: "red" }]);
  });
});
