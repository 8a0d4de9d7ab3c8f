// What the pages of rules are called, in the language of the reader.
import { reader, t } from "../i18n/index.svelte";
import type { Page, Shelf, Topic } from "../../rules/topics";

const load = {
  en: () => import("../../rules/en").then(({ en }) => en),
  uk: () => import("../../rules/uk").then(({ uk }) => uk),
  ru: () => import("../../rules/ru").then(({ ru }) => ru),
};

/** A box has its own name. */
export const shelfName = (shelf: Shelf): string => (shelf === "big-box" || shelf === "nobles-and-towers" ? t(`box.${shelf}`) : t(`rules.shelf.${shelf}`));

export const titles = async (): Promise<Record<Topic, Page>> => load[reader.language]();
export const titleOfTopic = async (topic: string): Promise<string> => (await titles())[topic as Topic]?.title ?? topic;
