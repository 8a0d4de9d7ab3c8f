// A draft as the page remembers it: the server keeps drafts in memory only, so a restart loses what was not confirmed.
import type { GameView } from "../../wire/GameView";

/** The answers of a draft, from the first undecided decision on. */
export type Kept = { seat: number; draft: number; actions: readonly string[] };

/** What is to be remembered of a view: its draft, if it has one. */
export function keepDraft({ draft_of, answered }: GameView): Kept | null {
  const [first] = answered;
  return draft_of !== null && first ? { seat: draft_of, draft: first.draft, actions: answered.map(({ answer }) => answer) } : null;
}

/** Whether the game still waits where the draft began, but nothing of it is there. */
export function isLost(kept: Kept | null, view: GameView): boolean {
  return !!kept && view.status === "running" && view.draft_of === null && view.draft === kept.draft && view.decision.seat === kept.seat;
}
