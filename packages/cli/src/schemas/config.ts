// The tsconfig.json that includes a file, as options for TypeScript's API.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, relative, resolve } from "node:path";
import ts from "typescript";
import { WrongUse } from "../wrong-use.ts";

/** A tsconfig.json that was read. */
export interface Config {
  readonly path: string;
  readonly options: ts.CompilerOptions;
  readonly references: readonly ts.ProjectReference[];
  /** The project's declaration files, which apply to all its modules. */
  readonly declarations: readonly string[];
}

/** Finds the configuration of a file: `project`, or the nearest one above, or one that it refers to. */
export function configOf(file: string, project: string | undefined): Config {
  const name = shown(file);
  if (project !== undefined) {
    const path = configPath(project);
    const found = including(path, file, new Set());
    if (found) {
      return found;
    }
    throw new WrongUse(
      `${shown(path)} does not include ${name}, nor does a project that it refers to`,
    );
  }
  const above = configsAbove(file);
  for (const path of above) {
    const found = including(path, file, new Set());
    if (found) {
      return found;
    }
  }
  const [nearest] = above;
  throw new WrongUse(
    nearest === undefined
      ? `there is no tsconfig.json in the folder of ${name} or above it. Run: npx tsc --init`
      : `${shown(nearest)} does not include ${name}. Name another configuration with --project`,
  );
}

/** The files named tsconfig.json in the folders above a file, the nearest first. */
function configsAbove(file: string): string[] {
  const folder = dirname(file);
  const here = resolve(folder, "tsconfig.json");
  const found = ts.sys.fileExists(here) ? [here] : [];
  return folder === file ? [] : [...found, ...configsAbove(folder)];
}

function configPath(project: string): string {
  const path = resolve(project);
  const file = ts.sys.directoryExists(path) ? resolve(path, "tsconfig.json") : path;
  if (!ts.sys.fileExists(file)) {
    throw new WrongUse(`there is no file ${shown(file)}`);
  }
  return file;
}

/** The configuration itself, or one of its references, that includes the file. */
function including(path: string, file: string, visited: Set<string>): Config | undefined {
  if (visited.has(path)) {
    return undefined;
  }
  visited.add(path);
  const { fileNames, options, projectReferences = [] } = parsed(path);
  const canonical = (name: string): string => {
    const normal = resolve(name);
    return ts.sys.useCaseSensitiveFileNames ? normal : normal.toLowerCase();
  };
  if (fileNames.some((name) => canonical(name) === canonical(file))) {
    const declarations = fileNames.filter((name) => /\.d\.[cm]?ts$/.test(name));
    return { path, options, references: projectReferences, declarations };
  }
  for (const reference of projectReferences) {
    const other = ts.resolveProjectReferencePath(reference);
    const found = ts.sys.fileExists(other) ? including(other, file, visited) : undefined;
    if (found) {
      return found;
    }
  }
  return undefined;
}

function parsed(path: string): ts.ParsedCommandLine {
  const host: ts.ParseConfigFileHost = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
      throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n"));
    },
  };
  const found = ts.getParsedCommandLineOfConfigFile(path, undefined, host);
  if (!found) {
    throw new WrongUse(`cannot read ${shown(path)}`);
  }
  const failure = found.errors.find(({ code }) => !IGNORED.has(code));
  if (failure) {
    throw new Error(
      `${shown(path)}: ${ts.flattenDiagnosticMessageText(failure.messageText, "\n")}`,
    );
  }
  const options = { ...defaultsOf(path), ...found.options, ...OVERRIDES };
  // With a part of `lib` alone, everyday names would be missing.
  if (found.errors.some(({ code }) => code === UNKNOWN_VALUE)) {
    delete options.lib;
  }
  return { ...found, options };
}

const UNKNOWN_VALUE = 6046;

// Options and values that only a newer compiler knows, and a configuration that only has references.
const IGNORED = new Set([5023, 5024, UNKNOWN_VALUE, 18_002, 18_003]);

const OVERRIDES: ts.CompilerOptions = {
  noEmit: true,
  composite: false,
  incremental: false,
  declaration: false,
  declarationMap: false,
  emitDeclarationOnly: false,
  isolatedDeclarations: false,
  skipLibCheck: true,
};

/** The defaults of the compiler that the project has, which changed with version 6. */
function defaultsOf(path: string): ts.CompilerOptions {
  // A target that only a newer compiler knows is not in the options.
  const target = ts.ScriptTarget.ESNext;
  if (compilerVersion(path) < 6) {
    return { target };
  }
  return {
    target,
    strict: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    esModuleInterop: true,
    types: [],
  };
}

/** The major version of the project's TypeScript; 0 if it has none. */
function compilerVersion(path: string): number {
  try {
    const manifest = createRequire(path).resolve("typescript/package.json");
    const { version }: { readonly version?: unknown } = JSON.parse(readFileSync(manifest, "utf8"));
    return Number.parseInt(String(version), 10);
  } catch {
    return 0;
  }
}

/** A path from the working folder, for messages. */
export function shown(path: string): string {
  return relative(process.cwd(), path).replaceAll("\\", "/") || ".";
}
