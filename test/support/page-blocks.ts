// The TypeScript of a Markdown page as modules: what its ```ts blocks would be in a project. All blocks of a
// page are one module, but for those whose first line names another, `// api.ts`: blocks of one name are one
// module. A line of a module stands where it stands in the page, so that a diagnostic leads to it.

import { posix } from "node:path";
import ts from "typescript-5.9";

/** The modules of a page: names as they are imported, `page.ts` for the blocks without a name. */
export function modulesOf(markdown: string): Map<string, string> {
  const lines = markdown.split("\n");
  const modules = new Map<string, string[]>();
  for (const { start, end, name } of blocksOf(markdown)) {
    const text = modules.get(name) ?? lines.map(() => "");
    modules.set(name, text);
    text.splice(start, end - start, ...lines.slice(start, end));
  }
  return new Map([...modules].map(([name, text]) => [name, text.join("\n")]));
}

export interface Block {
  /** Its module, as others import it. */
  readonly name: string;
  /** The first line after the fence. */
  readonly start: number;
  /** The line of the closing fence. */
  readonly end: number;
}

/** The TypeScript blocks of a page, in their order. */
export function blocksOf(markdown: string): Block[] {
  const lines = markdown.split("\n");
  const blocks: Block[] = [];
  let open: { fence: string; language: string; start: number } | undefined;
  for (const [index, line] of lines.entries()) {
    const [, fence, language] = /^(`{3,})(\S*)/.exec(line) ?? [];
    if (open === undefined && fence !== undefined) {
      open = { fence, language: language ?? "", start: index + 1 };
    } else if (open !== undefined && line.startsWith(open.fence)) {
      const { start } = open;
      const name = /^\/\/ ([\w./-]+\.ts)\b/.exec(lines[start] ?? "")?.[1] ?? "page.ts";
      if (open.language === "ts") blocks.push({ name, start, end: index });
      open = undefined;
    }
  }
  return blocks;
}

/** A module of a page, under the path that the compiler gets. */
export interface PageFile {
  readonly page: string;
  readonly text: string;
}

/** The modules of pages as files in the repository, each page in a folder of its own. */
export function filesOf(
  repository: string,
  pages: ReadonlyMap<string, string>,
): Map<string, PageFile> {
  const root = rootOf(repository);
  return new Map(
    [...pages].flatMap(([page, markdown]) =>
      [...modulesOf(markdown)].map(([name, text]): [string, PageFile] => [
        posix.join(root, `${page}.blocks`, name),
        { page, text },
      ]),
    ),
  );
}

const rootOf = (repository: string): string => repository.replaceAll("\\", "/").replace(/\/$/, "");

/** Compiles the modules of pages against the sources and tells what is wrong, `docs/guide/page.md:12: …`. */
export function diagnosticsOf(repository: string, pages: ReadonlyMap<string, string>): string[] {
  const files = filesOf(repository, pages);
  const options = optionsOf(repository);
  const host = ts.createCompilerHost(options);
  const disk = { ...host };
  host.fileExists = (path) => files.has(path) || disk.fileExists(path);
  host.readFile = (path) => files.get(path)?.text ?? disk.readFile(path);
  host.directoryExists = (path) =>
    [...files.keys()].some((file) => file.startsWith(`${path}/`)) || ts.sys.directoryExists(path);
  host.getSourceFile = (path, version) => {
    const file = files.get(path);
    return file === undefined
      ? disk.getSourceFile(path, version)
      : ts.createSourceFile(path, file.text, version, true);
  };

  const program = ts.createProgram([...files.keys()], options, host);
  // The sources are compiled with them; what is wrong there is not told here.
  const pageOf = ({ file }: ts.Diagnostic): string | undefined =>
    file === undefined ? "" : files.get(file.fileName)?.page;
  const own = [...files.keys()].map((path) => program.getSourceFile(path));
  const found = [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...own.flatMap((file) => program.getSyntacticDiagnostics(file)),
    ...own.flatMap((file) => program.getSemanticDiagnostics(file)),
  ];
  return ts.sortAndDeduplicateDiagnostics(found).flatMap((diagnostic) => {
    const page = pageOf(diagnostic);
    const { file, start = 0, messageText } = diagnostic;
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
    const text = ts.flattenDiagnosticMessageText(messageText, "\n  ");
    return page === undefined ? [] : [`${page}:${line}: ${text}`];
  });
}

/** A page's text with comments that expect no error, so that the line below has its error. */
export function revealed(markdown: string): string {
  return markdown.replaceAll("@ts-expect-error", "@ts_expect_error");
}

/** The errors in revealed code that no comment above them expects, and the comments without an error: `12: …`. */
export function faultsOf(
  file: ts.SourceFile,
  errors: readonly Pick<ts.Diagnostic, "start" | "messageText">[],
): string[] {
  const lines = file.text.split("\n");
  const isExpecting = (line: number): boolean =>
    /^\s*\/\/\/?\s*@ts_expect_error/.test(lines[line] ?? "");
  const unused = new Set([...lines.keys()].filter(isExpecting));
  const unexpected = errors.filter(({ start = 0 }) => {
    let above = file.getLineAndCharacterOfPosition(start).line - 1;
    while (above >= 0 && !isExpecting(above) && /^\s*(?:\/\/.*)?$/.test(lines[above] ?? ""))
      above--;
    unused.delete(above);
    return above < 0 || !isExpecting(above);
  });
  return [
    ...unexpected.map(({ start = 0, messageText }) => {
      const { line } = file.getLineAndCharacterOfPosition(start);
      return `${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, "\n  ")}`;
    }),
    ...[...unused].map((line) => `${line + 1}: Unused '@ts-expect-error' directive.`),
  ];
}

/** The compiler's options for pages: those of the repository, and every block is a module. */
export function optionsOf(repository: string): ts.CompilerOptions {
  const root = rootOf(repository);
  const file = posix.join(root, "tsconfig.json");
  const { config } = ts.readConfigFile(file, (path) => ts.sys.readFile(path)) as { config: object };
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root);
  return { ...options, moduleDetection: ts.ModuleDetectionKind.Force };
}
