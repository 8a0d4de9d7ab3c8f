// What is new in the log since the last look, in the order in which it happened. Told once: to eyes, ears and readers alike.
import type { AwardView } from "../../wire/AwardView";
import type { DeployedView } from "../../wire/DeployedView";
import type { FigureView } from "../../wire/FigureView";
import type { GameView } from "../../wire/GameView";
import type { Happening } from "../../wire/Happening";
import type { LogEntry } from "../../wire/LogEntry";
import type { Note } from "../../wire/Note";
import type { ReturnedView } from "../../wire/ReturnedView";
import type { Cell } from "../board/geometry";

export type News = { entry: LogEntry } & (
  | { what: "placed"; at: Cell }
  | { what: "deployed"; figure: DeployedView }
  | { what: "happened"; happening: Happening }
  | { what: "award"; award: AwardView }
  | { what: "returned"; figure: ReturnedView }
  /** About the players and not of the game: a clock, a bot that takes a seat. */
  | { what: "note"; note: Note }
);

/** Everything in the log, each with a name that stays the same while the log grows. The final scoring is the end page's. */
function told(log: readonly LogEntry[]): [string, News][] {
  return log.flatMap((entry, turn): [string, News][] => {
    if (entry.turn === 0) return [];
    const count = new Map<string, number>();
    // The same thing may happen twice in a turn: they are counted.
    const named = (facts: unknown[], news: News): [string, News] => {
      const name = [turn, news.what, ...facts].join(" ");
      const n = (count.get(name) ?? 0) + 1;
      count.set(name, n);
      return [`${name} ${n}`, news];
    };
    const figure = ({ seat, figure, at, segment }: FigureView) => [seat, figure, at, segment];
    return [
      ...(entry.at ? [named([entry.at], { what: "placed", entry, at: entry.at })] : []),
      ...entry.deployed.map((one) => named(figure(one), { what: "deployed", entry, figure: one })),
      // A clock that is over has a notice of its own as long as it is.
      ...entry.notes.filter(({ note }) => note !== "timed-out").map((one) => named([JSON.stringify(one)], { what: "note", entry, note: one })),
      ...entry.happened.map((one) => named([JSON.stringify(one)], { what: "happened", entry, happening: one })),
      ...entry.awards.map((one) => named([JSON.stringify(one)], { what: "award", entry, award: one })),
      ...entry.returned.map((one) => named(figure(one), { what: "returned", entry, figure: one })),
    ];
  });
}

/** Remembers what was told already. The first look tells nothing: who comes later reads the log. */
export class Newsroom {
  private known: Set<string> | null = null;

  /** What this view has that none before had. A draft that is taken back and made anew is told again. */
  read(view: GameView): News[] {
    const all = told(view.log);
    const before = this.known;
    this.known = new Set(all.map(([name]) => name));
    return before ? all.filter(([name]) => !before.has(name)).map(([, news]) => news) : [];
  }
}
