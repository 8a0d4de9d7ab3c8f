// One game as this page knows it: connects, connects again, sends answers, and keeps what is said of it. Whether a server or
// this device keeps the game, only its carrier knows.
import type { BoardView } from "../../wire/BoardView";
import type { CellFacts } from "../../wire/CellFacts";
import type { ClientMessage } from "../../wire/ClientMessage";
import type { GameView } from "../../wire/GameView";
import type { OptionView } from "../../wire/OptionView";
import type { PieceName } from "../../wire/PieceName";
import type { Reason } from "../../wire/Reason";
import type { RegionInfo } from "../../wire/RegionInfo";
import type { ServerMessage } from "../../wire/ServerMessage";
import type { TileView } from "../../wire/TileView";
import { api, Failure, PROTOCOL } from "../api";
import { carrierOf, type Line } from "../carrier";
import { isLost, keepDraft, recallDraft, storeDraft, type Kept } from "./draft";
import { drop, due } from "./shares";
import { draftTile, nothing, placing, receive, seen, type Known } from "./state";

/** `old`: the server speaks another version of the protocol; only loading the page again helps. `taken`: another window plays. */
export type Link = "connecting" | "open" | "lost" | "gone" | "old" | "taken";

/** What comes back with the number of a question. */
type Answer = Extract<ServerMessage, { ask: number }>;

/** How often the other side is asked: a dead line is noticed within five seconds. */
const PING = 2_600;
/** An answer that takes longer will not come; less of it for those who come back to the page. */
const PATIENCE = 2_200;
const WAKING = 2_000;
/** What was pressed should have its answer by now: the player is told that it is on its way, and then the line is tried. */
const LATE = 1_000;
const TOO_LATE = 4_000;

export class Session {
  known = $state.raw<Known>(nothing);
  link = $state<Link>("connecting");
  /** A tile that was chosen and not yet acknowledged. */
  pending = $state.raw<TileView | null>(null);

  /** Something was sent and its answer takes longer than usual. */
  late = $state(false);
  /** A draft that the server has lost, to be offered again. */
  lost = $state.raw<Kept | null>(null);
  /** Confirm was pressed and is not acknowledged: it is sent again when the connection is back. */
  intent = $state.raw<{ draft: number; pass: OptionView | null } | null>(null);

  private line: Line | null = null;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;
  private doubt: ReturnType<typeof setTimeout> | undefined;
  private heard = 0;
  private closed = false;
  private asks = 0;
  /** Questions whose answers have not come, by their numbers. */
  private readonly asked = new Map<number, (answer: Answer | null) => void>();
  /** Answers from a decision on, the present one or one that the draft has answered before, given one after the other. */
  private wish: { draft: number; actions: readonly string[] } | null = null;
  private kept: Kept | null = null;
  /** The connection is new: its first view may lack what the page still knows. */
  private isNew = true;
  private waits: ReturnType<typeof setTimeout>[] = [];
  /** Something was sent and its view has not come; what is pressed meanwhile waits for it. */
  private sent = false;
  private later: "undo" | "confirm" | null = null;

  constructor(readonly id: string) {}

  start(): void {
    this.kept = recallDraft(this.id);
    addEventListener("online", this.wake);
    addEventListener("offline", this.doubtAll);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  stop(): void {
    this.closed = true;
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.doubtAll);
    document.removeEventListener("visibilitychange", this.wake);
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    clearTimeout(this.doubt);
    this.waits.forEach(clearTimeout);
    this.line?.close();
    this.unanswered();
  }

  private readonly wake = () => {
    if (document.visibilityState !== "visible") return;
    // The window that is looked at plays.
    if (this.link === "lost" || this.link === "taken") this.retake();
    else if (this.line && Date.now() - this.heard > PING) this.probe(this.line, WAKING);
  };

  /** The system says that there is no network: the line is tried at once. */
  private readonly doubtAll = () => {
    if (this.line) this.probe(this.line, WAKING);
  };

  /** Asks whether the other side still hears; silence ends the connection. A page that slept asks anew before it doubts. */
  private probe(line: Line, patience: number): void {
    const asked = Date.now();
    this.send({ type: "ping" });
    clearTimeout(this.doubt);
    this.doubt = setTimeout(() => {
      if (this.heard >= asked) return;
      line.close();
      this.lose(line);
    }, patience);
  }

  private lose(line: Line): void {
    if (this.closed || this.line !== line) return;
    clearInterval(this.pulse);
    clearTimeout(this.doubt);
    this.line = null;
    this.settle();
    this.unanswered();
    void this.again();
  }

  /** Another window has the game; it is not fought for. */
  private yield(line: Line): void {
    if (this.closed || this.line !== line) return;
    this.line = null;
    clearInterval(this.pulse);
    this.settle();
    this.unanswered();
    this.link = "taken";
  }

  /** Connects now. */
  retake(): void {
    clearTimeout(this.timer);
    this.connect();
  }

  private connect(): void {
    if (this.closed || this.line?.isAlive) return;
    // A line that is dead and has not said so takes what was asked through it along.
    if (this.line) {
      this.settle();
      this.unanswered();
    }
    const line: Line = carrierOf(this.id)(this.id, {
      opened: () => {
        this.heard = Date.now();
        this.isNew = true;
        this.send({ type: "hello", protocol: PROTOCOL, seen: seen(this.known.view) });
        clearInterval(this.pulse);
        this.pulse = setInterval(() => this.probe(line, PATIENCE), PING);
      },
      heard: (message) => {
        this.heard = Date.now();
        // A server that only says that it is busy is not asked again at once.
        if (message.type === "view") this.tries = 0;
        this.hear(message);
      },
      closed: (why) => (why === "taken" ? this.yield(line) : this.lose(line)),
    });
    this.line = line;
  }

  /** A socket says little when it is refused; HTTP tells whether there is such a game. */
  private async again(): Promise<void> {
    if (this.tries === 0 && !this.known.view) {
      try {
        await api.game(this.id);
      } catch (error) {
        if (error instanceof Failure && [403, 404, 410].includes(error.status)) {
          this.link = "gone";
          return;
        }
      }
    }
    if (this.known.view || this.tries > 1) this.link = "lost";
    const wait = Math.min(15_000, 300 * 2 ** this.tries) * (0.7 + Math.random() * 0.6);
    this.tries += 1;
    this.timer = setTimeout(() => this.connect(), wait);
  }

  private hear(message: ServerMessage): void {
    if ("ask" in message) {
      this.asked.get(message.ask)?.(message);
      this.asked.delete(message.ask);
      return;
    }
    if (message.type === "problem") {
      this.settle();
      this.intent = null;
    }
    if (message.type === "problem" && message.code === "protocol") {
      this.link = "old";
      this.stop();
      return;
    }
    if (message.type === "view") {
      if (this.link === "lost") this.forgive();
      this.link = "open";
      this.answered();
    }
    this.known = receive(this.known, message, Date.now());
    const { view } = this.known;
    if (message.type !== "view" || !view || (this.wish && this.follow(view.draft))) return;
    this.pending = null;
    for (const share of due(view)) this.send({ type: "reveal", ...share });
    if (view.status === "finished" && message.keep) drop(view);
    this.look(view);
  }

  /** What a view means for what was drafted and pressed before. */
  private look(view: GameView): void {
    const next = this.later;
    this.later = null;
    const { intent, isNew } = this;
    this.isNew = false;
    if (isNew) this.lost = isLost(this.kept, view) ? this.kept : null;
    else if (this.lost && !isLost(this.lost, view)) this.lost = null;
    if (!this.lost) storeDraft(this.id, (this.kept = keepDraft(view)));
    if (next === "undo") this.undo();
    else if (next === "confirm" && view.must_confirm) this.confirm();
    else if (isNew && intent) this.resume(intent, view);
    // It is confirmed, or after the pass something else is asked.
    else if (intent && (next === "confirm" || view.draft_of === null)) this.intent = null;
  }

  /** Confirm was pressed before the connection was lost: once more, if the draft is still the same. */
  private resume({ draft, pass }: { draft: number; pass: OptionView | null }, view: GameView): void {
    this.intent = null;
    if (pass && view.draft === draft && !view.must_confirm && view.decision.options.some(({ action }) => action === pass.action)) this.finish(pass);
    else if (view.must_confirm && view.draft === draft + (pass ? 1 : 0)) this.confirm();
  }

  /** Lays out again what the server has lost. */
  restore(): void {
    const { lost } = this;
    this.lost = null;
    if (!lost || this.sent) return;
    this.wish = { draft: lost.draft, actions: lost.actions };
    this.follow(this.known.view?.draft ?? -1);
  }

  private settle(): void {
    this.wish = null;
    this.later = null;
    this.pending = null;
    this.answered();
  }

  private answered(): void {
    this.sent = false;
    this.late = false;
    this.waits.forEach(clearTimeout);
    this.waits = [];
  }

  private send(message: ClientMessage): boolean {
    return this.line?.send(message) ?? false;
  }

  /** Gives the wished answer; the server takes back what the draft has answered after it. Says whether it is on the way. */
  private follow(draft: number): boolean {
    const wish = this.wish;
    if (!wish) return false;
    const [action, ...rest] = wish.actions;
    this.wish = rest.length ? { draft: wish.draft + 1, actions: rest } : null;
    return draft >= wish.draft && action !== undefined && this.change({ type: "act", draft: wish.draft, action });
  }

  /** Sends what changes the draft. */
  private change(message: ClientMessage): boolean {
    this.answered();
    this.sent = this.send(message);
    const { line } = this;
    if (this.sent && line) {
      this.waits = [setTimeout(() => (this.late = true), LATE), setTimeout(() => this.probe(line, WAKING), TOO_LATE)];
    }
    return this.sent;
  }

  /** Answers a decision, the present one or one that the draft has answered before. */
  choose(option: OptionView, draft = this.known.view?.draft ?? 0): void {
    const view = this.known.view;
    if (!view || this.link !== "open") return;
    if (option.target.on === "cell") {
      const tile = view.decision.tile ?? draftTile(view)?.tile ?? placing(view)?.decision.tile;
      if (tile) {
        this.pending = { tile, at: option.target.at, rotation: option.target.rotation, by: view.active, turn: view.turn, draft: true };
      }
    }
    this.later = null;
    this.intent = null;
    this.wish = { draft, actions: [option.action] };
    if (!this.sent) this.follow(view.draft);
  }

  undo(): void {
    const view = this.known.view;
    this.intent = null;
    if (this.sent) this.later = "undo";
    else if (view?.can_undo) this.change({ type: "undo", draft: view.draft });
  }

  confirm(): void {
    const view = this.known.view;
    if (!view) return;
    this.intent ??= { draft: view.draft, pass: null };
    if (this.sent) this.later = "confirm";
    else this.change({ type: "confirm", draft: view.draft });
  }

  /** Passes and confirms, when passing is what is left. */
  finish(pass: OptionView): void {
    this.choose(pass);
    this.intent = { draft: this.known.view?.draft ?? 0, pass };
    this.confirm();
  }

  chat(text: string): void {
    this.send({ type: "chat", text });
  }

  resign(seat: number): void {
    this.send({ type: "resign", seat });
  }

  replace(seat: number, bot: string): void {
    this.send({ type: "replace-by-bot", seat, bot });
  }

  /** What is said once and has no answer of its own; the next view shows it. */
  tell(message: ClientMessage): void {
    this.send(message);
  }

  begin(): void {
    this.send({ type: "start" });
  }

  /** Lets a damaged game go on from its last good action. */
  playOn(): void {
    this.send({ type: "continue" });
  }

  async region(at: [number, number], segment: number): Promise<RegionInfo | null> {
    return (await this.ask("region", (ask) => ({ type: "region", at, segment, ask })))?.region ?? null;
  }

  /** The board as it was after a turn; 0 is before the first one. */
  async boardAfter(turn: number): Promise<BoardView | null> {
    return (await this.ask("board", (ask) => ({ type: "board", turn, ask })))?.board ?? null;
  }

  /** A cell in words; with a rotation the tile in hand as it would lie there; without a cell that tile. */
  async describe(at: [number, number] | null, rotation: number | null): Promise<CellFacts | null> {
    return (await this.ask("described", (ask) => ({ type: "describe", at, rotation, ask })))?.cell ?? null;
  }

  /** Why an answer in the notation is none. */
  why(action: string): Promise<Reason | null> {
    return this.reason((ask) => ({ type: "why", action, ask }));
  }

  /** Why the tile cannot be laid there like this. */
  whyLaid(at: [number, number], rotation: number): Promise<Reason | null> {
    return this.why(`${at[0]},${at[1]} r${rotation}`);
  }

  /** Why a figure cannot be put there. */
  whyThere(at: [number, number], segment: number, figure: PieceName): Promise<Reason | null> {
    return this.reason((ask) => ({ type: "why-there", at, segment, figure, ask }));
  }

  /** Why this space of the score track is no answer. */
  whySpace(space: number): Promise<Reason | null> {
    return this.reason((ask) => ({ type: "why-space", space, ask }));
  }

  private async reason(question: (ask: number) => ClientMessage): Promise<Reason | null> {
    return (await this.ask("because", question))?.reason ?? null;
  }

  /** Asks with a number of its own; there is no answer if the line is lost. */
  private ask<Type extends Answer["type"]>(type: Type, question: (ask: number) => ClientMessage): Promise<Extract<Answer, { type: Type }> | null> {
    const ask = ++this.asks;
    return new Promise((resolve) => {
      if (!this.send(question(ask))) return resolve(null);
      this.asked.set(ask, (answer) => resolve(answer?.type === type ? (answer as Extract<Answer, { type: Type }>) : null));
    });
  }

  private unanswered(): void {
    for (const settle of this.asked.values()) settle(null);
    this.asked.clear();
  }

  forgive(): void {
    this.known = { ...this.known, problem: null };
  }
}
