// A project that is moved as a whole: its scripts and components, with the checker that knows each.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { configFinder, programOf } from "../programs.ts";
import { isScript, scriptBlocks } from "../script-blocks.ts";
import { Work } from "./work.ts";
import { workspaceFiles } from "./workspace.ts";

export interface Project {
  readonly folder: string;
  /** The works by the file names of their source files. */
  readonly works: ReadonlyMap<string, Work>;
  /** The texts of all files that were read, by path. */
  readonly files: ReadonlyMap<string, string>;
}

const COMPONENT = /\.(?:vue|svelte)$/;

export function openProject(folder: string, files: ReadonlyMap<string, string>): Project {
  const root = folder.replaceAll("\\", "/");
  const paths = new Map<string, string>();
  const texts = new Map<string, string>();
  for (const [path, text] of files) {
    const file = `${root}/${path}`;
    if (path.endsWith(".d.ts") || path.includes("node_modules/")) {
      texts.set(file, text);
    } else if (isScript(path)) {
      paths.set(file, path);
      texts.set(file, text);
    } else if (COMPONENT.test(path)) {
      // The checker reads a component as a module with blanks around its scripts, so that positions stay.
      paths.set(`${file}.ts`, path);
      texts.set(`${file}.ts`, scriptsOf(path, text));
    }
  }
  const configs = new Map<string, string[]>();
  const findConfig = configFinder();
  for (const file of paths.keys()) {
    const config = findConfig(file.replace(/\.(vue|svelte)\.ts$/, ".$1"));
    configs.set(config, [...(configs.get(config) ?? []), file]);
  }
  const works = new Map<string, Work>();
  const folders = new Set([...texts.keys()].flatMap(foldersOf));
  const workspace = workspaceFiles(root, files);
  for (const [config, roots] of configs) {
    const program = programOf(config, roots, texts, (host, options) => {
      const exists = host.fileExists.bind(host);
      host.fileExists = (file) => texts.has(file) || exists(file);
      const isFolder = host.directoryExists?.bind(host);
      host.directoryExists = (name) => folders.has(name) || (isFolder?.(name) ?? true);
      resolveWorkspace(host, options, workspace);
    });
    for (const file of roots) {
      const code = program.getSourceFile(file);
      if (code) {
        works.set(file, new Work(paths.get(file) ?? file, code, program));
      }
    }
  }
  return { folder: root, works, files };
}

function foldersOf(file: string): readonly string[] {
  const parts = file.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}

function scriptsOf(path: string, text: string): string {
  const blank = text.replace(/[^\n]/g, " ");
  return scriptBlocks(path, text).reduce((blanked, { start, code }) => {
    return blanked.slice(0, start) + code.text + blanked.slice(start + code.text.length);
  }, blank);
}

/** Packages of the same repository are read from their sources: they may not be built, and edits need the sources. */
function resolveWorkspace(
  host: ts.CompilerHost,
  options: ts.CompilerOptions,
  sourceOf: (specifier: string) => string | undefined,
): void {
  const cache = ts.createModuleResolutionCache(
    host.getCurrentDirectory(),
    (file) => host.getCanonicalFileName(file),
    options,
  );
  // oxlint-disable-next-line max-params -- the compiler calls it
  host.resolveModuleNameLiterals = (literals, containing, redirected, given, code) =>
    literals.map((literal) => {
      const mode = ts.getModeForUsageLocation(code, literal, given);
      const found = ts.resolveModuleName(
        literal.text,
        containing,
        given,
        host,
        cache,
        redirected,
        mode,
      );
      const isSource =
        found.resolvedModule && /(?<!\.d)\.[cm]?tsx?$/.test(found.resolvedModule.resolvedFileName);
      const source = isSource ? undefined : sourceOf(literal.text);
      return source === undefined
        ? found
        : {
            resolvedModule: {
              resolvedFileName: source,
              extension: source.slice(source.lastIndexOf(".")),
              isExternalLibraryImport: false,
            },
          };
    });
}

export function packageFolder(file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(folder, "package.json")) && dirname(folder) !== folder) {
    folder = dirname(folder);
  }
  return folder;
}
