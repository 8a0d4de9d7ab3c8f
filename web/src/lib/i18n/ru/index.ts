// All words in Russian, loaded when they are read.
import type { Catalogue } from "../en";
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

export const words: Catalogue = { ...common, ...pages, ...learn, ...expansions, ...wheel, ...winter, ...dragonTowerCount, ...foresight, ...device, ...together, ...inWords };
