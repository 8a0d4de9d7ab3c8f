// Writes docs/screenshots/turns, motions and decisions: `npm run strips`. Pictures for people to look at.
// A strip is a bot's turn, or what modules show of somebody's, step by step; a sheet is the richest decision of a module on four screens.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { GameView } from "../src/wire/GameView";
import type { Offer } from "../src/wire/Offer";
import { Camera, sheet, type Picture } from "./filming";
import { choose, dice, playOn } from "./play";
import { create, expect, settled, sitDown, soon, test } from "./server";

const folder = resolve(import.meta.dirname, "../../docs/screenshots");
for (const name of ["turns", "motions", "decisions"]) mkdirSync(join(folder, name), { recursive: true });

/** ONLY=send,fly writes these alone. */
const only = process.env["ONLY"]?.split(",");
const isWanted = (name: string) => only?.includes(name) ?? true;

for (const in_box of ["fortress", "big-box", "winter", "wheel", "nobles-and-towers"].filter(isWanted)) {
  test(`a bot's turn: ${in_box}`, async ({ browser, server }) => {
    test.setTimeout(1_500_000);
    const context = await browser.newContext({ baseURL: server, viewport: { width: 520, height: 640 }, locale: "en-GB", reducedMotion: "no-preference" });
    const page = await context.newPage();
    // With everything that is in the box.
    const offer = (await (await page.request.get(`${server}/api/v1/offer`)).json()) as Offer;
    const modules = offer.boxes.find(({ id }) => id === in_box)?.modules ?? [];
    const { id } = await create(page.request, server, { in_box, base: null, modules, end_after: null });
    // A turn in which something is scored tells more.
    const scores = ({ log }: GameView, now: GameView) =>
      now.decision.kind === "place" && now.log.some((entry, i) => entry.seat === 1 && entry.turn > 8 && entry.at && !log[i]?.at && entry.awards.some(({ seat, points, source }) => seat === 1 && points && source !== "fairy"));
    const camera = await Camera.before(page, scores);
    await page.goto(`/#/game/${id}`);
    const playing = playOn(page, dice(7), async () => camera.isHeld);
    await soon(() => camera.isHeld, 600_000).toBe(true);
    await sheet(browser, await camera.film(21, 100, 300, 369), 7 * 306 + 6, join(folder, "turns", `${in_box}.jpg`));
    await context.close();
    await playing.catch(() => {});
  });
}

/** What modules show when somebody else plays: what happens, the position from which it is played, and the first answer if it counts. */
const MOTIONS: [string, string, string?][] = [
  ["dragon-moved", "step-dragon"],
  ["captured", "capture"],
  ["pig-moved", "crown"],
  ["ferry-put", "put-ferry"],
  ["landed", "land"],
  ["message-drawn", "mark", "space 10"],
  ["robber-put", "robber"],
  ["crop-chosen", "crop"],
];
for (const [what, position, first] of MOTIONS.filter(([name]) => isWanted(name))) {
  test(`how it moves: ${what}`, async ({ browser, page, running }) => {
    test.setTimeout(240_000);
    const id = await sitDown(page, running, position);
    const context = await browser.newContext({ baseURL: running.url, viewport: { width: 520, height: 640 }, locale: "en-GB", reducedMotion: "no-preference" });
    const watcher = await context.newPage();
    const times = ({ log }: GameView) => log.reduce((all, { happened, deployed }) => all + (what === "landed" ? deployed.length : happened.filter((it) => it.what === what).length), 0);
    const camera = await Camera.before(watcher, (before, now) => times(now) > times(before));
    await watcher.goto(`/#/game/${id}`);
    await settled(watcher);
    await expect(watcher.locator('img.tile:not([src^="blob:"])')).toHaveCount(0, { timeout: 30_000 });
    if (first) await choose(page, page.locator(".chip").filter({ hasText: first }));
    await playOn(page, dice(5), async () => {
      for (let tries = 0; tries < 6 && !camera.isHeld; tries++) await page.waitForTimeout(50);
      return camera.isHeld;
    }, 120);
    expect(camera.isHeld).toBe(true);
    await sheet(browser, await camera.film(14, 150, 260, 320), 7 * 266 + 6, join(folder, "motions", `${what}.jpg`));
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
  for (const position of DECISIONS.filter(isWanted)) {
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
