// People on several devices: one link, codes, clocks, rematches, lost connections.
import type { Browser, Locator, Page } from "@playwright/test";
import { harmless, isAccessible } from "./play";
import { confirmButton, create, expect, mayPlay, over, places, playTurn, soon, test } from "./server";

/** Somebody at a device of their own. */
const person = async (browser: Browser, server: string): Promise<Page> => (await browser.newContext({ baseURL: server, locale: "en-GB", reducedMotion: "reduce" })).newPage();
const leave = (...pages: Page[]) => Promise.all(pages.map((page) => page.context().close()));
const friends = [
  { name: "Anna", colour: "red", who: "here" },
  { name: "Two", colour: "blue", who: "open" },
];

/** Sits down at a table that waits. */
async function sitDown(page: Page, name: string, colour?: string): Promise<void> {
  await page.getByLabel("Your name").fill(name);
  if (colour) await page.getByRole("radio", { name: colour, exact: true }).check({ force: true });
  await page.getByRole("button", { name: "Sit down" }).click();
}

test("from “Play with friends” to tiles on two devices in five clicks, by one link", async ({ browser, server }) => {
  const [anna, borys] = [await person(browser, server), await person(browser, server)];
  let clicks = 0;
  const click = async (what: Locator) => {
    clicks += 1;
    await what.click();
  };
  await anna.goto("/");
  await click(anna.getByRole("link", { name: /Play with friends/ }));
  await click(anna.getByRole("button", { name: "Start the game" }));
  await click(anna.getByRole("button", { name: "Copy link: Link of the game" }));
  const link = await anna.getByRole("textbox", { name: "Link of the game" }).inputValue();
  await borys.goto(link);
  await click(borys.getByRole("button", { name: "Sit down" }));
  // Chance decides who begins.
  await soon(async () => (await places(anna).count()) + (await places(borys).count())).toBeGreaterThan(0);
  const first = (await places(anna).count()) ? anna : borys;
  await click(places(first).first());
  await expect(first.locator("img.tile.draft")).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(5);
  await confirmButton(first).click();
  const second = first === anna ? borys : anna;
  await mayPlay(second);
  await playTurn(second);
  await expect(first.locator("img.tile")).toHaveCount(3);
  await leave(anna, borys);
});

test("a code that was said aloud, a colour of one’s own, and the address of the bar", async ({ browser, server }) => {
  const [anna, borys, vira] = [await person(browser, server), await person(browser, server), await person(browser, server)];
  const { id } = await create(anna.request, server, { end_after: 6, seats: [...friends, { name: "Three", colour: "green", who: "open" }] });
  await anna.goto(`/#/game/${id}`);
  const code = (await anna.locator(".code b").innerText()).toLowerCase().replace("0", "o");
  await borys.goto("/");
  await borys.getByLabel("Did somebody tell you a code?").fill("zzz zzz");
  await borys.getByRole("button", { name: "Join", exact: true }).click();
  await expect(borys.getByRole("alert")).toContainText("No game that waits");
  await borys.getByLabel("Did somebody tell you a code?").fill(code);
  await borys.getByRole("button", { name: "Join", exact: true }).click();
  await expect(borys.getByRole("radio", { name: "red", exact: true })).toHaveCount(0);
  await sitDown(borys, "Borys", "pink");
  await expect(anna.locator(".lobby b", { hasText: "Borys" })).toBeVisible();
  await expect(anna.locator(".lobby img[src*='meeple-pink']")).toHaveCount(1);
  // Somebody comes by the address of the bar, and the host takes the seat away only when asked twice.
  await vira.goto(anna.url());
  await expect(vira.getByRole("button", { name: "Sit down" })).toBeVisible();
  await anna.getByRole("button", { name: "New link for Borys" }).click();
  await expect(anna.getByText("Borys is here and loses the seat")).toBeVisible();
  await anna.getByRole("button", { name: "Cancel", exact: true }).click();
  await sitDown(vira, "Vira");
  await expect(vira.locator(".question")).toContainText(/lays a tile|Where does/);
  await leave(anna, borys, vira);
});

test("when the time of a friend is up the other decides, and who was played for comes back", async ({ browser, server }) => {
  const [anna, borys] = [await person(browser, server), await person(browser, server)];
  const { id } = await create(anna.request, server, { end_after: 40, seats: friends, clock: { kind: "per-move", seconds: 4 } });
  await borys.goto(`/game/${id}`);
  await expect(borys.getByText("Clock: 4 seconds for each move.")).toBeVisible();
  await sitDown(borys, "Borys");
  // No clock runs before everybody is there.
  await expect(borys.getByText("The clocks start when everybody is here. Missing: Anna.")).toBeVisible();
  await anna.goto(`/#/game/${id}`);
  await expect(borys.getByText("The clocks start")).toHaveCount(0);
  await expect(anna.getByText("Your time is up.")).toBeVisible();
  await borys.getByRole("button", { name: "Wait: more time for Anna" }).click();
  await expect(anna.getByText("Your time is up.")).toHaveCount(0);
  await borys.getByRole("button", { name: "A bot plays on for Anna" }).click();
  // The others see it and hear it, and that she is back.
  await expect(borys.locator(".news", { hasText: "A bot plays for Anna" })).toBeVisible();
  await anna.getByRole("button", { name: "Play on myself" }).click();
  await expect(anna.getByText("A bot plays for you as Anna.")).toHaveCount(0);
  await expect(borys.getByRole("log").getByText("Anna is back and plays on.")).toHaveCount(1);
  await borys.getByRole("tab", { name: "Log" }).click();
  await expect(borys.getByText("Anna is back and plays on").first()).toBeVisible();
  await leave(anna, borys);
});

test("who plays in words sits down at the next table like everybody, and Escape leads back to the board", async ({ browser, server }) => {
  const [anna, borys] = [await person(browser, server), await person(browser, server)];
  const { id } = await create(borys.request, server, { end_after: 4 });
  await borys.goto(`/#/game/${id}`);
  await mayPlay(borys);
  const words = borys.getByRole("region", { name: "The game in words" });
  await borys.keyboard.press("t");
  await expect(words).toBeVisible();
  const other = await create(anna.request, server, { end_after: 6, seats: friends });
  await borys.goto(`/#/game/${other.id}`);
  await sitDown(borys, "Borys");
  await expect(words).toBeVisible();
  await borys.keyboard.press("Escape");
  await expect(words).toHaveCount(0);
  await leave(anna, borys);
});

test("a rematch is offered, accepted, and begins then", async ({ browser, server }) => {
  const [anna, borys] = [await person(browser, server), await person(browser, server)];
  const { id } = await create(anna.request, server, { end_after: 2, seats: friends });
  await borys.goto(`/#/game/${id}`);
  await sitDown(borys, "Borys");
  await anna.goto(`/#/game/${id}`);
  for (let page = anna; await mayPlay(page); page = page === anna ? borys : anna) await playTurn(page, false);
  await over(anna).getByRole("button", { name: "Rematch" }).click();
  await expect(anna.getByText("is asked to come")).toBeVisible();
  await expect(borys.getByText("A rematch is offered.")).toBeVisible();
  await over(borys).getByRole("link", { name: "To the rematch" }).click();
  await expect(borys.getByText("This seat is kept for you.")).toBeVisible();
  await borys.getByRole("button", { name: "Play again" }).click();
  // The other one begins now.
  await mayPlay(borys);
  await leave(anna, borys);
});

test("a dead network is noticed on both sides, shown, and repaired; the draft stays", async ({ browser, server }) => {
  const [anna, borys] = [await person(browser, server), await person(browser, server)];
  const { id } = await create(anna.request, server, { end_after: 6, seats: friends });
  // A network that swallows everything: nobody says goodbye.
  let dead = false;
  await anna.routeWebSocket(/\/socket$/, (socket) => {
    const up = socket.connectToServer();
    socket.onMessage((text) => (dead ? undefined : up.send(text)));
    up.onMessage((text) => (dead ? undefined : socket.send(text)));
  });
  await anna.goto(`/#/game/${id}`);
  await borys.goto(`/#/game/${id}`);
  await sitDown(borys, "Borys");
  await mayPlay(anna);
  await places(anna).first().click();
  await expect(anna.locator("img.tile.draft")).toBeVisible();
  dead = true;
  await anna.context().setOffline(true);
  const since = Date.now();
  await expect(anna.getByText("The connection is lost")).toBeVisible({ timeout: 20_000 });
  // Five seconds, and what a busy machine needs to show it.
  expect(Date.now() - since).toBeLessThan(9_000);
  // On a phone too, where the row of players is all there is to see of them.
  await expect(borys.getByText("Anna is offline.")).toBeVisible();
  await borys.setViewportSize({ width: 390, height: 844 });
  await expect(borys.locator(".compact li", { hasText: "Anna" }).locator(".dot.off")).toBeVisible();
  await borys.setViewportSize({ width: 1280, height: 800 });
  dead = false;
  await anna.context().setOffline(false);
  await expect(anna.getByText("The connection is lost")).toHaveCount(0);
  await expect(anna.locator("img.tile.draft")).toBeVisible();
  await confirmButton(anna).click();
  await mayPlay(borys);
  await expect(borys.getByText("offline")).toHaveCount(0);
  await leave(anna, borys);
});

test("six people and a spectator at one table", async ({ browser, server }) => {
  test.skip(!process.env["BASTIDE_ALL"], "seven browsers take a while");
  test.slow();
  const names = ["Anna", "Borys", "Vira", "Hryts", "Daryna", "Emil"];
  const pages = await Promise.all([...names, "Zoya"].map(() => person(browser, server)));
  const [host, ...others] = pages as [Page, ...Page[]];
  const seats = ["red", "blue", "yellow", "green", "black", "pink"].map((colour, i) => ({ name: i ? `Player ${i + 1}` : "Anna", colour, who: i ? "open" : "here" }));
  const { id } = await create(host.request, server, { end_after: 7, seats });
  await host.goto(`/#/game/${id}`);
  for (const [i, page] of others.slice(0, 5).entries()) {
    await page.goto(`/game/${id}`);
    await sitDown(page, names[i + 1]!);
  }
  const spectator = pages[6]!;
  await spectator.goto(`/game/${id}`);
  await expect(spectator.getByText("You are watching")).toBeVisible();
  for (const page of pages.slice(0, 6)) {
    await mayPlay(page);
    await playTurn(page, false);
  }
  for (const page of pages) await expect(page.locator("img.tile")).toHaveCount(7);
  await expect(host.getByText("1 spectator")).toBeVisible();
  await leave(...pages);
});

test("own games, a second device, chat and calls", async ({ browser, server }) => {
  const [anna, borys] = [await person(browser, server), await person(browser, server)];
  await anna.context().grantPermissions(["notifications"], { origin: server });
  // What the system would show; and a window that is looked away from.
  await anna.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(window, { shown, Notification: Object.assign(class { constructor(title: string) { shown.push(title); } }, { permission: "granted", requestPermission: async () => "granted" }) });
    document.hasFocus = () => false;
  });
  const { id } = await create(anna.request, server, { end_after: 8, seats: friends });
  await anna.goto("/#/games");
  await anna.getByLabel(/Tell me when it is my turn/).check();
  await isAccessible(anna);
  await borys.goto(`/game/${id}`);
  await expect(borys.getByRole("button", { name: "Sit down" })).toBeVisible();
  await isAccessible(borys);
  await sitDown(borys, "Borys");
  // The list says whose turn it is by itself, and leads there.
  await expect(anna.locator("strong", { hasText: "Your turn" })).toBeVisible({ timeout: 20_000 });
  await anna.getByRole("link", { name: /Borys/ }).first().click();
  await mayPlay(anna);
  await playTurn(anna, false);
  await mayPlay(borys);
  await playTurn(borys, false);
  await soon(() => anna.evaluate(() => (window as unknown as { shown: string[] }).shown.length)).toBeGreaterThan(0);

  // A phrase is written with one click, read and announced; who is muted is not read.
  await borys.getByRole("tab", { name: /Chat/ }).click();
  await borys.getByRole("button", { name: "Hello, good luck" }).click();
  await expect(anna.getByRole("log", { name: "Log" }).getByText("Borys writes: Hello, good luck")).toBeAttached();
  await anna.getByRole("tab", { name: /Chat/ }).click();
  await anna.getByRole("button", { name: "Mute Borys" }).click();
  await expect(anna.getByRole("tabpanel").getByText("Hello, good luck", { exact: false }).first()).toBeVisible();
  await expect(anna.getByRole("tabpanel").locator("li b", { hasText: "Borys" })).toHaveCount(0);

  // Another device is the same person: it sees the draft, and the table counts no spectator.
  await anna.goto("/#/games");
  await anna.getByRole("button", { name: "Make a link" }).click();
  await expect(anna.getByRole("img", { name: "The link as a picture to be scanned" })).toBeVisible();
  const link = await anna.getByRole("textbox", { name: "Link for my other device" }).inputValue();
  const phone = await person(browser, server);
  await phone.goto(link);
  await isAccessible(phone);
  await phone.getByRole("button", { name: "Continue here" }).click();
  await phone.getByRole("link", { name: /Borys/ }).first().click();
  await mayPlay(phone);
  await places(phone).first().click();
  await anna.goto(`/#/game/${id}`);
  await expect(anna.locator("img.tile.draft")).toBeVisible();
  await expect(anna.getByText(/\d spectator/)).toHaveCount(0);

  // Everything can be taken along, and a dead game is left.
  await borys.goto("/#/games");
  const download = borys.waitForEvent("download");
  await borys.getByRole("button", { name: "Download all as records" }).click();
  expect((await download).suggestedFilename()).toBe("bastide-games.zip");
  await borys.getByRole("button", { name: "Leave" }).click();
  await borys.getByRole("alert").getByText("a bot plays on").waitFor();
  await borys.getByRole("button", { name: "Leave" }).click();
  await expect(anna.getByText("resigned").first()).toBeVisible();
  await leave(anna, borys, phone);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`a player is reported to the operator, with what was written last (${colorScheme})`, async ({ browser, server, running }) => {
    test.skip(colorScheme === "dark" && !process.env["BASTIDE_ALL"], "the colours of the night, in the long run");
    const context = await browser.newContext({ baseURL: server, locale: "en-GB", reducedMotion: "reduce", colorScheme });
    const [anna, borys] = [await context.newPage(), await person(browser, server)];
    const { id } = await create(anna.request, server, { end_after: 6, seats: friends });
    await borys.goto(`/game/${id}`);
    await sitDown(borys, "Borys");
    await borys.getByRole("tab", { name: /Chat/ }).click();
    await borys.getByRole("button", { name: "Hello, good luck" }).click();
    await anna.goto(`/#/game/${id}`);
    await mayPlay(anna);
    await anna.getByRole("button", { name: "Menu" }).click();
    await anna.getByText("Report a player").click();
    const told = `He is rude (${colorScheme}).`;
    await anna.getByLabel("Who?").selectOption({ label: "Borys" });
    await isAccessible(anna);
    // Nothing told is nothing sent.
    await anna.getByRole("button", { name: "Tell the operator" }).click();
    await expect(anna.getByText("The operator of this server has been told.")).toHaveCount(0);
    await anna.getByLabel("What happened?").fill(told);
    await anna.getByRole("button", { name: "Tell the operator" }).click();
    await expect(anna.getByText("The operator of this server has been told.")).toBeVisible();
    await harmless(anna);
    const reports = JSON.parse(running.admin("reports", "--json")) as { text: string; name: string; game: string; chat: string }[];
    expect(reports.find(({ text }) => text === told)).toMatchObject({ name: "Borys", game: id, chat: "Borys: Hello, good luck" });
    await leave(anna, borys);
  });
}
