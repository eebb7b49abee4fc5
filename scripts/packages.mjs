// The packages of the repository, each before those that import it.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const home = fileURLToPath(new URL("../packages", import.meta.url));

/** The folder and the manifest of each package. */
export function packages() {
  const waiting = readdirSync(home)
    .filter((name) => existsSync(join(home, name, "package.json")))
    .map((name) => ({ folder: join(home, name), manifest: manifestIn(join(home, name)) }));
  const sorted = [];
  while (waiting.length > 0) {
    const names = waiting.map(({ manifest }) => manifest.name);
    const next = waiting.findIndex(
      ({ manifest }) => !neededBy(manifest).some((name) => names.includes(name)),
    );
    if (next < 0) throw new Error(`the packages need each other: ${names.join(", ")}`);
    sorted.push(...waiting.splice(next, 1));
  }
  return sorted;
}

function neededBy({ dependencies, devDependencies, peerDependencies }) {
  return Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies });
}

function manifestIn(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
