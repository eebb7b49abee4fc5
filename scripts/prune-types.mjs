// Removes the .d.ts files, and their maps, that no entry of the package leads to: they describe modules that only
// exist inside the bundles.

import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/** Keeps the types that the files named in `entries` lead to. All paths are absolute. */
export function pruneTypes(folder, entries) {
  const reached = new Set();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const [, specifier] of readFileSync(file, "utf8").matchAll(
      /(?:from |import\()"(\.[^"]+)\.[jt]s"/g,
    )) {
      waiting.push(join(dirname(file), `${specifier}.d.ts`));
    }
  }
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name);
    if (/\.d\.ts(?:\.map)?$/.test(name) && !reached.has(path.replace(/\.map$/, ""))) rmSync(path);
  }
}
