// Lessons, puzzles, hints, analysis and statistics, with the real engine in the page.
import { coach, give, hasEngine, lessons, puzzles, take, type Language } from "./learn";
import { isAccessible } from "./play";
import { confirmButton, expect, mayPlay, test } from "./server";

test.skip(!hasEngine, "The engine of the page is not built.");
const everything = !!process.env["BASTIDE_ALL"];
const PHONE = { width: 390, height: 780 };
const speak = (language: Language) => `localStorage.setItem("language", "${language}")`;

test("somebody who has never played goes through the first game and wins it", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: /^Learn/ }).click();
  await isAccessible(page);
  await page.getByRole("link", { name: "Start the first game" }).click();
  await expect(coach(page)).toContainText("Step 1 of");
  await isAccessible(page);
  const first = lessons().find(({ id }) => id === "first-game");
  if (first) await take(page, first, "en");
  await expect(page.locator("aside")).toContainText("23");
  await page.goto("/#/learn");
  await expect(page.getByRole("link", { name: /Start the first game/ })).toContainText("✓");
});

test("a wrong answer in a lesson is told, and any step can be skipped", async ({ page }) => {
  await page.goto("/#/lesson/abbot");
  await expect(coach(page)).toContainText("Step 1 of");
  await give(page, "0,-1 r2").catch(() => give(page, "1,0 r0"));
  await expect(coach(page)).toContainText("another answer is meant");
  for (let steps = 0; steps < 8 && (await coach(page).getByRole("button", { name: /Skip|Next/ }).count()); steps++) {
    const before = await coach(page).textContent();
    await coach(page).getByRole("button", { name: /Skip|Next/ }).click();
    await expect.poll(() => coach(page).textContent()).not.toBe(before);
  }
  await expect(coach(page)).toContainText("The lesson is over");
});

const languages: Language[] = everything ? ["en", "uk", "ru"] : ["uk"];
const chosen = everything ? lessons() : lessons().filter(({ id }) => ["dragon", "robbers"].includes(id));
for (const language of languages) {
  for (const lesson of chosen) {
    test(`the lesson ${lesson.id} is played through on a phone (${language})`, async ({ page }) => {
      await page.setViewportSize(PHONE);
      await page.addInitScript(speak(language));
      await take(page, lesson, language);
    });
  }
}

test("a puzzle: a wrong turn is explained, the right one is praised and counted", async ({ page }) => {
  const puzzle = puzzles().find(({ theme, turn }) => theme === "finish" && turn.length === 2);
  if (!puzzle) throw new Error("There is no such puzzle.");
  await page.goto("/#/puzzles");
  await isAccessible(page);
  await page.goto(`/#/puzzle/${puzzle.id}`);
  await expect(coach(page)).toContainText("Find the best turn");
  await isAccessible(page);
  const [right = ""] = puzzle.turn;
  const cells = await page.locator("[data-cell]").evaluateAll((all) => all.map((one) => one.getAttribute("data-cell") ?? ""));
  const wrong = cells.find((cell) => !right.startsWith(`${cell} `)) ?? "";
  await page.locator(`[data-cell="${wrong}"]`).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".tile.draft")).toBeVisible();
  await confirmButton(page).click();
  await expect(coach(page)).toContainText(/costs about [\d.]+ points/, { timeout: 60_000 });
  await coach(page).getByRole("button", { name: "Try again" }).click();
  for (const action of puzzle.turn) await give(page, action);
  if (puzzle.turn.at(-1) !== "pass") await confirmButton(page).click();
  await expect(coach(page)).toContainText("Right!", { timeout: 60_000 });
  await page.goto("/#/puzzles");
  await expect(page.locator(".score")).toContainText("Solved: 1 of");
});

/** Every theme of every box once, and more until there are thirty. */
function thirty() {
  const all = puzzles();
  const kinds = new Map(all.map((puzzle) => [`${puzzle.id.replace(/-\d+-\d+$/, "")} ${puzzle.theme} ${puzzle.level}`, puzzle]));
  return [...kinds.values()].slice(0, 30);
}
for (const [i, puzzle] of (everything ? thirty() : []).entries()) {
  test(`the puzzle ${puzzle.id} is solved`, async ({ page }) => {
    if (i % 2) await page.setViewportSize(PHONE);
    await page.addInitScript(speak((["en", "uk", "ru"] as const)[i % 3] ?? "en"));
    await page.goto(`/#/puzzle/${puzzle.id}`);
    await expect(coach(page)).toBeVisible();
    for (const action of puzzle.turn) await give(page, action);
    if (puzzle.turn.at(-1) !== "pass") await confirmButton(page).click();
    await expect(coach(page)).toContainText("✓", { timeout: 90_000 });
  });
}

test("the puzzle of the day is there", async ({ page }) => {
  await page.goto("/#/puzzle/day");
  await expect(coach(page)).toContainText("Puzzle of the day");
});

test("one key shows the three best turns where aids are allowed", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Play: Fortress" }).click();
  await mayPlay(page);
  await page.keyboard.press("h");
  const card = page.getByRole("region", { name: "The three best turns" });
  await expect(card.getByRole("listitem")).toHaveCount(3, { timeout: 60_000 });
  await expect(card).toContainText(/wins \d+ %/);
  await expect(page.locator(".mark.hint").first()).toBeVisible();
  await isAccessible(page);
  await page.keyboard.press("h");
  await expect(card).toHaveCount(0);
});

const RECORD = `bastide-record 1
base classic
players Anna Borys
end after 4 tiles

1 Anna U 1,0 r1 meeple@road:E
2 Borys E 0,1 r0 pass
3 Anna E 0,-1 r2 pass
4 Borys V -1,0 r3 pass
`.replace("2 Borys E 0,1 r0 pass", "2 Borys E 0,1 r2 pass");

test("a pasted record is analysed, and an error opens the board and is played on", async ({ page }) => {
  await page.goto("/#/analysis");
  await page.getByRole("textbox").fill(RECORD);
  await page.getByRole("button", { name: "Analyse" }).click();
  await expect(page.getByRole("heading", { name: "Luck and skill" })).toBeVisible({ timeout: 150_000 });
  await isAccessible(page);
  await page.getByRole("button", { name: "Show on the board" }).first().click();
  await expect(coach(page)).toContainText("better");
  await expect(page.locator(".mark.better").first()).toBeVisible();
  await coach(page).getByRole("button", { name: "Play on from here against the bot" }).click();
  await expect(page).toHaveURL(/#\/game\/here-/);
  await mayPlay(page);
  // It is kept: nothing is computed again.
  await page.goto("/#/analysis");
  await page.getByRole("textbox").fill(RECORD);
  await page.getByRole("button", { name: "Analyse" }).click();
  await expect(page.getByRole("heading", { name: "Luck and skill" })).toBeVisible({ timeout: 5_000 });
});

test("statistics of a browser that has played nothing say so", async ({ page }) => {
  await page.goto("/#/statistics");
  await expect(page.getByText("No finished game yet.")).toBeVisible();
  await isAccessible(page);
});
