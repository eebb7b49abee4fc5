// A small project in TypeScript 5.9's language service, which is what editors ask. Its files
// live in memory and see the sources of Bough, as this repository's tests do.

import { fileURLToPath } from "node:url";
import ts from "typescript-5.9";

const repository = fileURLToPath(new URL("../..", import.meta.url));
// Parsed files are shared between projects.
const registry = ts.createDocumentRegistry();

/** A place in a file: the text that stands there. */
export interface Spot {
  readonly file: string;
  readonly start: number;
  readonly length: number;
}

export class Project {
  readonly service: ts.LanguageService;
  readonly #files: ReadonlyMap<string, string>;

  /**
   * Files by name; they stand beside the tests, so that packages resolve as in a test. `changed`
   * are compiler options in place of this repository's.
   */
  constructor(files: Readonly<Record<string, string>>, changed: ts.CompilerOptions = {}) {
    const texts = new Map(Object.entries(files).map(([name, text]) => [pathOf(name), text]));
    this.#files = texts;
    const { config } = ts.readConfigFile(`${repository}tsconfig.json`, (path) =>
      ts.sys.readFile(path),
    );
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, repository);
    const host: ts.LanguageServiceHost = {
      getCompilationSettings: () => ({ ...options, ...changed }),
      getScriptFileNames: () => [...texts.keys()],
      getScriptVersion: () => "1",
      getScriptSnapshot: (path) => {
        const text = texts.get(path) ?? ts.sys.readFile(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => repository,
      getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
      fileExists: (path) => texts.has(path) || ts.sys.fileExists(path),
      readFile: (path) => texts.get(path) ?? ts.sys.readFile(path),
      directoryExists: (path) =>
        ts.sys.directoryExists(path) ||
        [...texts.keys()].some((each) => each.startsWith(`${path}/`)),
      getDirectories: (path) => ts.sys.getDirectories(path),
    };
    this.service = ts.createLanguageService(host, registry);
  }

  text(name: string): string {
    return this.#files.get(pathOf(name)) ?? "";
  }

  /** The place of the last word of `snippet`, which stands once in the file. */
  spot(name: string, snippet: string): Spot {
    const at = this.#find(name, snippet);
    const word = /\w+\W*$/.exec(snippet)?.[0] ?? "";
    const start = at + snippet.length - word.length;
    return { file: pathOf(name), start, length: word.replace(/\W*$/, "").length };
  }

  /** The line a place stands on, from the place on: `find: get()…`. */
  lineFrom(file: string, start: number): string {
    const text = this.#files.get(file) ?? ts.sys.readFile(file) ?? "";
    return text.slice(start).split("\n", 1)[0] ?? "";
  }

  diagnostics(name: string): readonly ts.Diagnostic[] {
    const path = pathOf(name);
    return [
      ...this.service.getSyntacticDiagnostics(path),
      ...this.service.getSemanticDiagnostics(path),
    ];
  }

  /** Where the definition of a spot's word is, as the text that stands there. */
  definition({ file, start }: Spot): string[] {
    const found = this.service.getDefinitionAtPosition(file, start) ?? [];
    return found.map(({ fileName, textSpan }) => this.lineFrom(fileName, textSpan.start));
  }

  /** The places that change when a spot's word is renamed, each as its line's text. */
  rename({ file, start }: Spot): string[] {
    const found = this.service.findRenameLocations(file, start, false, false, {}) ?? [];
    return found.map(({ fileName, textSpan }) => this.lineFrom(fileName, textSpan.start));
  }

  /** The files of the project after a spot's word is renamed, as an editor would write them. */
  renamed({ file, start }: Spot, name: string): Record<string, string> {
    const preferences = { providePrefixAndSuffixTextForRename: true };
    const found = this.service.findRenameLocations(file, start, false, false, preferences) ?? [];
    const texts = new Map(this.#files);
    for (const location of found.toSorted((a, b) => b.textSpan.start - a.textSpan.start)) {
      const { fileName, textSpan, prefixText = "", suffixText = "" } = location;
      const text = texts.get(fileName);
      if (text === undefined) {
        throw new Error(`the rename reaches ${fileName}`);
      }
      const before = text.slice(0, textSpan.start);
      const after = text.slice(textSpan.start + textSpan.length);
      texts.set(fileName, before + prefixText + name + suffixText + after);
    }
    return Object.fromEntries([...texts].map(([path, text]) => [nameOf(path), text]));
  }

  /** What hovering shows: the type, then the documentation. */
  hover({ file, start }: Spot): { readonly type: string; readonly documentation: string } {
    const info = this.service.getQuickInfoAtPosition(file, start);
    return {
      type: ts.displayPartsToString(info?.displayParts),
      documentation: ts.displayPartsToString(info?.documentation),
    };
  }

  /** The names that are proposed behind a snippet, which stands once in the file. */
  completions(name: string, snippet: string, preferences: ts.UserPreferences = {}): string[] {
    const at = this.#find(name, snippet) + snippet.length;
    const found = this.service.getCompletionsAtPosition(pathOf(name), at, preferences);
    return found?.entries.map((entry) => entry.name) ?? [];
  }

  #find(name: string, snippet: string): number {
    const text = this.text(name);
    const at = text.indexOf(snippet);
    if (at < 0 || text.indexOf(snippet, at + 1) >= 0) {
      throw new Error(`${name} does not hold this once: ${snippet}`);
    }
    return at;
  }
}

const folder = `${repository}test/.gen/`;

function pathOf(name: string): string {
  return folder + name;
}

function nameOf(path: string): string {
  return path.slice(folder.length);
}
