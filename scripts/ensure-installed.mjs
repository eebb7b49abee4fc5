// Installs the dependencies if they are missing or differ from the lock file, so `npm start` and `npm test`
// work on a fresh clone. Uses only Node, because nothing is installed yet.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

requireNode(20, 19);
ensure(".");
// The runtimes for tests and an example are programs for this platform only.
if (process.platform === "linux" && process.arch === "x64") ensure("test/runtimes/programs");
if (process.argv.includes("--tests")) {
  ensure("test/real-apis");
  ensure("test/generators");
  ensure("test/mcp");
}

function ensure(folder) {
  const reason = reasonToInstall(folder);
  if (reason !== undefined) install(folder, reason);
}

function requireNode(major, minor) {
  const [actualMajor, actualMinor] = process.versions.node.split(".").map(Number);
  if (actualMajor > major || (actualMajor === major && actualMinor >= minor)) return;
  console.error(
    `Bough needs Node ${major}.${minor} or newer; this is Node ${process.versions.node}.`,
  );
  process.exit(1);
}

/** Compares npm's record of the last installation in node_modules with the lock file, package by package. */
function reasonToInstall(folder) {
  const wanted = packagesOf(join(folder, "package-lock.json"));
  const installed = packagesOf(join(folder, "node_modules/.package-lock.json"));
  if (wanted === undefined) return undefined;
  if (installed === undefined) return "there is no node_modules";
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === "") continue;
    const found = installed[path];
    if (found === undefined && entry.optional) continue;
    if (found?.version !== entry.version) return `${path} is not version ${entry.version}`;
  }
  return undefined;
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), "utf8")).packages;
  } catch {
    return undefined;
  }
}

function install(folder, because) {
  console.log(`Installing the dependencies of ${folder}: ${because}.`);
  const { status, error } = spawnSync("npm", ["ci"], {
    cwd: join(root, folder),
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status === 0) return;
  console.error(`npm ci failed${error === undefined ? "" : `: ${error.message}`}.`);
  process.exit(1);
}
