// Clients: where they are made, and every call of them. The checker finds the route of a call by the property of the
// contract that it has come from, so a client may be passed on, kept in a context or returned by a hook.
import ts from "typescript";
import { entryText } from "../moving/request-text.ts";
import { plain, propertyOf, visit } from "../moving/syntax.ts";
import type { Work } from "../moving/work.ts";
import type { Access } from "./access.ts";
import { argumentText, callText } from "./call-text.ts";
import type { Route } from "./contract.ts";
import { clientOf, isTsRest, queryPackage, requestType, targetOf } from "./targets.ts";
import { calleeName } from "./implementations.ts";
import { isHook, moveHook } from "./hooks.ts";
import { moveResult } from "./results.ts";

export function moveClients(access: Access): void {
  for (const work of access.project.works.values()) {
    const later: (() => void)[] = [];
    visit(work.code, (node) => {
      // What is inside is moved first: the argument of a call can have calls.
      later.unshift(() => moveNode(node, work, access));
    });
    later.forEach((move) => move());
  }
}

function moveNode(node: ts.Node, work: Work, access: Access): void {
  if (ts.isCallExpression(node)) {
    moveCreation(node, work, access);
  }
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) {
    return;
  }
  const target = targetOf(node, work, access);
  const owner = clientOf(node, work, access);
  if (
    !target ||
    access.contracts.valueOf({ node: owner, work }) ||
    ts.isTypeQueryNode(node.parent) ||
    ts.isExpressionWithTypeArguments(node.parent)
  ) {
    return;
  }
  const { parent } = node;
  const isDeeper =
    (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) &&
    parent.expression === node;
  if (target.kind === "router") {
    if (!isDeeper) {
      work.replaceNode(node, work.text(owner));
    }
    return;
  }
  if (ts.isCallExpression(parent) && parent.expression === node) {
    moveCall(parent, node, { work, access, route: target });
  } else if (isDeeper && ts.isPropertyAccessExpression(parent) && isHook(parent)) {
    moveHook(parent, {
      work,
      access,
      route: target,
      client: work.text(clientOf(node, work, access)),
    });
  } else if (
    isDeeper &&
    ts.isPropertyAccessExpression(parent) &&
    /^(?:query|mutate|mutation)$/.test(parent.name.text) &&
    ts.isCallExpression(parent.parent) &&
    parent.parent.expression === parent
  ) {
    moveCall(parent.parent, node, { work, access, route: target });
  } else if (!isDeeper) {
    movePassed(node, { work, access, route: target }, work.text(owner));
  }
}

/** A function of the client that goes on as a value: `handle(client.posts.get, { … })`. */
function movePassed(node: ts.Expression, { work, access, route }: Calling, client: string): void {
  const type = requestType(route, work, access);
  const text = argumentText("given", { access, work, route, client });
  if (typeof text !== "string") {
    work.leaveSite(node, text.why);
    return;
  }
  const response = access.bridges.use("responseOf", work);
  work.replaceNode(node, `(${type ? `given: ${type}` : ""}) => ${response}(${text})`);
  work.site(node, "bridged");
}

interface Calling {
  readonly work: Work;
  readonly access: Access;
  readonly route: Route;
}

function moveCall(
  call: ts.CallExpression,
  member: ts.Expression,
  { work, access, route }: Calling,
): void {
  const client = work.text(clientOf(member, work, access));
  const text = callText(call.arguments[0], { access, work, route, client });
  if (typeof text !== "string") {
    work.leaveSite(call, text.why);
    return;
  }
  const isMoved = moveResult(call, { work, access, route });
  work.replaceNode(call, isMoved ? text : `${access.bridges.use("responseOf", work)}(${text})`);
  work.site(call, isMoved ? "moved" : "bridged");
}

const CREATES =
  /^(?:initClient|initQueryClient|initTsrReactQuery|initReactQueryClient|initVueQueryClient)$/;

function moveCreation(node: ts.CallExpression, work: Work, access: Access): void {
  if (
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === "useQueryClient" &&
    isTsRest(node, work)
  ) {
    work.replaceNode(node.expression, work.need("useQueryClient", queryPackage(access)));
    return;
  }
  if (calleeName(node) === "tsRestFetchApi" && isTsRest(node, work)) {
    access.bridges.use("tsRestFetchApi", work);
    work.insert(node.getStart(work.code), "");
  }
  if (!CREATES.test(calleeName(node)) || !isTsRest(node, work)) {
    return;
  }
  const [, given] = node.arguments;
  const options = given && plain(given);
  const text =
    options && ts.isObjectLiteralExpression(options)
      ? clientOptions(options, work, access)
      : undefined;
  if (given && text === undefined) {
    work.leave(
      given,
      "the options of this client are made elsewhere: rename `baseHeaders` to `headers` there, and pass a `fetch` instead of `api`",
    );
  }
  work.replaceNode(
    node,
    `${work.need("createClient", "bough/client")}(${text ?? (given ? work.text(given) : "")})`,
  );
}

function clientOptions(literal: ts.ObjectLiteralExpression, work: Work, access: Access): string {
  const parts: string[] = [];
  const baseUrl = propertyOf(literal, "baseUrl");
  if (baseUrl && !/^["'`]["'`]$/.test(baseUrl.getText(work.code))) {
    parts.push(entryText("baseUrl", work.text(baseUrl)));
  }
  const headers = propertyOf(literal, "baseHeaders");
  if (headers) {
    parts.push(...headersText(headers, work));
  }
  const api = propertyOf(literal, "api");
  if (api) {
    work.leave(
      api,
      "`apiFetch` calls your `api` function: use `fetch` or `around` of createClient() instead",
    );
    parts.push(`fetch: ${access.bridges.use("apiFetch", work)}(${work.text(api)})`);
  }
  const credentials = propertyOf(literal, "credentials");
  if (credentials && !api) {
    parts.push(
      `fetch: (url, init) => fetch(url, { ...init, credentials: ${work.text(credentials)} })`,
    );
  }
  if (propertyOf(literal, "jsonQuery")?.kind === ts.SyntaxKind.TrueKeyword) {
    work.leave(
      propertyOf(literal, "jsonQuery") ?? literal,
      "`jsonQuery` has no counterpart in Bough: declare each parameter that is JSON as jsonText()",
    );
  }
  return parts.length > 0 ? `{ ${parts.join(", ")} }` : "";
}

/** Headers of every call: a function if one of them is. */
function headersText(given: ts.Expression, work: Work): readonly string[] {
  const node = plain(given);
  if (!ts.isObjectLiteralExpression(node)) {
    return [`headers: ${work.text(node)}`];
  }
  if (node.properties.length === 0) {
    return [];
  }
  const functions = node.properties.flatMap((one) =>
    ts.isPropertyAssignment(one) &&
    (ts.isArrowFunction(one.initializer) || ts.isFunctionExpression(one.initializer))
      ? [one.initializer]
      : [],
  );
  for (const one of functions) {
    const isShort = one.parameters.length === 0 && !ts.isBlock(one.body);
    work.replaceNode(one, isShort ? work.text(one.body) : `(${work.text(one)})()`);
    if (one.parameters.length > 0) {
      work.leave(
        one,
        "this header depends on the request: read it from the call that the client passes to `headers`",
      );
    }
  }
  return [
    functions.length > 0 ? `headers: () => (${work.text(node)})` : `headers: ${work.text(node)}`,
  ];
}
