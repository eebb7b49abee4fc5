// Copies the papers that npm shows and that lie at the root of the repository into the package while it is packed,
// and removes them again: `node scripts/papers.mjs copy|remove`.

import { copyFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);
const home = new URL("packages/bough/", root);

for (const name of ["CHANGELOG.md", "LICENSE", "README.md"]) {
  const target = fileURLToPath(new URL(name, home));
  if (process.argv[2] === "remove") rmSync(target, { force: true });
  else copyFileSync(fileURLToPath(new URL(name, root)), target);
}
