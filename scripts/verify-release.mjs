// Stops `npm publish` while package.json lacks what a reader on npm needs, or while the packages beside it differ in
// version: they are released together, and two versions of `bough` do not recognize each other's values. npm runs it
// in the folder of the package (`prepublishOnly`). CONTRIBUTING.md, "Releasing", says what each field is for.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

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

const beside = readdirSync("..")
  .map((folder) => join("..", folder, "package.json"))
  .filter((file) => existsSync(file))
  .map((file) => JSON.parse(readFileSync(file, "utf8")));
const others = beside.filter(({ version }) => version !== manifest.version);
if (others.length > 0) {
  const found = others.map(({ name, version }) => `${name} ${version}`).join(", ");
  console.error(
    `${manifest.name} ${manifest.version} cannot be published: all packages have one version, but there is ${found}. ` +
      "Set the same version in every package.json, and run npm install.",
  );
  process.exit(1);
}

// Another version would be another copy of the package.
const peers = Object.entries({ ...manifest.peerDependencies, ...manifest.dependencies });
const wrong = peers.filter(
  ([name, range]) => /^bough(?:-|$)/.test(name) && range !== manifest.version,
);
if (wrong.length > 0) {
  const found = wrong.map(([name, range]) => `${name} ${range}`).join(", ");
  console.error(
    `${manifest.name} ${manifest.version} cannot be published: it needs ${found}. Set them to ${manifest.version}.`,
  );
  process.exit(1);
}

function isUrl(text) {
  return /^(?:git\+)?https:\/\/\S+$/.test(text ?? "");
}
