import { defineConfig } from "@playwright/test";

// The shell is the same browser without windows and notifications, and quicker; only calls need the whole one.
const whole = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const shell = process.env["CHROMIUM_SHELL"] ?? whole;
const calls = "push.spec.ts";

const launch = (executablePath: string) => ({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
});

export default defineConfig({
  testDir: "e2e",
  // Whole games take minutes: BASTIDE_ALL=1, or `npm run e2e-all`.
  testMatch: process.env["BASTIDE_ALL"] ? ["*.spec.ts", "whole.ts"] : "*.spec.ts",
  // Tests of one file do not wait for each other; each worker has a server of its own.
  fullyParallel: true,
  workers: 2,
  // Slow machines run these too. A test that passes only at a second try is told as flaky, and to be mended.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  retries: 2,
  reporter: process.env["CI"] ? "dot" : "list",
  use: {
    launchOptions: launch(whole),
    // Each test begins with an empty browser and would keep the whole page anew; tests of that say so.
    serviceWorkers: "block",
    locale: "en-GB",
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
  } as never,
  projects: [
    { name: "pages", testIgnore: calls, use: { launchOptions: launch(shell) } },
    { name: "calls", testMatch: calls },
  ],
});
