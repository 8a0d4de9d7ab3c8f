// What the page asks of the engine, by the word of each request, and what is answered. The types of the answers are made from the Rust
// ones by the tests of crates/wasm and crates/analysis, which also send each of these words.
import type { ClientMessage } from "../../wire/ClientMessage";
import type { CreateGame } from "../../wire/CreateGame";
import type { Draws } from "../../wire/Draws";
import type { GameView } from "../../wire/GameView";
import type { Offer } from "../../wire/Offer";
import type { TileArt } from "../../wire/TileArt";
import type { Act } from "../../wire/engine/Act";
import type { Analysis } from "../../wire/engine/Analysis";
import type { Kept } from "../../wire/engine/Kept";
import type { Looks } from "../../wire/engine/Looks";
import type { Outcome } from "../../wire/engine/Outcome";
import type { Questions } from "../../wire/engine/Questions";
import type { StoredGame } from "../../wire/engine/StoredGame";
import type { Turn } from "../../wire/engine/Turn";
import type { Weighed } from "../../wire/engine/Weighed";
import type { Worth } from "../../wire/engine/Worth";

/** What is random in a new game. */
export type Fresh = { id: string; seed: number[]; date: number };
export type Hint = Turn & Looks;

export type Wire = {
  // Without a game.
  version: { asks: object; answers: { protocol: number; rules: string } };
  offer: { asks: object; answers: Offer };
  tiles: { asks: { set: string }; answers: TileArt[] };
  picture: { asks: { address: string; copy: number }; answers: string };
  create: { asks: { wish: CreateGame; fresh: Fresh }; answers: Kept };
  import: { asks: { record: string; bots: Record<number, string>; fresh: Fresh }; answers: Kept };
  // A game at the desk.
  open: { asks: { game: StoredGame; draft: string[] }; answers: Outcome };
  close: { asks: object; answers: null };
  join: { asks: { seen: number }; answers: Outcome };
  leave: { asks: { socket: number }; answers: Outcome };
  say: { asks: { socket: number; message: ClientMessage }; answers: Outcome };
  stored: { asks: { ok: boolean }; answers: Outcome };
  moved: { asks: { generation: number; actions: string[] }; answers: Outcome };
  tick: { asks: object; answers: Outcome };
  rematch: { asks: { fresh: Fresh }; answers: Outcome };
  view: { asks: object; answers: GameView };
  record: { asks: object; answers: string };
  draws: { asks: object; answers: Draws };
  board: { asks: { turn: number | null }; answers: string };
  // A record.
  think: { asks: { bot: string; record: string; seed: number }; answers: string[] };
  film: { asks: { record: string }; answers: string };
  hints: { asks: { record: string; simulations: number }; answers: Hint[] };
  looks: { asks: { record: string; actions: string[] }; answers: Looks };
  compare: { asks: { record: string; actions: string[]; simulations: number }; answers: Weighed };
  acts: { asks: { record: string }; answers: Act[] };
  prefix: { asks: { record: string; number: number }; answers: string };
  questions: { asks: { record: string; simulations: number }; answers: Questions };
  weigh: { asks: { record: string; number: number; simulations: number }; answers: Weighed };
  opening: { asks: { record: string; simulations: number }; answers: Worth | null };
  account: { asks: { record: string; weighed: Weighed[]; start: Worth | null }; answers: Analysis };
};

export type Do = keyof Wire;
/** A word and what it needs: the game that it is about, and the time, where it matters. */
export type Request<D extends Do = Do> = { do: D; id?: string; now?: { ticks: number; date: number } } & Wire[D]["asks"];
export type Answer<D extends Do> = Wire[D]["answers"];
/** Requests that something follows from for the page. */
export type Eventful = { [D in Do]: Answer<D> extends Outcome ? D : never }[Do];
