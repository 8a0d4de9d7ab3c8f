import { describe, expect, it } from "vitest";
import refusals from "../../../../crates/rules/src/refusal.rs?raw";
import { bigBox } from "../i18n/big-box.en";
import { bigBoxReasons } from "./reasons";

const after = refusals.slice(refusals.indexOf("impl fmt::Display for Refusal"), refusals.indexOf("const fn side_word"));
// Sentences of the engine, from the first module of the Big Box on; those with a hole are given in full here.
const modules = after.slice(after.indexOf("Refusal::CannotFly"));
const sentences = [...modules.matchAll(/write_str\(\s*"([^"]+)"/g)].map((found) => found[1]!);
sentences.push("an abbot does not fly", "fliers do not land on a field", "a large meeple never stands on a garden", "a builder never stands on a field", "a pig never stands on a road", "a robber never stands on a city");

describe("the refusals of the Big Box modules", () => {
  it("have a word each", () => {
    expect(sentences.length).toBeGreaterThan(30);
    for (const sentence of sentences) expect(bigBoxReasons.filter(([pattern]) => pattern.test(sentence)), sentence).toHaveLength(1);
  });

  it("use every word once", () => {
    const words = Object.keys(bigBox).filter((key) => key.startsWith("why."));
    expect(bigBoxReasons.map(([, key]) => key).sort()).toEqual(words.sort());
  });
});
