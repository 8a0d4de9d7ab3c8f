import type { ModuleName } from "../../wire/ModuleName";
import { describe, expect, it } from "vitest";
import { blockEnd, matching, settled, stops } from "./course.svelte";
import { FIRST, lessonOf, lessonOfTopic, names, unknownOf, type Lesson } from "./lessons";
import { named } from "./study";

const act = (seat: number | null) => ({ action: "x", seat, turn: 1 });
const step = (n: number) => ({ do: n, say: { en: "", uk: "", ru: "" } });
const lessons = Object.values(import.meta.glob<Lesson>("../../../../learning/lessons/*.json", { import: "default", eager: true }));

describe("a course", () => {
  it("goes on after the last answer of a turn when it is confirmed", () => {
    expect([0, 1, 2].map((right) => settled(5, right, 2))).toEqual([5, 6, 6]);
    expect([settled(5, 0, 1), settled(5, 1, 1), settled(9, 0, 0)]).toEqual([5, 5, 9]);
  });
  // Draw, two answers of the learner, draw, the opponent, draw, the learner.
  const acts = [null, 0, 0, null, 1, null, 0].map(act);
  it("stops where the learner is asked", () => {
    expect(stops(acts, [step(0), step(1), step(1), step(1)])).toEqual([1, 1, 2, 6]);
  });
  it("ends at the end of the record", () => {
    expect(stops(acts, [step(2), step(1), step(0)])).toEqual([1, 6, 7]);
  });
  it("confirms together what is answered together", () => {
    expect(blockEnd(acts, 1)).toBe(3);
    expect(blockEnd(acts, 2)).toBe(3);
    expect(blockEnd(acts, 6)).toBe(7);
  });
  it("knows what was right", () => {
    expect(matching(["a", "b"], ["a"])).toBe(1);
    expect(matching(["a", "b"], ["a", "c"])).toBe(1);
    expect(matching(["a"], ["a", "b"])).toBe(1);
  });
});

describe("lessons", () => {
  it("are found by what they teach and by their pages of rules", () => {
    for (const { id, topic, teaches } of lessons) {
      expect(lessonOfTopic(topic)).toBe(id);
      for (const module of teaches) if (module !== "base") expect(lessonOf(module as ModuleName), module).toBe(id);
    }
    expect(names.length).toBe(lessons.length - 1);
    expect(lessonOf("classic")).toBe(FIRST);
    expect(unknownOf("winter", ["farmers", "gingerbread"])).toEqual(["winter", "farmers", "gingerbread"]);
  });
  it("use no word that the terms forbid", () => {
    for (const bad of ["тайл", "міпл", "мипл", "фермер", "фішк", "балів", "шестиуг"]) expect(JSON.stringify(lessons).toLowerCase()).not.toContain(bad);
  });
});

describe("names", () => {
  it("take the place of the letters of a record, and nothing else", () => {
    const record = "bastide-record 1\nbase classic\nplayers A B\nfirst B\n\n1 B A 0,1 r0 pass\n2 A B\n";
    expect(named(record, ["Ви", "Суперник"])).toBe('bastide-record 1\nbase classic\nplayers "Ви" "Суперник"\nfirst "Суперник"\n\n1 "Суперник" A 0,1 r0 pass\n2 "Ви" B\n');
  });
});
