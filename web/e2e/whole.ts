// Whole games, all tiles, by clicking: what the short ones cannot see.
import type { Page } from "@playwright/test";
import { dice, playOn } from "./play";
import { create, expect, mayPlay, over, playTurn, test } from "./server";

/** The table by source adds up to the points. */
async function addsUp(page: Page, players: number): Promise<void> {
  const rows = await over(page).locator("tbody tr").all();
  const sums = Array.from({ length: players }, () => 0);
  for (const row of rows) (await row.locator("td").allInnerTexts()).forEach((text, seat) => (sums[seat] = (sums[seat] ?? 0) + Number(text)));
  expect(sums.map(String)).toEqual(await over(page).locator("tfoot td").allInnerTexts());
}

const everything = ["river", "abbot", "inns", "traders", "flying", "messages", "ferries", "gold", "magic", "robbers", "crop"];
/** What is played to its end: a name, the base, and the modules beside farmers. */
const games: [string, string, string[]][] = [
  ...everything.map((module): [string, string, string[]] => [module, "v3", [module]]),
  ["everything of the Big Box", "v3", everything],
  ["the wheel", "wheel", []],
  ["the wheel with River II, shrines and corn", "wheel", ["river-2", "cult", "corn", "inns-classic", "traders-classic"]],
  ["dragon", "v3", ["dragon"]],
  ["towers", "v3", ["tower", "large"]],
  ["the count", "v3", ["count"]],
  ["dragon, towers and the count", "v3", ["dragon", "tower", "count", "inns-classic", "traders-classic"]],
  ["winter", "winter", ["gingerbread"]],
  ["winter with the classic editions", "winter", ["gingerbread", "river", "inns-classic", "traders-classic"]],
];
for (const [name, base, modules] of games) {
  test(`a whole game with ${name}`, async ({ page, server }) => {
    test.setTimeout(900_000);
    const broken: string[] = [];
    page.on("pageerror", (error) => broken.push(error.message));
    const { id } = await create(page.request, server, {
      base,
      modules: ["farmers", ...modules],
      end_after: null,
      seats: [
        { name: "Anna", colour: "red", who: "here" },
        { name: "Borys", colour: "green", who: { bot: "greedy" } },
        { name: "Vira", colour: "black", who: { bot: "greedy" } },
      ],
    });
    await page.goto(`/#/game/${id}`);
    const played = await playOn(page, dice(modules.length), undefined, 4000);
    console.log(name, JSON.stringify([...played.kinds]));
    await addsUp(page, 3);
    expect(broken).toEqual([]);
  });
}

test("a whole game with river and abbot against two bots", async ({ page, server }) => {
  test.setTimeout(300_000);
  const broken: string[] = [];
  page.on("pageerror", (error) => broken.push(error.message));
  const { id } = await create(page.request, server, {
    base: "v3",
    modules: ["farmers", "river", "abbot"],
    end_after: null,
    seats: [
      { name: "Anna", colour: "red", who: "here" },
      { name: "Borys", colour: "green", who: { bot: "greedy" } },
      { name: "Vira", colour: "black", who: { bot: "greedy" } },
    ],
  });
  await page.goto(`/#/game/${id}`);
  let turns = 0;
  while (await mayPlay(page)) {
    await playTurn(page, turns % 3 !== 2);
    turns += 1;
  }
  expect(turns).toBeGreaterThan(25);
  await addsUp(page, 3);
  expect(broken).toEqual([]);
});
