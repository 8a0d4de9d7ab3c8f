// The form of a new game: what is chosen in it, and how one choice follows from another. What is offered and what goes together is in
// `plan`.
import type { BaseName } from "../wire/BaseName";
import type { BoxName } from "../wire/BoxName";
import type { ModuleName } from "../wire/ModuleName";
import type { ClashName } from "../wire/ClashName";
import type { Offer } from "../wire/Offer";
import { t, word } from "./i18n/index.svelte";
import { boxed, clashOf, isAway, played, preset, sameGame, usual, wholes, withPart, withWhole, type Choice, type ClockChoice, type Game, type OfferModule, type Preset, type SeatChoice } from "./plan";

/** A seat of the form, which stays the same one whatever is before it. */
export type Plan = SeatChoice & { id: number };

/** Who begins if chance decides, and the length of a whole game, as values of the form. */
export const RANDOM = "random";
export const FULL = "full";

export class Form {
  box = $state<BoxName | null>(null);
  base = $state<BaseName>("classic");
  modules = $state.raw<readonly ModuleName[]>([]);
  seats = $state<Plan[]>([]);
  first = $state(RANDOM);
  aids = $state(true);
  isPrivate = $state(true);
  clock = $state<ClockChoice>(usual().clock);
  strict = $state(false);
  length = $state(FULL);
  pace = $state(0);
  private next = 0;

  /** `chosen` is what the form begins with. */
  constructor(
    readonly offer: Offer,
    chosen: Choice,
  ) {
    const { box, base, modules, aids, clock, strict, pace, first, length } = chosen;
    Object.assign(this, { box, base, modules, aids, clock: { ...clock }, strict, pace });
    this.isPrivate = chosen.private;
    this.seats = chosen.seats.map((seat) => ({ ...seat, id: this.next++ }));
    this.first = first === null ? RANDOM : String(this.seats[first]?.id);
    this.length = length === null ? FULL : String(length);
  }

  /** What is played. */
  get game(): Game {
    return { box: this.box, base: this.base, modules: [...this.modules] };
  }
  get mostSeats(): number {
    return this.offer.boxes.find(({ id }) => id === this.box)?.max_players ?? this.offer.max_players;
  }
  get listed(): OfferModule[] {
    return wholes(this.offer, this.box);
  }
  /** Nobody is elsewhere, so it may be kept on this device. */
  get isFree(): boolean {
    return !this.seats.some(isAway);
  }

  take({ box, base, modules }: Game): void {
    [this.box, this.base, this.modules] = [box, base, modules];
    this.seats = this.seats.slice(0, this.mostSeats);
  }
  /** A box with everything that is in it, or a free choice that begins with what was chosen before. */
  takeBox(id: string | null): void {
    const game = id === null ? null : boxed(this.offer, id);
    if (game) this.take(game);
    else this.box = null;
  }
  is(name: Preset): boolean {
    return sameGame(preset(this.offer, name), this.game);
  }

  choose(whole: OfferModule, on: boolean): void {
    this.modules = withWhole(this.offer, this.modules, whole, on);
  }
  choosePart(whole: OfferModule, part: OfferModule, on: boolean): void {
    this.modules = withPart(this.offer, this.modules, whole, part, on);
  }
  clash(item: OfferModule): ClashName | null {
    return clashOf(this.game, item);
  }
  /** Modules that were chosen before something else that excludes them. */
  get clashes(): { item: OfferModule; why: ClashName }[] {
    return this.listed.flatMap((item) => {
      const why = this.modules.includes(item.id) ? this.clash(item) : null;
      return why ? [{ item, why }] : [];
    });
  }

  add(): void {
    const { colours, bots } = this.offer;
    const colour = colours.find((free) => !this.seats.some((seat) => seat.colour === free)) ?? "red";
    this.seats.push({ id: this.next++, name: "", colour, who: !this.isFree ? "open" : bots.includes("apprentice") ? "bot:apprentice" : "here" });
  }
  fill(count: number): void {
    while (this.seats.length < count) this.add();
  }
  remove(seat: Plan): void {
    this.seats = this.seats.filter(({ id }) => id !== seat.id);
  }
  /** Two seats never have one colour: the other one gets what this one had. */
  paint(seat: Plan, colour: string): void {
    const other = this.seats.find((known) => known.id !== seat.id && known.colour === colour);
    if (other) other.colour = seat.colour;
    seat.colour = colour;
  }
  /** Without a server friends sit at this screen. */
  stayHere(): void {
    for (const seat of this.seats) if (isAway(seat)) seat.who = "here";
  }
  /** Whoever fills in the form has the first seat. */
  callMe(name: string): void {
    const mine = this.seats[0];
    if (mine && !mine.name) mine.name = name;
  }

  /** Everything that was chosen. */
  get choice(): Choice {
    const first = this.seats.findIndex((seat) => String(seat.id) === this.first);
    return {
      box: this.box,
      base: this.base,
      modules: played(this.offer, this.game),
      seats: this.seats.map(({ name, colour, who }) => ({ name: name.trim(), colour, who })),
      first: first < 0 ? null : first,
      aids: this.aids,
      private: this.isPrivate,
      clock: { ...this.clock },
      strict: this.strict,
      length: this.length === FULL ? null : Number(this.length),
      pace: this.pace,
    };
  }
}

/** How somebody without a name is called. */
export const nameOf = ({ name, who }: SeatChoice, i: number): string =>
  name.trim() || (who.startsWith("bot:") ? `${word(`bot.${who.slice(4)}`, t("bot.name"))} ${i + 1}` : t("setup.player", { n: i + 1 }));

/** A module as a base calls it. */
export const moduleTitle = (base: string, { id, title }: OfferModule): string => word(`module.${base}.${id}`, word(`module.${id}`, title));
export const moduleText = (base: string, { id, title }: OfferModule): string => word(`module.${base}.${id}.text`, word(`module.${id}.text`, title));
