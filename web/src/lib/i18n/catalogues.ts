// All languages at once, for the tests.
import { words as en } from "./en";
import type { Catalogue } from "./en";
import type { Language } from "./index.svelte";
import { words as ru } from "./ru";
import { words as uk } from "./uk";

export const catalogues: Record<Language, Catalogue> = { en, uk, ru };
