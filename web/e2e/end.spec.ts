// The end of a game: the count that goes on by itself, the result, the replay.
import { create, expect, mayPlay, over, playTurn, test } from "./server";

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

test("the gingerbread man stands in the start city until he moves, also in a replay", async ({ page, server }) => {
  const { id } = await create(page.request, server, { ...alone, base: "winter", modules: ["farmers", "gingerbread"], end_after: 2 });
  await page.goto(`/#/game/${id}`);
  const man = page.locator("img.figure[src*=gingerbread]");
  await mayPlay(page);
  await expect(man).toHaveCount(1);
  while (await mayPlay(page)) await playTurn(page);
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
    await expect.poll(() => page.evaluate(() => [...(window as never as { moved: Set<string> }).moved])).toContain("arrives");
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
    await expect(over(page).getByRole("heading", { name: /wins|Shared victory/ })).toBeVisible();
    // Ranked, and with what the points are made of.
    expect(await over(page).locator(".result b").allInnerTexts()).toEqual(view.seats.map((seat) => seat.points).sort((a, b) => b - a).map(String));
    await expect(over(page).getByRole("img", { name: /^(Anna|Borys): / })).toHaveCount(2);
  });
});
