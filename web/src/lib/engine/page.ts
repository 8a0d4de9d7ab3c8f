// The page's side of the games of this device: questions, lines to games, and bots that think for them.
import type { Ears, Line } from "../carrier";
import { Failure } from "../failure";
import type { Thinking } from "../../wire/engine/Thinking";
import type { Answer, Do, Request } from "./asking";
import type { Ask, FromHouse, ToHouse } from "./house.worker";
import { addressOf, engine } from "./module";
import { think } from "./thinkers";

type Pending = { resolve: (answer: unknown) => void; reject: (error: Failure) => void };

let house: Promise<Worker> | null = null;
/** That has all of the engine. */
let whole: Worker | null = null;
let count = 0;
const pending = new Map<number, Pending>();
const lines = new Map<number, Ears>();
/** The bots that think, by their games. */
const bots = new Map<string, AbortController>();

function open(): Promise<Worker> {
  house ??= engine("rooms").then((module) => {
    const worker = new Worker(new URL("./house.worker.ts", import.meta.url), { type: "module", name: "games" });
    worker.onmessage = ({ data }: MessageEvent<FromHouse>) => hear(worker, data);
    worker.onerror = (event) => fall(worker, event.message);
    tell(worker, { module, rest: addressOf("rest") });
    return worker;
  });
  house.catch(() => (house = null));
  return house;
}

/** Loads what a first turn did without, before it is needed. */
export async function complete(): Promise<void> {
  if (!addressOf("rest")) return;
  const [worker, rest] = await Promise.all([open(), engine("rest")]);
  if (worker === whole) return;
  whole = worker;
  tell(worker, { rest });
}

/** Whether games of this device may be open in this page. */
export const isRunning = (): boolean => house !== null;

const tell = (worker: Worker, message: ToHouse) => worker.postMessage(message);

/** The worker has failed: everything is stored, and whoever asks again gets a new one. */
function fall(worker: Worker, why: string): void {
  house = null;
  worker.terminate();
  const asked = [...pending.values()];
  const open = [...lines.values()];
  pending.clear();
  lines.clear();
  bots.forEach((bot) => bot.abort());
  bots.clear();
  asked.forEach(({ reject }) => reject(new Failure(500, "engine", why)));
  open.forEach((ears) => ears.closed());
}

function hear(worker: Worker, said: FromHouse): void {
  if ("answer" in said) {
    const asked = pending.get(said.answer);
    pending.delete(said.answer);
    if ("ok" in said) asked?.resolve(said.ok);
    else asked?.reject(new Failure(said.refused.status, said.refused.code, said.refused.message));
  } else if ("opened" in said) lines.get(said.opened)?.opened();
  else if ("heard" in said) lines.get(said.heard)?.heard(said.message);
  else if ("closed" in said) {
    const ears = lines.get(said.closed);
    lines.delete(said.closed);
    ears?.closed(said.why);
  } else if ("think" in said) void play(worker, said.think, said.question);
  else quiet(said.quiet);
}

export async function ask<T>(what: Ask): Promise<T> {
  const worker = await open();
  const number = ++count;
  return new Promise<T>((resolve, reject) => {
    pending.set(number, { resolve: resolve as (answer: unknown) => void, reject });
    tell(worker, { ask: number, what });
  });
}

/** Asks the engine about no game in particular, or a game for something that does not change it. */
export const askDesk = <D extends Do>(request: Request<D>, game: string | null = null): Promise<Answer<D>> => ask<Answer<D>>({ of: game, request });

/** A line to a game of this device. */
export function workerCarrier(game: string, ears: Ears): Line {
  const number = ++count;
  let isOpen = false;
  let isOver = false;
  const opening = open().then(
    (worker) => {
      if (isOver) return null;
      lines.set(number, {
        opened: () => {
          isOpen = true;
          ears.opened();
        },
        heard: (message) => ears.heard(message),
        closed: (why) => {
          isOver = true;
          ears.closed(why);
        },
      });
      tell(worker, { open: number, game });
      return worker;
    },
    () => {
      if (!isOver) ears.closed();
      isOver = true;
      return null;
    },
  );
  return {
    get isAlive() {
      return !isOver;
    },
    send(message) {
      if (!isOpen || isOver) return false;
      void opening.then((worker) => worker && tell(worker, { say: number, message }));
      return true;
    },
    close() {
      isOver = true;
      lines.delete(number);
      void opening.then((worker) => worker && tell(worker, { shut: number }));
    },
  };
}

// Bots

/** Milliseconds after which a bot that failed is asked again. */
const RETRY = 3_000;

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

async function play(worker: Worker, game: string, { generation, bot, record, pace, milliseconds }: Thinking): Promise<void> {
  quiet(game);
  const thinking = new AbortController();
  bots.set(game, thinking);
  const { signal } = thinking;
  try {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    // The pause of a bot runs while it thinks.
    const [actions] = await Promise.all([think({ do: "think", bot, record, seed }, { milliseconds, signal }), wait(pace, signal)]);
    tell(worker, { moved: game, generation, actions });
  } catch (error) {
    if (signal.aborted) return;
    // The room asks again when nothing was done: perhaps the engine can be loaded by then.
    console.error(error);
    await wait(RETRY, signal).then(
      () => tell(worker, { moved: game, generation, actions: [] }),
      () => {},
    );
  } finally {
    if (bots.get(game) === thinking) bots.delete(game);
  }
}

function quiet(game: string): void {
  bots.get(game)?.abort();
  bots.delete(game);
}
