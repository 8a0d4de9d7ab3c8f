// Plays games at random with the engine as WebAssembly and prints what came of each: node parity.mjs ENGINE GAMES
import { readFileSync } from "node:fs";

const [engine, games] = process.argv.slice(2);
const reader = new TextDecoder();
const page = {
  is_due: () => 0,
  failed: (at, length) => console.error(reader.decode(new Uint8Array(doors.memory.buffer, at, length))),
};
const { instance } = await WebAssembly.instantiate(readFileSync(engine), { page });
const doors = instance.exports;
doors.begin();

function ask(request) {
  const text = new TextEncoder().encode(JSON.stringify(request));
  // Making room may move the memory.
  const at = doors.room_for(text.length);
  new Uint8Array(doors.memory.buffer, at, text.length).set(text);
  const packed = BigInt.asUintN(64, doors.answer());
  return reader.decode(new Uint8Array(doors.memory.buffer, Number(packed & 0xffff_ffffn), Number(packed >> 32n)));
}

for (let number = 0; number < Number(games); number++) {
  const answer = ask({ do: "walk", number });
  // The answer as it is, without what stands around it.
  console.log(answer.slice('{"ok":'.length, -1));
}
