import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

// Not tests: `npm run screenshots` writes docs/screenshots, `npm run panning` measures.
export default defineConfig({ ...tests, testMatch: process.env["MEASURE"] ? "panning.ts" : "screenshots.ts", timeout: 120_000, workers: 1 });
