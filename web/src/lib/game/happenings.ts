// Everything that can happen, told in one table: a new kind of happening does not compile before it is told here.
import type { Happening } from "../../wire/Happening";
import type { PieceName } from "../../wire/PieceName";
import type { Key } from "../i18n/index.svelte";

type What = Happening["what"];
type Of<W extends What> = Extract<Happening, { what: W }>;

/** A picture before a line, in the colour of a seat or without one. */
export type Icon = { piece: PieceName; seat: number | null };

type Telling<W extends What> = {
  /** The words of the line in the log. */
  line: (it: Of<W>) => Key;
  /** What is counted in it. */
  n?: (it: Of<W>) => number;
  icon?: (it: Of<W>) => Icon;
  /** What nobody should miss is shown for a while. */
  news?: true;
};

const plain = (piece: PieceName) => (): Icon => ({ piece, seat: null });
const own = ({ figure, seat }: { figure: PieceName; seat: number }): Icon => ({ piece: figure, seat });
const ofOther = ({ figure, other }: { figure: PieceName; other: number }): Icon => ({ piece: figure, seat: other });
const robber = ({ seat }: { seat: number }): Icon => ({ piece: "robber", seat });
const count = (it: { count: number }) => it.count;

const TOLD: { readonly [W in What]: Telling<W> } = {
  "robber-put": { line: () => "note.robber-put", icon: robber },
  "robber-followed": { line: () => "note.robber-followed", icon: robber },
  "robber-returned": { line: () => "note.robber-returned", icon: robber },
  "ingot-put": { line: () => "note.ingot-put", icon: plain("ingot") },
  "ingots-taken": { line: () => "note.ingots-taken", n: count, icon: plain("ingot"), news: true },
  "magic-moved": { line: ({ figure }) => `note.magic-moved.${figure}`, icon: ({ figure }) => ({ piece: figure, seat: null }) },
  "magic-aside": { line: ({ figure }) => `note.magic-aside.${figure}`, icon: ({ figure }) => ({ piece: figure, seat: null }), news: true },
  rolled: { line: () => "note.rolled", n: ({ number }) => number, news: true },
  "flight-failed": { line: () => "note.flight-failed", news: true },
  "ferry-put": { line: () => "note.ferry-put", icon: plain("ferry") },
  "ferry-moved": { line: () => "note.ferry-moved", icon: plain("ferry") },
  "goods-taken": { line: ({ goods }) => `note.goods-taken.${goods}`, n: count, icon: ({ goods }) => ({ piece: goods, seat: null }), news: true },
  "builder-aside": { line: () => "note.builder-aside", icon: ({ seat }) => ({ piece: "builder", seat }), news: true },
  "marker-moved": { line: ({ marker }) => `note.marker-moved.${marker}`, n: ({ points }) => points, icon: ({ marker, seat }) => ({ piece: marker, seat }) },
  "message-drawn": { line: () => "note.message-drawn", icon: plain("message"), news: true },
  "crop-chosen": { line: ({ choice, circle }) => `note.crop-chosen.${choice}.${circle}`, news: true },
  "extra-turn": { line: ({ why }) => `note.extra-turn.${why}`, news: true },
  "gingerbread-moved": { line: () => "note.gingerbread-moved" },
  "gingerbread-aside": { line: () => "note.gingerbread-aside", news: true },
  "pig-moved": { line: () => "note.pig-moved", n: ({ steps }) => steps, news: true },
  "crown-taken": { line: () => "note.crown-taken" },
  "crown-left": { line: () => "note.crown-left" },
  plague: { line: () => "note.plague", news: true },
  challenge: { line: () => "note.challenge", news: true },
  "challenge-lost": { line: () => "note.challenge-lost", news: true },
  "dragon-put": { line: () => "note.dragon-put", icon: plain("dragon"), news: true },
  "dragon-moved": { line: () => "note.dragon-moved", icon: plain("dragon") },
  "dragon-eats": { line: () => "note.dragon-eats", icon: own, news: true },
  "fairy-moved": { line: () => "note.fairy-moved", icon: plain("fairy") },
  "knight-sent": { line: () => "note.knight-sent", icon: ofOther, news: true },
  "tower-started": { line: () => "note.tower-started", icon: plain("tower-floor") },
  "tower-raised": { line: () => "note.tower-raised", n: ({ height }) => height, icon: plain("tower-floor") },
  "tower-occupied": { line: () => "note.tower-occupied", icon: own },
  "tower-left": { line: () => "note.tower-left", icon: own },
  captured: { line: () => "note.captured", icon: ofOther, news: true },
  "captured-own": { line: () => "note.captured-own", icon: own },
  freed: { line: () => "note.freed", icon: own, news: true },
  ransomed: { line: () => "note.ransomed", icon: own, news: true },
  sent: { line: () => "note.sent", icon: own, news: true },
  "left-quarter": { line: () => "note.left-quarter", icon: own },
  "count-moved": { line: () => "note.count-moved", icon: plain("count"), news: true },
};

/** How a happening is told: the table has the entry of its own kind. */
const told = (it: Happening) => TOLD[it.what] as Telling<What>;

export const lineOf = (it: Happening): { key: Key; n: number } => ({ key: told(it).line(it as never), n: told(it).n?.(it as never) ?? 0 });
export const iconOf = (it: Happening): Icon | null => told(it).icon?.(it as never) ?? null;
export const isNews = (it: Happening): boolean => told(it).news ?? false;
