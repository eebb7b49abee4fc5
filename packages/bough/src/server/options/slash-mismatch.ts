// A path that differs from the path of an endpoint only by the slash at its end.
import { addressOf, throwing } from "../../declaration/tree/address.ts";
import type { Ids } from "../../declaration/tree/ids.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import { decodePercent, encodeSegment } from "../../http/percent.ts";

/**
 * The answer to a path that differs from that of an endpoint only by a trailing slash: 404, the
 * answer of the endpoint, or a redirect to its path.
 */
export type TrailingSlashMismatch = "refuse" | "ignore" | "redirect";

/** All of them. */
export const SLASH_MISMATCHES: readonly TrailingSlashMismatch[] = ["refuse", "ignore", "redirect"];

/** The path with a slash more or less at its end; `undefined` for a path that has only one spelling. */
export function otherSpelling(path: string): string | undefined {
  if (!path.endsWith("/")) {
    return `${path}/`;
  }
  return path === "/" || path.endsWith("//") ? undefined : path.slice(0, -1);
}

/** Where a request is redirected to. */
export interface Redirection {
  readonly endpoint: AnyEndpoint;
  readonly ids: Ids;
  readonly query: string | undefined;
  /** The path before that of the endpoint, encoded. */
  readonly prefix: string;
}

/** The `Location` of an endpoint. Its path is written anew: nothing of the request's path is in it. */
export function locationOf({ endpoint, ids, query, prefix }: Redirection): string {
  const path = addressOf(endpoint["~endpoint"], ids, throwing(endpoint.template));
  return prefix + path + (query === undefined ? "" : `?${query}`);
}

/** The raw path of a mount, encoded anew: `/\\host` would be another host for a browser. */
export function encodedMount(mount: string): string {
  return mount
    .split("/")
    .map((raw) => encodeSegment(decodePercent(raw) ?? raw))
    .join("/");
}
