// Wheel of Fortune, Winter, and what Nobles and Towers adds without a board or a figure of its own: each decision from a
// position that ends there.
import type { Page } from "@playwright/test";
import { asked, choose, confirm, dice, isAccessible, playOn, playSome, question } from "./play";
import { create, expect, over, sitDown, soon, test } from "./server";

const figure = (page: Page, name: string) => page.locator(`img.figure[src*="/figures/${name}"]`);
const sector = (page: Page, name: string) => page.getByRole("img", { name: new RegExp(`^${name}:`) });

test("Wheel of Fortune: a crown space, by its button or on the wheel", async ({ page, running }) => {
  await sitDown(page, running, "crown");
  await expect(question(page)).toContainText("Place a meeple, or take a crown space?");
  await expect(page.locator('img[src*="/boards/wheel-of-fortune"]')).toBeVisible();
  await expect(page.getByAltText("The pig stands here: Inquisition")).toBeVisible();
  const standing = await figure(page, "meeple-blue").count();
  // Free crown spaces are touched at once; the buttons follow.
  await choose(page, page.getByRole("button", { name: "Take a crown space: Storm" }).first());
  await expect(figure(page, "meeple-blue")).toHaveCount(standing + 1);
  await expect(page.getByRole("button", { name: "Crown space", exact: true })).toHaveAttribute("aria-pressed", "true");
  // Another answer takes the place of the first.
  await page.locator(".chip").filter({ hasText: "Famine" }).click();
  await expect(sector(page, "Storm")).toHaveAttribute("aria-label", /2 free crown spaces/);
  await expect(sector(page, "Famine")).toHaveAttribute("aria-label", /0 free crown spaces/);
  await isAccessible(page);
  await confirm(page);
  await page.getByRole("tab", { name: "Log" }).click();
  await expect(page.getByText("Borys takes a crown space: Famine").first()).toBeVisible();
  await playSome(page, dice(21), 8);
});

test("Wheel of Fortune: what a sector does is said where it is", async ({ page, running }) => {
  await sitDown(page, running, "crown");
  const wheel = (await page.locator('img[src*="/boards/wheel-of-fortune"]').boundingBox())!;
  // The sector of the plague lies to the left of the top; between its icon and its name nothing else is to be touched.
  await page.mouse.click(wheel.x + wheel.width * 0.36, wheel.y + wheel.height * 0.32);
  await expect(page.getByText("Plague: Everybody takes one meeple back.").last()).toBeVisible();
  await expect(page.getByRole("link", { name: /WHEEL-28/ })).toHaveAttribute("href", "#/rules/WHEEL-28");
});

test("Wheel of Fortune: the plague asks one player after the other", async ({ page, running }) => {
  await sitDown(page, running, "plague");
  await expect(question(page)).toContainText("Which meeple returns?");
  const there = await page.locator("img.figure").count();
  await choose(page, page.locator(".ghost.bare").first());
  await expect(page.locator("img.figure")).toHaveCount(there - 1);
  await expect(page.locator(".hint")).toContainText(/then \w+ decides|Confirm/);
  await isAccessible(page);
  await confirm(page);
  await expect(page.getByText(/takes a meeple back because of the plague/).first()).toBeVisible();
  await playSome(page, dice(22), 8);
});

test("the spring lies beside the wheel, and the river has its way", async ({ page, running }) => {
  await sitDown(page, running, "wheel-river");
  await expect(page.locator('img.tile[src*="river-2"], img.tile[src^="blob:"]').first()).toBeVisible();
  expect(await asked(page)).toBe("place");
  await playSome(page, dice(23), 8);
});

test("Winter: the gingerbread man goes to another city, and the one he leaves scores", async ({ page, running }) => {
  await sitDown(page, running, "gingerbread");
  await expect(question(page)).toContainText("Where does the gingerbread man go?");
  // Meeples have their own names under snow, and the country is white.
  await expect(page.getByText("messenger").first()).toBeVisible();
  const hand = page.locator('img[src*="/winter/"]').first();
  await expect(hand).toBeAttached();
  await expect(figure(page, "gingerbread-man")).toHaveCount(1);
  await choose(page, page.locator('.ghost:has(img[src*="/gingerbread-man"])').first());
  await expect(figure(page, "gingerbread-man")).toHaveCount(1);
  await expect(page.getByText(/Gingerbread scoring, \d+ jugglers?/).first()).toBeVisible();
  await isAccessible(page);
  await playSome(page, dice(24), 6);
});

test("Cult: a challenge begins and is explained", async ({ page, running }) => {
  await sitDown(page, running, "challenge");
  await choose(page, page.locator(".chip").filter({ hasText: /heretic|monk/ }).first());
  await expect(page.getByText("Shrine against monastery: a challenge begins").first()).toBeVisible();
  await page.locator(".chip").filter({ hasText: /heretic|monk/ }).first().hover();
  await expect(page.getByText(/Challenge with \w+: whoever is surrounded first scores/)).toBeVisible();
  await playSome(page, dice(25), 6);
});

test("Crop circles of Nobles and Towers: beside one of the own", async ({ page, running }) => {
  await sitDown(page, running, "corn-add");
  await expect(question(page)).toContainText(/Where do you add a/);
  const standing = await page.locator("img.figure").count();
  await choose(page, page.locator(".ghost").first());
  await expect(page.locator("img.figure")).toHaveCount(standing + 1);
  await playSome(page, dice(26), 6);
});

test("River II: one of the branches is continued", async ({ page, running }) => {
  await sitDown(page, running, "fork");
  await expect(page.getByText("Choose a branch of the river.")).toBeVisible();
  expect(await page.locator(".place.urgent").count()).toBeGreaterThan(1);
  await playSome(page, dice(27), 8);
});

test("the classic builder comes instead of a meeple", async ({ page, running }) => {
  await sitDown(page, running, "classic-builder");
  const builders = await figure(page, "builder").count();
  await choose(page, page.locator('.ghost:has(img[src*="/builder-"])').first());
  await expect(page.locator('.chip[aria-pressed="true"]:has(img[src*="/builder-"])')).toHaveCount(1);
  expect(await figure(page, "builder").count()).toBeGreaterThanOrEqual(builders);
  await playSome(page, dice(28), 8);
});

test("on a phone the crown spaces come near and are touched", async ({ browser, running }) => {
  const context = await browser.newContext({ baseURL: running.url, locale: "en-GB", viewport: { width: 390, height: 780 }, hasTouch: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  await sitDown(page, running, "crown");
  await page.getByRole("button", { name: "Crown space", exact: true }).tap();
  const before = await page.locator(".ask").getAttribute("data-draft");
  await page.locator('.ghost:has(img[src*="/meeple-blue"])').first().tap();
  await soon(() => page.locator(".ask").getAttribute("data-draft")).not.toBe(before);
  await isAccessible(page);
  await context.close();
});

test("what does not go together is said in a sentence before the game begins", async ({ page }) => {
  await page.goto("/#/new");
  await expect(page.getByText("Only with the Winter Edition.")).toBeVisible();
  await page.getByRole("checkbox", { name: /^The River / }).first().check();
  await expect(page.getByText("A game has one river.")).toBeVisible();
  await page.getByRole("radio", { name: /Wheel of Fortune A wheel/ }).check();
  const start = page.getByRole("button", { name: "Start the game" });
  // At the module itself, and beside the button that does not go on.
  await expect(page.locator(".choice.wrong")).toContainText("its board takes the place of the spring");
  await expect(page.getByRole("alert")).toContainText("its board takes the place of the spring");
  await expect(page.getByRole("alert")).toBeInViewport({ ratio: 1 });
  await expect(start).toBeInViewport({ ratio: 1 });
  await expect(start).toBeDisabled();
  await page.getByRole("radio", { name: /Winter Edition The country/ }).check();
  await expect(start).toBeEnabled();
  await expect(page.locator(".choice.wrong")).toHaveCount(0);
  await page.getByRole("checkbox", { name: /The Gingerbread Man/ }).check();
  await isAccessible(page);
});

for (const [name, wish] of Object.entries({
  wheel: { base: "wheel", modules: ["farmers", "river-2", "inns-classic"] },
  winter: { base: "winter", modules: ["farmers", "gingerbread", "traders-classic", "cult", "corn"] },
})) {
  test(`a short game of ${name} with a mixture, to its end`, async ({ page, server }) => {
    test.setTimeout(300_000);
    const broken: string[] = [];
    page.on("pageerror", (error) => broken.push(error.message));
    const { id } = await create(page.request, server, { ...wish, end_after: 14 });
    await page.goto(`/#/game/${id}`);
    await playOn(page, dice(29));
    await expect(over(page).getByRole("table")).toBeVisible();
    await over(page).getByRole("button", { name: /replay|Watch/i }).first().click();
    await expect(page.locator("img.tile").first()).toBeVisible();
    expect(broken).toEqual([]);
  });
}
