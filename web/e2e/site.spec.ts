// The page on a static host: everything on this device, and nothing of the network after it is loaded.
import { devices, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { dice, isAccessible, playOn, playSome } from "./play";
import { confirmButton, mayPlay, over, places, settled, start as startServer } from "./server";
import { addresses, expect, hasSite, keptOffline, setUp, test } from "./site";

test.skip(!hasSite, "There is no dist/site with an engine: `make site`, where a compiler for WebAssembly can be had.");

const BOXES = ["fortress", "wheel", "nobles-and-towers", "winter", "big-box"];
/** Whole games are long: BASTIDE_ALL=1. */
const TILES = process.env["BASTIDE_ALL"] ? null : 12;
/** Kilobytes that a first visit may transfer before the first tile can be laid, in every language. */
const FIRST = 450;
/** What is loaded when a game can be played: parts of the engine, and of the table (parts/later). */
const LATER = /\/assets\/(rest|thinking|thinker\.worker|Chat|End|Help|HintCard|InWords|Lobby|Log|Printed|Remaining|ReplayBar|TableMenu|Track|statistics)-/;

/** Of the scripts that were loaded, those that the page, the table, the words and the workers import: the others are of parts for later. */
function needed(scripts: Map<string, string>): Set<string> {
  const found = new Set<string>();
  const add = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    for (const [, other] of (scripts.get(name) ?? "").matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) add(`assets/${other}`);
  };
  [...scripts.keys()].filter((name) => /^assets\/(index|Table|en|uk|ru|house\.worker|loader\.worker)-/.test(name)).forEach(add);
  return found;
}

const draftOf = (page: Page) => page.locator("img.tile.draft");

for (const [i, box] of BOXES.entries()) {
  test(`a game of ${box} against a bot, with the network off`, async ({ page, site, context }) => {
    test.setTimeout(TILES === null ? 1_800_000 : 180_000);
    const asked = addresses(context);
    const broken: string[] = [];
    page.on("pageerror", (error) => broken.push(error.message));
    if (i % 2) await page.setViewportSize(devices["Pixel 7"].viewport);
    await setUp(page, site, box, TILES);
    expect(await mayPlay(page)).toBe(true);
    await keptOffline(page);
    await site.off();
    const asksBefore = asked.length;
    const roll = dice(i + 1);
    await playSome(page, roll, 3);
    // In the middle of a game: loaded again, and closed and opened again.
    await page.reload();
    // Whatever is asked now: a tile, or what the draft had come to.
    await expect(page.getByRole("contentinfo")).toBeVisible();
    const address = page.url();
    await page.close();
    const again = await context.newPage();
    again.on("pageerror", (error) => broken.push(error.message));
    if (i % 2) await again.setViewportSize(devices["Pixel 7"].viewport);
    await again.goto(address);
    await playOn(again, roll, undefined, 4000);
    await expect(over(again)).toBeVisible();
    expect(broken).toEqual([]);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((url) => !url.startsWith(site.url) && !/^(blob|data):/.test(url))).toEqual([]);
    // What is asked without a network is answered from this device.
    expect(asked.slice(asksBefore).every((url) => url.startsWith(site.url) || /^(blob|data):/.test(url))).toBe(true);
  });
}

for (const [locale, play] of [["en-GB", "Play now"], ["uk-UA", "Грати"], ["ru-RU", "Играть"]] as const) {
  test(`a first visit is small, and a tile can be laid at once: ${locale}`, async ({ browser, site }) => {
    const context = await browser.newContext({ locale, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const asked = addresses(context, true);
    // What is for later is held back: the first tile can be laid without it.
    let release = () => {};
    const released = new Promise<void>((go) => (release = go));
    await context.route(LATER, (route) => released.then(() => route.continue()));
    // What a worker waits for in the middle of a request, and for which one.
    const waited: string[] = [];
    context.on("request", (request) => void (request.resourceType() === "xhr" && waited.push(request.url())));
    page.on("console", (message) => void (message.type() === "debug" && waited.push(message.text())));
    await page.goto(site.url);
    await page.getByRole("button", { name: play }).first().click();
    const begun = Date.now();
    await expect(places(page).first()).toBeVisible();
    await settled(page);
    const took = Date.now() - begun;
    const loaded = [...new Set(asked)].filter((url) => url.startsWith(site.url) && !url.endsWith("sw.js") && !LATER.test(url));
    const files = new Map<string, Buffer>();
    // One after the other: this host takes few at once.
    for (const url of loaded) files.set(url.slice(site.url.length) || "index.html", Buffer.from(await (await fetch(url)).arrayBuffer()));
    const scripts = needed(new Map([...files].filter(([name]) => name.endsWith(".js")).map(([name, file]) => [name, file.toString()])));
    expect(scripts.size).toBeGreaterThan(10);
    const sizes = [...files].filter(([name]) => !name.endsWith(".js") || scripts.has(name)).map(([name, file]): [string, number] => [name, gzipSync(file, { level: 9 }).length]);
    const sum = sizes.reduce((all, [, size]) => all + size, 0) / 1000;
    console.log(`first tile, ${locale}: ${sum.toFixed(0)} kB gzip in ${sizes.length} files, ${took} ms after the click\n${sizes.sort(([, a], [, b]) => b - a).map(([name, size]) => `${(size / 1000).toFixed(1)} ${name}`).slice(0, 12).join("\n")}`);
    expect(waited).toEqual([]);
    expect(sum).toBeLessThan(FIRST);
    // The first turn needs nothing of it either, but for the answer of the bot.
    await places(page).first().click();
    await expect(draftOf(page)).toBeVisible();
    await expect(confirmButton(page)).toBeEnabled();
    await confirmButton(page).click();
    await expect(draftOf(page)).toHaveCount(0);
    expect(waited).toEqual([]);
    release();
    await mayPlay(page);
    await context.close();
  });
}

test("what is drafted survives a reload, and one window at a time plays", async ({ page, site, context }) => {
  await setUp(page, site, null, 12);
  await mayPlay(page);
  await places(page).first().click();
  await expect(draftOf(page)).toBeVisible();
  await expect(confirmButton(page)).toBeEnabled();
  await page.reload();
  await expect(draftOf(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(draftOf(other)).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("another window");
  await expect(confirmButton(other)).toBeEnabled();
  await confirmButton(other).click();
  await expect(draftOf(other)).toHaveCount(0);
  await page.getByRole("button", { name: "Play here" }).click();
  await expect(other.getByRole("alert")).toContainText("another window");
  await mayPlay(page);
  await expect(page.locator(".tile:not(.draft)")).not.toHaveCount(1);
});

test("the end of a game: record, picture, film, replay, verification, and the record brought back", async ({ page, site }) => {
  await setUp(page, site, null, 12);
  await playOn(page, dice(3));
  const save = async (name: RegExp) => {
    const saving = page.waitForEvent("download");
    await over(page).getByRole("button", { name }).click();
    return readFileSync(await (await saving).path());
  };
  const record = (await save(/record/i)).toString();
  expect(record).toMatch(/^bastide-record 1/);
  expect((await save(/picture/i)).subarray(1, 4).toString()).toBe("PNG");
  expect((await save(/film/i)).toString()).toMatch(/^<!doctype html>/i);
  await over(page).getByRole("link", { name: /Verify/ }).click();
  await expect(page.locator(".verdict.good")).toBeVisible();
  await page.goto(`${site.url}#/watch`);
  await page.locator("#record").fill(record);
  await page.getByRole("button", { name: "View the game" }).click();
  await expect(page).toHaveURL(/#\/game\/here-\w+\/0$/);
  await expect(page.locator(".slider")).toBeVisible();
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.locator("dialog[open] img")).toBeVisible();
});

test("the pages of a static host are for everybody", async ({ page, site }) => {
  for (const address of ["#/", "#/new", "#/server", "#/watch"]) {
    await page.goto(`${site.url}${address}`);
    await expect(page.locator("h1").first()).toBeVisible();
    await isAccessible(page);
  }
  await page.goto(`${site.url}#/server`);
  await page.getByLabel("Address of the server").fill("not an address");
  await page.getByRole("button", { name: "Open the server" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
});

test("a game of this device goes on with friends on a server, and one of a server on this device", async ({ page, site }) => {
  const server = await startServer();
  try {
    await setUp(page, site, null, 12);
    await playSome(page, dice(5), 4);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Go on with friends on a server" }).click();
    await page.getByLabel("Address of the server").fill(server.url);
    await page.getByRole("button", { name: "Take the game there" }).click();
    await page.getByRole("button", { name: "Take it in" }).click();
    await expect(page).toHaveURL(new RegExp(`^${server.url}/#/game/`));
    await expect(page.locator(".lobby")).toBeVisible();
  } finally {
    await server.stop();
  }
});
