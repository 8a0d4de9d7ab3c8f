// What the client knows of a game, and how each message of the server changes it. Pure.
import type { AwardSource } from "../../wire/AwardSource";
import type { DecisionView } from "../../wire/DecisionView";
import type { GameView } from "../../wire/GameView";
import type { Keep } from "../../wire/Keep";
import type { OptionView } from "../../wire/OptionView";
import type { Problem } from "../../wire/Problem";
import type { ServerMessage } from "../../wire/ServerMessage";
import type { TileView } from "../../wire/TileView";

export type Known = {
  view: GameView | null;
  watching: number;
  /** When the view came, for clocks. */
  since: number;
  problem: Problem | null;
};

export const nothing: Known = {
  view: null,
  watching: 0,
  since: 0,
  problem: null,
};

/** Every answer by itself: those that the server tells together because they differ in their place stand beside each other. */
export function apart(options: readonly OptionView[]): OptionView[] {
  return options.flatMap(({ also = [], ...option }) => {
    let { brings } = option;
    const others = also.map((one): OptionView => {
      const [action, at, segment] = one;
      if (one.length === 4) brings = one[3];
      return { action, what: option.what, target: { ...option.target, at, segment } as OptionView["target"], ...(brings?.length ? { brings } : {}) };
    });
    return [option, ...others];
  });
}
function spelledOut(view: GameView): GameView {
  const whole = (decision: DecisionView): DecisionView => ({ ...decision, options: apart(decision.options) });
  return { ...view, decision: whole(view.decision), answered: view.answered.map((answer) => ({ ...answer, decision: whole(answer.decision) })) };
}

/** The view that follows one of which something stays (docs/protocol.md, "What stays"). */
export function grown(before: GameView, keep: Keep, next: GameView): GameView {
  const stays = <T>(old: readonly T[], kept: number, more: readonly T[]): T[] => [...old.slice(0, kept), ...more];
  const known = (draft: number): DecisionView | undefined => (before.draft === draft ? before.decision : before.answered.find((answered) => answered.draft === draft)?.decision);
  const answered = next.answered.map((answer) => ({ ...answer, decision: answer.decision.options.length ? answer.decision : (known(answer.draft) ?? answer.decision) }));
  return {
    ...next,
    board: { ...next.board, tiles: stays(before.board.tiles, keep.tiles, next.board.tiles) },
    log: stays(before.log, keep.log, next.log),
    history: stays(before.history, keep.history, next.history),
    discarded: stays(before.discarded, keep.discarded, next.discarded),
    answered: stays(before.answered, keep.answered, answered),
    undrawn: keep.undrawn ? before.undrawn : next.undrawn,
    chat: keep.chat ? before.chat : next.chat,
    decision: keep.decision ? (known(next.draft) ?? next.decision) : next.decision,
  };
}

/** How many entries of the log will not change any more; a draft may still change the end of it. */
export function seen(view: GameView | null): number {
  return view && view.draft_of === null ? Math.max(0, view.log.length - 1) : 0;
}

export function receive(known: Known, message: ServerMessage, now: number): Known {
  switch (message.type) {
    case "view": {
      const next = spelledOut(message.view);
      return { ...known, view: message.keep && known.view ? grown(known.view, message.keep, next) : next, since: now };
    }
    case "chat": {
      const view = known.view;
      if (!view) return known;
      if (message.number <= view.number) return known;
      return { ...known, view: { ...view, number: message.number, chat: [...view.chat, message.line] } };
    }
    case "presence": {
      const view = known.view;
      if (!view) return { ...known, watching: message.watching };
      const seats = view.seats.map((seat, i) => ({ ...seat, connected: message.seats[i] ?? seat.connected }));
      return { ...known, watching: message.watching, view: { ...view, seats } };
    }
    case "problem":
      return { ...known, problem: { code: message.code, message: message.message } };
    case "region":
    case "board":
    case "described":
    case "because":
    case "stored":
    case "pong":
      return known;
  }
}

/** What somebody is called; nobody has no name. */
export const nameOf = (view: GameView | null, seat: number | null): string => (seat === null ? "" : (view?.seats[seat]?.name ?? ""));

/** The seat of ours that is asked, or whose draft waits for Confirm. */
export function mySeat(view: GameView): number | null {
  if (view.draft_of !== null) return view.draft_of;
  const seat = view.decision.seat;
  return seat !== null && view.seats[seat]?.yours ? seat : null;
}

/** The seat of who reads here, if they have just one: they are spoken to. Who watches or shares the screen reads names. */
export function ownSeat(view: GameView): number | null {
  const own = view.seats.flatMap(({ yours }, seat) => (yours ? [seat] : []));
  return own.length === 1 ? (own[0] ?? null) : null;
}

/** The tile of the draft, if one is laid. */
export function draftTile(view: GameView): TileView | null {
  return view.board.tiles.find((tile) => tile.draft) ?? null;
}

/** The decision about a cell that the draft has answered or that is asked now. */
export function placing(view: GameView): Shown | null {
  return lastOf(view, "cell");
}

/** A decision with the answer that the draft has given, or none yet. */
export type Shown = { draft: number; decision: DecisionView; answer: string | null };

/** The decision whose options are shown: what is asked, or what the draft has answered last and may answer anew. */
export function shownDecision(view: GameView): Shown | null {
  const isAsked = !view.must_confirm && view.decision.options.length > 0;
  const shown = isAsked ? { draft: view.draft, decision: view.decision, answer: null } : (view.answered.at(-1) ?? null);
  return shown && !isPlacement(shown.decision) ? shown : null;
}

export function isPlacement(decision: DecisionView): boolean {
  return decision.options.some((option) => option.target.on === "cell");
}

/** The tile that the turn is about: laid by the draft, else the one that the decision names. */
export function tileInQuestion(view: GameView): TileView | null {
  const at = "at" in view.decision ? view.decision.at : null;
  return draftTile(view) ?? (at && view.board.tiles.find((tile) => tile.at[0] === at[0] && tile.at[1] === at[1])) ?? null;
}

function lastOf(view: GameView, on: OptionView["target"]["on"]): Shown | null {
  const all: Shown[] = [...view.answered, { draft: view.draft, decision: view.decision, answer: null }];
  return all.findLast(({ decision }) => decision.options.some((option) => option.target.on === on)) ?? null;
}

/** What points came from: what they were given for, or who paid them. */
export type PointSource = AwardSource["source"] | "ransom";

/** Points by source and seat: turns, then the final scoring. */
export function bySource(view: GameView): Map<PointSource, number[]> {
  const found = new Map<PointSource, number[]>();
  const add = ({ source, seat, points }: { source: PointSource; seat: number; points: number }) => {
    const row = found.get(source) ?? view.seats.map(() => 0);
    row[seat] = (row[seat] ?? 0) + points;
    found.set(source, row);
  };
  for (const entry of view.log) {
    if (entry.turn > 0) entry.awards.forEach(add);
    // What one player pays to another is no award.
    for (const paid of entry.happened) {
      if (paid.what !== "ransomed") continue;
      add({ source: "ransom", seat: paid.seat, points: -paid.points });
      add({ source: "ransom", seat: paid.other, points: paid.points });
    }
  }
  view.final_awards.forEach(add);
  return found;
}

/** The view of a moment: points as they were after a turn. What is not known of it is left out. */
export function momentOf(view: GameView, turn: number): GameView {
  const points = turn === 0 ? view.seats.map(() => 0) : view.history[turn - 1];
  const seats = view.seats.map((seat, i) => ({ ...seat, points: points?.[i] ?? seat.points, projected: null, supply: [], tokens: [], captives: [], aside: [] }));
  return { ...view, seats, track: null };
}

/** Milliseconds on a clock now. */
export function clockNow(known: Known, seat: number, now: number): number | null {
  const view = known.view;
  const left = view?.seats[seat]?.clock ?? null;
  if (left === null || !view) return null;
  const runs = view.status === "running" && (view.decision.seat ?? view.active) === seat;
  return Math.max(0, runs ? left - (now - known.since) : left);
}
