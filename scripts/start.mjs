// Compiles the examples against the built package and runs one of them in this process, with the arguments
// given: `npm start -- --once`. Node 20 cannot run TypeScript, so the example is compiled by tsc like the package.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = join(root, "examples/users/main.ts");
const compiled = join(root, "examples/.out/users/main.js");

if (!existsSync(source)) {
  console.error("There is nothing to start: examples/users/main.ts is missing.");
  process.exit(1);
}

const tsc = join(root, "node_modules/typescript/bin/tsc");
const { status } = spawnSync(process.execPath, [tsc, "-p", join(root, "tsconfig.examples.json")], {
  cwd: root,
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);

process.argv[1] = compiled;
await import(pathToFileURL(compiled).href);
