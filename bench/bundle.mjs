// Bytes of a browser client of four endpoints (find, create, list, remove), bundled and minified by
// esbuild; gzip -9 and brotli -11. Exact and equal on every machine. `alone` is the client without a
// validator. If the declaration needs one, it is external.
// usage: node bench/bundle.mjs [rounds] [contestant,…]    (rounds have no effect)
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { entries as peers } from "./peers/bundles.mjs";
import { entries as own } from "./bundles/own.mjs";
import { command } from "./runner/command.mjs";
import { keep } from "./runner/results.mjs";

const contestants = { ...own, ...peers };
const { names, about } = command(contestants, { rounds: 1, minNode: () => 0 });
const here = new URL(".", import.meta.url).pathname;

async function bytesOf(contents, resolveDir, external = []) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir, loader: "js" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    legalComments: "none",
    logLevel: "error",
    write: false,
    external,
  });
  const code = outputFiles[0].contents;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  return {
    minified: code.byteLength,
    gzip: gzipSync(code, { level: 9 }).byteLength,
    brotli: brotliCompressSync(code, { params }).byteLength,
  };
}

const figures = {};
for (const name of names) {
  const { peer, alone, whole, external } = contestants[name];
  const folder = peer ? `${here}peers` : here;
  figures[name] = {
    ...(alone === undefined ? {} : { alone: await bytesOf(alone, folder, external) }),
    ...(whole === undefined ? {} : { whole: await bytesOf(whole, folder) }),
  };
}
const told = (size) =>
  size === undefined ? "" : `${size.minified} / ${size.gzip} / ${size.brotli}`;
console.table(
  Object.fromEntries(
    Object.entries(figures).map(([name, { alone, whole }]) => [
      name,
      { "client min/gzip/brotli": told(alone), "with validator": told(whole) },
    ]),
  ),
);
keep("bundle", { ...about, packages: [...about.packages, "esbuild"], figures });
