import { expect, it } from "vitest";
import type { BoardView } from "../../wire/BoardView";
import type { TileView } from "../../wire/TileView";
import type { Play } from "../game/play.svelte";
import { decision, view as sample } from "../game/sample";
import { ShownBoard } from "./shown.svelte";

const tile = (x: number, draft = false): TileView => ({ tile: "set/A", at: [x, 0], rotation: 0, by: 0, turn: 1, draft });
const meeple = { seat: 0, figure: "meeple" as const, at: [1, 0] as [number, number], segment: 0 };
const board = (tiles: TileView[]): BoardView => ({ ...sample().board, tiles, figures: [{ ...meeple, draft: false }, { ...meeple, draft: true }] });
const shown = (pending: TileView | null, past: BoardView | null, view = sample({ board: board([tile(0), tile(1, true)]) })) =>
  new ShownBoard({ view, session: { pending }, featureAt: () => "city" } as unknown as Play, { past }, { option: null }, () => "figures");

it("is the board of the game, or that of a replay", () => {
  expect(shown(null, null).tiles.map(({ at }) => at[0])).toEqual([0, 1]);
  expect(shown(null, board([tile(5)])).tiles.map(({ at }) => at[0])).toEqual([5]);
});

it("has the tile on its way in place of the one of the draft, and nobody on it yet", () => {
  const sent = shown(tile(2), null);
  expect(sent.tiles.map(({ at }) => at[0])).toEqual([0, 2]);
  expect(sent.figures).toHaveLength(1);
  expect(shown(tile(2), board([tile(5)])).tiles).toHaveLength(1);
});

it("names figures, and the reach of a tower that captures, but in a replay not that of now", () => {
  const view = sample({ board: board([tile(0)]), decision: decision("capture", 0, [], { reach: [[3, 3]] }) });
  expect(shown(null, null, view).labels.map(({ text }) => text)).toEqual(["knight", "knight"]);
  expect(shown(null, null, view).reach).toEqual([[3, 3]]);
  expect(shown(null, board([]), view).reach).toEqual([]);
});
