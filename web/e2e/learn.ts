// Plays lessons and puzzles as somebody would: by what is offered on the board, on the track and on buttons, with keys alone.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { touch } from "./play";
import { confirmButton, expect } from "./server";

const root = resolve(import.meta.dirname, "../..");
/** Without the engine of the page there is nothing to learn with. */
export const hasEngine = existsSync(resolve(root, "web/engine/thinking.wasm"));

export type Language = "en" | "uk" | "ru";
export type Lesson = { id: string; record: string[]; steps: { do: number; say: Record<Language, string> }[] };
export type Puzzle = { id: string; theme: string; level: number; turn: string[]; record: string };

const read = <T>(path: string): T => JSON.parse(readFileSync(resolve(root, "learning", path), "utf8")) as T;
export const lessons = (): Lesson[] => readdirSync(resolve(root, "learning/lessons")).map((name) => read<Lesson>(`lessons/${name}`));
export const puzzles = (): Puzzle[] => readdirSync(resolve(root, "learning/puzzles")).filter((name) => name !== "index.json").flatMap((name) => read<Puzzle[]>(`puzzles/${name}`));

export const coach = (page: Page) => page.locator(".coach");
/** What a lesson waits for is marked wherever it can be chosen. */
const marked = (page: Page) => page.locator(".marked[data-action]:visible");

/** Lays the tile as it is written in a record. */
async function lay(page: Page, [x, y, rotation]: number[]): Promise<void> {
  await touch(page.locator(`[data-cell="${x},${y}"]`));
  const draft = page.locator(".tile.draft");
  await expect(draft).toBeVisible();
  for (let turns = 0; turns < 4; turns++) {
    const style = (await draft.getAttribute("style")) ?? "";
    if (style.includes(`rotate(${(rotation ?? 0) * 90}deg)`)) return;
    await page.keyboard.press("r");
    await expect.poll(() => draft.getAttribute("style")).not.toBe(style);
  }
  throw new Error(`The tile cannot be laid at ${x},${y} r${rotation}.`);
}

/** Gives an answer that is written in a record; says whether it is one that must be confirmed. */
export async function give(page: Page, action: string): Promise<void> {
  const cell = /^(-?\d+),(-?\d+) r(\d)$/.exec(action);
  if (cell) return lay(page, cell.slice(1).map(Number));
  if (action === "pass") return confirmButton(page).click();
  await touch(page.locator(`[data-action="${action}"]:visible`).first());
}

/** Goes through a lesson by what it says that it waits for. */
export async function take(page: Page, lesson: Lesson, language: Language): Promise<void> {
  await page.goto(`/#/lesson/${lesson.id}`);
  for (const step of lesson.steps) {
    const said = step.say[language];
    await expect(coach(page)).toContainText(said, { timeout: 30_000 });
    if (step.do === 0) await touch(coach(page).locator(".button.primary"));
    for (let acts = 0; acts < 2 * step.do + 1 && (await coach(page).getByText(said).count()); acts++) await follow(page, said);
  }
  await expect(coach(page).locator('a[href="#/new"]')).toBeVisible();
}

/** Gives the answer that is waited for, and waits until the next one is. */
async function follow(page: Page, said: string): Promise<void> {
  const wanted = await coach(page).getAttribute("data-wanted");
  if (wanted === null) return;
  const cell = /^(-?\d+),(-?\d+) r(\d)$/.exec(wanted);
  if (cell) await lay(page, cell.slice(1).map(Number));
  else if (wanted === "pass" || wanted === "confirm") await confirmButton(page).click();
  // Two roads of a lake are two answers in one.
  else if (wanted.startsWith("ferry ")) await coach(page).getByRole("button").first().click();
  else await touch(marked(page).first());
  const moved = async () => `${await coach(page).getAttribute("data-wanted")} ${await coach(page).getByText(said).count()}`;
  await expect.poll(moved).not.toBe(`${wanted} 1`);
}
