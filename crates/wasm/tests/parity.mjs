// Answers the requests of a file, one in each line, with the engine as WebAssembly, and prints the SHA-256 of each answer:
// node parity.mjs web/engine FILE
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { openDesk } from "../node/desk.mjs";

const [folder, file] = process.argv.slice(2);
const rooms = openDesk(`${folder}/rooms.wasm`, `${folder}/rest.wasm`);
const thinking = openDesk(`${folder}/thinking.wasm`);
let printed = "";
for await (const request of createInterface({ input: createReadStream(file) })) {
  const { answer } = JSON.parse(request).do === "think" ? thinking : rooms;
  printed += `${createHash("sha256").update(answer(request)).digest("hex")}\n`;
}
process.stdout.write(printed);
