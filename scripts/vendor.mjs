// Copies the libraries that the build carries inside itself into dist/vendor, each with its licence: `bough` and
// `bough/client` have no run-time dependency. package.json's `imports` leads there (docs/decisions/0011).

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const target = fileURLToPath(new URL("../packages/bough/dist/vendor", import.meta.url));
const require = createRequire(import.meta.url);

mkdirSync(target, { recursive: true });
vendor("eventsource-parser", { as: "eventsource-parser", code: "index.js", types: "index.d.ts" });
vendor("multipasta", {
  as: "multipasta-search",
  code: "esm/internal/search.js",
  types: "dts/Search.d.ts",
});

/** One ES module that imports nothing, its types and its licence. */
function vendor(name, { as, code, types }) {
  const folder = dirname(require.resolve(`${name}/package.json`));
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const text = readFileSync(join(folder, "dist", code), "utf8");
  if (/\bimport\b/.test(text)) throw new Error(`${name} ${version} imports something now.`);
  const banner = `/*! ${name} ${version}, ${license}: see ${name}.LICENSE */\n`;
  const withoutMap = (content) => content.replace(/^\/\/# sourceMappingURL.*$/m, "");
  writeFileSync(join(target, `${as}.js`), banner + withoutMap(text));
  const declared = readFileSync(join(folder, "dist", types), "utf8");
  writeFileSync(join(target, `${as}.d.ts`), withoutMap(declared));
  copyFileSync(join(folder, "LICENSE"), join(target, `${name}.LICENSE`));
}
