// Keeps the page on this device, so that it opens without a network. Nobody waits for it: it begins when a game can be played,
// or after a while.
import { hasEngine } from "./engine/module";
import { isSite } from "./here";
import { file } from "./router.svelte";

const WHILE = 15_000;
let isAsked = false;

export function keepOffline(): void {
  // Without an engine nothing could be played; browsers offer it on https and on this very machine alone.
  if (isAsked || import.meta.env.DEV || !("serviceWorker" in navigator) || !(hasEngine || isSite)) return;
  isAsked = true;
  navigator.serviceWorker.register(file("sw.js")).catch((error: unknown) => console.warn(error));
}

export function keepOfflineLater(): void {
  setTimeout(keepOffline, WHILE);
}
