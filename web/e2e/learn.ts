// Plays lessons and puzzles as somebody would, by what is offered on the board, on the track and on buttons: with keys alone,
// or with a finger alone.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { key, step, type Cell, type Direction } from "../src/lib/board/geometry";
import { confirmButton, expect, soon } from "./server";

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

/** With what somebody plays. */
export type Hand = { press: (page: Page, target: Locator) => Promise<void>; lay: (page: Page, cell: string) => Promise<void>; turn: (page: Page) => Promise<void> };

const TABS = 150;
/** Tab leads there, on the board or to a button, and nothing else is pressed. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target.first()).toBeVisible();
  const isThere = () => target.evaluateAll((found) => found.includes(document.activeElement as HTMLElement));
  for (let tabs = 0; tabs < TABS; tabs++) {
    if (await isThere()) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${String(target)}.`);
}

const ARROWS: Record<Direction, string> = { up: "ArrowUp", down: "ArrowDown", left: "ArrowLeft", right: "ArrowRight" };
/** Arrows lead from place to place: the shortest way that there is. */
async function walkTo(page: Page, cell: string): Promise<void> {
  const here = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset["cell"] ?? "");
  await expect(page.locator(`[data-cell="${cell}"]`)).toBeVisible();
  if (!(await here())) await page.keyboard.press("ArrowRight");
  await soon(here).not.toBe("");
  const names = await page.locator("[data-cell]").evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset["cell"] ?? ""));
  const cells = names.map((name) => name.split(",").map(Number) as Cell);
  const ways = new Map<string, Direction[]>([[await here(), []]]);
  for (const [name, way] of ways) {
    if (name === cell) break;
    for (const direction of Object.keys(ARROWS) as Direction[]) {
      const next = step(cells, name.split(",").map(Number) as Cell, direction);
      if (next && !ways.has(key(next))) ways.set(key(next), [...way, direction]);
    }
  }
  const way = ways.get(cell);
  if (!way) throw new Error(`Arrows do not lead to ${cell}.`);
  for (const direction of way) {
    const before = await here();
    await page.keyboard.press(ARROWS[direction]);
    await soon(here).not.toBe(before);
  }
  expect(await here()).toBe(cell);
}

export const keys: Hand = {
  press: async (page, target) => {
    await tabTo(page, target);
    await page.keyboard.press("Enter");
  },
  lay: async (page, cell) => {
    await walkTo(page, cell);
    await page.keyboard.press("Enter");
  },
  turn: (page) => page.keyboard.press("r"),
};

export const finger: Hand = {
  press: (_, target) => target.first().tap({ timeout: 10_000 }),
  lay: async (page, cell) => {
    // From far away the first tap comes near.
    const draft = page.locator(".tile.draft");
    for (let taps = 0; taps < 3 && !(await draft.count()); taps++) {
      const camera = await page.locator(".world").getAttribute("style");
      await page.locator(`[data-cell="${cell}"]`).tap({ timeout: 10_000 });
      await soon(async () => (await draft.count()) > 0 || (await page.locator(".world").getAttribute("style")) !== camera).toBe(true);
      await page.waitForTimeout(600);
    }
  },
  turn: (page) => page.locator(".turner").tap({ timeout: 10_000 }),
};

/** Lays the tile as it is written in a record. */
async function lay(page: Page, hand: Hand, cell: string, rotation: number): Promise<void> {
  await hand.lay(page, cell);
  const draft = page.locator(".tile.draft");
  await expect(draft).toBeVisible();
  for (let turns = 0; turns < 4; turns++) {
    const style = (await draft.getAttribute("style")) ?? "";
    if (style.includes(`rotate(${rotation * 90}deg)`)) return;
    await hand.turn(page);
    await soon(() => draft.getAttribute("style")).not.toBe(style);
  }
  throw new Error(`The tile cannot be laid at ${cell} r${rotation}.`);
}

/** Gives an answer as it is written in a record. */
export async function give(page: Page, action: string, hand: Hand = keys, target: Locator = page.locator(`[data-action="${action}"]:visible`)): Promise<void> {
  const place = /^(-?\d+,-?\d+) r(\d)$/.exec(action);
  if (place) return lay(page, hand, place[1] ?? "", Number(place[2]));
  if (action === "pass" || action === "confirm") return hand.press(page, confirmButton(page));
  await hand.press(page, target);
}

/** Gives the answers of a whole turn, and confirms it. */
export async function giveTurn(page: Page, turn: readonly string[], hand: Hand): Promise<void> {
  for (const action of turn) await give(page, action, hand);
  if (turn.at(-1) !== "pass") await give(page, "confirm", hand);
}

/** Goes through a lesson by what it says that it waits for. */
export async function take(page: Page, lesson: Lesson, language: Language, hand: Hand = keys): Promise<void> {
  await page.goto(`/#/lesson/${lesson.id}`);
  for (const step of lesson.steps) {
    const said = step.say[language];
    await expect(coach(page)).toContainText(said, { timeout: 30_000 });
    if (step.do === 0) await hand.press(page, coach(page).locator(".button.primary"));
    for (let acts = 0; acts < 2 * step.do + 1 && (await coach(page).getByText(said).count()); acts++) await follow(page, said, hand);
    // What tells of the consequences comes when they are seen.
    expect(await coach(page).getAttribute("data-wanted")).not.toBe("confirm");
  }
  await expect(coach(page).locator('a[href="#/new"]')).toBeVisible();
}

/** Gives the answer that is waited for, and waits until the next one is. */
async function follow(page: Page, said: string, hand: Hand): Promise<void> {
  const wanted = await coach(page).getAttribute("data-wanted");
  if (wanted === null) return;
  await give(page, wanted, hand, marked(page));
  const moved = async () => `${await coach(page).getAttribute("data-wanted")} ${await coach(page).getByText(said).count()}`;
  await soon(moved).not.toBe(`${wanted} 1`);
}
