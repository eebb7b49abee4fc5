// The package as a user gets it: the repository's files copied aside, built and packed there by `npm pack`,
// unpacked as `node_modules/bough`. The repository's own dist/ takes no part, so tests cannot trip over a
// build that is old or running. Needs no network.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

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

const shared = ["README.md", "LICENSE", "CHANGELOG.md", "docs", "tsconfig.base.json", "scripts"];
const owned = ["package.json", "README.md", "tsconfig.build.json", "bin", "src"];

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

/** Packs the package in a folder of the repository and unpacks the tarball. */
export function unpack(source: string, target: string): Packed {
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
    mkdirSync(target, { recursive: true });
    const tarball = join(staging, source, packed.filename);
    run(["tar", "-xzf", tarball, "-C", target, "--strip-components=1"], target);
    return packed;
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
