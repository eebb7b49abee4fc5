// Builds a package that imports `bough`: its types, and one file for each entry with files for what they share. npm
// runs it in the folder of the package. `bough` itself has `bundle.mjs`.

import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { pruneTypes } from "./prune-types.mjs";

const folder = process.cwd();
const { exports } = JSON.parse(readFileSync("package.json", "utf8"));
const entries = Object.values(exports).filter((target) => target["bough:source"]);
const compiler = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));

rmSync("dist", { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], {
  stdio: "inherit",
});
if (status !== 0) process.exit(1);
await build({
  entryPoints: entries.map((target) => target["bough:source"]),
  bundle: true,
  splitting: true,
  packages: "external",
  platform: "neutral",
  format: "esm",
  target: "es2022",
  outdir: "dist",
  sourcemap: true,
  sourcesContent: false,
  logLevel: "warning",
});
pruneTypes(
  join(folder, "dist"),
  entries.map(({ types }) => join(folder, types)),
);
