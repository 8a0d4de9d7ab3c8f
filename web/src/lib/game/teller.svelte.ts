// Tells what happens: points that rise from the board, notices for a while, and a voice for those who do not see them.
import type { GameView } from "../../wire/GameView";
import type { Cell, Spot } from "../board/geometry";
import { t } from "../i18n/index.svelte";
import { read } from "../phrases";
import { screen } from "../screen.svelte";
import { calm, settings } from "../settings.svelte";
import { isNews } from "./happenings";
import { isStill, motionOf, still, together, type Motion } from "./motion";
import { Newsroom, type News } from "./news";
import { mySeat } from "./state";
import { spoken } from "./voice";
import * as words from "./words";

/** Points that rise from a segment, or from a whole tile. */
export type Float = { id: number; text: string; colour: string; at: Cell; segment: number | null };

/** A region that is lit for a moment, or as long as somebody speaks of it. */
export type Lit = { spots: readonly Spot[]; colour: string; stays?: boolean };

/** Milliseconds after which everything stands where it belongs. */
const LASTS = 2200;
/** Lines that the voice keeps: long enough to be read, short enough to be heard. */
const MEMORY = 12;

export class Teller {
  notices = $state.raw<{ id: number; text: string; die: number | null; count: number }[]>([]);
  floats = $state.raw<Float[]>([]);
  voice = $state.raw<{ id: number; text: string }[]>([]);
  /** What moves now, for a moment. */
  motion = $state.raw<Motion>(still);
  /** The regions that were scored, lit up. */
  lit = $state.raw<Lit[]>([]);
  /** The game has ended while it was looked at. */
  justEnded = $state(false);

  /** The last view has begun a turn of somebody at this screen. */
  isNewTurn = false;

  private ids = 0;
  /** Lines of the chat that were announced. */
  private read: number | null = null;
  private readonly room = new Newsroom();
  private wasRunning = false;
  private rest: ReturnType<typeof setTimeout> | undefined;
  /** Counts what was told to its end. */
  private round = 0;
  private toldTurn = "";
  private toldQuestion = "";

  /** `regionAt` tells the segments of a region. Where somebody learns, points that rise say what they are for. */
  constructor(
    private readonly regionAt: (spot: Spot) => Promise<readonly Spot[]>,
    private readonly isTeaching = false,
  ) {}

  /** Tells what a view has that none before had. */
  look(view: GameView, question: string): News[] {
    const fresh = this.room.read(view);
    for (const item of fresh) this.show(view, item);
    this.move(motionOf(view, fresh));
    const ends = view.status === "finished" && this.wasRunning;
    // Lines of the chat are announced like moves, but not what was there before, and not one's own.
    const lines = view.chat.slice(this.read ?? view.chat.length).filter((line) => !settings.muted.includes(line.name) && !(line.seat !== null && view.seats[line.seat]?.yours));
    this.read = view.chat.length;
    this.say([...lines.map(({ name, text }) => t("chat.said", { name, text: read(text) })), ...fresh.map((item) => spoken(view, item)), ends ? words.winner(view) : "", ...this.turnLines(view, question)]);
    if (ends) this.justEnded = true;
    this.wasRunning = view.status === "running";
    return fresh;
  }

  /** Points rise where they were won; what nobody should miss is shown for a while. */
  private show(view: GameView, item: News): void {
    if (item.what === "happened") {
      const { happening, entry } = item;
      if (isNews(happening)) this.tell(words.happening(view, happening, entry.seat), happening.what === "rolled" ? happening.number : null);
    } else if (item.what === "note") {
      // Whoever it is about is told at their seat.
      const about = "seat" in item.note ? view.seats[item.note.seat] : null;
      if (!about?.yours && !about?.back) this.tell(words.note(view, item.note));
    } else if (item.what === "award" && item.award.points) {
      const { award } = item;
      const { at, segment } = award;
      const colour = view.seats[award.seat]?.colour ?? "red";
      if (at) this.floats = [...this.floats, { id: ++this.ids, text: this.isTeaching ? `${words.named(award)} +${award.points}` : `+${award.points}`, colour, at, segment }];
      else this.tell(words.award(view, award));
    }
  }

  private move(fresh: Motion): void {
    if (isStill(fresh) || calm()) return;
    const motion = together(this.motion, fresh);
    this.motion = motion;
    const pace = settings.motion === "slow" ? 2 : 1;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.skip(), LASTS * pace);
    const round = this.round;
    for (const { colour, ...spot } of fresh.scored) {
      void this.regionAt(spot).then((spots) => {
        if (this.round === round) this.lit = [...this.lit, { spots, colour }];
      });
    }
  }

  /** Everything stands where it belongs at once. */
  skip(): void {
    clearTimeout(this.rest);
    this.round += 1;
    if (isStill(this.motion)) return;
    this.motion = still;
    this.lit = [];
  }

  floated(id: number): void {
    this.floats = this.floats.filter((float) => float.id !== id);
  }

  private tell(text: string, die: number | null = null): void {
    const id = ++this.ids;
    const isSmall = screen.layout !== "wide";
    // The same again is said with its number; a small screen has room for the board and the last two.
    const again = this.notices.find((known) => known.text === text && known.die === die);
    const others = this.notices.filter((known) => known !== again);
    this.notices = [...others.slice(isSmall ? -1 : -3), { id, text, die, count: (again?.count ?? 0) + 1 }];
    setTimeout(() => (this.notices = this.notices.filter((known) => known.id !== id)), isSmall ? 4500 : 6500);
  }

  /** Says something that was asked for. */
  announce(line: string): void {
    this.say([line]);
  }

  /** Line after line, so that none takes the place of another. */
  private say(lines: readonly string[]): void {
    const fresh = lines.filter((line) => line).map((text) => ({ id: ++this.ids, text }));
    if (fresh.length) this.voice = [...this.voice, ...fresh].slice(-MEMORY);
  }

  /** Somebody at this screen is asked: whose turn it is, once, and each new question. */
  private turnLines(view: GameView, question: string): string[] {
    const seat = mySeat(view);
    this.isNewTurn = false;
    // A draft that is complete looks ahead to the next turn.
    if (seat === null || view.status !== "running" || view.must_confirm) return [];
    const turn = `${seat} ${view.turn}`;
    this.isNewTurn = turn !== this.toldTurn;
    const lines = !this.isNewTurn ? [] : [words.told(view, "live.your-turn", { name: seat })];
    if (`${turn} ${question}` !== this.toldQuestion) lines.push(question);
    this.toldTurn = turn;
    this.toldQuestion = `${turn} ${question}`;
    return lines;
  }
}
