// The landscape of the example of each page of rules.
import type { Laid, Scene, Topic } from "./topics";

/** Tiles of a scene as `set/id`, column, row, clockwise quarter turns. */
const lay = (...tiles: [string, number, number, number][]): Laid[] =>
  tiles.map(([tile, x, y, rotation]) => ({ tile, at: [x, y], rotation }));

/** A completed city of three tiles with a coat of arms, of any set that names its tiles like the base game. */
const city = (prefix: string): [string, number, number, number][] => [
  [`${prefix}E`, 0, 0, 1],
  [`${prefix}F`, 1, 0, 0],
  [`${prefix}E`, 2, 0, 3],
];

/** A completed road with an inn; both editions have it. */
const innRoad = (base: string, inns: string): Scene => ({
  tiles: lay([`${base}/W`, 0, 0, 0], [`${inns}/B`, 1, 0, 0], [`${base}/A`, 2, 0, 1]),
  figures: [
    { figure: "meeple", colour: "blue", at: [0, 0], feature: "road" },
    { figure: "large", colour: "red", at: [1, 0], feature: "road" },
  ],
});

export const scenes: Record<Topic, Scene> = {
  base: {
    tiles: lay(...city("base-classic/")),
    figures: [{ figure: "meeple", colour: "red", at: [1, 0], feature: "city" }],
  },
  farmers: {
    tiles: lay(
      ...city("base-classic/"),
      ["base-classic/U", 0, 1, 1],
      ["base-classic/U", 1, 1, 1],
      ["base-classic/U", 2, 1, 1],
    ),
    figures: [{ figure: "meeple", colour: "blue", at: [0, 0], feature: "field" }],
  },
  river: {
    tiles: lay(["river-1/01", 0, 0, 3], ["river-1/11", 1, 0, 0], ["river-1/06", 2, 0, 0], ["river-1/07", 2, 1, 2], ["river-1/02", 3, 1, 3]),
    figures: [],
  },
  abbot: {
    tiles: lay(
      ["base-v3/B", 0, 0, 0],
      ["base-v3/E", 1, 0, 0],
      ["base-v3/U", 0, 1, 1],
      ["base-v3/Vg", 1, 1, 0],
      ["base-v3/E", 2, 1, 1],
      ["base-v3/U", 1, 2, 0],
    ),
    figures: [{ figure: "abbot", colour: "green", at: [1, 1], feature: "garden" }],
  },
  inns: innRoad("base-v3", "inns-cathedrals-v3"),
  traders: {
    tiles: lay(["base-v3/E", 0, 0, 1], ["traders-builders-v3/Q", 1, 0, 0], ["base-v3/F", 2, 0, 0], ["base-v3/E", 3, 0, 3]),
    figures: [
      { figure: "meeple", colour: "red", at: [0, 0], feature: "field" },
      { figure: "pig", colour: "red", at: [0, 0], feature: "field" },
      { figure: "meeple", colour: "blue", at: [2, 0], feature: "city" },
    ],
  },
  flying: {
    tiles: lay(["base-v3/K", 0, 0, 0], ["base-v3/U", 1, 0, 0], ["flying-machines/G", 2, 0, 0]),
    figures: [{ figure: "meeple", colour: "blue", at: [0, 0], feature: "city" }],
  },
  messages: {
    tiles: lay(["base-v3/W", 0, 0, 0], ["base-v3/A", 1, 0, 1]),
    figures: [{ figure: "meeple", colour: "red", at: [0, 0], feature: "road" }],
  },
  ferries: {
    tiles: lay(["base-v3/W", 0, 0, 0], ["ferries/B", 1, 0, 0], ["base-v3/A", 2, 0, 1]),
    figures: [
      { figure: "meeple", colour: "red", at: [0, 0], feature: "road" },
      { figure: "ferry", colour: "red", at: [1, 0], feature: "tile" },
    ],
  },
  gold: {
    tiles: lay(["base-v3/E", 0, 0, 1], ["gold-mines/D", 1, 0, 0], ["base-v3/E", 2, 0, 3]),
    figures: [
      { figure: "meeple", colour: "red", at: [0, 0], feature: "city" },
      { figure: "ingot", colour: "red", at: [1, 0], feature: "tile" },
      { figure: "ingot", colour: "red", at: [2, 0], feature: "tile" },
    ],
  },
  magic: {
    tiles: lay(["base-v3/E", 0, 0, 1], ["mage-witch/G", 1, 0, 0], ["base-v3/E", 2, 0, 3]),
    figures: [
      { figure: "meeple", colour: "red", at: [0, 0], feature: "city" },
      { figure: "mage", colour: "red", at: [1, 0], feature: "city" },
    ],
  },
  robbers: {
    tiles: lay(["base-v3/W", 0, 0, 0], ["robbers/F", 1, 0, 1], ["base-v3/A", 2, 0, 1]),
    figures: [{ figure: "meeple", colour: "red", at: [1, 0], feature: "road" }],
  },
  crop: {
    tiles: lay(["base-v3/E", 0, 0, 0], ["crop-circles-v3/E", 1, 0, 0], ["base-v3/U", 2, 0, 0]),
    figures: [
      { figure: "meeple", colour: "blue", at: [0, 0], feature: "city" },
      { figure: "meeple", colour: "red", at: [1, 0], feature: "city" },
      { figure: "meeple", colour: "green", at: [2, 0], feature: "road" },
    ],
  },
  fortress: {
    tiles: lay(["fortress/W", 0, 0, 0], ["fortress/U", 1, 0, 1], ["fortress/A", 2, 0, 1]),
    figures: [{ figure: "meeple", colour: "yellow", at: [1, 0], feature: "road" }],
  },
  wheel: {
    tiles: lay(["wheel-of-fortune/W17", 0, 0, 1], ["wheel-of-fortune/W15", 1, 0, 1], ["wheel-of-fortune/W15", 2, 0, 1]),
    figures: [
      { figure: "meeple", colour: "blue", at: [0, 0], feature: "city" },
      { figure: "meeple", colour: "blue", at: [1, 0], feature: "city" },
      { figure: "meeple", colour: "red", at: [2, 0], feature: "city" },
    ],
  },
  winter: {
    tiles: lay(...city("winter/Win")),
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
  "inns-classic": innRoad("base-classic", "inns-cathedrals-classic"),
  "traders-classic": {
    tiles: lay(...city("base-classic/")),
    figures: [
      { figure: "meeple", colour: "red", at: [0, 0], feature: "field" },
      { figure: "pig", colour: "red", at: [0, 0], feature: "field" },
    ],
  },
};
