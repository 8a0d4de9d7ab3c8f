import { beforeEach, expect, it, vi } from "vitest";
import type { Offer } from "../wire/Offer";
import { boxed, keepChoice, preset, presets, recallChoice, sameGame, usual, wishOf } from "./plan";

const item = (id: string) => ({ id, title: id, excludes: [], part_of: null });
const offer: Offer = {
  bases: ["classic", "v3", "fortress"].map(item),
  modules: ["farmers", "river", "abbot", "inns"].map(item),
  boxes: [
    { id: "big-box", title: "", base: "v3", modules: ["farmers", "river", "abbot", "inns"], max_players: 6 },
    { id: "fortress", title: "", base: "fortress", modules: ["farmers", "river"], max_players: 2 },
  ],
  bots: ["novice", "apprentice"],
  colours: ["red", "blue", "yellow"],
  max_players: 6,
};

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
});

it("remembers everything that was chosen", () => {
  const choice = { ...usual(), ...boxed(offer, "big-box")!, first: 1, aids: false, length: 24, clock: { kind: "fischer" as const, seconds: 60, minutes: 5, increment: 3, days: 2 } };
  expect(recallChoice(offer)).toBeNull();
  keepChoice(choice);
  expect(recallChoice(offer)).toEqual(choice);
});

it("leaves out what is not offered any more, and survives what is not a choice", () => {
  keepChoice({ ...usual(), box: "gone", base: "gone", modules: ["farmers", "gone"], seats: [{ name: "A", colour: "red", who: "here" }, { name: "B", colour: "red", who: "bot:gone" }] });
  expect(recallChoice(offer)).toMatchObject({ box: null, base: "classic", modules: ["farmers"], seats: usual().seats });
  for (const text of ["{", "7", "[]", '{"seats":[null,7],"clock":{"kind":"x"}}']) {
    localStorage.setItem("choice", text);
    expect(() => recallChoice(offer)).not.toThrow();
  }
});

it("keeps to the seats of the box", () => {
  const seats = offer.colours.map((colour) => ({ name: colour, colour, who: "bot:novice" }));
  keepChoice({ ...usual(), ...boxed(offer, "fortress")!, seats });
  expect(recallChoice(offer)?.seats).toHaveLength(2);
});

it("has presets that differ and can be asked for", () => {
  const games = presets.map((name) => preset(offer, name));
  expect(games.every((game, i) => games.every((other, k) => sameGame(game, other) === (i === k)))).toBe(true);
  expect(wishOf({ ...usual(), ...games[2]! }, (_, i) => `N${i}`)).toMatchObject({ in_box: "big-box", base: null, first: "random", seats: [{ name: "N0", who: "here" }, { name: "N1", who: "open" }] });
});
