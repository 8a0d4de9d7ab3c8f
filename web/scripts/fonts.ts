// The fonts of the page: their licences go with them, and the two that every page needs are asked for at once.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { HtmlTagDescriptor, Plugin } from "vite";

const FAMILIES = ["alegreya", "source-sans-3"];
/** Headings and text; Cyrillic and bold letters come when they are read. */
const FIRST = [/alegreya-latin-600-(?!normal)/, /source-sans-3-latin-400-normal/];
const folderOf = (family: string) => dirname(createRequire(import.meta.url).resolve(`@fontsource/${family}/package.json`));

export function fonts(): Plugin {
  let base = "/";
  return {
    name: "fonts",
    apply: "build",
    configResolved: (config) => void (base = config.base),
    generateBundle() {
      for (const family of FAMILIES) {
        this.emitFile({ type: "asset", fileName: `fonts/${family}-LICENSE.txt`, source: readFileSync(join(folderOf(family), "LICENSE")) });
      }
    },
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle }) {
        const names = Object.keys(bundle ?? {}).filter((name) => name.endsWith(".woff2") && FIRST.some((first) => first.test(name)));
        return names.map((name): HtmlTagDescriptor => ({ tag: "link", attrs: { rel: "preload", as: "font", type: "font/woff2", href: base + name, crossorigin: true }, injectTo: "head" }));
      },
    },
  };
}
