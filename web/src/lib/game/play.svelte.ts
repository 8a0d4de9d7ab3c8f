// A game at this screen: what is asked of whom, what is offered where, and what a player does about it. It knows no rule:
// everything that is offered comes from the view, and answers go back as they came.
import { untrack } from "svelte";
import type { FeatureName } from "../../wire/FeatureName";
import type { OptionView } from "../../wire/OptionView";
import type { PieceName } from "../../wire/PieceName";
import { ferryBetween, firstTurn, key, landings, nextTurn, places as placesOf, same, type Cell, type Landing, type Spot } from "../board/geometry";
import { t } from "../i18n/index.svelte";
import { isShort, longName, pictureOf, shortName, type About } from "./answers";
import { art } from "./art.svelte";
import { screen } from "../screen.svelte";
import { answersOf, choices, isPass, type Role } from "./choices";
import { briefOf, linesOf, type Line } from "./foresight";
import type { Session } from "./session.svelte";
import { isPlacement, mySeat, placing, shownDecision, tileInQuestion } from "./state";
import * as words from "./words";

/** A cell on which no tile can lie. */
const NOWHERE: Cell = [Infinity, Infinity];

export class Play {
  readonly session: Session;

  /** Which way to use a step, and which figure in which role, the player wants to see. */
  wantedWay = $state<words.Way | null>(null);
  wantedRole = $state.raw<Role | null>(null);
  /** The first of the two roads of a ferry. */
  landing = $state.raw<Landing | null>(null);
  /** The place that arrow keys have reached. */
  cursor = $state.raw<Cell | null>(null);
  /** How the tile is turned in the hand. */
  handTurn = $state(0);
  /** The cell under the pointer, or under the tile that is carried. */
  under = $state.raw<Cell | null>(null);

  view = $derived.by(() => this.session.known.view);
  /** The seat of this screen that is asked. */
  mine = $derived(this.view ? mySeat(this.view) : null);
  /** Whose turn it is; a draft does not end it. */
  whose = $derived(this.view?.status === "running" ? (this.mine ?? this.view.decision.seat ?? this.view.active) : null);
  seated = $derived(this.view?.seats.some((seat) => seat.yours) ?? false);
  colours = $derived(this.view?.seats.map((seat) => seat.colour) ?? []);
  own = $derived(this.colours[this.mine ?? 0] ?? "red");

  asked = $derived(this.mine !== null && this.view?.status === "running" && !this.view.must_confirm ? this.view.decision : null);
  isPlacing = $derived(!!this.asked && isPlacement(this.asked));
  /** The tile that the turn is about. */
  laid = $derived.by(() => this.session.pending ?? (this.view && this.mine !== null ? tileInQuestion(this.view) : null));
  /** The decision whose answers are offered: the present one, or the last one of a draft that is complete. */
  shown = $derived.by(() => (this.view && this.mine !== null && !this.session.pending ? shownDecision(this.view) : null));
  kind = $derived(this.shown?.decision.kind ?? null);
  place = $derived(this.view && this.mine !== null ? placing(this.view) : null);
  /** Where else the tile could lie is shown as long as nothing else is to be chosen on the board. */
  places = $derived(this.place && (this.kind === null || this.kind === "deploy") ? placesOf(this.place.decision.options) : null);
  cells = $derived(this.places ? [...this.places.values()].map((found) => found.at) : []);
  turns = $derived(this.laid && this.places ? [...(this.places.get(key(this.laid.at))?.turns.keys() ?? [])] : []);

  /** The tile as it would lie under the pointer or at the cursor, if it may lie there. */
  shade = $derived.by(() => {
    const tile = this.handTile ?? this.laid?.tile;
    const found = !this.session.pending && tile ? this.places?.get(key(this.under ?? (this.isPlacing ? this.cursor : null) ?? NOWHERE)) : undefined;
    if (!tile || !found || same(found.at, this.laid?.at)) return null;
    const turns = [...found.turns.keys()];
    const rotation = firstTurn(turns, this.laid?.rotation ?? this.handTurn);
    const option = rotation === null ? undefined : found.turns.get(rotation);
    return rotation !== null && option ? { tile, at: found.at, rotation, turns, option } : null;
  });

  pass = $derived(this.asked?.options.find(isPass) ?? null);
  answers = $derived(answersOf(this.shown));
  offered = $derived.by(() => choices(this.shown, { way: this.wantedWay, role: this.wantedRole, featureAt: this.featureAt, shortName: this.shortName }));
  /** The roads of lakes that are offered, numbered. */
  ends = $derived(landings(this.offered.onBoard));
  hasPortal = $derived(this.answers.some(({ what }) => what === "portal"));
  canConfirm = $derived.by(
    () => !!this.view && this.mine !== null && this.session.link === "open" && !this.session.pending && (this.view.must_confirm || (!!this.pass && !this.isPlacing)),
  );

  // What was pointed out for an answer is forgotten with it, but not because somebody came, left or wrote a line.
  asking = $derived(this.shown && `${this.shown.draft} ${this.shown.decision.kind}`);
  private answered = $derived(this.shown && `${this.asking} ${this.shown.answer}`);
  /** The tile in somebody's hand. */
  handTile = $derived(this.view?.decision.tile ?? null);
  /** What the die has shown for who lands. */
  die = $derived(this.shown?.decision.kind === "land" ? this.shown.decision.number : null);
  question = $derived.by(() => this.ask());
  hint = $derived.by(() => this.explain());

  constructor(session: Session) {
    this.session = session;
  }

  /** To be called while a component is made: what belongs to one decision ends with it. */
  watch(): void {
    $effect(() => {
      if (this.answered !== null) untrack(() => ((this.landing = null), (this.wantedRole = null), (this.wantedWay = null)));
    });
    $effect(() => {
      if (this.handTile) untrack(() => ((this.handTurn = 0), (this.under = null)));
    });
    // A new turn begins without a cursor of the last one.
    $effect(() => {
      if (this.view?.turn !== undefined && this.mine === null) untrack(() => (this.cursor = null));
    });
  }

  // Words

  private ask(): string {
    const { view, mine } = this;
    if (!view) return "";
    if (view.status === "finished") return t("ask.over");
    if (view.status === "open") return t("lobby.title");
    if (mine === null) return view.decision.seat === null && view.active === null ? t("ask.draw") : words.waiting(view);
    if (view.must_confirm) return t("ask.confirm");
    if (this.landing) return t("ask.put-ferry.second");
    if (view.decision.kind === "message") return t(`message.${view.decision.message}`);
    return words.question(view.decision);
  }

  private explain(): string {
    const { view, mine } = this;
    if (!view) return "";
    if (mine === null) return this.seated ? "" : t("table.spectating");
    if (view.must_confirm) return words.confirmHint(view, mine);
    if (view.decision.kind === "message") return t(`message.${view.decision.message}.text`);
    return words.hint(view.decision, screen.layout === "wide");
  }

  private about(): About | null {
    return this.view && this.shown ? { view: this.view, decision: this.shown.decision, featureAt: this.featureAt } : null;
  }
  readonly featureAt = (spot: Spot): FeatureName | null => {
    const tile = this.view?.board.tiles.find((placed) => same(placed.at, spot.at));
    return (tile && art.tile(tile.tile)?.segments[spot.segment]?.feature) ?? null;
  };
  readonly optionName = (option: OptionView): string => {
    const about = this.about();
    return about ? longName(about, option) : "";
  };
  readonly shortName = (option: OptionView): string => {
    const about = this.about();
    return about ? shortName(about, option) : "";
  };
  /** What stands on the button of an answer: little, when there are many, or other buttons above them. */
  buttonName(option: OptionView): string {
    const { chips, ways, role } = this.offered;
    const isTight = chips.length > (ways.length > 1 || role !== null ? 2 : 3);
    return isTight || isShort(option) ? this.shortName(option) : this.optionName(option);
  }
  picture(option: OptionView): { kind: PieceName; colour: string | null } | null {
    return pictureOf(option, this.own, this.colours);
  }
  /** The answers that the draft has given, the last one first. */
  private drafted = $derived.by((): OptionView[] => {
    const given = this.view?.answered ?? [];
    return given.toReversed().flatMap(({ decision, answer }) => {
      const option = decision.options.find(({ action }) => action === answer);
      return option ? [option] : [];
    });
  });
  /** What is known of what an answer would bring: the one that is looked at, else what the draft brings. */
  outlook(pointed: OptionView | null): { lines: Line[]; option: OptionView } | null {
    const { view, mine, shade, drafted } = this;
    if (!view || mine === null || view.status !== "running") return null;
    const looked = shade?.option ?? pointed;
    // A figure that is placed tells all that the tile brings, and what it brings itself.
    const found = looked ?? (this.session.pending ? undefined : drafted.find(({ brings }) => brings?.length));
    // What the draft did before is told with what is asked now only if something comes of it.
    const lines = found ? linesOf({ view, option: found }).filter(({ isPlain }) => looked || view.must_confirm || !isPlain) : [];
    return found && lines.length ? { lines, option: found } : null;
  }
  readonly brief = (option: OptionView): string => {
    const { view, shown } = this;
    if (!view) return "";
    // Beside a figure stands what it brings, not what the tile brings without it.
    const anyway = option.target.on === "segment" ? shown?.decision.options.find(isPass)?.brings : undefined;
    return briefOf({ view, option }, this.mine, anyway);
  };
  /** The rule of the answers that are shown, or of the question. */
  rule = $derived(this.mine === null ? null : (this.offered.listed[0]?.rule ?? (this.shown?.decision ?? this.asked)?.rule ?? null));
  readonly chosen = (option: OptionView): boolean => option.action === this.shown?.answer;

  // What a player does

  turn(direction: 1 | -1 = 1): void {
    const { laid, place, turns } = this;
    if (laid && place && turns.length > 1) {
      const next = nextTurn(turns, laid.rotation, direction);
      const option = next === null ? undefined : this.places?.get(key(laid.at))?.turns.get(next);
      if (option) this.session.choose(option, place.draft);
    } else if (this.isPlacing && this.shade) {
      this.handTurn = nextTurn(this.shade.turns, this.shade.rotation, direction) ?? this.handTurn;
    } else if (this.isPlacing) {
      this.handTurn = (this.handTurn + direction + 4) % 4;
    }
  }

  putAt(at: Cell): void {
    const { place, places, laid } = this;
    if (!place || !places) return;
    if (laid && same(laid.at, at)) return this.turn();
    const found = places.get(key(at));
    const wished = firstTurn(found?.turns.keys() ?? [], laid?.rotation ?? this.handTurn);
    const option = wished === null ? undefined : found?.turns.get(wished);
    if (!option) return;
    this.cursor = at;
    this.session.choose(option, place.draft);
  }

  answer(option: OptionView): void {
    this.session.choose(option, this.shown?.draft);
  }

  takeLanding(end: Landing): void {
    const { landing } = this;
    if (landing && landing.end === end.end && same(landing.at, end.at)) return void (this.landing = null);
    const option = landing && ferryBetween(this.offered.onBoard, landing, end);
    this.landing = option ? null : end;
    if (option) this.answer(option);
  }

  /** What a number key chooses: a road of a lake, or an answer. */
  takeNumber(n: number): boolean {
    const end = this.ends.find((known) => known.n === n);
    const option = this.offered.listed.find((known) => this.offered.numbers.get(known.action) === n);
    if (end) this.takeLanding(end);
    else if (option) this.answer(option);
    return !!end || !!option;
  }

  confirm(): void {
    if (!this.canConfirm || !this.view) return;
    if (this.view.must_confirm) this.session.confirm();
    else if (this.pass) this.session.finish(this.pass);
  }

  undo(): void {
    this.session.undo();
  }

  takePass(): void {
    if (this.pass) this.session.choose(this.pass);
  }
}
