// The pages of rules: what they are, and which one has a rule. The landscapes of their examples are in `scenes`.
import type { FeatureName } from "../wire/FeatureName";
import type { PieceName } from "../wire/PieceName";

/** The pages that are shown, in the order of the index. */
export const topics = [
  "base",
  "farmers",
  "river",
  "abbot",
  "inns",
  "traders",
  "flying",
  "messages",
  "ferries",
  "gold",
  "magic",
  "robbers",
  "crop",
  "fortress",
  "wheel",
  "winter",
  "gingerbread",
  "dragon",
  "tower",
  "count",
  "river-2",
  "cult",
  "corn",
  "inns-classic",
  "traders-classic",
] as const;
export type Topic = (typeof topics)[number];

/** Chapters of docs/rules that have no short page: the order of a turn, and what happens when modules meet. */
export const further = ["turn", "order", "combo"] as const;
export type Chapter = Topic | (typeof further)[number];
export const chapters: readonly Chapter[] = [...topics, ...further];

/** The index by boxes. */
export type Shelf = "bases" | "big-box" | "nobles-and-towers" | "extras" | "together";
export const shelves: { shelf: Shelf; chapters: readonly Chapter[] }[] = [
  { shelf: "bases", chapters: ["base", "farmers", "fortress", "winter", "wheel"] },
  { shelf: "big-box", chapters: ["river", "abbot", "inns", "traders", "flying", "messages", "ferries", "gold", "magic", "robbers", "crop"] },
  { shelf: "nobles-and-towers", chapters: ["dragon", "tower", "count", "river-2", "cult", "corn"] },
  { shelf: "extras", chapters: ["gingerbread", "inns-classic", "traders-classic"] },
  { shelf: "together", chapters: further },
];

/** One page. Short: aim, when, points, one example, what to mind. Ids at the end of a line are those of docs/rules. */
export type Page = { title: string; aim: string; when: string[]; score: string[]; example: string; mind: string[] };

export type Laid = { tile: string; at: [number, number]; rotation: number };
/** A figure stands on the first segment with its feature, or in the middle of the tile if the feature is `tile`. */
export type Stand = { figure: PieceName; colour: string; at: [number, number]; feature: FeatureName | "tile" };
export type Scene = { tiles: Laid[]; figures: Stand[] };

/** What the rules of each chapter begin with; those that begin with nothing of it are of the base game. */
const prefixes: Readonly<Record<Chapter, string>> = {
  base: "BASE",
  turn: "TURN",
  order: "ORDER",
  combo: "COMBO",
  farmers: "FARM",
  river: "RIVER",
  abbot: "ABBOT",
  inns: "INN",
  traders: "TRADE",
  flying: "FLY",
  messages: "MSG",
  ferries: "FERRY",
  gold: "GOLD",
  magic: "MAGIC",
  robbers: "ROB",
  crop: "CROP",
  fortress: "FORT",
  wheel: "WHEEL",
  winter: "WINTER",
  gingerbread: "GINGER",
  dragon: "DRAGON",
  tower: "TOWER",
  count: "COUNT",
  "river-2": "RIVER2",
  cult: "CULT",
  corn: "CORN",
  "inns-classic": "INNC",
  "traders-classic": "TRADC",
};

export function topicOf(rule: string): Chapter {
  const prefix = rule.split("-")[0];
  return chapters.find((chapter) => prefixes[chapter] === prefix) ?? "base";
}
