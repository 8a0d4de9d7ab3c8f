// Everybody can play: by keys alone, by touch on a phone, in each language, with a screen reader.
import { request } from "@playwright/test";
import { harmless } from "./play";
import { confirmButton, create, expect, mayPlay, over, places, playTurn, sitDown, soon, test } from "./server";

test("keyboard only", async ({ page, server }) => {
  const { id } = await create(page.request, server, { end_after: 4 });
  await page.goto(`/#/game/${id}`);
  await mayPlay(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  let turns = 0;
  while (await mayPlay(page)) {
    for (let tries = 0; tries < 4 && (await page.locator(".place.cursor").count()) === 0; tries++) {
      await page.keyboard.press(["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"][tries]!);
    }
    await expect(page.locator(".place.cursor")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.locator("img.tile.draft")).toBeVisible();
    await page.keyboard.press("r");
    await expect(confirmButton(page)).toBeEnabled();
    if (await page.locator(".chip").count()) {
      await page.keyboard.press("1");
      await expect(page.locator(".chip.chosen, .question")).not.toHaveCount(0);
      await expect(confirmButton(page)).toBeEnabled();
    }
    await page.keyboard.press("Enter");
    await expect(page.locator("img.tile.draft")).toHaveCount(0);
    turns += 1;
  }
  expect(turns).toBe(2);
});

test("the log is one stop of the Tab key, and arrows go through it", async ({ page, server }) => {
  const { id } = await create(page.request, server, { end_after: 12 });
  await page.goto(`/#/game/${id}`);
  for (let turn = 0; turn < 3 && (await mayPlay(page)); turn++) await playTurn(page);
  await mayPlay(page);
  const pressed = page.locator(".panel ol").locator("button, a[href]");
  expect(await pressed.count()).toBeGreaterThan(3);
  await expect(page.locator(".panel ol [tabindex='0']")).toHaveCount(1);
  const all = await pressed.count();
  await page.locator(".panel").focus();
  await page.keyboard.press("Tab");
  await expect(pressed.first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(pressed.nth(1)).toBeFocused();
  await page.keyboard.press("End");
  await expect(pressed.nth(all - 1)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(pressed.nth(all - 2)).toBeFocused();
  await expect(page.locator(".panel ol [tabindex='0']")).toHaveCount(1);
  // It is left by one key, and entered again where one was.
  await page.keyboard.press("Tab");
  await expect(page.locator(".panel ol :focus")).toHaveCount(0);
  await page.keyboard.press("Shift+Tab");
  await expect(page.locator(".panel ol :focus")).toHaveCount(1);
});

test("a key that is held down lays the tile and does not end the turn", async ({ page, server }) => {
  const { id } = await create(page.request, server, { end_after: 4 });
  await page.goto(`/#/game/${id}`);
  await mayPlay(page);
  for (let tries = 0; tries < 4 && (await page.locator(".place.cursor").count()) === 0; tries++) {
    await page.keyboard.press(["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"][tries]!);
  }
  await expect(page.locator(".place.cursor")).toBeFocused();
  await page.keyboard.down("Enter");
  await expect(page.locator("img.tile.draft")).toBeVisible();
  await expect(confirmButton(page)).toBeEnabled();
  // As the keyboard repeats it.
  for (let i = 0; i < 5; i++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(page.locator("img.tile.draft")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.locator("img.tile.draft")).toHaveCount(0);
});

test("the page can be installed, and every page has its title", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).toHaveTitle("Bastide");
  const address = await page.locator("link[rel=manifest]").getAttribute("href");
  const answer = await page.request.get(address!);
  expect(answer.headers()["content-type"]).toContain("application/manifest+json");
  const { icons } = (await answer.json()) as { icons: { src: string; type: string }[] };
  for (const { src, type } of icons) expect((await page.request.get(src)).headers()["content-type"]).toContain(type);
  for (const [hash, title] of [["#/new", "New game"], ["#/watch", "Games"], ["#/rules/base", "Base game — Rules"], ["#/rules/FERRY-10", "FERRY-10 — Rules"], ["#/about", "About"]] as const) {
    await page.goto(`/${hash}`);
    await expect(page).toHaveTitle(`${title} — Bastide`);
    // Who goes on by keys begins at the top of the new page, or at the rule that was asked for.
    await expect(hash.includes("FERRY") ? page.locator("#FERRY-10") : page.locator("main")).toBeFocused();
  }
});

test("the skip link leads to the content", async ({ page }) => {
  await page.goto("/#/rules/base");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "To the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
  await expect(page).toHaveURL(/#\/rules\/base$/);
  await expect(page.getByText("There is no such page.")).toHaveCount(0);
});

test("a screen reader is told what others do, and whose turn it is, in order", async ({ page, server }) => {
  const { id } = await create(page.request, server, { end_after: 6 });
  await page.goto(`/#/game/${id}`);
  await mayPlay(page);
  const voice = page.getByRole("log", { name: "Log" });
  await expect(voice.getByText("Your turn.")).toHaveCount(1);
  await playTurn(page, false);
  await expect(voice.getByText("Your turn.")).toHaveCount(2);
  const lines = await voice.locator("p").allInnerTexts();
  const at = (pattern: RegExp) => lines.findIndex((line) => pattern.test(line));
  expect(at(/^You lay a tile at column/)).toBeGreaterThan(at(/^Your turn/));
  expect(at(/^Bot lays a tile at column/)).toBeGreaterThan(at(/^You lay a tile at column/));
  expect(lines.findLastIndex((line) => line === "Your turn.")).toBeGreaterThan(at(/^Bot lays a tile/));
  expect(lines.filter((line) => line.startsWith("Bot lays a tile"))).toHaveLength(1);
});

test("what can be chosen outside of the view is pointed at, and the arrow leads there", async ({ page, server }) => {
  const { id } = await create(page.request, server, { end_after: 4 });
  await page.goto(`/#/game/${id}`);
  await mayPlay(page);
  await expect(page.locator(".arrow")).toHaveCount(0);
  for (let i = 0; i < 12; i++) await page.keyboard.press("Shift+ArrowRight");
  const arrow = page.getByRole("button", { name: /outside of the view/ }).first();
  await expect(arrow).toBeVisible();
  const seen = () => page.locator(".place").evaluateAll((all) => all.filter((place) => place.getBoundingClientRect().right > 0 && place.getBoundingClientRect().left >= 0).length);
  const before = await seen();
  await arrow.click();
  await soon(seen).toBeGreaterThan(before);
});

test("places that look alike are chosen by their numbers", async ({ page, running }) => {
  await sitDown(page, running, "gingerbread");
  const numbers = page.locator(".ghost .number");
  await expect(numbers.first()).toBeVisible();
  const before = await page.locator(".ask").getAttribute("data-draft");
  await page.keyboard.press((await numbers.first().innerText()).trim());
  await soon(() => page.locator(".ask").getAttribute("data-draft")).not.toBe(before);
});

test.describe("phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a game by touch", async ({ page, server }) => {
    const { id } = await create(page.request, server, { end_after: 4 });
    await page.goto(`/#/game/${id}`);
    // A lesson that is offered has room of its own above the board, until it is declined or the game has begun.
    await mayPlay(page);
    const offer = page.locator(".offer");
    if (await offer.count()) await offer.getByRole("button").tap();
    await expect(offer).toHaveCount(0);
    let turns = 0;
    while (await mayPlay(page)) {
      const board = await page.locator(".frame").boundingBox();
      for (const button of await page.locator(".acts button:visible").all()) {
        const box = await button.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      }
      await playTurn(page, true, true);
      // The bar keeps its height, so the board stays where it is.
      const after = await page.locator(".frame").boundingBox();
      // The final count lies below it, and the board fits above.
      if (!(await over(page).isVisible())) expect(after?.height).toBe(board?.height);
      turns += 1;
    }
    expect(turns).toBe(2);
    await expect(over(page)).toBeVisible();
    // Nothing is wider than the phone.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await harmless(page);
  });

  test("two fingers zoom, one drags, neither lays a tile", async ({ page, running, context }) => {
    await sitDown(page, running, "curve");
    await mayPlay(page);
    const touch = await context.newCDPSession(page);
    const fingers = (type: string, ...points: [number, number][]) =>
      touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) } as never);
    const tile = page.locator("img.tile").first();
    const before = (await tile.boundingBox())!;
    await fingers("touchStart", [150, 300], [240, 300]);
    for (let i = 1; i <= 8; i++) await fingers("touchMove", [150 - 8 * i, 300], [240 + 8 * i, 300]);
    await fingers("touchEnd");
    await soon(async () => (await tile.boundingBox())!.width).toBeGreaterThan(before.width * 1.3);
    const wide = (await tile.boundingBox())!;
    // A drag that begins on a place moves the board and chooses nothing.
    const boxes = await Promise.all((await places(page).all()).map((place) => place.boundingBox()));
    const middles = boxes.map((box) => [box!.x + box!.width / 2, box!.y + box!.height / 2] as const);
    const [x, y] = middles.find(([x, y]) => x > 20 && x < 320 && y > 120 && y < 560)!;
    await fingers("touchStart", [x, y]);
    for (let i = 1; i <= 8; i++) await fingers("touchMove", [x, y + 6 * i]);
    await fingers("touchEnd");
    await soon(async () => (await tile.boundingBox())!.y).toBeGreaterThan(wide.y + 20);
    await expect(page.locator("img.tile.draft")).toHaveCount(0);
  });

  test("the start page and the setup fit", async ({ page }) => {
    for (const hash of ["/", "/#/new", "/#/rules/abbot", "/#/watch"]) {
      await page.goto(hash);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
  });
});

for (const [locale, words] of [
  ["en-GB", { play: "Play now", where: "Where does the tile go?", lang: "en" }],
  ["uk-UA", { play: "Грати", where: "Куди викласти плитку?", lang: "uk" }],
  ["ru-RU", { play: "Играть", where: "Куда выложить квадрат?", lang: "ru" }],
] as const) {
  test.describe(`language ${words.lang}`, () => {
    test.use({ locale });
    test("is chosen from the browser, and complete", async ({ page }) => {
      await page.goto("/");
      await expect(page.locator("html")).toHaveAttribute("lang", words.lang);
      await page.locator(".big", { hasText: words.play }).click();
      await mayPlay(page);
      await expect(page.locator(".question")).toContainText(words.where);
      // No key shows instead of its words.
      for (const hash of ["#/new", "#/rules/river", "#/watch", "#/verify", "#/about"]) {
        await page.goto(`/${hash}`);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        expect(await page.locator("body").innerText()).not.toMatch(/\b(app|home|setup|table|ask|rules|verify|about)\.[a-z]/);
      }
    });
  });
}

test("the language can be switched and is kept", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Language").selectOption("uk");
  await expect(page.getByRole("heading", { name: "Правила" }).or(page.getByText("Правила").first())).toBeVisible();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "uk");
});

test("setup: boxes, modules, seats and links", async ({ page }) => {
  await page.goto("/#/new");
  await page.getByRole("radio", { name: "Big Box", exact: true }).check();
  await expect(page.getByRole("checkbox", { name: /The River\b/ }).first()).toBeChecked();
  await page.getByRole("button", { name: "Add a player" }).click();
  await expect(page.getByLabel("Who plays")).toHaveCount(3);
  await page.getByRole("button", { name: "Start the game" }).click();
  await expect(page.getByRole("heading", { name: "Waiting for players" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Link of the game" })).toHaveValue(/\/game\/\w+$/);
});

test("names and chat are text, whatever is in them", async ({ page, server }) => {
  const trouble: string[] = [];
  page.on("dialog", (dialog) => {
    trouble.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (message.type() === "error") trouble.push(message.text());
  });
  const bad = "<img src=x onerror=alert(1)>";
  const { id } = await create(page.request, server, {
    end_after: 2,
    seats: [
      { name: bad, colour: "red", who: "here" },
      { name: "{name} ${1} &lt;", colour: "blue", who: "here" },
    ],
  });
  await page.goto(`/#/game/${id}`);
  await mayPlay(page);
  await page.getByRole("tab", { name: "Chat" }).click();
  const line = `<script>alert(2)</script> ${bad} javascript:alert(3)`;
  await page.getByRole("textbox").fill(line);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tabpanel").getByText(line)).toBeVisible();
  await expect(page.locator("aside").getByText(bad, { exact: true }).first()).toBeVisible();
  await page.getByRole("tab", { name: "Log" }).click();
  await playTurn(page);
  await mayPlay(page);
  await playTurn(page);
  await expect(over(page)).toBeVisible();
  await page.goto(`/#/verify/${id}`);
  await expect(page.getByText("The seed fits the commitment.")).toBeVisible();
  await expect(page.locator("img[src='x'], script:not([src])")).toHaveCount(0);
  expect(trouble).toEqual([]);
});

test("the host gives a seat to a bot after a second question, and back by a link", async ({ page, server }) => {
  const { id, links } = await create(page.request, server, {
    seats: [
      { name: "Anna", colour: "red", who: "here" },
      { name: "Borys", colour: "blue", who: "elsewhere" },
    ],
  });
  const { path } = links[0]!;
  const [, seat, key] = /\/seat\/[^/]+\/(\d+)#key=(.+)/.exec(path)!;
  const other = await request.newContext({ baseURL: server });
  await other.get("/api/v1/me");
  expect((await other.post(`/api/v1/games/${id}/seats/${seat}/take`, { headers: { origin: server }, data: { key, name: "Borys" } })).status()).toBe(204);
  await page.goto(`/#/game/${id}`);
  await mayPlay(page);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Replace Borys with a bot" }).click();
  await page.getByText("Shall a bot play for Borys").waitFor();
  await page.getByRole("button", { name: "Replace Borys with a bot" }).click();
  await expect(page.getByRole("tabpanel", { name: "Log" }).getByText("A bot plays for Borys")).toBeVisible();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Invite somebody to play for Borys" }).click();
  await expect(page.getByRole("textbox", { name: "Link for Borys" })).toHaveValue(/\/seat\/.+#key=/);
  await other.dispose();
});

for (const scheme of ["light", "dark"] as const) {
  test.describe(scheme, () => {
    test.use({ colorScheme: scheme });
    test("axe finds nothing", async ({ page, server }) => {
      test.slow();
      for (const hash of scheme === "light" ? ["/", "/#/new", "/#/rules/base", "/#/verify"] : ["/", "/#/new"]) {
        await page.goto(hash);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByText("Loading…")).toHaveCount(0);
        await harmless(page);
      }
      const { id } = await create(page.request, server, { end_after: 2 });
      await page.goto(`/#/game/${id}`);
      await mayPlay(page);
      await harmless(page);
      await places(page).first().click();
      await expect(page.locator("img.tile.draft")).toBeVisible();
      await harmless(page);
      await page.getByRole("button", { name: "Menu" }).click();
      await harmless(page);
      await page.keyboard.press("Escape");
      await confirmButton(page).click();
      await expect(over(page).or(places(page).first())).toBeVisible();
      if ((await over(page).count()) === 0) await playTurn(page);
      await expect(over(page)).toBeVisible();
      await harmless(page);
    });
  });
}
