import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

// Not tests: `npm run screenshots` writes docs/screenshots, `npm run strips` its turns and decisions, `npm run panning` and
// `npm run thinking` measure.
const measured = process.env["MEASURE"];
// Pictures are taken, and times measured, in the whole browser.
const { projects: _, ...shared } = tests;
export default defineConfig({ ...shared, testMatch: measured ? `${measured}.ts` : process.env["STRIPS"] ? "strips.ts" : "screenshots.ts", timeout: 120_000, workers: 1 });
