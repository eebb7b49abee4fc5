// A project of a user of the command line: the built packages, the libraries of `bough-cli`, and some files. A complete
// run has the packed packages instead.

import { spawnSync } from "node:child_process";
import { Console } from "node:console";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { Writable } from "node:stream";
import { exitCodeOf } from "../../packages/cli/src/run.ts";
import { isComplete } from "./matrix.ts";
import { repository, unpack } from "./staged-package.ts";

/** The files of a project by path. */
export type Files = Readonly<Record<string, string>>;

/** What a command line has printed, and its exit code. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliProject {
  /** Runs `bough` in this process. */
  readonly bough: (args: readonly string[]) => Promise<Ended>;
  /** Runs `bough` as a process of its own. */
  readonly boughProcess: (args: readonly string[], node?: string) => Ended;
  /** Makes the project in a new folder. Call it in `beforeAll`. */
  readonly stage: (libraries: readonly string[], files: Files) => void;
  readonly remove: () => void;
  readonly inProject: (...path: readonly string[]) => string;
  readonly inModules: (...path: readonly string[]) => string;
  readonly write: (files: Files) => void;
  readonly read: (path: string) => string;
  /** Links an installed library of the packages to a folder. */
  readonly linkLibrary: (name: string, target: string) => void;
}

/** A project that `stage` makes. */
export function cliProject(): CliProject {
  let folder: string | undefined;
  const { resolve } = createRequire(join(repository, "packages/cli/package.json"));
  const inProject = (...path: readonly string[]): string => {
    if (folder === undefined) throw new Error("cliProject: call stage first");
    return join(folder, ...path);
  };
  const inModules = (...path: readonly string[]): string => inProject("node_modules", ...path);
  const linkLibrary = (name: string, target: string): void => {
    const found = new RegExp(`^.*[\\\\/]node_modules[\\\\/]${name}(?=[\\\\/])`).exec(resolve(name));
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(found?.[0] ?? "", target, "junction");
  };
  const write = (files: Files): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(inProject(path)), { recursive: true });
      writeFileSync(inProject(path), text);
    }
  };
  const boughProcess = (args: readonly string[], node = process.execPath): Ended => {
    const { status, stdout, stderr } = spawnSync(node, [inModules("bough/bin/bough.js"), ...args], {
      maxBuffer: 64 * 1024 * 1024,
      cwd: inProject(),
      encoding: "utf8",
      timeout: 240_000,
    });
    return { status, stdout, stderr };
  };
  return {
    bough: (args) => inThisProcess(args, inProject()),
    boughProcess,
    inProject,
    inModules,
    write,
    linkLibrary,
    read: (path) => readFileSync(inProject(path), "utf8"),
    stage: (libraries, files) => {
      folder = mkdtempSync(join(tmpdir(), "bough-project-"));
      for (const [source, name] of PACKAGES) place(source, inModules(name));
      for (const name of libraries) linkLibrary(name, inModules(name));
      write(files);
    },
    remove: () => {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

const PACKAGES = [
  ["packages/bough", "bough"],
  ["packages/cli", "bough-cli"],
  ["packages/openapi", "bough-openapi"],
  ["packages/diff", "bough-diff"],
  ["packages/import", "bough-import"],
] as const;

/** Puts a package where it would be installed: what `npm run build` has made of it, or what npm packs. */
function place(source: string, target: string): void {
  if (isComplete) {
    unpack(source, target);
    return;
  }
  for (const path of ["package.json", "bin", "dist", "ejected.ts"]) {
    const built = join(repository, source, path);
    if (existsSync(built)) cpSync(built, join(target, path), { recursive: true });
  }
}

/** What a process of its own would print; modules of the project are loaded again each time. */
export async function inThisProcess(args: readonly string[], folder: string): Promise<Ended> {
  const ended = { status: 0, stdout: "", stderr: "" };
  const printing = (name: "stdout" | "stderr"): Writable =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        ended[name] += chunk.toString();
        done();
      },
    });
  const stdout = printing("stdout");
  const stderr = Object.assign(printing("stderr"), { isTTY: false, hasColors: () => false });
  const before = { console: globalThis.console, folder: process.cwd() };
  const { cache } = createRequire(import.meta.url);
  for (const path of Object.keys(cache)) {
    if (path.startsWith(folder + sep) && !path.includes("node_modules")) delete cache[path];
  }
  globalThis.console = new Console(stderr, stderr);
  process.chdir(folder);
  try {
    ended.status = await exitCodeOf(args, { stdout, stderr });
  } finally {
    process.chdir(before.folder);
    globalThis.console = before.console;
  }
  return ended;
}
