// Bundles the program main.ts and the package bough, and runs it: `node test/real-apis/run.mjs --named`.
// With `--write`, the result of all documents becomes docs/real-apis.md.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { page } from "./page.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const options = {
  bundle: true,
  platform: "node",
  format: "esm",
  logLevel: "warning",
  conditions: ["bough:source"],
};
buildSync({
  ...options,
  entryPoints: [at("../../packages/bough/src/index.ts")],
  outfile: at(".gen/bough.mjs"),
});
buildSync({
  ...options,
  entryPoints: [at("main.ts")],
  outfile: at(".gen/main.mjs"),
  external: ["esbuild"],
});

const given = process.argv.slice(2);
const args = given.filter((one) => one !== "--write");
const places = [
  "--bough",
  at(".gen/bough.mjs"),
  "--folder",
  at(args.length === 0 ? ".gen/all" : ".gen/modules"),
  "--modules",
  at("node_modules"),
];
const output = execFileSync(
  process.execPath,
  ["--max-old-space-size=4096", at(".gen/main.mjs"), ...places, ...args],
  {
    encoding: "utf8",
    maxBuffer: 1_000_000_000,
    stdio: ["ignore", "pipe", "inherit"],
  },
);
if (given.includes("--write"))
  writeFileSync(at("../../docs/real-apis.md"), page(JSON.parse(output)));
else process.stdout.write(output);
