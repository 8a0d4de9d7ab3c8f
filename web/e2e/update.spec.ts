// A static folder that is replaced by another version while people play.
import type { Page } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { asked } from "./play";
import { confirmButton, places, soon } from "./server";
import { expect, FOLDER, hasSite, host, keptOffline, setUp, test, type Site } from "./site";

test.skip(!process.env["BASTIDE_ALL"], "a second version is built for it, which takes long");
test.skip(!hasSite, "There is no dist/site with an engine: `make site`, where a compiler for WebAssembly can be had.");

const WEB = resolve(import.meta.dirname, "..");
/** What the later version calls a meeple in its records; the earlier one's word is unknown to it. */
const [BEFORE, AFTER] = ["meeple", "mieple"];

/** A folder of a later version, really built: its engine writes records in another way, so nearly all files have other names. */
function build(folder: string): string {
  const engine = join(folder, "engine");
  const site = join(folder, "later");
  mkdirSync(engine);
  for (const name of readdirSync(join(WEB, "engine")).filter((name) => name.endsWith(".wasm"))) {
    const plain = readFileSync(join(WEB, "engine", name));
    for (let at = plain.indexOf(BEFORE); at >= 0; at = plain.indexOf(BEFORE, at)) plain.write(AFTER, at);
    writeFileSync(join(engine, name), plain);
  }
  execFileSync("npx", ["vite", "build", "--mode", "site", "--outDir", site, "--logLevel", "warn"], { cwd: WEB, env: { ...process.env, BASTIDE_ENGINE: engine }, stdio: "inherit" });
  return site;
}

/** The folder that is served has these files from now on, and no others. */
function publish(files: string, folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  cpSync(files, folder, { recursive: true });
}

/** The script of the version that a page runs. */
const version = (page: Page) => page.evaluate(() => document.querySelector<HTMLScriptElement>("script[type=module]")?.src);
const caches = (page: Page) => page.evaluate(async () => (await window.caches.keys()).length);

/** One turn at this screen, with or without a meeple. */
async function turn(page: Page, withFigure: boolean): Promise<void> {
  expect(await asked(page)).toBe("place");
  await places(page).first().press("Enter");
  await soon(() => asked(page)).not.toBe("place");
  if (withFigure) {
    await page.locator("[data-target]:visible").first().press("Enter");
    await soon(() => asked(page)).toBe("confirm");
  }
  const count = await page.locator(".tile:not(.draft)").count();
  await confirmButton(page).click();
  await expect(page.locator(".tile:not(.draft)")).not.toHaveCount(count);
}

async function begin(page: Page, site: Site, turns: boolean[]): Promise<string> {
  await setUp(page, site, null, 12, "here");
  for (const withFigure of turns) await turn(page, withFigure);
  return page.url();
}

async function recordOf(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Menu" }).click();
  const saving = page.waitForEvent("download");
  await page.locator("dialog[open]").getByRole("button", { name: /record/i }).click();
  const text = readFileSync(await (await saving).path(), "utf8");
  await page.keyboard.press("Escape");
  return text;
}

test("an update never breaks a game", async ({ page, context }) => {
  test.setTimeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), "bastide-update-"));
  const served = join(folder, "served");
  mkdirSync(served);
  publish(FOLDER, served);
  const later = build(folder);
  const site = await host(served);
  try {
    const plain = await begin(page, site, [false, false, false]);
    const old = await context.newPage();
    const peopled = await begin(old, site, [false, true, false]);
    const before = await recordOf(old);
    expect(before).toContain(`${BEFORE}@`);
    await keptOffline(page);
    const first = await version(old);

    // The page that is open goes on with the files that it came with, also with parts that it has not loaded yet.
    publish(later, served);
    await turn(old, false);
    const about = await context.newPage();
    await about.goto(`${site.url}#/about`);
    expect(await version(about)).not.toBe(first);
    await soon(() => caches(about), 60_000).toBe(2);
    await about.close();
    await old.evaluate(() => (location.hash = "#/rules/base"));
    await expect(old.locator("h1").first()).toBeVisible();
    await old.evaluate((hash) => (location.hash = hash), new URL(peopled).hash);
    await turn(old, false);
    expect(await version(old)).toBe(first);

    // A game that the later version can replay goes on in it, and without a network too.
    await page.reload();
    expect(await version(page)).not.toBe(first);
    await turn(page, false);
    await site.off();
    await page.reload();
    expect(await version(page)).not.toBe(first);
    await turn(page, true);
    expect(await recordOf(page)).toContain(`${AFTER}@`);
    expect(page.url()).toBe(plain);

    // One that it cannot replay says so, keeps every action of its record, and goes on from the last good one if that is wished.
    await old.goto(site.url);
    await old.goto(peopled);
    expect(await version(old)).not.toBe(first);
    await expect(old.getByText("This version cannot replay the game to its end.")).toBeVisible();
    const kept = await recordOf(old);
    for (const action of before.match(/\S+@\S+/g) ?? []) expect(kept).toContain(action);
    expect(kept).toContain(`# ${BEFORE}@`);
    await old.getByRole("button", { name: "Go on from here" }).click();
    await expect(old.getByText("This version cannot replay the game to its end.")).toBeHidden();
    await asked(old);
    expect(await recordOf(old)).toContain(`# ${BEFORE}@`);
  } finally {
    await site.off();
    rmSync(folder, { recursive: true });
  }
});
