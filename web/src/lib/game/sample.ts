// Views of games for the tests, with nothing in them that is not said.
import type { AwardView } from "../../wire/AwardView";
import type { DecisionView } from "../../wire/DecisionView";
import type { DeployedView } from "../../wire/DeployedView";
import type { FigureView } from "../../wire/FigureView";
import type { GameView } from "../../wire/GameView";
import type { LogEntry } from "../../wire/LogEntry";
import type { OptionView } from "../../wire/OptionView";
import type { Question } from "../../wire/Question";
import type { ReturnedView } from "../../wire/ReturnedView";
import type { SeatView } from "../../wire/SeatView";

type Asked<Kind extends Question["kind"]> = Extract<Question, { kind: Kind }>;

/** One question of each kind. */
const QUESTIONS: { [Kind in Question["kind"]]: Asked<Kind> } = {
  spring: { kind: "spring" },
  draw: { kind: "draw" },
  place: { kind: "place", branches: 0 },
  deploy: { kind: "deploy", at: [0, 0] },
  robber: { kind: "robber" },
  ingot: { kind: "ingot", at: [0, 0] },
  magic: { kind: "magic", joined: false },
  roll: { kind: "roll", figure: "meeple" },
  land: { kind: "land", figure: "meeple", at: [0, 0], number: 1 },
  accompany: { kind: "accompany", figure: "builder", at: [0, 0] },
  "put-ferry": { kind: "put-ferry", at: [0, 0] },
  "move-ferry": { kind: "move-ferry" },
  "score-next": { kind: "score-next" },
  "keep-farmer": { kind: "keep-farmer" },
  mark: { kind: "mark", points: 3 },
  rob: { kind: "rob" },
  "draw-message": { kind: "draw-message" },
  message: { kind: "message", message: 1 },
  "message-return": { kind: "message-return" },
  crop: { kind: "crop", circle: "club" },
  "crop-add": { kind: "crop-add", circle: "club" },
  "crop-return": { kind: "crop-return", circle: "club" },
  gingerbread: { kind: "gingerbread" },
  plague: { kind: "plague" },
  ransom: { kind: "ransom" },
  "step-dragon": { kind: "step-dragon", steps: 6 },
  capture: { kind: "capture", reach: [] },
  exchange: { kind: "exchange" },
  "move-out": { kind: "move-out" },
  send: { kind: "send" },
  "move-count": { kind: "move-count" },
  "last-move": { kind: "last-move" },
  over: { kind: "over" },
};

export const decision = <Kind extends Question["kind"]>(kind: Kind, seat: number | null, options: OptionView[] = [], change: Partial<Asked<Kind>> & { tile?: string; rule?: string } = {}): DecisionView => ({
  seat,
  rule: null,
  tile: null,
  options,
  ...QUESTIONS[kind],
  ...change,
});

export const seat = (name: string, yours: boolean, clock: number | null = null): SeatView => ({
  name,
  colour: "red",
  bot: null,
  yours,
  taken: true,
  open: false,
  kept: false,
  back: false,
  connected: true,
  resigned: false,
  points: 0,
  projected: null,
  supply: [],
  has_meeple: true,
  tokens: [],
  captives: [],
  aside: [],
  clock,
});

const cell: OptionView = { action: "0,1 r0", what: "place", target: { on: "cell", at: [0, 1], rotation: 0 } };

/** A running game in which Anna, at this screen, is to lay a tile. */
export function view(change: Partial<GameView> = {}): GameView {
  return {
    id: "g",
    number: 1,
    status: "running",
    in_box: null,
    base: "classic",
    modules: [],
    palette: "summer",
    seats: [seat("Anna", true, 10_000), seat("Borys", false, 10_000)],
    host: true,
    can_join: false,
    code: null,
    strict: false,
    waits_for: [],
    overdue: null,
    aids: true,
    clock: { kind: "none" },
    turn: 1,
    active: 0,
    board: { tiles: [], figures: [], ferries: [], tokens: [], dead: [], printed: null, neutral: [], flight: [], towers: [] },
    track: null,
    decision: decision("place", 0, [cell], { tile: "base-classic/A" }),
    draft: 1,
    draft_of: null,
    answered: [],
    can_undo: false,
    must_confirm: false,
    left: 10,
    undrawn: null,
    discarded: [],
    log: [],
    chat: [],
    commitment: "",
    seed: null,
    shares: [],
    awaits_shares: false,
    final_awards: [],
    history: [],
    winners: [],
    rematch: null,
    damage: null,
    can_continue: false,
    ...change,
  };
}

export const entry = (turn: number, change: Partial<LogEntry> = {}): LogEntry => ({
  turn,
  seat: 0,
  tile: null,
  at: null,
  discarded: [],
  deployed: [],
  awards: [],
  returned: [],
  happened: [],
  notes: [],
  ...change,
});
/** How a figure of a player comes and goes if nothing else is said: onto the tile just laid, and home when it has scored. */
export const came = (figure: FigureView, change: Partial<DeployedView> = {}): DeployedView => ({ ...figure, feature: "city", how: "on-tile", from: null, ...change });
export const went = (figure: FigureView, change: Partial<ReturnedView> = {}): ReturnedView => ({ ...figure, why: "scored", to: figure.seat ?? 0, tower: null, ...change });
export const award = (points: number, source: "city" | "road" = "city"): AwardView => ({
  seat: 0,
  when: "completed",
  source,
  points,
  items: [],
  halved: null,
  at: [0, 0],
  segment: 0,
  rules: [],
});
