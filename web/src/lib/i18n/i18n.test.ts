import { describe, expect, it } from "vitest";
import { catalogues } from "./catalogues";
import { languages, prefer, say as sayIn, type Key, type Language, type Values } from "./index.svelte";

const say = (language: Language, key: Key, values: Values) => sayIn(language, catalogues[language], key, values);

const keys = Object.keys(catalogues.en) as Key[];
const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();

describe.each(languages)("%s", (language) => {
  const catalogue = catalogues[language];

  it("has every key and no other", () => {
    expect(Object.keys(catalogue).sort()).toEqual([...keys].sort());
  });

  it("has every form of every number", () => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const key of keys) {
      const message = catalogue[key];
      const english = catalogues.en[key];
      expect(typeof message, key).toBe(typeof english);
      if (typeof message === "string") continue;
      for (const form of needed) expect(message[form as keyof typeof message], `${key} ${form}`).toBeTruthy();
    }
  });

  it("fills the same holes in every form", () => {
    for (const key of keys) {
      const wanted = holes(typeof catalogues.en[key] === "string" ? (catalogues.en[key] as string) : (catalogues.en[key] as { other: string }).other);
      const message = catalogue[key];
      const forms = typeof message === "string" ? [message] : Object.values(message);
      for (const form of forms) expect(holes(form), key).toEqual(wanted);
    }
  });

  it("speaks to who reads wherever it tells of players", () => {
    const texts = (key: Key) => (typeof catalogue[key] === "string" ? [catalogue[key]] : Object.values(catalogue[key])) as string[];
    const tells = keys.filter((key) => /^(note|live|end\.winner|words\.stands|table\.robber-on)\b/.test(key) && !/\.(of-)?you$/.test(key) && key !== "note.dragon-flies");
    const of = (hole: string) => tells.filter((key) => holes(texts(key)[0] ?? "").includes(hole));
    expect(of("name").length).toBeGreaterThan(60);
    for (const [hole, form] of [["name", "you"], ["other", "of-you"]] as const) {
      for (const key of of(hole)) {
        const own = `${key}.${form}` as Key;
        expect(keys, own).toContain(own);
        for (const text of texts(own)) expect(holes(text), own).toEqual(holes(texts(key)[0] ?? "").filter((name) => name !== hole));
      }
    }
  });

  it("is translated", () => {
    if (language === "en") return;
    const cyrillic = /[А-Яа-яЇїІіЄєҐґ]/;
    const free = new Set<Key>(["app.name", "award.line", "item.other", "live.award", "key.enter", "key.backspace", "key.escape", "key.shift-arrows"]);
    for (const key of keys) {
      if (free.has(key)) continue;
      const message = catalogue[key];
      expect(typeof message === "string" ? message : message.one, key).toMatch(cyrillic);
    }
  });

  it("has no word that the terms forbid", () => {
    const text = JSON.stringify(catalogue).toLowerCase();
    for (const bad of ["тайл", "міпл", "мипл", "фермер", "follower", "блакитн", "голуб"]) expect(text).not.toContain(bad);
  });
});

describe("words that were wrong once", () => {
  const said = (language: Language) => JSON.stringify(catalogues[language]);
  it("do not come back", () => {
    for (const bad of ["Is it right so", "does not fit\"", "by a bot", "You chooses"]) expect(said("en"), bad).not.toContain(bad);
    for (const bad of ["Підтвердіть", "Послання", "Плитка річки", "До змісту", "На початок", "Оберіть", "кукі", "чату", "витоку", "у цей хід", "посадк", "Витягнут", "ʼ", "італьна машина", "до поля", "Ваші ігри", "два повороти", "{n} очок, {win}"]) expect(said("uk"), bad).not.toContain(bad);
    for (const bad of ["Разбойник игрока", "сообщени", "ольшого подданного", "ремесленник", "игрового поля", "содержанию", "уки\\b", "большинство\"", "своё поле", "строки чата", "ценность", "посадк", "тоннель", "шахта", "летательная машина", "к полю\"", "Ваши игры", "мешок разбойников"]) expect(said("ru"), bad).not.toMatch(new RegExp(bad, "i"));
    expect(catalogues.uk["app.cancel"]).not.toBe(catalogues.uk["app.close"]);
  });

  it("a bot is not called like a role of the Winter box", () => {
    for (const language of languages) {
      const roles = ["city", "road", "monastery", "field"].map((on) => catalogues[language][`role.winter.${on}` as Key]);
      for (const key of keys.filter((name) => /^bot\.[a-z]+$/.test(name))) expect(roles).not.toContain(String(catalogues[language][key]).toLowerCase());
    }
  });
});

describe("numbers", () => {
  it("choose the form", () => {
    expect(say("en", "table.points", { n: 1 })).toBe("1 point");
    expect(say("en", "table.points", { n: 21 })).toBe("21 points");
    expect([1, 3, 8, 21].map((n) => say("uk", "table.points", { n }))).toEqual(["1 очко", "3 очки", "8 очок", "21 очко"]);
    expect([1, 3, 8, 21].map((n) => say("ru", "table.points", { n }))).toEqual(["1 очко", "3 очка", "8 очков", "21 очко"]);
  });
});

describe("the language of the browser", () => {
  it("is the first one we have", () => {
    expect(prefer(["uk-UA", "en"])).toBe("uk");
    expect(prefer(["de", "ru-RU"])).toBe("ru");
    expect(prefer(["de"])).toBe("en");
  });
});
