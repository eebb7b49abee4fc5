// Writes the tables of docs/reference/performance.md, bench/README.md and bench/results/README.md from the files in
// bench/results. A table is between `<!-- table: name -->` and `<!-- end -->`.
// usage: node bench/tables.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { fullTables } from "./runner/full-tables.mjs";
import { summaryTables } from "./runner/summary-tables.mjs";

const tables = { ...fullTables, ...summaryTables };

for (const page of ["../docs/reference/performance.md", "README.md", "results/README.md"]) {
  const file = new URL(page, import.meta.url);
  const text = readFileSync(file, "utf8");
  const filled = text.replaceAll(/<!-- table: ([\w .-]+?) -->\n[^]*?<!-- end -->/g, (_, name) => {
    if (tables[name] === undefined) throw new Error(`${page}: there is no table "${name}"`);
    return `<!-- table: ${name} -->\n${tables[name]()}\n<!-- end -->`;
  });
  writeFileSync(file, filled);
}
