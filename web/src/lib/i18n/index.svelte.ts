// The words of the interface in the language of the reader. A language is loaded when it is chosen.
import type { Catalogue, Key } from "./en";
import type { Message } from "./forms";

export type { Catalogue, Key };
export type Language = "en" | "uk" | "ru";
export type Values = Record<string, string | number>;

export const languages: readonly Language[] = ["en", "uk", "ru"];
export const ownNames: Record<Language, string> = { en: "English", uk: "Українська", ru: "Русский" };

const load: Record<Language, () => Promise<{ words: Catalogue }>> = {
  en: () => import("./en"),
  uk: () => import("./uk"),
  ru: () => import("./ru"),
};

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

/** A message with its values; `n` chooses the form. */
export function fill(language: Language, message: Message, values: Values = {}): string {
  const text =
    typeof message === "string"
      ? message
      : (message[plurals[language].select(Number(values["n"] ?? 0)) as keyof typeof message] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A message of a catalogue. */
export const say = (language: Language, catalogue: Catalogue, key: Key, values?: Values): string => fill(language, catalogue[key], values);

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
  /** The words of that language: there before anything is shown. */
  words = $state.raw<Catalogue>({} as Catalogue);

  start(): Promise<void> {
    return this.choose(stored() ?? prefer(navigator.languages), false);
  }

  /** Reads on in another language as soon as its words are here. */
  async choose(language: Language, keep = true): Promise<void> {
    const { words } = await load[language]();
    this.language = language;
    this.words = words;
    if (typeof document !== "undefined") document.documentElement.lang = language;
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
  return say(reader.language, reader.words, key, values);
}

/** A number with so many digits behind the point, or the comma, of the reader's language. */
export const decimal = (number: number, digits = 1): string => number.toLocaleString(reader.language, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false });

export function hasKey(key: string): key is Key {
  return key in reader.words;
}

/** The message of a key that is put together from ids, or a fallback for ids we have no word for. */
export function word(key: string, fallback: string, values?: Values): string {
  return hasKey(key) ? t(key, values) : fallback;
}
