// Copies the libraries that the build carries inside itself into dist/vendor, each with its licence: `bough` and
// `bough/client` have no run-time dependency. package.json's `imports` leads there (docs/decisions/0011).

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const target = fileURLToPath(new URL("../dist/vendor", import.meta.url));
const require = createRequire(import.meta.url);

mkdirSync(target, { recursive: true });
vendor("eventsource-parser");

/** One ES module that imports nothing, its types and its licence. */
function vendor(name) {
  const folder = dirname(require.resolve(`${name}/package.json`));
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const code = readFileSync(join(folder, "dist/index.js"), "utf8");
  if (/\bimport\b/.test(code)) throw new Error(`${name} ${version} imports something now.`);
  const banner = `/*! ${name} ${version}, ${license}: see ${name}.LICENSE */\n`;
  writeFileSync(
    join(target, `${name}.js`),
    banner + code.replace(/^\/\/# sourceMappingURL.*$/m, ""),
  );
  copyFileSync(join(folder, "dist/index.d.ts"), join(target, `${name}.d.ts`));
  copyFileSync(join(folder, "LICENSE"), join(target, `${name}.LICENSE`));
}
