// The public declarations of an entry as text, without comments and bodies: what a user of the package sees.
// Each file is read by itself, which `isolatedDeclarations` allows, so no program has to be checked.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import ts from "typescript-5.9";

/** A name that an entry exports, and the statements that declare it. */
export interface PublicName {
  readonly name: string;
  readonly statements: readonly ts.Statement[];
  readonly file: ts.SourceFile;
}

/** Everything that an entry exports, sorted by name. */
export function publicNamesOf(entry: string): PublicName[] {
  return reExportsOf(declarationsIn(entry))
    .map(({ name, original, from }) => ({
      name,
      ...declared(join(dirname(entry), from), original),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The report of an entry: each declaration and each base that the entry does not export, sorted by name. */
export function reportOf(entry: string): string {
  const printer = ts.createPrinter({ removeComments: true });
  const all = publicNamesOf(entry);
  const known = new Set(all.flatMap(({ statements }) => statements));
  const bases: PublicName[] = [];
  // A base may have bases.
  for (let queue = all; queue.length > 0;) {
    queue = queue.flatMap(basesOf).filter(({ statements: [first] }) => {
      const isNew = first !== undefined && !known.has(first);
      if (first !== undefined) known.add(first);
      return isNew;
    });
    bases.push(...queue.map((base) => ({ ...base, name: `${base.name} (a base)` })));
  }
  const blocks = [...all, ...bases.toSorted((a, b) => (a.name < b.name ? -1 : 1))].map(
    ({ name, statements, file }) => {
      const added = statements.flatMap((statement) => addedTo(statement, file.fileName));
      const texts = [...statements.map((statement) => ({ statement, file })), ...added].map((one) =>
        printer.printNode(ts.EmitHint.Unspecified, one.statement, one.file),
      );
      return `## ${name}\n${texts.join("\n")}\n`;
    },
  );
  return blocks.join("\n");
}

/** What the folders of facts/ add to an interface by declaration merging. */
function addedTo(
  statement: ts.Statement,
  path: string,
): readonly { statement: ts.Statement; file: ts.SourceFile }[] {
  const [src = ""] = /^.*\/src\//.exec(path) ?? [];
  if (!ts.isInterfaceDeclaration(statement) || !existsSync(join(src, "facts"))) return [];
  const facts = readdirSync(join(src, "facts")).map((name) =>
    join(src, "facts", name, "declared.ts"),
  );
  return facts.flatMap((fact) => {
    const file = declarationsIn(fact);
    return file.statements
      .filter(ts.isModuleDeclaration)
      .filter(({ name }) => join(dirname(fact), name.text) === path)
      .flatMap(({ body }) => (body && ts.isModuleBlock(body) ? [...body.statements] : []))
      .filter((one) => namesOf(one).includes(statement.name.text))
      .map((one) => ({ statement: one, file }));
  });
}

/** What the declarations of a name extend, if Bough declares it. */
function basesOf({ statements, file }: PublicName): PublicName[] {
  return statements
    .flatMap((statement) =>
      ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement)
        ? (statement.heritageClauses ?? []).flatMap(({ types }) => types)
        : [],
    )
    .map(({ expression }) => expression.getText(file))
    .flatMap((name) => {
      const from = importOf(file, name);
      const isLocal = file.statements.some((statement) => namesOf(statement).includes(name));
      if (!isLocal && from === undefined) return [];
      return {
        name,
        ...declared(join(dirname(file.fileName), from ?? basename(file.fileName)), name),
      };
    });
}

/** The relative file that a name is imported from. */
function importOf(file: ts.SourceFile, name: string): string | undefined {
  const found = file.statements.find(
    (statement): statement is ts.ImportDeclaration =>
      ts.isImportDeclaration(statement) &&
      statement.importClause?.namedBindings !== undefined &&
      ts.isNamedImports(statement.importClause.namedBindings) &&
      statement.importClause.namedBindings.elements.some((element) => element.name.text === name),
  );
  const from = found && ts.isStringLiteral(found.moduleSpecifier) ? found.moduleSpecifier.text : "";
  return from.startsWith(".") ? from : undefined;
}

/** The first paragraph of a name's JSDoc, on one line; empty if it has none. */
export function summaryOf({ statements }: PublicName): string {
  for (const statement of statements) {
    for (const doc of ts.getJSDocCommentsAndTags(statement)) {
      const text = ts.isJSDoc(doc) ? (ts.getTextOfJSDocComment(doc.comment) ?? "") : "";
      if (text.trim() !== "") return (text.split("\n\n")[0] ?? "").replaceAll(/\s+/g, " ").trim();
    }
  }
  return "";
}

const files = new Map<string, ts.SourceFile>();

function declarationsIn(path: string): ts.SourceFile {
  const known = files.get(path);
  if (known !== undefined) return known;
  const { outputText } = ts.transpileDeclaration(readFileSync(path, "utf8"), {
    fileName: path,
    compilerOptions: { isolatedDeclarations: true, target: ts.ScriptTarget.ES2022 },
  });
  const file = ts.createSourceFile(path, outputText, ts.ScriptTarget.ES2022, true);
  files.set(path, file);
  return file;
}

interface ReExport {
  readonly name: string;
  readonly original: string;
  readonly from: string;
}

function reExportsOf(file: ts.SourceFile): ReExport[] {
  return file.statements.flatMap((statement) =>
    ts.isExportDeclaration(statement) &&
    statement.moduleSpecifier !== undefined &&
    ts.isStringLiteral(statement.moduleSpecifier) &&
    statement.exportClause !== undefined &&
    ts.isNamedExports(statement.exportClause)
      ? namesIn(statement.exportClause, statement.moduleSpecifier.text)
      : [],
  );
}

function namesIn({ elements }: ts.NamedExports, from: string): ReExport[] {
  return elements.map(({ name, propertyName }) => ({
    name: name.text,
    original: (propertyName ?? name).text,
    from,
  }));
}

/** The statements that declare a name, in the file that declares it and does not only pass it on. */
function declared(path: string, name: string): Omit<PublicName, "name"> {
  const file = declarationsIn(path);
  const statements = file.statements.filter((statement) => namesOf(statement).includes(name));
  if (statements.length > 0) return { statements, file };
  const passed = reExportsOf(file).find((one) => one.name === name);
  if (passed === undefined) throw new Error(`${path} does not export ${name}.`);
  return declared(join(dirname(path), passed.from), passed.original);
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  return (ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isFunctionDeclaration(statement)) &&
    statement.name !== undefined
    ? [statement.name.text]
    : [];
}
