// The compiled engine: loaded when it is first needed, once, and shared by all workers of the page.
import { rest, rooms, thinking } from "virtual:engine";
import { Failure } from "../failure";
import type { FromLoader } from "./loader.worker";

/** `rooms` plays and draws; `rest` is what of it a first turn does without, if it was divided; `thinking` has bots, hints and analysis. */
export type Part = "rooms" | "rest" | "thinking";

const addresses: Record<Part, string | null> = { rooms, rest, thinking };
/** Where a part is, for who loads it by himself. */
export const addressOf = (part: Part): string | null => addresses[part] && new URL(addresses[part], location.href).href;
const compiled = new Map<Part, Promise<WebAssembly.Module>>();

/** Whether games can be played on this device. */
export const hasEngine = rooms !== null && thinking !== null && typeof WebAssembly === "object" && typeof DecompressionStream === "function" && typeof indexedDB === "object";

function load(part: Part): Promise<WebAssembly.Module> {
  const address = addressOf(part);
  if (address === null || !hasEngine) return Promise.reject(new Failure(0, "no-engine", "This page has no engine, or the browser is too old for it."));
  return new Promise((resolve, reject) => {
    const loader = new Worker(new URL("./loader.worker.ts", import.meta.url), { type: "module", name: "loader" });
    const fail = (why: string) => {
      loader.terminate();
      reject(new Failure(0, "unreachable", `The engine cannot be loaded. ${why}`));
    };
    loader.onmessage = ({ data }: MessageEvent<FromLoader>) => {
      if ("failed" in data) return fail(data.failed);
      loader.terminate();
      resolve(data.module);
    };
    loader.onerror = (event) => fail(event.message);
    loader.postMessage(address);
  });
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
