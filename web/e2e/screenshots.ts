// Writes docs/screenshots/*.png: `npm run screenshots`. Pictures for people to look at; nothing is compared.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { confirmButton, create, expect, mayPlay, over, places, sitDown, test } from "./server";
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";

const folder = resolve(import.meta.dirname, "../../docs/screenshots");
mkdirSync(folder, { recursive: true });
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

async function open(browser: Browser, server: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ baseURL: server, locale: "en-GB", reducedMotion: "reduce", ...options });
  return context.newPage();
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Plays a while, a little cleverer than the first place that comes. */
async function play(page: Page, turns: number): Promise<void> {
  for (let turn = 0; turn < turns && (await mayPlay(page)); turn++) {
    const count = await places(page).count();
    await places(page).nth(Math.floor(count / 2)).click();
    await expect(confirmButton(page)).toBeEnabled();
    const chip = page.locator(".chip").first();
    if (turn % 2 === 0 && (await chip.count())) await chip.click();
    await expect(confirmButton(page)).toBeEnabled();
    await confirmButton(page).click();
    await expect(page.locator("img.tile.draft")).toHaveCount(0);
  }
}

const three = [
  { name: "Anna", colour: "red", who: "here" },
  { name: "Borys", colour: "blue", who: { bot: "greedy" } },
  { name: "Vira", colour: "yellow", who: { bot: "greedy" } },
];

test("start page and setup", async ({ browser, server }) => {
  for (const [name, scheme] of [
    ["start-light", "light"],
    ["start-dark", "dark"],
  ] as const) {
    const page = await open(browser, server, { ...desktop, colorScheme: scheme });
    await page.goto("/");
    await expect(page.getByRole("button", { name: /Play now/ })).toBeVisible();
    await shoot(page, name);
    await page.context().close();
  }
  const page = await open(browser, server, desktop);
  await page.goto("/#/new");
  await page.getByRole("radio", { name: "Big Box", exact: true }).check();
  await page.getByRole("button", { name: "Add a player" }).click();
  await page.getByRole("button", { name: "Add a player" }).click();
  await page.evaluate(() => scrollTo(0, 0));
  await shoot(page, "setup");
  await page.goto("/#/rules/abbot");
  await page.getByRole("figure").scrollIntoViewIfNeeded();
  await shoot(page, "rules");
  await page.context().close();
});

test("the table", async ({ browser, server }) => {
  const page = await open(browser, server, desktop);
  const { id } = await create(page.request, server, { base: "v3", modules: ["farmers", "river", "abbot"], seats: three, end_after: 42 });
  await page.goto(`/#/game/${id}`);
  await play(page, 9);
  await mayPlay(page);
  await shoot(page, "desktop-light");
  await page.emulateMedia({ colorScheme: "dark" });
  await shoot(page, "desktop-dark");
  await page.emulateMedia({ colorScheme: "light" });
  for (const look of ["winter", "contrast"]) {
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByLabel("Look of the tiles").selectOption(look);
    await page.keyboard.press("Escape");
    await expect(page.locator('img.tile:not([src^="blob:"])')).toHaveCount(0, { timeout: 20_000 });
    await shoot(page, look);
  }
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByLabel("Look of the tiles").selectOption("game");
  await page.keyboard.press("Escape");
  await places(page).first().click();
  await expect(confirmButton(page)).toBeEnabled();
  const chip = page.locator(".chip").first();
  if (await chip.count()) await chip.hover();
  await page.waitForTimeout(400);
  await shoot(page, "decision");
  await confirmButton(page).click();
  await play(page, 30);
  await expect(over(page)).toBeVisible();
  await shoot(page, "final");
  await over(page).evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
  await shoot(page, "final-chart");
  await page.context().close();
});

test("the wheel and the winter", async ({ browser, running }) => {
  const page = await open(browser, running.url, desktop);
  const crownSpaces = () => page.locator(".ways > button").nth(1);
  await sitDown(page, running, "crown");
  await crownSpaces().click();
  await page.waitForTimeout(400);
  await shoot(page, "wheel");
  await sitDown(page, running, "gingerbread");
  await expect(page.locator('img.tile:not([src^="blob:"])')).toHaveCount(0, { timeout: 20_000 });
  await shoot(page, "gingerbread");
  await page.context().close();
  const small = await open(browser, running.url, { ...phone, locale: "uk-UA" });
  await sitDown(small, running, "plague");
  await shoot(small, "wheel-phone");
  await small.context().close();
});

test("dragon, towers and Carcassonne", async ({ browser, running }) => {
  const settled = (page: Page) => expect(page.locator('img.tile:not([src^="blob:"])')).toHaveCount(0, { timeout: 20_000 });
  const page = await open(browser, running.url, desktop);
  for (const [name, position] of [["dragon", "step-dragon"], ["tower", "capture"], ["carcassonne", "send"]] as const) {
    await sitDown(page, running, position);
    await settled(page);
    await shoot(page, name);
  }
  await page.context().close();
  const small = await open(browser, running.url, { ...phone, locale: "uk-UA", colorScheme: "dark" });
  await sitDown(small, running, "step-dragon");
  await settled(small);
  await shoot(small, "dragon-phone");
  await small.context().close();
});

test("the phone", async ({ browser, server }) => {
  const page = await open(browser, server, { ...phone, locale: "uk-UA" });
  await page.goto("/");
  await shoot(page, "phone-start");
  const { id } = await create(page.request, server, { seats: three.slice(0, 2), end_after: 30 });
  await page.goto(`/#/game/${id}`);
  await play(page, 6);
  await mayPlay(page);
  await shoot(page, "phone-light");
  await page.emulateMedia({ colorScheme: "dark" });
  await places(page).first().click();
  await expect(confirmButton(page)).toBeEnabled();
  await shoot(page, "phone-dark");
  await page.context().close();
});
