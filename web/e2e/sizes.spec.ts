// Every screen: nothing overlaps, no text stands in a column of letters, and what is to be touched can be touched.
import type { Page } from "@playwright/test";
import { create, expect, settled, sitDown, soon, test } from "./server";

const SIZES: [number, number][] = [
  [320, 568],
  [360, 740],
  [390, 844],
  [640, 400],
  [667, 375],
  [844, 390],
  [915, 412],
  [768, 1024],
  [820, 1180],
  [860, 600],
  [1024, 768],
  [1280, 800],
  [3840, 2160],
];
// 640×400 is 1280×800 at 200 %.
const LANGUAGES = ["en", "uk", "ru"] as const;
/** Decisions with much to show: several ways, many places, a track, prisoners, a printed board, six players. */
const POSITIONS = ["everything", "ransom", "mark", "send", "crown", "six", "tower"];

/** What is wrong with the page as it is now, in words. One function, although it is long: it runs in the page, which is sent its text alone. */
function look(): string[] {
  const found: string[] = [];
  const seen = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 0;
  const name = (element: Element) => `${element.tagName.toLowerCase()}.${element.className} "${element.textContent?.trim().slice(0, 24)}"`;
  const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
  if (document.documentElement.scrollWidth > innerWidth) found.push(`wider than the screen: ${document.documentElement.scrollWidth}`);

  const field = box(".field-area");
  if (!field || field.height < innerHeight * 0.55) found.push(`the board has ${Math.round(field?.height ?? 0)} of ${innerHeight}, above it ${Math.round(box(".top")?.height ?? 0)}`);
  const question = document.querySelector(".question");
  const width = question?.getBoundingClientRect().width ?? 0;
  if (width < 120) found.push(`the question is ${Math.round(width)} wide`);

  // Buttons lie inside of the screen, are large enough, and nothing covers them.
  for (const button of document.querySelectorAll(".bar button, .tools button, .tools a, .zoom button")) {
    if (!seen(button)) continue;
    const rect = button.getBoundingClientRect();
    const list = button.closest(".chips, .ways")?.getBoundingClientRect();
    const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
    // What scrolls may be scrolled away.
    if (list && (x < list.left || x > list.right || y < list.top || y > list.bottom)) continue;
    if (rect.left < -1 || rect.top < -1 || rect.right > innerWidth + 1 || rect.bottom > innerHeight + 1) {
      if (!list) found.push(`outside: ${name(button)}`);
      continue;
    }
    if (rect.height < 39.5 || rect.width < 39.5) found.push(`small: ${name(button)} ${Math.round(rect.width)}×${Math.round(rect.height)}`);
    const top = document.elementFromPoint(x, y);
    if (!top || !(button.contains(top) || top.contains(button))) found.push(`covered: ${name(button)} by ${top && name(top)}`);
  }

  // On the board: what is chosen is as large as a finger, and its middle lies upon no other.
  const ghosts = [...document.querySelectorAll(".ghost")].filter(seen).map((ghost) => ({ ghost, rect: ghost.getBoundingClientRect() }));
  for (const { ghost, rect } of ghosts) if (rect.width < 40 || rect.height < 40) found.push(`small on the board: ${name(ghost)} ${Math.round(rect.width)}×${Math.round(rect.height)}`);
  // It is not cut by an edge of the board, and does not lie under the question that rises over it.
  const bar = box(".bar");
  for (const { ghost, rect } of ghosts) {
    if (!field || !bar) continue;
    const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
    const isCut = [field.left, field.right].some((edge) => rect.left < edge - 2 && rect.right > edge + 2) || (rect.top < field.top - 2 && rect.bottom > field.top + 2);
    if (isCut) found.push(`cut by the edge: ${name(ghost)}`);
    if (x > bar.left && x < bar.right && y > bar.top && y < field.bottom) found.push(`under the question: ${name(ghost)}`);
  }
  const middle = (rect: DOMRect) => [rect.left + rect.width / 2, rect.top + rect.height / 2] as const;
  if (ghosts.length <= 48)
    ghosts.forEach((a, i) =>
      ghosts.slice(i + 1).forEach((b) => {
        const [[ax, ay], [bx, by]] = [middle(a.rect), middle(b.rect)];
        const apart = Math.hypot(ax - bx, ay - by);
        if (apart < 22) found.push(`upon each other: ${name(a.ghost)} and ${name(b.ghost)}, ${Math.round(apart)} apart`);
      }),
    );

  // Words are not cut and not broken into letters.
  for (const text of document.querySelectorAll(".question, .hint, .confirm span, .ways button, .chip .name, .compact-players .name, .side .name, .tabs button")) {
    if (!seen(text)) continue;
    const rect = text.getBoundingClientRect();
    const words = text.textContent?.trim() ?? "";
    const longest = Math.max(...words.split(/\s+/).map((word) => word.length));
    const style = getComputedStyle(text);
    const lines = rect.height / (parseFloat(style.lineHeight) || parseFloat(style.fontSize) * 1.3);
    if (lines > 2 && rect.width < longest * parseFloat(style.fontSize) * 0.3) found.push(`letters in a column: ${name(text)} ${Math.round(rect.width)}`);
    if (text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 0 && rect.width < 36) found.push(`cut: ${name(text)}`);
  }

  // The sign for the rule stands with the last word of the question, never alone.
  const sign = document.querySelector(".question .rule")?.getBoundingClientRect();
  const asks = document.querySelector(".question");
  if (sign && asks) {
    const walker = document.createTreeWalker(asks, NodeFilter.SHOW_TEXT);
    let last: DOMRect | undefined;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest(".rule") || !node.textContent?.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      last = [...range.getClientRects()].at(-1) ?? last;
    }
    if (last && sign.top > last.bottom - 2) found.push("the sign for the rule stands alone in a line");
  }

  // The large button says its word in one piece.
  const confirm = document.querySelector(".confirm span")?.firstChild;
  if (confirm) {
    const range = document.createRange();
    range.selectNodeContents(confirm);
    if (range.getClientRects().length > 1) found.push(`broken: "${confirm.textContent}"`);
  }

  // The parts of the table do not lie upon each other.
  const parts = [".top", ".bar", ".side"].flatMap((selector) => {
    const element = document.querySelector(selector);
    return element && seen(element) ? [{ selector, rect: element.getBoundingClientRect() }] : [];
  });
  parts.forEach((a, i) =>
    parts.slice(i + 1).forEach((b) => {
      const w = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left);
      const h = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top);
      if (w > 1 && h > 1) found.push(`${a.selector} and ${b.selector} overlap`);
    }),
  );
  return found;
}

/** What stays wrong: a page that has just got another size may need a moment. */
async function inspect(page: Page, what: string): Promise<string[]> {
  await settled(page);
  let faults = await page.evaluate(look);
  for (let tries = 0; faults.length && tries < 10; tries++) {
    await page.waitForTimeout(150);
    faults = await page.evaluate(look);
  }
  return faults.map((fault) => `${what}: ${fault}`);
}

test("night comes at once: no word keeps the colour of the day while its ground is dark", async ({ page, running }) => {
  await sitDown(page, running, "everything");
  await page.getByRole("tab", { name: "Log" }).click();
  await expect(page.locator(".side .rules a").first()).toBeVisible();
  const late = await page.evaluate(async () => {
    const all = [...document.querySelectorAll("body *")];
    const colours = () => all.map((element) => `${getComputedStyle(element).color} on ${getComputedStyle(element).backgroundColor}`);
    const day = colours();
    document.documentElement.setAttribute("data-theme", "dark");
    const atOnce = colours();
    for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame);
    const night = colours();
    return { changed: night.filter((colour, i) => colour !== day[i]).length, late: all.filter((_, i) => atOnce[i] !== night[i]).map((element) => `${element.tagName}.${element.className}`) };
  });
  expect(late.changed).toBeGreaterThan(50);
  expect(late.late).toEqual([]);
});

test("on a phone a lesson that is offered covers no place for the tile", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { id } = await create(page.request, server, { in_box: "winter", base: null, modules: ["farmers", "gingerbread"] });
  await page.goto(`/#/game/${id}`);
  await expect(page.locator(".offer")).toBeVisible();
  await settled(page);
  const covered = () =>
    page.evaluate(() => {
      const offer = document.querySelector(".offer")?.getBoundingClientRect();
      return [...document.querySelectorAll(".place.urgent")].filter((place) => offer && place.getBoundingClientRect().top < offer.bottom).length;
    });
  expect(await page.locator(".place.urgent").count()).toBeGreaterThan(0);
  await soon(covered, 5000).toBe(0);
});

test("six players beside the board: they are seen, and so is the log", async ({ page, running }) => {
  await sitDown(page, running, "six");
  const room = await page.evaluate(() => {
    const list = document.querySelector(".wide-players")?.getBoundingClientRect();
    const seats = [...document.querySelectorAll(".wide-players li")].map((seat) => seat.getBoundingClientRect());
    const inside = seats.filter((seat) => list && seat.top >= list.top - 1 && seat.bottom <= list.bottom + 1).length;
    const cut = [...document.querySelectorAll(".wide-players .name")].filter((name) => name.scrollWidth > name.clientWidth + 1).length;
    return { seats: seats.length, inside, cut, log: document.querySelector(".side .panel")?.getBoundingClientRect().height ?? 0 };
  });
  expect(room.seats).toBe(6);
  expect(room.inside, JSON.stringify(room)).toBeGreaterThanOrEqual(4);
  expect(room.cut).toBe(0);
  expect(room.log).toBeGreaterThanOrEqual(150);
});

/** All of them together are for the long run. In every run each position is seen at each size, in one language, and every language at every size and position. */
const isShown = (position: number, language: number, size: number) => !!process.env["BASTIDE_ALL"] || (position + size) % LANGUAGES.length === language;

for (const [p, position] of POSITIONS.entries()) {
  test(`every screen: ${position}`, async ({ page, running }) => {
    await sitDown(page, running, position);
    const faults: string[] = [];
    for (const [l, language] of LANGUAGES.entries()) {
      await page.locator("dialog select").first().selectOption(language, { force: true });
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      for (const [width, height] of SIZES.filter((_, size) => isShown(p, l, size))) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        faults.push(...(await inspect(page, `${language} ${width}×${height}`)));
      }
    }
    expect(faults).toEqual([]);
  });
}
