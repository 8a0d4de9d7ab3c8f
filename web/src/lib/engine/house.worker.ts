// The worker that keeps the games of this device: a house, and the messages between it and the page (page.ts).
import type { ClientMessage } from "../../wire/ClientMessage";
import type { CreateGame } from "../../wire/CreateGame";
import type { ServerMessage } from "../../wire/ServerMessage";
import type { Thinking } from "../../wire/engine/Thinking";
import { Failure, type Refusal } from "../failure";
import type { Request } from "./asking";
import { openDesk, report, type Desk } from "./desk";
import { House, type Why } from "./house";
import { isPacked, unpack } from "./lzma";

/** What is asked and answered, by the number of the question. */
export type Ask =
  | { create: CreateGame }
  | { bring: string; bots: Record<number, string> }
  | { forget: string | null }
  | { rematch: string }
  /** Something about a game, or about none. */
  | { of: string | null; request: Request };

export type ToHouse =
  /** The engine, and where the rest of it is, should it be needed before it comes by itself. */
  | { module: WebAssembly.Module; rest: string | null }
  | { rest: WebAssembly.Module }
  | { ask: number; what: Ask }
  | { open: number; game: string }
  | { say: number; message: ClientMessage }
  | { shut: number }
  | { moved: string; generation: number; actions: string[] };

export type FromHouse =
  | { answer: number; ok: unknown }
  | { answer: number; refused: Refusal }
  | { opened: number }
  | { heard: number; message: ServerMessage }
  | { closed: number; why: Why }
  | { think: string; question: Thinking }
  | { quiet: string };

const post = (message: FromHouse) => postMessage(message);

/** Loads the rest of the engine while a request waits in the middle of its work. */
function loadNow(address: string | null, request: Request): WebAssembly.Module {
  if (address === null) throw new Error("The engine has no other part.");
  // Whoever divides it wants to know (crates/wasm/node/first-turn.mjs).
  console.debug("The rest of the engine is needed for", JSON.stringify(request));
  const asked = new XMLHttpRequest();
  asked.open("GET", address, false);
  asked.responseType = "arraybuffer";
  asked.send();
  if (asked.status !== 200) throw new Error(`${asked.status} ${asked.statusText}`);
  const file = new Uint8Array(asked.response as ArrayBuffer);
  return new WebAssembly.Module(isPacked(file) ? unpack(file) : file);
}

async function build(module: WebAssembly.Module, rest: string | null): Promise<House> {
  desk = await openDesk(module, { rest: (request) => loadNow(rest, request), stopped: report });
  return new House(desk, {
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
let desk: Desk | null = null;

/** One after the other as they came, also while the engine is still being made. */
async function hear(message: ToHouse): Promise<void> {
  if ("module" in message) {
    house = build(message.module, message.rest);
    return;
  }
  const built = await house;
  if (!built) return;
  if ("rest" in message) return desk?.join(message.rest);
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
