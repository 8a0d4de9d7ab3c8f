// The engine inside a worker: requests and answers are JSON texts in its memory (crates/wasm).
import { Failure, type Refusal } from "../failure";
import type { Answer, Do, Request } from "./asking";

type Doors = {
  memory: WebAssembly.Memory;
  /** Only of a divided engine. */
  table?: WebAssembly.Table;
  begin: () => void;
  room_for: (length: number) => number;
  answer: () => bigint;
};

/** The time, which the engine has not by itself. */
export const now = () => ({ ticks: Math.round(performance.now()), date: Math.floor(Date.now() / 1000) });

export type Desk = {
  /** Answers at once, whatever it takes; what is refused is thrown as a `Failure`. */
  ask: <D extends Do>(request: Request<D>) => Answer<D>;
  /** Brings the rest of a divided engine, before it is needed. */
  join: (rest: WebAssembly.Module) => void;
  /** Until when what is being asked may think, in milliseconds of `performance.now()`. */
  until: number;
};

export type Around = {
  /** Hears what a request tells while it is worked on. */
  told?: (text: string) => void;
  /** The rest of a divided engine, which is needed at this very moment, for a request. */
  rest?: (request: Request) => WebAssembly.Module;
  /** The engine has stopped and answers nothing any more. */
  stopped?: (error: unknown) => void;
};

/** What has stopped is not asked again: the page hears of it as an error of the worker, and takes a new one. */
export function report(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}

/** The functions that `wasm-split` has left out of a module, by their places in its table. */
const missing = (module: WebAssembly.Module): number[] => WebAssembly.Module.imports(module).flatMap((one) => (one.module === "placeholder" ? [Number(one.name)] : []));

export async function openDesk(module: WebAssembly.Module, { told, rest, stopped }: Around = {}): Promise<Desk> {
  const writer = new TextEncoder();
  const reader = new TextDecoder();
  const textAt = (at: number, length: number) => reader.decode(new Uint8Array(doors.memory.buffer, at, length));
  let broken = "";
  const page = {
    is_due: () => (performance.now() >= desk.until ? 1 : 0),
    told: (at: number, length: number) => told?.(textAt(at, length)),
    failed: (at: number, length: number) => (broken = textAt(at, length)),
  };
  let isWhole = false;
  let asked: Request | null = null;
  /** The rest writes its functions into the table, where the first part calls them. */
  const join = (module: WebAssembly.Module) => {
    if (!isWhole) new WebAssembly.Instance(module, { primary: instance.exports });
    isWhole = true;
  };
  /** Stands in the table until then. */
  const placeholder = Object.fromEntries(
    missing(module).map((at) => [
      at,
      (...values: unknown[]) => {
        if (!rest || !asked) throw new Error("The engine is not whole.");
        join(rest(asked));
        return (doors.table?.get(at) as (...values: unknown[]) => unknown)(...values);
      },
    ]),
  );
  const instance = await WebAssembly.instantiate(module, { page, placeholder });
  const doors = instance.exports as unknown as Doors;
  doors.begin();
  const desk: Desk = {
    until: Infinity,
    join,
    ask<D extends Do>(request: Request<D>): Answer<D> {
      asked = request;
      const text = writer.encode(JSON.stringify(request));
      let packed: bigint;
      try {
        // Making room may move the memory.
        const at = doors.room_for(text.length);
        new Uint8Array(doors.memory.buffer, at, text.length).set(text);
        packed = BigInt.asUintN(64, doors.answer());
      } catch (error) {
        stopped?.(error);
        throw new Failure(500, "engine", broken || String(error));
      }
      const answer = JSON.parse(textAt(Number(packed & 0xffff_ffffn), Number(packed >> 32n))) as
        | { ok: Answer<D> }
        | { refused: Refusal };
      if ("ok" in answer) return answer.ok;
      throw new Failure(answer.refused.status, answer.refused.code, answer.refused.message);
    },
  };
  return desk;
}
