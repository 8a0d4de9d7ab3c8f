// What players say with one touch. Everybody reads it in their own language, so the words of all are here and not in a catalogue.
import { languages, reader, type Language } from "./i18n/index.svelte";

const phrases: readonly Record<Language, string>[] = [
  { en: "Hello, good luck", uk: "Вітаю, щасти", ru: "Привет, удачи" },
  { en: "Well played", uk: "Гарний хід", ru: "Хороший ход" },
  { en: "Thank you", uk: "Дякую", ru: "Спасибо" },
  { en: "One moment, please", uk: "Хвилинку, будь ласка", ru: "Минутку, пожалуйста" },
  { en: "Oh dear", uk: "Ой", ru: "Ой" },
  { en: "Shall we play again?", uk: "Зіграємо ще?", ru: "Сыграем ещё?" },
];

/** The phrases for who reads a language. */
export const phrasesIn = (language: Language): string[] => phrases.map((phrase) => phrase[language]);

/** A line of the chat for its reader: a phrase in their language, anything else as it was written. */
export function read(text: string, language: Language = reader.language): string {
  return phrases.find((phrase) => languages.some((one) => phrase[one] === text))?.[language] ?? text;
}
