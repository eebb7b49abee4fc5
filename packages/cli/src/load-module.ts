// Loads a module of the project, in TypeScript or JavaScript, on every supported Node.
import { lstatSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createJiti } from "jiti";
import { WrongUse } from "./wrong-use.ts";

/** The package bough of a project: what reads a tree. */
export type Bough = typeof import("bough/contract");

/** Loads a file as a module and returns its exports. `alias` has the files of packages that it cannot find. */
export async function loadModule(
  file: string,
  name: string,
  alias: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  const jiti = createJiti(file, {
    alias: { ...alias },
    fsCache: cacheFolder(),
    interopDefault: false,
    jsx: true,
    tsconfigPaths: true,
  });
  try {
    return await jiti.import<Record<string, unknown>>(file);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    throw new Error(`${name} threw an error while it was loaded: ${text}`, { cause: error });
  }
}

/** Loads the package bough as the file would import it, so that both use one copy. */
export async function loadBough(file: string, name: string): Promise<Bough> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package has this entry, and the versions of the two packages are equal
  return (await loadEntry("bough/contract", file, name)) as Bough;
}

/** Loads `bough-openapi` in the same way. */
export async function loadOpenApi(
  file: string,
  name: string,
): Promise<typeof import("bough-openapi")> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package has this entry, and the versions of the two packages are equal
  return (await loadEntry("bough-openapi", file, name)) as typeof import("bough-openapi");
}

async function loadEntry(entry: string, file: string, name: string): Promise<unknown> {
  const resolved = resolveEntry(entry, file);
  if (resolved === undefined) {
    const [missing = entry] = entry.split("/");
    throw new WrongUse(`${name} cannot import ${entry}. Run: npm install ${missing}`);
  }
  return import(pathToFileURL(resolved).href);
}

/** The file of a package that a file imports; `undefined` if it is not installed. */
export function resolveEntry(entry: string, file: string): string | undefined {
  try {
    return createRequire(file).resolve(entry);
  } catch {
    return undefined;
  }
}

/** Compiled modules are code that a later run executes, so nobody else may write them. */
function cacheFolder(): string | false {
  const folder = join(tmpdir(), `bough-cli-${userInfo().username}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(folder);
    const isOwn = process.getuid === undefined || (uid === process.getuid() && !(mode & 0o022));
    return isOwn && folder;
  } catch {
    return false;
  }
}
