// What takes the response of a call: a variable that waits for it, or a function in `then`.
import ts from "typescript";

export interface Taker {
  /** `undefined` for a function that takes nothing. */
  readonly taken: ts.VariableDeclaration | ts.ParameterDeclaration | undefined;
  /** Where its names are known. */
  readonly scope: ts.Node;
}

/** The call with the `await` and the parentheses around it. */
export function awaited(call: ts.Expression): ts.Expression {
  const { parent } = call;
  return ts.isParenthesizedExpression(parent) || ts.isAwaitExpression(parent)
    ? awaited(parent)
    : call;
}

/** `const result = await call`, or `call.then((result) => …)`. */
export function takerOf(call: ts.Expression): Taker | undefined {
  const whole = awaited(call);
  const { parent } = whole;
  if (whole !== call && ts.isVariableDeclaration(parent)) {
    return { taken: parent, scope: scopeOf(parent) };
  }
  const isThen =
    ts.isPropertyAccessExpression(parent) &&
    parent.name.text === "then" &&
    ts.isCallExpression(parent.parent);
  const [fn] = isThen ? parent.parent.arguments : [];
  return fn && (ts.isArrowFunction(fn) || ts.isFunctionExpression(fn))
    ? { taken: fn.parameters[0], scope: fn }
    : undefined;
}

/** The function, the block or the file around a node. */
function scopeOf(node: ts.Node): ts.Node {
  let scope = node;
  while (
    !ts.isBlock(scope) &&
    !ts.isSourceFile(scope) &&
    !ts.isFunctionLike(scope) &&
    !ts.isCaseClause(scope)
  ) {
    scope = scope.parent;
  }
  return ts.isBlock(scope) && ts.isFunctionLike(scope.parent) ? scope.parent : scope;
}
