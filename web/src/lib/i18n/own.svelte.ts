// Words of a part that is seldom opened: they come with it, in the language of the reader.
import type { Message } from "./forms";
import { fill, reader, type Language, type Values } from "./index.svelte";

type Pack<K extends string> = Record<K, Message>;
/** Says something in the words of a part. */
export type Say<K extends string> = (key: K, values?: Values) => string;

/** To be made while a component is; nothing is said before the words are there. */
export class OwnWords<K extends string> {
  private spoken = $state.raw<{ language: Language; words: Pack<K> } | null>(null);

  constructor(load: Record<Language, () => Promise<Pack<K>>>) {
    $effect(() => {
      const { language } = reader;
      void load[language]().then((words) => (this.spoken = { language, words }));
    });
  }

  get areHere(): boolean {
    return this.spoken !== null;
  }

  /** Whether there are words for a key that is put together. */
  has(key: string): key is K {
    return this.spoken !== null && key in this.spoken.words;
  }

  readonly say: Say<K> = (key, values) => (this.spoken ? fill(this.spoken.language, this.spoken.words[key], values) : "");
}
