// The end of a game in numbers: who came where, what the points are made of, and what was remarkable.
import type { AwardView } from "../../wire/AwardView";
import type { GameView } from "../../wire/GameView";
import { bySource, type PointSource } from "./state";

/** Seats from the first to the last; equal points share a place. */
export function ranking(points: readonly number[]): { seat: number; place: number }[] {
  const order = points.map((_, seat) => seat).sort((a, b) => (points[b] ?? 0) - (points[a] ?? 0));
  return order.map((seat) => ({ seat, place: 1 + points.filter((other) => other > (points[seat] ?? 0)).length }));
}

/** What the points of each seat are made of, in one order for all: what brought most to all together comes first. */
export function stacks(view: GameView): { sources: PointSource[]; ofSeat: { source: PointSource; points: number }[][] } {
  const found = [...bySource(view)].filter(([, row]) => row.some((points) => points > 0));
  const sum = (row: readonly number[]) => row.reduce((all, points) => all + points, 0);
  found.sort(([, a], [, b]) => sum(b) - sum(a));
  const ofSeat = view.seats.map((_, seat) => found.map(([source, row]) => ({ source, points: row[seat] ?? 0 })).filter(({ points }) => points > 0));
  return { sources: found.map(([source]) => source), ofSeat };
}

export type Highlight = { what: "city" | "road"; award: AwardView } | { what: "turn"; turn: number; seat: number; points: number };

const tilesOf = (award: AwardView) => award.items.find(({ what }) => what === "tiles")?.count ?? 0;

/** The largest completed city, the longest completed road, the best turn: as far as there were any. */
export function highlights(view: GameView): Highlight[] {
  const turns = view.log.filter(({ turn }) => turn > 0);
  const awards = turns.flatMap((entry) => entry.awards).filter(({ when }) => when === "completed");
  const largest = (source: "city" | "road"): Highlight[] => {
    const all = awards.filter((award) => award.source === source && tilesOf(award) > 0);
    const best = all.reduce<AwardView | null>((most, award) => (most && tilesOf(most) >= tilesOf(award) ? most : award), null);
    return best ? [{ what: source, award: best }] : [];
  };
  // Not all that is won or paid is an award: captives are ransomed too.
  // The turn in which a game was stopped never ended: the points are those of now.
  const after = (turn: number, seat: number) => view.history[turn - 1]?.[seat] ?? view.seats[seat]?.points ?? 0;
  const gain = (turn: number, seat: number) => after(turn, seat) - (turn > 1 ? after(turn - 1, seat) : 0);
  const gains = turns.flatMap(({ turn }) => view.seats.map((_, seat) => ({ what: "turn" as const, turn, seat, points: gain(turn, seat) })));
  const best = gains.reduce<(typeof gains)[number] | null>((most, gain) => (most && most.points >= gain.points ? most : gain), null);
  return [...largest("city"), ...largest("road"), ...(best && best.points > 0 ? [best] : [])];
}
