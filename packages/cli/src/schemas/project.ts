// The program of an entry file: the file and everything that it imports.
import ts from "typescript";
import { WrongUse } from "../wrong-use.ts";
import { shown, type Config } from "./config.ts";

/** Makes the program of a file. Projects that it refers to are read from their sources. */
export function programOf(file: string, { path, options, ...config }: Config): ts.Program {
  const { strict = false, strictNullChecks = strict } = options;
  if (!strictNullChecks) {
    throw new WrongUse(
      `${shown(path)} has no strictNullChecks, and without it types do not tell what can be null or left out. ` +
        'Set "strict": true',
    );
  }
  const host: ts.CompilerHost & SourceOfReferences = {
    ...ts.createCompilerHost(options),
    getSourceFile: parsedBy(options),
    useSourceOfProjectReferenceRedirect: () => true,
  };
  return ts.createProgram({
    rootNames: [file, ...config.declarations],
    options,
    projectReferences: config.references,
    host,
  });
}

// Their types have no tags that become keywords, and most of their text is comments.
const WITHOUT_TAGS = /\/node_modules\/(?:typescript\/lib|@types\/node|bough)\/.*\.d\.[cm]?ts$/;

const registry = ts.createDocumentRegistry(ts.sys.useCaseSensitiveFileNames);
const parsed = new Map<string, ts.SourceFile>();

/** Files that have not changed are parsed once: most of a program is libraries, and `--watch` makes many programs. */
function parsedBy(options: ts.CompilerOptions): ts.CompilerHost["getSourceFile"] {
  const settings = registry.getKeyForCompilationSettings(options);
  return (name, format) => {
    const text = ts.sys.readFile(name);
    if (text === undefined) {
      return undefined;
    }
    const key = JSON.stringify([settings, name, format]);
    const known = parsed.get(key);
    if (known?.text === text) {
      return known;
    }
    const file = ts.createSourceFile(name, text, {
      ...(typeof format === "object" ? format : { languageVersion: format }),
      jsDocParsingMode: WITHOUT_TAGS.test(name)
        ? ts.JSDocParsingMode.ParseNone
        : ts.JSDocParsingMode.ParseAll,
    });
    parsed.set(key, file);
    return file;
  };
}

/** A member that the compiler reads from any host, but publishes for that of `--watch` only. */
interface SourceOfReferences {
  useSourceOfProjectReferenceRedirect(): boolean;
}

/** TypeScript's own messages about the program's files; `undefined` if it has no errors. */
export function errorsOf(
  program: ts.Program,
  { colors }: { readonly colors: boolean },
): string | undefined {
  const found = ownFiles(program).flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ]);
  if (found.length === 0) {
    return undefined;
  }
  const host: ts.FormatDiagnosticsHost = {
    getCurrentDirectory: () => process.cwd(),
    getCanonicalFileName: (name) => name,
    getNewLine: () => "\n",
  };
  const sorted = ts.sortAndDeduplicateDiagnostics(found);
  return colors
    ? ts.formatDiagnosticsWithColorAndContext(sorted, host)
    : ts.formatDiagnostics(sorted, host);
}

/** The entry file and the modules of the project that it imports. */
export function ownFiles(program: ts.Program): ts.SourceFile[] {
  return program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file));
}
