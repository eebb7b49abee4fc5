// The URL of a resource or endpoint in pieces, for the keys of caches.
import { addressOf, idsOf, type AddressSource, type Refuse } from "../declare/tree/address.ts";
import { addressWithQuery } from "../declare/tree/href.ts";
import { isEndpoint } from "../declare/tree/nodes.ts";
import type { AnyEndpoint, AnyResource } from "../declare/tree/placement.ts";

/** The URL of a resource or endpoint in pieces. */
export interface UrlParts {
  /** The method of an endpoint; `undefined` for a resource. */
  readonly method: string | undefined;
  /** The path: a piece for each resource and for the endpoint, outermost first. */
  readonly path: readonly UrlPiece[];
  /** Path and query as one, without the values in `issues`: what `hrefOf` returns if there are none. */
  readonly href: string;
  /** The values that are missing, or that a URL can't carry. */
  readonly issues: readonly UrlIssue[];
}

/** A value that a URL can't carry: the arguments of an `AddressError` after its template. */
export type UrlIssue = readonly [place: "path" | "query", parameter: string, issue: string];

/** The part of a path that a resource or endpoint adds. */
export interface UrlPiece {
  /** The part of the path template: `/{user}`. */
  readonly template: string;
  /** The part of the path: `/42`; `undefined` while the id has no value. */
  readonly text: string | undefined;
}

/**
 * Returns the URL of a resource or endpoint in pieces, with or without ids: for the keys of a cache, which can then find
 * everything below a resource. Throws nothing, because a key may be made for a call that fails.
 *
 * @example
 * const { method, path, href } = urlPartsOf(api.users.list, { limit: 10 });
 * const key = [...path.map(({ text }) => text), method, href];
 */
export function urlPartsOf(node: AnyResource | AnyEndpoint, parameters?: object): UrlParts {
  const ids = idsOf(node);
  const issues: UrlIssue[] = [];
  const refuse: Refuse = (...issue) => {
    issues.push(issue);
  };
  const isEnd = isEndpoint(node);
  const source = isEnd ? node["~endpoint"] : node["~resource"];
  const href = isEnd ? addressWithQuery(node, parameters, refuse) : addressOf(source, ids, refuse);
  const path: UrlPiece[] = [];
  for (let at: AddressSource | undefined = source; at; at = at.parent) {
    const { data, parent } = at;
    const template = at.template.slice(parent?.template.length);
    const isOpen = data.kind === "dynamic" && !(ids && (data.segment ?? "") in ids);
    path.unshift({
      template,
      text: isOpen ? undefined : addressOf({ data, template }, ids, () => {}),
    });
  }
  return { method: isEnd ? node.method : undefined, path, href, issues };
}
