// The TypeScript of a Markdown page as modules: what its ```ts blocks would be in a project. All blocks of a
// page are one module, but for those whose first line names another, `// api.ts`: blocks of one name are one
// module. A line of a module stands where it stands in the page, so that a diagnostic leads to it.

import { posix } from "node:path";
import ts from "typescript-5.9";

/** The modules of a page: names as they are imported, `page.ts` for the blocks without a name. */
export function modulesOf(markdown: string): Map<string, string> {
  const lines = markdown.split("\n");
  const modules = new Map<string, string[]>();
  for (const { start, end } of blocksOf(lines)) {
    const name = /^\/\/ ([\w./-]+\.ts)\b/.exec(lines[start] ?? "")?.[1] ?? "page.ts";
    const text = modules.get(name) ?? lines.map(() => "");
    modules.set(name, text);
    text.splice(start, end - start, ...lines.slice(start, end));
  }
  return new Map([...modules].map(([name, text]) => [name, text.join("\n")]));
}

interface Block {
  /** The first line after the fence. */
  readonly start: number;
  /** The line of the closing fence. */
  readonly end: number;
}

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; language: string; start: number } | undefined;
  for (const [index, line] of lines.entries()) {
    const [, fence, language] = /^(`{3,})(\S*)/.exec(line) ?? [];
    if (open === undefined && fence !== undefined) {
      open = { fence, language: language ?? "", start: index + 1 };
    } else if (open !== undefined && line.startsWith(open.fence)) {
      if (open.language === "ts") blocks.push({ start: open.start, end: index });
      open = undefined;
    }
  }
  return blocks;
}

/** Compiles the modules of pages against the sources and tells what is wrong, `docs/guide/page.md:12: …`. */
export function diagnosticsOf(repository: string, pages: ReadonlyMap<string, string>): string[] {
  const root = repository.replaceAll("\\", "/").replace(/\/$/, "");
  const files = new Map<string, { page: string; text: string }>();
  for (const [page, markdown] of pages) {
    for (const [name, text] of modulesOf(markdown)) {
      files.set(posix.join(root, `${page}.blocks`, name), { page, text });
    }
  }

  const options = optionsOf(root);
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

function optionsOf(root: string): ts.CompilerOptions {
  const file = posix.join(root, "tsconfig.json");
  const { config } = ts.readConfigFile(file, (path) => ts.sys.readFile(path)) as { config: object };
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root);
  return { ...options, moduleDetection: ts.ModuleDetectionKind.Force };
}
