import { expect, it } from "vitest";
import { view } from "../game/sample";
import { Address, titleOf } from "./address.svelte";

function table(named: number | null) {
  const done: string[] = [];
  const shown = { turn: null as number | null };
  const address = new Address(named, shown, (turn) => done.push(`jump ${turn}`), (turn) => done.push(`rename ${turn}`));
  return { address, shown, done };
}

it("an address of a moment leads there, and none leads nowhere", () => {
  const { address, shown, done } = table(7);
  address.lead(7);
  address.lead(null);
  shown.turn = 7;
  address.lead(7);
  expect(done).toEqual(["jump 7"]);
});

it("the address follows what is looked at, once for each moment", () => {
  const { address, done } = table(7);
  for (const turn of [7, 8, 8, null, null]) address.follow(turn);
  expect(done).toEqual(["rename 8", "rename null"]);
});

it("the title says whose turn it is to who looks elsewhere", () => {
  const now = view({ status: "running" });
  expect([titleOf(null, false), titleOf(now, true), titleOf({ ...now, status: "finished" }, true)]).toEqual(["Bastide", "● Your turn — Bastide", expect.not.stringContaining("●")]);
});
