// Paths that differ from an endpoint's only by a trailing slash.
import { addressOf, throwing } from "../../declaration/tree/address.ts";
import type { Ids } from "../../declaration/tree/ids.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import { decodePercent, encodeSegment } from "../../http/percent.ts";

/** The response to a path that differs from an endpoint's only by a trailing slash: 404, or a redirect to its path. */
export type TrailingSlashMismatch = "refuse" | "redirect";

/** The path with or without a trailing slash; `undefined` if it has only one spelling. */
export function otherSpelling(path: string): string | undefined {
  if (!path.endsWith("/")) {
    return `${path}/`;
  }
  return path === "/" || path.endsWith("//") ? undefined : path.slice(0, -1);
}

/** The parts of a redirect's target. */
export interface Redirection {
  readonly endpoint: AnyEndpoint;
  readonly ids: Ids;
  readonly query: string | undefined;
  /** The encoded path before the endpoint's path. */
  readonly prefix: string;
}

/** The `Location` of an endpoint. Its path is built from the tree, never from the request's path. */
export function locationOf({ endpoint, ids, query, prefix }: Redirection): string {
  const path = addressOf(endpoint["~endpoint"], ids, throwing(endpoint.template));
  return prefix + path + (query === undefined ? "" : `?${query}`);
}

/** The raw path of a mount, encoded again: a browser reads `/\\host` as another host. */
export function encodedMount(mount: string): string {
  return mount
    .split("/")
    .map((raw) => encodeSegment(decodePercent(raw) ?? raw))
    .join("/");
}
