// A project of a user of the command line: the packed packages, the libraries of `bough-cli`, and some files.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { repository, stagePackage, unpack, type StagedPackage } from "./staged-package.ts";

/** The files of a project by path. */
export type Files = Readonly<Record<string, string>>;

export interface CliProject {
  /** Packs both packages into a new folder. It takes long: call it in `beforeAll`. */
  readonly stage: (libraries: readonly string[], files: Files) => void;
  readonly remove: () => void;
  readonly inProject: (...path: readonly string[]) => string;
  readonly inModules: (...path: readonly string[]) => string;
  readonly write: (files: Files) => void;
  readonly read: (path: string) => string;
  /** Copies an installed library of `bough-cli` to a folder. */
  readonly copyLibrary: (name: string, target: string) => void;
}

/** A project that `stage` makes. */
export function cliProject(): CliProject {
  let staged: StagedPackage | undefined;
  const { resolve } = createRequire(join(repository, "packages/cli/package.json"));
  const inProject = (...path: readonly string[]): string => {
    if (staged === undefined) throw new Error("cliProject: call stage first");
    return join(staged.folder, ...path);
  };
  const inModules = (...path: readonly string[]): string => inProject("node_modules", ...path);
  const copyLibrary = (name: string, target: string): void => {
    const folder = new RegExp(`^.*[\\\\/]node_modules[\\\\/]${name}(?=[\\\\/])`).exec(
      resolve(name),
    );
    cpSync(folder?.[0] ?? "", target, { recursive: true });
  };
  const write = (files: Files): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(inProject(path)), { recursive: true });
      writeFileSync(inProject(path), text);
    }
  };
  return {
    inProject,
    inModules,
    write,
    copyLibrary,
    read: (path) => readFileSync(inProject(path), "utf8"),
    stage: (libraries, files) => {
      staged = stagePackage();
      unpack("packages/cli", inModules("bough-cli"));
      for (const name of libraries) copyLibrary(name, inModules(name));
      write(files);
    },
    remove: () => {
      staged?.remove();
    },
  };
}
