// Writes a .gz beside every text file of dist, for servers that send it as it is,
// and prints how large the scripts are.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const budget = 150_000;
let scripts = 0;

function walk(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) walk(path);
    else if (/\.(js|css|html|svg|json)$/.test(name)) {
      const packed = gzipSync(readFileSync(path), { level: 9 });
      writeFileSync(`${path}.gz`, packed);
      if (name.endsWith(".js")) scripts += packed.length;
    }
  }
}

walk("dist");
console.log(`script: ${(scripts / 1000).toFixed(1)} kB gzip of ${budget / 1000} kB`);
if (scripts > budget) {
  console.error("The scripts are larger than the budget.");
  process.exit(1);
}
