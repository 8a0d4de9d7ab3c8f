import { describe, expect, it } from "vitest";
import * as bigBoxEn from "./big-box.en";
import * as bigBoxRu from "./big-box.ru";
import * as bigBoxUk from "./big-box.uk";
import type { Message } from "./forms";
import * as noblesEn from "./nobles.en";
import * as noblesRu from "./nobles.ru";
import * as noblesUk from "./nobles.uk";
import * as wheelEn from "./wheel.en";
import * as wheelRu from "./wheel.ru";
import * as wheelUk from "./wheel.uk";
import * as winterEn from "./winter.en";
import * as winterRu from "./winter.ru";
import * as winterUk from "./winter.uk";

type Pack = Record<string, Message>;
const packs: [string, Pack, Pack, Pack][] = [
  ["the Big Box", bigBoxEn.bigBox, bigBoxUk.bigBox, bigBoxRu.bigBox],
  ["the Wheel of Fortune", wheelEn.wheel, wheelUk.wheel, wheelRu.wheel],
  ["Winter", winterEn.winter, winterUk.winter, winterRu.winter],
  ["Nobles and Towers", noblesEn.nobles, noblesUk.nobles, noblesRu.nobles],
];
const formsOf = (message: Message) => (typeof message === "string" ? [message] : Object.values(message));
const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

describe.each(packs)("the words of %s", (_, en, uk, ru) => {
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
    const wrong = /тайл|міпл|мипл|фермер|follower|тайлов|балл|!|'/i;
    for (const [key, message] of [...Object.entries(en), ...Object.entries(uk), ...Object.entries(ru)]) {
      for (const form of formsOf(message)) expect(form, key).not.toMatch(wrong);
    }
    const text = (pack: Pack) => Object.values(pack).flatMap(formsOf).join("\n");
    expect(text(uk)).not.toMatch(/[ыэёъ]/i);
    expect(text(ru)).not.toMatch(/[іїєґ’]/i);
    expect(text(ru)).not.toMatch(/еще|счет|зелен|завершенн|полет|кладет|берет|идет|озер[^оаеу]/i);
  });
});
