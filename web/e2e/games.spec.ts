// Whole games in a real browser against the real server, with short bags.
import type { Page } from "@playwright/test";
import { confirmButton, create, expect, mayPlay, over, places, playTurn, sitDown, soon, start, test } from "./server";

test("two clicks from the start page to the first tile", async ({ page, server }) => {
  const outside: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== server) outside.push(request.url());
  });
  const broken: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") broken.push(message.text());
  });
  await page.goto("/");
  await page.getByRole("button", { name: /Play now/ }).click();
  await mayPlay(page);
  await places(page).first().click();
  await expect(page.locator("img.tile.draft")).toBeVisible();
  await expect(confirmButton(page)).toBeEnabled();
  expect(outside).toEqual([]);
  expect(broken).toEqual([]);
});

test("a game against a bot by clicking", async ({ page, server }) => {
  const { id } = await create(page.request, server, { end_after: 6, first: "random" });
  await page.goto(`/#/game/${id}`);
  let turns = 0;
  while (await mayPlay(page)) {
    await playTurn(page, turns % 2 === 0);
    turns += 1;
  }
  expect(turns).toBe(3);
  await expect(over(page).getByRole("heading", { name: /wins?$|Shared victory/ })).toBeVisible();
  await expect(over(page).getByRole("table")).toBeVisible();

  // The replay goes from the start tile to the end.
  await over(page).getByRole("button", { name: "Replay" }).click();
  const slider = page.getByRole("slider");
  await slider.fill("0");
  await expect(page.locator("img.tile")).toHaveCount(1);
  await slider.fill("6");
  await expect(page.locator("img.tile")).toHaveCount(7);
  await page.getByRole("button", { name: "Close" }).click();

  // The record can be had, and the draws are those of the seed.
  const record = await page.request.get(`/api/v1/games/${id}/record`);
  expect(await record.text()).toContain("bastide-record 1");
  await page.getByRole("button", { name: "Result" }).click();
  await over(page).getByRole("link", { name: "Verify the draws" }).click();
  await expect(page.getByText("The seed fits the commitment.")).toBeVisible();
  await expect(page.getByText(/draws computed again, all agree/)).toBeVisible();
  await expect(page.getByText(/(Anna|Bot) began because the seed says so/)).toBeVisible();
});

test("a tile is turned, moved and taken back until it is confirmed", async ({ page, running }) => {
  await sitDown(page, running, "curve");
  await mayPlay(page);
  const first = await places(page).first().getAttribute("data-cell");
  await places(page).first().click();
  await expect(page.locator("img.tile.draft")).toBeVisible();
  // Another place: the tile moves there.
  const other = page.locator(".place:not(.urgent)").first();
  const cell = await other.getAttribute("data-cell");
  expect(cell).not.toBe(first);
  await other.click();
  await expect(page.locator(`[data-cell="${cell}"]`)).toHaveCount(0);
  await expect(page.locator("img.tile.draft")).toHaveCount(1);
  await turnOver(page);
  await page.keyboard.press("Backspace");
  await expect(page.locator("img.tile.draft")).toHaveCount(0);
  await expect(places(page).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toBeDisabled();
});

/** Touches the laid tile at its edge, beside all places for figures. */
async function turnOver(page: Page): Promise<void> {
  const before = await page.locator("img.tile.draft").getAttribute("style");
  await page.locator("button.turn").click({ position: { x: 4, y: 4 } });
  await soon(() => page.locator("img.tile.draft").getAttribute("style")).not.toBe(before);
}

test("a tile is turned and moved after a reload in the middle of a turn", async ({ page, running }) => {
  await sitDown(page, running, "curve");
  await mayPlay(page);
  await places(page).first().click();
  await expect(page.locator("img.tile.draft")).toBeVisible();
  await page.reload();
  await expect(page.locator("img.tile.draft")).toBeVisible();
  const other = page.locator(".place:not(.urgent)").first();
  const cell = await other.getAttribute("data-cell");
  await other.click();
  await expect(page.locator(`[data-cell="${cell}"]`)).toHaveCount(0);
  await expect(page.locator("img.tile.draft")).toHaveCount(1);
  await page.reload();
  await expect(page.locator("img.tile.draft")).toBeVisible();
  await turnOver(page);
});

test("an illegal place says which rule forbids it", async ({ page, server }) => {
  const { id } = await create(page.request, server);
  await page.goto(`/#/game/${id}`);
  await mayPlay(page);
  // Far from everything.
  await page.locator(".frame").click({ position: { x: 30, y: 200 } });
  await expect(page.getByText("A tile must lie beside another one, side to side.")).toBeVisible();
});

test("a region tells its worth, and the log lights it up", async ({ page, server }) => {
  const { id } = await create(page.request, server, { end_after: 12 });
  await page.goto(`/#/game/${id}`);
  await mayPlay(page);
  // The city of the start tile lies in the north.
  await expect(async () => {
    const start = (await page.locator("img.tile").first().boundingBox())!;
    await page.mouse.move(5, 5);
    await page.mouse.move(start.x + start.width / 2, start.y + start.height * 0.12);
    await expect(page.locator(".notice.region")).toContainText("City", { timeout: 1500 });
  }).toPass();
  await expect(page.locator(".notice.region")).toContainText("Worth now: 1");
  await expect(page.locator("g.region path")).toHaveCount(1);
  await page.mouse.move(5, 5);
  await expect(page.locator(".notice.region")).toHaveCount(0);

  await playTurn(page);
  await mayPlay(page);
  await page.getByRole("tabpanel").getByRole("button").first().hover();
  await expect(page.locator("g.region path").first()).toBeAttached();
  // The picture of the board can be had at any time.
  const picture = await page.request.get(`/api/v1/games/${id}/picture.svg`);
  expect(picture.status()).toBe(200);
  expect(await picture.text()).toContain("<svg");
});

test("two browsers, with a reload in the middle", async ({ browser, server }) => {
  const [anna, borys] = await Promise.all([browser.newContext({ baseURL: server }), browser.newContext({ baseURL: server })]);
  const [a, b] = await Promise.all([anna.newPage(), borys.newPage()]);
  const { id, links } = await create(a.request, server, {
    end_after: 4,
    seats: [
      { name: "Anna", colour: "red", who: "here" },
      { name: "Friend", colour: "green", who: "elsewhere" },
    ],
  });
  await a.goto(`/#/game/${id}`);
  await expect(a.getByRole("heading", { name: "Waiting for players" })).toBeVisible();
  await b.goto(links[0]!.path);
  await b.getByLabel("Your name").fill("Borys");
  await b.getByRole("button", { name: "Take this seat" }).click();
  await expect(b.locator(".question")).toContainText("Anna lays a tile");

  await mayPlay(a);
  await playTurn(a);
  await mayPlay(b);
  // A draft survives the reload of its page, in the same seat.
  await places(b).first().click();
  await expect(b.locator("img.tile.draft")).toBeVisible();
  await b.reload();
  await expect(b.locator("img.tile.draft")).toBeVisible();
  await expect(a.locator("img.tile")).toHaveCount(2);
  await confirmButton(b).click();
  await expect(a.locator("img.tile")).toHaveCount(3);

  await mayPlay(a);
  await a.getByRole("tab", { name: /Chat/ }).click();
  await a.getByLabel("Write something").fill("Good luck <b>you</b>");
  await a.getByRole("button", { name: "Send" }).click();
  await b.getByRole("tab", { name: /Chat/ }).click();
  await expect(b.locator(".chat").getByText("Good luck <b>you</b>")).toBeVisible();

  await playTurn(a);
  await mayPlay(b);
  await playTurn(b);
  await expect(over(a)).toBeVisible();
  await expect(over(b)).toBeVisible();
  await Promise.all([anna.close(), borys.close()]);
});

test("a stranger joins a public game that waits for players", async ({ browser, page, server }) => {
  const { id } = await create(page.request, server, {
    private: false,
    end_after: 4,
    seats: [
      { name: "Anna", colour: "red", who: "here" },
      { name: "Friend", colour: "green", who: "open" },
    ],
  });
  await page.goto(`/#/game/${id}`);
  await expect(page.getByRole("heading", { name: "Waiting for players" })).toBeVisible();
  const stranger = await (await browser.newContext({ baseURL: server, locale: "en-GB", reducedMotion: "reduce" })).newPage();
  await stranger.goto("/#/watch");
  await stranger.getByRole("link", { name: /Join: .*Friend/ }).click();
  await stranger.getByLabel("Your name").fill("Vira");
  await stranger.getByRole("button", { name: "Sit down" }).click();
  await expect(stranger.locator(".question")).toContainText("Anna lays a tile");
  await mayPlay(page);
  await playTurn(page);
  await mayPlay(stranger);
  await expect(page.locator("aside").getByText("Vira").first()).toBeVisible();
  await stranger.context().close();
});

test("the server goes away in the middle of a turn and comes back", async ({ page }) => {
  const server = await start();
  try {
    const { id } = await create(page.request, server.url, { end_after: 6 });
    await page.goto(`${server.url}/#/game/${id}`);
    await mayPlay(page);
    await playTurn(page);
    await mayPlay(page);
    const tiles = await page.locator("img.tile").count();
    await places(page).first().click();
    await expect(page.locator("img.tile.draft")).toBeVisible();
    // The tile lies there before the server knows; what it never heard of it cannot lose.
    await expect(confirmButton(page)).toBeEnabled();

    await server.kill();
    await expect(page.getByText("The connection is lost.")).toBeVisible();
    await expect(confirmButton(page)).toBeDisabled();
    await server.again();

    // The same seat; what was confirmed is there, and the draft is offered again.
    await expect(page.getByText("The connection is lost.")).toHaveCount(0, { timeout: 40_000 });
    await mayPlay(page);
    await expect(page.locator("img.tile")).toHaveCount(tiles);
    await page.getByRole("button", { name: "Do it again" }).click();
    await expect(page.locator("img.tile.draft")).toHaveCount(1);
    await expect(page.getByText("The server has lost")).toHaveCount(0);
    await confirmButton(page).click();
    await mayPlay(page);
    await expect(page.locator("img.tile")).toHaveCount(tiles + 2);
  } finally {
    await server.stop();
  }
});

test("a page that slept keeps its connection, and what is pressed then counts", async ({ page, server }) => {
  const sockets: string[] = [];
  page.on("websocket", (socket) => sockets.push(socket.url()));
  await page.clock.install();
  const { id } = await create(page.request, server);
  await page.goto(`/#/game/${id}`);
  await mayPlay(page);
  await places(page).first().click();
  await expect(confirmButton(page)).toBeEnabled();
  await page.clock.fastForward(60_000);
  await confirmButton(page).click();
  await expect(page.locator("img.tile.draft")).toHaveCount(0);
  expect(sockets).toHaveLength(1);
});

test("a connection that has fallen silent is made anew", async ({ page, server }) => {
  let made = 0;
  let isSilent = false;
  await page.routeWebSocket(/\/socket$/, (socket) => {
    const isFirst = ++made === 1;
    const up = socket.connectToServer();
    up.onMessage((text) => void ((isFirst && isSilent) || socket.send(text)));
  });
  await page.clock.install();
  const { id } = await create(page.request, server);
  await page.goto(`/#/game/${id}`);
  await mayPlay(page);
  isSilent = true;
  // A question, and the time for its answer.
  await page.clock.fastForward(21_000);
  await page.clock.fastForward(13_000);
  await soon(() => made).toBe(2);
  await expect(page.getByText("The connection is lost.")).toHaveCount(0);
  await playTurn(page);
});

test("Confirm on a dead connection says that it is on its way, and is sent when it is back", async ({ page, server }) => {
  let made = 0;
  let isDead = false;
  await page.routeWebSocket(/\/socket$/, (socket) => {
    const isFirst = ++made === 1;
    const up = socket.connectToServer();
    socket.onMessage((text) => void ((isFirst && isDead) || up.send(text)));
    up.onMessage((text) => void ((isFirst && isDead) || socket.send(text)));
  });
  await page.clock.install();
  const { id } = await create(page.request, server);
  await page.goto(`/#/game/${id}`);
  await mayPlay(page);
  await places(page).first().click();
  await expect(confirmButton(page)).toBeEnabled();
  isDead = true;
  await confirmButton(page).click();
  await page.clock.fastForward(1_200);
  await expect(confirmButton(page)).toContainText("Sending");
  await page.clock.fastForward(8_000);
  await page.clock.fastForward(2_000);
  await soon(() => made).toBeGreaterThan(1);
  await expect(page.locator("img.tile.draft")).toHaveCount(0);
  await mayPlay(page);
  await expect(page.locator("img.tile")).toHaveCount(3);
});

test("a server that is busy says one thing, not two", async ({ page, server }) => {
  const { id } = await create(page.request, server);
  let made = 0;
  await page.routeWebSocket(/\/socket$/, (socket) => {
    const isFirst = ++made === 1;
    const up = socket.connectToServer();
    if (isFirst) {
      up.onMessage((text) => {
        socket.send(text);
        if (String(text).includes('"view"')) setTimeout(() => socket.close(), 500);
      });
    } else {
      socket.send(JSON.stringify({ type: "problem", code: "busy", message: "" }));
      socket.close();
    }
  });
  await page.goto(`/#/game/${id}`);
  await expect(page.getByRole("alert")).toContainText("The server is busy.");
  await expect(page.getByRole("alert")).toHaveCount(1);
  await expect(page.getByText("The connection is lost.")).toHaveCount(0);
});

test("several people at one screen, with modules", async ({ page, server }) => {
  const { id } = await create(page.request, server, {
    base: "v3",
    modules: ["farmers", "river", "abbot"],
    end_after: 6,
    seats: [
      { name: "Anna", colour: "red", who: "here" },
      { name: "Borys", colour: "green", who: "here" },
      { name: "Vira", colour: "yellow", who: "here" },
    ],
  });
  await page.goto(`/#/game/${id}`);
  for (const name of ["Anna", "Borys", "Vira", "Anna", "Borys", "Vira"]) {
    await mayPlay(page);
    await expect(page.locator(".question")).toContainText(name);
    await playTurn(page);
  }
  await expect(over(page)).toBeVisible();
});

test("people leave, watch, and play again", async ({ browser, server }) => {
  const contexts = await Promise.all([0, 1, 2].map(() => browser.newContext({ baseURL: server, locale: "en-GB", reducedMotion: "reduce" })));
  const [anna, borys, vira] = (await Promise.all(contexts.map((context) => context.newPage()))) as [Page, Page, Page];
  const { id, links } = await create(anna.request, server, {
    end_after: 3,
    clock: { kind: "fischer", seconds: 300, increment: 5 },
    seats: [
      { name: "Anna", colour: "red", who: "here" },
      { name: "Borys", colour: "pink", who: "elsewhere" },
    ],
  });
  await borys.goto(links[0]!.path);
  await borys.getByRole("button", { name: "Take this seat" }).click();
  await anna.goto(`/#/game/${id}`);
  await vira.goto(`/#/game/${id}`);
  await expect(vira.getByText("You are watching")).toBeVisible();
  await expect(vira.locator(".confirm")).toHaveCount(0);
  await expect(anna.getByText("1 spectator")).toBeVisible();
  await expect(anna.locator(".clock:visible").first()).toHaveText(/[45]:\d\d/);

  // Borys is gone; the host lets a bot play for him.
  await borys.close();
  await expect(anna.getByText("offline", { exact: true }).first()).toBeVisible();
  await mayPlay(anna);
  await playTurn(anna);
  await anna.getByRole("button", { name: "Menu" }).click();
  await anna.getByRole("button", { name: "Replace Borys with a bot" }).click();
  await anna.getByText("Shall a bot play for Borys").waitFor();
  await anna.getByRole("button", { name: "Replace Borys with a bot" }).click();
  await expect(anna.getByText("A bot plays for Borys").first()).toBeVisible();
  await mayPlay(anna);
  await playTurn(anna);
  await expect(over(anna)).toBeVisible();
  await expect(over(vira)).toBeVisible();

  await over(anna).getByRole("button", { name: "Rematch" }).click();
  await expect(anna).not.toHaveURL(new RegExp(id));
  await expect(over(vira).getByRole("link", { name: "To the rematch" })).toBeVisible();
  // Borys does not answer, and is not waited for.
  await expect(anna.getByText("is asked to come")).toBeVisible();
  await anna.getByRole("button", { name: "Start now" }).click();
  await expect(anna.locator("img.tile").first()).toBeVisible();

  // And resigning ends it for oneself.
  await anna.getByRole("button", { name: "Menu" }).click();
  await anna.getByRole("button", { name: "Resign: Anna" }).click();
  await anna.getByRole("button", { name: "Resign", exact: true }).click();
  // Bots play on, to the end if they are quick.
  await expect(anna.getByText("resigned").or(over(anna)).first()).toBeVisible();
  await Promise.all(contexts.map((context) => context.close()));
});

test("a page of another version is told to load again", async ({ page, server }) => {
  const { id } = await create(page.request, server);
  await page.routeWebSocket(/\/socket$/, (socket) => {
    const up = socket.connectToServer();
    socket.onMessage((text) => up.send(String(text).replace(/"protocol":\d+/, '"protocol":999')));
  });
  await page.goto(`/#/game/${id}`);
  await expect(page.getByText("The server has another version.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Load again" })).toBeVisible();
});

test("nobody watches a game that is not there", async ({ page }) => {
  await page.goto("/#/game/zzz");
  await expect(page.getByRole("alert")).toContainText("There is no such game");
  await expect(page.getByText("You are watching")).toHaveCount(0);
});
