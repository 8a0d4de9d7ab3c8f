// Plays whatever is asked by touching what is offered: on the board, on the track, on the panel, or a button.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { confirmButton, expect, soon } from "./server";

/** A small generator, so that a run can be repeated. */
export function dice(seed: number): (n: number) => number {
  let state = (seed * 2654435761 + 12345) >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** For what is there already: milliseconds that a slow machine may need to reach it. */
const PATIENCE = 15_000;

export const targets = (page: Page) => page.locator("[data-target]:visible");

/** Where the game stands on a page: what is asked (the kind of a decision, `confirm`, or `over`) and how far its draft is. */
type Stand = { asks: string; draft: string; canAnswer: boolean };

/** In one look: a game has hundreds of them. */
const stand = (page: Page): Promise<Stand> =>
  page.evaluate(() => {
    const ask = document.querySelector<HTMLElement>(".ask");
    const asks = document.querySelector("section.end") ? "over" : (ask?.dataset["asks"] ?? "");
    const isSettled = /scale/.test(document.querySelector(".world")?.getAttribute("style") ?? "") && document.querySelector(".frame")?.getAttribute("aria-busy") === "false";
    // While it is sent, and before the end is shown, there is nothing to press.
    const canAnswer = isSettled && (asks !== "confirm" || !!document.querySelector(".confirm:enabled"));
    return { asks, draft: ask?.dataset["draft"] ?? "", canAnswer };
  });

/** Waits until the page is asked something, and it is known where things stand on its board. */
async function ready(page: Page): Promise<Stand> {
  let now: Stand = { asks: "", draft: "", canAnswer: false };
  const isReady = async () => ((now = await stand(page)).asks === "over" || (now.asks !== "" && now.canAnswer));
  await soon(isReady, 60_000).toBe(true);
  return now;
}

/** What this page is asked now. */
export const asked = async (page: Page): Promise<string> => (await ready(page)).asks;

/** Waits until the game does not stand where it stood. */
async function moved(page: Page, before: Stand): Promise<void> {
  const place = ({ asks, draft }: Stand) => (asks === "over" ? asks : `${draft} ${asks}`);
  await soon(async () => place(await stand(page)), PATIENCE).not.toBe(place(before));
}

/** Confirms, and waits until that counts: who reads at once what is asked may still read the question that was answered. */
export async function confirm(page: Page): Promise<void> {
  const before = await ready(page);
  await confirmButton(page).click();
  await moved(page, before);
}

export type Played = { kinds: Map<string, number>; turns: number };

/** What to do before the next answer; true ends the game early. */
export type Watch = (kind: string, page: Page) => Promise<boolean | void>;

/** Plays until the game is over. `watch` may look at each decision before it is answered. */
export async function playOn(page: Page, roll: (n: number) => number, watch: Watch = async () => {}, most = 400): Promise<Played> {
  const played: Played = { kinds: new Map(), turns: 0 };
  for (let steps = 0; steps < most; steps++) {
    const before = await ready(page);
    const kind = before.asks;
    if (kind === "over") return played;
    if (kind !== "confirm") played.kinds.set(kind, (played.kinds.get(kind) ?? 0) + 1);
    if (await watch(kind, page)) return played;
    if (kind === "place") played.turns += 1;
    // What is offered may change while it is touched: then once more.
    for (let tries = 1; ; tries++) {
      const lost = await answer(page, kind, roll).then(() => null, (error: unknown) => error);
      const hasMoved = await moved(page, before).then(() => true, () => false);
      if (hasMoved) break;
      if (tries === 3) throw lost ?? new Error(`Nothing answers ${kind}.`);
    }
  }
  throw new Error("The game does not end.");
}

/** Plays a few steps, or to the end if that comes first. */
export async function playSome(page: Page, roll: (n: number) => number, steps: number): Promise<void> {
  let left = steps;
  await playOn(page, roll, async () => left-- <= 0);
}

/** Answers one decision. */
export async function answer(page: Page, kind: string, roll: (n: number) => number): Promise<void> {
  if (kind === "confirm") return confirmButton(page).click({ timeout: PATIENCE });
  if (kind === "place") {
    const places = page.locator(".place.urgent");
    await expect(places.first()).toBeVisible();
    return touch(places.nth(roll(await places.count())));
  }
  if (kind === "put-ferry" || (kind === "move-ferry" && roll(2))) return putFerry(page, roll);
  const offered = targets(page);
  const count = await offered.count();
  const pass = await confirmButton(page).isEnabled();
  if (pass && (!count || roll(4) === 0)) return confirmButton(page).click({ timeout: PATIENCE });
  if (count) return touch(offered.nth(roll(count)));
  const chips = page.locator(".chips .chip");
  return chips.nth(roll(await chips.count())).click({ timeout: PATIENCE });
}

/** A target may lie outside of the screen or below a neighbour: keys reach it in any case. */
export async function touch(target: ReturnType<Page["locator"]>): Promise<void> {
  await target.focus({ timeout: PATIENCE });
  await target.press("Enter", { timeout: PATIENCE });
}

/** Two roads of a lake, one after the other. */
export async function putFerry(page: Page, roll: (n: number) => number): Promise<void> {
  const before = await draft(page);
  const roads = page.locator(".landing");
  const count = await roads.count();
  const first = roll(count);
  await touch(roads.nth(first));
  await expect(roads.nth(first)).toHaveAttribute("aria-pressed", "true");
  // A road of another lake, or one that would leave the ferry where it is, becomes the first of the two.
  for (let step = 1; step < count; step++) {
    await touch(roads.nth((first + step) % count));
    if (await page.locator(".landing[aria-pressed=true]").count()) continue;
    return soon(() => draft(page)).not.toBe(before);
  }
  await touch(page.locator(".chips .chip").first());
}

export const question = (page: Page) => page.locator(".question");
export const draft = (page: Page) => page.locator(".ask").getAttribute("data-draft");

/** Chooses something and waits until the server has it in the draft. */
export async function choose(page: Page, what: ReturnType<Page["locator"]>): Promise<void> {
  const before = await draft(page);
  await touch(what);
  await soon(() => draft(page)).not.toBe(before);
}

/** The same with the pointer: where it counts that nothing lies above. */
export async function chooseByPointer(page: Page, what: ReturnType<Page["locator"]>): Promise<void> {
  const before = await draft(page);
  await what.click();
  await soon(() => draft(page)).not.toBe(before);
}

/**
 * What axe finds wrong. It would write down each element that is well too, millions of characters for a board, and put the parts together on
 * a page of its own; with one frame neither adds anything, and both take seconds.
 */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });

/** Nothing that a machine can find is in the way of people who use a keyboard or a reader. */
export async function isAccessible(page: Page): Promise<void> {
  // A page is looked at when it is there: its part may still be loading.
  await expect(page.locator("h1").first()).toBeAttached();
  const found = await axe(page).disableRules(["color-contrast"]).analyze();
  expect(found.violations.map((problem) => `${problem.id}: ${problem.nodes[0]?.html}`)).toEqual([]);
}

/** The same with the contrast of colours, which depends on day and night. */
export async function harmless(page: Page): Promise<void> {
  const { violations } = await axe(page).analyze();
  expect(violations.map((found) => `${found.id}: ${found.nodes.map((node) => node.target.join(" ")).join(", ")}`)).toEqual([]);
}
