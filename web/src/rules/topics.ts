// The pages of rules: what they are, and the landscape of each example.

export type Topic = "base" | "farmers" | "river" | "abbot" | "fortress";
export const topics: readonly Topic[] = ["base", "farmers", "river", "abbot", "fortress"];

/** One page. Short: aim, when, points, one example, what to mind. */
export type Page = { title: string; aim: string; when: string[]; score: string[]; example: string; mind: string[] };

export type Laid = { tile: string; at: [number, number]; rotation: number };
export type Stand = { figure: string; colour: string; at: [number, number]; feature: string };
export type Scene = { tiles: Laid[]; figures: Stand[] };

const lay = (set: string, ...tiles: [string, number, number, number][]): Laid[] =>
  tiles.map(([id, x, y, rotation]) => ({ tile: `${set}/${id}`, at: [x, y], rotation }));

export const scenes: Record<Topic, Scene> = {
  base: {
    tiles: lay("base-classic", ["E", 0, 0, 1], ["F", 1, 0, 0], ["E", 2, 0, 3]),
    figures: [{ figure: "meeple", colour: "red", at: [1, 0], feature: "city" }],
  },
  farmers: {
    tiles: lay("base-classic", ["E", 0, 0, 1], ["F", 1, 0, 0], ["E", 2, 0, 3], ["U", 0, 1, 1], ["U", 1, 1, 1], ["U", 2, 1, 1]),
    figures: [{ figure: "meeple", colour: "blue", at: [0, 0], feature: "field" }],
  },
  river: {
    tiles: lay("river-1", ["01", 0, 0, 3], ["11", 1, 0, 0], ["06", 2, 0, 0], ["07", 2, 1, 2], ["02", 3, 1, 3]),
    figures: [],
  },
  abbot: {
    tiles: lay("base-v3", ["B", 0, 0, 0], ["E", 1, 0, 0], ["U", 0, 1, 1], ["Vg", 1, 1, 0], ["E", 2, 1, 1], ["U", 1, 2, 0]),
    figures: [{ figure: "abbot", colour: "green", at: [1, 1], feature: "garden" }],
  },
  fortress: {
    tiles: lay("fortress", ["W", 0, 0, 0], ["U", 1, 0, 1], ["A", 2, 0, 1]),
    figures: [{ figure: "meeple", colour: "yellow", at: [1, 0], feature: "road" }],
  },
};
