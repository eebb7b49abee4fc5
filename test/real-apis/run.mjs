// Bundles the program main.ts and the package bough, and runs it: `node test/real-apis/run.mjs --named`.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

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
  stdin: {
    contents:
      'export * from "./index.ts"; export * from "bough-openapi"; export * from "./contract.ts"; export * from "./client.ts"; export * from "./server.ts";',
    resolveDir: at("../../packages/bough/src"),
  },
  outfile: at(".gen/bough.mjs"),
});
buildSync({
  ...options,
  entryPoints: [at("main.ts")],
  outfile: at(".gen/main.mjs"),
  external: ["esbuild"],
});

const args = process.argv.slice(2);
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
process.stdout.write(output);
