import { beforeEach, expect, it, vi } from "vitest";
import type { BoxName } from "../wire/BoxName";
import type { ModuleName } from "../wire/ModuleName";
import type { Offer } from "../wire/Offer";
import type { OfferItem } from "../wire/OfferItem";
import { boxed, clashOf, isChosen, isPartly, keepChoice, played, preset, presets, recallChoice, sameGame, usual, wholes, wishOf, withPart, withWhole, type Game, type OfferModule } from "./plan";

const item = <Name extends string>(id: Name): OfferItem<Name> => ({ id, title: id, excludes: [], part_of: null });
const part = (of: ModuleName) => (id: ModuleName): OfferModule => ({ ...item(id), part_of: of });
const offer: Offer = {
  bases: (["classic", "v3", "fortress"] as const).map(item),
  modules: (["farmers", "river", "abbot", "inns"] as const).map(item),
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
  const gone = { ...usual(), box: "gone", base: "gone", modules: ["farmers", "gone"], seats: [{ name: "A", colour: "red", who: "here" }, { name: "B", colour: "red", who: "bot:gone" }] };
  localStorage.setItem("choice", JSON.stringify(gone));
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

const whole: OfferModule = { ...item("inns"), excludes: [{ id: "inns-classic", why: "two-editions" }] };
const parts = (["inns-tiles", "inns-scoring", "large"] as const).map(part("inns"));
const river: OfferModule = { ...item("river"), excludes: [{ id: "wheel", why: "no-spring" }] };
const large: Offer = { ...offer, modules: [item("farmers"), river, whole, ...parts, item("inns-classic")] };

it("offers whole modules, of a box only its own", () => {
  const ids = (box: BoxName | null) => wholes(large, box).map(({ id }) => id);
  expect(ids(null)).toEqual(["farmers", "river", "inns", "inns-classic"]);
  expect(ids("fortress")).toEqual(["farmers", "river"]);
  expect(played(large, { box: "fortress", base: "fortress", modules: ["river", "inns", "large"] })).toEqual(["river"]);
  expect(played(large, { box: null, base: "v3", modules: ["river", "large"] })).toEqual(["river", "large"]);
});

it("takes all parts of a module for the module, and some for themselves", () => {
  const [tiles, scoring, meeple] = parts as [OfferModule, OfferModule, OfferModule];
  let modules = withPart(large, ["farmers"], whole, tiles, true);
  expect(modules).toEqual(["farmers", "inns-tiles"]);
  expect([isPartly(large, modules, whole), isChosen(modules, tiles), isChosen(modules, whole)]).toEqual([true, true, false]);
  modules = withPart(large, withPart(large, modules, whole, scoring, true), whole, meeple, true);
  expect(modules).toEqual(["farmers", "inns"]);
  expect([isPartly(large, modules, whole), isChosen(modules, tiles)]).toEqual([false, true]);
  expect(withPart(large, modules, whole, scoring, false)).toEqual(["farmers", "inns-tiles", "large"]);
  expect(withWhole(large, ["inns-tiles", "farmers"], whole, true)).toEqual(["farmers", "inns"]);
  expect(withWhole(large, ["inns", "farmers"], whole, false)).toEqual(["farmers"]);
});

it("says why something does not go with what is chosen", () => {
  const game: Game = { box: null, base: "wheel", modules: ["inns-classic"] };
  expect([whole, river, item("farmers")].map((module) => clashOf(game, module))).toEqual(["two-editions", "no-spring", null]);
});
