// Packages of the repository's node_modules in the project of a test, as `npm install` would put them there.
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { repository } from "./staged-package.ts";

/** Links a package, in the version that a folder of the repository uses. */
export function linkInstalled(from: string, name: string, target: string): void {
  if (existsSync(target)) return;
  const folders = createRequire(join(repository, from, "package.json")).resolve.paths(name) ?? [];
  const found = folders.map((folder) => join(folder, name)).find((folder) => existsSync(folder));
  if (found === undefined) throw new Error(`${name} is not installed`);
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(realpathSync(found), target, "junction");
}

/** Links the dependencies of a package of the repository below its unpacked tarball. */
export function linkDependencies(source: string, target: string): void {
  const text = readFileSync(join(repository, source, "package.json"), "utf8");
  const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> };
  for (const name of Object.keys(dependencies)) {
    linkInstalled(source, name, join(target, "node_modules", name));
  }
}
