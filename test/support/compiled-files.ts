// Compiles files in memory, all in one program, so that the compiler reads its library and Bough once.
import ts from "typescript-5.9";

/** The parsed files, and the errors of the compiler. */
export interface CompiledFiles {
  readonly files: readonly ts.SourceFile[];
  readonly errors: readonly string[];
}

/** What is on disk, which programs share: their options are the same. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Compiles files by their paths, which are in a folder that does not exist. */
export function compiledFiles(sources: ReadonlyMap<string, string>, folder: string): CompiledFiles {
  const options: ts.CompilerOptions = {
    strict: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    noEmit: true,
    allowImportingTsExtensions: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    skipLibCheck: true,
    customConditions: ["bough:source"],
    types: [],
  };
  const host = ts.createCompilerHost(options, true);
  const fileExists = host.fileExists.bind(host);
  const readFile = host.readFile.bind(host);
  host.directoryExists = () => true;
  host.fileExists = (path) => sources.has(path) || (!path.startsWith(folder) && fileExists(path));
  host.readFile = (path) => sources.get(path) ?? readFile(path);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (path, ...more) => {
    if (sources.has(path)) return getSourceFile(path, ...more);
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, ...more));
    return parsed.get(path);
  };
  const program = ts.createProgram([...sources.keys()], options, host);
  const files = [...sources.keys()].flatMap((path) => program.getSourceFile(path) ?? []);
  const errors = files.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ]);
  return { files, errors: errors.map(errorText) };
}

function errorText({ file, start = 0, messageText }: ts.Diagnostic): string {
  const { line } = file?.getLineAndCharacterOfPosition(start) ?? { line: 0 };
  const text = ts.flattenDiagnosticMessageText(messageText, " ");
  return `${file?.fileName}: ${text}\n${file?.text.split("\n")[line]}`;
}
