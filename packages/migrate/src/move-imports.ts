// Rewrites what a script imports: specifiers that have another name, and names that another entry exports.
import ts from "typescript";
import type { Edit } from "./edits.ts";
import type { Moved, MovedName } from "./moved.ts";

/** What is found in a script. Positions count from its start. */
export interface Findings {
  readonly edits: Edit[];
  readonly left: { readonly at: number; readonly why: string }[];
  /** The specifiers of the script, as they are now. */
  readonly entries: string[];
}

type Declared = ts.ImportDeclaration | ts.ExportDeclaration;
type Named = ts.NodeArray<ts.ImportSpecifier> | ts.NodeArray<ts.ExportSpecifier>;

// A call whose first argument is a module.
const LOADS =
  /^(?:import|require(?:\.resolve)?|(?:vi|vitest|jest|mock)\.\w+|import\.meta\.resolve)$/;

export function moveImports(code: ts.SourceFile, moved: Moved): Findings {
  const findings: Findings = { edits: [], left: [], entries: [] };
  // Not `forEachChild`, which has no JSDoc: `@type {import("…").Name}`.
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier) {
      moveSpecifier(node, specifier, { code, moved, findings });
    }
    for (const child of node.getChildren(code)) {
      visit(child);
    }
  };
  visit(code);
  return findings;
}

interface Work {
  readonly code: ts.SourceFile;
  readonly moved: Moved;
  readonly findings: Findings;
}

function specifierOf(node: ts.Node): ts.StringLiteralLike | undefined {
  const found =
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isJSDocImportTag(node)
      ? node.moduleSpecifier
      : ts.isImportTypeNode(node)
        ? ts.isLiteralTypeNode(node.argument) && node.argument.literal
        : ts.isExternalModuleReference(node)
          ? node.expression
          : ts.isModuleDeclaration(node)
            ? node.name
            : ts.isCallExpression(node) &&
              LOADS.test(node.expression.getText()) &&
              node.arguments[0];
  return found && ts.isStringLiteralLike(found) ? found : undefined;
}

function moveSpecifier(node: ts.Node, specifier: ts.StringLiteralLike, work: Work): void {
  const { code, moved, findings } = work;
  const entry = moved.specifiers.get(specifier.text) ?? specifier.text;
  const rows = moved.names.filter(({ from }) => from === entry);
  const names = rows.length > 0 ? namesOf(node) : [];
  const gone = names.map((name) => rows.find((row) => row.name === name));
  const [first] = gone;
  const isWhole = first !== undefined && gone.every((row) => row?.to === first.to);
  const target = isWhole ? first.to : entry;
  if (target !== specifier.text) {
    const start = specifier.getStart(code) + 1;
    findings.edits.push({ start, end: specifier.end - 1, text: target });
  }
  findings.entries.push(target);
  if (isWhole || rows.length === 0) {
    return;
  }
  const elements = namedOf(node);
  if (elements && (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))) {
    moveNames({ node, elements, gone }, work);
    return;
  }
  for (const row of gone.filter((row) => row !== undefined)) {
    findings.left.push({ at: node.getStart(code), why: whyOf(row) });
  }
  reportMembers(node, rows, work);
}

function whyOf({ name, to }: MovedName): string {
  return `\`${name}\` is in ${to} now: import it from there`;
}

/** The names that a node takes from its module, as the module exports them. */
function namesOf(node: ts.Node): readonly string[] {
  const elements = namedOf(node);
  if (elements) {
    return elements.map(({ propertyName, name }) => (propertyName ?? name).text);
  }
  if (ts.isImportTypeNode(node) && node.qualifier) {
    return [node.qualifier.getText().split(".")[0] ?? ""];
  }
  const holder = ts.isAwaitExpression(node.parent) ? node.parent.parent : node.parent;
  return ts.isCallExpression(node) &&
    ts.isVariableDeclaration(holder) &&
    ts.isObjectBindingPattern(holder.name)
    ? holder.name.elements.map(({ propertyName, name }) => (propertyName ?? name).getText())
    : [];
}

function namedOf(node: ts.Node): Named | undefined {
  if (ts.isImportDeclaration(node)) {
    const bindings = node.importClause?.namedBindings;
    // A default import stays where it is, and so do the names beside it that do not move.
    return bindings && ts.isNamedImports(bindings) && !node.importClause.name
      ? bindings.elements
      : undefined;
  }
  return ts.isExportDeclaration(node) && node.exportClause && ts.isNamedExports(node.exportClause)
    ? node.exportClause.elements
    : undefined;
}

/** `import * as bough`, and then `bough.name`. */
function reportMembers(node: ts.Node, rows: readonly MovedName[], { code, findings }: Work): void {
  const bindings = ts.isImportDeclaration(node) && node.importClause?.namedBindings;
  if (!bindings || !ts.isNamespaceImport(bindings)) {
    return;
  }
  for (const row of rows) {
    const member = new RegExp(`(?<![\\w$.])${bindings.name.text}\\.${row.name}\\b`, "g");
    for (const { index } of code.text.matchAll(member)) {
      findings.left.push({ at: index, why: whyOf(row) });
    }
  }
}

interface Parted {
  readonly node: Declared;
  readonly elements: Named;
  /** Where each element goes, if it goes. */
  readonly gone: readonly (MovedName | undefined)[];
}

/** Takes names out of a declaration that keeps others. */
function moveNames({ node, elements, gone }: Parted, { code, findings }: Work): void {
  const last = gone.lastIndexOf(undefined);
  elements.forEach((element, index) => {
    const next = elements[index + 1];
    if (gone[index] && next && index < last) {
      // A comment above the next name belongs to that.
      const [comment] = ts.getLeadingCommentRanges(code.text, next.getFullStart()) ?? [];
      const end = comment?.pos ?? next.getStart(code);
      findings.edits.push({ start: element.getStart(code), end, text: "" });
    }
  });
  const [kept, end] = [elements[last], elements.at(-1)];
  if (kept && end && kept !== end) {
    findings.edits.push({ start: kept.end, end: end.end, text: "" });
  }
  for (const to of new Set(gone.flatMap((row) => (row ? [row.to] : [])))) {
    const taken = elements.filter((_, index) => gone[index]?.to === to);
    const list = taken.map((element) => element.getText(code)).join(", ");
    findings.edits.push({ start: node.end, end: node.end, text: declared(node, list, to) });
    findings.entries.push(to);
  }
}

function isTypeOnly(node: Declared): boolean {
  return ts.isImportDeclaration(node) ? (node.importClause?.isTypeOnly ?? false) : node.isTypeOnly;
}

function declared(node: Declared, names: string, to: string): string {
  const text = node.getText();
  const { text: whole } = node.getSourceFile();
  // The ends of the lines as they are, and the indent of a code block in a list.
  const line = whole.includes("\r\n") ? "\r\n" : "\n";
  const [indent = ""] = /[ \t>]*$/.exec(whole.slice(0, node.getStart())) ?? [];
  const verb = ts.isImportDeclaration(node) ? "import" : "export";
  const quote = node.moduleSpecifier?.getText()[0] ?? '"';
  const type = isTypeOnly(node) ? " type" : "";
  return `${line}${indent}${verb}${type} { ${names} } from ${quote}${to}${quote}${text.endsWith(";") ? ";" : ""}`;
}
