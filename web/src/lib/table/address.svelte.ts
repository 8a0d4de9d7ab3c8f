// What a browser shows of the table: the address of a moment, which can be sent to somebody and leads there, and the title.
import { untrack } from "svelte";
import type { GameView } from "../../wire/GameView";
import { gameName } from "../game/words";
import { t } from "../i18n/index.svelte";

/** The turn that is shown; none for the present. */
type Moment = { readonly turn: number | null };

export class Address {
  /** The moment that the address names. */
  private named: number | null;

  constructor(
    named: number | null,
    private readonly shown: Moment,
    private readonly jump: (turn: number) => void,
    private readonly rename: (turn: number | null) => void,
  ) {
    this.named = named;
  }

  /** Follows the address, and has it follow, in the component that makes it. */
  watch(wanted: () => number | null, isThere: () => boolean): void {
    $effect(() => {
      const turn = wanted();
      if (isThere()) untrack(() => this.lead(turn));
    });
    $effect(() => this.follow(this.shown.turn));
  }

  /** Somebody has come by an address. */
  lead(turn: number | null): void {
    if (turn !== null && this.shown.turn !== turn) this.jump(turn);
  }

  /** Another moment is looked at. */
  follow(turn: number | null): void {
    if (turn === this.named) return;
    this.named = turn;
    this.rename(turn);
  }
}

/** The title of the page; whoever looks elsewhere sees in it that they are asked. */
export function titleOf(view: GameView | null, isAsked: boolean): string {
  if (!view) return t("app.name");
  return `${isAsked && view.status === "running" ? `● ${t("table.your-turn")}` : gameName(view)} — ${t("app.name")}`;
}
