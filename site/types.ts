// The types that readers see when they point at a name, and the sentences of the compiler at the lines that must
// not compile. One language service answers for all pages; pages whose modules and types have not changed come
// from the cache. Code that does not compile, and a line that was to fail and does not, end the build.
// usage: node .gen/types.mjs <file for the result>, with the pages as JSON on standard input

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import ts from "typescript-5.9";
import { hashesOf } from "../test/support/compiled-pages.ts";
import { blocksOf, faultsOf, filesOf, optionsOf, revealed } from "../test/support/page-blocks.ts";

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
const all = new Map(Object.entries(pages));
const hashes = hashesOf(repository, all);
const changed = new Map([...all].filter(([page]) => known[page]?.hash !== hashes.get(page)));
const found: Record<string, PageTypes> = {};
for (const [page, types] of Object.entries(known)) {
  if (all.has(page) && !changed.has(page)) found[page] = types;
}
const faults = changed.size > 0 ? readTypes() : [];
if (faults.length > 0) {
  console.error(`the code of the pages does not compile:\n${faults.join("\n")}`);
  process.exit(1);
}
writeFileSync(result, JSON.stringify(found));
console.log(
  `types: ${Math.round(performance.now() / 1000)} s, ${changed.size} of ${all.size} pages read, the others are in the cache`,
);

/** Reads the types of the changed pages, and returns what does not compile in them: `docs/guide/page.md:12: …`. */
function readTypes(): string[] {
  const wrong: string[] = [];
  const shown = new Map([...changed].map(([page, text]) => [page, revealed(text)]));
  const files = filesOf(repository, shown);
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

  for (const [page, text] of shown) {
    const texts: string[] = [];
    const indexOf = (value: string): number =>
      texts.includes(value) ? texts.indexOf(value) : texts.push(value) - 1;
    const own = [...files].filter(([, file]) => file.page === page);
    const marksOf = new Map(
      own.map(([path]) => {
        const file = program.getSourceFile(path);
        if (file === undefined) throw new Error(`${path} is not in the program`);
        const name = path.slice(path.indexOf(".blocks/") + ".blocks/".length);
        const errors = [
          ...service.getSyntacticDiagnostics(path),
          ...service.getSemanticDiagnostics(path),
        ];
        wrong.push(...faultsOf(file, errors).map((fault) => `${page}:${fault}`));
        return [
          name,
          {
            hovers: hoversOf(service, program.getTypeChecker(), file).map(({ text, ...mark }) => ({
              ...mark,
              text: indexOf(text),
            })),
            errors: errors.flatMap((error) => errorOf(error, file, indexOf)),
          },
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
  return wrong;
}

/** The types of the names that a module declares or imports, wherever it uses them, and what methods of Bough do. */
function hoversOf(
  service: ts.LanguageService,
  checker: ts.TypeChecker,
  file: ts.SourceFile,
): (Omit<Mark, "text"> & { readonly text: string })[] {
  const names = new Set<string>();
  const uses: ts.Identifier[] = [];
  const methods: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const { parent } = node;
      const isKey =
        (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
        (ts.isPropertyAssignment(parent) && parent.name === node) ||
        ts.isPropertySignature(parent);
      if (isDeclared(node)) names.add(node.text);
      if (!isKey) uses.push(node);
      if (isCalledMethod(node)) methods.push(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  const known = new Map<ts.Symbol, Map<ts.Type, string | undefined>>();
  const shownAt = (use: ts.Identifier): string | undefined => {
    const info = service.getQuickInfoAtPosition(file.fileName, use.getStart(file));
    if (info === undefined) return undefined;
    const type = ts.displayPartsToString(info.displayParts);
    const comment = ts.displayPartsToString(info.documentation).split("\n\n")[0] ?? "";
    return shortened(type) + (comment && `\n\n${comment}`);
  };
  // Printing a type takes most of the time, and most uses of a name show the same. A call shows its own signature.
  const shown = (use: ts.Identifier): string | undefined => {
    const { parent } = use;
    const isCalled =
      (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === use;
    const symbol = isCalled ? undefined : checker.getSymbolAtLocation(use);
    if (symbol === undefined) return shownAt(use);
    const type = checker.getTypeAtLocation(use);
    const texts = known.get(symbol) ?? new Map<ts.Type, string | undefined>();
    known.set(symbol, texts);
    if (!texts.has(type)) texts.set(type, shownAt(use));
    return texts.get(type);
  };
  const told = (use: ts.Identifier, text: string | undefined) =>
    text === undefined ? [] : [{ ...markOf(file, use.getStart(file), use.text.length), text }];
  return [
    ...uses.flatMap((use) => told(use, names.has(use.text) ? shown(use) : undefined)),
    ...methods.flatMap((use) => told(use, methodText(checker, use))),
  ];
}

function isCalledMethod(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    ts.isPropertyAccessExpression(parent) &&
    parent.name === node &&
    ts.isCallExpression(parent.parent) &&
    parent.parent.expression === parent
  );
}

/** What a method of Bough does: its name and the first paragraph of its documentation. Its type is long, and says less. */
function methodText(checker: ts.TypeChecker, use: ts.Identifier): string | undefined {
  const symbol = checker.getSymbolAtLocation(use);
  const source = symbol?.declarations?.[0]?.getSourceFile().fileName ?? "";
  if (symbol === undefined || !/\/packages\/[a-z]+\/src\//.test(source)) return undefined;
  const comment = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const [first = ""] = comment.split("\n\n");
  return first === "" ? undefined : `(method) ${use.text}\n\n${first}`;
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

function errorOf(
  { start, length, messageText }: ts.Diagnostic,
  file: ts.SourceFile,
  indexOf: (text: string) => number,
): Mark[] {
  if (start === undefined || length === undefined) return [];
  const { line } = file.getLineAndCharacterOfPosition(start);
  const end = endOfLine(file, start);
  const text = ts.flattenDiagnosticMessageText(messageText, "\n");
  return line === 0
    ? []
    : [{ ...markOf(file, start, Math.min(length, end - start)), text: indexOf(text) }];
}

function markOf(file: ts.SourceFile, start: number, length: number): Omit<Mark, "text"> {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return { line, character, length };
}

function endOfLine(file: ts.SourceFile, position: number): number {
  const end = file.text.indexOf("\n", position);
  return end === -1 ? file.text.length : end;
}
