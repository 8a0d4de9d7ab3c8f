// Dragon, tower and count: each decision asked in words and answered where it is, from positions that end there.
import type { Locator, Page } from "@playwright/test";
import { asked, choose, confirm, dice, isAccessible, playOn, playSome, question } from "./play";
import { confirmButton, create, expect, sitDown, soon, test } from "./server";

const way = (page: Page, name: string) => page.locator(".ways").getByRole("button", { name, exact: true });
const neutral = (page: Page, name: string) => page.locator(`.neutral.${name}`);

test("Princess & Dragon: the flight goes round, step by step", async ({ page, running }) => {
  await sitDown(page, running, "step-dragon");
  await expect(question(page)).toContainText("Vira: Where does the dragon fly? 4 steps left");
  const visited = await page.locator(".visited").count();
  expect(visited).toBe(2);
  await expect(page.locator(".goal")).toHaveCount(await page.locator(".ghost").count());
  await isAccessible(page);
  const before = await neutral(page, "dragon").getAttribute("style");
  await choose(page, page.locator(".ghost").first());
  await expect(neutral(page, "dragon")).not.toHaveAttribute("style", before ?? "");
  await confirm(page);
  await expect(question(page)).toContainText("Anna: Where does the dragon fly? 3 steps left");
  await expect(page.locator(".visited")).toHaveCount(visited + 1);
  await expect(page.locator(".happening").filter({ hasText: "The dragon flies, led by: Anna, Borys, Vira" })).toBeVisible();
  await playSome(page, dice(21), 8);
});

test("Princess & Dragon: fairy, princess and portal instead of a place on the tile", async ({ page, running }) => {
  await sitDown(page, running, "fairy");
  await expect(question(page)).toContainText("or move the fairy?");
  await way(page, "Fairy").click();
  const stood = await neutral(page, "fairy").getAttribute("style");
  await choose(page, page.getByRole("button", { name: "Move the fairy here" }).first());
  await expect(neutral(page, "fairy")).not.toHaveAttribute("style", stood ?? "");
  await playSome(page, dice(22), 4);
  await sitDown(page, running, "princess");
  await expect(question(page)).toContainText("send a knight away?");
  await way(page, "Princess").click();
  await choose(page, page.locator(".chip").first());
  await confirm(page);
  await expect(page.locator(".happening").filter({ hasText: "lets the princess send a knight away" }).first()).toBeVisible();
  await sitDown(page, running, "portal");
  await expect(question(page)).toContainText("through the portal?");
  await page.locator(".chip").filter({ hasText: "farmer" }).click();
  const figures = await page.locator("img.figure").count();
  await choose(page, page.locator(".ghost:not(.rest)").first());
  await expect(page.locator("img.figure")).toHaveCount(figures + 1);
  await playSome(page, dice(23), 3);
});

test("Tower: floors with their reach, guards, captures", async ({ page, running }) => {
  await sitDown(page, running, "tower");
  await expect(question(page)).toContainText("or build a tower?");
  await way(page, "Floor").click();
  await page.locator(".ghost:not(.rest)").first().focus();
  await soon(() => page.locator(".reach").count()).toBeGreaterThan(4);
  await isAccessible(page);
  await way(page, "Onto a tower").click();
  await choose(page, page.locator(".ghost:not(.rest)").last());
  await expect(page.locator(".tower.draft .guard")).toHaveCount(1);
  await sitDown(page, running, "capture");
  await expect(question(page)).toContainText("Capture a meeple?");
  await expect(confirmButton(page)).toContainText("Capture nobody");
  await soon(() => page.locator(".reach").count()).toBeGreaterThan(4);
  const held = await page.locator(".wide-players .captive").count();
  await choose(page, page.locator(".ghost.bare").first());
  await expect(page.locator(".wide-players .captive")).not.toHaveCount(held);
  await playSome(page, dice(24), 4);
});

test("Tower: prisoners are exchanged and ransomed in the panel", async ({ page, running }) => {
  await sitDown(page, running, "capture-guard");
  await choose(page, page.locator(".chip").filter({ hasText: "meeple on a tower" }));
  await expect(page.locator(".happening").filter({ hasText: "captures a meeple" }).first()).toBeVisible();
  await sitDown(page, running, "exchange");
  await expect(question(page)).toContainText("Which prisoner comes back?");
  await choose(page, page.locator(".wide-players").getByRole("button", { name: /Take back: large meeple/ }));
  await playSome(page, dice(25), 4);
  await sitDown(page, running, "ransom");
  await expect(question(page)).toContainText("Ransom a prisoner for 3 points?");
  await isAccessible(page);
  const points = async () => Promise.all((await page.locator(".wide-players .score b").all()).map(async (b) => Number(await b.innerText())));
  const before = await points();
  await choose(page, page.locator(".wide-players").getByRole("button", { name: /Ransom for 3 points/ }).first());
  const after = await points();
  expect(after.map((n, i) => n - (before[i] ?? 0)).sort((a, b) => a - b)).toEqual([-3, 0, 3]);
  await playSome(page, dice(26), 6);
});

test("a pass that leads to another question leaves no Confirm behind", async ({ page, running }) => {
  await sitDown(page, running, "six");
  expect(await asked(page)).toBe("deploy");
  await confirm(page);
  expect(await asked(page)).toBe("ransom");
});

test("Count: into the quarters and out of them", async ({ page, running }) => {
  await sitDown(page, running, "send");
  await expect(question(page)).toContainText("Send a meeple to Carcassonne?");
  await expect(page.getByRole("img", { name: /Palace · for cities/ })).toBeVisible();
  await choose(page, page.getByRole("button", { name: /Send: Smithy/ }).first());
  await expect(question(page)).toContainText("Move the count?");
  await isAccessible(page);
  const stood = await page.locator(".count").getAttribute("style");
  await choose(page, page.getByRole("button", { name: /Move the count: Market/ }).first());
  await expect(page.locator("img.count")).not.toHaveAttribute("style", stood ?? "");
  await confirm(page);
  await expect(page.locator(".happening").filter({ hasText: "moves the count: Market" }).first()).toBeVisible();
  await sitDown(page, running, "move-out");
  await expect(question(page)).toContainText("Move meeples out of the quarter?");
  await expect(confirmButton(page)).toContainText("Stay in Carcassonne");
  const waiting = await page.locator(".waiting img").count();
  await choose(page, page.locator(".ghost").first());
  expect(await page.locator(".waiting img").count()).toBeLessThanOrEqual(waiting);
  await playSome(page, dice(27), 4);
  await sitDown(page, running, "last-move");
  await expect(question(page)).toContainText("Move a meeple out of Carcassonne?");
  await choose(page, page.locator(".ghost").first());
  await playOn(page, dice(28));
});

test("Count: what is printed on the board is named, and nobody there is hidden", async ({ page, running }) => {
  await sitDown(page, running, "last-move-board");
  const ghosts = page.locator(".ghost");
  await expect(ghosts).toHaveCount(7);
  for (const ghost of await ghosts.all()) await expect(ghost).toHaveAttribute("aria-label", /^Traveller on the road( \(Anna, Borys\))?$/);
  const middles = (which: Locator) => which.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ x, y, width, height }) => [x + width / 2, y + height / 2] as const));
  const [offered, standing] = [await middles(ghosts), await middles(page.locator("img.figure"))];
  const apart = offered.flatMap(([x, y]) => standing.map(([a, b]) => Math.hypot(x - a, y - b)));
  expect(Math.min(...apart)).toBeGreaterThan(8);
});

test("on a small screen prisoners, ways and quarters can be chosen", async ({ page, running }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await sitDown(page, running, "ransom");
  await choose(page, page.locator(".compact-players .captive[data-target]").first());
  await sitDown(page, running, "send");
  await choose(page, page.locator(".chip").first());
  await soon(() => asked(page)).toBe("move-count");
  await sitDown(page, running, "tower");
  await way(page, "Floor").click();
  await choose(page, page.locator(".ghost:not(.rest)").first());
});

test("every answer is seen without scrolling, and the board stays where it is", async ({ page, running }) => {
  const heights = new Set<number>();
  for (const position of ["crop", "tower", "fairy", "plague", "send"]) {
    await sitDown(page, running, position);
    const chips = page.locator(".chips .chip");
    await expect(chips.first()).toBeVisible();
    for (const chip of await chips.all()) await expect(chip).toBeInViewport({ ratio: 0.98 });
    await expect(page.getByRole("button", { name: "Show everything" })).toBeInViewport({ ratio: 1 });
    heights.add((await page.locator(".field-area").boundingBox())!.height);
  }
  expect(heights.size).toBe(1);
});

test("on a small screen the reason of a question is said too", async ({ page, running }) => {
  await page.setViewportSize({ width: 390, height: 780 });
  for (const [position, text] of [["send", "Your tile gave points only to others"], ["step-dragon", "It enters no tile twice"]] as const) {
    await sitDown(page, running, position);
    await expect(page.locator(".hint")).toContainText(text);
    await expect(page.locator(".hint")).toBeInViewport({ ratio: 1 });
    for (const chip of await page.locator(".chips .chip").all()) await expect(chip).toBeInViewport({ ratio: 0.98 });
  }
});

test("a game has the name of its box", async ({ page, server }) => {
  const { id } = await create(page.request, server, { in_box: "nobles-and-towers", base: null, modules: ["farmers", "tower"] });
  await page.goto(`/#/game/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Nobles and Towers\s+Farmers · /);
});

test("dragon, tower and count together", async ({ page, server }) => {
  test.setTimeout(300_000);
  const broken: string[] = [];
  page.on("pageerror", (error) => broken.push(error.message));
  const seats = [
    { name: "Anna", colour: "red", who: "here" },
    { name: "Borys", colour: "green", who: { bot: "random" } },
    { name: "Vira", colour: "black", who: { bot: "random" } },
  ];
  const { id } = await create(page.request, server, { base: "v3", modules: ["farmers", "large", "dragon", "tower", "count"], end_after: 16, seats });
  await page.goto(`/#/game/${id}`);
  await playOn(page, dice(29));
  await page.getByRole("button", { name: "Replay" }).first().click();
  await page.locator(".slider input").fill("8");
  await expect(page.locator(".slider")).toContainText("8");
  expect(broken).toEqual([]);
});
