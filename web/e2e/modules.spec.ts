// The modules of the Big Box: each decision asked in words and answered where it is, from positions that end there.
import type { Page } from "@playwright/test";
import { asked, choose, chooseByPointer, confirm, dice, draft, isAccessible, playOn, playSome, question, targets } from "./play";
import { confirmButton, create, expect, over, sitDown, soon, test } from "./server";

const figure = (page: Page, name: string) => page.locator(`img.figure[src*="/figures/${name}"]`);

test("Inns & Cathedrals: the large meeple", async ({ page, running }) => {
  await sitDown(page, running, "inns");
  await expect(question(page)).toContainText("Place a meeple?");
  // Many places: first the figure.
  await page.locator('.chip:has(img[src*="/large-"])').first().click();
  await chooseByPointer(page, page.locator('.ghost:has(img[src*="/large-"])').first());
  // A feature that is completed at once gives it back at once; the answer stays chosen.
  await expect(page.locator('.chip[aria-pressed="true"]:has(img[src*="/large-"])')).not.toHaveCount(0);
  await confirm(page);
  await playSome(page, dice(1), 8);
});

test("Traders & Builders: builder, pig and farmer", async ({ page, running }) => {
  await sitDown(page, running, "builder");
  await expect(question(page)).toContainText("Add the builder?");
  await expect(confirmButton(page)).toContainText("Without the builder");
  const builders = await figure(page, "builder").count();
  await choose(page, targets(page).first());
  await expect(figure(page, "builder")).toHaveCount(builders + 1);
  await isAccessible(page);
  await playSome(page, dice(2), 8);
  await sitDown(page, running, "pig");
  await expect(question(page)).toContainText("Add the pig?");
  const pigs = await figure(page, "pig").count();
  await chooseByPointer(page, targets(page).first());
  await expect(figure(page, "pig")).toHaveCount(pigs + 1);
  await sitDown(page, running, "keep-farmer");
  await expect(question(page)).toContainText("Take the farmer back too?");
  await expect(confirmButton(page)).toContainText("Keep the farmer");
  await choose(page, page.locator(".ghost").first());
  await playSome(page, dice(3), 6);
});

test("Flying Machines: the die and the landing", async ({ page, running }) => {
  await sitDown(page, running, "fly");
  await expect(question(page)).toContainText("or let it fly?");
  await choose(page, page.getByRole("button", { name: /on the flying machine/ }).last());
  await expect(page.locator(".hint")).toContainText("the die is rolled");
  await confirm(page);
  await expect(page.getByRole("img", { name: /The die shows [123]/ }).first()).toBeVisible();
  await sitDown(page, running, "land");
  await expect(question(page)).toContainText("Where does the meeple land?");
  await expect(question(page).getByRole("img", { name: "The die shows 1" })).toBeVisible();
  await chooseByPointer(page, page.locator(".ghost").first());
  await playSome(page, dice(4), 8);
});

test("Messages: a marker on the track, then a message", async ({ page, running }) => {
  await sitDown(page, running, "mark");
  await expect(question(page)).toContainText("4 points: which marker moves?");
  await isAccessible(page);
  await choose(page, page.getByRole("region", { name: "Score track" }).getByRole("button", { name: "Messenger: to space 10" }));
  await expect(page.locator(".hint")).toContainText("a message is drawn");
  await confirm(page);
  await soon(() => asked(page)).toBe("message");
  await choose(page, page.getByRole("button", { name: "Take 2 points" }));
  await playSome(page, dice(5), 6);
  await sitDown(page, running, "message");
  await choose(page, page.getByRole("button", { name: "Carry out the message" }));
  await sitDown(page, running, "message-target");
  await expect(question(page)).toContainText("Score and return a meeple");
  await choose(page, page.locator(".ghost.bare").first());
  await sitDown(page, running, "message-return");
  await expect(question(page)).toContainText(/Which meeple returns|Take a meeple back/);
  await choose(page, page.locator(".ghost.bare").first());
  await playSome(page, dice(6), 6);
});

test("Ferries: two roads of a lake, one after the other", async ({ page, running }) => {
  await sitDown(page, running, "put-ferry");
  await expect(question(page)).toContainText("Which roads does the ferry connect?");
  const ferries = await page.locator(".boat").count();
  const roads = page.locator(".landing");
  await expect(roads).toHaveCount(4);
  await page.getByRole("button", { name: "Show everything" }).click();
  await page.getByRole("button", { name: "Zoom in" }).click();
  // The tile in the bar is large enough for a finger; the board is reached by keys too.
  await roads.nth(0).focus();
  await page.keyboard.press("Enter");
  await expect(question(page)).toContainText("And the second road?");
  await roads.nth(1).focus();
  await expect(page.locator(".jetty.may")).toHaveCount(1);
  const before = await draft(page);
  await page.keyboard.press("Enter");
  await soon(() => draft(page)).not.toBe(before);
  await expect(page.locator(".boat")).toHaveCount(ferries + 1);
  await isAccessible(page);
  await playSome(page, dice(7), 4);
  await sitDown(page, running, "move-ferry");
  await expect(question(page)).toContainText("Move a ferry?");
  await expect(confirmButton(page)).toContainText("Leave the ferry");
  const lying = await page.locator(".jetty").first().getAttribute("d");
  await choose(page, page.locator(".chip").first());
  await expect(page.locator(".jetty.draft")).toHaveCount(1);
  expect(lying).toBeTruthy();
  await playSome(page, dice(8), 6);
});

test("Gold Mines: the second ingot, and what is scored first", async ({ page, running }) => {
  await sitDown(page, running, "ingot");
  await expect(question(page)).toContainText("Where does the second ingot go?");
  const lying = async () => (await page.locator(".token img").count());
  const before = await lying();
  await choose(page, page.locator(".ghost").first());
  await soon(lying).toBe(before + 1);
  await playSome(page, dice(9), 6);
  await sitDown(page, running, "score-next");
  await expect(question(page)).toContainText("What is scored first?");
  await choose(page, page.locator(".ghost.bare").first());
  await playSome(page, dice(10), 4);
});

test("Mage & Witch: first who, then where; and why not", async ({ page, running }) => {
  await sitDown(page, running, "magic");
  await expect(question(page)).toContainText("Where does the mage or the witch go?");
  await page.getByRole("button", { name: "Place the witch" }).first().click();
  // The monastery is no place for her.
  const monastery = (await page.locator('img.figure[src*="meeple-yellow"]:not([src*="lying"])').first().boundingBox())!;
  await page.mouse.click(monastery.x + monastery.width / 2, monastery.y + monastery.height / 2);
  await expect(page.getByText("Mage and witch stand only on roads and in cities.")).toBeVisible();
  await choose(page, page.locator('.ghost:has(img[src*="/witch"])').first());
  await expect(figure(page, "witch")).toHaveCount(1);
  await isAccessible(page);
  await playSome(page, dice(11), 6);
});

test("Robbers: a space of the track, one player after the other; and whom to rob", async ({ page, running }) => {
  await sitDown(page, running, "robber");
  const track = page.getByRole("region", { name: "Score track" });
  await expect(question(page)).toContainText("Borys: Where does your robber go?");
  await track.getByRole("button", { name: "Space 3", exact: true }).click({ force: true });
  await expect(page.getByText("The robber goes to a space with another player’s marker.")).toBeVisible();
  // Arrow keys go from one thing that can be chosen to the next.
  await page.locator("body").press("ArrowDown");
  await expect(page.locator(".space:focus")).toHaveAttribute("aria-label", "Place the robber on space 18");
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".space:focus")).toHaveAttribute("aria-label", "Place the robber on space 20");
  await choose(page, track.getByRole("button", { name: "Place the robber on space 20" }));
  await expect(page.locator(".hint")).toContainText("then Vira decides");
  await expect(track.locator('[data-space="20"] img[src*="robber-blue"]').first()).toBeVisible();
  await confirm(page);
  await expect(question(page)).toContainText("Vira: Where does your robber go?");
  await playSome(page, dice(12), 6);
  await sitDown(page, running, "rob");
  await expect(question(page)).toContainText("Whom does your robber rob?");
  await choose(page, page.locator("li button.choose").last());
  await playSome(page, dice(13), 4);
});

test("Crop Circles: a choice, and a round of all", async ({ page, running }) => {
  await sitDown(page, running, "crop");
  await expect(question(page)).toContainText("Club: what happens to travellers?");
  await choose(page, page.getByRole("button", { name: /A: everybody adds a traveller/ }));
  await isAccessible(page);
  await playSome(page, dice(14), 6);
  await sitDown(page, running, "crop-add");
  const standing = await page.locator("img.figure").count();
  await expect(question(page)).toContainText("Where do you add a traveller?");
  await choose(page, page.locator(".ghost").first());
  await expect(page.locator("img.figure")).toHaveCount(standing + 1);
  await sitDown(page, running, "crop-return");
  const there = await page.locator("img.figure").count();
  await choose(page, page.locator(".ghost.bare").first());
  await expect(page.locator("img.figure")).toHaveCount(there - 1);
});

test("all markers have room on the first space of the track", async ({ page, server }) => {
  const seats = ["red", "blue", "yellow", "green", "black", "pink"].map((colour) => ({ name: colour, colour, who: "here" }));
  const { id } = await create(page.request, server, { modules: ["farmers", "messages"], seats });
  await page.goto(`/#/game/${id}`);
  const first = page.locator("[data-space='0']");
  await expect(first.locator("img")).toHaveCount(12);
  const outside = () =>
    first.evaluate((space) => {
      const frame = space.getBoundingClientRect();
      return [...space.querySelectorAll("img")].filter((piece) => {
        const box = piece.getBoundingClientRect();
        return box.width === 0 || box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom;
      }).length;
    });
  await soon(outside).toBe(0);
});

test("a question about a few places is shown from near at once", async ({ page, running }) => {
  // Nothing but the first view: that somebody is there comes too late to help.
  await page.routeWebSocket(/\/socket$/, (socket) => {
    const up = socket.connectToServer();
    up.onMessage((text) => void (String(text).includes('"type":"presence"') || socket.send(text)));
  });
  await sitDown(page, running, "land");
  await expect(page.locator(".world")).toHaveAttribute("style", /scale/);
  const { width } = (await page.locator("img.tile").first().boundingBox())!;
  expect(width).toBeGreaterThan(70);
});

test("the first road of a ferry stays chosen when somebody comes to watch", async ({ browser, page, running }) => {
  const id = await sitDown(page, running, "put-ferry");
  await page.locator(".landing").first().focus();
  await page.keyboard.press("Enter");
  await expect(question(page)).toContainText("And the second road?");
  const context = await browser.newContext({ baseURL: running.url, locale: "en-GB" });
  await (await context.newPage()).goto(`/#/game/${id}`);
  await expect(page.getByText("1 spectator")).toBeVisible();
  await expect(question(page)).toContainText("And the second road?");
  await context.close();
});

test("on a phone a space of the track and a road of a lake are touched", async ({ browser, running }) => {
  const context = await browser.newContext({ baseURL: running.url, locale: "en-GB", viewport: { width: 390, height: 780 }, hasTouch: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  await sitDown(page, running, "robber");
  const before = await draft(page);
  await page.locator(".track-sheet .space:not(.no)").last().tap();
  await soon(() => draft(page)).not.toBe(before);
  await sitDown(page, running, "put-ferry");
  const tile = (await page.locator(".laid").boundingBox())!;
  const marks = page.locator(".laid .mark");
  await expect(marks).toHaveCount(4);
  for (const n of [0, 2]) {
    const mark = (await marks.nth(n).boundingBox())!;
    expect(mark.x).toBeGreaterThan(tile.x - 1);
    await page.touchscreen.tap(mark.x + mark.width / 2, mark.y + mark.height / 2);
  }
  await expect(page.locator(".jetty.draft")).toHaveCount(1);
  await isAccessible(page);
  await context.close();
});

test("everything in the Big Box, in a few clicks and for four", async ({ page }) => {
  test.setTimeout(300_000);
  const broken: string[] = [];
  page.on("pageerror", (error) => broken.push(error.message));
  await page.goto("/#/new");
  await page.getByRole("radio", { name: "Big Box", exact: true }).check();
  await page.getByRole("button", { name: "Four players" }).click();
  await expect(page.getByRole("checkbox", { name: /Robbers/ })).toBeChecked();
  await page.getByText("Only parts of it").first().click();
  await expect(page.getByRole("checkbox", { name: /Large meeple/ })).toBeChecked();
  await isAccessible(page);
  for (const who of await page.getByLabel("Who plays").all()) await who.selectOption("here");
  await page.getByLabel("Length").selectOption("12");
  await page.getByRole("button", { name: "Start the game" }).click();
  const played = await playOn(page, dice(15));
  expect(played.turns).toBe(12);
  await expect(over(page).getByRole("table")).toBeVisible();
  await over(page).getByRole("link", { name: "Verify the draws" }).click();
  await expect(page.getByText(/draws computed again, all agree/)).toBeVisible();
  expect(broken).toEqual([]);
});

test("parts of a module are chosen alone", async ({ page, server }) => {
  const { id } = await create(page.request, server, { base: "v3", modules: ["farmers", "large", "builder"], end_after: 4 });
  await page.goto(`/#/game/${id}`);
  await expect(page.locator('img[src*="/large-red"]').first()).toBeVisible();
  await expect(page.locator('img[src*="/builder-red"]').first()).toBeVisible();
  await playOn(page, dice(16));
});
