// Tables to learn at, by their ids. Whoever opens one brings what makes it (study.ts): a game that is only played does without.
import type { Carrier } from "../carrier";

export const PREFIX = "study-";

/** Whether an id is that of a table to learn at. */
export const isStudy = (game: string): boolean => game.startsWith(PREFIX);

let brought: Carrier | null = null;
export function bring(carrier: Carrier): void {
  brought = carrier;
}

/** Opens a line to a table to learn at, if one was ever made in this page. */
export function studyCarrier(...[game, ears]: Parameters<Carrier>): ReturnType<Carrier> {
  if (brought) return brought(game, ears);
  queueMicrotask(() => ears.closed("gone"));
  return { isAlive: false, send: () => false, close: () => {} };
}
