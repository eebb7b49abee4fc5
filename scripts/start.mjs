// Compiles the examples against the built package and runs one of them in this process: `users`, or the one
// named first, with the arguments after it: `npm start -- --once`, `npm start -- files`. Node 20 cannot run
// TypeScript, so the example is compiled by tsc like the package.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const [, , first = "users"] = process.argv;
const named = !first.startsWith("-");
const name = named ? first : "users";

if (!existsSync(join(root, "examples", name, "main.ts"))) {
  const there = readdirSync(join(root, "examples")).filter((folder) =>
    existsSync(join(root, "examples", folder, "main.ts")),
  );
  console.error(`There is no example "${name}" to start. There are: ${there.join(", ")}.`);
  process.exit(1);
}

const tsc = join(root, "node_modules/typescript/bin/tsc");
const { status } = spawnSync(process.execPath, [tsc, "-p", join(root, "tsconfig.examples.json")], {
  cwd: root,
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);

const compiled = join(root, "examples/.out", name, "main.js");
process.argv.splice(1, named && process.argv.length > 2 ? 2 : 1, compiled);
await import(pathToFileURL(compiled).href);
