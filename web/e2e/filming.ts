// A page is stopped, is given the message in which something happens, and is photographed step by step.
import type { Browser, Page } from "@playwright/test";
import { grown } from "../src/lib/game/state";
import type { GameView } from "../src/wire/GameView";
import type { ServerMessage } from "../src/wire/ServerMessage";

export type Picture = { shot: Buffer; title: string; width: number; height: number };

/** Many pictures on one sheet, small enough to be kept. */
export async function sheet(browser: Browser, pictures: readonly Picture[], width: number, path: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height: 400 } });
  const figures = pictures.map(({ shot, title, width, height }) => `<figure><img width="${width}" height="${height}" src="data:image/jpeg;base64,${shot.toString("base64")}"><figcaption>${title}</figcaption></figure>`);
  await page.setContent(
    `<style>body{margin:6px;display:flex;flex-wrap:wrap;gap:6px;align-items:flex-start;background:#2b2118;color:#fff6d6;font:11px sans-serif}figure{margin:0}img{display:block}</style>${figures.join("")}`,
  );
  await page.screenshot({ path, fullPage: true, type: "jpeg", quality: 52 });
  await page.close();
}

/** All motions of the page stand at a moment; each is as old as it is since it was first seen. */
const standAt = (page: Page, ms: number) =>
  page.evaluate((time) => {
    const seen: WeakMap<Animation, number> = ((window as { seen?: WeakMap<Animation, number> }).seen ??= new WeakMap());
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().iterations === Infinity) continue;
      if (!seen.has(animation)) seen.set(animation, time);
      animation.pause();
      animation.currentTime = time - (seen.get(animation) ?? time);
    }
  }, ms);

/** The clock of the page stands still a moment from now, and so does all that moves; a slow machine needs a longer one. */
async function stop(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send("Animation.enable");
  await tools.send("Animation.setPlaybackRate", { playbackRate: 0 });
  for (const ahead of [100, 400, 1500]) {
    const now = await page.evaluate(() => Date.now());
    if (await page.clock.pauseAt(new Date(now + ahead)).then(() => true, () => false)) return;
  }
  throw new Error("The clock of the page cannot be stopped.");
}

export class Camera {
  isHeld = false;
  private view: GameView | null = null;
  private held: string[] = [];
  private give = (_: string) => {};

  private constructor(private readonly page: Page) {}

  /** Before the page is opened. From the first message on that is `wanted`, none is given to the page. */
  static async before(page: Page, wanted: (before: GameView, now: GameView) => boolean): Promise<Camera> {
    const camera = new Camera(page);
    await page.clock.install();
    await page.routeWebSocket(/\/socket$/, (socket) => {
      const up = socket.connectToServer();
      camera.give = (text) => socket.send(text);
      up.onMessage((text) => {
        const message = JSON.parse(String(text)) as ServerMessage;
        if (!camera.isHeld && message.type === "view") {
          const { view } = camera;
          const now = message.keep && view ? grown(view, message.keep, message.view) : message.view;
          camera.isHeld = view !== null && wanted(view, now);
          camera.view = now;
        }
        if (camera.isHeld) camera.held.push(String(text));
        else socket.send(text);
      });
    });
    return camera;
  }

  /** Gives the page the message that was held, and takes a picture for each step of milliseconds. */
  async film(count: number, step: number, width: number, height: number): Promise<Picture[]> {
    const { page } = this;
    await stop(page);
    this.give(this.held[0] ?? "");
    await page.clock.runFor(20);
    // What is asked of the server about it comes in its own time.
    await new Promise((done) => setTimeout(done, 500));
    const pictures: Picture[] = [];
    for (let n = 0; n < count; n++) {
      await standAt(page, n * step);
      pictures.push({ shot: await page.screenshot({ type: "jpeg", quality: 70, animations: "allow" }), title: `${n * step} ms`, width, height });
      await page.clock.runFor(step);
    }
    return pictures;
  }
}
