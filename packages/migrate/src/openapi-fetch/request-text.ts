// A call of openapi-fetch as one of Bough's.
import ts from "typescript";
import { nameOf, plain } from "../moving/syntax.ts";
import type { Work } from "../moving/work.ts";
import type { DeclaredEndpoint } from "./declaration.ts";

export interface RequestInput {
  readonly work: Work;
  readonly endpoint: DeclaredEndpoint;
  /** The name of the root in the file. */
  readonly root: string;
  readonly client: string;
  /** Ids that are written in the path. */
  readonly ids?: readonly string[];
  readonly more?: readonly string[];
}

type Text = string | { readonly why: string };

const LEFT =
  /^(?:parseAs|querySerializer|bodySerializer|pathSerializer|baseUrl|fetch|middleware|Request)$/;

/** The path of an endpoint without its ids. */
export function pathOf({ steps }: DeclaredEndpoint, root: string): string {
  return steps.reduce((text, { name }) => member(text, name), root);
}

function member(text: string, name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${text}.${name}` : `${text}[${JSON.stringify(name)}]`;
}

function calledPath(input: RequestInput, ids: ReadonlyMap<string, string> | string): Text {
  const { work, endpoint, root } = input;
  const wanted = endpoint.template.match(/\{[^}]*\}/g)?.length ?? 0;
  const known = endpoint.steps.filter(({ id }) => id !== undefined);
  if (wanted === 0) {
    return pathOf(endpoint, root);
  }
  if (typeof ids === "string" || known.length !== wanted) {
    const all =
      typeof ids === "string"
        ? ids
        : `{ ${[...ids].map(([name, text]) => (name === text ? name : `${JSON.stringify(name)}: ${text}`)).join(", ")} }`;
    return `${work.need("bind", "bough")}(${pathOf(endpoint, root)}, ${all})`;
  }
  const values = [...ids.values()];
  let index = 0;
  return endpoint.steps.reduce((text, { name, id }) => {
    const value = id === undefined ? undefined : (ids.get(id) ?? values[index]);
    index += id === undefined ? 0 : 1;
    return `${member(text, name)}${id === undefined ? "" : `(${value ?? "undefined"})`}`;
  }, root);
}

/** The text of a request with the options that a call has. */
export function requestText(given: ts.Expression | undefined, input: RequestInput): Text {
  const { work, endpoint } = input;
  const argument = given && plain(given);
  const options: string[] = [...(input.more ?? [])];
  const init: string[] = [];
  let ids: ReadonlyMap<string, string> | string = new Map(
    (input.ids ?? []).map((text, index) => [`${index}`, text]),
  );
  let body: string | undefined;
  if (argument && !ts.isObjectLiteralExpression(argument)) {
    return ts.isIdentifier(argument)
      ? named(argument.text, input)
      : { why: "the options of this call are made elsewhere: pass its parts to request()" };
  }
  for (const property of argument?.properties ?? []) {
    const name = property.name && nameOf(property.name);
    const value = ts.isPropertyAssignment(property)
      ? property.initializer
      : ts.isShorthandPropertyAssignment(property)
        ? property.name
        : undefined;
    if (name === undefined || !value) {
      return { why: "the options of this call are spread: pass its parts to request()" };
    }
    if (LEFT.test(name)) {
      return { why: `\`${name}\` of a call has no counterpart` };
    }
    const text = work.text(value);
    if (name === "params") {
      const found = paramsOf(value, work);
      if ("why" in found) {
        return found;
      }
      ids = found.ids ?? ids;
      options.push(...found.options);
    } else if (name === "body") {
      body = text;
    } else if (name === "signal") {
      options.push(text === "signal" ? text : `signal: ${text}`);
    } else {
      init.push(name === text ? name : `${name}: ${text}`);
    }
  }
  const path = calledPath(input, ids);
  if (typeof path !== "string") {
    return path;
  }
  if (init.length > 0) {
    options.push(`init: { ${init.join(", ")} }`);
  }
  const last = options.length > 0 ? [`{ ${options.join(", ")} }`] : [];
  const first = endpoint.hasBody
    ? body === undefined && last.length === 0
      ? []
      : [body ?? "undefined"]
    : [];
  return `${input.client}.request(${[path, ...first, ...last].join(", ")})`;
}

/** Options that have a name: `mutationFn: (init) => …`. */
export function named(name: string, input: RequestInput): string {
  const { endpoint } = input;
  const hasIds = endpoint.template.includes("{");
  const path = calledPath(input, hasIds ? `${name}.params.path` : new Map());
  const options = [
    ...(endpoint.hasQuery ? [`parameters: ${name}.params${hasIds ? "" : "?"}.query`] : []),
    ...(endpoint.headers.size > 0 ? [`headers: ${name}.params${hasIds ? "" : "?"}.header`] : []),
  ];
  const rest = [
    ...(endpoint.hasBody ? [`${name}.body`] : []),
    ...(options.length > 0 ? [`{ ${options.join(", ")} }`] : []),
  ];
  return `${input.client}.request(${[typeof path === "string" ? path : "", ...rest].join(", ")})`;
}

interface Params {
  readonly ids: ReadonlyMap<string, string> | string | undefined;
  readonly options: readonly string[];
}

function paramsOf(given: ts.Expression, work: Work): Params | { readonly why: string } {
  const node = plain(given);
  if (!ts.isObjectLiteralExpression(node)) {
    return { why: "`params` of this call are made elsewhere: pass its parts to request()" };
  }
  let ids: Params["ids"];
  const options: string[] = [];
  for (const property of node.properties) {
    const name = property.name && nameOf(property.name);
    const value = ts.isPropertyAssignment(property)
      ? property.initializer
      : ts.isShorthandPropertyAssignment(property)
        ? property.name
        : undefined;
    if (name === undefined || !value || name === "cookie") {
      return {
        why: "`params` of this call are spread, or have cookies: pass its parts to request()",
      };
    }
    if (name === "path") {
      ids = idsOf(value, work);
    } else if (name === "query") {
      options.push(`parameters: ${work.text(value)}`);
    } else if (name === "header") {
      options.push(`headers: ${work.text(value)}`);
    }
  }
  return { ids, options };
}

function idsOf(given: ts.Expression, work: Work): ReadonlyMap<string, string> | string {
  const node = plain(given);
  if (!ts.isObjectLiteralExpression(node)) {
    return work.text(node);
  }
  const ids = new Map<string, string>();
  for (const property of node.properties) {
    const name = property.name && nameOf(property.name);
    if (
      name === undefined ||
      !(ts.isPropertyAssignment(property) || ts.isShorthandPropertyAssignment(property))
    ) {
      return work.text(node);
    }
    ids.set(
      name,
      work.text(ts.isPropertyAssignment(property) ? property.initializer : property.name),
    );
  }
  return ids;
}
