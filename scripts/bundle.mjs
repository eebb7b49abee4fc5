// Makes one file for each entry, and one for what entries share, of the modules that tsc has written: a process
// that starts reads five files in place of two hundred (docs/decisions/0013). Names and lines stay as they are.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../packages/bough", import.meta.url));
const { exports } = JSON.parse(
  readFileSync(new URL("../packages/bough/package.json", import.meta.url), "utf8"),
);

await build({
  absWorkingDir: root,
  entryPoints: Object.values(exports).flatMap((target) => target.default ?? []),
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "neutral",
  target: "es2022",
  external: ["node:*"],
  outdir: "dist/bundle",
  chunkNames: "shared-[hash]",
  sourcemap: true,
  sourcesContent: false,
  logLevel: "warning",
});
