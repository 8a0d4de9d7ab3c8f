// One small picture for each module and base: a tile that only it has, and a figure on it.
import type { BaseName } from "../wire/BaseName";
import type { PieceName } from "../wire/PieceName";
import type { Topic } from "./topics";

export type Emblem = { tile: string; rotation?: number; figure?: PieceName; lying?: true; colour?: string };

const emblems: Readonly<Record<Topic | BaseName, Emblem>> = {
  base: { tile: "base-classic/K", figure: "meeple", colour: "red" },
  classic: { tile: "base-classic/N", figure: "meeple", colour: "red" },
  v3: { tile: "base-v3/Vg", figure: "meeple", colour: "blue" },
  fortress: { tile: "fortress/S", figure: "meeple", colour: "yellow" },
  winter: { tile: "winter/WinB", figure: "meeple", colour: "blue" },
  wheel: { tile: "wheel-of-fortune/W29c", figure: "wheel-pig" },
  farmers: { tile: "base-classic/V", figure: "meeple", lying: true, colour: "green" },
  river: { tile: "river-1/06" },
  "river-2": { tile: "river-2/02" },
  abbot: { tile: "base-v3/Eg", figure: "abbot", colour: "green" },
  inns: { tile: "inns-cathedrals-v3/Ka", figure: "large", colour: "red" },
  "inns-classic": { tile: "inns-cathedrals-classic/B", figure: "large", colour: "blue" },
  traders: { tile: "traders-builders-v3/Q", figure: "builder", colour: "blue" },
  "traders-classic": { tile: "traders-builders-classic/Q", figure: "pig", colour: "red" },
  flying: { tile: "flying-machines/G" },
  messages: { tile: "base-v3/U", figure: "messenger", colour: "red" },
  ferries: { tile: "ferries/C", figure: "ferry" },
  gold: { tile: "gold-mines/H", figure: "ingot" },
  magic: { tile: "mage-witch/E", figure: "mage" },
  robbers: { tile: "robbers/F", figure: "robber", colour: "black" },
  crop: { tile: "crop-circles-v3/E" },
  corn: { tile: "crop-circles/01" },
  dragon: { tile: "princess-dragon/20", figure: "dragon" },
  tower: { tile: "tower/12", figure: "tower-floor" },
  count: { tile: "base-classic/C", figure: "count" },
  cult: { tile: "cult/03" },
  gingerbread: { tile: "winter/WinG", figure: "gingerbread-man" },
};

const isPictured = (id: string): id is keyof typeof emblems => id in emblems;
/** The picture of a module, a base or a page of rules, if it has one. */
export const emblem = (id: string): Emblem | null => (isPictured(id) ? emblems[id] : null);
export const withEmblem = Object.keys(emblems);
