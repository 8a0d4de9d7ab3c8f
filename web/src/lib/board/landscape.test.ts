import { describe, expect, it } from "vitest";
import type { OptionView } from "../../wire/OptionView";
import type { PieceName } from "../../wire/PieceName";
import type { TileArt } from "../../wire/TileArt";
import type { Target } from "../../wire/Target";
import type { TileView } from "../../wire/TileView";
import { Landscape, type Scene } from "./landscape";

/** A city in the north, a road in the south that ends at a lake in the middle. */
const art: TileArt = {
  name: "set/A",
  sides: "CFRF",
  anchor: [50, 50],
  segments: [
    { feature: "city", anchors: [[50, 10], [30, 10]], area: "M0 0", landing: null },
    { feature: "road", anchors: [[50, 90]], area: "", landing: [50, 60] },
    { feature: "field", anchors: [[10, 50]], area: "M1 1", landing: null },
  ],
};
const tile = (x: number, y: number, rotation = 0, change: Partial<TileView> = {}): TileView => ({ tile: "set/A", at: [x, y], rotation, by: 0, turn: 1, draft: false, ...change });
const meeple = (segment: number, seat = 0) => ({ seat, figure: "meeple" as const, at: [0, 0] as [number, number], segment, draft: false });
const scene = (change: Partial<Scene> = {}) => new Landscape({ tiles: [tile(0, 0)], figures: [], towers: [], printed: null, colours: ["red", "blue"], art: () => art, ...change });
const place = (segment: number, figure: PieceName = "meeple"): OptionView => ({ action: `${figure}@${segment}`, what: "deploy", target: { on: "segment", at: [0, 0], segment, figure } });

describe("the landscape", () => {
  it("turns points with their tile", () => {
    expect(scene().spotPoint({ at: [0, 0], segment: 0 }, 0)).toEqual([50, 10]);
    expect(scene({ tiles: [tile(2, 1, 1)] }).spotPoint({ at: [2, 1], segment: 0 }, 0)).toEqual([290, 150]);
  });

  it("figures of one segment stand beside each other, farmers lie", () => {
    const [first, second, third] = scene({ figures: [meeple(0), meeple(0, 1), meeple(2)] }).standing;
    expect([first?.at, second?.at]).toEqual([[50, 10], [30, 10]]);
    expect([first?.colour, second?.colour, third?.lying]).toEqual(["red", "blue", true]);
    expect(new Set([first?.id, second?.id, third?.id]).size).toBe(3);
  });

  it("answers at one place lie side by side, and after who stands there", () => {
    const alone = scene().ghosts([place(0), place(0, "large")], [], "red");
    expect(alone.map(({ at }) => at)).toEqual([[50, 10], [74, 10]]);
    expect(scene({ figures: [meeple(0)] }).ghosts([place(0)], [], "red")[0]?.at).toEqual([30, 10]);
    const taken: OptionView = { action: "x", what: "return", target: { on: "figure", seat: 0, figure: "meeple", with: null, at: [0, 0], segment: 0 } };
    expect(scene({ figures: [meeple(0)] }).ghosts([taken], [], "red")[0]).toMatchObject({ at: [50, 10], figure: null });
    expect(scene().ghosts([{ action: "b", what: "pass", target: { on: "button" } }], [], "red")).toEqual([]);
  });

  it("what a turn would do is shown where it would be, whatever it is", () => {
    const fairy: Target = { on: "tile", at: [0, 0], figure: "fairy" };
    const floor: Target = { on: "floor", at: [0, 0], height: 1, reach: [] };
    const elsewhere: Target = { on: "captive", captor: 1, seat: 0, figure: "meeple" };
    expect(scene().coming([fairy, floor, elsewhere], "red").map(({ figure, colour }) => [figure, colour])).toEqual([["fairy", null], ["tower-floor", null]]);
    const meeple: Target = { on: "segment", at: [5, 0], segment: 0, figure: "meeple" };
    expect(scene().with("set/A", [5, 0], 0).coming([meeple], "red")).toEqual([{ figure: "meeple", colour: "red", lying: false, at: [550, 10] }]);
  });

  it("a ferry goes from landing to landing", () => {
    expect(scene().crossing([0, 0], [1, 0]).d).toBe("M50 60Q50 50 50 50");
  });

  it("look-alikes are numbered, and the last tile of each player is known", () => {
    const land = scene({ tiles: [tile(0, 0), tile(1, 0, 0, { turn: 3 }), tile(2, 0, 0, { by: 1, turn: 2 }), tile(3, 0, 0, { turn: 4, draft: true })] });
    expect([...land.copies.values()]).toEqual([0, 1, 2, 0]);
    expect(land.last.map(({ at }) => at)).toEqual([[1, 0], [2, 0]]);
  });

  it("squares of the printed board are not drawn one by one", () => {
    const printed = { board: "count-board" as const, at: [0, 0] as [number, number], cells: [1, 1] as [number, number], neutral: "count" as const, parts: [] };
    expect(scene({ tiles: [tile(0, 0), tile(1, 0)], printed }).drawn.map(({ at }) => at)).toEqual([[1, 0]]);
  });

  it("a figure is pointed at before its segment", () => {
    const land = scene({ figures: [meeple(0)] });
    expect(land.spotAt([52, 12], () => 2)).toEqual({ cell: [0, 0], segment: 0 });
    expect(land.spotAt([10, 50], () => 2)).toEqual({ cell: [0, 0], segment: 2 });
    expect(land.spotAt([-5, 50], () => 2)).toEqual({ cell: [-1, 0], segment: null });
  });
});
