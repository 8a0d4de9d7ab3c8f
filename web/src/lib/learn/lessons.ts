// Lessons: data that lies in learning/lessons, loaded one by one when they are opened. docs/learning.md says how one is made.
import { lessonBy } from "virtual:lessons";
import type { BaseName } from "../../wire/BaseName";
import type { ModuleName } from "../../wire/ModuleName";
import type { Language } from "../i18n/index.svelte";
import { keep, recall } from "../settings.svelte";

export type Award = { seat: number; source: string; points: number };
/** What is called by its name on the board while a step is read. */
export type Names = "features" | "figures";
/** `do`: so many answers of the learner are waited for; 0 if there is only something to read. */
export type Step = { do: number; say: Record<Language, string>; names?: Names; awards?: Award[] };
/** The learner is the first player of the record. */
export type Lesson = { id: string; topic: string; teaches: string[]; record: string[]; steps: Step[] };

const files = import.meta.glob<Lesson>("../../../../learning/lessons/*.json", { import: "default" });
const nameOf = (path: string) => path.replace(/^.*\//, "").replace(/\.json$/, "");
const byName = new Map(Object.entries(files).map(([path, load]) => [nameOf(path), load]));

export const FIRST = "first-game";
/** The names of all lessons but the first game; each is that of its page of rules. */
export const names: readonly string[] = [...byName.keys()].filter((name) => name !== FIRST).sort();

export const loadLesson = async (name: string): Promise<Lesson | null> => (await byName.get(name)?.()) ?? null;

/** The lesson of a page of rules. */
export const lessonOfTopic = (topic: string): string | null => (topic === "base" ? FIRST : byName.has(topic) ? topic : null);

/** The lesson of a module or a base; parts of an expansion are taught with it, and the plain bases have the first game. */
export const lessonOf = (id: BaseName | ModuleName): string | null => lessonBy.get(id) ?? (id === "classic" || id === "v3" ? FIRST : null);

// What this browser remembers: lessons that were done, and those that were declined.

const remembered = (what: string): Set<string> => new Set((recall(what) ?? "").split(" ").filter(Boolean));
function remember(what: string, name: string): void {
  keep(what, [...remembered(what).add(name)].join(" "));
}
export const lessonsDone = () => remembered("lessons");
export const setDone = (name: string) => remember("lessons", name);
export const declineLesson = (name: string) => remember("lessons-declined", name);

/** The lessons that somebody may want who begins a game with these modules: what is neither done nor declined nor played before. */
export function unknownOf(base: BaseName, modules: readonly ModuleName[]): string[] {
  const known = new Set([...lessonsDone(), ...remembered("lessons-declined"), ...remembered("modules-played")]);
  const wanted = [base, ...modules].flatMap((id) => lessonOf(id) ?? []);
  return [...new Set(wanted)].filter((name) => !known.has(name));
}
/** Whoever has ended a game with a module knows it. */
export function setPlayed(base: BaseName, modules: readonly ModuleName[]): void {
  for (const id of [base, ...modules]) {
    const name = lessonOf(id);
    if (name) remember("modules-played", name);
  }
}
