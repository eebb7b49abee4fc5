// The keys of queries: the URL in pieces, then the method, then what else decides on the answer:
// `["https://shop.example", "/v1", "/users", "/42", "GET", { parameters: "limit=10" }]`.
import { resolve } from "../client/related-url.ts";
import { addressOf, type AddressSource, type Refuse } from "../declaration/tree/address.ts";
import { addressWithQuery } from "../declaration/tree/href.ts";
import { idsOf } from "../declaration/tree/ids.ts";
import { isEndpoint } from "../declaration/tree/nodes.ts";
import { chainOf, type AnyResource } from "../declaration/tree/placement.ts";
import type { AnyEndpoint } from "../declaration/tree/placed-endpoint.ts";
import { encodePath } from "../http/percent.ts";
import type { CallParts, Key } from "./query-options.ts";

/** A filter for `invalidateQueries` and the other functions of TanStack Query that take one. */
export interface QueryFilter {
  readonly queryKey: Key;
  /** Checks the rest of the path if an id has no value. */
  readonly predicate?: (query: { readonly queryKey: Key }) => boolean;
}

/** The key of an endpoint without arguments. An id without a value is `/{user}`. */
export function addressKey(base: string, endpoint: AnyEndpoint): Key {
  const path = piecesOf(endpoint).map(({ text, template }) => text ?? template);
  return [...split(base + path.join("")), endpoint.method];
}

/** The key of a call. */
export function callKey(base: string, endpoint: AnyEndpoint, given: CallParts, kind?: string): Key {
  const invalid: string[] = [];
  const address = addressWithQuery(endpoint, given.parameters, (...refused) => {
    invalid.push(refused.join(" "));
  });
  const { accept, url } = given;
  const more = {
    kind,
    parameters: address.split("?")[1],
    headers: filled(plain(given.headers)),
    body: plain(given.body),
    accept,
    url: url && (resolve(url, base + address) || url),
    // Such a call fails, so it must not have the key of the call without these values.
    invalid: filled(invalid),
  };
  return [...addressKey(base, endpoint), ...[plain(more)].filter(filled)];
}

/** Matches the keys of all calls of a node and of everything below it. */
export function filterOf(base: string, node: AnyResource | AnyEndpoint): QueryFilter {
  const pieces = piecesOf(node);
  const method = isEndpoint(node) ? [node.method] : [];
  const known = pieces.findIndex(({ text }) => text === undefined);
  const path = (to?: number): readonly string[] =>
    split(
      base +
        pieces
          .slice(0, to)
          .map(({ text }) => text)
          .join(""),
    );
  if (known < 0) {
    return { queryKey: [...path(), ...method] };
  }
  const queryKey = path(known);
  const below = pieces
    .slice(known)
    .map(({ text, template }) => (text ? literal(text) : anyId(template)));
  const pattern = new RegExp(`^${below.join("")}${method[0] ? `\n${method[0]}(\n|$)` : "[/:\n]"}`);
  return {
    queryKey,
    predicate: (query) =>
      pattern.test(
        query.queryKey
          .slice(queryKey.length)
          .map((one) => (/^[/:]/.test(String(one)) ? one : `\n${String(one)}`))
          .join(""),
      ),
  };
}

/** Whether an id of a node has no value. */
export function isOpen(node: AnyResource | AnyEndpoint): boolean {
  return piecesOf(node).some(({ text }) => text === undefined);
}

interface Piece {
  /** `undefined` if its id has no value. */
  readonly text: string | undefined;
  readonly template: string;
}

// The part of the path that each node adds, outermost first.
function piecesOf(node: AnyResource | AnyEndpoint): Piece[] {
  const ids = idsOf(node);
  const chain: AddressSource[] = isEndpoint(node)
    ? [...chainOf(node["~endpoint"].parent), node["~endpoint"]]
    : chainOf(node["~resource"]);
  return chain.map(({ data, parent, template: whole }) => {
    const template = whole.slice(parent?.template.length);
    const isOpen = data.kind === "dynamic" && !(ids && (data.segment ?? "") in ids);
    return {
      template,
      text: isOpen ? undefined : addressOf({ data, parent: undefined, template }, ids, ignore),
    };
  });
}
const ignore: Refuse = () => {};

// Before each slash and colon, because a verb is below its resource. Encoded ids have no colon.
function split(url: string): string[] {
  return url.match(/^\w+:\/\/[^/]+|[/:][^/:]*/g) ?? [];
}

// What matches a piece of a path with any id. The id of `segments()` has slashes.
function anyId(template: string): string {
  const id = /\{[^]*?(\*?)\}/;
  return template
    .split(/\{[^]*\}/)
    .map((affix) => literal(encodePath(affix)))
    .join(id.exec(template)?.[1] ? "[^:\n]+" : "[^/:\n]+");
}

function literal(text: string): string {
  return text.replace(/[^\w/]/g, "\\$&");
}

function filled(value: unknown): unknown {
  return Object.keys(Object(value))[0] && value;
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
