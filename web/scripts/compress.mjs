// Writes a .gz beside every text file of dist (or of another folder that was built), for servers that send it as it is, and holds the scripts to their budgets:
// what the first page needs; all of it; and the statements of the rules, which only their readers load.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const folder = process.argv[2] ?? "dist";
const FIRST = 80_000;
// Lessons, puzzles, analysis and the engine's side of the page are parts of their own, loaded when they are opened.
const ALL = 380_000;
const STATEMENTS = 90_000;
// Puzzles are data, a part for each box, of which somebody loads the one they solve.
const PUZZLES = 160_000;
const packed = new Map();

function walk(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) walk(path);
    else if (/\.(js|css|html|svg|json|webmanifest)$/.test(name)) {
      const content = gzipSync(readFileSync(path), { level: 9 });
      writeFileSync(`${path}.gz`, content);
      packed.set(path, content.length);
    }
  }
}

walk(folder);
/** The scripts that the page names, and those that they import at once. */
function needs(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, name] of readFileSync(path, "utf8").matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) needs(join(folder, "assets", name), found);
  return found;
}
const page = readFileSync(join(folder, "index.html"), "utf8");
const first = [...page.matchAll(/(?:src|href)="\.?\/(assets\/[\w.-]+\.js)"/g)].flatMap(([, path]) => [...needs(join(folder, path))]);
const sum = (paths) => paths.reduce((all, path) => all + (packed.get(path) ?? 0), 0);
const scripts = [...packed.keys()].filter((path) => path.endsWith(".js"));
const isStatements = (path) => /_virtual_statements-/.test(path);
const isPuzzles = (path) => /\/(big-box|fortress|winter|wheel|nobles-and-towers|first-game)-[\w-]+\.js$/.test(path);
const sizes = [
  ["first page", sum([...new Set(first)]), FIRST],
  ["all scripts", sum(scripts.filter((path) => !isStatements(path) && !isPuzzles(path))), ALL],
  ["puzzles", sum(scripts.filter(isPuzzles)), PUZZLES],
  ["statements of the rules", sum(scripts.filter(isStatements)), STATEMENTS],
];
for (const [name, size, budget] of sizes) {
  console.log(`script: ${name} ${(size / 1000).toFixed(1)} kB gzip of ${budget / 1000} kB`);
  if (size > budget) {
    console.error(`The scripts of ${name} are larger than their budget.`);
    process.exitCode = 1;
  }
}
