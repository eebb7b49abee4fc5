// A call of openapi-fetch as one of Bough's.
import ts from "typescript";
import {
  boundText,
  entryText,
  idsOf,
  sentText,
  wayText,
  type Ids,
  type TextOrWhy,
} from "../moving/request-text.ts";
import { nameOf, plain, valueOf } from "../moving/syntax.ts";
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
  /** Options that the caller adds, such as `signal`. */
  readonly more?: readonly string[];
}

/** What to do about the options that a call of Bough doesn't take. */
const INSTEAD = new Map([
  ["parseAs", "declare the format of the response"],
  ["querySerializer", "declare the style of each parameter"],
  ["pathSerializer", "declare the style of each parameter"],
  ["bodySerializer", "declare the format of the body"],
  ["baseUrl", "create another client"],
  ["fetch", "create another client"],
  ["middleware", "create another client"],
  ["Request", "create another client"],
]);

function calledPath({ work, endpoint, root }: RequestInput, ids: Ids): string {
  const { steps, template } = endpoint;
  const wanted = template.match(/\{[^}]*\}/g)?.length ?? 0;
  const known = steps.flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (wanted === 0) {
    return wayText(root, steps);
  }
  if (typeof ids === "string" || known.length !== wanted) {
    return boundText(wayText(root, steps), ids, work);
  }
  // Ids that are written in the path, or have another name there, go by their order.
  const values = [...ids.values()];
  const named = known.map(
    (id, index) => [id, ids.get(id) ?? values[index] ?? "undefined"] as const,
  );
  return wayText(root, steps, new Map(named));
}

/** The text of a request with the options that a call has. */
export function requestText(given: ts.Expression | undefined, input: RequestInput): TextOrWhy {
  const { work, endpoint, client } = input;
  const argument = given && plain(given);
  const options: string[] = [...(input.more ?? [])];
  const init: string[] = [];
  let ids: Ids = new Map((input.ids ?? []).map((text, index) => [`${index}`, text]));
  let body = "undefined";
  if (argument && !ts.isObjectLiteralExpression(argument)) {
    return ts.isIdentifier(argument)
      ? namedText(argument.text, input)
      : { why: "the options of this call are made elsewhere: pass its parts to request()" };
  }
  for (const property of argument?.properties ?? []) {
    const name = property.name && nameOf(property.name);
    const value = valueOf(property);
    if (name === undefined || !value) {
      return { why: "the options of this call are spread: pass its parts to request()" };
    }
    const instead = INSTEAD.get(name);
    if (instead !== undefined) {
      return { why: `\`${name}\` has no counterpart in Bough: ${instead}` };
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
      options.push(entryText(name, text));
    } else {
      init.push(entryText(name, text));
    }
  }
  if (init.length > 0) {
    options.push(`init: { ${init.join(", ")} }`);
  }
  return sentText({
    client,
    endpoint: calledPath(input, ids),
    body: endpoint.hasBody ? body : undefined,
    options,
  });
}

/** Options that have a name: `mutationFn: (init) => …`. */
export function namedText(name: string, input: RequestInput): string {
  const { endpoint, client } = input;
  const hasIds = endpoint.template.includes("{");
  const params = `${name}.params${hasIds ? "" : "?"}`;
  return sentText({
    client,
    endpoint: calledPath(input, hasIds ? `${name}.params.path` : new Map()),
    body: endpoint.hasBody ? `${name}.body` : undefined,
    options: [
      ...(endpoint.hasQuery ? [`parameters: ${params}.query`] : []),
      ...(endpoint.headers.size > 0 ? [`headers: ${params}.header`] : []),
    ],
  });
}

interface Params {
  readonly ids: Ids | undefined;
  readonly options: readonly string[];
}

function paramsOf(given: ts.Expression, work: Work): Params | { readonly why: string } {
  const node = plain(given);
  if (!ts.isObjectLiteralExpression(node)) {
    return { why: "the `params` of this call are made elsewhere: pass its parts to request()" };
  }
  let ids: Params["ids"];
  const options: string[] = [];
  for (const property of node.properties) {
    const name = property.name && nameOf(property.name);
    const value = valueOf(property);
    if (name === undefined || !value || name === "cookie") {
      return {
        why: "the `params` of this call are spread, or include cookies: pass its parts to request()",
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
