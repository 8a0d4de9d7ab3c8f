// Measures whether the page stutters while masters think on this device: `npm run thinking`, with dist/site as `make site` makes it.
import { dice, playOn } from "./play";
import { confirmButton, mayPlay } from "./server";
import { expect, setUp, test } from "./site";
import { startTrace, stopTrace } from "./trace";

/** Milliseconds that a task of the main thread may take. */
const MOST = 50;
/** Turns of whoever plays against the master. */
const TURNS = 8;

for (const box of [null, "big-box"]) {
  test(`no stutter while a master thinks: ${box ?? "the base game"}`, async ({ page, site, browser }) => {
    await setUp(page, site, box, null, "bot:master");
    await mayPlay(page);
    // As the page itself sees it: on a quiet machine these are the same as those of the trace.
    await page.evaluate(() => {
      const long: number[] = ((globalThis as never as { long: number[] }).long = []);
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => long.push(entry.duration))).observe({ type: "longtask" });
    });
    await startTrace(browser, page);
    const begun = Date.now();
    let turns = 0;
    await playOn(page, dice(7), async (kind) => kind === "place" && turns++ >= TURNS, 4000);
    await expect(confirmButton(page)).toBeVisible();
    const took = (Date.now() - begun) / 1000;
    const { tasks, longest } = await stopTrace(browser);
    const long = await page.evaluate(() => (globalThis as never as { long: number[] }).long);
    longest.forEach((line) => console.log(line));
    const most = Math.max(0, ...tasks);
    console.log(`${box ?? "base game"}: ${TURNS} turns against a master in ${took.toFixed(0)} s, ${tasks.length} tasks, the longest ${most.toFixed(1)} ms of work; ${long.length} above 50 ms by the clock${long.length ? `, the longest ${Math.max(...long).toFixed(0)} ms` : ""}`);
    expect(turns).toBeGreaterThan(TURNS);
    expect(most).toBeLessThan(MOST);
  });
}
