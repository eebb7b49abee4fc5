// Installs everything that the tests or the benchmarks need: usage: ensure-installed.mjs [--tests]
// With `--tests`, also what the steps of this run need that `.ci/run` has selected.

import { steps } from "../.ci/steps.mjs";
import { RUNTIMES, ensureFolder, ensureRuntimes, requireNode } from "./install.mjs";

requireNode(20, 19);
ensureFolder(".");
if (process.argv.includes("--tests")) {
  const names = process.env.BOUGH_STEPS?.split(",") ?? [];
  const folders = steps.flatMap(({ name, installs = [] }) =>
    names.includes(name) ? installs : [],
  );
  for (const folder of new Set(folders)) {
    if (folder === RUNTIMES) ensureRuntimes();
    else ensureFolder(folder);
  }
}
