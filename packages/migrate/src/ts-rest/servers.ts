// Servers: an object of handlers becomes a function that routes them, and each adapter gets the routes.
import ts from "typescript";
import { isInside, plain, propertyOf, visit } from "../moving/syntax.ts";
import type { Work } from "../moving/work.ts";
import type { Access } from "./access.ts";
import type { Route, Router } from "./contract.ts";
import { cannotMove, moveHandler, statusesIn, type HandlerNode } from "./handler.ts";
import {
  adapterOf,
  calleeName,
  entriesOf,
  handlerOf,
  type Adapter,
  type HandlerEntry,
  type Implementation,
  type Implementations,
} from "./implementations.ts";
import { moveNest, returnedCall } from "./nest.ts";

/** Finds the statuses that handlers send and contracts don't declare, before anybody asks for the failures. */
export function noteStatuses({ objects, nest }: Implementations, access: Access): void {
  const note = (route: Route, fn: HandlerNode, work: Work): void => {
    const { undeclared } = access.trees.facts;
    undeclared.set(route, new Set([...(undeclared.get(route) ?? []), ...statusesIn(fn, work)]));
  };
  const read = (one: Pick<Implementation, "literal" | "work">, router: Router): void => {
    for (const { target, value, handler } of entriesOf(one, router, access.project)) {
      if (target?.kind === "route" && handler) {
        note(target, handler.node, handler.work);
      } else if (target?.kind === "router" && !ts.isMethodDeclaration(value)) {
        const inner = plain(value);
        if (ts.isObjectLiteralExpression(inner)) {
          read({ literal: inner, work: one.work }, target);
        }
      }
    }
  };
  objects.forEach((one) => read(one, one.router));
  for (const { target, method, work } of nest) {
    const given = returnedCall(method)?.arguments[1];
    const inner = given && plain(given);
    const handler = given && handlerOf({ node: given, work }, access.project);
    if (target.kind === "route") {
      note(target, handler?.node ?? method, handler?.work ?? work);
    } else if (inner && ts.isObjectLiteralExpression(inner)) {
      read({ literal: inner, work }, target);
    }
  }
}

export function moveServers(found: Implementations, access: Access): void {
  const moved = new Set<ts.Node>();
  for (const one of found.objects) {
    moveObject(one, access, moved);
  }
  moveNest(found.nest, access, moved);
  for (const work of access.project.works.values()) {
    visit(work.code, (node) => {
      if (ts.isCallExpression(node)) {
        moveAdapter(node, work, access);
      }
    });
  }
}

function routesType(adapter: Adapter, work: Work): string {
  if (adapter !== "express" && adapter !== "fastify") {
    return work.need("Routes", "bough/server", true);
  }
  const host = adapter === "express" ? "ExpressHost" : "FastifyHost";
  return `${work.need("HostRoutes", "bough/server", true)}<${work.need(host, `bough/${adapter}`, true)}>`;
}

function moveObject(one: Implementation, access: Access, moved: Set<ts.Node>): void {
  const { literal, work, whole, router, adapter } = one;
  const start = literal.getStart(work.code);
  routeEntries(one, router, { access, moved });
  const head = `(routes: ${routesType(adapter, work)}): void => `;
  if (whole === literal) {
    work.insert(start, head);
  } else {
    work.replace({ start: whole.getStart(work.code), end: start, text: head });
    work.replace({ start: literal.end, end: whole.end, text: "" });
  }
  const variable = whole.parent;
  if (ts.isVariableDeclaration(variable) && variable.type) {
    work.replace({ start: variable.name.end, end: variable.type.end, text: "" });
  }
}

interface Routing {
  readonly access: Access;
  readonly moved: Set<ts.Node>;
}

function routeEntries(
  one: Pick<Implementation, "literal" | "work">,
  router: Router,
  routing: Routing,
): void {
  const { work } = one;
  const { text } = work.code;
  for (const entry of entriesOf(one, router, routing.access.project)) {
    const { property, target, value } = entry;
    const comma = /^\s*,/.exec(text.slice(property.end))?.[0].length ?? 0;
    const end = property.end + comma;
    if (target?.kind === "route") {
      routeOne(entry, target, { work, end, ...routing });
    } else if (!ts.isMethodDeclaration(value)) {
      const inner = plain(value);
      if (target && ts.isObjectLiteralExpression(inner)) {
        routeEntries({ literal: inner, work }, target, routing);
        work.replace({
          start: property.getStart(work.code),
          end: inner.getStart(work.code) + 1,
          text: "",
        });
        work.replace({ start: inner.end - 1, end, text: "" });
      } else {
        const call =
          ts.isCallExpression(inner) && calleeName(inner) === "router"
            ? `(${work.text(value)})`
            : work.text(value).replace(/\.routes$/, "");
        work.replace({ start: property.getStart(work.code), end, text: `${call}(routes);` });
      }
    }
  }
}

interface RoutingOne extends Routing {
  readonly work: Work;
  /** The end of the property, with its comma. */
  readonly end: number;
}

function routeOne(
  entry: HandlerEntry,
  route: Route,
  { work, end, access, moved }: RoutingOne,
): void {
  const { property, handler, middleware } = entry;
  const path = access.path(route, work);
  if (path === undefined) {
    work.leaveSite(
      property,
      "the contract of this handler is in no tree, or in several: route its endpoint",
    );
    return;
  }
  if (access.facts(route).isForm) {
    work.leave(
      property,
      "the form of this request arrives as `body.fields` and `body.files`: remove the parser before it",
    );
  }
  const why = handler && cannotMove(handler.node, { access, work: handler.work, route });
  const isMovable = handler && why === undefined;
  const isFirst = handler && !moved.has(handler.node);
  const state =
    isMovable && isFirst
      ? moveHandler(handler.node, { access, work: handler.work, route })
      : isMovable
        ? "moved"
        : "bridged";
  if (handler) {
    moved.add(handler.node);
    retype(handler.node, handler.work, route, access);
  }
  const text = handlerText(entry, { work, isMovable: isMovable ?? false, access });
  const guard = guardText(middleware, { work, access });
  work.replace({
    start: property.getStart(work.code),
    end,
    text: `routes${guard}.route(${path}, ${text});`,
  });
  work.site(property, middleware ? "bridged" : state);
}

function handlerText(
  { value, handler }: HandlerEntry,
  {
    work,
    isMovable,
    access,
  }: { readonly work: Work; readonly isMovable: boolean; readonly access: Access },
): string {
  if (ts.isMethodDeclaration(value)) {
    const { code } = work;
    const open = code.text.indexOf("(", value.name.end);
    const close = value.body?.getStart(code) ?? value.end;
    const isAsync = value.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
    return `${isAsync ? "async " : ""}${work.range(open, close).trim()} => ${value.body ? work.text(value.body) : "{}"}`;
  }
  const bare = plain(value);
  const inner = ts.isObjectLiteralExpression(bare) ? (propertyOf(bare, "handler") ?? bare) : bare;
  const named =
    ts.isCallExpression(inner) && calleeName(inner) === "route"
      ? (inner.arguments[1] ?? inner)
      : inner;
  const text =
    handler && isInside(handler.node, value) ? work.text(handler.node) : work.text(named);
  return isMovable ? text : `${access.bridges.use("asHandler", work)}(${text})`;
}

/** A handler that stands alone has a type of ts-rest. */
function retype(fn: HandlerNode, work: Work, route: Route, access: Access): void {
  const { parent } = fn;
  const path = access.path(route, work) ?? "";
  if (
    ts.isVariableDeclaration(parent) &&
    parent.type &&
    /Implementation/.test(parent.type.getText(work.code))
  ) {
    work.replaceNode(parent.type, `${work.need("Handler", "bough/server", true)}<typeof ${path}>`);
    return;
  }
  const [parameter] = fn.parameters;
  const isAlone = ts.isVariableDeclaration(parent) || ts.isFunctionDeclaration(fn);
  if (parameter?.type) {
    work.replaceNode(parameter.type, `${work.need("Call", "bough/server", true)}<typeof ${path}>`);
  } else if (isAlone && parameter) {
    work.insert(parameter.end, `: ${work.need("Call", "bough/server", true)}<typeof ${path}>`);
  }
}

function moveAdapter(node: ts.CallExpression, work: Work, access: Access): void {
  const name = calleeName(node);
  const args = node.arguments;
  if (name === "createExpressEndpoints" || name === "registerRouter") {
    const [contract, router, app, options] = args;
    const adapter = name === "createExpressEndpoints" ? "express" : "fastify";
    if (contract && router && app) {
      // ts-rest calls `next(error)`, so the error handler of the app responds.
      const more = adapter === "express" ? ["passErrors: true"] : [];
      const routes = `${work.need("routing", `bough/${adapter}`)}(${work.text(app)}${optionsText(options, work, more)})`;
      work.replaceNode(
        node,
        `${called(router, work)}(${routes}${guardsText(options, { work, access })})`,
      );
      reportRefusals(node, work);
    }
    return;
  }
  const inner = args[0] && plain(args[0]);
  if (
    name === "register" &&
    inner &&
    ts.isCallExpression(inner) &&
    calleeName(inner) === "plugin" &&
    inner.arguments[0]
  ) {
    const routes = `${work.need("routing", "bough/fastify")}(scope${optionsText(args[1], work)})`;
    work.replaceNode(
      node,
      `${node.expression.getText(work.code)}(async (scope) => ${called(inner.arguments[0], work)}(${routes}))`,
    );
    reportRefusals(node, work);
    return;
  }
  if (name === "generateOpenApi" && args[0] && args[1]) {
    const info = plain(args[1]);
    const contract = access.contracts.valueOf({ node: args[0], work });
    const path = contract && access.path(contract, work);
    work.replaceNode(
      node,
      `${work.need("openApi", "bough-openapi")}(${path ?? work.text(args[0])}, ${work.text(info)})`,
    );
    if (args[2]) {
      work.leave(
        args[2],
        "these options of `generateOpenApi` are gone, because Bough names operations after their place in the tree: check the code that reads the names",
      );
    }
    return;
  }
  if (
    /^(?:createNextRoute|createNextRouter|createNextHandler|createLambdaHandler|fetchRequestHandler|createAzureFunctionHandler)$/.test(
      name,
    ) &&
    adapterOf(work.code.text)
  ) {
    moveFetchHandler(node, name, work);
  }
}

interface Where {
  readonly work: Work;
  readonly access: Access;
}

function moveFetchHandler(node: ts.CallExpression, name: string, work: Work): void {
  const [first, second, third] = node.arguments;
  const object = first && plain(first);
  const given =
    name === "fetchRequestHandler" && object && ts.isObjectLiteralExpression(object)
      ? object
      : undefined;
  if (name === "createNextRoute" && second) {
    work.replaceNode(node, work.text(second));
    return;
  }
  const router = given ? propertyOf(given, "router") : second;
  if (!router) {
    work.leave(node, `\`${name}\`: pass the routes to createServer() of bough/server`);
    return;
  }
  const options = given ? propertyOf(given, "options") : third;
  const basePath =
    options && ts.isObjectLiteralExpression(options) ? propertyOf(options, "basePath") : undefined;
  const more = `{ validateResponses: false${basePath ? `, basePath: ${work.text(basePath)}` : ""} }`;
  const server = `${work.need("createServer", "bough/server")}(${more})`;
  let statement: ts.Node = node;
  while (!ts.isSourceFile(statement.parent)) {
    statement = statement.parent;
  }
  work.insert(
    statement.getStart(work.code),
    `const server = ${server};\n${called(router, work)}(server);\n\n`,
  );
  const request = given && propertyOf(given, "request");
  if (name === "createLambdaHandler") {
    work.replaceNode(node, `${work.need("lambda", "bough/lambda")}(server)`);
  } else if (name === "createNextRouter") {
    work.replaceNode(node, `${work.need("toListener", "bough/node")}(server)`);
  } else {
    work.replaceNode(
      node,
      request
        ? `server.fetch(${work.text(request)})`
        : "(request: Request): Promise<Response> => server.fetch(request)",
    );
  }
  reportRefusals(node, work);
}

function called(router: ts.Expression, work: Work): string {
  const text = work.text(router);
  return ts.isIdentifier(router) || ts.isPropertyAccessExpression(router) ? text : `(${text})`;
}

function reportRefusals(node: ts.Node, work: Work): void {
  work.leave(
    node,
    "the body of a refused request, 400, is problem details now: if clients read it, declare an error format of the root",
  );
}

function optionsText(
  given: ts.Expression | undefined,
  work: Work,
  more: readonly string[] = [],
): string {
  const options = given && plain(given);
  const literal = options && ts.isObjectLiteralExpression(options) ? options : undefined;
  const entries = [...more];
  if (!(literal && propertyOf(literal, "responseValidation")?.kind === ts.SyntaxKind.TrueKeyword)) {
    entries.push("validateResponses: false");
  }
  for (const name of ["jsonQuery", "requestValidationErrorHandler", "errorHandler"]) {
    const value = literal && propertyOf(literal, name);
    if (value && value.kind !== ts.SyntaxKind.FalseKeyword) {
      work.leave(
        value,
        `\`${name}\` has no counterpart in Bough: ${name === "jsonQuery" ? "declare each parameter that is JSON as jsonText()" : "write the errors of the root with routes.errors()"}`,
      );
    }
  }
  return entries.length > 0 ? `, { ${entries.join(", ")} }` : "";
}

function guardsText(given: ts.Expression | undefined, { work, access }: Where): string {
  const options = given && plain(given);
  const all =
    options && ts.isObjectLiteralExpression(options)
      ? propertyOf(options, "globalMiddleware")
      : undefined;
  return guardText(all, { work, access });
}

function guardText(middleware: ts.Expression | undefined, { work, access }: Where): string {
  if (!middleware) {
    return "";
  }
  work.leave(
    middleware,
    "if this middleware responds by itself, `onError` gets an EndedInMiddleware: write a guard that fails instead",
  );
  return `.guard(({ host }) => ${access.bridges.use("throughMiddleware", work)}(host, ${work.text(middleware)}))`;
}
