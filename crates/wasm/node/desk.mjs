// The engine as WebAssembly in Node, for the build and for tests: what web/src/lib/engine/desk.ts does in a worker of the page.
import { readFileSync } from "node:fs";

const reader = new TextDecoder();
const writer = new TextEncoder();

/** `rest` is the other file of a divided engine; it is read when the first function of it is called. */
export function openDesk(file, rest = null) {
  const module = new WebAssembly.Module(readFileSync(file));
  const bytesAt = (at, length) => new Uint8Array(doors.memory.buffer, at, length);
  const page = { is_due: () => 0, told: () => {}, failed: (at, length) => console.error(reader.decode(bytesAt(at, length))) };
  let isWhole = false;
  const call = (at) => (...values) => {
    if (!isWhole) new WebAssembly.Instance(new WebAssembly.Module(readFileSync(rest)), { primary: doors });
    isWhole = true;
    return doors.table.get(at)(...values);
  };
  const missing = WebAssembly.Module.imports(module).filter((one) => one.module === "placeholder");
  const placeholder = Object.fromEntries(missing.map(({ name }) => [name, call(Number(name))]));
  const doors = new WebAssembly.Instance(module, { page, placeholder }).exports;
  doors.begin();
  const answer = (request) => {
    const text = writer.encode(request);
    // Making room may move the memory.
    const at = doors.room_for(text.length);
    bytesAt(at, text.length).set(text);
    const packed = BigInt.asUintN(64, doors.answer());
    return bytesAt(Number(packed & 0xffff_ffffn), Number(packed >> 32n));
  };
  return {
    doors,
    /** The bytes of an answer, until the next request. */
    answer,
    /** What is refused is thrown. */
    ask(request) {
      const told = JSON.parse(reader.decode(answer(JSON.stringify(request))));
      if (!("ok" in told)) throw new Error(`${JSON.stringify(request)}: ${JSON.stringify(told.refused)}`);
      return told.ok;
    },
    isWhole: () => isWhole,
  };
}
