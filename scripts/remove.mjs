// Removes the folders named on the command line, relative to the repository, on every platform:
// a build must not carry files whose sources are gone.

import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

for (const folder of process.argv.slice(2)) {
  const path = fileURLToPath(new URL(`../${folder}`, import.meta.url));
  rmSync(path, { recursive: true, force: true });
}
