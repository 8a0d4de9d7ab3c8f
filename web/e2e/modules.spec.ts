// A short game with each module of the Big Box, played by touching what is offered.
import { create, expect, over, test } from "./server";
import { dice, playOn } from "./play";

const people = (n: number) =>
  ["Anna", "Borys", "Vira", "Hanna"].slice(0, n).map((name, i) => ({ name, colour: ["red", "green", "yellow", "blue"][i] ?? "black", who: "here" }));

for (const module of ["inns", "traders", "flying", "messages", "ferries", "gold", "magic", "robbers", "crop"]) {
  test(`a short game with ${module}`, async ({ page, server }) => {
    test.setTimeout(90_000);
    const broken: string[] = [];
    page.on("pageerror", (error) => broken.push(error.message));
    const { id } = await create(page.request, server, { base: "v3", modules: ["farmers", module], end_after: 14, seats: people(2) });
    await page.goto(`/#/game/${id}`);
    const played = await playOn(page, dice(7));
    console.log(module, JSON.stringify([...played.kinds]));
    await expect(over(page).getByRole("table")).toBeVisible();
    expect(broken).toEqual([]);
  });
}
