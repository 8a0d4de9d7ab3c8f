// A worker that thinks: one request after the other at a desk of its own. See thinkers.ts.
import { Failure, type Refusal } from "../failure";
import type { Request } from "./asking";
import { openDesk, report, type Desk } from "./desk";

export type ToThinker = { module: WebAssembly.Module } | { request: Request; milliseconds: number | null };
export type FromThinker = { told: unknown } | { ok: unknown } | { refused: Refusal };

const post = (message: FromThinker) => postMessage(message);
let desk: Promise<Desk> | null = null;

async function work(request: Request, milliseconds: number | null): Promise<FromThinker> {
  try {
    const open = await desk;
    if (!open) throw new Failure(500, "engine", "There is no engine.");
    open.until = milliseconds === null ? Infinity : performance.now() + milliseconds;
    return { ok: open.ask(request) };
  } catch (error) {
    const { status, code, message } = error instanceof Failure ? error : new Failure(500, "engine", String(error));
    return { refused: { status, code, message } };
  }
}

onmessage = ({ data }: MessageEvent<ToThinker>) => {
  if ("module" in data) desk = openDesk(data.module, { told: (text) => post({ told: JSON.parse(text) }), stopped: report });
  else void work(data.request, data.milliseconds).then(post);
};
