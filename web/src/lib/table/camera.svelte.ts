// What part of the board is seen, as far as the game decides it; whoever plays moves it on the board itself.
import { untrack } from "svelte";
import type { OptionView } from "../../wire/OptionView";
import type { Cell } from "../board/geometry";
import type { Play } from "../game/play.svelte";
import { cellsOf, isNear } from "./near";

/** How the board is shown. */
export type Shown = {
  showAll(): void;
  attend(cells: readonly Cell[]): void;
  waitAt(at: Cell | null): void;
};

/** What else there is to see than what is asked. */
export type Told = {
  /** The step of a lesson that only tells: whatever somebody came near to before, it is told of the whole board. */
  scene: number | null;
  /** Where an answer is waited for. */
  awaited: Cell | null;
  /** The places of turns that are compared or shown as solutions, as text: the same ones are no news. */
  compared: string;
};

export class Camera {
  private scene: number | null = null;

  constructor(
    private play: Play,
    private board: () => Shown | undefined,
    private told: () => Told,
  ) {}

  /** Follows what is asked and told, in the component that makes it. */
  watch(): void {
    const scene = $derived(this.told().scene);
    const awaited = $derived(this.told().awaited);
    const compared = $derived(this.told().compared);
    $effect(() => {
      const board = this.board();
      if (scene === null || scene === this.scene || !board) return;
      this.scene = scene;
      untrack(() => board.showAll());
    });
    $effect(() => {
      const at = awaited;
      const board = this.board();
      if (board) untrack(() => board.waitAt(at));
    });
    $effect(() => {
      const isAsked = this.play.asking !== null && isNear(this.play.kind);
      const cells = JSON.parse(compared) as Cell[];
      const board = this.board();
      if (board) untrack(() => (cells.length ? board.attend(cells) : this.attend(isAsked ? this.play.offered.onBoard : [])));
    });
  }

  /** Shows the places of answers from near. */
  attend(options: readonly OptionView[]): void {
    this.board()?.attend(cellsOf(options, this.play.view?.board.printed ?? null));
  }
}
