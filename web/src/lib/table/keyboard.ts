// What keys do at the table: who has the focus, where it goes, and what is done then.
import { key, type Cell, type Direction } from "../board/geometry";
import { command, type Command } from "../game/keys";
import type { Play } from "../game/play.svelte";
import type { Replay } from "../game/replay.svelte";
import { nextCell, walkTargets } from "./walking";

/** So far a key moves the board. */
const STEPS: Record<Direction, Cell> = { up: [0, 90], down: [0, -90], left: [90, 0], right: [-90, 0] };
/** What answers, and what it needs: nothing of it while something is read. */
const ANSWERS: readonly Command["do"][] = ["walk", "number", "turn", "undo", "pass", "hint"];

/** What a key may move of the board. */
export type Movable = {
  pan(dx: number, dy: number): void;
  zoom(factor: number): void;
  showAll(): void;
  reveal(at: Cell): void;
};

/** What keys ask of the table beside the game. */
export type Hands = {
  board(): Movable | undefined;
  /** There is something to read, and nothing is asked. */
  isReading(): boolean;
  putAt(at: Cell): void;
  confirm(): void;
  undo(): void;
  hint(): void;
  /** Looks at the next figure on the board. */
  look(): void;
  /** Opens or closes the game in words. */
  words(): void;
  help(): void;
  escape(): void;
};

type Game = Pick<Play, "cells" | "cursor" | "laid" | "isPlacing" | "takeNumber" | "takePass" | "turn">;

export class Keyboard {
  constructor(
    private play: Game,
    private replay: Pick<Replay, "turn" | "jump">,
    private hands: Hands,
  ) {}

  press = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (target.matches("input, textarea, select") || document.querySelector("dialog[open]")) return;
    const wish = command(event);
    if (wish && this.obey(wish, target)) event.preventDefault();
  };

  /** Does what a key asks for; says whether it was meant for the table. */
  obey(wish: Command, target: HTMLElement): boolean {
    const { play, hands } = this;
    if (hands.isReading() && (ANSWERS.includes(wish.do) || (wish.do === "enter" && !target.matches("button, a, summary")))) return false;
    switch (wish.do) {
      case "pan":
        hands.board()?.pan(...STEPS[wish.direction]);
        return true;
      case "walk":
        return this.walk(wish.direction, target);
      case "number":
        return play.takeNumber(wish.n);
      case "enter":
        return this.enter(target);
      case "turn":
        play.turn(wish.by);
        return true;
      case "zoom":
        hands.board()?.zoom(wish.factor);
        return true;
      case "fit":
        hands.board()?.showAll();
        return true;
      case "pass":
        play.takePass();
        return true;
      case "escape":
      case "undo":
      case "hint":
      case "look":
      case "words":
      case "help":
        hands[wish.do]();
        return true;
      case "ignore":
        return true;
    }
  }

  private walk(direction: Direction, from: HTMLElement): boolean {
    const { play, replay } = this;
    if (replay.turn !== null) {
      replay.jump(replay.turn + (direction === "right" || direction === "down" ? 1 : -1));
      return true;
    }
    if (from.matches("[role=tab]")) return false;
    if (!play.cells.length) {
      walkTargets(direction, from);
      return true;
    }
    const next = nextCell(play.cells, play.cursor, play.laid?.at ?? null, direction);
    if (!next) return true;
    play.cursor = next;
    this.hands.board()?.reveal(next);
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-cell="${key(next)}"]`)?.focus({ preventScroll: true }));
    return true;
  }

  /** Enter lays the tile at the cursor, and else confirms; on a button it is the button's. */
  private enter(target: HTMLElement): boolean {
    const { play, hands } = this;
    const isPlace = target.matches("[data-cell]");
    if (target.matches("button, a, summary") && !isPlace) return false;
    const here = isPlace ? play.cells.find((cell) => key(cell) === target.dataset["cell"]) : play.cursor;
    if (here && (isPlace || play.isPlacing)) hands.putAt(here);
    else hands.confirm();
    return true;
  }
}
