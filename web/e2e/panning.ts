// Measures panning and zooming of a board with 300 tiles and all that can stand on it, from a browser trace: `npm run panning`.
// The game is real; the view is filled up with tiles on its way to the page.
import type { GameView } from "../src/wire/GameView";
import type { ServerMessage } from "../src/wire/ServerMessage";
import { create, expect, test } from "./server";
import { startTrace, stopTrace, type MainThread } from "./trace";

const ROUNDS = 5;

function grow(view: GameView, count: number): GameView {
  const model = view.board.tiles[0];
  if (!model) return view;
  const ids = ["A", "B", "D", "E", "H", "J", "K", "L", "M", "N", "O", "P", "R", "U", "V", "W"];
  const tiles = Array.from({ length: count }, (_, i) => ({
    ...model,
    tile: `base-classic/${ids[i % ids.length]}`,
    at: [(i % 20) - 10, Math.floor(i / 20) - 16] as [number, number],
    rotation: i % 4,
    by: i % 2,
    turn: i,
  }));
  const cell = (i: number): [number, number] => [((i * 7) % 20) - 10, ((i * 3) % 15) - 16];
  const figures = Array.from({ length: 42 }, (_, i) => ({ seat: i % 2, figure: "meeple" as const, at: cell(i), segment: 0, draft: false }));
  const towers = Array.from({ length: 15 }, (_, i) => ({ at: cell(i + 50), height: 1 + (i % 4), finished: false, guard: null, draft: false }));
  const tokens = Array.from({ length: 12 }, (_, i) => ({ token: "ingot" as const, at: cell(i + 70), count: 1 + (i % 3) }));
  const neutral = [{ figure: "dragon" as const, at: cell(90), draft: false }, { figure: "fairy" as const, at: cell(91), draft: false }];
  return { ...view, board: { tiles, figures, ferries: [], tokens, neutral, flight: [], towers, dead: view.board.dead, printed: null } };
}

test("panning and zooming 300 tiles", async ({ page, server, browser }) => {
  const { id } = await create(page.request, server, { end_after: null });
  await page.routeWebSocket(/\/socket$/, (socket) => {
    const up = socket.connectToServer();
    up.onMessage((text) => {
      const message = JSON.parse(String(text)) as ServerMessage;
      if (message.type === "view" && !message.keep) message.view = grow(message.view, 300);
      socket.send(JSON.stringify(message));
    });
  });
  await page.goto(`/#/game/${id}`);
  await expect(page.locator("img.tile")).toHaveCount(300);
  // The drawings have become pixels.
  await expect(page.locator('img.tile:not([src^="blob:"])')).toHaveCount(0, { timeout: 30_000 });
  await page.mouse.move(400, 300);

  // How long frames take as the page sees it: on a quiet machine this is what a player sees. Panning and zooming take turns, so
  // that whatever else the machine does falls on both.
  await page.evaluate(() => {
    const times: number[] = ((globalThis as never as { times: number[] }).times = []);
    const next = (now: number) => (times.push(now), requestAnimationFrame(next));
    requestAnimationFrame(next);
  });
  const gaps: Record<"at rest" | "panning" | "zooming", number[]> = { "at rest": [], panning: [], zooming: [] };
  const taken = async (what: keyof typeof gaps) =>
    gaps[what].push(
      ...(await page.evaluate(() => {
        const times = (globalThis as never as { times: number[] }).times;
        const found = times.slice(1).map((time, i) => time - (times[i] ?? 0));
        times.length = 0;
        return found;
      })),
    );
  // Hands take as long for both: an event for each frame of 16 ms.
  const paced = async (count: number, act: (i: number) => Promise<void>) => {
    for (let i = 0; i < count; i++) await Promise.all([act(i), page.waitForTimeout(16)]);
  };
  const works: MainThread[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await page.waitForTimeout(300);
    await taken("at rest");
    await startTrace(browser, page);
    await page.mouse.down();
    await paced(60, (i) => page.mouse.move(400 + 150 * Math.sin(i / 12), 300 + 90 * Math.sin(i / 7)));
    await page.mouse.up();
    await page.waitForTimeout(200);
    await taken("panning");
    await paced(60, (i) => page.mouse.wheel(0, i % 20 < 10 ? 60 : -60));
    // Until it is drawn sharp again.
    await page.waitForTimeout(300);
    await taken("zooming");
    works.push(await stopTrace(browser));
  }
  for (const [what, all] of Object.entries(gaps)) {
    const sorted = all.sort((a, b) => a - b);
    const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(0);
    console.log(`${what}: ${sorted.length} frames, median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(0.999)} ms`);
  }
  // What the longest tasks were busy with.
  works.forEach(({ longest }) => console.log(longest[0]));
  const total = (of: (work: MainThread) => number) => works.reduce((all, work) => all + of(work), 0);
  const frames = total(({ count }) => count(["PrePaint", "UpdateLayerTree"])) || 1;
  const script = total(({ sum }) => sum(["FunctionCall", "FireAnimationFrame"]) + sum(["UpdateLayoutTree", "Layout"]));
  const tasks = works.flatMap((work) => work.tasks);
  console.log(
    [
      `${frames} frames`,
      `longest task ${Math.max(0, ...tasks).toFixed(1)} ms`,
      `script, style and layout ${(script / frames).toFixed(2)} ms a frame`,
      `paint on the main thread ${(total(({ sum }) => sum(["Paint", "PrePaint", "Layerize"])) / frames).toFixed(2)} ms a frame`,
    ].join("; "),
  );
  expect(Math.max(0, ...tasks)).toBeLessThan(50);
  expect(script / frames).toBeLessThan(4);
});
