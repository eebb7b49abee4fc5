// Runs the build script of an example that is a package, unless nothing has changed since the last time: its
// own files, the built packages, and the lock file.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./run.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const made = new Set(["node_modules", "dist", ".data"]);

export function buildExample(name) {
  const folder = join(root, "examples", name);
  const record = join(folder, "dist/.built-from");
  const hash = hashOf([
    ...filesBelow(folder),
    ...readdirSync(join(root, "packages")).flatMap((one) => builtFilesOf(one)),
    join(root, "package-lock.json"),
  ]);
  if (existsSync(record) && readFileSync(record, "utf8") === hash) return;
  run("npm", ["run", "--silent", "build"], folder);
  writeFileSync(record, hash);
}

function builtFilesOf(name) {
  const dist = join(root, "packages", name, "dist");
  return existsSync(dist) ? filesBelow(dist) : [];
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !made.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files.sort()) {
    const content = readFileSync(file);
    hash.update(`${file}\0${content.byteLength}\0`).update(content);
  }
  return hash.digest("hex");
}
