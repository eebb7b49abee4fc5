// What a caller does with a response of ts-rest. Where all of it can be said of Bough's result, it is; elsewhere a
// bridge gives the caller the response that it expects.
import ts from "typescript";
import { awaited, takerOf } from "../moving/taker.ts";
import { usesOf } from "../moving/uses.ts";
import type { Work } from "../moving/work.ts";
import type { Access } from "./access.ts";
import type { Route } from "./contract.ts";

interface Reading {
  readonly work: Work;
  readonly route: Route;
  readonly access: Access;
}

/** An edit that is made only if all of them can be. */
type Plan = (() => void)[];

/** Moves what follows a call. `false` if the caller needs the old response. */
export function moveResult(call: ts.Expression, reading: Reading): boolean {
  const whole = awaited(call);
  const { parent } = whole;
  if (ts.isExpressionStatement(parent) || ts.isVoidExpression(parent)) {
    return true;
  }
  if (whole !== call && ts.isPropertyAccessExpression(parent)) {
    const { successes, failures } = reading.access.facts(reading.route);
    return parent.name.text === "body" && failures.length === 0 && successes.length > 0;
  }
  const taker = takerOf(call);
  if (!taker?.taken) {
    return taker !== undefined;
  }
  const { taken, scope } = taker;
  if (ts.isIdentifier(taken.name)) {
    const isTyped = ts.isParameter(taken) && taken.type !== undefined;
    return !isTyped && moveUses(taken.name, scope, reading);
  }
  return ts.isObjectBindingPattern(taken.name) && moveBinding(taken.name, scope, reading);
}

function moveUses(name: ts.Identifier, scope: ts.Node, reading: Reading): boolean {
  const plan: Plan = [];
  const isKnown = usesOf(name, scope, reading.work).every((use) => planUse(use, reading, plan));
  if (isKnown) {
    plan.forEach((edit) => edit());
  }
  return isKnown;
}

function planUse(use: ts.Identifier, reading: Reading, plan: Plan): boolean {
  const { work, route, access } = reading;
  const { parent } = use;
  const declared = declaredStatuses(use, reading);
  if (
    !ts.isPropertyAccessExpression(parent) ||
    parent.expression !== use ||
    declared.length === 0
  ) {
    return false;
  }
  const { failures } = access.facts(route);
  if (parent.name.text === "status") {
    return planStatus(parent, reading, plan);
  }
  if (parent.name.text === "headers") {
    plan.push(() => work.replaceNode(parent.name, "response.headers"));
    return true;
  }
  if (parent.name.text !== "body") {
    return false;
  }
  const isFailure = declared.every((status) => status >= 400);
  if (isFailure && failures.length > 0) {
    plan.push(() => work.replaceNode(parent.name, "failure.body"));
  }
  return isFailure || declared.every((status) => status < 400);
}

/** The declared statuses that the response can have where it is used, as the checker narrows it. */
function declaredStatuses(use: ts.Identifier, { work, route, access }: Reading): readonly number[] {
  const { checker } = work;
  const { successes, failures } = access.facts(route);
  const all = [...successes, ...failures].map(({ status }) => status);
  const type = checker.getTypeAtLocation(use);
  const parts = type.isUnion() ? type.types : [type];
  const known = new Set(
    parts.flatMap((part) => {
      const member = part.getProperty("status");
      const status = member && checker.getTypeOfSymbol(member);
      const statuses = status?.isUnion() ? status.types : status ? [status] : [];
      return statuses.flatMap((one) => (one.isNumberLiteral() ? [one.value] : []));
    }),
  );
  return all.filter((status) => known.has(status));
}

function planStatus(access: ts.PropertyAccessExpression, reading: Reading, plan: Plan): boolean {
  const { work, route } = reading;
  const { successes, failures } = reading.access.facts(route);
  const test = access.parent;
  if (ts.isSwitchStatement(test)) {
    return test.caseBlock.clauses.every(
      (one) =>
        ts.isDefaultClause(one) ||
        isDeclared(numberOf(one.expression, work), [...successes, ...failures]),
    );
  }
  if (!ts.isBinaryExpression(test) || !/^[!=]==?$/.test(test.operatorToken.getText(work.code))) {
    return true;
  }
  const status = numberOf(test.left === access ? test.right : test.left, work);
  const failure = failures.find((one) => one.status === status);
  if (failure) {
    const isNot = test.operatorToken.getText(work.code).startsWith("!") ? "!" : "";
    const object = access.expression.getText(work.code);
    plan.push(() =>
      work.replaceNode(
        test,
        `${isNot}${object}.failedWith(${reading.access.failure(failure, work)})`,
      ),
    );
    return true;
  }
  return isDeclared(status, successes);
}

function numberOf(node: ts.Expression, { checker }: Work): number | undefined {
  const type = checker.getTypeAtLocation(node);
  return type.isNumberLiteral() ? type.value : undefined;
}

function isDeclared(
  status: number | undefined,
  declared: readonly { readonly status: number }[],
): boolean {
  return declared.some((one) => one.status === status);
}

/** `const { status, body } = …`: what a result has of its own stays. */
function moveBinding(pattern: ts.ObjectBindingPattern, scope: ts.Node, reading: Reading): boolean {
  const { successes, failures } = reading.access.facts(reading.route);
  const isPlain = pattern.elements.every(({ name, propertyName, dotDotDotToken }) => {
    const key = (propertyName ?? name).getText(reading.work.code);
    return !dotDotDotToken && ts.isIdentifier(name) && /^(?:status|body)$/.test(key);
  });
  if (!isPlain || failures.length > 0) {
    return false;
  }
  return pattern.elements.every(({ name, propertyName }) => {
    if ((propertyName ?? name).getText(reading.work.code) !== "status" || !ts.isIdentifier(name)) {
      return true;
    }
    return usesOf(name, scope, reading.work).every(({ parent }) => {
      const isTest =
        ts.isBinaryExpression(parent) &&
        /^[!=]==?$/.test(parent.operatorToken.getText(reading.work.code));
      return (
        !isTest ||
        (isDeclared(numberOf(parent.right, reading.work), successes) &&
          !parent.operatorToken.getText(reading.work.code).startsWith("!"))
      );
    });
  });
}
