// Hints at the table, where the host allows aids: the three best turns of the moment, computed in a worker of this page.
import type { GameView } from "../../wire/GameView";
import { Failure } from "../failure";
import { t } from "../i18n/index.svelte";
import { recordOf } from "./records";
import type { Hint } from "../engine/asking";
import { study } from "./requests";
import { isStudy } from "./studies";

export class Hints {
  /** What is shown: nothing, thinking, or turns. */
  found = $state.raw<readonly Hint[] | null>(null);
  isThinking = $state(false);
  trouble = $state("");
  private asked: { key: string; work: AbortController } | null = null;

  /** The question that hints are about: another turn or another answer of somebody else makes them old. */
  private static key = ({ id, turn, draft, answered }: GameView): string => `${id} ${turn} ${answered[0]?.draft ?? draft}`;

  static areAllowed = (view: GameView | null, mine: number | null): view is GameView => !!view && view.aids && view.status === "running" && mine !== null && !isStudy(view.id);

  get isOpen(): boolean {
    return this.isThinking || this.found !== null || this.trouble !== "";
  }

  /** What was found is forgotten when the game has gone on. */
  look(view: GameView | null): void {
    if (this.asked && view && Hints.key(view) !== this.asked.key) this.hide();
  }

  hide(): void {
    this.asked?.work.abort();
    this.asked = null;
    this.found = null;
    this.isThinking = false;
    this.trouble = "";
  }

  async show(view: GameView): Promise<void> {
    this.hide();
    const asked = { key: Hints.key(view), work: new AbortController() };
    this.asked = asked;
    this.isThinking = true;
    try {
      const found = await study.hints(await recordOf(view.id), { signal: asked.work.signal });
      if (this.asked === asked) this.found = found;
    } catch (error) {
      if (this.asked === asked) this.trouble = error instanceof Failure && error.code === "no-engine" ? t("hints.no-engine") : error instanceof Error ? error.message : String(error);
    } finally {
      if (this.asked === asked) this.isThinking = false;
    }
  }
}
