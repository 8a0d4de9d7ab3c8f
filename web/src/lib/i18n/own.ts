// Words of a part that is seldom opened: they come with it, in the language of the reader.
import type { Message } from "./forms";
import { fill, type Language, type Values } from "./index.svelte";

/** Says something in the words of a part. */
export type Say<K extends string> = (key: K, values?: Values) => string;
export type Pack<K extends string> = Record<K, Message>;

export const speaker =
  <K extends string>(language: Language, words: Pack<K>): Say<K> =>
  (key, values) =>
    fill(language, words[key], values);
