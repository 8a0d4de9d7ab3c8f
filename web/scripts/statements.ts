// The statements of docs/rules as data: what the pages of rules show in full.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Plugin } from "vite";
import type { Block, Source } from "../src/rules/statements.ts";

const FOLDER = resolve(import.meta.dirname, "../../docs/rules");
const NAME = "virtual:statements";

/** One file: its title and, in their order, headings, statements with their ids, sentences and tables. */
export function sourceOf(name: string, text: string): Source {
  const source: Source = { name, title: "", blocks: [] };
  let open: Block | null = null;
  const begin = (block: Block) => {
    open = block;
    source.blocks.push(block);
  };
  for (const line of text.split(/\r?\n/)) {
    const heading = /^(#+) (.*)$/.exec(line);
    const statement = /^- \*\*([A-Z0-9]+-[DX]?\d+)\*\*\s*(?:—\s*)?(.*)$/.exec(line);
    const row = /^\|(.*)\|\s*$/.exec(line);
    if (!line.trim()) open = null;
    else if (heading?.[1] === "#") source.title = heading[2] ?? "";
    else if (heading) {
      source.blocks.push({ heading: heading[2] ?? "", depth: heading[1]?.length ?? 2 });
      open = null;
    } else if (statement) begin({ id: statement[1] ?? "", text: statement[2] ?? "" });
    else if (row) {
      const cells = (row[1] ?? "").split("|").map((cell) => cell.trim());
      if (cells.every((cell) => /^:?-+:?$/.test(cell))) continue;
      if (open && "rows" in open) (open as { rows: string[][] }).rows.push(cells);
      else begin({ rows: [cells] });
    } else if (/^- /.test(line)) begin({ text: line.slice(2), item: true });
    else if (open && "text" in open) (open as { text: string }).text += ` ${line.trim()}`;
    else begin({ text: line.trim() });
  }
  return source;
}

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? files(join(folder, entry.name)) : entry.name.endsWith(".md") && entry.name !== "README.md" ? [join(folder, entry.name)] : []));
}

export function sources(): Source[] {
  return files(FOLDER)
    .sort()
    .map((path) => sourceOf(relative(FOLDER, path).replace(/\.md$/, ""), readFileSync(path, "utf8")));
}

/** `import("virtual:statements")`: one part of the client that is loaded when the statements are read. */
export function statements(): Plugin {
  return {
    name: "statements",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return;
      for (const path of files(FOLDER)) this.addWatchFile(path);
      return `export const sources = JSON.parse(${JSON.stringify(JSON.stringify(sources()))});`;
    },
  };
}
