// What is to be played: as people choose it, as this browser remembers it, and as the server is asked for it.
import type { BaseName } from "../wire/BaseName";
import type { BoxName } from "../wire/BoxName";
import type { ClashName } from "../wire/ClashName";
import type { Clock } from "../wire/Clock";
import type { CreateGame } from "../wire/CreateGame";
import type { ModuleName } from "../wire/ModuleName";
import type { Offer } from "../wire/Offer";
import type { OfferItem } from "../wire/OfferItem";
import type { Who } from "../wire/Who";
import { keep, recall } from "./settings.svelte";

export type OfferModule = OfferItem<ModuleName>;
/** `here`, `open` (whoever has the link of the game), `elsewhere` (reserved), or `bot:` and the name of a bot. */
export type SeatChoice = { name: string; colour: string; who: string };
/** The clock as the form shows it: all numbers stay, whichever of them count. */
export type ClockChoice = { kind: Clock["kind"]; seconds: number; minutes: number; increment: number; days: number };
/** What is played: a box, or a base with what was chosen freely. */
export type Game = { box: BoxName | null; base: BaseName; modules: ModuleName[] };
export type Choice = Game & {
  seats: SeatChoice[];
  /** The seat that begins; none if chance decides. */
  first: number | null;
  aids: boolean;
  private: boolean;
  clock: ClockChoice;
  /** A bot plays on as soon as somebody's time is up. */
  strict: boolean;
  /** Tiles of a short game; none for all of them. */
  length: number | null;
  pace: number;
};

/** Whether somebody at another device plays there. */
export const isAway = (seat: SeatChoice): boolean => seat.who === "open" || seat.who === "elsewhere";

const KEY = "choice";

export const usual = (): Choice => ({
  box: null,
  base: "classic",
  modules: ["farmers"],
  seats: [
    { name: recall("name") ?? "", colour: "red", who: "here" },
    { name: "", colour: "blue", who: "open" },
  ],
  first: null,
  aids: true,
  private: true,
  clock: { kind: "none", seconds: 60, minutes: 10, increment: 10, days: 2 },
  strict: false,
  length: null,
  pace: 900,
});

/** The base and the modules of a box; everything that is in it. An address may name any. */
export function boxed(offer: Offer, id: string): Game | null {
  const found = offer.boxes.find((box) => box.id === id);
  return found ? { box: found.id, base: found.base, modules: [...found.modules] } : null;
}

/** Ways to begin: for somebody who has never played, for an evening with everybody, and all there is in the largest box. */
export const presets = ["first", "family", "everything"] as const;
export type Preset = (typeof presets)[number];
/** The game for somebody who has never played; nothing must be known for it. */
export const FIRST_GAME: Game = { box: null, base: "classic", modules: [] };
export function preset(offer: Offer, name: Preset): Game {
  switch (name) {
    case "first":
      return FIRST_GAME;
    case "family":
      return { box: null, base: "v3", modules: ["farmers", "river", "abbot"] };
    case "everything":
      return boxed(offer, "big-box") ?? { box: null, base: "v3", modules: ["farmers"] };
  }
}

/** Whether a choice plays the same game, whoever plays it. */
export function sameGame(a: Game, b: Game): boolean {
  return a.box === b.box && a.base === b.base && [...a.modules].sort().join() === [...b.modules].sort().join();
}

/** The modules to choose from, each whole: those of a box, or all. */
export function wholes(offer: Offer, box: BoxName | null): OfferModule[] {
  const within = offer.boxes.find(({ id }) => id === box)?.modules;
  return offer.modules.filter((item) => item.part_of === null && (!within || within.includes(item.id)));
}

export const partsOf = (offer: Offer, whole: OfferModule): OfferModule[] => offer.modules.filter((item) => item.part_of === whole.id);

/** Whether a module is chosen, by itself or with the whole that it is a part of. */
export const isChosen = (modules: readonly ModuleName[], { id, part_of }: OfferModule): boolean => modules.includes(id) || (part_of !== null && modules.includes(part_of));

/** Whether only parts of it are chosen. */
export const isPartly = (offer: Offer, modules: readonly ModuleName[], whole: OfferModule): boolean => !modules.includes(whole.id) && partsOf(offer, whole).some(({ id }) => modules.includes(id));

/** The modules without this one and its parts. */
function without(offer: Offer, modules: readonly ModuleName[], whole: OfferModule): ModuleName[] {
  const parts = partsOf(offer, whole);
  return modules.filter((known) => known !== whole.id && !parts.some(({ id }) => id === known));
}

/** The modules when a whole one is chosen, or not any more. */
export const withWhole = (offer: Offer, modules: readonly ModuleName[], whole: OfferModule, on: boolean): ModuleName[] => [...without(offer, modules, whole), ...(on ? [whole.id] : [])];

/** The modules when a part of one is chosen, or not any more. All parts together are the module; some of them stand for themselves. */
export function withPart(offer: Offer, modules: readonly ModuleName[], whole: OfferModule, part: OfferModule, on: boolean): ModuleName[] {
  const parts = partsOf(offer, whole);
  const chosen = parts.filter((item) => (item.id === part.id ? on : isChosen(modules, item)));
  return [...without(offer, modules, whole), ...(chosen.length === parts.length ? [whole.id] : chosen.map(({ id }) => id))];
}

/** Why a module does not go with what is chosen; none if it does. */
export const clashOf = ({ base, modules }: Game, { excludes }: OfferModule): ClashName | null => excludes.find(({ id }) => id === base || modules.some((known) => known === id))?.why ?? null;

/** The modules that are asked for: those that were chosen before another box came are not. */
export function played(offer: Offer, { box, modules }: Game): ModuleName[] {
  const offered = wholes(offer, box).flatMap((whole) => [whole, ...partsOf(offer, whole)]);
  return modules.filter((known) => offered.some(({ id }) => id === known));
}

export function keepChoice(choice: Choice): void {
  keep(KEY, JSON.stringify(choice));
}

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/** What was chosen last, as far as it is offered still; none if nothing was, or if it cannot be read. */
export function recallChoice(offer: Offer): Choice | null {
  let kept: Partial<Choice> | null;
  try {
    kept = JSON.parse(recall(KEY) ?? "null") as Partial<Choice> | null;
  } catch {
    return null;
  }
  if (!kept || typeof kept !== "object") return null;
  const other = usual();
  const box = offer.boxes.find((found) => found.id === kept.box);
  const base = offer.bases.find((found) => found.id === kept.base)?.id ?? other.base;
  const isOffered = (who: unknown) => who === "here" || who === "open" || who === "elsewhere" || (isText(who) && offer.bots.includes(who.replace(/^bot:/, "")));
  const seats = (Array.isArray(kept.seats) ? kept.seats : []).filter((seat) => isText(seat?.name) && offer.colours.includes(seat.colour) && isOffered(seat.who)).slice(0, box?.max_players ?? offer.max_players);
  const areApart = new Set(seats.map((seat) => seat.colour)).size === seats.length;
  const clock = kept.clock;
  const isClock = clock && ["none", "per-move", "fischer", "days"].includes(clock.kind) && [clock.seconds, clock.minutes, clock.increment].every(isNumber);
  return {
    box: box?.id ?? null,
    base: box?.base ?? base,
    modules: Array.isArray(kept.modules) ? offer.modules.map((item) => item.id).filter((id) => kept.modules?.includes(id)) : other.modules,
    seats: seats.length >= 2 && areApart ? seats : other.seats,
    first: isNumber(kept.first) && kept.first < seats.length ? kept.first : null,
    aids: kept.aids !== false,
    private: kept.private !== false,
    clock: isClock ? { ...other.clock, ...clock } : other.clock,
    strict: kept.strict === true,
    length: isNumber(kept.length) ? kept.length : null,
    pace: isNumber(kept.pace) ? kept.pace : other.pace,
  };
}

const whoOf = (who: string): Who => (who.startsWith("bot:") ? { bot: who.slice(4) } : who === "here" || who === "open" ? who : "elsewhere");

/** The wish that is sent; `nameOf` names who has no name. */
export function wishOf(choice: Choice, nameOf: (seat: SeatChoice, i: number) => string): CreateGame {
  const { clock } = choice;
  const time: Record<Clock["kind"], Clock> = {
    none: { kind: "none" },
    "per-move": { kind: "per-move", seconds: clock.seconds },
    fischer: { kind: "fischer", seconds: clock.minutes * 60, increment: clock.increment },
    days: { kind: "days", days: clock.days },
  };
  return {
    in_box: choice.box,
    base: choice.box ? null : choice.base,
    modules: choice.modules,
    seats: choice.seats.map((seat, i) => ({ name: nameOf(seat, i), colour: seat.colour, who: whoOf(seat.who) })),
    first: choice.first === null ? "random" : { seat: choice.first },
    aids: choice.aids,
    clock: time[clock.kind],
    strict: choice.strict && clock.kind !== "none",
    private: choice.private,
    end_after: choice.length,
    bot_pace: choice.pace,
  };
}
