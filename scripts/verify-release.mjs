// Stops `npm publish` while package.json lacks what a reader on npm needs. npm runs it in the folder of the package
// (`prepublishOnly`). CONTRIBUTING.md, "Releasing", says what each field is for.

import { readFileSync } from "node:fs";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const wanted = {
  repository: isUrl(manifest.repository?.url),
  homepage: isUrl(manifest.homepage),
  bugs: isUrl(manifest.bugs?.url ?? manifest.bugs),
  "publishConfig.provenance": manifest.publishConfig?.provenance === true,
};

const missing = Object.keys(wanted).filter((field) => !wanted[field]);
if (missing.length > 0) {
  console.error(
    `${manifest.name} cannot be published: set ${missing.join(", ")} in its package.json. ` +
      'CONTRIBUTING.md, "Releasing", explains each field.',
  );
  process.exit(1);
}

function isUrl(text) {
  return /^(?:git\+)?https:\/\/\S+$/.test(text ?? "");
}
