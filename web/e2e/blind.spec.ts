// Without eyes and without a pointer: only roles, names and keys, as a screen reader has them.
import type { Locator, Page } from "@playwright/test";
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { isAccessible } from "./play";
import { create, expect, mayPlay, sitDown, soon, test } from "./server";

const isAll = !!process.env["BASTIDE_ALL"];

/** The game in words of a page, opened by a key. */
async function inWords(page: Page): Promise<Locator> {
  const words = page.getByRole("region", { name: "The game in words" });
  // It comes by itself where it was open before, as soon as it is loaded: the key would close it then.
  const opener = page.getByRole("button", { name: "Play in words" });
  if ((await opener.getAttribute("aria-expanded")) === "false") await page.keyboard.press("t");
  await expect(words.getByRole("heading", { level: 2 })).toBeFocused();
  return words;
}
const answersOf = (words: Locator) => words.getByRole("list", { name: "Answers" }).getByRole("button");
const confirmOf = (words: Locator) => words.getByRole("button", { name: /^Confirm/ });
const isOver = (words: Locator) => words.getByText("Game over");
/** At the end there is no such button; it is not waited for. */
const canConfirm = async (words: Locator) => (await confirmOf(words).count()) > 0 && (await confirmOf(words).isEnabled({ timeout: 1000 }).catch(() => false));
/** What is asked now, as it is read. */
const asked = async (words: Locator) => (await isOver(words).count()) ? "over" : `${await canConfirm(words)} ${await answersOf(words).allInnerTexts()}`;

/** Answers what is asked: the `n`th answer, or Confirm where nothing else is to be said. Says whether the game goes on. */
async function answer(page: Page, words: Locator, n: number, byTyping: boolean): Promise<boolean> {
  const ready = async () => (await isOver(words).count()) > 0 || (await answersOf(words).count()) > 0 || (await canConfirm(words));
  await soon(ready, 60_000).toBe(true);
  if (await isOver(words).count()) return false;
  const before = await asked(words);
  const count = await answersOf(words).count();
  if (count === 0 || (n % 3 === 1 && (await canConfirm(words)))) await confirmOf(words).press("Enter");
  else if (byTyping) {
    const text = await answersOf(words).nth(n % count).innerText();
    await words.getByRole("textbox", { name: "Move in notation" }).fill(/^\d+\. (.*?): /.exec(text)?.[1] ?? "");
    await page.keyboard.press("Enter");
  } else {
    await answersOf(words).nth(n % count).focus();
    await page.keyboard.press("Enter");
  }
  await soon(() => asked(words)).not.toBe(before);
  // The focus is somewhere.
  await soon(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  return true;
}

test("a game without eyes: the tile, the places, the regions and the moves of others are told", async ({ page, server }) => {
  // All tiles take minutes.
  if (isAll) test.setTimeout(900_000);
  const { id } = await create(page.request, server, { end_after: isAll ? null : 8 });
  await page.goto(`/#/game/${id}`);
  await mayPlay(page);
  const words = await inWords(page);
  await isAccessible(page);
  await expect(words.getByText(/^Drawn tile: north \w+, east \w+, south \w+, west \w+/)).toBeVisible();
  const voice = page.getByRole("log", { name: "Log" });
  // A place is told by its neighbours and by what would be joined.
  await answersOf(words).first().focus();
  await expect(voice.getByText(/^Here: .*It would make: .*worth/).last()).toBeAttached();
  // A tile that lies there is told by its regions.
  await words.getByRole("button", { name: /^column 0, row 0: north/ }).press("Enter");
  await expect(voice.getByText(/^column 0, row 0: .*open side.*worth now|^column 0, row 0: .*worth/).last()).toBeAttached();
  // What is none of the answers has a reason.
  await words.getByRole("textbox", { name: "Move in notation" }).fill("0,0 r0");
  await page.keyboard.press("Enter");
  await expect(words.getByRole("status")).toHaveText("A tile lies there already.");
  let heard = await voice.innerText();
  let turns = 0;
  for (let n = 0; await answer(page, words, n, n % 4 === 2); n++) {
    const now = await voice.innerText();
    if (now !== heard) turns += 1;
    heard = now;
  }
  expect(turns, "the live region changes").toBeGreaterThan(6);
  const lines = (await voice.getByRole("paragraph").allInnerTexts()).filter((line) => line.startsWith("Bot lays a tile"));
  expect(new Set(lines).size, "each move of the other is told once").toBe(lines.length);
});

const positions = readdirSync(resolve(import.meta.dirname, "positions")).map((file) => file.replace(".txt", ""));
// All of them take a minute; in every run those whose answers are not on the board, or have two places.
const few = ["put-ferry", "robber", "mark", "ransom", "send"].filter((name) => positions.includes(name));
test("what every module asks can be answered without eyes", async ({ page, running }) => {
  test.slow();
  for (const name of isAll ? positions : few) {
    await test.step(name, async () => {
      await sitDown(page, running, name);
      const words = await inWords(page);
      await answer(page, words, 0, false);
    });
  }
});
