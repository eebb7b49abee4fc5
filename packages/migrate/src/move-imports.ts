// Rewrites what a script imports: specifiers that have another name, and names that another entry exports.
import ts from "typescript";
import type { Edit } from "./edits.ts";
import type { Moved, MovedName } from "./moved.ts";
import { moveMembers } from "./move-members.ts";
import { moveNames, type Named, type Naming } from "./move-names.ts";

/** What is found in a script. Positions count from its start. */
export interface Findings {
  readonly edits: Edit[];
  readonly left: { readonly at: number; readonly why: string }[];
  /** The specifiers of the script, as they are now. */
  readonly entries: string[];
}

// A call whose first argument is a module.
const LOADS =
  /^(?:import|require(?:\.resolve)?|(?:vi|vitest|jest|mock)\.\w+|import\.meta\.resolve)$/;

export function moveImports(code: ts.SourceFile, moved: Moved): Findings {
  const findings: Findings = { edits: [], left: [], entries: [] };
  const namings: Naming[] = [];
  // Not `forEachChild`, which has no JSDoc: `@type {import("…").Name}`.
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier) {
      moveSpecifier(node, specifier, { code, moved, findings, namings });
    }
    for (const child of node.getChildren(code)) {
      visit(child);
    }
  };
  visit(code);
  const { edits, entries } = moveNames(namings, code);
  findings.edits.push(...edits);
  findings.entries.push(...entries);
  return findings;
}

interface Work {
  readonly namings: Naming[];
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
  const gone = namesOf(node).map((name) => rows.find((row) => row.name === name));
  const elements = namedOf(node);
  if (elements && (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))) {
    work.namings.push({ node, elements, entry, gone });
    return;
  }
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
  for (const row of gone.filter((row) => row !== undefined)) {
    findings.left.push({ at: node.getStart(code), why: whyOf(row) });
  }
  moveNamespace(node, rows, work);
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
  if (ts.isImportDeclaration(node) || ts.isJSDocImportTag(node)) {
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
function moveNamespace(node: ts.Node, rows: readonly MovedName[], { code, findings }: Work): void {
  const bindings = ts.isImportDeclaration(node) && node.importClause?.namedBindings;
  if (bindings && ts.isNamespaceImport(bindings)) {
    const { edits, left, entries } = moveMembers(node, bindings, rows);
    findings.edits.push(...edits);
    findings.entries.push(...entries);
    findings.left.push(...left.map(({ at, row }) => ({ at, why: whyOf(row) })));
  }
  if (ts.isExportDeclaration(node) && !node.exportClause) {
    reportStar(node, rows, { code, findings });
  }
}

/** `export * from "bough"` exported what other entries have now. */
function reportStar(
  node: ts.ExportDeclaration,
  rows: readonly MovedName[],
  { code, findings }: Pick<Work, "code" | "findings">,
): void {
  const starred = code.statements.flatMap((one) =>
    ts.isExportDeclaration(one) && !one.exportClause && one.moduleSpecifier
      ? [one.moduleSpecifier.getText(code).slice(1, -1)]
      : [],
  );
  const lacking = [...new Set(rows.map(({ to }) => to))].filter((to) => !starred.includes(to));
  if (lacking.length > 0) {
    const why = `export what you use of ${lacking.join(", ")} too: names of this entry are there now`;
    findings.left.push({ at: node.getStart(code), why });
  }
}
