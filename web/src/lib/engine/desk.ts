// The engine inside a worker: requests and answers are JSON texts in its memory (crates/wasm).
import { Failure } from "../failure";

type Doors = {
  memory: WebAssembly.Memory;
  begin: () => void;
  room_for: (length: number) => number;
  answer: () => bigint;
};

/** A word and what it needs; `Desk::carry_out` in crates/wasm has the list. */
export type Request = { do: string } & Record<string, unknown>;

export type Desk = {
  /** Answers at once, whatever it takes; what is refused is thrown as a `Failure`. */
  ask: <T>(request: Request) => T;
  /** Until when what is being asked may think, in milliseconds of `performance.now()`. */
  until: number;
};

/** `told` hears what a request tells while it is worked on. */
export async function openDesk(module: WebAssembly.Module, told: (text: string) => void = () => {}): Promise<Desk> {
  const writer = new TextEncoder();
  const reader = new TextDecoder();
  const textAt = (at: number, length: number) => reader.decode(new Uint8Array(doors.memory.buffer, at, length));
  let broken = "";
  const page = {
    is_due: () => (performance.now() >= desk.until ? 1 : 0),
    told: (at: number, length: number) => told(textAt(at, length)),
    failed: (at: number, length: number) => (broken = textAt(at, length)),
  };
  const instance = await WebAssembly.instantiate(module, { page });
  const doors = instance.exports as unknown as Doors;
  doors.begin();
  const desk: Desk = {
    until: Infinity,
    ask<T>(request: Request): T {
      const text = writer.encode(JSON.stringify(request));
      let packed: bigint;
      try {
        // Making room may move the memory.
        const at = doors.room_for(text.length);
        new Uint8Array(doors.memory.buffer, at, text.length).set(text);
        packed = BigInt.asUintN(64, doors.answer());
      } catch (error) {
        throw new Failure(500, "engine", broken || String(error));
      }
      const answer = JSON.parse(textAt(Number(packed & 0xffff_ffffn), Number(packed >> 32n))) as
        | { ok: T }
        | { refused: { status: number; code: string; message: string } };
      if ("ok" in answer) return answer.ok;
      throw new Failure(answer.refused.status, answer.refused.code, answer.refused.message);
    },
  };
  return desk;
}
