// Answers each line of its input as it comes, with how long that took: see examples/speed.rs.
import { createInterface } from "node:readline";
import { openDesk } from "./desk.mjs";

const { answer } = openDesk(process.argv[2]);
const reader = new TextDecoder();
for await (const request of createInterface({ input: process.stdin })) {
  const begun = performance.now();
  const told = reader.decode(answer(request));
  process.stdout.write(`${JSON.stringify({ answer: told, milliseconds: performance.now() - begun })}\n`);
}
