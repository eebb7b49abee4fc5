// The package as a user gets it: the repository's files copied aside, built and packed there by `npm pack`,
// unpacked as `node_modules/bough`. The repository's own dist/ takes no part, so tests cannot trip over a
// build that is old or running. Needs no network.

import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";

export const repository: string = fileURLToPath(new URL("../..", import.meta.url));
/** The folder of the package `bough`, from the root. */
export const home = "packages/bough";

export interface StagedPackage {
  /** A folder of its own, where `node_modules/bough` is the unpacked package. */
  readonly folder: string;
  /** The paths in the tarball. */
  readonly files: readonly string[];
  /** Bytes of the tarball: what a user downloads. */
  readonly size: number;
  remove(): void;
}

const shared = ["README.md", "LICENSE", "docs", "tsconfig.base.json", "scripts"];
const owned = [
  "package.json",
  "README.md",
  "tsconfig.build.json",
  "bin",
  "src",
  "template",
  "ejected.ts",
  "toolkit.d.ts",
  "vite.d.ts",
];

export function stagePackage(): StagedPackage {
  const folder = mkdtempSync(join(tmpdir(), "bough-package-"));
  const { files, size } = unpack(home, join(folder, "node_modules/bough"));
  return {
    folder,
    files: files.map(({ path }) => path),
    size,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Unpacks the tarball of the package in a folder of the repository. */
export function unpack(source: string, target: string): Packed {
  const folder = packedOnce(source);
  const packed = JSON.parse(readFileSync(join(folder, RESULT), "utf8")) as Packed;
  mkdirSync(target, { recursive: true });
  const tarball = join(folder, packed.filename);
  run(["tar", "-xzf", tarball, "-C", target, "--strip-components=1"], target);
  return packed;
}

/** The tarball of a package, as `npm install` takes it. */
export function packedTarball(source: string): string {
  const folder = packedOnce(source);
  const { filename } = JSON.parse(readFileSync(join(folder, RESULT), "utf8")) as Packed;
  return join(folder, filename);
}

const RESULT = "packed.json";
const WAIT_MILLISECONDS = 100;

/** The folder with the tarball. The first test file that asks packs, and the others of the run wait. */
function packedOnce(source: string): string {
  const folder = join(inject("packedPackages"), basename(source));
  try {
    mkdirSync(folder);
  } catch {
    const cell = new Int32Array(new SharedArrayBuffer(4));
    while (!existsSync(join(folder, RESULT))) {
      if (!existsSync(folder)) return packedOnce(source);
      Atomics.wait(cell, 0, 0, WAIT_MILLISECONDS);
    }
    return folder;
  }
  try {
    packInto(folder, source);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

function packInto(folder: string, source: string): void {
  const staging = mkdtempSync(join(tmpdir(), "bough-staging-"));
  try {
    for (const path of [...shared, ...owned.map((name) => `${source}/${name}`)]) {
      const original = join(repository, path);
      if (existsSync(original)) cpSync(original, join(staging, path), { recursive: true });
    }
    // npm nests a package beside the workspace that needs another version than the root has.
    for (const path of ["node_modules", `${source}/node_modules`]) {
      const installed = join(repository, path);
      if (existsSync(installed)) symlinkSync(installed, join(staging, path), "junction");
    }
    const packed = pack(join(staging, source));
    cpSync(join(staging, source, packed.filename), join(folder, packed.filename));
    const result = join(folder, RESULT);
    writeFileSync(`${result}.part`, JSON.stringify(packed));
    renameSync(`${result}.part`, result);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** What npm says about a tarball. */
export interface Packed {
  filename: string;
  files: { path: string }[];
  size: number;
}

/** `prepack` builds; what it prints comes before the JSON. */
function pack(folder: string): Packed {
  const output = run(["npm", "pack", "--json", "--foreground-scripts=false"], folder);
  const [result] = JSON.parse(output.slice(output.indexOf("[\n"))) as Packed[];
  if (result === undefined) throw new Error(`npm pack packed nothing: ${output}`);
  return result;
}

/** Runs a command to its end and returns what it printed; a failure carries all of its output. */
export function run(command: readonly string[], folder: string): string {
  const [name = "", ...rest] = command;
  const { status, stdout, stderr, error } = spawnSync(name, rest, {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status === 0) return stdout;
  throw new Error(
    `${command.join(" ")}: ${error?.message ?? `exit code ${status}`}\n${stdout}${stderr}`,
  );
}
