import { expect, it } from "vitest";
import type { CellFacts } from "../../wire/CellFacts";
import type { Cell } from "../board/geometry";
import type { Play } from "../game/play.svelte";
import { Focus } from "./focus.svelte";

const facts = { tile: null, around: [null, null, null, null] } as CellFacts;
const places: Play["places"] = new Map([["1,0", { at: [1, 0] as Cell, turns: new Map([[2, { action: "1,0 r2", what: "place", target: { on: "cell", at: [1, 0], rotation: 2 } }]]) }]]) as Play["places"];
const play = { isPlacing: true, places, handTurn: 0 };

function focus(of: Pick<Play, "isPlacing" | "places" | "handTurn">) {
  const told: CellFacts[] = [];
  const asked: { at: Cell; rotation: number; answer: (facts: CellFacts | null) => void }[] = [];
  const made = new Focus(of, (at, rotation) => new Promise((answer) => asked.push({ at, rotation, answer })), (found) => told.push(found));
  return { made, asked, told };
}

it("a place is told as the tile in hand would lie there", async () => {
  const { made, asked, told } = focus(play);
  const done = made.at("1,0");
  expect(asked.map(({ at, rotation }) => [at, rotation])).toEqual([[[1, 0], 2]]);
  asked[0]?.answer(facts);
  await done;
  expect(told).toEqual([facts]);
});

it("what comes after the focus has gone on is not told", async () => {
  const { made, asked, told } = focus(play);
  const done = made.at("1,0");
  await made.at(undefined);
  asked[0]?.answer(facts);
  await done;
  expect(told).toEqual([]);
});

it("nothing else is told: no other cell, and no place when no tile is laid", async () => {
  for (const [of, cell] of [[play, "9,9"], [play, undefined], [{ ...play, isPlacing: false }, "1,0"]] as const) {
    const { made, asked } = focus(of);
    await made.at(cell);
    expect(asked).toEqual([]);
  }
});
