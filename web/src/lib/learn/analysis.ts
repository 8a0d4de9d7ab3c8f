// The analysis of a game in workers of this page: every decision is a small request of its own, so that all cores help, progress
// is seen, and it can be cancelled at any moment.
import type { Analysis } from "../../wire/engine/Analysis";
import type { Decided } from "../../wire/engine/Decided";
import type { Grade } from "../../wire/engine/Grade";
import type { Weighed } from "../../wire/engine/Weighed";
import { think } from "../engine/thinkers";

/** Simulations for each decision of a base game: a third of what `bastide analyse` spends, because browsers have fewer cores to spare. The
    engine says how many that are in a longer game. */
export const SIMULATIONS = 500;

export async function analyse(record: string, onprogress: (done: number, of: number) => void, signal: AbortSignal): Promise<Analysis> {
  // One that fails ends all the others.
  const together = new AbortController();
  const stop = () => together.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const wish = { background: true, signal: together.signal };
  try {
    const { decisions: count, simulations } = await think({ do: "questions", record, simulations: SIMULATIONS }, { signal: together.signal });
    let done = 0;
    onprogress(done, count);
    const weigh = async (number: number): Promise<Weighed> => {
      const weighed = await think({ do: "weigh", record, number, simulations }, wish);
      onprogress(++done, count);
      return weighed;
    };
    const [start, ...weighed] = await Promise.all([think({ do: "opening", record, simulations }, wish), ...Array.from({ length: count }, (_, number) => weigh(number))]);
    return await think({ do: "account", record, weighed, start }, { signal: together.signal });
  } finally {
    signal.removeEventListener("abort", stop);
    together.abort();
  }
}

const TOLD: readonly Grade[] = ["inaccuracy", "mistake", "blunder"];

/** The errors of a game, the largest first. */
export const errorsOf = ({ decisions }: Analysis): Decided[] => decisions.filter(({ grade }) => TOLD.includes(grade)).sort((a, b) => b.loss.points - a.loss.points || a.at - b.at);

/** The chance of winning of a seat after each decision, 0 to 100. In a game of two every decision tells it for both. */
export function curve({ decisions, accounts }: Analysis, seat: number): { turn: number; win: number; by: number; grade: Grade; at: number }[] {
  const isDuel = accounts.length === 2;
  const own = decisions.filter((one) => isDuel || one.seat === seat);
  return own.map((one) => ({ turn: one.turn, win: (one.seat === seat ? one.after.win : 10_000 - one.after.win) / 100, by: one.seat, grade: one.grade, at: one.at }));
}
