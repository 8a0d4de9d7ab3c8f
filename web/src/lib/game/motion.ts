// What moves on the board when somebody else has played: the tile comes down, the figure steps onto it, what was completed
// lights up, and figures go home. Nothing waits for it: who is asked can answer at once.
import type { FigureView } from "../../wire/FigureView";
import type { GameView } from "../../wire/GameView";
import { key, same, type Cell } from "../board/geometry";
import type { News } from "./news";

type Spot = { at: Cell; segment: number };

export type Motion = {
  /** Cells whose tiles have just come. */
  tiles: ReadonlySet<string>;
  /** Names of figures that have just come, as `stepName` gives them. */
  steps: ReadonlySet<string>;
  /** Figures that go home. */
  leaving: readonly FigureView[];
  /** A segment of each region that was scored, with the colour of who scored. */
  scored: readonly (Spot & { colour: string })[];
};

export const still: Motion = { tiles: new Set(), steps: new Set(), leaving: [], scored: [] };

export const stepName = ({ seat, figure, at, segment }: Spot & { seat: number | null; figure: string }): string => `${key(at)} ${segment} ${seat} ${figure}`;

/** The motion that tells the news; none for what a player drafts here, which moves under the finger already. */
export function motionOf(view: GameView, news: readonly News[]): Motion {
  const isDrafted = (at: Cell) => view.board.tiles.some((tile) => tile.draft && same(tile.at, at));
  const tiles = news.flatMap((one) => (one.what === "placed" && !isDrafted(one.at) ? [key(one.at)] : []));
  const steps = news.flatMap((one) => (one.what === "deployed" && !one.figure.draft ? [stepName(one.figure)] : []));
  const leaving = news.flatMap((one) => (one.what === "returned" ? [one.figure] : []));
  const scored = news.flatMap((one) => {
    if (one.what !== "award" || !one.award.points || !one.award.at || one.award.segment === null) return [];
    return [{ at: one.award.at, segment: one.award.segment, colour: view.seats[one.award.seat]?.colour ?? "red" }];
  });
  return { tiles: new Set(tiles), steps: new Set(steps), leaving, scored };
}

export const isStill = ({ tiles, steps, leaving, scored }: Motion): boolean => !tiles.size && !steps.size && !leaving.length && !scored.length;
