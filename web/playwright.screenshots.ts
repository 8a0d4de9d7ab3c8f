import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

// Writes docs/screenshots: `npm run screenshots`.
export default defineConfig({ ...tests, testMatch: "screenshots.ts", timeout: 120_000, workers: 1 });
