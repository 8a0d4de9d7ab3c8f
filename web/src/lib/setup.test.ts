import { beforeEach, expect, it, vi } from "vitest";
import type { Offer } from "../wire/Offer";
import type { OfferItem } from "../wire/OfferItem";
import { usual, type Choice } from "./plan";
import { Form, nameOf } from "./setup.svelte";

const item = <Name extends string>(id: Name, change: Partial<OfferItem<Name>> = {}): OfferItem<Name> => ({ id, title: id, excludes: [], part_of: null, ...change });
const river = item("river", { excludes: [{ id: "wheel", why: "no-spring" }] });
const offer: Offer = {
  bases: (["classic", "v3", "wheel"] as const).map((id) => item(id)),
  modules: [item("farmers"), river, item("inns"), item("inns-tiles", { part_of: "inns" }), item("large", { part_of: "inns" })],
  boxes: [
    { id: "big-box", title: "", base: "v3", modules: ["farmers", "river", "inns"], max_players: 6 },
    { id: "fortress", title: "", base: "v3", modules: ["farmers"], max_players: 2 },
  ],
  bots: ["novice", "apprentice"],
  colours: ["red", "blue", "yellow", "green"],
  max_players: 6,
};
const form = (change: Partial<Choice> = {}) => new Form(offer, { ...usual(), ...change });

beforeEach(() => vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} }));

it("gives back what it begins with", () => {
  const chosen: Choice = { ...usual(), box: "big-box", base: "v3", modules: ["river"], first: 1, length: 24, private: false, clock: { ...usual().clock, kind: "days" } };
  expect(new Form(offer, chosen).choice).toEqual(chosen);
  expect(form().choice).toEqual(usual());
});

it("takes a box with its modules and no more seats than it has", () => {
  const made = form();
  made.fill(4);
  made.takeBox("fortress");
  expect([made.choice.base, made.choice.modules, made.seats.length, made.mostSeats]).toEqual(["v3", ["farmers"], 2, 2]);
  made.takeBox(null);
  expect([made.box, made.choice.modules, made.mostSeats]).toEqual([null, ["farmers"], 6]);
  made.takeBox("big-box");
  expect([made.is("everything"), made.is("first")]).toEqual([true, false]);
});

it("says what was chosen before something else that excludes it", () => {
  const made = form({ modules: ["river"] });
  expect(made.clashes).toEqual([]);
  made.base = "wheel";
  expect(made.clashes).toEqual([{ item: river, why: "no-spring" }]);
  made.choose(river, false);
  expect([made.clashes, made.clash(river)]).toEqual([[], "no-spring"]);
});

it("gives everybody a colour of their own", () => {
  const made = form();
  made.fill(4);
  expect(made.seats.map(({ colour }) => colour)).toEqual(offer.colours);
  const [one, two] = made.seats;
  made.paint(made.seats[0]!, two!.colour);
  expect([one?.colour, two?.colour]).toEqual(["blue", "red"]);
  made.remove(made.seats[1]!);
  made.add();
  expect(made.seats.map(({ colour }) => colour)).toEqual(["blue", "yellow", "green", "red"]);
});

it("adds bots where all are at this screen, and else seats for whoever comes", () => {
  const made = form();
  made.add();
  expect([made.seats.at(-1)?.who, made.isFree]).toEqual(["open", false]);
  made.stayHere();
  made.add();
  expect([made.seats.map(({ who }) => who), made.isFree]).toEqual([["here", "here", "here", "bot:apprentice"], true]);
});

it("keeps to who begins when somebody before them is removed", () => {
  const made = form({ first: 1 });
  made.remove(made.seats[0]!);
  expect(made.choice.first).toBe(0);
  made.remove(made.seats[0]!);
  expect(made.choice.first).toBeNull();
});

it("calls people by their names, and others by what they are", () => {
  const made = form();
  made.callMe("Anna");
  made.callMe("Vira");
  expect([made.seats[0]?.name, nameOf({ name: "  ", colour: "red", who: "here" }, 1), nameOf({ name: "", colour: "red", who: "bot:novice" }, 2)]).toEqual(["Anna", "Player 2", "Novice 3"]);
});
