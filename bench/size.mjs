// Bytes of a browser client: four endpoints declared by types alone, `createClient` and a call of each,
// bundled and minified by esbuild; the same with one query parameter; and how many `createQueries` adds. Exact and equal
// on every machine.
import { readFileSync } from "node:fs";
import { gzipSync, brotliCompressSync, constants } from "node:zlib";
import { build } from "esbuild";
import { entries } from "./bundles/own.mjs";

const ENTRY = `
import { createClient } from "bough/client";
import { api } from "./api.js";
const client = createClient({ baseUrl: "https://example.test" });
export const all = () => Promise.all([
  client.request(api.users.list).bodyOrThrow(),
  client.request(api.users.create, { name: "Ada" }).bodyOrThrow(),
  client.request(api.users.user("42").find).bodyOrNull(),
  client.request(api.users.user("42").remove),
]);`;
const QUERIES = `${ENTRY}
import { createQueries } from "bough-query";
export const queries = createQueries(client);`;
const API = `
import { del, dynamicResource, get, post, rootResource, staticResource } from "bough";
export const api = rootResource("v1", {
  users: staticResource("users", {
    list: get().response(),
    create: post().request().response(),
    user: dynamicResource("user", { find: get().response(), remove: del() }),
  }),
});`;

/** Bundles the client. Returns its bytes, in total and by module. */
async function measure(entry) {
  const files = new Map([
    ["entry.js", entry],
    ["./api.js", API],
  ]);
  const { outputFiles, metafile } = await build({
    entryPoints: ["entry.js"],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    metafile: true,
    plugins: [
      {
        name: "fixture",
        setup(context) {
          const resolveDir = new URL(".", import.meta.url).pathname;
          context.onResolve({ filter: /^(entry|\.\/api)\.js$/ }, ({ path }) => ({
            path,
            namespace: "fixture",
          }));
          context.onLoad({ filter: /.*/, namespace: "fixture" }, ({ path }) => ({
            contents: files.get(path),
            resolveDir,
          }));
        },
      },
    ],
  });
  const code = outputFiles[0].contents;
  const inputs = Object.values(metafile.outputs)[0].inputs;
  return {
    minified: code.byteLength,
    gzip: gzipSync(code, { level: 9 }).byteLength,
    brotli: brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
      .byteLength,
    modules: Object.fromEntries(
      Object.entries(inputs)
        .map(([name, { bytesInOutput }]) => [name, bytesInOutput])
        .toSorted((a, b) => b[1] - a[1]),
    ),
    text: outputFiles[0].text,
  };
}

const { modules, text, ...client } = await measure(ENTRY);
const { modules: _modules, text: _text, ...parameter } = await measure(entries.bough.alone);
const { minified, gzip, brotli } = await measure(QUERIES);
const queries = {
  minified: minified - client.minified,
  gzip: gzip - client.gzip,
  brotli: brotli - client.brotli,
};
const ceilings = JSON.parse(readFileSync(new URL("./ceilings.json", import.meta.url), "utf8"));
console.table(modules);
console.table({
  client: { ...client, "gzip ceiling": ceilings.gzip },
  "client, one parameter": { ...parameter, "gzip ceiling": ceilings.parameter },
  "bough-query": { ...queries, "gzip ceiling": ceilings.queries },
});
if (process.argv.includes("--text")) console.log(text);
if (process.argv.includes("--ceiling")) {
  check("the client bundle", client.gzip, ceilings.gzip);
  check("the client bundle with a parameter", parameter.gzip, ceilings.parameter);
  check("bough-query", queries.gzip, ceilings.queries);
}

function check(name, bytes, ceiling) {
  if (bytes <= ceiling) return;
  console.error(
    `${name} has ${bytes} bytes (gzip), its ceiling is ${ceiling}: bench/ceilings.json`,
  );
  process.exitCode = 1;
}
