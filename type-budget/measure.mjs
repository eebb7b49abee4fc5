// The cost of the types: instantiations per endpoint, as the slope between 100 and 1,000 endpoints, which leaves
// out the cost of an empty project. Counts are exact on every machine. Fails if a count is above the ceiling in
// ceilings.json, or if the cost is not linear.
// usage: node type-budget/measure.mjs [--pin]

import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { PARTS, ROUTES, writeProject } from "./fixture.mjs";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const ceilingsFile = path("ceilings.json");
const compilers = {
  "TypeScript 5.9": [path("../node_modules/typescript-5.9/bin/tsc")],
  "TypeScript 7": [path("../node_modules/typescript/bin/tsc"), "--singleThreaded"],
};
const [from, to] = [100, 1000];
// 500 shows that the cost is linear, 5 is a small project.
const sizes = {
  declared: [from, to],
  served: [from, to],
  called: [from, to],
  all: [5, from, 500, to],
};

function run(command) {
  return new Promise((resolve) => {
    execFile(process.execPath, command, { maxBuffer: 1 << 26 }, (_error, output) =>
      resolve(output),
    );
  });
}

async function measure({ part, size, compiler }) {
  const command = [
    ...compilers[compiler],
    "-p",
    writtenProject(part, size),
    "--extendedDiagnostics",
  ];
  const output = await run([...command, "--pretty", "false"]);
  const figure = (name) => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, "m").exec(output)?.[1]);
  const error = /^.*error TS\d+.*$/m.exec(output)?.[0];
  if (error !== undefined || Number.isNaN(figure("Instantiations"))) {
    throw new Error(`${compiler}, ${part}, ${size} endpoints: ${error ?? output}`);
  }
  return { part, size, compiler, count: figure("Instantiations"), seconds: figure("Check time") };
}

const written = new Map();
function writtenProject(part, size) {
  const key = `${part}-${size}`;
  if (!written.has(key)) written.set(key, writeProject(part, size));
  return written.get(key);
}

const routes = Object.keys(ROUTES);
const routed = [from, 300];
// One compiler is enough here: the other one's counts differ by less than 2.
const [, latest] = Object.keys(compilers);
const waiting = [
  ...Object.keys(compilers).flatMap((compiler) =>
    PARTS.flatMap((part) => sizes[part].map((size) => ({ compiler, part, size }))),
  ),
  ...routes.flatMap((part) => routed.map((size) => ({ compiler: latest, part, size }))),
];
waiting.sort((a, b) => b.size - a.size);
const done = [];
await Promise.all(
  Array.from({ length: Math.min(4, availableParallelism()) }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      done.push(await measure(next));
    }
  }),
);

const of = (compiler, part, size) =>
  done.find((one) => one.compiler === compiler && one.part === part && one.size === size);
const slope = (compiler, part, low = from, high = to) =>
  (of(compiler, part, high).count - of(compiler, part, low).count) / (high - low);

const figures = {};
for (const compiler of Object.keys(compilers)) {
  const declared = slope(compiler, "declared");
  figures[compiler] = {
    all: slope(compiler, "all"),
    declared,
    served: slope(compiler, "served") - declared,
    called: slope(compiler, "called") - declared,
  };
}
const rounded = (value) => Math.round(value * 10) / 10;
console.log(`Instantiations per endpoint, slope from ${from} to ${to} endpoints:`);
console.table(
  Object.fromEntries(
    Object.entries(figures).map(([compiler, row]) => [
      compiler,
      {
        ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, rounded(value)])),
        "slope 100-500": rounded(slope(compiler, "all", from, 500)),
        "slope 500-1000": rounded(slope(compiler, "all", 500, to)),
        "5 endpoints": of(compiler, "all", 5).count,
        "1000 endpoints": of(compiler, "all", to).count,
        "check, s": of(compiler, "all", to).seconds,
      },
    ]),
  ),
);

console.log(
  `Declared and routed on ${latest}, slope from ${routed.join(" to ")} endpoints; in total with 300:`,
);
const routedBy = {
  [latest]: Object.fromEntries(
    routes.map((part) => [part, rounded(slope(latest, part, ...routed))]),
  ),
};
console.table(
  Object.fromEntries(
    routes.map((part) => [
      part,
      { slope: routedBy[latest][part], "300 endpoints": of(latest, part, 300).count },
    ]),
  ),
);

if (process.argv.includes("--pin")) {
  const pinned = Object.entries(figures).map(([compiler, { all }]) => [
    compiler,
    { all: rounded(all), ...routedBy[compiler] },
  ]);
  writeFileSync(ceilingsFile, `${JSON.stringify(Object.fromEntries(pinned), null, 2)}\n`);
} else {
  const ceilings = JSON.parse(readFileSync(ceilingsFile, "utf8"));
  for (const [compiler, { all }] of Object.entries(figures)) {
    const [low, high] = [slope(compiler, "all", from, 500), slope(compiler, "all", 500, to)];
    if (high > low * 1.01) {
      console.error(
        `${compiler}: not linear, ${rounded(low)} up to 500 endpoints, ${rounded(high)} above`,
      );
      process.exitCode = 1;
    }
    for (const [name, count] of Object.entries({ all: rounded(all), ...routedBy[compiler] })) {
      if (count <= ceilings[compiler][name]) continue;
      console.error(
        `${compiler}, ${name}: ${count} instantiations per endpoint, ${ceilings[compiler][name]} are allowed`,
      );
      process.exitCode = 1;
    }
  }
}
