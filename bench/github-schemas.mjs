// `bough schemas` on GitHub's API, as `bough import` declares it: its processor time as a multiple of a type check
// of the same project by the same TypeScript, the bytes of the file, and how many of the document's response
// examples get the verdict that the document's own schemas give them.
// usage: node bench/github-schemas.mjs [rounds] [--ceiling]    after `npm run build`; needs Linux
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";

const MOST = { times: 2, bytes: 2_000_000, others: 9 };
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = at(".gen/github/");
const bough = at("../packages/bough/bin/bough.js");
const source = at("../test/real-apis/node_modules/@octokit/openapi/generated/api.github.com.json");
const cli = createRequire(at("../packages/cli/package.json"));
const rounds = Number(process.argv[2] ?? 3) || 3;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}package.json`, '{ "type": "module", "private": true }');
const options = {
  strict: true,
  module: "nodenext",
  target: "es2022",
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
};
writeFileSync(
  `${folder}tsconfig.json`,
  JSON.stringify({ compilerOptions: options, include: ["src"] }),
);
run([bough, "import", source, "--out", "src"]);

function run(args) {
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")}: ${status} ${stderr.slice(-800)}`);
}

/** Seconds of processor time of all processes that have ended (proc(5), `cutime` and `cstime`). */
function childSeconds() {
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

function seconds(args) {
  const before = childSeconds();
  run(args);
  return childSeconds() - before;
}

const ratios = [];
for (let round = 0; round < rounds; round++) {
  const check = seconds([cli.resolve("typescript/bin/tsc"), "-p", "."]);
  const extract = seconds([bough, "schemas", "src/api.ts", "--json"]);
  console.log(`tsc ${check.toFixed(1)} s, bough schemas ${extract.toFixed(1)} s`);
  ratios.push(extract / check);
}
const times = ratios.toSorted((one, other) => one - other)[rounds >> 1];
const { size } = statSync(`${folder}src/api.schemas.ts`);
const { compared, others } = verdicts();
console.log(
  `bough schemas: ${times.toFixed(2)} times the type check, ${size} bytes, ` +
    `${compared - others.length} of ${compared} response examples with the verdict of the document`,
);
if (process.argv.includes("--ceiling")) {
  if (times > MOST.times || size > MOST.bytes || others.length > MOST.others) {
    console.error(`Expected at most ${JSON.stringify(MOST)}.`);
    process.exitCode = 1;
  }
}

/** Compares the verdicts about the response examples of the document. */
function verdicts() {
  const document = JSON.parse(readFileSync(source, "utf8"));
  const extracted = JSON.parse(readFileSync(`${folder}src/api.schemas.json`, "utf8"));
  const resolved = (value) =>
    value?.$ref === undefined
      ? value
      : resolved(
          value.$ref
            .slice(2)
            .split("/")
            .reduce(
              (found, name) => found?.[name.replaceAll("~1", "/").replaceAll("~0", "~")],
              document,
            ),
        );
  const own = ajvOf("own:", withoutNullable(document));
  const ours = ajvOf("ours:", { components: { schemas: extracted.components } });
  const others = [];
  let compared = 0;
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, { responses = {} }] of Object.entries(item)) {
      for (const [status, response] of Object.entries(responses)) {
        const content = resolved(response).content?.["application/json"];
        const key = `${method.toUpperCase()} ${path.replaceAll(/\{[^{}]*\}/g, "{}")}`;
        const schema = extracted.endpoints[key]?.responses?.[status]?.["application/json"]?.schema;
        if (content?.schema === undefined || schema === undefined) continue;
        for (const example of Object.values(content.examples ?? {})) {
          const { value } = resolved(example);
          compared++;
          if (own(withoutNullable(content.schema), value) !== ours(schema, value)) {
            others.push(`${key} ${status}`);
          }
        }
      }
    }
  }
  return { compared, others };
}

/** Validates by schemas whose references point into a document. */
function ajvOf(id, document) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  ajv.addSchema({ $id: id, components: document.components });
  const known = new Map();
  return (schema, value) => {
    const text = JSON.stringify(schema).replaceAll('"#/', `"${id}#/`);
    if (!known.has(text)) known.set(text, ajv.compile(JSON.parse(text)));
    return known.get(text)(value);
  };
}

/** The schemas of OpenAPI 3.0 as JSON Schema: `nullable` is a type. */
function withoutNullable(value) {
  if (Array.isArray(value)) return value.map(withoutNullable);
  if (typeof value !== "object" || value === null) return value;
  const { nullable, exclusiveMinimum: _least, exclusiveMaximum: _most, ...others } = value;
  const schema = Object.fromEntries(
    Object.entries(others).map(([name, one]) => [name, withoutNullable(one)]),
  );
  return nullable === true ? { anyOf: [schema, { type: "null" }] } : schema;
}
