// All games of this device that the page has open: carries out what the rooms of the engine ask for, as the tasks of the server do
// (crates/server/src/owner.rs). It runs in a worker; the page hears of it through `Mouth`.
//
// Nothing is shown before it is kept: a draft is written before its view goes out, and a confirmed turn is acknowledged by the room
// only after its transaction is complete. So a page may be closed at any moment.
//
// One window plays a game. Whoever opens it tells the other windows, which let go of it; should one of them write at that very
// moment, the version in the store decides, and the one that is too late loads the game anew.
import type { ClientMessage } from "../../wire/ClientMessage";
import type { CreateGame } from "../../wire/CreateGame";
import type { ServerMessage } from "../../wire/ServerMessage";
import type { Keep } from "../../wire/engine/Keep";
import type { Outcome } from "../../wire/engine/Outcome";
import type { Thinking } from "../../wire/engine/Thinking";
import { Failure } from "../failure";
import { newId } from "../here";
import type { Answer, Do, Eventful, Request } from "./asking";
import { now, type Desk } from "./desk";
import { Overtaken, store } from "./store";

/** Why a line ends: the game is not there, or another window plays it. */
export type Why = "gone" | "taken" | "broken";

export type Mouth = {
  opened: (line: number) => void;
  heard: (line: number, message: ServerMessage) => void;
  closed: (line: number, why: Why) => void;
  /** Asks a bot; its answer comes by `House.moved`. */
  think: (game: string, question: Thinking) => void;
  /** Nobody waits for the bot of this game any more. */
  quiet: (game: string) => void;
};

type Place = {
  id: string;
  /** Lines by the number that the room gave them. */
  lines: Map<number, number>;
  /** So many actions are stored. */
  after: number;
  /** The draft as it is stored. */
  draft: string;
  wake: ReturnType<typeof setTimeout> | undefined;
  /** What is to be written and said, in its order. */
  tail: Promise<void>;
  /** Requests that use it beside its lines. */
  guests: number;
  /** Somebody wants the game that follows. */
  follows: { resolve: (game: string) => void; reject: (error: Failure) => void } | null;
  isLeft: boolean;
};

const fresh = () => ({ id: newId(), seed: [...crypto.getRandomValues(new Uint8Array(32))], date: now().date });

export class House {
  private readonly places = new Map<string, Promise<Place>>();
  /** The game of each line, and its number there as soon as it has said hello. */
  private readonly lines = new Map<number, { game: string; socket: number | null }>();
  private readonly others = typeof BroadcastChannel === "function" ? new BroadcastChannel("bastide games") : null;

  constructor(
    private readonly desk: Desk,
    private readonly mouth: Mouth,
  ) {
    this.others?.addEventListener("message", ({ data }: MessageEvent<{ took: string }>) => void this.yield(data.took));
  }

  ask<D extends Do>(request: Request<D>): Answer<D> {
    return this.desk.ask<D>({ ...request, now: now() });
  }

  // Games

  async create(wish: CreateGame): Promise<string> {
    const kept = this.ask({ do: "create", wish, fresh: fresh() });
    await store.add(kept);
    return kept.game.id;
  }

  /** A record as a game of its own; `bots` says who goes on at which seat. */
  async bring(record: string, bots: Record<number, string>): Promise<string> {
    const kept = this.ask({ do: "import", record, bots, fresh: fresh() });
    await store.add(kept);
    return kept.game.id;
  }

  async forget(game: string | null): Promise<void> {
    for (const [id, opening] of this.places) {
      if (game !== null && game !== id) continue;
      this.leave(await opening, "gone");
    }
    await store.forget(game);
  }

  /** Asks a game for something that does not change it. */
  async of<D extends Do>(game: string, request: Request<D>): Promise<Answer<D>> {
    const place = await this.place(game);
    place.guests += 1;
    try {
      return this.ask<D>({ ...request, id: game });
    } finally {
      place.guests -= 1;
      void this.tidy(place);
    }
  }

  /** The id of a game that follows, with the same players. */
  async rematch(game: string): Promise<string> {
    const place = await this.place(game);
    place.guests += 1;
    try {
      return await new Promise<string>((resolve, reject) => {
        place.follows = { resolve, reject };
        this.give(place, { do: "rematch", fresh: fresh() });
      });
    } finally {
      place.guests -= 1;
      void this.tidy(place);
    }
  }

  // Lines

  open(line: number, game: string): void {
    this.lines.set(line, { game, socket: null });
    this.place(game).then(
      () => this.lines.has(line) && this.mouth.opened(line),
      (error: unknown) => this.end(line, error instanceof Failure && error.status === 404 ? "gone" : "broken"),
    );
  }

  async say(line: number, message: ClientMessage): Promise<void> {
    const place = await this.places.get(this.lines.get(line)?.game ?? "");
    const known = this.lines.get(line);
    if (!place || place.isLeft || !known) return;
    if (known.socket !== null) return this.give(place, { do: "say", socket: known.socket, message });
    if (message.type !== "hello") return;
    const outcome = this.ask({ do: "join", id: place.id, seen: message.seen ?? 0 });
    if (outcome.socket === undefined) return;
    known.socket = outcome.socket;
    place.lines.set(outcome.socket, line);
    this.carry(place, outcome);
  }

  async shut(line: number): Promise<void> {
    const known = this.lines.get(line);
    this.lines.delete(line);
    const place = await this.places.get(known?.game ?? "");
    if (!place || place.isLeft) return;
    if (known?.socket != null) {
      place.lines.delete(known.socket);
      this.give(place, { do: "leave", socket: known.socket });
    }
    await this.tidy(place);
  }

  /** A bot has thought. */
  async moved(game: string, generation: number, actions: string[]): Promise<void> {
    const place = await this.places.get(game);
    if (place && !place.isLeft) this.give(place, { do: "moved", generation, actions });
  }

  private end(line: number, why: Why): void {
    if (this.lines.delete(line)) this.mouth.closed(line, why);
  }

  // Places

  private place(game: string): Promise<Place> {
    let opening = this.places.get(game);
    if (!opening) {
      opening = this.load(game);
      this.places.set(game, opening);
      opening.catch(() => this.places.delete(game));
    }
    return opening;
  }

  private async load(game: string): Promise<Place> {
    this.others?.postMessage({ took: game });
    const kept = await store.load(game);
    if (!kept) throw new Failure(404, "no-game", "There is no such game on this device.");
    const place: Place = { id: game, lines: new Map(), after: kept.game.actions.length, draft: JSON.stringify(kept.draft), wake: undefined, tail: Promise.resolve(), guests: 0, follows: null, isLeft: false };
    this.carry(place, this.ask({ do: "open", game: kept.game, draft: kept.draft }));
    return place;
  }

  /** Lets go of a game that nobody looks at any more, when everything of it is written. */
  private async tidy(place: Place): Promise<void> {
    await place.tail;
    if (!place.isLeft && !place.guests && ![...this.lines.values()].some(({ game }) => game === place.id)) this.leave(place, "gone");
  }

  private leave(place: Place, why: Why): void {
    if (place.isLeft) return;
    place.isLeft = true;
    clearTimeout(place.wake);
    this.places.delete(place.id);
    this.mouth.quiet(place.id);
    this.ask({ do: "close", id: place.id });
    for (const [line, { game }] of [...this.lines]) if (game === place.id) this.end(line, why);
  }

  /** Another window plays this game now. */
  private async yield(game: string): Promise<void> {
    const place = await this.places.get(game)?.catch(() => null);
    if (place) this.leave(place, "taken");
  }

  // What follows

  private give<D extends Eventful>(place: Place, request: Request<D>): void {
    this.carry(place, this.ask<Eventful>({ ...request, id: place.id }));
  }

  /** Carries out what follows, after everything that followed before. */
  private carry(place: Place, outcome: Outcome): void {
    place.tail = place.tail
      .then(() => this.fulfil(place, outcome))
      .catch((error: unknown) => {
        console.error(error);
        this.leave(place, error instanceof Overtaken ? "taken" : "broken");
      });
  }

  private async fulfil(place: Place, outcome: Outcome): Promise<void> {
    if (place.isLeft) return;
    for (const what of outcome.odd ?? []) {
      console.warn(what);
      place.follows?.reject(new Failure(409, "not-over", what));
    }
    if (outcome.rematch) place.follows?.resolve(outcome.rematch);
    await this.keepDraft(place, outcome.draft);
    for (const { to, message } of outcome.sends) {
      for (const socket of to) {
        const line = place.lines.get(socket);
        if (line !== undefined) this.mouth.heard(line, message);
      }
    }
    if (outcome.is_quiet) this.mouth.quiet(place.id);
    if (outcome.think) this.mouth.think(place.id, outcome.think);
    clearTimeout(place.wake);
    if (outcome.wake !== undefined) place.wake = setTimeout(() => this.give(place, { do: "tick" }), Math.max(0, outcome.wake - performance.now()));
    if (outcome.store) await this.write(place, outcome.store);
  }

  /** Stores, and then tells the room. What was said meanwhile has its place before what follows from that. */
  private async write(place: Place, { kept, follows }: Keep): Promise<void> {
    let ok = true;
    try {
      await store.change(kept, follows);
      place.after = kept.game.actions.length;
    } catch (error) {
      if (error instanceof Overtaken) throw error;
      console.error(error);
      ok = false;
    }
    if (!place.isLeft) this.give(place, { do: "stored", ok });
  }

  private async keepDraft(place: Place, draft: string[]): Promise<void> {
    const text = JSON.stringify(draft);
    if (text === place.draft) return;
    place.draft = text;
    // A device without room for a draft may still be played on.
    await store.draft({ id: place.id, after: place.after, actions: draft }).catch(console.error);
  }
}
