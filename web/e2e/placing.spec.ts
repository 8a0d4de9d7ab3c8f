// Laying a tile: seen before it is laid, turned by wheel, keys and the other button, carried from the hand, and what it would bring.
import type { Page } from "@playwright/test";
import { draft } from "./play";
import { confirmButton, create, expect, mayPlay, places, playTurn, soon, test } from "./server";

const shade = (page: Page) => page.locator("img.shade");
const turnOf = (page: Page) => shade(page).evaluate((image) => Number(/rotate\((-?\d+)deg/.exec((image as HTMLElement).style.transform)?.[1] ?? -1));
const middle = async (what: ReturnType<Page["locator"]>) => {
  const box = await what.boundingBox();
  if (!box) throw new Error("It is not to be seen.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** A place where the tile may lie in more than one way; what is drawn decides whether there is one. */
async function turnable(page: Page): Promise<{ x: number; y: number } | null> {
  const count = await places(page).count();
  for (let n = 0; n < count; n++) {
    const at = await middle(places(page).nth(n));
    await page.mouse.move(at.x, at.y);
    await expect(shade(page)).toHaveCount(1);
    if ((await page.locator(".turns i").count()) > 1) return at;
  }
  return null;
}

test("a tile is seen under the pointer, turned and laid as it was seen", async ({ page, server }) => {
  const { id } = await create(page.request, server, { base: "classic", modules: [], end_after: null });
  await page.goto(`/#/game/${id}`);
  await mayPlay(page);
  await page.mouse.move(5, 300);
  await expect(shade(page)).toHaveCount(0);
  let at = await turnable(page);
  for (let turns = 0; !at && turns < 15; turns++) {
    await playTurn(page, false);
    await mayPlay(page);
    at = await turnable(page);
  }
  if (!at) throw new Error("No tile could be turned.");

  const turns = [await turnOf(page)];
  await page.mouse.wheel(0, 100);
  await soon(() => turnOf(page)).not.toBe(turns[0]);
  turns.push(await turnOf(page));
  await page.mouse.click(at.x, at.y, { button: "right" });
  await soon(() => turnOf(page)).not.toBe(turns[1]);
  turns.push(await turnOf(page));
  await page.keyboard.press("Shift+R");
  await soon(() => turnOf(page)).toBe(turns[1]);

  await page.mouse.click(at.x, at.y);
  const laid = page.locator("img.tile.draft");
  await expect(laid).toBeVisible();
  expect(await laid.evaluate((image) => (image as HTMLElement).style.transform)).toBe(`rotate(${turns[1]}deg)`);
  // The wheel turns the laid tile too, and the server knows.
  const before = await laid.evaluate((image) => (image as HTMLElement).style.transform);
  await page.mouse.wheel(0, 100);
  await soon(() => laid.evaluate((image) => (image as HTMLElement).style.transform)).not.toBe(before);
  await expect(confirmButton(page)).toBeEnabled();
});

test("a tile is carried from the hand to its place, or back", async ({ page, server }) => {
  const { id } = await create(page.request, server, { base: "classic", modules: [], end_after: 12 });
  await page.goto(`/#/game/${id}`);
  await mayPlay(page);
  const before = await draft(page);
  const hand = await middle(page.locator(".tile-in-hand"));
  const goal = await middle(places(page).first());
  await page.mouse.move(hand.x, hand.y);
  await page.mouse.down();
  await page.mouse.move(hand.x + 60, hand.y - 60, { steps: 4 });
  await expect(page.locator(".carried")).toBeVisible();
  // Let go where it cannot lie, it goes back.
  await page.mouse.up();
  await expect(page.locator(".carried")).toHaveCount(0);
  expect(await draft(page)).toBe(before);
  await page.mouse.move(hand.x, hand.y);
  await page.mouse.down();
  await page.mouse.move(goal.x, goal.y, { steps: 6 });
  await expect(shade(page)).toHaveCount(1);
  await page.mouse.up();
  await expect(page.locator("img.tile.draft")).toBeVisible();
  await expect(confirmButton(page)).toBeEnabled();
  await soon(() => draft(page)).not.toBe(before);
});
