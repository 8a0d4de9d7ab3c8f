// A real server for the tests: its own port, its own empty data folder, gone afterwards.
import { test as base, expect, type APIRequestContext, type Page } from "@playwright/test";
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export function program(): string {
  const root = resolve(import.meta.dirname, "../..");
  const target = process.env["CARGO_TARGET_DIR"] ?? join(root, "target");
  const built = ["release", "debug"].map((profile) => join(target, profile, "bastide")).filter((path) => existsSync(path));
  // The one built last: a forgotten other one would be tested in its place.
  const [latest] = built.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  const found = process.env["BASTIDE_BIN"] ?? latest;
  if (!found) throw new Error("There is no server program: build it with `make build`, or say where it is with BASTIDE_BIN.");
  return found;
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === "object" ? done(address.port) : fail(new Error("no port"))));
    });
  });
}

export type Server = {
  url: string;
  /** As a power cut would end it. */
  kill: () => Promise<void>;
  /** Starts it again with the same port and data. */
  again: () => Promise<void>;
  /** Takes a record in as a game: its id, and the links to its seats. */
  bring: (record: string) => { id: string; links: string[] };
  /** An order of the operator. */
  admin: (...words: string[]) => string;
  stop: () => Promise<void>;
};

/** `options`: more words of the command line. */
export async function start(options: string[] = []): Promise<Server> {
  const data = mkdtempSync(join(tmpdir(), "bastide-e2e-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess;

  const again = async () => {
    child = spawn(program(), ["serve", "--port", String(port), "--data", data, ...options], { stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    child.stdout?.on("data", (part) => (said += part));
    child.stderr?.on("data", (part) => (said += part));
    for (let tries = 0; ; tries++) {
      try {
        if ((await fetch(`${url}/healthz`)).ok) return;
      } catch {
        // Not yet.
      }
      if (tries > 600 || child.exitCode !== null) throw new Error(`The server does not start:\n${said}`);
      await new Promise((done) => setTimeout(done, 100));
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((done) => child.once("exit", () => done()));
    child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
    await gone;
    clearTimeout(timer);
  };
  await again();
  return {
    url,
    again,
    bring: (record) => {
      const said = execFileSync(program(), ["import", "--data", data, record], { encoding: "utf8" });
      const id = /\/game\/(\S+)/.exec(said)?.[1] ?? "";
      return { id, links: [...said.matchAll(/\/seat\/\S+/g)].map(([path]) => path) };
    },
    admin: (...words) => execFileSync(program(), ["admin", ...words, "--data", data], { encoding: "utf8" }),
    kill: () => end("SIGKILL"),
    stop: async () => {
      await end("SIGTERM");
      rmSync(data, { recursive: true, force: true });
    },
  };
}

export const test = base.extend<{ baseURL: string }, { running: Server; server: string }>({
  running: [
    async ({}, use) => {
      const server = await start();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  server: [async ({ running }, use) => use(running.url), { scope: "worker" }],
  baseURL: async ({ server }, use) => use(server),
});

export { expect };

/** As `expect.poll`, for what comes within a few frames: it is looked for more often than every second. */
export const soon = <T>(look: () => T | Promise<T>, timeout?: number) => expect.poll(look, { intervals: [20, 40, 60, 100, 100, 250], ...(timeout !== undefined && { timeout }) });

export type Wish = {
  modules?: string[];
  base?: string | null;
  in_box?: string | null;
  seats?: { name: string; colour: string; who: unknown }[];
  end_after?: number | null;
  first?: unknown;
  clock?: unknown;
  aids?: boolean;
  private?: boolean;
};

/** Creates a game with the cookie of a page's browser. */
export async function create(request: APIRequestContext, url: string, wish: Wish = {}): Promise<{ id: string; links: { seat: number; path: string }[] }> {
  await request.get(`${url}/api/v1/me`);
  const answer = await request.post(`${url}/api/v1/games`, {
    headers: { origin: url },
    data: {
      in_box: null,
      base: "classic",
      modules: ["farmers"],
      seats: [
        { name: "Anna", colour: "red", who: "here" },
        { name: "Bot", colour: "blue", who: { bot: "greedy" } },
      ],
      first: { seat: 0 },
      aids: true,
      clock: { kind: "none" },
      private: true,
      end_after: 6,
      bot_pace: 0,
      ...wish,
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as { id: string; links: { seat: number; path: string }[] };
}

/** Opens a game that stands where one of the positions ends, with all seats at this screen. */
export async function sitDown(page: Page, running: Server, position: string): Promise<string> {
  const { id, links } = running.bring(resolve(import.meta.dirname, "positions", `${position}.txt`));
  await page.request.get(`${running.url}/api/v1/me`);
  for (const [seat, path] of links.entries()) {
    const key = new URLSearchParams(path.split("#")[1]).get("key");
    const data = { key, name: ["Anna", "Borys", "Vira"][seat] ?? `Player ${seat}` };
    const answer = await page.request.post(`${running.url}/api/v1/games/${id}/seats/${seat}/take`, { headers: { origin: running.url }, data });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  // A page of its own: else the board of the game before may still be seen.
  await page.goto("about:blank");
  await page.goto(`${running.url}/#/game/${id}`);
  await settled(page);
  return id;
}

/** Waits until the board has its size, and it is known where things stand on it. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator(".world")).toHaveAttribute("style", /scale/);
  await expect(page.locator(".frame")).toHaveAttribute("aria-busy", "false");
}

export const confirmButton = (page: Page) => page.locator(".confirm");
export const places = (page: Page) => page.locator(".place.urgent");
export const over = (page: Page) => page.locator("section.end");

/** Waits until this page may lay a tile, or the game is over. */
export async function mayPlay(page: Page): Promise<boolean> {
  await expect(places(page).first().or(over(page)).first()).toBeVisible({ timeout: 60_000 });
  if (await over(page).count()) return false;
  await settled(page);
  return true;
}

/** One turn by clicking: a place, a figure if there is one, Confirm. */
export async function playTurn(page: Page, figure = true, tap = false): Promise<void> {
  const place = places(page).first();
  if (tap) await place.tap();
  else await place.click();
  await expect(page.locator("img.tile.draft")).toBeVisible();
  await expect(confirmButton(page)).toBeEnabled();
  const chip = page.locator(".chip").first();
  if (figure && (await chip.count())) {
    if (tap) await chip.tap();
    else await chip.click();
    await expect(confirmButton(page)).toBeEnabled();
  }
  if (tap) await confirmButton(page).tap();
  else await confirmButton(page).click();
  await expect(page.locator("img.tile.draft")).toHaveCount(0);
}
