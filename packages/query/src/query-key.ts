// The keys of queries: the URL in pieces, then the method, then what else decides on the answer:
// `["https://shop.example", "/v1", "/users", "/42", "GET", { parameters: "limit=10" }]`.
import type { AnyEndpoint, AnyResource } from "bough";
import { urlPartsOf, type UrlParts } from "bough/client/adapters";
import type { CallParts, Key } from "./query-options.ts";

/** A filter for `invalidateQueries` and the other functions of TanStack Query that take one. */
export interface QueryFilter {
  readonly queryKey: Key;
  /** Checks the rest of the path if an id has no value. */
  readonly predicate?: (query: { readonly queryKey: Key }) => boolean;
}

/** The key of an endpoint without arguments. An id without a value is `/{user}`. */
export function addressKey(
  base: string,
  { path, method }: Pick<UrlParts, "path"> & Partial<UrlParts>,
): Key {
  const url = base + path.map(({ text, template }) => text ?? template).join("");
  return [...split(url), ...(method ? [method] : [])];
}

export function callKey(base: string, endpoint: AnyEndpoint, given: CallParts, kind?: string): Key {
  const { accept, url } = given;
  const parts = urlPartsOf(endpoint, given.parameters);
  const { href } = parts;
  const invalid = parts.issues.map((issue) => issue.join(" "));
  const more = {
    kind,
    parameters: href.split("?")[1],
    headers: filled(plain(given.headers)),
    body: plain(given.body),
    accept,
    url: url && (URL.canParse(url, base + href) ? new URL(url, base + href).href : url),
    // Such a call fails, so it must not have the key of the call without these values.
    invalid: filled(invalid),
  };
  return [...addressKey(base, parts), ...[plain(more)].filter(filled)];
}

/** Matches the keys of all calls of a node and of everything below it. */
export function filterOf(base: string, node: AnyResource | AnyEndpoint): QueryFilter {
  const parts = urlPartsOf(node);
  const { path, method } = parts;
  const known = path.findIndex(({ text }) => text === undefined);
  if (known < 0) {
    return { queryKey: addressKey(base, parts) };
  }
  const queryKey = addressKey(base, { path: path.slice(0, known) });
  const below = path
    .slice(known)
    .map(({ text, template }) => (text ? literal(text) : anyId(template)));
  const pattern = new RegExp(`^${below.join("")}${method ? `\n${method}(\n|$)` : "[/:\n]"}`);
  return {
    queryKey,
    predicate: (query) =>
      pattern.test(
        query.queryKey
          .slice(queryKey.length)
          .map((one) => String(one).replace(/^(?![/:])/, "\n"))
          .join(""),
      ),
  };
}

/** Whether an id of a node has no value. */
export function isOpen(node: AnyResource | AnyEndpoint): boolean {
  return urlPartsOf(node).path.some(({ text }) => text === undefined);
}

// Before each slash and colon, because a verb is below its resource. Encoded ids have no colon.
function split(url: string): string[] {
  return url.match(/^\w+:\/\/[^/]+|[/:][^/:]*/g) ?? [];
}

// What matches a piece of a path with any id. The id of `segments()` has slashes.
function anyId(template: string): string {
  return template
    .split(/\{[^]*\}/)
    .map((affix) => literal(encodeURI(affix).replace(/[?#]/g, encodeURIComponent)))
    .join(template.includes("*}") ? "[^:\n]+" : "[^/:\n]+");
}

function literal(text: string): string {
  return text.replace(/[^\w/]/g, "\\$&");
}

function filled(value: unknown): unknown {
  return Object.keys(value ?? {})[0] && value;
}

// The value as JSON can write it, without members that are `undefined`.
function plain(value: unknown): unknown {
  if (typeof value === "bigint") {
    return String(value);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const { toJSON } = value as Partial<Date>;
  if (toJSON) {
    return toJSON.call(value, "");
  }
  if (Symbol.iterator in value) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has an iterator
    return Array.from(value as Iterable<unknown>, plain);
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const name = Object.prototype.toString.call(value);
  if (!members[0] && name !== "[object Object]") {
    throw new TypeError(`queries: a key cannot contain ${name}: use queries.mutationOptions`);
  }
  return Object.fromEntries(members.map(([key, member]) => [key, plain(member)]));
}
