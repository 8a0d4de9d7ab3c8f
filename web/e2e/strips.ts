// Writes docs/screenshots/turns and docs/screenshots/decisions: `npm run strips`. Pictures for people to look at.
// A strip is a bot's turn, a picture for each 100 ms; a sheet is the richest decision of a module on four screens.
import type { Browser, Page } from "@playwright/test";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { dice, playOn } from "./play";
import { create, expect, sitDown, test } from "./server";

const folder = resolve(import.meta.dirname, "../../docs/screenshots");
for (const name of ["turns", "decisions"]) mkdirSync(join(folder, name), { recursive: true });

const PICTURES = 21;
const STEP = 100;

type Picture = { shot: Buffer; title: string; width: number; height: number };

/** Many pictures on one sheet, small enough to be kept. */
async function sheet(browser: Browser, pictures: readonly Picture[], width: number, path: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height: 400 } });
  const figures = pictures.map(({ shot, title, width, height }) => `<figure><img width="${width}" height="${height}" src="data:image/jpeg;base64,${shot.toString("base64")}"><figcaption>${title}</figcaption></figure>`);
  await page.setContent(
    `<style>body{margin:6px;display:flex;flex-wrap:wrap;gap:6px;align-items:flex-start;background:#2b2118;color:#fff6d6;font:11px sans-serif}figure{margin:0}img{display:block}</style>${figures.join("")}`,
  );
  await page.screenshot({ path, fullPage: true, type: "jpeg", quality: 52 });
  await page.close();
}

/** All motions of the page stand at a moment of the turn; each is as old as it is since it was first seen. */
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

/** The clock of the page stands still a moment from now; a slow machine needs a longer one. */
async function stop(page: Page): Promise<void> {
  for (const ahead of [100, 400, 1500]) {
    const now = await page.evaluate(() => Date.now());
    if (await page.clock.pauseAt(new Date(now + ahead)).then(() => true, () => false)) return;
  }
  throw new Error("The clock of the page cannot be stopped.");
}

for (const in_box of ["fortress", "big-box", "winter", "wheel", "nobles-and-towers"]) {
  test(`a bot's turn: ${in_box}`, async ({ browser, server }) => {
    test.setTimeout(1_500_000);
    const context = await browser.newContext({ baseURL: server, viewport: { width: 520, height: 640 }, locale: "en-GB", reducedMotion: "no-preference" });
    const page = await context.newPage();
    const { id } = await create(page.request, server, { in_box, base: null, modules: [], end_after: null });
    await page.clock.install();
    await page.goto(`/#/game/${id}`);
    // A turn in which something is scored tells more.
    let best: Picture[] = [];
    let turns = 0;
    await playOn(page, dice(7), async (kind) => {
      if (kind !== "confirm") return false;
      turns += 1;
      if (turns < 6) return false;
      const before = await page.locator("img.tile").count();
      await page.locator(".confirm").click();
      await expect(page.locator("img.tile.arrives")).not.toHaveCount(0, { timeout: 90_000 });
      await stop(page);
      const pictures: Picture[] = [];
      for (let n = 0; n < PICTURES; n++) {
        await standAt(page, n * STEP);
        pictures.push({ shot: await page.screenshot({ type: "jpeg", quality: 70, animations: "allow" }), title: `${n * STEP} ms`, width: 300, height: 369 });
        await page.clock.runFor(STEP);
      }
      await page.clock.resume();
      expect(await page.locator("img.tile").count()).toBeGreaterThanOrEqual(before);
      const scores = (await page.locator(".figure.leaves, .float").count()) > 0;
      if (!best.length || scores) best = pictures;
      return scores || turns > 14;
    });
    await sheet(browser, best, 7 * 306 + 6, join(folder, "turns", `${in_box}.jpg`));
    await context.close();
  });
}

const SCREENS: [number, number][] = [
  [1280, 800],
  [820, 1180],
  [390, 844],
  [844, 390],
];
/** The richest decision of each module. */
const DECISIONS = ["inns", "builder", "fly", "land", "message-target", "mark", "put-ferry", "move-ferry", "ingot", "magic", "rob", "robber", "crop-add", "crown", "plague", "gingerbread", "step-dragon", "princess", "fairy", "tower", "capture", "ransom", "send", "move-out", "challenge", "portal", "message", "wheel-river", "fork", "corn-add", "exchange", "score-next", "keep-farmer", "everything", "six"];

test("decisions", async ({ browser, running }) => {
  test.setTimeout(2_400_000);
  // ONLY=send,fly writes these alone.
  const only = process.env["ONLY"]?.split(",");
  for (const position of DECISIONS.filter((name) => only?.includes(name) ?? true)) {
    const context = await browser.newContext({ baseURL: running.url, locale: "en-GB", reducedMotion: "reduce" });
    const page = await context.newPage();
    await sitDown(page, running, position);
    const pictures: Picture[] = [];
    for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width, height });
      await expect(page.locator('img.tile:not([src^="blob:"])')).toHaveCount(0, { timeout: 30_000 });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const scale = 0.5;
      pictures.push({ shot: await page.screenshot({ type: "jpeg", quality: 80 }), title: `${position}, ${width}×${height}`, width: width * scale, height: height * scale });
    }
    await sheet(browser, pictures, 1720, join(folder, "decisions", `${position}.jpg`));
    await context.close();
  }
});
