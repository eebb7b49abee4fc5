// Adds to package-lock.json the optional packages of other platforms that npm left out because it could not
// fetch them. `npm ci` rejects a lock file without them. Run this after adding a dependency with native parts.
// Such an entry has no integrity until npm installs it on its platform.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const file = fileURLToPath(new URL("../package-lock.json", import.meta.url));
const lock = JSON.parse(readFileSync(file, "utf8"));
const packages = lock.packages;

const added = [];
for (const [path, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (packages[`node_modules/${name}`] || packages[`${path}/node_modules/${name}`]) continue;
    packages[`node_modules/${name}`] = platformEntry(name, version, entry);
    added.push(`${name}@${version}`);
  }
}
lock.packages = Object.fromEntries(
  Object.entries(packages).toSorted(([a], [b]) => (a === "" ? -1 : a.localeCompare(b, "en"))),
);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length === 0 ? "The lock file is complete." : `Added ${added.join(", ")}.`);

/** `binding-linux-arm64-musl` → os, cpu and libc, as the package itself states them. */
function platformEntry(name, version, parent) {
  const platform =
    /(?:^|[/-])(android|darwin|freebsd|linux|openharmony|win32)-([a-z0-9]+)(?:-([a-z]+))?$/.exec(
      name,
    );
  if (platform === null) throw new Error(`${name} does not name its platform: add it by hand.`);
  const [, os, cpu, abi] = platform;
  return {
    version,
    cpu: [cpu],
    ...(parent.dev && { dev: true }),
    ...(os === "linux" && abi && { libc: [abi.startsWith("musl") ? "musl" : "glibc"] }),
    ...(parent.license && { license: parent.license }),
    optional: true,
    os: [os],
    ...(parent.engines && { engines: parent.engines }),
  };
}
