// Keeps the page on this device, so that it opens without a network. Nobody waits for it: it begins when a game can be played,
// or after a while.
import { engine, hasEngine } from "./engine/module";
import { complete } from "./engine/page";
import { isHere, isSite } from "./here";
import { file } from "./router.svelte";

const WHILE = 15_000;
let isAsked = false;

export function keepOffline(): void {
  // Without an engine nothing could be played; browsers offer it on https and on this very machine alone.
  if (isAsked || import.meta.env.DEV || !("serviceWorker" in navigator) || !(hasEngine || isSite)) return;
  isAsked = true;
  navigator.serviceWorker.register(file("sw.js")).catch((error: unknown) => console.warn(error));
}

/** A game can be played: loads what is needed later. */
export function prepare(game: string): void {
  // One after the other: the bots are the larger part, and nobody waits for them yet.
  if (isHere(game))
    complete()
      .then(() => engine("thinking"))
      .catch(() => {});
  keepOffline();
}

export function keepOfflineLater(): void {
  setTimeout(keepOffline, WHILE);
}
