// A table to learn at: a position of a lesson, of a puzzle or of an analysis, in a room at a desk of this page. It speaks the
// protocol of every game, so the same table shows it; but nothing is kept, nothing is drawn, and whoever made it decides what a
// confirmed turn leads to.
import type { ClientMessage } from "../../wire/ClientMessage";
import type { GameView } from "../../wire/GameView";
import type { Outcome } from "../../wire/engine/Outcome";
import type { StoredGame } from "../../wire/engine/StoredGame";
import type { Ears, Line } from "../carrier";
import { now, openDesk, type Desk } from "../engine/desk";
import { addressOf, engine } from "../engine/module";
import { bring, PREFIX } from "./studies";

const studies = new Map<string, Study>();

bring(carrier);
/** Opens a line to a table to learn at. */
function carrier(game: string, ears: Ears): Line {
  const study = studies.get(game);
  if (!study) {
    queueMicrotask(() => ears.closed("gone"));
    return { isAlive: false, send: () => false, close: () => {} };
  }
  return study.line(ears);
}

let desk: Promise<Desk> | null = null;
/** Requests of a room take milliseconds: they need no worker. */
async function open(): Promise<Desk> {
  const [module, rest] = await Promise.all([engine("rooms"), addressOf("rest") ? engine("rest") : null]);
  const opened = await openDesk(module);
  // All of it at once: a page cannot wait for the rest in the middle of a request, as a worker can.
  if (rest) opened.join(rest);
  return opened;
}
function theDesk(): Promise<Desk> {
  desk ??= open();
  desk.catch(() => (desk = null));
  return desk;
}

let count = 0;

/** The text of a record with other names for its players A and B. */
export function named(record: string, names: readonly [string, string]): string {
  const name = (letter: string) => JSON.stringify(letter === "A" ? names[0] : names[1]);
  return record
    .replace(/^players A B$/m, `players ${name("A")} ${name("B")}`)
    .replace(/^first ([AB])$/m, (_, letter: string) => `first ${name(letter)}`)
    .replace(/^(\d+) ([AB])(?= |$)/gm, (_, number: string, letter: string) => `${number} ${name(letter)}`);
}

export class Study {
  readonly id = `${PREFIX}${++count}`;
  private ears: Ears | null = null;
  private socket = 0;
  private isOpen = false;
  private game: StoredGame | null = null;
  /** The game of the record as it was. */
  private whole: StoredGame | null = null;
  private sits = () => {};
  /** The page sits at the table: what is done before would be gone with the room that it opens. */
  private readonly seated = new Promise<void>((done) => (this.sits = done));
  /** Is told the answers that are laid out, whenever they change. */
  ondraft: ((given: string[]) => void) | null = null;

  /** `onconfirm` is told the turn that was confirmed, as texts of a record; what follows is its decision. */
  constructor(
    private readonly record: string,
    private readonly onconfirm: (turn: string[]) => void,
    /** The seats that nobody at this page plays. */
    private readonly others: readonly number[] = [1],
    private readonly desk: () => Promise<Desk> = theDesk,
  ) {
    studies.set(this.id, this);
  }

  end(): void {
    studies.delete(this.id);
    void this.desk().then((desk) => this.isOpen && desk.ask({ do: "close", id: this.id }));
    this.isOpen = false;
  }

  line(ears: Ears): Line {
    this.ears = ears;
    let isAlive = true;
    const stop = (why: "gone" | "broken") => {
      isAlive = false;
      ears.closed(why);
    };
    void this.open().then(
      () => isAlive && ears.opened(),
      (error: unknown) => {
        console.error(error);
        stop("broken");
      },
    );
    return {
      get isAlive() {
        return isAlive;
      },
      send: (message) => {
        if (isAlive) void this.desk().then((desk) => this.say(desk, message));
        return isAlive;
      },
      close: () => {
        isAlive = false;
        if (this.ears === ears) this.ears = null;
      },
    };
  }

  private async open(): Promise<void> {
    if (this.game) return;
    const desk = await this.desk();
    const bots = Object.fromEntries(this.others.map((seat) => [seat, "greedy"]));
    const kept = desk.ask({ do: "import", record: this.record, bots, fresh: { id: this.id, seed: Array<number>(32).fill(7), date: now().date } });
    this.whole = kept.game;
    this.game ??= kept.game;
  }

  /** The whole table after other actions than those of its record. */
  async show(actions: readonly string[]): Promise<void> {
    await this.open();
    if (!this.game) return;
    // A record may be that of a whole game, of which only the beginning is shown.
    const { whole } = this;
    this.game = { ...this.game, status: whole && actions.length === whole.actions.length ? whole.status : "running", actions: [...actions] };
    const desk = await this.desk();
    if (this.ears) this.sit(desk);
  }

  /** The table as it is now, or nothing before it is open. */
  async view(): Promise<GameView | null> {
    const desk = await this.desk();
    return this.isOpen ? desk.ask({ do: "view", id: this.id, now: now() }) : null;
  }

  /** Takes back what was laid out. */
  async restart(): Promise<void> {
    this.sit(await this.desk());
  }

  /** Lays out an answer, as if it had been chosen. */
  async act(action: string): Promise<void> {
    await this.seated;
    const desk = await this.desk();
    const view = await this.view();
    if (view) this.say(desk, { type: "act", draft: view.draft, action });
  }

  /** A fresh room with the actions of the game; what bots would think is not asked for. */
  private sit(desk: Desk): void {
    if (!this.game) return;
    if (this.isOpen) desk.ask({ do: "close", id: this.id });
    desk.ask({ do: "open", game: this.game, draft: [], now: now() });
    this.isOpen = true;
    const joined = desk.ask({ do: "join", id: this.id, seen: 0, now: now() });
    this.socket = joined.socket ?? 0;
    if (this.ears) this.sits();
    this.tell(joined);
    this.ondraft?.([]);
  }

  private tell(outcome: Outcome): void {
    for (const { message } of outcome.sends) this.ears?.heard(message);
  }

  private say(desk: Desk, message: ClientMessage): void {
    switch (message.type) {
      case "hello":
        return this.sit(desk);
      case "ping":
        return this.ears?.heard({ type: "pong" });
      case "confirm": {
        const view = desk.ask({ do: "view", id: this.id, now: now() });
        // The page waits for an answer to what it has sent.
        this.ears?.heard({ type: "view", keep: null, view });
        return this.onconfirm(view.answered.map(({ answer }) => answer));
      }
      case "act":
      case "undo":
        this.tell(desk.ask({ do: "say", id: this.id, socket: this.socket, message, now: now() }));
        if (this.ondraft) this.ondraft(desk.ask({ do: "view", id: this.id, now: now() }).answered.map(({ answer }) => answer));
        return;
      case "region":
      case "board":
      case "describe":
      case "why":
      case "why-there":
      case "why-space":
        return this.tell(desk.ask({ do: "say", id: this.id, socket: this.socket, message, now: now() }));
      case "chat":
      case "resign":
      case "leave":
      case "back":
      case "time-is-up":
      case "replace-by-bot":
      case "start":
      case "reveal":
      case "continue":
        // Nobody else is here.
        return;
    }
  }
}
