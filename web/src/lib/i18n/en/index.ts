// All words in English, loaded when they are read.
import type { Message } from "../forms";
import { common } from "./common";
import { device } from "./device";
import { dragonTowerCount } from "./dragon-tower-count";
import { expansions } from "./expansions";
import { foresight } from "./foresight";
import { learn } from "./learn";
import { inWords } from "./inwords";
import { pages } from "./pages";
import { together } from "./together";
import { wheel } from "./wheel";
import { winter } from "./winter";

export const words = { ...common, ...pages, ...learn, ...expansions, ...wheel, ...winter, ...dragonTowerCount, ...foresight, ...device, ...together, ...inWords } as const;

export type Key = keyof typeof words;
export type Catalogue = Record<Key, Message>;
