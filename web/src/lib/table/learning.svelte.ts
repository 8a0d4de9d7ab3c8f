// Learning at the table: hints, turns that somebody who teaches shows, the answer that is waited for, lessons for what is new, and a game
// that has ended as one of the statistics of this browser.
import { untrack } from "svelte";
import type { GameView } from "../../wire/GameView";
import type { Play } from "../game/play.svelte";
import type { Replay } from "../game/replay.svelte";
import { tileInQuestion } from "../game/state";
import * as words from "../game/words";
import { Hints } from "../learn/hints.svelte";
import { setPlayed, unknownOf } from "../learn/lessons";
import { marked as mark } from "../learn/marked.svelte";
import type { Suggestion } from "../learn/suggestion";

/** What is told by whoever teaches. */
export type Teaching = {
  /** Somebody does. */
  isTaught: boolean;
  /** Turns that are shown on the board, for the tile in question and the colour of who is asked. */
  suggestions: ((tile: string | null, colour: string) => Suggestion[]) | undefined;
  /** The answer that is pointed out, as it is written in a record. */
  marked: string | null;
};

export class Learning {
  readonly hints = new Hints();
  private readonly play: Play;
  private readonly replay: Pick<Replay, "turn">;
  private readonly teaching: () => Teaching;

  constructor(play: Play, replay: Pick<Replay, "turn">, teaching: () => Teaching) {
    this.play = play;
    this.replay = replay;
    this.teaching = teaching;
  }

  canHint = $derived.by(() => Hints.areAllowed(this.play.view, this.play.mine));
  suggested = $derived.by((): Suggestion[] => {
    if (this.replay.turn !== null) return [];
    const { view, handTile, colours, mine } = this.play;
    const tile = handTile ?? (view ? (tileInQuestion(view)?.tile ?? null) : null);
    const colour = colours[mine ?? view?.decision.seat ?? 0] ?? "red";
    const numbered = (this.hints.found ?? []).map((found, i): Suggestion => ({ ...found, tile, colour, mark: String(i + 1), look: "hint" }));
    return [...numbered, ...(this.teaching().suggestions?.(tile, colour) ?? [])];
  });
  /** The answer that is waited for, if it is one. */
  marked = $derived.by(() => {
    const { marked } = this.teaching();
    return marked === null ? null : (this.play.view?.decision.options.find(({ action }) => action === marked) ?? null);
  });
  awaited = $derived.by(() => (this.marked && "at" in this.marked.target ? this.marked.target.at : null));
  /** The places of turns that are compared, as text: the same ones are no news. */
  compared = $derived.by(() => JSON.stringify(this.suggested.flatMap(({ look, place }) => (look !== "hint" && place ? [place.at] : []))));
  /** Lessons that somebody may want who begins this game. */
  unknown = $derived.by(() => {
    const { view, seated } = this.play;
    return view?.status === "running" && view.turn <= 2 && seated && !this.teaching().isTaught ? unknownOf(view.base, view.modules) : [];
  });

  /** To be called while a component is made. */
  watch(): void {
    $effect(() => {
      const { view } = this.play;
      untrack(() => this.hints.look(view));
    });
    // What is waited for is among the answers that are shown: those of its way and of its figure.
    $effect(() => {
      const option = this.marked;
      if (!option || !this.play.view?.decision) return;
      untrack(() => {
        this.play.wantedWay = words.way(option);
        if (option.target.on === "segment") this.play.wantedRole = { figure: option.target.figure, on: null };
      });
    });
    $effect(() => {
      mark.action = this.teaching().marked;
      return () => (mark.action = null);
    });
  }

  /** Shows hints, or none any more. */
  readonly toggle = (): void => {
    const { view, mine } = this.play;
    if (this.hints.isOpen) this.hints.hide();
    else if (Hints.areAllowed(view, mine)) void this.hints.show(view);
  };
}

/** A game that has just ended is one of the statistics of this browser. */
export async function remember(view: GameView): Promise<void> {
  // Most of it is needed once in a game.
  const [{ resultOf }, { learning }] = await Promise.all([import("../learn/statistics"), import("../learn/keep")]);
  const result = resultOf(view, Date.now());
  if (!result) return;
  setPlayed(view.base, view.modules);
  await learning.keepResult(result);
}
