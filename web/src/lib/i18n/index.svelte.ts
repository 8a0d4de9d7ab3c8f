// The words of the interface in the language of the reader.
import { bigBox as bigBoxEn } from "./big-box.en";
import { bigBox as bigBoxRu } from "./big-box.ru";
import { bigBox as bigBoxUk } from "./big-box.uk";
import { en as enBase } from "./en";
import { nobles as noblesEn } from "./nobles.en";
import { nobles as noblesRu } from "./nobles.ru";
import { nobles as noblesUk } from "./nobles.uk";
import { ru } from "./ru";
import { uk } from "./uk";
import { wheel as wheelEn } from "./wheel.en";
import { wheel as wheelRu } from "./wheel.ru";
import { wheel as wheelUk } from "./wheel.uk";
import { winter as winterEn } from "./winter.en";
import { winter as winterRu } from "./winter.ru";
import { winter as winterUk } from "./winter.uk";
import type { Message } from "./forms";

const en = { ...enBase, ...bigBoxEn, ...wheelEn, ...winterEn, ...noblesEn } as const;

export type Key = keyof typeof en;
export type Catalogue = Record<Key, Message>;
export type Language = "en" | "uk" | "ru";
export type Values = Record<string, string | number>;

export const catalogues: Record<Language, Catalogue> = {
  en,
  uk: { ...uk, ...bigBoxUk, ...wheelUk, ...winterUk, ...noblesUk },
  ru: { ...ru, ...bigBoxRu, ...wheelRu, ...winterRu, ...noblesRu },
};
export const languages: readonly Language[] = ["en", "uk", "ru"];
export const ownNames: Record<Language, string> = { en: "English", uk: "Українська", ru: "Русский" };

/** The first language of the browser that we have. */
export function prefer(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const short = tag.toLowerCase().split("-")[0];
    const found = languages.find((language) => language === short);
    if (found) return found;
  }
  return "en";
}

const plurals: Record<Language, Intl.PluralRules> = {
  en: new Intl.PluralRules("en"),
  uk: new Intl.PluralRules("uk"),
  ru: new Intl.PluralRules("ru"),
};

/** A message in a given language; `n` chooses the form. */
export function say(language: Language, key: Key, values: Values = {}): string {
  const message: Message = catalogues[language][key];
  const text =
    typeof message === "string"
      ? message
      : (message[plurals[language].select(Number(values["n"] ?? 0)) as keyof typeof message] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

function stored(): Language | null {
  try {
    const kept = localStorage.getItem("language");
    return languages.find((language) => language === kept) ?? null;
  } catch {
    return null;
  }
}

class Reader {
  language = $state<Language>("en");

  start(): void {
    this.choose(stored() ?? prefer(navigator.languages), false);
  }

  choose(language: Language, keep = true): void {
    this.language = language;
    document.documentElement.lang = language;
    if (!keep) return;
    try {
      localStorage.setItem("language", language);
    } catch {
      // Private windows may refuse; the choice then lasts as long as the page.
    }
  }
}

export const reader = new Reader();

export function t(key: Key, values?: Values): string {
  return say(reader.language, key, values);
}

export function hasKey(key: string): key is Key {
  return key in en;
}

/** The message of a key that is put together from ids, or a fallback for ids we have no word for. */
export function word(key: string, fallback: string, values?: Values): string {
  return hasKey(key) ? t(key, values) : fallback;
}
