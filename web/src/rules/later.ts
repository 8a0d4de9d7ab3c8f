// Pages of rules for boxes that cannot be played yet. They are kept ready and are not shown:
// to show one, move it to topics.ts and its words to en.ts, uk.ts and ru.ts.
import { lay, type Scene } from "./topics";

export const laterTopics = ["wheel", "winter", "gingerbread", "dragon", "tower", "count", "river-2", "cult", "corn"] as const;
export type LaterTopic = (typeof laterTopics)[number];

/** Prefixes of the rules, for `topicOf`. */
export const laterPrefixes: Record<string, LaterTopic> = {
  WHEEL: "wheel",
  WINTER: "winter",
  GINGER: "gingerbread",
  DRAGON: "dragon",
  TOWER: "tower",
  COUNT: "count",
  RIVER2: "river-2",
  CULT: "cult",
  CORN: "corn",
};

export const laterScenes: Record<LaterTopic, Scene> = {
  wheel: {
    tiles: lay(["wheel-of-fortune/W17", 0, 0, 1], ["wheel-of-fortune/W15", 1, 0, 1], ["wheel-of-fortune/W15", 2, 0, 1]),
    figures: [
      { figure: "meeple", colour: "blue", at: [0, 0], feature: "city" },
      { figure: "meeple", colour: "blue", at: [1, 0], feature: "city" },
      { figure: "meeple", colour: "red", at: [2, 0], feature: "city" },
    ],
  },
  winter: {
    tiles: lay(["winter/WinE", 0, 0, 1], ["winter/WinF", 1, 0, 0], ["winter/WinE", 2, 0, 3]),
    figures: [{ figure: "meeple", colour: "red", at: [1, 0], feature: "city" }],
  },
  gingerbread: {
    tiles: lay(["winter/WinE", 0, 0, 1], ["winter/WinG", 1, 0, 0], ["winter/WinF", 2, 0, 0]),
    figures: [
      { figure: "meeple", colour: "blue", at: [0, 0], feature: "city" },
      { figure: "gingerbread-man", colour: "red", at: [1, 0], feature: "city" },
      { figure: "meeple", colour: "red", at: [2, 0], feature: "city" },
    ],
  },
  dragon: {
    tiles: lay(["princess-dragon/20", 0, 0, 0], ["base-classic/B", 1, 0, 0], ["base-classic/E", 2, 0, 0]),
    figures: [
      { figure: "dragon", colour: "red", at: [0, 0], feature: "tile" },
      { figure: "meeple", colour: "red", at: [1, 0], feature: "monastery" },
      { figure: "meeple", colour: "blue", at: [2, 0], feature: "city" },
      { figure: "fairy", colour: "red", at: [2, 0], feature: "tile" },
    ],
  },
  tower: {
    tiles: lay(["base-classic/B", 0, 0, 0], ["tower/12", 1, 0, 0], ["base-classic/E", 2, 0, 0]),
    figures: [
      { figure: "meeple", colour: "blue", at: [0, 0], feature: "monastery" },
      { figure: "tower-floor", colour: "red", at: [1, 0], feature: "tile" },
      { figure: "meeple", colour: "yellow", at: [2, 0], feature: "city" },
    ],
  },
  count: {
    tiles: lay(["base-classic/W", 0, 0, 0], ["base-classic/U", 1, 0, 1], ["base-classic/A", 2, 0, 1]),
    figures: [{ figure: "meeple", colour: "blue", at: [1, 0], feature: "road" }],
  },
  "river-2": {
    tiles: lay(["river-2/01", 0, 0, 2], ["river-2/02", 1, 0, 0], ["river-2/03", 2, 0, 1], ["river-2/07", 1, 1, 2], ["river-2/04", 2, 1, 0]),
    figures: [],
  },
  cult: {
    tiles: lay(["cult/03", 0, 0, 0], ["base-classic/B", 1, 0, 0]),
    figures: [
      { figure: "meeple", colour: "red", at: [0, 0], feature: "shrine" },
      { figure: "meeple", colour: "blue", at: [1, 0], feature: "monastery" },
    ],
  },
  corn: {
    tiles: lay(["base-classic/E", 0, 0, 0], ["crop-circles/01", 1, 0, 0], ["base-classic/E", 2, 0, 3]),
    figures: [
      { figure: "meeple", colour: "blue", at: [0, 0], feature: "city" },
      { figure: "meeple", colour: "red", at: [1, 0], feature: "city" },
    ],
  },
};
