// A handler: what it takes has other names, and what it returns is a value, `respond(…)` or `fail(…)`.
import ts from "typescript";
import { entryText } from "../moving/request-text.ts";
import { ownNodes, plain, propertyOf } from "../moving/syntax.ts";
import { usesOf } from "../moving/uses.ts";
import type { Work } from "../moving/work.ts";
import type { Access } from "./access.ts";
import type { Route } from "./contract.ts";

export type HandlerNode =
  | ts.ArrowFunction
  | ts.FunctionExpression
  | ts.FunctionDeclaration
  | ts.MethodDeclaration;

export interface Handling {
  readonly access: Access;
  readonly work: Work;
  readonly route: Route;
}

const NAMES = new Map([
  ["params", "ids"],
  ["query", "parameters"],
  ["body", "body"],
  ["headers", "headers"],
  ["appRoute", "endpoint"],
]);
const HOST = new Set(["req", "res", "request", "reply"]);

/** Why a function stays as it is: it takes something that Bough doesn't pass. `undefined` if it can be moved. */
export function cannotMove(fn: HandlerNode, { work }: Handling): string | undefined {
  const [parameter] = fn.parameters;
  if (!parameter || !ts.isObjectBindingPattern(parameter.name)) {
    return parameter && ts.isIdentifier(parameter.name)
      ? unknownUse(fn, parameter.name, work)
      : undefined;
  }
  const unknown = parameter.name.elements.find(({ propertyName, name, dotDotDotToken }) => {
    const key = (propertyName ?? name).getText(work.code);
    return dotDotDotToken || !(NAMES.has(key) || HOST.has(key));
  });
  return (
    unknown &&
    `this handler takes \`${unknown.getText(work.code)}\`, which Bough doesn't pass: implement this endpoint by hand`
  );
}

function unknownUse(fn: HandlerNode, name: ts.Identifier, work: Work): string | undefined {
  const isKnown = usesIn(fn, name, work).every(
    (use) =>
      ts.isPropertyAccessExpression(use.parent) &&
      use.parent.expression === use &&
      (NAMES.has(use.parent.name.text) || HOST.has(use.parent.name.text)),
  );
  return isKnown
    ? undefined
    : `this handler passes \`${name.text}\` on as a whole: pass only the parts that are needed`;
}

function usesIn({ body }: HandlerNode, name: ts.Identifier, work: Work): readonly ts.Identifier[] {
  return body ? usesOf(name, body, work) : [];
}

/** Moves a function in place. The result says what its returns became. */
export function moveHandler(fn: HandlerNode, handling: Handling): "moved" | "bridged" {
  const { work } = handling;
  const [first] = fn.parameters;
  if (first && ts.isIdentifier(first.name)) {
    renameUses(fn, first.name, work);
  }
  const headers = headersOf(first);
  const headerNames = headers ? moveHeaders(fn, headers, handling) : [];
  const returns = new Returns(handling, callName(fn, work));
  if (fn.body && ts.isBlock(fn.body)) {
    ownNodes(fn.body, (node) => {
      if (ts.isReturnStatement(node) && node.expression) {
        returns.replace(node.expression, node);
      }
    });
  } else if (fn.body) {
    returns.replace(fn.body, undefined);
  }
  if (fn.type) {
    work.replace({
      start: work.code.text.lastIndexOf(":", fn.type.getStart(work.code)),
      end: fn.type.end,
      text: "",
    });
  }
  moveParameter(fn, handling, { used: returns.used, headerNames });
  return returns.isBridged ? "bridged" : "moved";
}

/** `call.` where the handler's argument has a name. */
function callName({ parameters: [first] }: HandlerNode, { code }: Work): string {
  return first && ts.isIdentifier(first.name) ? `${first.name.getText(code)}.` : "";
}

/** A header that the contract does not declare is asked for: `headers.authorization` is `header("authorization")`. */
function moveHeaders(
  fn: HandlerNode,
  name: ts.Identifier,
  { work, access, route }: Handling,
): readonly string[] {
  const { headers } = access.facts(route);
  const uses = usesIn(fn, name, work);
  const asked = uses.flatMap(({ parent }) => {
    const key = ts.isPropertyAccessExpression(parent)
      ? parent.name.text
      : ts.isElementAccessExpression(parent) && ts.isStringLiteralLike(parent.argumentExpression)
        ? parent.argumentExpression.text
        : undefined;
    return key === undefined || headers.has(key.toLowerCase()) ? [] : [{ parent, key }];
  });
  asked.forEach(({ parent, key }) => work.replaceNode(parent, `header(${JSON.stringify(key)})`));
  return [
    ...(asked.length < uses.length ? ["headers"] : []),
    ...(asked.length > 0 ? ["header"] : []),
  ];
}

/** `headers` of a handler's argument. */
function headersOf(parameter: ts.ParameterDeclaration | undefined): ts.Identifier | undefined {
  const elements =
    parameter && ts.isObjectBindingPattern(parameter.name) ? parameter.name.elements : [];
  const found = elements.find((one) => (one.propertyName ?? one.name).getText() === "headers");
  return found && ts.isIdentifier(found.name) ? found.name : undefined;
}

interface Taken {
  /** The functions of the call that the body uses now. */
  readonly used: ReadonlySet<string>;
  /** How it gets its headers. */
  readonly headerNames: readonly string[];
}

function moveParameter(fn: HandlerNode, { work }: Handling, { used, headerNames }: Taken): void {
  const [parameter] = fn.parameters;
  if (!parameter) {
    if (used.size > 0) {
      const open = work.code.text.indexOf(
        "(",
        fn.name ? fn.name.end : (fn.modifiers?.end ?? fn.getStart(work.code)),
      );
      work.insert(open + 1, `{ ${[...used].join(", ")} }`);
    }
    return;
  }
  if (ts.isObjectBindingPattern(parameter.name)) {
    const host: string[] = [];
    const parts: string[] = [];
    for (const element of parameter.name.elements) {
      const key = (element.propertyName ?? element.name).getText(work.code);
      const local = work.text(element.name);
      const fallback = element.initializer ? ` = ${work.text(element.initializer)}` : "";
      if (HOST.has(key)) {
        host.push(entryText(key, local) + fallback);
      } else if (key === "headers" && ts.isIdentifier(element.name)) {
        parts.push(
          ...headerNames.map((name) => (name === "headers" ? entryText(name, local) : name)),
        );
      } else {
        parts.push(entryText(NAMES.get(key) ?? key, local) + fallback);
      }
    }
    parts.push(...(host.length > 0 ? [`host: { ${host.join(", ")} }`] : []), ...used);
    work.replaceNode(parameter.name, `{ ${[...new Set(parts)].join(", ")} }`);
  }
}

function renameUses(fn: HandlerNode, argument: ts.Identifier, work: Work): void {
  for (const { parent } of usesIn(fn, argument, work)) {
    if (ts.isPropertyAccessExpression(parent)) {
      const key = parent.name.text;
      work.replaceNode(parent.name, HOST.has(key) ? `host.${key}` : (NAMES.get(key) ?? key));
    }
  }
}

class Returns {
  readonly used = new Set<string>();
  isBridged = false;
  readonly #handling: Handling;
  readonly #call: string;
  readonly #caught = new Set<ts.CatchClause>();

  constructor(handling: Handling, call: string) {
    this.#handling = handling;
    this.#call = call;
  }

  replace(given: ts.Expression, statement: ts.ReturnStatement | undefined): void {
    const { work } = this.#handling;
    const text = this.#converted(given, statement);
    if (text === undefined) {
      return;
    }
    if (statement) {
      const end = statement.getText(work.code).endsWith(";") ? ";" : "";
      work.replaceNode(statement, `${text === "" ? "return" : `return ${text}`}${end}`);
    } else {
      const isObject = text.startsWith("{");
      const whole = outer(given);
      work.replaceNode(whole, isObject ? `(${text})` : text === "" ? "undefined" : text);
    }
  }

  /** The text that stands for a response; `""` for none. */
  #converted(given: ts.Expression, statement: ts.Node | undefined): string | undefined {
    const { work, route, access } = this.#handling;
    const node = plain(given);
    if (ts.isConditionalExpression(node)) {
      const [yes, no] = [node.whenTrue, node.whenFalse].map(
        (one) => this.#converted(one, statement) ?? "undefined",
      );
      return `${work.text(node.condition)} ? ${yes || "undefined"} : ${no || "undefined"}`;
    }
    const status = ts.isObjectLiteralExpression(node) ? statusOf(node, work) : undefined;
    if (!ts.isObjectLiteralExpression(node) || status === undefined || !isAnswer(node)) {
      return this.#bridged(node);
    }
    const { successes, failures } = access.facts(route);
    const value = propertyOf(node, "body");
    const body = value && !isUndefined(value) ? work.text(value) : "";
    const failure = failures.find((one) => one.status === status);
    if (failure) {
      this.#rethrow(statement ?? node);
      this.used.add("fail");
      return `${this.#call}fail(${access.failure(failure, work)}${body ? `, ${body}` : ""})`;
    }
    const success = successes.find((one) => one.status === status);
    if (!success) {
      return this.#bridged(node);
    }
    const hasBody = success.body.kind !== "none";
    if (successes.length === 1) {
      return hasBody ? body || "undefined" : "";
    }
    this.used.add("respond");
    return `${this.#call}respond(${hasBody && body ? body : "undefined"}, { status: ${status} })`;
  }

  #bridged(node: ts.Expression): string {
    const { work, access } = this.#handling;
    this.isBridged = true;
    const names = ["endpoint", "fail", "respond"];
    if (this.#call === "") {
      names.forEach((name) => this.used.add(name));
    }
    this.#rethrow(node);
    const call = this.#call === "" ? `{ ${names.join(", ")} }` : this.#call.slice(0, -1);
    return `${access.bridges.use("answered", work)}(${call}, ${work.text(node)})`;
  }

  /** `fail` throws: what catches all errors of a handler must let it through. */
  #rethrow(node: ts.Node): void {
    for (let at = node; !ts.isFunctionLike(at) && !ts.isSourceFile(at); at = at.parent) {
      const { parent } = at;
      if (
        ts.isTryStatement(parent) &&
        parent.tryBlock === at &&
        parent.catchClause &&
        !this.#caught.has(parent.catchClause)
      ) {
        this.#caught.add(parent.catchClause);
        this.#letThrough(parent.catchClause);
      }
    }
  }

  #letThrough({ variableDeclaration, block }: ts.CatchClause): void {
    const { work } = this.#handling;
    const failed = work.need("Failed", "bough/server");
    const name =
      variableDeclaration && ts.isIdentifier(variableDeclaration.name)
        ? variableDeclaration.name.text
        : "error";
    const open = block.getStart(work.code);
    if (!variableDeclaration) {
      work.insert(open, `(${name}) `);
    }
    const [indent = ""] =
      /^[ \t]*/.exec(work.code.text.slice(work.code.text.lastIndexOf("\n", open) + 1)) ?? [];
    work.insert(open + 1, `\n${indent}  if (${name} instanceof ${failed}) throw ${name};`);
  }
}

function outer(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node.parent) ? outer(node.parent) : node;
}

function isUndefined(node: ts.Expression): boolean {
  return ts.isIdentifier(node) && node.text === "undefined";
}

/** Whether an object has a status and a body, and nothing else. */
function isAnswer({ properties }: ts.ObjectLiteralExpression): boolean {
  return properties.every(
    ({ name }) => name && ts.isIdentifier(name) && /^(?:status|body)$/.test(name.text),
  );
}

/** A status that is known without running anything. */
function statusOf(node: ts.ObjectLiteralExpression, { checker }: Work): number | undefined {
  const value = propertyOf(node, "status");
  const type = value && checker.getTypeAtLocation(plain(value));
  return type?.isNumberLiteral() ? type.value : undefined;
}

export function statusesIn(fn: HandlerNode, work: Work): readonly number[] {
  const found: number[] = [];
  const add = (given: ts.Expression): void => {
    const node = plain(given);
    if (ts.isConditionalExpression(node)) {
      add(node.whenTrue);
      add(node.whenFalse);
    }
    const status =
      ts.isObjectLiteralExpression(node) && isAnswer(node) ? statusOf(node, work) : undefined;
    found.push(...(status === undefined ? [] : [status]));
  };
  if (fn.body && ts.isBlock(fn.body)) {
    ownNodes(fn.body, (node) => {
      if (ts.isReturnStatement(node) && node.expression) {
        add(node.expression);
      }
    });
  } else if (fn.body) {
    add(fn.body);
  }
  return found;
}
