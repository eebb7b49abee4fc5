// Bundles the package for everybody: one file for each entry, files for what entries share, so that a class exists
// once, and one for each library inside. Maps lead to the published sources (docs/decisions/0018).

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { decode, encode } from "@jridgewell/sourcemap-codec";
import { build, transformSync } from "esbuild";
import { pruneTypes } from "./prune-types.mjs";

const root = fileURLToPath(new URL("../packages/bough", import.meta.url));
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

// One file per library, so a bundler that does not use a library drops its file and its licence.
const libraries = {
  cookie: "cookie",
  "eventsource-parser": "eventsource-parser",
  multipasta: "multipasta/Search",
};

const options = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  platform: "neutral",
  target: "es2022",
  outdir: "dist",
  logLevel: "warning",
};

await build({
  ...options,
  entryPoints: Object.values(exports).flatMap((target) => target["bough:source"] ?? []),
  splitting: true,
  chunkNames: "shared-[hash]",
  external: ["node:*", "@opentelemetry/api"],
  sourcemap: true,
  sourcesContent: false,
  plugins: [{ name: "beside", setup: importBeside }],
});

await build({
  ...options,
  entryPoints: libraries,
  mainFields: ["module", "main"],
  conditions: ["import"],
  plugins: [
    { name: "names", setup: nameExports },
    { name: "licences", setup: keepLicences },
  ],
});

const types = Object.values(exports).flatMap((target) => target.types ?? []);
pruneTypes(
  join(root, "dist"),
  types.map((file) => join(root, file)),
);

// Exact maps would be a quarter of the package. A stack trace needs the line, and an editor the name in it.
for (const name of readdirSync(join(root, "dist"), { recursive: true })) {
  const file = join(root, "dist", name);
  if (name.endsWith(".js.map")) keepStarts(file, 1, withoutComments(file.slice(0, -".map".length)));
  if (name.endsWith(".d.ts.map")) keepStarts(file, 2);
}

/** Removes the lines that are comments, which the sources have too. Returns whether each line stays. */
function withoutComments(file) {
  const text = readFileSync(file, "utf8");
  let isComment = false;
  const stays = text.split("\n").map((line) => {
    isComment ||= /^\s*\/\*\*(?!\/)/.test(line);
    const isCode = !isComment && !/^\s*\/\/(?!#)/.test(line);
    isComment &&= !line.includes("*/");
    return isCode;
  });
  const code = text
    .split("\n")
    .filter((_, index) => stays[index])
    .join("\n");
  const minified = (source) => transformSync(source, { format: "esm", minify: true }).code;
  if (minified(code) !== minified(text))
    throw new Error(`${file}: removed a line that is not a comment`);
  writeFileSync(file, code);
  return stays;
}

/** Keeps the first positions of each line in a source map, but for imports, comments and brackets that close. */
function keepStarts(file, count, stays) {
  const { version, sources, mappings } = JSON.parse(readFileSync(file, "utf8"));
  const lines = readFileSync(file.slice(0, -".map".length), "utf8").split("\n");
  const kept = decode(mappings)
    .filter((_, index) => stays?.[index] ?? true)
    .map((line, index) =>
      /^\s*(?:import |\/?\*|[)}\]]+[,;]?$)/.test(lines[index]) ? [] : line.slice(0, count),
    );
  writeFileSync(file, JSON.stringify({ version, sources, names: [], mappings: encode(kept) }));
}

/** Keeps a library's import and changes only the file name. */
function importBeside({ onResolve }) {
  for (const [file, specifier] of Object.entries(libraries)) {
    onResolve({ filter: new RegExp(`^${specifier}$`) }, () => ({
      path: `./${file}.js`,
      external: true,
      sideEffects: false,
    }));
  }
}

/** Exports by name what Bough imports of a library in CommonJS, which has no such exports. */
function nameExports({ onResolve, onLoad }) {
  onResolve({ filter: /^cookie$/ }, ({ kind, path }) =>
    kind === "entry-point" ? { path, namespace: "named" } : undefined,
  );
  onLoad({ filter: /.*/, namespace: "named" }, ({ path }) => ({
    contents: `export { parseCookie, parseSetCookie, stringifySetCookie } from "${path}";`,
    resolveDir: root,
  }));
}

/** Puts the licence above the library's code, as a comment that minifiers keep. */
function keepLicences({ onLoad }) {
  onLoad({ filter: /\.js$/ }, ({ path }) => {
    const folder = packageFolder(path);
    const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const licence = readFileSync(join(folder, "LICENSE"), "utf8").trim();
    return { contents: `/*! ${name} ${version}\n\n${licence}\n*/\n${readFileSync(path, "utf8")}` };
  });
}

function packageFolder(path) {
  const parent = dirname(path);
  return basename(dirname(parent)) === "node_modules" ? parent : packageFolder(parent);
}
