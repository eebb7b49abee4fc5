// What all moves write alike in a request: the way to an endpoint, its ids, and the entries of an object.
import ts from "typescript";
import { nameOf, plain, valueOf } from "./syntax.ts";
import type { Work } from "./work.ts";

/** What a call becomes, or why it has to stay as it is. */
export type TextOrWhy = string | { readonly why: string };

/** How the ids of a call are given: each one by its name, or an object of them. */
export type Ids = ReadonlyMap<string, string> | string;

/** A name on the way to an endpoint, with the id that follows it. */
export interface Step {
  readonly name: string;
  readonly id?: string;
}

/** `contract.posts.post.get`, or with ids `contract.posts.post(id).get`. */
export function wayText(
  root: string,
  steps: readonly Step[],
  ids?: ReadonlyMap<string, string>,
): string {
  return steps.reduce((text, { name, id }) => {
    const member = isName(name) ? `${text}.${name}` : `${text}[${JSON.stringify(name)}]`;
    return ids && id !== undefined ? `${member}(${ids.get(id) ?? "undefined"})` : member;
  }, root);
}

/** `bind(path, { id })`, for ids that can't be passed one by one. */
export function boundText(path: string, ids: Ids, work: Work): string {
  const object =
    typeof ids === "string"
      ? ids
      : `{ ${[...ids].map(([name, text]) => entryText(name, text)).join(", ")} }`;
  return `${work.need("bind", "bough")}(${path}, ${object})`;
}

interface Sent {
  readonly client: string;
  readonly endpoint: string;
  /** `undefined` if the endpoint takes none. */
  readonly body: string | undefined;
  readonly options: readonly string[];
}

/** `client.request(endpoint, body, { … })`, without the arguments that aren't needed. */
export function sentText({ client, endpoint, body, options }: Sent): string {
  const last = options.length > 0 ? [`{ ${options.join(", ")} }`] : [];
  const isAbsent = body === undefined || (body === "undefined" && last.length === 0);
  return `${client}.request(${[endpoint, ...(isAbsent ? [] : [body]), ...last].join(", ")})`;
}

/** The ids in `{ id, n: 2 }`. Anything but such an object stays as it is written. */
export function idsOf(given: ts.Expression, work: Work): Ids {
  const node = plain(given);
  if (!ts.isObjectLiteralExpression(node)) {
    return work.text(node);
  }
  const ids = new Map<string, string>();
  for (const property of node.properties) {
    const name = property.name && nameOf(property.name);
    const value = valueOf(property);
    if (name === undefined || !value) {
      return work.text(node);
    }
    ids.set(name, work.text(value));
  }
  return ids;
}

/** `name: text`, or `name` alone where both are the same. */
export function entryText(name: string, text: string): string {
  return name === text ? name : `${propertyName(name)}: ${text}`;
}

export function propertyName(name: string): string {
  return isName(name) ? name : JSON.stringify(name);
}

function isName(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text);
}
