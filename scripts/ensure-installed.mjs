// Installs everything that the tests or the benchmarks need: usage: ensure-installed.mjs [--tests]

import { ensureFolder, ensureRuntimes, requireNode } from "./install.mjs";

requireNode(20, 19);
ensureFolder(".");
ensureRuntimes();
if (process.argv.includes("--tests")) {
  ensureFolder("test/real-apis");
  ensureFolder("test/generators");
  ensureFolder("test/mcp");
}
