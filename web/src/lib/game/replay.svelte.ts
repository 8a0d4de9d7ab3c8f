// The game as it was: which turn is shown, and whether it plays on by itself.
import type { BoardView } from "../../wire/BoardView";
import { calm } from "../settings.svelte";
import type { Session } from "./session.svelte";
import { momentOf } from "./state";

/** Milliseconds for each turn at the usual speed. */
const PACE = 700;
const CALM_PACE = 1200;
/** How many times as fast. */
export const speeds = [0.5, 1, 2, 4] as const;

export class Replay {
  /** The turn after which the table is shown; none for the present. */
  turn = $state<number | null>(null);
  playing = $state(false);
  speed = $state(1);

  /** The board of that turn, as the server tells it; until it comes the one before stays. */
  past = $state.raw<BoardView | null>(null);

  private readonly session: Session;
  last = $derived.by(() => Math.max(0, ...(this.session.known.view?.board.tiles.map((tile) => tile.turn) ?? [])));
  /** What stands beside the board: the points of that moment, and nothing that is known only of the end. */
  beside = $derived.by(() => {
    const { view } = this.session.known;
    return view && this.turn !== null ? momentOf(view, this.turn) : view;
  });

  constructor(session: Session) {
    this.session = session;
  }

  /** To be called while a component is made. */
  watch(): void {
    $effect(() => {
      const { turn } = this;
      if (turn === null) this.past = null;
      else void this.session.boardAfter(turn).then((board) => (this.past = board && this.turn === turn ? board : this.past));
    });
    $effect(() => {
      const { turn } = this;
      if (!this.playing || turn === null) return;
      if (turn >= this.last) {
        this.playing = false;
        return;
      }
      const timer = setTimeout(() => (this.turn = turn + 1), (calm() ? CALM_PACE : PACE) / this.speed);
      return () => clearTimeout(timer);
    });
  }

  start(): void {
    this.turn = 0;
    this.playing = true;
  }

  stop(): void {
    this.turn = null;
    this.playing = false;
  }

  /** One turn on or back. */
  step(by: number): void {
    this.jump((this.turn ?? this.last) + by);
  }

  toggle(): void {
    if (!this.playing && this.turn === this.last) this.turn = 0;
    this.playing = !this.playing;
  }

  jump(turn: number): void {
    this.playing = false;
    this.turn = Math.max(0, Math.min(this.last, turn));
  }
}
