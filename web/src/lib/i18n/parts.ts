// Where the words of seldom opened parts are (OwnWords).
import type { Language } from "./index.svelte";
import type { AnalysisKey } from "./en/analysis";
import type { Keep } from "./en/keep";
import type { Person } from "./en/person";
import type { Practice } from "./en/practice";
import type { Reasons } from "./en/reasons";
import type { Verify } from "./en/verify";
import type { Message } from "./forms";

type Load<K extends string> = Record<Language, () => Promise<Record<K, Message>>>;

export const keepWords: Load<Keep> = {
  en: () => import("./en/keep").then(({ keep }) => keep),
  uk: () => import("./uk/keep").then(({ keep }) => keep),
  ru: () => import("./ru/keep").then(({ keep }) => keep),
};

export const verifyWords: Load<Verify> = {
  en: () => import("./en/verify").then(({ verify }) => verify),
  uk: () => import("./uk/verify").then(({ verify }) => verify),
  ru: () => import("./ru/verify").then(({ verify }) => verify),
};

export const personWords: Load<Person> = {
  en: () => import("./en/person").then(({ person }) => person),
  uk: () => import("./uk/person").then(({ person }) => person),
  ru: () => import("./ru/person").then(({ person }) => person),
};

export const reasonWords: Load<Reasons> = {
  en: () => import("./en/reasons").then(({ reasons }) => reasons),
  uk: () => import("./uk/reasons").then(({ reasons }) => reasons),
  ru: () => import("./ru/reasons").then(({ reasons }) => reasons),
};

export const analysisWords: Load<AnalysisKey> = {
  en: () => import("./en/analysis").then(({ analysis }) => analysis),
  uk: () => import("./uk/analysis").then(({ analysis }) => analysis),
  ru: () => import("./ru/analysis").then(({ analysis }) => analysis),
};

export const practiceWords: Load<Practice> = {
  en: () => import("./en/practice").then(({ practice }) => practice),
  uk: () => import("./uk/practice").then(({ practice }) => practice),
  ru: () => import("./ru/practice").then(({ practice }) => practice),
};
