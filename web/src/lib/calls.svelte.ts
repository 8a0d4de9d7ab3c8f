// Calls somebody who looks elsewhere: a notification of the system where it is allowed, a number on the icon, and a short
// shake of the phone. Sounds and the title of the window are made by the table itself. While no page is open the server calls,
// where it can (push.ts).
import { reader } from "./i18n/index.svelte";
import { keep, recall } from "./settings.svelte";

const KEY = "calls";

class Calls {
  /** The player wants to be called. */
  isWanted = $state(recall(KEY) === "on");
  /** The browser refuses. */
  isDenied = $state(false);

  constructor() {
    // The service worker looks for the page of a game before it opens another one.
    navigator.serviceWorker?.addEventListener("message", ({ ports }) => ports[0]?.postMessage(location.href));
  }

  /** Asks the browser; only after somebody has pressed something. */
  async choose(on: boolean): Promise<void> {
    this.isDenied = false;
    if (on && typeof Notification !== "undefined" && Notification.permission !== "granted") {
      this.isDenied = (await Notification.requestPermission()) !== "granted";
    }
    this.isWanted = on;
    keep(KEY, on ? "on" : "off");
    if (!on) await (await import("./push")).callMeNot();
    else this.renew();
  }

  /** Tells the server again where to call: it may know another person, or another language. */
  renew(): void {
    if (!this.isWanted || typeof Notification === "undefined" || Notification.permission !== "granted") return;
    void import("./push").then(({ callMe }) => callMe(reader.language));
  }

  /** It is somebody's turn here, and they look elsewhere. */
  call(id: string, title: string, text: string): void {
    if (document.visibilityState === "visible" && document.hasFocus()) return;
    void navigator.setAppBadge?.(1).catch(() => {});
    if (!this.isWanted) return;
    navigator.vibrate?.([120, 60, 120]);
    if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
    try {
      // One for each game: the next turn takes the place of the last.
      const note = new Notification(title, { body: text, tag: `bastide ${id}`, icon: "/icon-192.png" });
      note.onclick = () => {
        window.focus();
        note.close();
      };
    } catch {
      // Some phones show notifications from a worker only.
    }
  }

  /** The player is back. */
  answer(): void {
    void navigator.clearAppBadge?.().catch(() => {});
  }
}

export const calls = new Calls();
