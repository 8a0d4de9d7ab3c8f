// The end of a game: the count that goes on by itself, the result, the replay.
import { dice, isAccessible, playOn } from "./play";
import { create, expect, mayPlay, over, playTurn, soon, test } from "./server";

/** A short game of one person for two seats; every tile gets a figure, so that there is something to count. */
const alone = {
  end_after: 6,
  seats: [
    { name: "Anna", colour: "red", who: "here" },
    { name: "Borys", colour: "blue", who: "here" },
  ],
};

test("a replay shows the points of its moment, and the log leads to any turn", async ({ page, server }) => {
  const { id } = await create(page.request, server, alone);
  await page.goto(`/#/game/${id}`);
  while (await mayPlay(page)) await playTurn(page);
  const { history } = (await (await page.request.get(`/api/v1/games/${id}`)).json()) as { history: number[][] };
  await over(page).getByRole("button", { name: "Replay" }).click();
  const points = () => page.locator("aside .score b").allInnerTexts();
  await page.getByRole("button", { name: "Turn 3" }).click();
  await expect(page.locator("img.tile")).toHaveCount(4);
  expect(await points()).toEqual(history[2]!.map(String));
  await expect(page.locator("[aria-current=step]")).toContainText("Turn 3");
  await page.getByRole("slider").fill("0");
  expect(await points()).toEqual(["0", "0"]);
});

test("a moment of a replay has its address, its picture and a film, and a link shows the board", async ({ page, server, browser }) => {
  const { id } = await create(page.request, server, alone);
  await page.goto(`/#/game/${id}`);
  while (await mayPlay(page)) await playTurn(page);
  await over(page).getByRole("button", { name: "Replay" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Turn 3" }).click();
  await page.getByRole("button", { name: "One turn on" }).click();
  await expect(page).toHaveURL(new RegExp(`#/game/${id}/4$`));
  await page.getByRole("button", { name: "One turn back" }).click();
  await page.getByLabel("Speed").selectOption("4");
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.getByRole("textbox", { name: "Link to this moment" }).inputValue();
  expect(link).toBe(`${server}/game/${id}?turn=3`);
  await isAccessible(page);
  const png = await page.request.get((await page.getByRole("link", { name: "Picture (PNG)" }).getAttribute("href"))!);
  expect(png.headers()["content-type"]).toBe("image/png");
  const film = await page.request.get((await page.getByRole("link", { name: "Watch as a film" }).getAttribute("href"))!);
  expect(film.headers()["content-security-policy"]).toContain("sandbox");
  expect(await film.text()).toContain("Anna");
  // Whoever shows the link finds the names and the board; whoever opens it, the moment.
  const shown = await (await page.request.get(link)).text();
  expect(shown).toMatch(/property="og:title" content="Anna \d+ – Borys \d+"/);
  expect(shown).toContain(`property="og:image" content="${server}/api/v1/games/${id}/picture.png?turn=3"`);
  await page.keyboard.press("Escape");
  const friend = await (await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" })).newPage();
  await friend.goto(link);
  await expect(friend.locator("img.tile")).toHaveCount(4);
  await expect(friend.getByText("Turn 3 of 6")).toBeVisible();
  await friend.getByRole("button", { name: "Close" }).click();
  await expect(friend.locator("img.tile")).toHaveCount(7);
  await friend.context().close();
});

test("a record is pasted and looked at; what is wrong with it is said with its line", async ({ page, server }) => {
  const { id } = await create(page.request, server, { ...alone, seats: [{ name: "Anna", colour: "red", who: { bot: "greedy" } }, { name: "Borys", colour: "blue", who: { bot: "random" } }] });
  await soon(async () => ((await (await page.request.get(`/api/v1/games/${id}`)).json()) as { status: string }).status, 60_000).toBe("finished");
  const record = await (await page.request.get(`/api/v1/games/${id}/record`)).text();
  await page.goto("/#/watch");
  const field = page.getByRole("textbox", { name: /Paste a record/ });
  await field.fill(record.replace(/\n2 .*/, "\n2 Borys nonsense"));
  await page.getByRole("button", { name: "View the game" }).click();
  await expect(page.getByRole("alert")).toContainText(/line \d+/i);
  await isAccessible(page);
  await field.fill(record);
  await page.getByRole("button", { name: "View the game" }).click();
  await expect(page.getByText("Turn 0 of 6")).toBeVisible();
  await expect(page.locator("img.tile")).toHaveCount(1);
  await page.getByRole("button", { name: "One turn on" }).click();
  await expect(page.locator("img.tile")).toHaveCount(2);
});

test("the gingerbread man stands in the start city until he moves, also in a replay", async ({ page, server }) => {
  const { id } = await create(page.request, server, { ...alone, base: "winter", modules: ["farmers", "gingerbread"], end_after: 2 });
  await page.goto(`/#/game/${id}`);
  const man = page.locator("img.figure[src*=gingerbread]");
  await mayPlay(page);
  await expect(man).toHaveCount(1);
  // Whatever is drawn: he may have to move.
  await playOn(page, dice(5));
  await over(page).getByRole("button", { name: "Replay" }).click();
  await page.getByRole("slider").fill("0");
  await expect(man).toHaveCount(1);
});

test.describe("with motion", () => {
  test.use({ reducedMotion: "no-preference" } as never);

  test("the tile of a bot comes down, and nothing waits for it", async ({ page, server }) => {
    await page.addInitScript(() => {
      const seen = ((window as never as { moved: Set<string> }).moved = new Set<string>());
      new MutationObserver((changes) => {
        for (const { target } of changes) for (const name of ["arrives", "steps"]) if ((target as HTMLElement).classList?.contains(name)) seen.add(name);
        for (const name of ["arrives", "steps"]) if (document.querySelector(`.${name}`)) seen.add(name);
      }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
    });
    const { id } = await create(page.request, server, { end_after: 4 });
    await page.goto(`/#/game/${id}`);
    await mayPlay(page);
    await playTurn(page, false);
    await soon(() => page.evaluate(() => [...(window as never as { moved: Set<string> }).moved])).toContain("arrives");
    await mayPlay(page);
    await playTurn(page);
  });

  test("the final count goes on by itself to the true totals", async ({ page, server }) => {
    const { id } = await create(page.request, server, alone);
    await page.goto(`/#/game/${id}`);
    while (await mayPlay(page)) await playTurn(page);
    const view = (await (await page.request.get(`/api/v1/games/${id}`)).json()) as { final_awards: unknown[]; seats: { points: number }[] };
    expect(view.final_awards.length).toBeGreaterThan(1);
    await expect(over(page).locator("ol.count li")).toHaveCount(view.final_awards.length, { timeout: 2000 * view.final_awards.length });
    await expect(over(page).getByRole("button", { name: "Show all" })).toHaveCount(0);
    await expect(over(page).getByRole("heading", { name: /wins?$|Shared victory/ })).toBeVisible();
    // Ranked, and with what the points are made of.
    expect(await over(page).locator(".result b").allInnerTexts()).toEqual(view.seats.map((seat) => seat.points).sort((a, b) => b - a).map(String));
    await expect(over(page).getByRole("img", { name: /^(Anna|Borys): / })).toHaveCount(2);
  });
});
