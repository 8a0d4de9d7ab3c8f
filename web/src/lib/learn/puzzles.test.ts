import { describe, expect, it } from "vitest";
import { answered, dayOf, list, loadPuzzle, ofDay, type Score } from "./puzzles";

const none: Score = { solved: [], streak: 0, best: 0, days: 0, lastDay: -1, bestDays: 0 };

describe("the puzzle of the day", () => {
  it("does not depend on the order of the list, and visits all before it comes again", async () => {
    const all = await list();
    const first = dayOf(new Date(2026, 10, 18));
    const seen = new Set(Array.from({ length: all.length }, (_, i) => ofDay(all, first + i)?.id));
    expect(seen.size).toBe(all.length);
    expect(ofDay([...all].reverse(), first)?.id).toBe(ofDay(all, first)?.id);
    expect(ofDay(all, first + 1)?.id).not.toBe(ofDay(all, first)?.id);
  });
  it("is the day of the reader's calendar", () => {
    expect(dayOf(new Date(2026, 0, 2, 0, 5))).toBe(dayOf(new Date(2026, 0, 1, 23, 55)) + 1);
  });
});

describe("puzzles", () => {
  it("are found by their names", async () => {
    for (const entry of (await list()).filter((_, i) => i % 40 === 0)) {
      const puzzle = await loadPuzzle(entry.id);
      expect(puzzle?.theme).toBe(entry.theme);
      expect(puzzle?.record).toContain("bastide-record 1");
    }
    expect(await loadPuzzle("big-box-0-0")).toBeNull();
  });
});

describe("a streak", () => {
  it("grows with first answers that are right and ends with a wrong one", () => {
    let score = answered(none, "a", true, true, null);
    score = answered(score, "b", true, true, null);
    expect([score.streak, score.best]).toEqual([2, 2]);
    score = answered(score, "c", false, true, null);
    expect(score.streak).toBe(0);
    score = answered(score, "c", true, false, null);
    expect([score.streak, score.best, score.solved]).toEqual([0, 2, ["a", "b", "c"]]);
    expect(answered(score, "a", true, true, null).streak).toBe(0);
  });
  it("of days breaks when a day is left out", () => {
    let score = answered(none, "a", true, true, 10);
    score = answered(score, "b", true, true, 11);
    expect(score.days).toBe(2);
    score = answered(score, "c", true, true, 11);
    expect(score.days).toBe(2);
    score = answered(score, "d", true, true, 14);
    expect([score.days, score.bestDays]).toEqual([1, 2]);
  });
});
