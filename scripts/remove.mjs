// Removes the folders named on the command line, relative to the repository, on every platform, so that
// a build does not contain files without a source.

import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

for (const folder of process.argv.slice(2)) {
  const path = fileURLToPath(new URL(`../${folder}`, import.meta.url));
  rmSync(path, { recursive: true, force: true });
}
