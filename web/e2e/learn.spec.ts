// Lessons, puzzles, hints, analysis and statistics, with the real engine in the page.
import { coach, finger, give, giveTurn, hasEngine, keys, lessons, puzzles, take, type Hand, type Language } from "./learn";
import type { Page } from "@playwright/test";
import { isAccessible } from "./play";
import { confirmButton, expect, mayPlay, soon, test } from "./server";

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
  await expect(page.locator("aside")).toContainText("28");
  await page.goto("/#/learn");
  await expect(page.getByRole("link", { name: /Start the first game/ })).toContainText("✓");
});

test("a wrong answer in a lesson is told, and any step can be skipped", async ({ page }) => {
  await page.goto("/#/lesson/abbot");
  await expect(coach(page)).toContainText("Step 1 of");
  await give(page, "0,-1 r2").catch(() => give(page, "1,0 r0"));
  await expect(coach(page)).toContainText("Another answer is meant here");
  // What is said can be done.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(coach(page)).not.toContainText("Another answer");
  for (let steps = 0; steps < 8 && (await coach(page).getByRole("button", { name: /Skip|Next/ }).count()); steps++) {
    const before = await coach(page).textContent();
    await coach(page).getByRole("button", { name: /Skip|Next/ }).click();
    await soon(() => coach(page).textContent()).not.toBe(before);
  }
  await expect(coach(page)).toContainText("The lesson is over");
  // Nobody is waited for any more.
  await expect(page.locator(".bar")).toHaveText("Choose how to go on.");
});

/** Skips step after step, until this one. */
async function skipTo(page: Page, number: number) {
  for (let steps = 0; steps < number && !(await coach(page).getByText(`Step ${number} of`).count()); steps++) {
    const before = await coach(page).textContent();
    await coach(page).getByRole("button", { name: /Skip|Next/ }).click();
    await soon(() => coach(page).textContent()).not.toBe(before);
  }
  await expect(coach(page)).toContainText(`Step ${number} of`);
}

test("a step that is skipped before the table is there is skipped", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((go) => (release = go));
  await page.route(/\/assets\/rest-/, (route) => released.then(() => route.continue()));
  await page.goto("/#/lesson/first-game");
  await coach(page).getByRole("button", { name: "Next" }).click();
  await coach(page).getByRole("button", { name: "Skip" }).click();
  await expect(page.locator("img.tile")).toHaveCount(0);
  release();
  await expect(coach(page)).toContainText("Step 3 of");
});

test("what was right is kept when something else is confirmed in a lesson, and one place glows", async ({ page }) => {
  await page.goto("/#/lesson/first-game");
  await skipTo(page, 2);
  // Nobody is here to write to.
  await expect(page.getByRole("tab")).toHaveText(["Log", "Remaining tiles"]);
  await expect(page.locator(".place.urgent")).toHaveCount(1);
  await expect(page.locator(".place.urgent")).toHaveAttribute("data-cell", "1,0");
  await give(page, "1,0 r1");
  await expect(coach(page)).toContainText("Step 3 of");
  await confirmButton(page).click();
  await expect(coach(page)).toContainText("yours was taken back");
  await expect(coach(page)).toContainText("Step 3 of");
  await expect(page.locator(".tile.draft")).toHaveCount(1);
  await page.locator(".marked[data-action]:visible").first().click();
  await confirmButton(page).click();
  await expect(coach(page)).toContainText("Step 4 of");
});

test("points say what they are for, and the final scoring shows the whole board with the field of the farmer", async ({ page }) => {
  const first = lessons().find(({ id }) => id === "first-game");
  const steps = first?.steps.length ?? 0;
  await page.goto("/#/lesson/first-game");
  await skipTo(page, 13);
  // The field lies open before the farmer, and the chip promises no points of the city.
  await expect(page.locator(".region.taught")).toHaveCount(1);
  await expect(page.locator(".chip.marked")).not.toContainText("+");
  await coach(page).getByRole("button", { name: /Skip/ }).click();
  // Points of the steps before may still rise.
  await expect(page.locator(".float", { hasText: "City +8" })).toBeVisible();
  await skipTo(page, steps - 2);
  for (let times = 0; times < 6; times++) await page.getByRole("button", { name: "Zoom in" }).click();
  await skipTo(page, steps);
  await expect(page.locator(".region.taught")).toHaveCount(1);
  expect(await page.locator(".region.taught path").count()).toBeGreaterThan(8);
  const frame = (await page.locator(".frame").boundingBox())!;
  await soon(() => page.locator("img.tile").evaluateAll((tiles, { x, y, width, height }) => tiles.filter((tile) => {
    const box = tile.getBoundingClientRect();
    return box.left < x || box.top < y || box.right > x + width || box.bottom > y + height;
  }).length, frame)).toBe(0);
});

const languages: Language[] = ["en", "uk", "ru"];
const SAMPLE = ["dragon", "robbers"];
for (const lesson of lessons().filter(({ id }) => everything || SAMPLE.includes(id))) {
  test.describe("on a phone", () => {
    test.use({ viewport: PHONE, hasTouch: true, isMobile: true });
    for (const language of everything ? languages : (["uk"] as const)) {
      test(`the lesson ${lesson.id} is played through with a finger (${language})`, async ({ page }) => {
        await page.addInitScript(speak(language));
        await take(page, lesson, language, finger);
      });
    }
  });
  if (everything) {
    test(`the lesson ${lesson.id} is played through with keys alone`, async ({ page }) => {
      await take(page, lesson, "en", keys);
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
  await expect(page.locator("[data-cell]").first()).toBeVisible();
  const cells = await page.locator("[data-cell]").evaluateAll((all) => all.map((one) => one.getAttribute("data-cell") ?? ""));
  const wrong = cells.find((cell) => !right.startsWith(`${cell} `)) ?? "";
  await page.locator(`[data-cell="${wrong}"]`).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".tile.draft")).toBeVisible();
  await confirmButton(page).click();
  await expect(coach(page)).toContainText(/costs about [\d.]+ points/, { timeout: 60_000 });
  await coach(page).getByRole("button", { name: "Try again" }).click();
  await giveTurn(page, puzzle.turn, keys);
  await expect(coach(page)).toContainText("Right!", { timeout: 60_000 });
  await page.goto("/#/puzzles");
  await expect(page.locator(".score")).toContainText("Solved: 1 of");
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });
  test("the solution of a puzzle is seen, from near, and says why", async ({ page }) => {
    // A late position: its board is large.
    const puzzle = puzzles().find(({ theme, turn, record }) => theme === "finish" && turn.length === 2 && /^ *5\d /m.test(record));
    if (!puzzle) throw new Error("There is no such puzzle.");
    await page.goto(`/#/puzzle/${puzzle.id}`);
    await coach(page).getByRole("button", { name: "Show the solution" }).tap();
    const star = page.locator(".mark.better").first();
    await expect(star).toHaveText("★");
    await soon(async () => (await star.boundingBox())?.width ?? 0).toBeGreaterThan(16);
    await expect(star).toBeInViewport({ ratio: 0.9 });
    await expect(page.locator(".place")).toHaveCount(0);
    await expect(coach(page).locator(".reason").first()).toBeVisible({ timeout: 60_000 });
  });

  test("hints stand above the board, and their ghosts are seen", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Play: Fortress" }).tap();
    await mayPlay(page);
    await page.getByRole("button", { name: "Hint" }).tap();
    const card = page.getByRole("region", { name: "The three best turns" });
    await expect(card.getByRole("listitem")).toHaveCount(3, { timeout: 60_000 });
    await expect(page.locator(".mark.hint").first()).toBeInViewport();
    const below = (await card.boundingBox())!;
    await soon(async () => {
      const tops = await page.locator(".mark.hint").evaluateAll((marks) => marks.map((mark) => mark.getBoundingClientRect().top));
      return Math.min(...tops) >= below.y + below.height - 2;
    }).toBe(true);
  });
});

/** Every theme of every box once, easy and hard ones. */
function ofAllKinds() {
  const kinds = new Map<string, ReturnType<typeof puzzles>>();
  for (const puzzle of puzzles()) {
    const kind = `${puzzle.id.replace(/-\d+-\d+$/, "")} ${puzzle.theme}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), puzzle]);
  }
  return [...kinds.values()].flatMap((same, i) => same[(i * 7) % same.length] ?? []);
}
async function solves(page: Page, puzzle: ReturnType<typeof puzzles>[number], language: Language, hand: Hand) {
  await page.addInitScript(speak(language));
  await page.goto(`/#/puzzle/${puzzle.id}`);
  await expect(coach(page)).toBeVisible();
  await giveTurn(page, puzzle.turn, hand);
  await expect(coach(page)).toContainText("✓", { timeout: 90_000 });
}
const kinds = ofAllKinds();
for (const [i, puzzle] of (everything ? kinds : kinds.slice(0, 1)).entries()) {
  // Each in one language with keys and in another one with a finger.
  const [first = "en", second = "uk"] = [languages[i % 3], languages[(i + 1) % 3]];
  test(`the puzzle ${puzzle.id} (${puzzle.theme}) is solved with keys alone (${first})`, async ({ page }) => {
    await solves(page, puzzle, first, keys);
  });
  if (!everything) continue;
  test.describe("on a phone", () => {
    test.use({ viewport: PHONE, hasTouch: true, isMobile: true });
    test(`the puzzle ${puzzle.id} (${puzzle.theme}) is solved with a finger (${second})`, async ({ page }) => {
      await solves(page, puzzle, second, finger);
    });
  });
}
test("there are puzzles of all kinds", () => {
  expect(kinds.length).toBeGreaterThanOrEqual(30);
  expect(new Set(kinds.map(({ id }) => id.replace(/-\d+-\d+$/, ""))).size).toBe(5);
});

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
