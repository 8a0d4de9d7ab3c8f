// What an answer would bring, in words. The engine has worked it out; a kind of consequence without words does not compile.
import type { Consequence } from "../../wire/Consequence";
import type { GameView } from "../../wire/GameView";
import type { OptionView } from "../../wire/OptionView";
import type { PartName } from "../../wire/PartName";
import type { PartView } from "../../wire/PartView";
import type { PieceName } from "../../wire/PieceName";
import { t } from "../i18n/index.svelte";
import type { Cell } from "../board/geometry";
import { signed } from "../numbers";
import { nameOf } from "./state";
import * as words from "./words";

type What = Consequence["what"];
type Of<W extends What> = Extract<Consequence, { what: W }>;

/** One line of what follows: whom it befalls, and what. `points` are their points, if it is about points. */
export type Line = { seat: number | null; text: string; points: number | null; piece: PieceName | null; /** What the card of the region says too. */ isPlain?: boolean };

/** What is needed to say it: the players, and the answer. */
export type Asked = { view: GameView; option: OptionView };

const figureName = (figure: PieceName) => t(`figure.${figure}`);
const plain = (seat: number | null, text: string, piece: PieceName | null = null): Line[] => [{ seat, text, points: null, piece }];

const TOLD: { readonly [W in What]: (it: Of<W>, asked: Asked) => Line[] } = {
  points: (it) => [{ seat: it.seat, text: `${words.named(it)} ${signed(it.points)}`, points: it.points, piece: null }],
  pays: (it, { view }) => [
    { seat: it.seat, text: `${t("feature.ransom")} ${signed(-it.points)}`, points: -it.points, piece: null },
    { seat: it.other, text: t("brings.pays", { other: nameOf(view, it.other), n: it.points }), points: it.points, piece: null },
  ],
  home: (it) => plain(it.seat, t(it.count > 1 ? "brings.homes" : "brings.home", { figure: figureName(it.figure), count: it.count }), it.figure),
  eaten: (it) => plain(it.seat, t("brings.eaten", { figure: figureName(it.figure) }), it.figure),
  "sent-away": (it) => plain(it.seat, t("brings.sent-away", { figure: figureName(it.figure) }), it.figure),
  captive: (it, { view }) => plain(it.seat, t("brings.captive", { figure: figureName(it.figure), other: nameOf(view, it.other) }), it.figure),
  freed: (it) => plain(it.seat, t("brings.freed", { figure: figureName(it.figure) }), it.figure),
  goods: (it) => plain(it.seat, `${figureName(it.goods)} × ${it.count}`),
  ingots: (it) => plain(it.seat, t("brings.ingots", { n: it.count })),
  again: (it) => plain(it.seat, t("brings.again")),
  region: (it, { option }) => {
    const [before, after] = it.worth;
    if (option.what === "ferry") return plain(null, t("brings.road", { n: it.tiles ?? 0 }));
    if (before === after) return [{ seat: null, text: t("brings.so-far", { n: after }), points: null, piece: null, isPlain: true }];
    return plain(null, t("brings.worth", { n: after, before }));
  },
  "in-reach": (it) => plain(it.seat, t("brings.in-reach", { figure: figureName(it.figure) }), it.figure),
  robs: (it) => plain(it.seat, t("brings.robs")),
  crown: (it) => plain(it.seat, t("brings.crown", { points: t("table.points", { n: it.points }) })),
  leads: (it) => plain(it.seat, t("brings.leads")),
  fairy: (it) => plain(it.seat, t(it.comes ? "brings.fairy" : "brings.fairy.leaves", { figure: figureName(it.figure) }), it.figure),
  flight: (it) => plain(null, it.places ? t("brings.flight", { number: it.number, n: it.places }) : t("brings.flight.none", { number: it.number })),
  quarter: (it) => plain(null, t(`brings.quarter.${it.quarter}`, { features: it.features, most: it.most })),
  count: (it) => plain(it.seat, t(it.comes ? "brings.count" : "brings.count.leaves", { figure: figureName(it.figure), count: it.count }), it.figure),
  adds: (it) => plain(it.seat, t("brings.adds")),
  "takes-back": (it) => plain(it.seat, t("brings.takes-back")),
  unless: (it) => plain(it.seat, t("brings.unless")),
};

/** What follows, line by line. A feature that scores now is not told as one that is worth something so far. */
export function linesOf(asked: Asked): Line[] {
  const brings = asked.option.brings ?? [];
  const scores = brings.some(({ what }) => what === "points");
  const told = brings.filter(({ what }) => !(what === "region" && scores));
  const lines = told.flatMap((one) => (TOLD[one.what] as (it: Consequence, asked: Asked) => Line[])(one, asked));
  if (asked.option.target.on === "floor" && !brings.some(({ what }) => what === "in-reach")) lines.push(...plain(null, t("brings.reach-nobody")));
  return lines;
}

/** What befalls somebody and is told by the name alone. */
const BEFALLS: Readonly<Record<What, boolean>> = {
  points: false,
  pays: false,
  home: false,
  eaten: true,
  "sent-away": false,
  captive: false,
  freed: false,
  goods: false,
  ingots: false,
  again: false,
  region: false,
  "in-reach": true,
  robs: true,
  crown: false,
  leads: true,
  fairy: true,
  flight: false,
  quarter: false,
  count: true,
  adds: true,
  "takes-back": true,
  unless: false,
};

/** The same in a few signs, for a button or a place on the board: points of the player who is asked, else what else there is. What comes
    `anyway`, whoever is placed, is not what this figure brings. */
export function briefOf({ view, option }: Asked, mine: number | null, anyway: readonly Consequence[] = []): string {
  const known = new Set(anyway.map((one) => JSON.stringify(one)));
  const brings = (option.brings ?? []).filter((one) => !known.has(JSON.stringify(one)));
  const by = new Map<number, number>();
  const add = (seat: number, points: number) => by.set(seat, (by.get(seat) ?? 0) + points);
  for (const one of brings) {
    if (one.what === "points" || one.what === "crown") add(one.seat, one.points);
    if (one.what === "pays") (add(one.seat, -one.points), add(one.other, one.points));
  }
  const own = mine === null ? undefined : by.get(mine);
  const others = [...by].filter(([seat]) => seat !== mine).map(([seat, n]) => `${nameOf(view, seat)} ${signed(n)}`);
  const points = [...(own === undefined ? [] : [signed(own)]), ...others];
  if (points.length) return points.join(" · ");
  const quarter = brings.find((one): one is Of<"quarter"> => one.what === "quarter");
  if (quarter) return brings.some(({ what }) => what === "count") ? t("brings.held") : t("brings.up-to", { n: quarter.most });
  const befallen = brings.flatMap((one) => (BEFALLS[one.what] && "seat" in one && !("comes" in one && !one.comes) ? [nameOf(view, one.seat)] : []));
  if (befallen.length) return [...new Set(befallen)].join(", ");
  const flights = brings.flatMap((one) => (one.what === "flight" && one.places ? [one.number] : []));
  if (brings.some(({ what }) => what === "flight")) return flights.length ? t("brings.lands", { numbers: flights.join(", ") }) : t("brings.lands.none");
  const region = brings.find((one): one is Of<"region"> => one.what === "region");
  if (!region) return "";
  if (option.what === "ferry") return t("brings.tiles", { n: region.tiles ?? 0 });
  const by_how_much = region.worth[1] - region.worth[0];
  return by_how_much ? signed(by_how_much) : "";
}

/** A part of the printed board. */
export const partOf = (view: GameView | null, part: PartName): PartView | undefined => view?.board.printed?.parts.find((known) => known.part === part);

/** What a sector of the wheel would give now, in a few words. */
export function givenBy(view: GameView | null, part: PartName): string {
  const gives = partOf(view, part)?.gives ?? [];
  return view && gives.length ? `${t("brings.sector")}: ${gives.map(([seat, n]) => `${nameOf(view, seat)} ${signed(n)}`).join(", ")}` : "";
}

/** The regions that an answer would score, each by one of its segments, with who scores. */
export function scoredBy(option: OptionView | null): { at: Cell; segment: number; seat: number }[] {
  return (option?.brings ?? []).flatMap((one) => (one.what === "points" && one.at && one.segment !== undefined ? [{ at: one.at, segment: one.segment, seat: one.seat }] : []));
}
