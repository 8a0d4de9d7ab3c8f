// Statistics of one's own games: put together from results, nothing else.
import type { BaseName } from "../../wire/BaseName";
import type { BoxName } from "../../wire/BoxName";
import type { GameView } from "../../wire/GameView";
import { bySource, type PointSource } from "../game/state";
import type { Result } from "./keep";

/** The result of a finished game, if somebody at this browser took part and it is no copy of one that was played elsewhere. */
export function resultOf(view: GameView, date: number): Result | null {
  if (view.status !== "finished" || !view.seats.some((seat) => seat.yours && !seat.bot)) return null;
  const own = view.seats.map((seat) => seat.yours && !seat.bot);
  const sources: Result["sources"] = {};
  for (const [source, row] of bySource(view)) {
    const sum = row.reduce((total, points, seat) => (own[seat] ? total + points : total), 0);
    if (sum) sources[source] = sum;
  }
  return {
    id: view.id,
    date,
    box: view.in_box,
    base: view.base,
    modules: view.modules,
    seats: view.seats.map((seat) => ({ name: seat.name, bot: seat.bot ?? null, points: seat.points, yours: seat.yours && !seat.bot })),
    winners: view.winners,
    sources,
  };
}

export type Row<Name extends string = string> = { name: Name; games: number; wins: number; points: number };

const isWon = ({ seats, winners }: Result): boolean => winners.some((seat) => seats[seat]?.yours);
const ownPoints = ({ seats }: Result): number => Math.max(...seats.filter(({ yours }) => yours).map(({ points }) => points));

function tally<Name extends string>(results: readonly Result[], namesOf: (result: Result) => Name[]): Row<Name>[] {
  const rows = new Map<Name, Row<Name>>();
  for (const result of results) {
    for (const name of new Set(namesOf(result))) {
      const row = rows.get(name) ?? { name, games: 0, wins: 0, points: 0 };
      rows.set(name, { name, games: row.games + 1, wins: row.wins + Number(isWon(result)), points: row.points + ownPoints(result) });
    }
  }
  return [...rows.values()].map((row) => ({ ...row, points: row.points / row.games })).sort((a, b) => b.games - a.games);
}

export const overall = (results: readonly Result[]): Row => tally(results, () => [""])[0] ?? { name: "", games: 0, wins: 0, points: 0 };
/** By box; games of a free choice by their base. */
export const byBox = (results: readonly Result[]): Row<BoxName | BaseName>[] => tally(results, ({ box, base }) => [box ?? base]);
/** By opponent: bots by their level, people by their names. */
export const byOpponent = (results: readonly Result[]): Row[] => tally(results, ({ seats }) => seats.filter(({ yours }) => !yours).map(({ name, bot }) => (bot ? `bot:${bot}` : name)));
/** Points of a game on average by where they came from, the richest first. */
export function sources(results: readonly Result[]): { source: PointSource; points: number }[] {
  const sums = new Map<PointSource, number>();
  for (const result of results) for (const [source, points] of Object.entries(result.sources) as [PointSource, number][]) sums.set(source, (sums.get(source) ?? 0) + points);
  return [...sums].map(([source, points]) => ({ source, points: points / results.length })).sort((a, b) => b.points - a.points);
}
/** Luck and errors of the games that were analysed, in the order of their dates. */
export const overTime = (results: readonly Result[]): { date: number; luck: number; rate: number }[] =>
  results.flatMap(({ date, luck, errors, decisions }) => (luck === undefined || errors === undefined ? [] : [{ date, luck: luck / 100, rate: -errors / 100 / Math.max(1, decisions ?? 1) }]));
