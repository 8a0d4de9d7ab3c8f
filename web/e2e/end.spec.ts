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

test.describe("with motion", () => {
  test.use({ reducedMotion: "no-preference" } as never);

  test("the final count goes on by itself to the true totals", async ({ page, server }) => {
    const { id } = await create(page.request, server, alone);
    await page.goto(`/#/game/${id}`);
    while (await mayPlay(page)) await playTurn(page);
    const view = (await (await page.request.get(`/api/v1/games/${id}`)).json()) as { final_awards: unknown[]; seats: { points: number }[] };
    expect(view.final_awards.length).toBeGreaterThan(1);
    await expect(over(page).locator(".count li")).toHaveCount(view.final_awards.length, { timeout: 2000 * view.final_awards.length });
    await expect(over(page).getByRole("button", { name: "Show all" })).toHaveCount(0);
    await expect(over(page).getByRole("heading", { name: /wins|Shared victory/ })).toBeVisible();
    expect(await over(page).locator(".result b").allInnerTexts()).toEqual(view.seats.map((seat) => String(seat.points)));
  });
});
