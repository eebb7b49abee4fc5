// GitHub's API, as `bough import` declares it: instantiations of each operation with both compilers, and the
// processor time of the first `verify` in a process, as a multiple of the first `JSON.parse` of the document in a process.
// usage: node bench/github.mjs [rounds] [--ceiling]    after `npm run build`
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { median, spreadOf, told } from "./runner/results.mjs";

const MOST = { instantiations: 400, times: 1 };
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = at(".gen/github-api/");
const source = at("../test/real-apis/node_modules/@octokit/openapi/generated/api.github.com.json");
const compilers = {
  "TypeScript 5.9": [at("../node_modules/typescript-5.9/bin/tsc")],
  "TypeScript 7": [at("../node_modules/typescript/bin/tsc"), "--singleThreaded"],
};
const rounds = Number(process.argv[2] ?? 15) || 15;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}package.json`, '{ "type": "module", "private": true }');
writeFileSync(
  `${folder}tsconfig.json`,
  JSON.stringify({
    extends: "../../../tsconfig.base.json",
    compilerOptions: { noEmit: true },
    include: ["src"],
  }),
);
run([at("../packages/bough/bin/bough.js"), "import", source, "--out", "src"]);
buildSync({
  entryPoints: [`${folder}src/api.ts`],
  outfile: `${folder}api.mjs`,
  bundle: true,
  packages: "external",
  format: "esm",
  platform: "node",
});
const operations = Number(run([at("runs/github.mjs"), "operations", `${folder}api.mjs`]));

let above = false;
for (const [name, command] of Object.entries(compilers)) {
  const output = run([...command, "-p", ".", "--extendedDiagnostics", "--pretty", "false"]);
  const count = Number(/^Instantiations:\s+(\d+)/m.exec(output)?.[1]) / operations;
  above ||= !(count <= MOST.instantiations);
  console.log(`${name}: ${count.toFixed(1)} instantiations for each of ${operations} operations`);
}

const times = { verify: [], parse: [] };
for (let round = 0; round < rounds; round++) {
  times.verify.push(Number(run([at("runs/github.mjs"), "verify", `${folder}api.mjs`])));
  times.parse.push(Number(run([at("runs/github.mjs"), "parse", source])));
}
const ratio = spreadOf(
  times.verify.map((time, round) => time / times.parse[round]),
  2,
);
above ||= ratio.median > MOST.times;
console.log(
  `verify: ${told(ratio)} times JSON.parse of ${readFileSync(source).length} bytes; ` +
    `${median(times.verify).toFixed(0)} ms and ${median(times.parse).toFixed(0)} ms`,
);
if (process.argv.includes("--ceiling") && above) {
  console.error(`Expected at most ${JSON.stringify(MOST)}.`);
  process.exitCode = 1;
}

function run(args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) {
    throw new Error(`${args.join(" ")}: ${status} ${stdout.slice(-400)} ${stderr.slice(-400)}`);
  }
  return stdout;
}
