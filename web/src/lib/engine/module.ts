// The compiled engine: loaded when it is first needed, once, and shared by all workers of the page.
import { rooms, thinking } from "virtual:engine";
import { Failure } from "../failure";

/** `rooms` plays and draws; `thinking` has bots, hints and analysis. */
export type Part = "rooms" | "thinking";

const addresses: Record<Part, string | null> = { rooms, thinking };
const compiled = new Map<Part, Promise<WebAssembly.Module>>();

/** Whether games can be played on this device. */
export const hasEngine = rooms !== null && thinking !== null && typeof WebAssembly === "object" && typeof DecompressionStream === "function" && typeof indexedDB === "object";

async function load(part: Part): Promise<WebAssembly.Module> {
  const address = addresses[part];
  if (address === null || !hasEngine) throw new Failure(0, "no-engine", "This page has no engine, or the browser is too old for it.");
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok || !answer.body) throw new Failure(0, "unreachable", "The engine cannot be loaded.");
  // The file is packed, so that hosts that pack nothing send little; one that unpacks by itself does no harm.
  const [look, body] = answer.body.tee();
  const reader = look.getReader();
  const first = (await reader.read()).value;
  void reader.cancel();
  const isPacked = first?.[0] === 0x1f && first[1] === 0x8b;
  const plain = isPacked ? body.pipeThrough(new DecompressionStream("gzip") as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>) : body;
  return WebAssembly.compileStreaming(new Response(plain, { headers: { "content-type": "application/wasm" } }));
}

export function engine(part: Part): Promise<WebAssembly.Module> {
  let module = compiled.get(part);
  if (!module) {
    module = load(part);
    compiled.set(part, module);
    // Who tries later may have a network again.
    module.catch(() => compiled.delete(part));
  }
  return module;
}
