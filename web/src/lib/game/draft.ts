// A draft as the page remembers it: the server keeps drafts in memory only, so a restart loses what was not confirmed.
import type { GameView } from "../../wire/GameView";

/** The answers of a draft, from the first undecided decision on. */
export type Kept = { seat: number; draft: number; actions: readonly string[] };

const KEY = "draft";

/** A draft as this window remembers it through a reload; another window has its own. */
export function recallDraft(game: string): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(`${KEY} ${game}`) ?? "null") as Kept | null;
    return kept && typeof kept.seat === "number" && typeof kept.draft === "number" && Array.isArray(kept.actions) ? kept : null;
  } catch {
    return null;
  }
}

export function storeDraft(game: string, kept: Kept | null): void {
  try {
    if (kept) sessionStorage.setItem(`${KEY} ${game}`, JSON.stringify(kept));
    else sessionStorage.removeItem(`${KEY} ${game}`);
  } catch {
    // Private windows may refuse; then a reload forgets.
  }
}

/** What is to be remembered of a view: its draft, if it has one. */
export function keepDraft({ draft_of, answered }: GameView): Kept | null {
  const [first] = answered;
  return draft_of !== null && first ? { seat: draft_of, draft: first.draft, actions: answered.map(({ answer }) => answer) } : null;
}

/** Whether the game still waits where the draft began, but nothing of it is there. */
export function isLost(kept: Kept | null, view: GameView): boolean {
  return !!kept && view.status === "running" && view.draft_of === null && view.draft === kept.draft && view.decision.seat === kept.seat;
}
