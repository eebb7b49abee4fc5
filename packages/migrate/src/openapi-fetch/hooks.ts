// Hooks of openapi-react-query become those of TanStack Query, with the keys that they have.
import ts from "typescript";
import { wayText, type TextOrWhy } from "../moving/request-text.ts";
import { plain } from "../moving/syntax.ts";
import { usesOf } from "../moving/uses.ts";
import type { Work } from "../moving/work.ts";
import {
  clientName,
  clientText,
  elementOf,
  endpointOf,
  rootName,
  type Moving,
} from "./endpoints.ts";
import type { DeclaredEndpoint } from "./declaration.ts";
import { namedText, requestText, type RequestInput } from "./request-text.ts";

const PACKAGE = "@tanstack/react-query";

export function moveHook(node: ts.CallExpression, work: Work, moving: Moving): void {
  const { expression } = node;
  const element = ts.isIdentifier(expression) ? elementOf(expression, work) : undefined;
  const name = ts.isPropertyAccessExpression(expression)
    ? expression.name.text
    : element && (element.propertyName ?? element.name).getText();
  if (name === undefined) {
    moveCreation(node, work);
    return;
  }
  const [method, path, ...rest] = node.arguments;
  const value = method && plain(method);
  const called =
    path && value && ts.isStringLiteralLike(value)
      ? endpointOf(value.text, path, work, moving)
      : { why: "the method of this hook isn't known here: write its `queryFn` with request()" };
  const client = clientText(expression, work, moving);
  if ("why" in called || !method || !path || name === "useInfiniteQuery" || client === undefined) {
    const why = "write the `queryFn` of this hook with request()";
    work.leaveSite(node, "why" in called ? called.why : why);
    return;
  }
  const input: RequestInput = { ...called, work, root: rootName(moving, work), client };
  const text =
    name === "useMutation"
      ? mutationText(rest[0], input, { node, moving })
      : queryText({ method, path, rest }, input, { node, moving });
  if (typeof text !== "string") {
    work.leaveSite(node, text.why);
    return;
  }
  work.replaceNode(
    node,
    `${element ? work.needInstead(name, PACKAGE) : work.need(name, PACKAGE)}(${text})`,
  );
}

/** `createClient(fetchClient)`: the hooks ask the client itself. */
function moveCreation(node: ts.CallExpression, work: Work): void {
  const [client] = node.arguments;
  const { parent } = node;
  if (client && node.arguments.length === 1) {
    work.replaceNode(node, work.text(client));
    if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)) {
      work.replaceNode(parent.name, clientName(parent, work));
    }
  }
}

interface QueryGiven {
  readonly method: ts.Expression;
  readonly path: ts.Expression;
  readonly rest: readonly ts.Expression[];
}

interface Hook {
  readonly node: ts.CallExpression;
  readonly moving: Moving;
}

function queryText(
  { method, path, rest: [init, options] }: QueryGiven,
  input: RequestInput,
  hook: Hook,
): TextOrWhy {
  const { work } = input;
  const bare = init && /^(?:undefined|\{\s*\})$/.test(init.getText(work.code)) ? undefined : init;
  const key = [method, path, ...(init ? [init] : [])].map((one) => work.text(one)).join(", ");
  const text = requestText(bare, { ...input, more: ["signal"] });
  if (typeof text !== "string") {
    return text;
  }
  const thrown = throwingText(text, input, hook);
  return `{ queryKey: [${key}], queryFn: ({ signal }) => ${thrown}${optionsOf(options, work)} }`;
}

/** A query throws the body of a failure if somebody reads it, as openapi-react-query did. */
function throwingText(text: string, { work }: RequestInput, { node, moving }: Hook): string {
  const isMoved = !readsError(node, work);
  work.site(node, isMoved ? "moved" : "bridged");
  return isMoved ? `${text}.bodyOrThrow()` : `${moving.bridges.use("dataOrThrow", work)}(${text})`;
}

function optionsOf(given: ts.Expression | undefined, work: Work): string {
  const options = given && plain(given);
  if (!options || /^(?:undefined|\{\s*\})$/.test(options.getText(work.code))) {
    return "";
  }
  return ts.isObjectLiteralExpression(options)
    ? `, ${options.properties.map((one) => work.text(one)).join(", ")}`
    : `, ...${work.text(options)}`;
}

/** Whether what was thrown is looked into: `error.detail`, or a callback that takes it. */
function readsError(node: ts.CallExpression, work: Work): boolean {
  const options = node.arguments.at(-1);
  if (
    options &&
    /\b(?:onError|throwOnError|retry)\b\s*[:(](?!\s*(?:false|true|\d|\(\s*\)))/.test(
      options.getText(work.code),
    )
  ) {
    return true;
  }
  const { parent } = node;
  if (!ts.isVariableDeclaration(parent)) {
    return false;
  }
  const names = ts.isObjectBindingPattern(parent.name)
    ? parent.name.elements.flatMap(({ name, propertyName }) =>
        (propertyName ?? name).getText(work.code) === "error" && ts.isIdentifier(name)
          ? [name]
          : [],
      )
    : [];
  return names.some((name) =>
    usesOf(name, work.code, work).some(
      ({ parent: use }) => ts.isPropertyAccessExpression(use) || ts.isCallExpression(use),
    ),
  );
}

function mutationText(options: ts.Expression | undefined, input: RequestInput, hook: Hook): string {
  const { work } = input;
  const type = initType(input.endpoint, wayText(input.root, input.endpoint.steps), work);
  const text = namedText("init", input);
  return `{ mutationFn: (${type ? `init: ${type}` : "_init: unknown"}) => ${throwingText(text, input, hook)}${optionsOf(options, work)} }`;
}

function initType(endpoint: DeclaredEndpoint, path: string, work: Work): string {
  const infer = (name: string, from: string): string =>
    `${work.need(name, from, true)}<typeof ${path}>`;
  const params = [
    ...(endpoint.template.includes("{") ? [`path: ${infer("InferIds", "bough")}`] : []),
    ...(endpoint.hasQuery
      ? [`query?: ${infer("RequestOptions", "bough/client")}["parameters"]`]
      : []),
    ...(endpoint.headers.size > 0
      ? [`header?: ${infer("RequestOptions", "bough/client")}["headers"]`]
      : []),
  ];
  const parts = [
    ...(params.length > 0
      ? [`params${endpoint.template.includes("{") ? "" : "?"}: { ${params.join("; ")} }`]
      : []),
    ...(endpoint.hasBody ? [`body: ${infer("InferRequest", "bough")}`] : []),
  ];
  return parts.length > 0 ? `{ ${parts.join("; ")} }` : "";
}
