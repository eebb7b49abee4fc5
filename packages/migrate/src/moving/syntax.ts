// Questions about the syntax of TypeScript that every move asks.
import ts from "typescript";
import type { Project } from "./project.ts";
import type { Work } from "./work.ts";

export interface Placed<N extends ts.Node = ts.Expression> {
  readonly node: N;
  readonly work: Work;
}

export function keyOf({ node, work }: Placed<ts.Node>): string {
  return `${work.file}:${node.getStart(work.code)}`;
}

/** Without parentheses, `as const` and `satisfies`. */
export function plain(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node)
    ? plain(node.expression)
    : node;
}

export function visit(node: ts.Node, each: (node: ts.Node) => void): void {
  each(node);
  ts.forEachChild(node, (child) => visit(child, each));
}

/** The imports of a file, with the modules that they name. */
export function importsOf({ statements }: ts.SourceFile): readonly {
  readonly node: ts.ImportDeclaration;
  readonly specifier: ts.StringLiteral;
}[] {
  return statements.flatMap((node) =>
    ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)
      ? [{ node, specifier: node.moduleSpecifier }]
      : [],
  );
}

export function propertyOf(
  literal: ts.ObjectLiteralExpression,
  name: string,
): ts.Expression | undefined {
  const property = literal.properties.find((one) => one.name && nameOf(one.name) === name);
  return property && valueOf(property);
}

/** The value of `name: value` and of `name`. */
export function valueOf(property: ts.ObjectLiteralElementLike): ts.Expression | undefined {
  return ts.isPropertyAssignment(property)
    ? property.initializer
    : ts.isShorthandPropertyAssignment(property)
      ? property.name
      : undefined;
}

export function valueOrSpreadOf(property: ts.ObjectLiteralElementLike): ts.Expression | undefined {
  return ts.isSpreadAssignment(property) ? property.expression : valueOf(property);
}

export function nameOf(name: ts.PropertyName): string | undefined {
  return ts.isComputedPropertyName(name)
    ? ts.isStringLiteralLike(name.expression)
      ? name.expression.text
      : undefined
    : name.text;
}

/** The expression that a name or a member stands for, if it is a constant of the project. */
export function resolved({ node, work }: Placed, project: Project): Placed | undefined {
  const symbol = symbolOf(node, work);
  for (const declaration of symbol?.declarations ?? []) {
    const target = placedAt(declaration, project);
    if (target) {
      const { node: found } = target;
      if (ts.isShorthandPropertyAssignment(found)) {
        const value = target.work.checker.getShorthandAssignmentValueSymbol(found);
        const to = value && placedAt(unaliased(value, target.work).declarations?.[0], project);
        if (to && ts.isVariableDeclaration(to.node) && to.node.initializer) {
          return { node: to.node.initializer, work: to.work };
        }
      }
      if (
        (ts.isVariableDeclaration(found) ||
          ts.isPropertyAssignment(found) ||
          ts.isBindingElement(found)) &&
        found.initializer
      ) {
        return { node: found.initializer, work: target.work };
      }
      if (ts.isExportAssignment(found)) {
        return { node: found.expression, work: target.work };
      }
      if (ts.isBindingElement(found)) {
        return resolvedElement({ node: found, work: target.work }, project);
      }
    }
  }
  return undefined;
}

// `const { posts } = contract`: the member of the type has the declaration.
function resolvedElement(
  { node, work }: Placed<ts.BindingElement>,
  project: Project,
): Placed | undefined {
  const type = work.checker.getTypeAtLocation(node.parent);
  const name = node.propertyName ?? node.name;
  const member = ts.isIdentifier(name) ? type.getProperty(name.text) : undefined;
  const to = placedAt(member?.declarations?.[0], project);
  return to && ts.isPropertyAssignment(to.node)
    ? { node: to.node.initializer, work: to.work }
    : undefined;
}

export function symbolOf(node: ts.Node, work: Work): ts.Symbol | undefined {
  const at = ts.isPropertyAccessExpression(node)
    ? node.name
    : ts.isElementAccessExpression(node)
      ? node.argumentExpression
      : node;
  if (ts.isIdentifier(at) && ts.isShorthandPropertyAssignment(at.parent)) {
    const value = work.checker.getShorthandAssignmentValueSymbol(at.parent);
    return value && unaliased(value, work);
  }
  const symbol = work.checker.getSymbolAtLocation(at);
  return symbol && unaliased(symbol, work);
}

/** What an imported name stands for. */
function unaliased(symbol: ts.Symbol, { checker }: Work): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** A declaration as the work of its file has it: each program parses a file anew. */
export function placedAt(
  declaration: ts.Node | undefined,
  { works }: Project,
): Placed<ts.Node> | undefined {
  const work = declaration && works.get(declaration.getSourceFile().fileName);
  if (!work) {
    return undefined;
  }
  const node =
    declaration.getSourceFile() === work.code ? declaration : sameNode(declaration, work.code);
  return node && { node, work };
}

function sameNode(
  { pos, end, kind }: Pick<ts.Node, "pos" | "end" | "kind">,
  within: ts.Node,
): ts.Node | undefined {
  if (within.pos === pos && within.end === end && within.kind === kind) {
    return within;
  }
  return ts.forEachChild(within, (child) =>
    child.pos <= pos && child.end >= end ? sameNode({ pos, end, kind }, child) : undefined,
  );
}

/** The value of a string, if it's known without running anything. */
export function stringOf({ node: given, work }: Placed, project: Project): string | undefined {
  const node = plain(given);
  if (ts.isStringLiteralLike(node)) {
    return node.text;
  }
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.map(({ expression, literal }) => {
      const value = stringOf({ node: expression, work }, project);
      return value === undefined ? undefined : value + literal.text;
    });
    return parts.includes(undefined) ? undefined : node.head.text + parts.join("");
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [node.left, node.right].map((one) =>
      stringOf({ node: one, work }, project),
    );
    return left === undefined || right === undefined ? undefined : left + right;
  }
  const type = work.checker.getTypeAtLocation(node);
  if (type.isStringLiteral()) {
    return type.value;
  }
  const to =
    ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)
      ? resolved({ node, work }, project)
      : undefined;
  return to && stringOf(to, project);
}

/** Whether a node is a part of another one, or that one itself. */
export function isInside(inner: ts.Node, outer: ts.Node): boolean {
  return (
    inner.getSourceFile() === outer.getSourceFile() &&
    inner.pos >= outer.pos &&
    inner.end <= outer.end
  );
}

/** `name` of `T["name"]`, or `200` of `T[200]`. */
export function indexOf({ indexType }: ts.IndexedAccessTypeNode): string | undefined {
  return ts.isLiteralTypeNode(indexType) &&
    (ts.isStringLiteral(indexType.literal) || ts.isNumericLiteral(indexType.literal))
    ? indexType.literal.text
    : undefined;
}

/** Visits the statements of a function, without functions inside it. */
export function ownNodes(body: ts.Node, each: (node: ts.Node) => void): void {
  ts.forEachChild(body, (child) => {
    each(child);
    if (!ts.isFunctionLike(child)) {
      ownNodes(child, each);
    }
  });
}
