import { expect, it } from "vitest";
import type { OptionView } from "../../wire/OptionView";
import type { PrintedView } from "../../wire/PrintedView";
import type { Target } from "../../wire/Target";
import { cellsOf, isNear } from "./near";

const option = (target: Target): OptionView => ({ action: "", what: "move-out", target });
const CITY: PrintedView = { board: "count-board", at: [0, 0], cells: [4, 3], parts: [], neutral: "count" };

it("is where the answers are, and for a part of a printed board all of it", () => {
  const cell = option({ on: "cell", at: [3, -1], rotation: 0 });
  const quarter = option({ on: "part", part: "market", figure: "meeple" });
  const pass = option({ on: "button" });
  expect(cellsOf([cell, pass], CITY)).toEqual([[3, -1]]);
  expect(cellsOf([quarter, pass], CITY)).toEqual([[0, 0], [3, 2]]);
  expect(cellsOf([quarter], null)).toEqual([]);
});

it("is asked about a few places, and not about a tile or a figure anywhere", () => {
  expect(["capture", "send", "land"].every((kind) => isNear(kind as "land"))).toBe(true);
  expect([isNear("place"), isNear("deploy"), isNear(null)]).toEqual([false, false, false]);
});
