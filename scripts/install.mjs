// Installs dependencies that are missing or differ from the lock file, so `npm start` and `npm test` work on a fresh
// clone. Uses only Node, because nothing is installed yet.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

export function requireNode(major, minor) {
  const [actualMajor, actualMinor] = process.versions.node.split(".").map(Number);
  if (actualMajor > major || (actualMajor === major && actualMinor >= minor)) return;
  console.error(
    `Bough needs Node ${major}.${minor} or newer; this is Node ${process.versions.node}.`,
  );
  process.exit(1);
}

/** Installs everything that the lock file in a folder lists. */
export function ensureFolder(folder) {
  const wanted = packagesOf(join(folder, "package-lock.json"));
  if (wanted === undefined) return;
  const installed = packagesOf(join(folder, "node_modules/.package-lock.json"));
  const because = reasonFor(wanted, installed, Object.keys(wanted));
  if (because !== undefined) install(folder, because);
}

/** The folder of the programs that tests and an example start. */
export const RUNTIMES = "test/runtimes/programs";

/** Installs the programs that tests and an example start. They are for this platform only. */
export function ensureRuntimes() {
  if (process.platform === "linux" && process.arch === "x64") ensureFolder(RUNTIMES);
}

/** Installs only what some workspaces need, unless it is there: after the installation of everything, for example. */
export function ensureWorkspaces(names) {
  const wanted = packagesOf("package-lock.json");
  const installed = packagesOf("node_modules/.package-lock.json");
  // A package comes with its dependencies, and a new version of it with new ones: so the direct ones tell.
  const direct = names.flatMap((name) => {
    const link = `node_modules/${name}`;
    const { dependencies, devDependencies } = wanted[wanted[link].resolved];
    const all = Object.keys({ ...dependencies, ...devDependencies });
    return [link, ...all.map((one) => placeOf(one, wanted[link].resolved, wanted))];
  });
  const because = reasonFor(wanted, installed, [...direct, ...Object.keys(installed ?? {})]);
  if (because !== undefined) install(".", because, names);
}

/** A workspace has its own version of a package where the repository has another. */
function placeOf(name, workspace, wanted) {
  const own = `${workspace}/node_modules/${name}`;
  return own in wanted ? own : `node_modules/${name}`;
}

/** Compares npm's record of the last installation with the lock file, package by package. */
export function reasonFor(wanted, installed, paths) {
  if (installed === undefined) return "there is no node_modules";
  for (const path of paths) {
    const entry = wanted[path];
    if (path === "" || entry === undefined) continue;
    const found = installed[path];
    if (found === undefined && entry.optional) continue;
    if (found === undefined) return `${path} is missing`;
    if (found.version !== entry.version) return `${path} is not version ${entry.version}`;
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

function install(folder, because, workspaces = []) {
  const of = workspaces.length === 0 ? folder : workspaces.join(" and ");
  console.log(`Installing the dependencies of ${of}: ${because}.`);
  const names = workspaces.flatMap((name) => ["-w", name]);
  const { status, error } = spawnSync("npm", ["ci", ...names], {
    cwd: join(root, folder),
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status === 0) return;
  console.error(`npm ci failed${error === undefined ? "" : `: ${error.message}`}.`);
  process.exit(1);
}
