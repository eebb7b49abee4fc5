// Compiles the examples against the built package and runs one of them in this process: `users`, or the one
// named first, with the arguments after it: `npm start -- --once`, `npm start -- files`. Node 20 cannot run
// TypeScript, so the example is compiled by tsc like the package. An example that is a package of its own, such
// as `conduit`, is built by its own scripts instead.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildExample } from "./build-example.mjs";
import { run } from "./run.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const [, , first = "users"] = process.argv;
const named = !first.startsWith("-");
const name = named ? first : "users";
const isPackage = existsSync(join(root, "examples", name, "package.json"));

if (!isPackage && !existsSync(join(root, "examples", name, "main.ts"))) {
  const there = readdirSync(join(root, "examples")).filter((folder) =>
    ["main.ts", "package.json"].some((file) => existsSync(join(root, "examples", folder, file))),
  );
  console.error(`There is no example "${name}" to start. There are: ${there.join(", ")}.`);
  process.exit(1);
}

if (isPackage) {
  buildExample(name);
} else {
  run(
    process.execPath,
    [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.examples.json"],
    root,
  );
}

const compiled = join(root, "examples", isPackage ? `${name}/dist` : `.out/${name}`, "main.js");
process.argv.splice(1, named && process.argv.length > 2 ? 2 : 1, compiled);
await import(pathToFileURL(compiled).href);
