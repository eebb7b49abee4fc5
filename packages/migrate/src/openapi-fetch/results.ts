// `{ data, error, response }` of openapi-fetch becomes a result of Bough: `error` is asked of `ok`, and what the checker
// has narrowed is the body of a success or of a failure. What is read without a test gets its old name again.
import ts from "typescript";
import { freeNameIn } from "../moving/free-name-in.ts";
import { awaited, takerOf } from "../moving/taker.ts";
import type { Work } from "../moving/work.ts";
import { usesOf } from "../moving/uses.ts";

type Plan = (() => void)[];

/** Moves what follows a call. `false` if the caller needs the old response. */
export function moveResult(call: ts.Expression, work: Work, hasFailures: boolean): boolean {
  if (ts.isExpressionStatement(awaited(call).parent)) {
    return true;
  }
  const taker = takerOf(call);
  if (!taker?.taken) {
    return taker !== undefined;
  }
  const { taken } = taker;
  if (taken.type) {
    return false;
  }
  return ts.isIdentifier(taken.name)
    ? moveNamed(taken.name, { work, hasFailures })
    : ts.isVariableDeclaration(taken) &&
        ts.isObjectBindingPattern(taken.name) &&
        movePattern(taken.name, taken, { work, hasFailures });
}

interface Where {
  readonly work: Work;
  /** Without a declared failure, a result has no body of one. */
  readonly hasFailures: boolean;
}

/** `result.data`, where a result has a name. */
function moveNamed(name: ts.Identifier, { work, hasFailures }: Where): boolean {
  const plan: Plan = [];
  for (const use of usesOf(name, work.code, work)) {
    const { parent } = use;
    if (
      !ts.isPropertyAccessExpression(parent) ||
      parent.expression !== use ||
      !/^(?:data|error|response)$/.test(parent.name.text)
    ) {
      return false;
    }
    if (parent.name.text === "error" && !hasFailures && !testOf(parent)) {
      return false;
    }
    planRead(parent, parent.name.text, {
      work,
      hasFailures,
      result: use.text,
      plan,
      named: undefined,
    });
  }
  plan.forEach((edit) => edit());
  return true;
}

interface Reading extends Where {
  readonly result: string;
  readonly plan: Plan;
  /** Gives what is read without a test its old name. */
  readonly named: ((key: string) => void) | undefined;
}

function planRead(node: ts.Expression, key: string, reading: Reading): void {
  const { work, result, plan, named, hasFailures } = reading;
  if (key === "response") {
    if (named) {
      plan.push(() => replaceUse(node, `${result}.response`, work));
    }
    return;
  }
  const test = testOf(node);
  const isNothing = (work.checker.getTypeAtLocation(node).flags & ts.TypeFlags.Undefined) !== 0;
  if (test && isNothing && named && hasFailures) {
    // A second test of what cannot be there: the result has no type at this place.
    named(key);
    return;
  }
  if (test) {
    const isError = (key === "error") !== test.isNot;
    plan.push(() => work.replaceNode(test.node, isError ? `!${result}.ok` : `${result}.ok`));
    return;
  }
  const body = key === "data" ? `${result}.body` : `${result}.failure.body`;
  if (isNarrowed(node, work)) {
    plan.push(() => replaceUse(node, body, work));
  } else if (named) {
    named(key);
  } else {
    const text =
      key === "data"
        ? `(${result}.ok ? ${body} : undefined)`
        : `(${result}.ok ? undefined : ${body})`;
    plan.push(() => replaceUse(node, text, work));
  }
}

function replaceUse(node: ts.Expression, text: string, work: Work): void {
  const isShorthand = ts.isShorthandPropertyAssignment(node.parent);
  work.replaceNode(node, isShorthand ? `${node.getText(work.code)}: ${text}` : text);
}

/** `if (error)`, `!data`, `error !== undefined`: a question that `ok` answers. */
function testOf(
  node: ts.Expression,
): { readonly node: ts.Expression; readonly isNot: boolean } | undefined {
  const { parent } = node;
  if (ts.isPrefixUnaryExpression(parent) && parent.operator === ts.SyntaxKind.ExclamationToken) {
    return { node: parent, isNot: true };
  }
  if (ts.isBinaryExpression(parent)) {
    const other = parent.left === node ? parent.right : parent.left;
    const operator = parent.operatorToken.getText();
    if (/^[!=]==?$/.test(operator) && /^(?:null|undefined)$/.test(other.getText())) {
      return { node: parent, isNot: operator.startsWith("=") };
    }
  }
  return isCondition(node) ? { node, isNot: false } : undefined;
}

/** Whether only the truth of an expression matters. */
function isCondition(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) {
    return parent.expression === node;
  }
  if (ts.isConditionalExpression(parent)) {
    return parent.condition === node;
  }
  const isLogical =
    ts.isBinaryExpression(parent) && /^(?:\|\||&&)$/.test(parent.operatorToken.getText());
  return (
    (isLogical && isCondition(parent)) ||
    (ts.isParenthesizedExpression(parent) && isCondition(parent)) ||
    (ts.isPrefixUnaryExpression(parent) && parent.operator === ts.SyntaxKind.ExclamationToken)
  );
}

function isNarrowed(node: ts.Expression, { checker }: Work): boolean {
  const type = checker.getTypeAtLocation(node);
  const parts = type.isUnion() ? type.types : [type];
  return (
    !(type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any | ts.TypeFlags.Never)) &&
    parts.every(({ flags }) => !(flags & ts.TypeFlags.Undefined))
  );
}

/** `const { data, error } = await …` */
function movePattern(
  pattern: ts.ObjectBindingPattern,
  declaration: ts.VariableDeclaration,
  { work, hasFailures }: Where,
): boolean {
  const list = declaration.parent;
  const statement = list.parent;
  const isPlain = pattern.elements.every(
    ({ name, dotDotDotToken, propertyName, initializer }) =>
      ts.isIdentifier(name) &&
      !dotDotDotToken &&
      !initializer &&
      /^(?:data|error|response)$/.test((propertyName ?? name).getText(work.code)),
  );
  if (
    !isPlain ||
    !ts.isVariableDeclarationList(list) ||
    !(list.flags & ts.NodeFlags.Const) ||
    list.declarations.length > 1 ||
    !ts.isVariableStatement(statement)
  ) {
    return false;
  }
  const result = freeNameIn("result", declaration, work);
  const plan: Plan = [];
  const after = new Map<string, string>();
  for (const { name, propertyName } of pattern.elements) {
    if (!ts.isIdentifier(name)) {
      return false;
    }
    const key = (propertyName ?? name).getText(work.code);
    const named = (of: string): void => {
      const body =
        of === "data"
          ? `${result}.ok ? ${result}.body : undefined`
          : `${result}.ok ? undefined : ${result}.failure.body`;
      after.set(name.text, body);
    };
    for (const use of usesOf(name, work.code, work)) {
      if (key === "error" && !hasFailures && !testOf(use)) {
        return false;
      }
      planRead(use, key, { work, hasFailures, result, plan, named });
    }
  }
  plan.forEach((edit) => edit());
  work.replaceNode(pattern, result);
  const [indent = ""] =
    /[ \t]*$/.exec(work.code.text.slice(0, statement.getStart(work.code))) ?? [];
  const end = statement.getText(work.code).endsWith(";") ? ";" : "";
  for (const [name, text] of after) {
    work.insert(statement.end, `\n${indent}const ${name} = ${text}${end}`);
  }
  return true;
}
