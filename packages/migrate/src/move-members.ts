// Moves the members of a namespace, `import * as bough from "bough"`: `bough.either` becomes `boughExisting.either`.
import ts from "typescript";
import type { Edit } from "./edits.ts";
import type { MovedName } from "./moved.ts";

interface Members {
  readonly edits: readonly Edit[];
  readonly entries: readonly string[];
  /** Members that stay, because a name would have two meanings. */
  readonly left: readonly { readonly at: number; readonly row: MovedName }[];
}

export function moveMembers(
  node: ts.ImportDeclaration,
  namespace: ts.NamespaceImport,
  rows: readonly MovedName[],
): Members {
  const code = node.getSourceFile();
  const { text: name } = namespace.name;
  const edits: Edit[] = [];
  const left: { at: number; row: MovedName }[] = [];
  const entries = new Set<string>();
  const names = identifiersIn(code);
  const isShadowed = names.some(
    (one) => one.text === name && isDeclared(one) && one !== namespace.name,
  );
  const isFree = (other: string): boolean => names.every(({ text }) => text !== other);
  for (const { object, members } of names.flatMap((one) => membersOf(one, name) ?? [])) {
    for (const member of members) {
      const row = rows.find((one) => one.name === member);
      const other = row && namespaceOf(name, row.to);
      if (row && other !== undefined && object && !isShadowed && isFree(other)) {
        edits.push({ start: object.getStart(code), end: object.end, text: other });
        entries.add(row.to);
      } else if (row) {
        left.push({ at: (object ?? node).getStart(code), row });
      }
    }
  }
  const declaration = node.getText(code);
  const at = namespace.name.getStart(code) - node.getStart(code);
  const specifier = node.moduleSpecifier.getStart(code) - node.getStart(code) + 1;
  for (const entry of entries) {
    const head = declaration.slice(0, at) + namespaceOf(name, entry);
    const middle = declaration.slice(at + name.length, specifier);
    const tail = declaration.slice(node.moduleSpecifier.end - node.getStart(code) - 1);
    edits.push({ start: node.end, end: node.end, text: `\n${head}${middle}${entry}${tail}` });
  }
  return { edits, left, entries: [...entries] };
}

function identifiersIn(node: ts.Node): readonly ts.Identifier[] {
  const found: ts.Identifier[] = [];
  const visit = (one: ts.Node): void => {
    if (ts.isIdentifier(one)) {
      found.push(one);
    }
    ts.forEachChild(one, visit);
  };
  visit(node);
  return found;
}

function isDeclared(identifier: ts.Identifier): boolean {
  const { parent } = identifier;
  return "name" in parent && parent.name === identifier && !ts.isPropertyAccessExpression(parent);
}

interface Used {
  /** What another namespace can replace; `undefined` if the members are taken out of it. */
  readonly object: ts.Identifier | undefined;
  readonly members: readonly string[];
}

/** The members that a use of the namespace takes of it. */
function membersOf(identifier: ts.Identifier, name: string): Used | undefined {
  const { parent } = identifier;
  if (identifier.text !== name) {
    return undefined;
  }
  if (ts.isPropertyAccessExpression(parent) && parent.expression === identifier) {
    return { object: identifier, members: [parent.name.text] };
  }
  if (ts.isQualifiedName(parent) && parent.left === identifier) {
    return { object: identifier, members: [parent.right.text] };
  }
  return ts.isVariableDeclaration(parent) &&
    parent.initializer === identifier &&
    ts.isObjectBindingPattern(parent.name)
    ? {
        object: undefined,
        members: parent.name.elements.map(({ propertyName, name: own }) =>
          (propertyName ?? own).getText(),
        ),
      }
    : undefined;
}

/** `boughClientAdapters` of `bough` and `bough/client/adapters`. */
function namespaceOf(name: string, entry: string): string {
  const words = entry.split(/\W/).slice(1);
  return name + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
