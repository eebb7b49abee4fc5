// A call of ts-rest's client as one of Bough's: `client.request(endpoint, body, { parameters, headers })`.
import ts from "typescript";
import { entryText, idsOf, sentText, type Ids, type TextOrWhy } from "../moving/request-text.ts";
import { nameOf, plain, valueOf } from "../moving/syntax.ts";
import type { Work } from "../moving/work.ts";
import type { Access } from "./access.ts";
import type { Route } from "./contract.ts";

export interface CallInput {
  readonly access: Access;
  readonly work: Work;
  readonly route: Route;
  readonly client: string;
  /** Options that the caller adds, such as `signal`. */
  readonly more?: readonly string[];
}

const OPTIONS = new Map([
  ["query", "parameters"],
  ["headers", "headers"],
]);

/** The text of a call, or why there is none. */
export function callText(given: ts.Expression | undefined, input: CallInput): TextOrWhy {
  const argument = given && plain(given);
  if (!argument) {
    return requestText(new Map(), input);
  }
  if (!ts.isObjectLiteralExpression(argument)) {
    return ts.isIdentifier(argument) || ts.isPropertyAccessExpression(argument)
      ? argumentText(argument.getText(input.work.code), input)
      : { why: "the argument of this call is made elsewhere: pass its parts to request()" };
  }
  const parts = new Map<string, string>();
  let ids: Ids | undefined;
  for (const property of argument.properties) {
    const name = property.name && nameOf(property.name);
    const value = valueOf(property);
    if (name === undefined || !value) {
      return { why: "the argument of this call is spread: pass its parts to request()" };
    }
    if (name === "params") {
      ids = idsOf(value, input.work);
    }
    if (
      name === "body" &&
      input.access.facts(input.route).isForm &&
      isFormData(value, input.work)
    ) {
      return { why: "this body is `FormData`: pass the members of the form as an object" };
    }
    parts.set(name, input.work.text(value));
  }
  return requestText(parts, input, ids);
}

function isFormData(node: ts.Expression, { checker }: Work): boolean {
  return checker.getTypeAtLocation(node).symbol?.name === "FormData";
}

/** A call whose argument has a name: its parts are read from it. */
export function argumentText(name: string, input: CallInput): TextOrWhy {
  const { ids, query, headers, body } = input.access.facts(input.route);
  const parts = new Map<string, string>();
  if (query) {
    parts.set("query", `${name}.query`);
  }
  if (headers.size > 0) {
    parts.set("headers", `${name}.headers`);
  }
  if (body.kind !== "none") {
    parts.set("body", `${name}.body`);
  }
  return requestText(parts, input, ids.size > 0 ? `${name}.params` : undefined);
}

function requestText(
  parts: ReadonlyMap<string, string>,
  input: CallInput,
  ids: Ids = new Map(),
): TextOrWhy {
  const { access, work, route, client, more = [] } = input;
  const facts = access.facts(route);
  const endpoint = access.called(route, work, ids);
  if (endpoint === undefined) {
    return {
      why: "the contract of this call is in no tree, or in several: pass its endpoint to request()",
    };
  }
  const init: string[] = [];
  const options: string[] = [...more];
  for (const [name, text] of parts) {
    const option = OPTIONS.get(name);
    const isDeclared = name === "query" ? facts.query !== undefined : facts.headers.size > 0;
    if (option && isDeclared) {
      options.push(entryText(option, text));
    } else if (name === "headers" || name === "extraHeaders") {
      init.push(entryText("headers", text));
    } else if (name === "fetchOptions") {
      init.push(...fetchOptions(text, options));
    } else if (/^(?:cache|credentials|next)$/.test(name)) {
      init.push(entryText(name, text));
    } else if (name === "signal") {
      options.push(entryText(name, text));
    } else if (
      name !== "params" &&
      name !== "body" &&
      !(name === "query" && /^\{\s*\}$|^undefined$/.test(text))
    ) {
      return {
        why: `\`${name}\` has no counterpart in Bough: remove it, or pass it in \`init\``,
      };
    }
  }
  if (init.length > 0) {
    options.push(
      init.length === 1 && init[0]?.startsWith("...")
        ? `init: ${init[0].slice(3)}`
        : `init: { ${init.join(", ")} }`,
    );
  }
  const body = facts.body.kind === "none" ? undefined : (parts.get("body") ?? "undefined");
  return sentText({ client, endpoint, body, options });
}

/** `fetchOptions: { signal, cache: "no-store" }`: a signal is an option of its own. */
function fetchOptions(text: string, options: string[]): readonly string[] {
  const only = /^\{\s*signal(?::\s*([\w.$]+))?\s*,?\s*\}$/.exec(text);
  if (only) {
    options.push(entryText("signal", only[1] ?? "signal"));
    return [];
  }
  return [`...${text}`];
}
