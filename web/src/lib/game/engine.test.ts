// The client has words for everything that the engine can ask, count and give points for: its lists are read
// from the sources of the engine, so that nothing new goes without a word.
import { describe, expect, it } from "vitest";
import { hasKey } from "../i18n/index.svelte";

const sources = import.meta.glob<string>("../../../../crates/{rules,art,server}/src/**/*.rs", { query: "?raw", import: "default", eager: true });
const source = (path: string): string => {
  const found = Object.entries(sources).find(([name]) => name.endsWith(path));
  if (!found) throw new Error(`There is no ${path}.`);
  return found[1];
};

/** The words of `Name::Variant … => "word"` between two lines of a file. */
function wordsOf(path: string, name: string): string[] {
  const found = [...source(path).matchAll(new RegExp(`^ {12}${name}::\\w+[^=\\n]*=> "([a-z-]+)"`, "gm"))].map((match) => match[1] ?? "");
  expect(found.length, `${path} ${name}`).toBeGreaterThan(3);
  return [...new Set(found)];
}

/** Keys that begin with a name and go on, or are it. */
const speaks = (start: string, more: readonly string[] = []) => hasKey(start) || more.some((end) => hasKey(`${start}.${end}`));

describe("the words of the client", () => {
  it("ask for every decision and say who is waited for", () => {
    const chance = ["spring", "draw", "roll", "draw-message", "over"];
    const ends = ["builder", "pitchfork"];
    for (const kind of wordsOf("rules/src/decision.rs", "Decision")) {
      if (chance.includes(kind)) continue;
      expect(speaks(`ask.${kind}`, ends), `ask.${kind}`).toBe(true);
      if (kind !== "place" && kind !== "deploy") expect(speaks(`wait.${kind}`, ends), `wait.${kind}`).toBe(true);
    }
  });

  it("name what is counted and what points are for", () => {
    const counted = wordsOf("rules/src/event.rs", "Counted").filter((word) => !hasKey(`item.${word}`));
    expect(counted).toEqual([]);
    const events = source("rules/src/event.rs");
    const words = events.slice(events.indexOf("fn word(self)", events.indexOf("impl Source")));
    const given = [...words.matchAll(/Source::\w+(?:\(_\))? => "([a-z]+)"/g)].map((match) => match[1] ?? "");
    expect(given.length).toBeGreaterThan(8);
    expect(given.filter((word) => !hasKey(`source.${word}`))).toEqual([]);
  });

  it("name every figure and every part of a board", () => {
    expect(wordsOf("art/src/figures.rs", "FigureKind").filter((word) => !hasKey(`figure.${word}`))).toEqual([]);
    expect(wordsOf("modules/wheel.rs", "Sector").filter((word) => !hasKey(`wheel.${word}`) || !hasKey(`wheel.${word}.text`))).toEqual([]);
    expect(wordsOf("modules/count.rs", "Quarter").filter((word) => !hasKey(`quarter.${word}`))).toEqual([]);
  });

  it("have a line of the log for every happening", () => {
    const table = source("server/src/play/table.rs");
    const made = table.slice(table.indexOf("fn happening("));
    const found = [...made.matchAll(/(?:of|neutral)\((?:if [^{]+\{ )?"([a-z-]+)"(?: \} else \{ "([a-z-]+)")?/g)].flatMap((match) => [match[1] ?? "", match[2] ?? ""]).filter(Boolean);
    expect(found.length).toBeGreaterThan(15);
    const ends = ["mage", "wheat", "meeple", "add.club"];
    expect(found.filter((what) => !speaks(`note.${what}`, ends))).toEqual([]);
  });
});
