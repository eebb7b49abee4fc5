// Bundles the package for everybody: one file for each entry, files for what entries share, so that a class exists
// once, and one for each library inside. Maps lead to the published sources (docs/decisions/0018).

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { decode, encode } from "@jridgewell/sourcemap-codec";
import { build } from "esbuild";
import { rolldown } from "rolldown";
import { pruneTypes } from "./prune-types.mjs";

const root = fileURLToPath(new URL("../packages/bough", import.meta.url));
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

// One file per library, so a bundler that does not use a library drops its file and its licence.
const libraries = {
  cookie: "cookie",
  "eventsource-parser": "eventsource-parser",
  multipasta: "multipasta/Search",
};

const entries = Object.values(exports).flatMap((target) => target["bough:source"] ?? []);

// What several entries share is in one file for each of these families of entries: what a client uses of it, what else
// a declaration uses, and so on. Node loads a file in about a millisecond, so a file for each set of entries is slow.
const sharers = new Map([
  ["client", /^client/],
  ["index", /^(?:index|existing)$/],
  ["server", /^server/],
  ["express", /^express$/],
  ["contract", /^contract$/],
]);

const isShared = (reaching, family) =>
  reaching.size > 1 && [...reaching].some((entry) => family.test(entry));

const bundle = await rolldown({
  cwd: root,
  input: Object.fromEntries(entries.map((file) => [basename(file, ".ts"), file])),
  external: [/^node:/],
  platform: "neutral",
  treeshake: { moduleSideEffects: false },
  transform: { target: "es2022" },
  plugins: [{ name: "beside", resolveId: besideOf }],
});
await bundle.write({
  dir: join(root, "dist"),
  sourcemap: true,
  chunkFileNames: "shared-[name].js",
  // The sources, which the package has, are the place to read; a build without comments loads faster.
  comments: { legal: true, annotation: true, jsdoc: false },
  codeSplitting: {
    groups: [...sharers].map(([name, family], index) => ({
      name: (id, context) => (isShared(entriesOf(id, context), family) ? name : null),
      debugName: name,
      priority: sharers.size - index,
    })),
  },
});

await build({
  absWorkingDir: root,
  entryPoints: libraries,
  bundle: true,
  format: "esm",
  platform: "neutral",
  target: "es2022",
  outdir: "dist",
  logLevel: "warning",
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
  if (name.endsWith(".js")) keepAscii(file);
  if (name.endsWith(".js.map")) keepStarts(file, 1);
  if (name.endsWith(".d.ts.map")) keepStarts(file, 2);
}

/** The names of the entries that reach a module. */
function entriesOf(id, context, seen = new Set(), names = new Set()) {
  if (seen.has(id)) return names;
  seen.add(id);
  const { isEntry, importers } = context.getModuleInfo(id);
  if (isEntry) names.add(basename(id, ".ts"));
  for (const importer of importers) entriesOf(importer, context, seen, names);
  return names;
}

/** Keeps the first positions of each line in a source map, but for imports, comments and brackets that close. */
function keepStarts(file, count) {
  const { version, sources, mappings } = JSON.parse(readFileSync(file, "utf8"));
  const lines = readFileSync(file.slice(0, -".map".length), "utf8").split("\n");
  const kept = decode(mappings).map((line, index) =>
    /^\s*(?:import |\/?\*|[)}\]]+[,;]?$)/.test(lines[index]) ? [] : line.slice(0, count),
  );
  writeFileSync(file, JSON.stringify({ version, sources, names: [], mappings: encode(kept) }));
}

/** Escapes what is not ASCII: V8 reads a file of ASCII alone as one byte per character, a sixth faster. */
function keepAscii(file) {
  const escaped = readFileSync(file, "utf8").replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  writeFileSync(file, escaped);
}

/** Keeps a library's import and changes only the file name. */
function besideOf(specifier) {
  const file = Object.keys(libraries).find((name) => libraries[name] === specifier);
  return file && { id: `./${file}.js`, external: true, moduleSideEffects: false };
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
