// Being called while no page is open: the browser subscribes to its push service with the key of the server, and the server is
// told where to call. The service worker shows what comes (scripts/sw.js).
import type { NewPush } from "../wire/NewPush";
import type { PushKey } from "../wire/PushKey";
import { ask, post } from "./api";
import { isSite } from "./here";
import type { Language } from "./i18n/index.svelte";
import { file } from "./router.svelte";

const isPossible = () => !isSite && "serviceWorker" in navigator && "PushManager" in window;

/** The bytes of a text in base64url, as a text. */
const plain = (bytes: ArrayBuffer | null): string => btoa(String.fromCharCode(...new Uint8Array(bytes ?? []))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function subscription(manager: PushManager, key: string): Promise<PushSubscription> {
  const old = await manager.getSubscription();
  // One for other keys, of a server that was here before, opens nothing.
  if (old && plain(old.options.applicationServerKey) === key) return old;
  await old?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Has the server call this browser; says whether it will. */
export async function callMe(language: Language): Promise<boolean> {
  if (!isPossible()) return false;
  try {
    const { key } = await ask<PushKey>("/api/v1/push");
    const registration = await navigator.serviceWorker.register(file("sw.js"));
    await navigator.serviceWorker.ready;
    const found = (await subscription(registration.pushManager, key)).toJSON();
    const wish: NewPush = { endpoint: found.endpoint ?? "", key: found.keys?.["p256dh"] ?? "", auth: found.keys?.["auth"] ?? "", language };
    await post("/api/v1/me/push", wish);
    // For the service worker, which tells the server when the push service gives this browser another address.
    await (await caches.open("calls")).put(file("calls"), new Response(language));
    return true;
  } catch (error) {
    // A server without keys, a browser without a push service: pages that are open call all the same.
    console.info(error);
    return false;
  }
}

/** Ends that. */
export async function callMeNot(): Promise<void> {
  if (!isPossible()) return;
  const found = await (await navigator.serviceWorker.getRegistration(file("sw.js")))?.pushManager.getSubscription();
  if (!found) return;
  await post("/api/v1/me/push/end", { endpoint: found.endpoint }).catch(() => {});
  await found.unsubscribe();
}
