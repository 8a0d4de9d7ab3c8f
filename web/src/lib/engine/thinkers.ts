// Thinking apart from the page: bots, hints and analysis, each request at a desk in a worker of its own.
//
//     const turn = await think({ do: "think", bot: "master", record, seed: 1 }, { milliseconds: 800 });
//
// - `request` goes to `Desk::carry_out` (crates/wasm/src/desk.rs) as it is; the answer is what it gives. What it refuses, and a
//   page without an engine (`hasEngine` of ./module), comes as a `Failure`.
// - `milliseconds` is the budget: when it is over `time_is_over()` of crates/wasm becomes true, and a search answers with what it
//   has. It runs from when a worker begins, not while the request waits.
// - `onprogress` hears each JSON value that the request tells on its way (`memory::tell` of crates/wasm), while it works.
// - `signal` cancels: at once, at any moment, because the worker is ended. The promise is rejected with the signal's reason.
// - `background` is for what nobody waits for (the analysis of a whole game): it leaves one core to the page, shares the rest, and
//   never keeps a bot or a hint waiting. Ask for many small parts at once (one for each turn): they spread over the cores.
// - `threads()` is how many background requests work at the same time.
import { Failure } from "../failure";
import type { Answer, Do, Request } from "./asking";
import { engine } from "./module";
import type { FromThinker, ToThinker } from "./thinker.worker";

export type Wish = {
  milliseconds?: number;
  signal?: AbortSignal;
  onprogress?: (told: unknown) => void;
  background?: boolean;
};

type Job = {
  request: Request;
  wish: Wish;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
  thinker: Worker | null;
};

/** Seconds after which a worker with nothing to do is let go, with its memory. */
const IDLE = 60_000;

const waiting: Job[] = [];
const working = new Set<Job>();
const idle = new Map<Worker, ReturnType<typeof setTimeout>>();

export const threads = (): number => Math.max(1, Math.min(8, (navigator.hardwareConcurrency || 2) - 1));

export function think<D extends Do>(request: Request<D>, wish: Wish = {}): Promise<Answer<D>> {
  return new Promise<Answer<D>>((resolve, reject) => {
    if (wish.signal?.aborted) return reject(wish.signal.reason);
    const job: Job = { request, wish, resolve: resolve as (answer: unknown) => void, reject, thinker: null };
    wish.signal?.addEventListener("abort", () => cancel(job), { once: true });
    waiting.push(job);
    begin();
  });
}

function cancel(job: Job): void {
  const at = waiting.indexOf(job);
  if (at >= 0) waiting.splice(at, 1);
  else if (!working.delete(job)) return;
  // A worker that computes hears nothing: it is ended, and the next one takes the compiled engine as it is.
  job.thinker?.terminate();
  job.reject(job.wish.signal?.reason);
  begin();
}

/** What is waited for begins at once; the rest as there is room. */
function begin(): void {
  for (const job of [...waiting]) {
    const inBackground = [...working].filter((other) => other.wish.background).length;
    if (job.wish.background && inBackground >= threads()) continue;
    waiting.splice(waiting.indexOf(job), 1);
    working.add(job);
    void start(job);
  }
}

async function start(job: Job): Promise<void> {
  const { request, wish } = job;
  try {
    const thinker = await hire();
    // It may have been cancelled while the engine was loaded.
    if (!working.has(job)) return rest(thinker);
    job.thinker = thinker;
    thinker.onmessage = ({ data }: MessageEvent<FromThinker>) => {
      if ("told" in data) wish.onprogress?.(data.told);
      else finish(job, () => ("ok" in data ? job.resolve(data.ok) : job.reject(new Failure(data.refused.status, data.refused.code, data.refused.message))));
    };
    thinker.onerror = () => finish(job, () => job.reject(new Failure(500, "engine", "The engine has stopped.")), true);
    thinker.postMessage({ request, milliseconds: wish.milliseconds ?? null } satisfies ToThinker);
  } catch (error) {
    finish(job, () => job.reject(error));
  }
}

function finish(job: Job, answer: () => void, isBroken = false): void {
  if (!working.delete(job)) return;
  if (isBroken) job.thinker?.terminate();
  else if (job.thinker) rest(job.thinker);
  answer();
  begin();
}

async function hire(): Promise<Worker> {
  const module = await engine("thinking");
  for (const [thinker, timer] of idle) {
    clearTimeout(timer);
    idle.delete(thinker);
    return thinker;
  }
  const thinker = new Worker(new URL("./thinker.worker.ts", import.meta.url), { type: "module", name: "thinker" });
  thinker.postMessage({ module } satisfies ToThinker);
  return thinker;
}

function rest(thinker: Worker): void {
  const leave = () => {
    clearTimeout(idle.get(thinker));
    idle.delete(thinker);
    thinker.terminate();
  };
  // An engine that has stopped in its last request says so after its answer.
  thinker.onerror = leave;
  idle.set(thinker, setTimeout(leave, IDLE));
}
