// Declares all documents, judges the documents of the well-known APIs, compiles 120 others, and writes docs/reference/real-apis.md.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { NAMES, page } from "./page.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const run = (...args) =>
  JSON.parse(
    execFileSync(process.execPath, [at("run.mjs"), ...args], {
      encoding: "utf8",
      maxBuffer: 1e9,
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
const BATCH = 20;

rmSync(at(".gen/modules"), { recursive: true, force: true });
const named = run("--named", "--keep");

buildSync({
  entryPoints: [at("judges.ts"), at("compile.ts")],
  outdir: at(".gen"),
  outExtension: { ".js": ".mjs" },
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  logLevel: "warning",
});
const { errorsOf } = await import("./.gen/judges.mjs");
const { COMPILERS, compileErrors } = await import("./.gen/compile.mjs");
const judged = {};
for (const file of Object.keys(NAMES)) {
  const path = at(`.gen/modules/${file.replaceAll(/[^\w]+/g, "-")}.json`);
  judged[file] = await errorsOf(JSON.parse(readFileSync(path, "utf8")));
  for (const error of judged[file]) console.error(`${file}: ${error}`);
}

rmSync(at(".gen/modules"), { recursive: true, force: true });
run("--random", "120", "--keep");
const modules = readdirSync(at(".gen/modules")).flatMap((file) =>
  file.endsWith(".ts") ? [file.slice(0, -3)] : [],
);
const errors = [];
for (let start = 0; start < modules.length; start += BATCH) {
  for (const compiler of COMPILERS.keys()) {
    errors.push(...compileErrors(compiler, modules.slice(start, start + BATCH), at(".")));
  }
}
for (const error of errors) console.error(error);

const all = run();
writeFileSync(
  at("../../docs/reference/real-apis.md"),
  page({ ...all, named, judged, compiled: { modules: modules.length, errors: errors.length } }),
);
if (errors.length + Object.values(judged).flat().length > 0) process.exitCode = 1;
