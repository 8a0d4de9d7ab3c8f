// The engine (web/engine, made by `make engine`) as part of the client: packed, with a hash in its name. Where it was not built
// there is none, and games are played on a server alone.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Tests of updates build with another one. */
const FOLDER = process.env["BASTIDE_ENGINE"] ?? resolve(import.meta.dirname, "../engine");
const NAME = "virtual:engine";
/** The rest of the rooms is a file of its own where the tools to divide it are at hand (scripts/wasm.sh). */
const PARTS = ["rooms", "rest", "thinking"];

/** A quarter smaller where there is xz; the page unpacks both. */
function pack(plain: string): Uint8Array {
  try {
    return execFileSync("xz", ["--format=lzma", "--lzma1=preset=9e,lc=4,pb=0", "--stdout", plain], { maxBuffer: 2 ** 26 });
  } catch {
    return gzipSync(readFileSync(plain), { level: 9 });
  }
}

/** The packed file of a part, made anew if the engine is newer; none if there is no engine. */
function packed(part: string): string | null {
  const plain = join(FOLDER, `${part}.wasm`);
  if (process.env["BASTIDE_WASM"] === "no" || !existsSync(plain)) return null;
  const file = join(FOLDER, `${part}.wasmz`);
  if (!existsSync(file) || statSync(file).mtimeMs < statSync(plain).mtimeMs) {
    writeFileSync(file, pack(plain));
  }
  return file;
}

export function engine(): Plugin {
  return {
    name: "engine",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return;
      return PARTS.map((part) => {
        const file = packed(part);
        return file ? `export { default as ${part} } from ${JSON.stringify(`${file}?url`)};` : `export const ${part} = null;`;
      }).join("\n");
    },
  };
}
