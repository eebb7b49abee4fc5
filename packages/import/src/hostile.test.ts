// Documents whose every text tries to become code: what is written for them has only what the printer writes,
// compiles, and does nothing when it is imported.
import { createContext, runInContext } from "node:vm";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import fc from "fast-check";
import ts from "typescript-5.9";
import { describe, expect, test } from "vitest";
import { compiledFiles } from "../../../test/support/compiled-files.ts";
import { isComplete } from "../../../test/support/matrix.ts";
import * as bough from "bough";
import * as existing from "bough/existing";
import { hostileDocument } from "../../../test/support/hostile-documents.ts";
import { declarationsOf } from "./print/declarations.ts";
import { modulesOf, singleModule } from "./print/modules.ts";
import { readDocument } from "./read-document.ts";

const RUNS = isComplete ? 2_000 : 300;
// There is no such folder: the files are in memory.
const folder = fileURLToPath(new URL("hostile/", import.meta.url));

const declared = fc.sample(hostileDocument, { numRuns: RUNS, seed: 29 }).map((text) => {
  const read = readDocument(JSON.parse(text), { bounds: true, typed: true, verified: true });
  return declarationsOf(read, { docs: true, bounds: true, tags: true });
});
/** The text of each file by its path, for 400 documents at a time: one test ends in time on a busy machine, too. */
const programs = Array.from({ length: Math.ceil(RUNS / 400) }, (_, part) => {
  const documents = declared.slice(part * 400, (part + 1) * 400);
  const sources = documents.flatMap((all, index) =>
    [...modulesOf(all)].map(([name, text]): [string, string] => [
      `${folder}${index}/${name}`,
      text,
    ]),
  );
  return { part: part + 1, documents, sources: new Map(sources) };
});

const STATEMENTS =
  "ImportDeclaration FirstStatement InterfaceDeclaration TypeAliasDeclaration".split(" ");
// What the printer writes.
const NODES = new Set([
  ...STATEMENTS,
  ..."ImportClause NamedImports ImportSpecifier ExportKeyword VariableDeclarationList VariableDeclaration".split(
    " ",
  ),
  ..."Identifier StringLiteral FirstLiteralToken TrueKeyword FalseKeyword NullKeyword PrefixUnaryExpression".split(
    " ",
  ),
  ..."CallExpression NewExpression PropertyAccessExpression ElementAccessExpression ArrayLiteralExpression".split(
    " ",
  ),
  ..."ObjectLiteralExpression PropertyAssignment ShorthandPropertyAssignment ComputedPropertyName".split(
    " ",
  ),
  ..."ArrowFunction Parameter EqualsGreaterThanToken Block ReturnStatement ThrowStatement".split(
    " ",
  ),
  ..."ConditionalExpression QuestionToken ColonToken BinaryExpression EqualsEqualsEqualsToken".split(
    " ",
  ),
  ..."BarBarToken QuestionQuestionToken AsExpression TypeReference TypeQuery TypeLiteral LiteralType".split(
    " ",
  ),
  ..."PropertySignature IndexSignature ReadonlyKeyword UnionType IntersectionType ArrayType TupleType".split(
    " ",
  ),
  ..."RestType ParenthesizedType StringKeyword NumberKeyword BooleanKeyword UnknownKeyword NeverKeyword".split(
    " ",
  ),
]);
const METHODS = new Set(
  "parameters headers cookies request response failure security deprecated idempotent paged describe optional default list body scopes exec join split some includes length".split(
    " ",
  ),
);
const GLOBALS = new Set(["Error", "RegExp", "Date", "const"]);

// An `@` of the document never begins a tag.
const TAGS = new Set(
  "deprecated integer format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems".split(
    " ",
  ),
);

/** What a file has that the printer does not write. */
function foreignParts(file: ts.SourceFile): readonly string[] {
  const own = new Set<string>();
  const found: string[] = [];
  const declare = (node: ts.Node): void => {
    const isDeclared =
      ts.isImportSpecifier(node) ||
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node);
    if (isDeclared) own.add(node.name.getText(file));
    ts.forEachChild(node, declare);
  };
  const visit = (node: ts.Node): void => {
    const isName = "name" in node.parent && node.parent.name === node;
    const isForeign =
      !NODES.has(ts.SyntaxKind[node.kind]) ||
      (ts.isIdentifier(node) && !isName && !own.has(node.text) && !GLOBALS.has(node.text)) ||
      (ts.isPropertyAccessExpression(node) && !isRead(node)) ||
      ts.getJSDocTags(node).some(({ tagName }) => !TAGS.has(tagName.text));
    if (isForeign) found.push(`${ts.SyntaxKind[node.kind]}: ${node.getFullText(file)}`);
    ts.forEachChild(node, visit);
  };
  declare(file);
  for (const statement of file.statements) {
    if (!STATEMENTS.includes(ts.SyntaxKind[statement.kind])) found.push(statement.getText(file));
    visit(statement);
  }
  return found;
}

// A method of Bough, or a member of several ids in one segment.
function isRead({ name, expression, parent }: ts.PropertyAccessExpression): boolean {
  const isIds = expression.getText() === "ids" && ts.isArrayLiteralExpression(parent);
  return METHODS.has(name.text) || isIds;
}

describe(`what is written for ${RUNS} hostile documents`, () => {
  test.each(programs)(
    "has only nodes and names that the printer writes, and compiles without unused imports: part $part",
    ({ documents, sources }) => {
      const { files, errors } = compiledFiles(sources, folder);
      expect(files.length).toBeGreaterThan(documents.length * 2);
      expect(files.flatMap(foreignParts)).toEqual([]);
      expect(errors).toEqual([]);
    },
  );

  test("does nothing when it is imported", () => {
    // It has the globals of ECMAScript and no others.
    const context = createContext({});
    const globals = `Object.getOwnPropertyNames(globalThis).join()`;
    const before: unknown = runInContext(globals, context);
    for (const all of declared) {
      const { code } = transformSync(singleModule(all), { loader: "ts", format: "cjs" });
      const loaded: unknown = runInContext(`(module, require) => {\n${code}\n}`, context);
      const module: { exports: object } = { exports: {} };
      (loaded as (own: object, require: (name: string) => object) => void)(module, (name) => {
        expect(["bough", "bough/existing"]).toContain(name);
        return name === "bough" ? bough : existing;
      });
      expect(module.exports).toHaveProperty("api");
    }
    expect(runInContext(globals, context)).toBe(before);
  });
});
