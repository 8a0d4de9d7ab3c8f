// Puzzles: data that lies in learning/puzzles, found by crates/analysis/examples/puzzles.rs. The list is small, the positions of a
// box are loaded when one of them is opened.
import { keep, recall } from "../settings.svelte";

export const themes = ["steal", "block", "field", "finish", "build", "keep", "module", "endgame"] as const;
export type Theme = (typeof themes)[number];
export const levels = [1, 2, 3, 4] as const;

export type Entry = { id: string; theme: Theme; level: number; box: string };
/** `gap` is what the second best turn loses, in hundredths of a point. */
export type Puzzle = { id: string; theme: Theme; level: number; gap: number; turn: string[]; record: string };

const files = import.meta.glob<Puzzle[]>(["../../../../learning/puzzles/*.json", "!**/index.json"], { import: "default" });

export async function list(): Promise<Entry[]> {
  const { default: index } = await import("../../../../learning/puzzles/index.json");
  return Object.entries(index).flatMap(([box, entries]) => entries.map((entry) => ({ ...entry, theme: entry.theme as Theme, box })));
}

/** The box of a puzzle is the beginning of its name. */
export async function loadPuzzle(id: string): Promise<Puzzle | null> {
  const load = Object.entries(files).find(([path]) => id.startsWith(`${path.replace(/^.*\//, "").replace(/\.json$/, "")}-`))?.[1];
  return (await load?.())?.find((puzzle) => puzzle.id === id) ?? null;
}

// The puzzle of the day

/** Days since 1970 in the reader's own calendar. */
export const dayOf = (date: Date): number => Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

/** The same for everybody: steps through the list that is sorted by names, by a number that has no divisor in common with its length. */
export function ofDay<T extends { id: string }>(all: readonly T[], day: number): T | undefined {
  if (!all.length) return undefined;
  const sorted = [...all].sort((a, b) => (a.id < b.id ? -1 : 1));
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let step = Math.floor(sorted.length * 0.618);
  while (divisor(sorted.length, step) !== 1) step += 1;
  return sorted[(day * step) % sorted.length];
}

// What this browser remembers

export type Score = { solved: string[]; streak: number; best: number; days: number; lastDay: number; bestDays: number };
const none: Score = { solved: [], streak: 0, best: 0, days: 0, lastDay: -1, bestDays: 0 };

export function score(): Score {
  try {
    return { ...none, ...(JSON.parse(recall("puzzles") ?? "{}") as Partial<Score>) };
  } catch {
    return none;
  }
}

/** After the first answer to a puzzle. A puzzle that is solved again or only after a mistake adds nothing to the streak. */
export function answered(before: Score, id: string, isRight: boolean, isFirst: boolean, day: number | null): Score {
  const after = { ...before };
  if (isFirst && !before.solved.includes(id)) {
    after.streak = isRight ? before.streak + 1 : 0;
    after.best = Math.max(after.best, after.streak);
  }
  if (isRight) {
    if (!before.solved.includes(id)) after.solved = [...before.solved, id];
    if (day !== null && day !== before.lastDay) {
      after.days = before.lastDay === day - 1 ? before.days + 1 : 1;
      after.lastDay = day;
      after.bestDays = Math.max(after.bestDays, after.days);
    }
  }
  return after;
}

export function setScore(score: Score): void {
  keep("puzzles", JSON.stringify(score));
}
