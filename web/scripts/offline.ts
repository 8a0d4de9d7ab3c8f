// Writes the service worker, with the list of what it keeps: everything that was built, and what lies beside it.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

export function offline(): Plugin {
  let beside = "";
  return {
    name: "offline",
    apply: "build",
    enforce: "post",
    configResolved: (config) => void (beside = config.publicDir),
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const hash = createHash("sha256");
        const names = ["./"];
        for (const [name, part] of Object.entries(bundle).sort(([a], [b]) => (a < b ? -1 : 1))) {
          hash.update(name).update("source" in part ? part.source : part.code);
          if (name !== "index.html" && !name.endsWith(".map")) names.push(name);
        }
        for (const name of readdirSync(beside).sort()) {
          hash.update(name).update(readFileSync(join(beside, name)));
          names.push(name);
        }
        const version = hash.digest("hex").slice(0, 12);
        const source = readFileSync(join(import.meta.dirname, "sw.js"), "utf8").replace("%VERSION%", version).replace("%FILES%", JSON.stringify(names));
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}
