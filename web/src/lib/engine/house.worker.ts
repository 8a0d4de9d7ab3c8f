// The worker that keeps the games of this device: a house, and the messages between it and the page (page.ts).
import type { ClientMessage } from "../../wire/ClientMessage";
import type { CreateGame } from "../../wire/CreateGame";
import type { ServerMessage } from "../../wire/ServerMessage";
import { Failure } from "../failure";
import { openDesk, type Request } from "./desk";
import { House, type Question, type Why } from "./house";

/** What is asked and answered, by the number of the question. */
export type Ask =
  | { create: CreateGame }
  | { bring: string; bots: Record<number, string> }
  | { forget: string | null }
  | { rematch: string }
  /** Something about a game, or about none. */
  | { of: string | null; request: Request };

export type ToHouse =
  | { module: WebAssembly.Module }
  | { ask: number; what: Ask }
  | { open: number; game: string }
  | { say: number; message: ClientMessage }
  | { shut: number }
  | { moved: string; generation: number; actions: string[] };

export type FromHouse =
  | { answer: number; ok: unknown }
  | { answer: number; refused: { status: number; code: string; message: string } }
  | { opened: number }
  | { heard: number; message: ServerMessage }
  | { closed: number; why: Why }
  | { think: string; question: Question }
  | { quiet: string };

const post = (message: FromHouse) => postMessage(message);

async function build(module: WebAssembly.Module): Promise<House> {
  return new House(await openDesk(module), {
    opened: (line) => post({ opened: line }),
    heard: (line, message) => post({ heard: line, message }),
    closed: (line, why) => post({ closed: line, why }),
    think: (game, question) => post({ think: game, question }),
    quiet: (game) => post({ quiet: game }),
  });
}

function answer(house: House, what: Ask): unknown {
  if ("create" in what) return house.create(what.create);
  if ("bring" in what) return house.bring(what.bring, what.bots);
  if ("forget" in what) return house.forget(what.forget);
  if ("rematch" in what) return house.rematch(what.rematch);
  return what.of === null ? house.ask(what.request) : house.of(what.of, what.request);
}

let house: Promise<House> | null = null;

/** One after the other as they came, also while the engine is still being made. */
async function hear(message: ToHouse): Promise<void> {
  if ("module" in message) {
    house = build(message.module);
    return;
  }
  const built = await house;
  if (!built) return;
  if ("ask" in message) {
    try {
      post({ answer: message.ask, ok: await answer(built, message.what) });
    } catch (error) {
      const { status, code, message: text } = error instanceof Failure ? error : new Failure(507, "not-stored", String(error));
      post({ answer: message.ask, refused: { status, code, message: text } });
    }
  } else if ("open" in message) built.open(message.open, message.game);
  else if ("say" in message) await built.say(message.say, message.message);
  else if ("shut" in message) await built.shut(message.shut);
  else await built.moved(message.moved, message.generation, message.actions);
}

onmessage = ({ data }: MessageEvent<ToHouse>) => void hear(data);
