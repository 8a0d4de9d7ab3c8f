// The folder of `make site`, served by a host that knows nothing: `python3 -m http.server`.
import { test as base, expect, type BrowserContext, type Page } from "@playwright/test";
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { freePort, soon } from "./server";

export const FOLDER = process.env["BASTIDE_SITE"] ?? resolve(import.meta.dirname, "../../dist/site");
export const hasSite = existsSync(`${FOLDER}/sw.js`) && existsSync(resolve(import.meta.dirname, "../engine/rooms.wasm"));

export type Site = {
  url: string;
  /** The network is off: nobody answers any more. */
  off: () => Promise<void>;
  on: () => Promise<void>;
};

/** Serves a folder. Who replaces what is in it makes an update. */
export async function host(folder = FOLDER): Promise<Site> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  let host: ChildProcess | null = null;
  const on = async () => {
    host = spawn("python3", ["-m", "http.server", String(port), "--bind", "127.0.0.1", "--directory", folder], { stdio: "ignore" });
    for (let tries = 0; ; tries++) {
      if (await fetch(url).then((answer) => answer.ok, () => false)) return;
      if (tries > 100) throw new Error("python3 -m http.server does not start.");
      await new Promise((done) => setTimeout(done, 100));
    }
  };
  await on();
  return {
    url,
    on,
    off: async () => {
      const running = host;
      host = null;
      if (!running) return;
      const gone = new Promise((done) => running.once("exit", done));
      running.kill("SIGKILL");
      await gone;
    },
  };
}

export const test = base.extend<{ site: Site; serviceWorkers: "allow" }>({
  site: async ({}, use) => {
    const site = await host();
    await use(site);
    await site.off();
  },
  serviceWorkers: "allow",
});
export { expect };

/** Every address that is asked, by the page, its workers and its service worker; without the last by `ofPage`. */
export function addresses(context: BrowserContext, ofPage = false): string[] {
  const asked: string[] = [];
  context.on("request", (request) => {
    if (!ofPage || !request.serviceWorker()) asked.push(request.url());
  });
  return asked;
}

/** Waits until the page is kept whole on this device. */
export async function keptOffline(page: Page): Promise<void> {
  await soon(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state ?? "none"), 60_000).toBe("activated");
}

/** Sets a game up and begins it: a box or none, some tiles or all of them, against a bot or whoever else is `here`. */
export async function setUp(page: Page, site: Site, box: string | null, tiles: number | null, who = "bot:apprentice"): Promise<void> {
  await page.goto(`${site.url}#/new${box ? `/${box}` : ""}`);
  const seats = page.locator(".seats li");
  await expect(seats.first()).toBeVisible();
  await seats.nth(0).locator(".who select").selectOption("here");
  await seats.nth(1).locator(".who select").selectOption(who);
  if (who !== "here") await page.getByLabel("Pace of the bots").selectOption("200");
  // Whoever is first in the list begins.
  await page.getByLabel("First player").selectOption({ index: 1 });
  if (tiles !== null) await page.getByLabel("Length").selectOption(String(tiles));
  await page.getByRole("button", { name: "Start the game" }).click();
  await expect(page).toHaveURL(/#\/game\/here-/);
}
