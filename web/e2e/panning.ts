// Measures panning and zooming of a board with 200 tiles from a browser trace: `npm run panning`.
// The game is real; the view is filled up with tiles on its way to the page.
import type { GameView } from "../src/wire/GameView";
import type { ServerMessage } from "../src/wire/ServerMessage";
import { create, expect, test } from "./server";

// On a busy machine only the time that the thread itself has worked says something: `tdur`.
type Event = { name: string; ph: string; ts: number; dur?: number; tdur?: number; pid: number; tid: number; args?: { name?: string } };

function grow(view: GameView, count: number): GameView {
  const model = view.board.tiles[0];
  if (!model) return view;
  const ids = ["A", "B", "D", "E", "H", "J", "K", "L", "M", "N", "O", "P", "R", "U", "V", "W"];
  const tiles = Array.from({ length: count }, (_, i) => ({
    ...model,
    tile: `base-classic/${ids[i % ids.length]}`,
    at: [(i % 20) - 10, Math.floor(i / 20) - 5] as [number, number],
    rotation: i % 4,
    by: i % 2,
    turn: i,
  }));
  const figures = Array.from({ length: 14 }, (_, i) => ({ seat: i % 2, figure: "meeple" as const, at: [i - 7, (i % 5) - 2] as [number, number], segment: 0, draft: false }));
  return { ...view, board: { tiles, figures, ferries: [], tokens: [], neutral: [], flight: [], towers: [], dead: [], printed: null } };
}

test("panning 200 tiles", async ({ page, server, browser }) => {
  const { id } = await create(page.request, server, { end_after: null });
  await page.routeWebSocket(/\/socket$/, (socket) => {
    const up = socket.connectToServer();
    up.onMessage((text) => {
      const message = JSON.parse(String(text)) as ServerMessage;
      if (message.type === "view" && !message.keep) message.view = grow(message.view, 200);
      socket.send(JSON.stringify(message));
    });
  });
  await page.goto(`/#/game/${id}`);
  await expect(page.locator("img.tile")).toHaveCount(200);
  // The drawings have become pixels.
  await expect(page.locator('img.tile:not([src^="blob:"])')).toHaveCount(0, { timeout: 30_000 });
  await page.mouse.move(400, 300);

  await browser.startTracing(page, { categories: ["devtools.timeline", "blink.user_timing", "toplevel", "v8"] });
  const begun = Date.now();
  await page.mouse.down();
  for (let i = 0; i < 120; i++) await page.mouse.move(400 + 150 * Math.sin(i / 12), 300 + 90 * Math.sin(i / 7));
  await page.mouse.up();
  const panned = Date.now() - begun;
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Event[] };

  const main = trace.traceEvents.filter((event) => event.name === "thread_name" && event.args?.name === "CrRendererMain");
  const isMain = (event: Event) => main.some((thread) => thread.pid === event.pid && thread.tid === event.tid);
  const events = trace.traceEvents.filter((event) => event.ph === "X" && isMain(event));
  const sum = (names: string[]) => events.filter((event) => names.includes(event.name)).reduce((all, event) => all + (event.tdur ?? event.dur ?? 0), 0) / 1000;
  const tasks = events.filter((event) => /RunTask|ThreadControllerImpl::RunTask/.test(event.name)).map((event) => (event.tdur ?? event.dur ?? 0) / 1000);
  const frames = events.filter((event) => event.name === "PrePaint" || event.name === "UpdateLayerTree").length || 1;
  const script = sum(["FunctionCall", "FireAnimationFrame"]) + sum(["UpdateLayoutTree", "Layout"]);
  console.log(
    [
      `panning for ${panned} ms, ${frames} frames`,
      `longest task ${Math.max(0, ...tasks).toFixed(1)} ms`,
      `script, style and layout ${(script / frames).toFixed(2)} ms a frame`,
      `paint on the main thread ${(sum(["Paint", "PrePaint", "Layerize"]) / frames).toFixed(2)} ms a frame`,
    ].join("; "),
  );
  expect(Math.max(0, ...tasks)).toBeLessThan(50);
  expect(script / frames).toBeLessThan(4);
});
