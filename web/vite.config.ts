import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { fonts } from "./scripts/fonts.ts";
import { statements } from "./scripts/statements.ts";

// `npm run dev` expects a server at this address: bastide serve --port 7272
const server = process.env["BASTIDE"] ?? "http://127.0.0.1:7272";

export default defineConfig({
  plugins: [svelte(), statements(), fonts()],
  build: {
    target: "es2022",
    // The policy of the server allows no inline script and no data: module.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/api": { target: server, ws: true },
      "/art": { target: server },
      "/healthz": { target: server },
    },
  },
  test: { include: ["src/**/*.test.ts"], setupFiles: ["src/lib/i18n/setup.ts"] },
});
