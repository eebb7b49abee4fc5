// Controllers of NestJS: `@TsRestHandler` becomes `@Implement`.
import ts from "typescript";
import { ownNodes, plain } from "../moving/syntax.ts";
import type { Work } from "../moving/work.ts";
import type { Access } from "./access.ts";
import type { Route, Router } from "./contract.ts";
import { cannotMove, moveHandler, type HandlerNode } from "./handler.ts";
import { calleeName, entriesOf, handlerOf, type NestMethod } from "./implementations.ts";
import type { Place } from "./tree.ts";

export function moveNest(
  methods: readonly NestMethod[],
  access: Access,
  moved: Set<ts.Node>,
): void {
  for (const one of methods) {
    const path = access.path(one.target, one.work);
    if (path === undefined) {
      one.work.leaveSite(
        one.method,
        "the contract of this method is in no tree, or in several: implement its endpoint",
      );
    } else {
      moveMethod(one, path, { access, moved });
    }
  }
}

interface Moving {
  readonly access: Access;
  readonly moved: Set<ts.Node>;
}

function moveMethod(
  { target, work, decorator, method }: NestMethod,
  path: string,
  { access, moved }: Moving,
): void {
  const call = returnedCall(method);
  work.replaceNode(decorator, `@${work.need("Implement", "bough-nest")}(${path})`);
  if (call && target.kind === "router") {
    moveWhole({ target, work, method, call, path }, { access, moved });
    return;
  }
  if (target.kind !== "route") {
    work.leave(
      method,
      "this method implements a router without `tsRestHandler`: return an object with its handlers",
    );
    return;
  }
  const given = call?.arguments[1];
  const handler = given ? handlerOf({ node: given, work }, access.project) : { node: method, work };
  const why = handler && cannotMove(handler.node, { access, work: handler.work, route: target });
  if (!handler || why !== undefined) {
    work.leaveSite(
      method,
      why ?? "the handler of this method is made elsewhere: write it in the method",
    );
    return;
  }
  const state = moveHandler(handler.node, { access, work: handler.work, route: target });
  const type = `${work.need("Call", "bough/server", true)}<typeof ${path}>`;
  if (call) {
    inline({ method, call, type, path }, handler.node, work);
  } else {
    legacyParameter(method, type, work);
  }
  work.site(method, state);
}

/** The call of `tsRestHandler` that a method returns. */
export function returnedCall({ body }: ts.MethodDeclaration): ts.CallExpression | undefined {
  let found: ts.CallExpression | undefined;
  if (body) {
    ownNodes(body, (node) => {
      if (ts.isReturnStatement(node) && node.expression) {
        const value = plain(
          ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression,
        );
        found = ts.isCallExpression(value) && calleeName(value) === "tsRestHandler" ? value : found;
      }
    });
  }
  return found;
}

interface Inlined {
  readonly method: ts.MethodDeclaration;
  readonly call: ts.CallExpression;
  readonly type: string;
  readonly path: string;
}

/** The inner function becomes the method: its argument is the first of the method's parameters. */
function inline({ method, call, type }: Inlined, handler: HandlerNode, work: Work): void {
  const { code } = work;
  const statements = method.body?.statements ?? [];
  const statement = call.parent;
  const isOnly = statements.length === 1;
  const [parameter] = handler.parameters;
  const argument = parameter
    ? `${work.text(parameter.name)}: ${type}`
    : argumentOf(handler, work, type);
  const open = code.text.indexOf("(", method.name.end);
  const others = work.range(open + 1, closing(method, work)).trim();
  const head = [...(argument ? [argument] : []), ...(others ? [others] : [])].join(", ");
  if (!handler.body || (!isOnly && !ts.isBlock(handler.body))) {
    work.leave(
      statement,
      "this method does more than return its handler: move the handler into it",
    );
    return;
  }
  const isAsync = handler.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
  const wasAsync = method.modifiers?.find(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
  const body = ts.isBlock(handler.body)
    ? work.text(handler.body)
    : `{\n    return ${work.text(handler.body)};\n  }`;
  const before = statements.slice(0, -1).map((one) => work.text(one));
  const whole =
    before.length > 0 ? `{\n    ${before.join("\n    ")}\n    ${body.slice(1).trim()}` : body;
  work.replace({ start: open + 1, end: method.end, text: `${head}) ${outdented(whole)}` });
  if (isAsync && !wasAsync) {
    work.insert(method.name.getStart(code), "async ");
  }
}

function argumentOf(handler: HandlerNode, work: Work, type: string): string {
  const text = work.text(handler);
  const [, inner = ""] = /^(?:async\s*)?\(\s*(\{[^)]*\})\s*\)/.exec(text) ?? [];
  return inner && `${inner}: ${type}`;
}

function closing(method: ts.MethodDeclaration, { code }: Work): number {
  const last = method.parameters.at(-1);
  return code.text.indexOf(")", last ? last.end : method.name.end);
}

/** What was inside a call is two levels less deep. */
function outdented(text: string): string {
  return text.includes("`") ? text : text.replace(/\n {2}(?= {2})/g, "\n");
}

function legacyParameter(method: ts.MethodDeclaration, type: string, work: Work): void {
  const [parameter] = method.parameters;
  if (parameter) {
    const decorators = ts.getDecorators(parameter) ?? [];
    for (const one of decorators) {
      if (/TsRestRequest|ApiDecorator/.test(one.getText(work.code))) {
        work.replace({
          start: one.getStart(work.code),
          end: parameter.name.getStart(work.code),
          text: "",
        });
      }
    }
    if (parameter.type) {
      work.replaceNode(parameter.type, type);
    } else {
      work.insert(parameter.end, `: ${type}`);
    }
  }
}

interface Whole {
  readonly target: Router;
  readonly work: Work;
  readonly method: ts.MethodDeclaration;
  readonly call: ts.CallExpression;
  readonly path: string;
}

/** The handlers of a router, in the shape of its tree. */
function moveWhole({ target, work, method, call, path }: Whole, { access, moved }: Moving): void {
  const literal = call.arguments[1] && plain(call.arguments[1]);
  if (!literal || !ts.isObjectLiteralExpression(literal)) {
    work.leave(call, "the handlers of this router are made elsewhere: write them in the method");
    return;
  }
  const texts = new Map<Route, string>();
  const read = (at: ts.ObjectLiteralExpression, router: Router): void => {
    for (const { target: route, value, handler, property } of entriesOf(
      { literal: at, work },
      router,
      access.project,
    )) {
      const inner = ts.isMethodDeclaration(value) ? undefined : plain(value);
      if (route?.kind === "router" && inner && ts.isObjectLiteralExpression(inner)) {
        read(inner, route);
      } else if (route?.kind === "route" && handler) {
        const why = cannotMove(handler.node, { access, work: handler.work, route });
        const state =
          why === undefined && !moved.has(handler.node)
            ? moveHandler(handler.node, { access, work: handler.work, route })
            : "bridged";
        moved.add(handler.node);
        const text = ts.isMethodDeclaration(value)
          ? work
              .text(value)
              .replace(/^(async\s+)?[\w$]+\s*/, (_, isAsync = "") => isAsync)
              .replace(/\)\s*\{/, ") => {")
          : work.text(value);
        texts.set(
          route,
          why === undefined ? text : `${access.bridges.use("asHandler", work)}(${text})`,
        );
        work.site(property, why === undefined ? state : "bridged");
      }
    }
  };
  read(literal, target);
  const { code } = work;
  const [indent = ""] =
    /^[ \t]*/.exec(code.text.slice(code.text.lastIndexOf("\n", literal.getStart(code)) + 1)) ?? [];
  work.replaceNode(call, objectText(access.trees.layout(target).place, { texts, access, indent }));
  work.need("Handlers", "bough/server", true);
  const type = `: Handlers<typeof ${path}> `;
  const end = closing(method, work) + 1;
  work.replace({ start: end, end: method.body?.getStart(code) ?? end, text: type });
  const isAsync = method.modifiers?.find(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
  if (isAsync) {
    work.replace({ start: isAsync.getStart(code), end: method.name.getStart(code), text: "" });
  }
}

function objectText(
  place: Place,
  given: {
    readonly texts: ReadonlyMap<Route, string>;
    readonly access: Access;
    readonly indent: string;
  },
): string {
  const { texts, access, indent } = given;
  const inner = { ...given, indent: `${indent}  ` };
  const lines = [
    ...[...place.routes].map(([name, { route }]) => `${name}: ${texts.get(route) ?? "undefined"},`),
    ...place.routers.map(({ name, value }) =>
      value.kind === "router"
        ? `${name ?? ""}: ${objectText(access.trees.layout(value).place, inner)},`
        : "",
    ),
    ...[...place.children].map(([name, child]) => `${name}: ${objectText(child, inner)},`),
  ];
  return `{\n${lines.map((line) => `${indent}  ${line}\n`).join("")}${indent}}`;
}
