// The imports of a moved file: adds what it needs now, and removes what it no longer uses.
import ts from "typescript";
import { edited, type Edit } from "../edits.ts";
import type { Project } from "./project.ts";
import { specifierOf } from "./specifier.ts";
import { importsOf, plain } from "./syntax.ts";
import type { Needed, Work } from "./work.ts";

export interface Swept {
  /** The packages that are left behind. */
  readonly from: RegExp;
  /** Functions of them that make a value which may be unused now. */
  readonly made: RegExp;
}

/** The text of a file after its edits, with the imports that it needs now, and without what it no longer uses. */
export function withImports(work: Work, swept: Swept, project: Project): string {
  const text = work.result();
  const code = parsed(work, text);
  const used = identifiersOf(code);
  const needed = new Map<string, Needed[]>();
  for (const one of work.needed) {
    if (used.has(one.alias)) {
      const specifier = specifierOf(one.from, work, project);
      const known = needed.get(specifier) ?? [];
      if (!known.some(({ name }) => name === one.name)) {
        needed.set(specifier, [...known, one]);
      }
    }
  }
  const replaced = (name: string, from: string): boolean =>
    (swept.from.test(from) || work.replaced.has(name)) &&
    work.needed.some((one) => one.alias === name && one.from !== from);
  const edits = [...cleaned(code, work, swept, { needed, replaced })];
  const lines = [...needed].flatMap(([from, names]) =>
    names.length > 0 ? [importLine(from, names, code)] : [],
  );
  if (lines.length > 0) {
    edits.push(insertedImports(lines, code));
  }
  const result = edited(text, edits);
  // What is removed may leave something else unused: `initContract`, after `c`.
  return result === text
    ? text
    : edited(
        result,
        cleaned(parsed(work, result), work, swept, { needed: new Map(), replaced: () => false }),
      );
}

function cleaned(
  code: ts.SourceFile,
  work: Work,
  swept: Swept,
  naming: Pick<Cleaning, "needed" | "replaced">,
): readonly Edit[] {
  const used = identifiersOf(code);
  const usedBefore = identifiersOf(work.code);
  return [
    ...importsOf(code).flatMap(({ node }) =>
      cleanedImport(node, { code, used, usedBefore, ...naming }),
    ),
    ...unusedVariables(code, { used, usedBefore, swept }),
  ];
}

/** Parses a text of a file, for its syntax alone. */
export function parsed({ code, path }: Work, text: string): ts.SourceFile {
  const kind = path.endsWith(".tsx")
    ? ts.ScriptKind.TSX
    : /\.[cm]?jsx?$/.test(path)
      ? ts.ScriptKind.JSX
      : ts.ScriptKind.TS;
  return ts.createSourceFile(code.fileName, text, ts.ScriptTarget.Latest, true, kind);
}

/** The names that a file uses, without those of properties and imports. */
function identifiersOf(code: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      return;
    }
    if (ts.isIdentifier(node)) {
      const { parent } = node;
      const isMember =
        (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
        (ts.isPropertyAssignment(parent) && parent.name === node) ||
        (ts.isQualifiedName(parent) && parent.right === node) ||
        (ts.isBindingElement(parent) && parent.propertyName === node) ||
        (ts.isVariableDeclaration(parent) && parent.name === node);
      if (!isMember) {
        names.add(node.text);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(code);
  return names;
}

interface Cleaning {
  readonly code: ts.SourceFile;
  readonly used: ReadonlySet<string>;
  readonly usedBefore: ReadonlySet<string>;
  readonly needed: Map<string, Needed[]>;
  /** Whether a name that is imported from a module comes from another one now. */
  readonly replaced: (name: string, from: string) => boolean;
}

function cleanedImport(
  node: ts.ImportDeclaration,
  { code, used, usedBefore, needed, replaced }: Cleaning,
): readonly Edit[] {
  const clause = node.importClause;
  const bindings = clause?.namedBindings;
  const from = ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : "";
  const isUnused = (name: string): boolean =>
    (usedBefore.has(name) && !used.has(name)) || replaced(name, from);
  if (!clause || (bindings && ts.isNamespaceImport(bindings))) {
    return clause && bindings && isUnused(bindings.getText(code).replace(/^.* as /s, ""))
      ? [wholeLine(node, code)]
      : [];
  }
  const elements = bindings ? [...bindings.elements] : [];
  const kept = elements.filter(({ name }) => !isUnused(name.text));
  const defaultKept = clause.name && !isUnused(clause.name.text);
  const wanted =
    clause.isTypeOnly && !(needed.get(from) ?? []).every(({ isType }) => isType)
      ? []
      : (needed.get(from) ?? []);
  const added = wanted.filter(
    ({ name }) => !elements.some((one) => (one.propertyName ?? one.name).text === name),
  );
  if (bindings || wanted.length === 0) {
    needed.set(
      from,
      (needed.get(from) ?? []).filter((one) => !wanted.includes(one)),
    );
  }
  if (kept.length === elements.length && added.length === 0 && (defaultKept || !clause.name)) {
    return [];
  }
  if (kept.length === 0 && added.length === 0 && !defaultKept) {
    return [wholeLine(node, code)];
  }
  const names = [
    ...kept.map((one) => one.getText(code)),
    ...added.map((one) =>
      one.isType && !clause.isTypeOnly ? `type ${specifierText(one)}` : specifierText(one),
    ),
  ];
  const list =
    names.length > 0
      ? bindings?.getText(code).includes("\n")
        ? `{\n  ${names.join(",\n  ")},\n}`
        : `{ ${names.join(", ")} }`
      : "";
  const text = [
    ...(defaultKept && clause.name ? [clause.name.text] : []),
    ...(list ? [list] : []),
  ].join(", ");
  return [
    {
      start: clause.getStart(code),
      end: clause.end,
      text: `${clause.isTypeOnly ? "type " : ""}${text}`,
    },
  ];
}

interface Unused {
  readonly used: ReadonlySet<string>;
  readonly usedBefore: ReadonlySet<string>;
  readonly swept: Swept;
}

/** Variables that only the old library had a use for: `const c = initContract()`, and options of its routers. */
function unusedVariables(
  code: ts.SourceFile,
  { used, usedBefore, swept }: Unused,
): readonly Edit[] {
  const edits: Edit[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableStatement(node)) {
      const isUnused = node.declarationList.declarations.every(({ name, initializer }) => {
        const isMade =
          initializer &&
          ts.isCallExpression(initializer) &&
          swept.made.test(initializer.expression.getText(code));
        const bare = initializer && plain(initializer);
        const isOptions = bare && ts.isObjectLiteralExpression(bare);
        return (
          (isMade || isOptions) &&
          ts.isIdentifier(name) &&
          usedBefore.has(name.text) &&
          !used.has(name.text)
        );
      });
      if (isUnused && !node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) {
        edits.push(wholeLine(node, code));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(code);
  return edits;
}

function wholeLine(node: ts.Node, { text }: ts.SourceFile): Edit {
  const [indent = ""] = /[ \t]*$/.exec(text.slice(0, node.getStart())) ?? [];
  const start = node.getStart() - indent.length;
  const [after = ""] = /^[ \t]*(?:\r?\n)?/.exec(text.slice(node.end)) ?? [];
  const blank =
    text.slice(0, start).endsWith("\n\n") && /^\r?\n/.test(text.slice(node.end + after.length))
      ? 1
      : 0;
  return { start, end: node.end + after.length + blank, text: "" };
}

function specifierText({ name, alias }: Needed): string {
  return name === alias ? name : `${name} as ${alias}`;
}

function importLine(from: string, names: readonly Needed[], code: ts.SourceFile): string {
  const [quote, end] = styleOf(code);
  const isType = names.every((one) => one.isType);
  const sorted = names.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const list = sorted.map((one) =>
    one.isType && !isType ? `type ${specifierText(one)}` : specifierText(one),
  );
  const line = `import${isType ? " type" : ""} { ${list.join(", ")} } from ${quote}${from}${quote}${end}`;
  return line.length <= 100
    ? line
    : line.replace(
        /\{ (.*) \}/,
        (_, inner: string) => `{\n  ${inner.split(", ").join(",\n  ")},\n}`,
      );
}

/** The quotes that the file uses, and how its statements end. */
function styleOf({ statements, text }: ts.SourceFile): readonly [string, string] {
  const first = statements.find(ts.isImportDeclaration);
  const quote =
    first?.moduleSpecifier.getText()[0] ?? (/'/.test(text) && !/"/.test(text) ? "'" : '"');
  const end = first && !first.getText().endsWith(";") ? "" : ";";
  return [quote, end];
}

function insertedImports(lines: readonly string[], code: ts.SourceFile): Edit {
  const last = code.statements.findLast(ts.isImportDeclaration);
  const text = lines.join("\n");
  if (last) {
    return { start: last.end, end: last.end, text: `\n${text}` };
  }
  const [first] = code.statements;
  const at = first ? first.getStart(code) : code.text.length;
  return { start: at, end: at, text: `${text}\n\n` };
}
