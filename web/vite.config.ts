import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { engine } from "./scripts/engine.ts";
import { fonts } from "./scripts/fonts.ts";
import { lessons } from "./scripts/lessons.ts";
import { offline } from "./scripts/offline.ts";
import { statements } from "./scripts/statements.ts";

// `npm run dev` expects a server at this address: bastide serve --port 7272
const server = process.env["BASTIDE"] ?? "http://127.0.0.1:7272";

// `--mode site` makes the folder for a static host: all addresses in it are relative.
export default defineConfig(({ mode }) => ({
  base: mode === "site" ? "./" : "/",
  plugins: [svelte(), statements(), lessons(), fonts(), engine(), offline()],
  build: {
    target: "es2022",
    outDir: mode === "site" ? "../dist/site" : "dist",
    emptyOutDir: true,
    // The policy of the server allows no inline script and no data: module.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: "es" },
  server: {
    proxy: {
      "/api": { target: server, ws: true },
      "/art": { target: server },
      "/healthz": { target: server },
    },
  },
  // The files share their modules, which takes a third of the time; in any order they say the same.
  test: { include: ["src/**/*.test.ts", "scripts/**/*.test.ts"], setupFiles: ["src/lib/i18n/setup.ts"], isolate: false },
}));
