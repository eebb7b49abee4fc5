// The types that readers see when they point at a name, and the sentences of the compiler at the lines that must
// not compile. One language service answers for all pages; pages whose modules and types have not changed come
// from the cache.
// usage: node .gen/types.mjs <file for the result>, with the pages as JSON on standard input

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-5.9";
import { blocksOf, filesOf, optionsOf } from "../test/support/page-blocks.ts";

interface Mark {
  readonly line: number;
  readonly character: number;
  readonly length: number;
  /** The position of the text in the page's `texts`. */
  readonly text: number;
}

interface BlockTypes {
  readonly hovers: Mark[];
  readonly errors: Mark[];
}

interface PageTypes {
  readonly hash: string;
  readonly texts: string[];
  readonly blocks: BlockTypes[];
}

const [, , result = ""] = process.argv;
const { repository, pages } = JSON.parse(readFileSync(0, "utf8")) as {
  repository: string;
  pages: Record<string, string>;
};

const known = existsSync(result)
  ? (JSON.parse(readFileSync(result, "utf8")) as Record<string, PageTypes>)
  : {};
const sources = hashOf(
  ts.version,
  ...sourcesOf("packages/bough/src"),
  readFileSync(import.meta.filename, "utf8"),
);
const all = new Map(Object.entries(pages));
const hashes = new Map(
  [...all].map(([page, text]) => [
    page,
    hashOf(
      sources,
      ...blocksOf(text).map(
        ({ name, start, end }) => name + text.split("\n").slice(start, end).join("\n"),
      ),
    ),
  ]),
);
const changed = new Map([...all].filter(([page]) => known[page]?.hash !== hashes.get(page)));
const found: Record<string, PageTypes> = {};
for (const [page, types] of Object.entries(known)) {
  if (all.has(page) && !changed.has(page)) found[page] = types;
}
if (changed.size > 0) readTypes();
writeFileSync(result, JSON.stringify(found));
console.log(`types: ${changed.size} of ${all.size} pages read, the others are in the cache`);

function hashOf(...texts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text).update("\0");
  return hash.digest("hex").slice(0, 16);
}

function sourcesOf(folder: string): string[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test(?:-d)?)\.ts$/.test(name))
    .toSorted()
    .map((name) => readFileSync(join(repository, folder, name), "utf8"));
}

function readTypes(): void {
  // Without its comment, the line that must not compile has its error.
  const revealed = new Map(
    [...changed].map(([page, text]) => [
      page,
      text.replaceAll("@ts-expect-error", "@ts_expect_error"),
    ]),
  );
  const files = filesOf(repository, revealed);
  const folders = new Set([...files.keys()].map((path) => path.slice(0, path.lastIndexOf("/"))));
  const service = ts.createLanguageService({
    getCompilationSettings: () => optionsOf(repository),
    getScriptFileNames: () => [...files.keys()],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const text = files.get(path)?.text ?? ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => repository,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => files.has(path) || ts.sys.fileExists(path),
    readFile: (path) => files.get(path)?.text ?? ts.sys.readFile(path),
    directoryExists: (path) => folders.has(path) || ts.sys.directoryExists(path),
    getDirectories: (path) => ts.sys.getDirectories(path),
  });
  const program = service.getProgram();
  if (program === undefined) throw new Error("no program");

  for (const [page, text] of revealed) {
    const texts: string[] = [];
    const indexOf = (value: string): number =>
      texts.includes(value) ? texts.indexOf(value) : texts.push(value) - 1;
    const own = [...files].filter(([, file]) => file.page === page);
    const marksOf = new Map(
      own.map(([path]) => {
        const file = program.getSourceFile(path);
        if (file === undefined) throw new Error(`${path} is not in the program`);
        const name = path.slice(path.indexOf(".blocks/") + ".blocks/".length);
        return [
          name,
          { hovers: hoversOf(service, file, indexOf), errors: errorsOf(service, file, indexOf) },
        ];
      }),
    );
    const blocks = blocksOf(text).map(({ name, start, end }): BlockTypes => {
      const within = (marks: readonly Mark[] = []): Mark[] =>
        marks
          .filter(({ line }) => line >= start && line < end)
          .map((mark) => ({ ...mark, line: mark.line - start }));
      const marks = marksOf.get(name);
      return { hovers: within(marks?.hovers), errors: within(marks?.errors) };
    });
    found[page] = { hash: hashes.get(page) ?? "", texts, blocks };
  }
}

/** The types of the names that a module declares or imports, wherever it uses them. */
function hoversOf(
  service: ts.LanguageService,
  file: ts.SourceFile,
  indexOf: (text: string) => number,
): Mark[] {
  const names = new Set<string>();
  const uses: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const { parent } = node;
      const isKey =
        (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
        (ts.isPropertyAssignment(parent) && parent.name === node) ||
        ts.isPropertySignature(parent);
      if (isDeclared(node)) names.add(node.text);
      if (!isKey) uses.push(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return uses.flatMap((use) => {
    if (!names.has(use.text)) return [];
    const info = service.getQuickInfoAtPosition(file.fileName, use.getStart(file));
    if (info === undefined) return [];
    const type = ts.displayPartsToString(info.displayParts);
    const comment = ts.displayPartsToString(info.documentation).split("\n\n")[0] ?? "";
    return [
      markOf(
        file,
        use.getStart(file),
        use.text.length,
        indexOf(shortened(type) + (comment && `\n\n${comment}`)),
      ),
    ];
  });
}

function isDeclared(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    ((ts.isVariableDeclaration(parent) ||
      ts.isBindingElement(parent) ||
      ts.isParameter(parent) ||
      ts.isFunctionDeclaration(parent) ||
      ts.isClassDeclaration(parent) ||
      ts.isInterfaceDeclaration(parent) ||
      ts.isTypeAliasDeclaration(parent)) &&
      parent.name === node) ||
    ts.isImportSpecifier(parent)
  );
}

function shortened(type: string): string {
  return type.length > 900 ? `${type.slice(0, 900)}…` : type;
}

function errorsOf(
  service: ts.LanguageService,
  file: ts.SourceFile,
  indexOf: (text: string) => number,
): Mark[] {
  if (!file.text.includes("@ts_expect_error")) return [];
  return service.getSemanticDiagnostics(file.fileName).flatMap(({ start, length, messageText }) => {
    if (start === undefined || length === undefined) return [];
    const { line } = file.getLineAndCharacterOfPosition(start);
    const end = endOfLine(file, start);
    const text = ts.flattenDiagnosticMessageText(messageText, "\n");
    return line === 0 ? [] : [markOf(file, start, Math.min(length, end - start), indexOf(text))];
  });
}

function markOf(file: ts.SourceFile, start: number, length: number, text: number): Mark {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return { line, character, length, text };
}

function endOfLine(file: ts.SourceFile, position: number): number {
  const end = file.text.indexOf("\n", position);
  return end === -1 ? file.text.length : end;
}
