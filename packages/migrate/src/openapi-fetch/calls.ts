// Clients of openapi-fetch and openapi-react-query, and every call of them.
import ts from "typescript";
import { nameOf, plain, symbolOf, valueOf, visit } from "../moving/syntax.ts";
import { usesOf } from "../moving/uses.ts";
import type { Work } from "../moving/work.ts";
import {
  clientName,
  clientText,
  elementOf,
  endpointOf,
  libraryOf,
  rootName,
  type Moving,
} from "./endpoints.ts";
import { moveHook } from "./hooks.ts";
import { requestText } from "./request-text.ts";
import { moveResult } from "./results.ts";

const METHODS = /^(?:GET|PUT|POST|DELETE|PATCH|HEAD|OPTIONS|TRACE)$/;

export function moveCalls(moving: Moving): void {
  for (const work of moving.project.works.values()) {
    const later: (() => void)[] = [];
    visit(work.code, (node) => {
      if (ts.isVariableStatement(node)) {
        later.unshift(() => dropElements(node, work));
      } else if (ts.isNamedExports(node)) {
        later.unshift(() => exportClient(node, work));
      } else if (ts.isCallExpression(node)) {
        later.unshift(() => moveCall(node, work, moving));
      }
    });
    later.forEach((move) => move());
  }
}

/** `export const { useQuery, GET } = client`: each is a call of the client now. */
function dropElements(node: ts.VariableStatement, work: Work): void {
  const [declaration] = node.declarationList.declarations;
  const isElements =
    declaration &&
    ts.isObjectBindingPattern(declaration.name) &&
    declaration.initializer &&
    ts.isIdentifier(declaration.initializer) &&
    declaration.name.elements.every(({ name, propertyName }) =>
      /^(?:GET|PUT|POST|DELETE|PATCH|use(?:Suspense|Infinite)?(?:Query|Mutation)|queryOptions)$/.test(
        (propertyName ?? name).getText(work.code),
      ),
    );
  if (isElements) {
    work.replace({ start: node.getStart(work.code), end: node.end, text: "" });
  }
}

/** `export { GET, useQuery }` of a client that is destructured: the client is exported. */
function exportClient(node: ts.NamedExports, work: Work): void {
  const names: string[] = [];
  let isMoved = false;
  for (const element of node.elements) {
    const local = work.checker.getExportSpecifierLocalTargetSymbol(element);
    const declaration = local?.declarations?.find(ts.isBindingElement)?.parent.parent;
    const made =
      declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
    if (declaration && made && ts.isCallExpression(made) && libraryOf(made, work)) {
      isMoved = true;
      names.push(ts.isVariableDeclaration(declaration) ? clientName(declaration, work) : "");
    } else {
      names.push(element.getText(work.code));
    }
  }
  if (isMoved) {
    work.replaceNode(node, `{ ${[...new Set(names)].join(", ")} }`);
  }
}

function moveCall(node: ts.CallExpression, work: Work, moving: Moving): void {
  const library = libraryOf(node, work);
  if (library === "openapi-react-query") {
    moveHook(node, work, moving);
  }
  if (library !== "openapi-fetch") {
    return;
  }
  const { expression } = node;
  const method = methodOf(node, work);
  if (method === undefined) {
    if (ts.isPropertyAccessExpression(expression) && /^(?:use|eject)$/.test(expression.name.text)) {
      moveUse(node, expression, work);
    } else {
      moveCreation(node, work, moving);
    }
    return;
  }
  const isRequest = ts.isPropertyAccessExpression(expression) && expression.name.text === "request";
  const [path, options] = isRequest ? node.arguments.slice(1) : node.arguments;
  const client = clientText(expression, work, moving);
  if (!path || client === undefined) {
    work.leaveSite(node, "the client of this call isn't known here: call its request()");
    return;
  }
  const called = endpointOf(method, path, work, moving);
  if ("why" in called) {
    work.leaveSite(node, called.why);
    return;
  }
  const text = requestText(options, { ...called, work, root: rootName(moving, work), client });
  if (typeof text !== "string") {
    work.leaveSite(node, text.why);
    return;
  }
  const isMoved = moveResult(node, work, called.endpoint.hasFailures);
  work.replaceNode(node, isMoved ? text : `${moving.bridges.use("dataOrError", work)}(${text})`);
  work.site(node, isMoved ? "moved" : "bridged");
}

function methodOf(
  { expression, arguments: [first] }: ts.CallExpression,
  work: Work,
): string | undefined {
  if (ts.isPropertyAccessExpression(expression)) {
    const { text } = expression.name;
    return METHODS.test(text)
      ? text
      : text === "request" && first && ts.isStringLiteralLike(first)
        ? first.text.toUpperCase()
        : undefined;
  }
  if (!ts.isIdentifier(expression)) {
    return undefined;
  }
  const element = elementOf(expression, work);
  const name = element && (element.propertyName ?? element.name).getText();
  return name !== undefined && METHODS.test(name) ? name : undefined;
}

/** `client.use(middleware)`: the client's list of middleware is beside it. */
function moveUse(
  node: ts.CallExpression,
  { expression, name }: ts.PropertyAccessExpression,
  work: Work,
): void {
  const at = ts.isIdentifier(expression) ? declarationFile(expression, work) : undefined;
  if (!at) {
    work.leaveSite(
      node,
      "the client of this middleware isn't known here: pass `around` to its createClient()",
    );
    return;
  }
  const list =
    at.file === work.file ? `${at.name}Middleware` : work.need(`${at.name}Middleware`, at.file);
  const given = node.arguments.map((one) => work.text(one)).join(", ");
  work.replaceNode(
    node,
    name.text === "use" ? `${list}.push(${given})` : `${list}.splice(${list}.indexOf(${given}), 1)`,
  );
  work.site(node, "bridged");
}

function declarationFile(
  expression: ts.Identifier,
  work: Work,
): { readonly file: string; readonly name: string } | undefined {
  const declaration = symbolOf(expression, work)?.declarations?.[0];
  return declaration && ts.isVariableDeclaration(declaration) && ts.isIdentifier(declaration.name)
    ? { file: declaration.getSourceFile().fileName, name: declaration.name.text }
    : undefined;
}

function moveCreation(node: ts.CallExpression, work: Work, moving: Moving): void {
  const declaration = work.checker.getResolvedSignature(node)?.declaration;
  const isCreation =
    declaration &&
    "name" in declaration &&
    declaration.name &&
    ts.isIdentifier(declaration.name) &&
    declaration.name.text === "createClient";
  if (!isCreation) {
    return;
  }
  const { parent } = node;
  const variable = ts.isVariableDeclaration(parent) ? parent : undefined;
  const list =
    variable && ts.isIdentifier(variable.name) && isUsed(variable.name, moving)
      ? `${variable.name.text}Middleware`
      : undefined;
  const options = optionsText(
    node.arguments[0],
    work,
    list && `${moving.bridges.use("aroundOf", work)}(${list})`,
  );
  work.replaceNode(node, `${work.need("createClient", "bough/client")}(${options})`);
  if (variable && ts.isObjectBindingPattern(variable.name)) {
    work.replaceNode(variable.name, clientName(variable, work));
  }
  if (variable?.type) {
    work.replaceNode(variable.type, work.need("Client", "bough/client", true));
  }
  const statement = variable?.parent.parent;
  if (list && statement) {
    const isExported =
      ts.isVariableStatement(statement) &&
      statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    const type = moving.bridges.use("Middleware", work, true);
    const at = statement.getStart(work.code);
    const [indent = ""] = /[ \t]*$/.exec(work.code.text.slice(0, at)) ?? [];
    work.insert(at, `${isExported ? "export " : ""}const ${list}: ${type}[] = [];\n${indent}`);
  }
}

/** Whether a client has middleware, in any file. */
function isUsed(name: ts.Identifier, { project }: Moving): boolean {
  const file = name.getSourceFile().fileName;
  return [...project.works.values()].some(
    (work) =>
      new RegExp(`\\b${name.text}\\s*\\.\\s*(?:use|eject)\\s*\\(`).test(work.code.text) &&
      (work.file === file ? usesOf(name, work.code, work).length > 0 : true),
  );
}

/** What to do about the options that Bough's client doesn't take. */
const INSTEAD = new Map([
  ["querySerializer", "declare the style of each parameter"],
  ["pathSerializer", "declare the style of each parameter"],
  ["bodySerializer", "declare the format of each body"],
  ["Request", "pass a `fetch` that makes this request"],
  ["requestInitExt", "pass a `fetch` that adds these options"],
]);

function optionsText(
  given: ts.Expression | undefined,
  work: Work,
  around: string | undefined,
): string {
  const options = given && plain(given);
  const literal = options && ts.isObjectLiteralExpression(options) ? options : undefined;
  const parts: string[] = [];
  const init: string[] = [];
  let custom: string | undefined;
  for (const property of literal?.properties ?? []) {
    const name = property.name && nameOf(property.name);
    const value = valueOf(property);
    if (ts.isSpreadAssignment(property) || ts.isMethodDeclaration(property)) {
      parts.push(work.text(property));
    } else if (name !== undefined && value && INSTEAD.has(name)) {
      work.leave(property, `\`${name}\` has no counterpart in Bough: ${INSTEAD.get(name)}`);
    } else if (name === "fetch" && value) {
      custom = work.text(value);
    } else if (name === "baseUrl" && value) {
      parts.push(...(/^["'`]["'`]$/.test(value.getText(work.code)) ? [] : [work.text(property)]));
    } else if (name === "headers") {
      parts.push(work.text(property));
    } else if (name !== undefined) {
      init.push(work.text(property));
    }
  }
  const send =
    custom === undefined
      ? undefined
      : `${/^[\w.$]+$/.test(custom) ? custom : `(${custom})`}(new Request(url, init))`;
  if (init.length > 0 || send !== undefined) {
    const all = init.length > 0 ? `{ ...init, ${init.join(", ")} }` : "init";
    parts.push(
      `fetch: (url, init) => ${send === undefined ? `fetch(url, ${all})` : send.replace("init)", `${all})`)}`,
    );
  }
  parts.push(...(around === undefined ? [] : [`around: ${around}`]));
  if (given && !literal) {
    work.leave(
      given,
      "the options of this client are made elsewhere: check that createClient() of bough/client accepts them",
    );
    return around === undefined
      ? work.text(given)
      : `{ ...${work.text(given)}, around: ${around} }`;
  }
  return parts.length > 0 ? `{ ${parts.join(", ")} }` : "";
}
