// Bytes of browser clients, bundled and minified by esbuild: the README's own client, alone and with a bearer token; four
// endpoints declared by types alone, and with the first parameter, failure, credential or list, or `createQueries`. Exact
// and equal on every machine. Ceilings are of whole bundles, because a smaller client alone makes every step larger.
// usage: node bench/size.mjs [--ceiling] [--pin] [--modules] [--text]
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync, brotliCompressSync, constants } from "node:zlib";
import { build } from "esbuild";
import { entries } from "./bundles/own.mjs";
import { first, plain, queries, readme } from "./bundles/steps.mjs";

const resolveDir = new URL(".", import.meta.url).pathname;
const ceilingsFile = new URL("./ceilings.json", import.meta.url);

/** Bundles a client. Returns its bytes and its text, and its bytes by module. */
async function measure(contents) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    metafile: true,
  });
  const [{ contents: code, text }] = outputFiles;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  return {
    bytes: {
      minified: code.byteLength,
      gzip: gzipSync(code, { level: 9 }).byteLength,
      brotli: brotliCompressSync(code, { params }).byteLength,
    },
    text,
    modules: Object.entries(Object.values(metafile.outputs)[0].inputs)
      .map(([name, { bytesInOutput }]) => [name, bytesInOutput])
      .toSorted((a, b) => b[1] - a[1]),
  };
}

const clients = {
  "README's client": readme(),
  "README's client, bearer": readme("bearer"),
  "types alone": plain,
  "one parameter, with defaults": entries.bough.alone,
  "first parameter": first.parameter,
  "first failure": first.failure,
  "first credential": first.credential,
  "first list": first.list,
  "bough-query": queries,
};
const sizes = {};
for (const [name, contents] of Object.entries(clients))
  sizes[name] = (await measure(contents)).bytes;
const client = await measure(plain);

if (process.argv.includes("--pin")) {
  const pinned = Object.entries(sizes).map(([name, { gzip }]) => [name, gzip]);
  writeFileSync(ceilingsFile, `${JSON.stringify(Object.fromEntries(pinned), null, 2)}\n`);
}
const ceilings = JSON.parse(readFileSync(ceilingsFile, "utf8"));
if (process.argv.includes("--modules")) console.table(Object.fromEntries(client.modules));
console.table(
  Object.fromEntries(
    Object.entries(sizes).map(([name, bytes]) => [
      name,
      {
        ...bytes,
        "gzip ceiling": ceilings[name],
        "gzip beyond types alone": bytes.gzip - client.bytes.gzip,
      },
    ]),
  ),
);
if (process.argv.includes("--text")) console.log(client.text);
if (process.argv.includes("--ceiling")) {
  for (const [name, { gzip }] of Object.entries(sizes)) {
    if (gzip <= ceilings[name]) continue;
    console.error(
      `${name}: ${gzip} bytes (gzip), the ceiling in bench/ceilings.json is ${ceilings[name]}`,
    );
    process.exitCode = 1;
  }
}
