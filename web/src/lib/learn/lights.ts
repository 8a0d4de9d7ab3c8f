// What a step of a lesson speaks of: the regions that were scored, and the one in which a figure is placed now.
import type { GameView } from "../../wire/GameView";
import type { OptionView } from "../../wire/OptionView";
import type { Cell } from "../board/geometry";
import type { Award } from "./lessons";

/** A region, named by one of its segments, in the colour of whom it concerns. */
export type Light = { at: Cell; segment: number; colour: string };

export function lightsOf(view: GameView, awards: readonly Award[], meant: OptionView | null): Light[] {
  const colour = (seat: number | null) => (seat === null ? undefined : view.seats[seat]?.colour) ?? "red";
  // Of equal ones the last was given since the step before.
  const given = view.log.flatMap((entry) => entry.awards).reverse();
  const scored = awards.flatMap(({ seat, source, points }): Light[] => {
    const found = given.find((one) => one.seat === seat && one.source === source && one.points === points);
    return found?.at && found.segment !== null ? [{ at: found.at, segment: found.segment, colour: colour(seat) }] : [];
  });
  const stands = meant?.target.on === "segment" ? [{ at: meant.target.at, segment: meant.target.segment, colour: colour(view.decision.seat) }] : [];
  const drafted = view.board.figures.filter(({ draft }) => draft).map(({ at, segment, seat }) => ({ at, segment, colour: colour(seat) }));
  return [...scored, ...stands, ...drafted];
}
