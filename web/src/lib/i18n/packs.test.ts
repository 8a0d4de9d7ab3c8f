import { describe, expect, it } from "vitest";
import type { Message } from "./forms";

type Pack = Record<string, Message>;
/** The files of a language, each with one catalogue. */
const files = import.meta.glob<Record<string, Pack>>("./{en,uk,ru}/*.ts", { eager: true });
const pack = (language: string, name: string): Pack => Object.values(files[`./${language}/${name}.ts`] ?? {})[0] ?? {};
const packs = ["pages", "expansions", "wheel", "winter", "dragon-tower-count", "foresight", "together", "inwords", "keep", "verify", "person", "reasons", "analysis", "practice"].map((name): [string, Pack, Pack, Pack] => [name, pack("en", name), pack("uk", name), pack("ru", name)]);
const formsOf = (message: Message) => (typeof message === "string" ? [message] : Object.values(message));
const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

describe.each(packs)("the words of %s", (name, en, uk, ru) => {
  it("have the same keys, forms and holes", () => {
    for (const pack of [uk, ru]) {
      expect(Object.keys(pack)).toEqual(Object.keys(en));
      for (const [key, message] of Object.entries(pack)) {
        const wanted = holes(formsOf(en[key]!).at(-1)!);
        expect(typeof message, key).toBe(typeof en[key]);
        if (typeof message !== "string") expect(Object.keys(message).sort(), key).toEqual(["few", "many", "one", "other"]);
        for (const form of formsOf(message)) {
          expect(holes(form), key).toEqual(wanted);
          expect(form, key).toMatch(/[А-Яа-яЇїІіЄєҐґ]/);
        }
      }
    }
  });

  it("keep to the terms and to the signs of their language", () => {
    // Nothing is shouted; only who learns is praised.
    const wrong = name === "practice" ? /тайл|міпл|мипл|фермер|follower|тайлов|балл|'/i : /тайл|міпл|мипл|фермер|follower|тайлов|балл|!|'/i;
    for (const [key, message] of [...Object.entries(en), ...Object.entries(uk), ...Object.entries(ru)]) {
      for (const form of formsOf(message)) expect(form, key).not.toMatch(wrong);
    }
    const text = (pack: Pack) => Object.values(pack).flatMap(formsOf).join("\n");
    expect(text(uk)).not.toMatch(/[ыэёъ]/i);
    expect(text(ru)).not.toMatch(/[іїєґ’]/i);
    expect(text(ru)).not.toMatch(/еще|счет|зелен|завершенн|полет|кладет|берет|идет|озер[^оаеу]/i);
  });
});
