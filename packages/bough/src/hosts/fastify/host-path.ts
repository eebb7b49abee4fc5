// Writes the path of an endpoint for Fastify's router. The router only preselects: a segment that it compares
// differently becomes a parameter, and the tree decides.
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import { takesAllSegments } from "../../declaration/tree/placement.ts";
import { segmentsOf } from "../../declaration/routing/routing-tree.ts";

/** A path for Fastify's router. */
export interface HostPath {
  /** `/v1/users/:user`. */
  readonly url: string;
  /** Whether a parameter replaces a static segment. */
  readonly generated: boolean;
}

/** The path of an endpoint. A static segment with other than unreserved characters becomes a parameter. */
export function hostPath(endpoint: AnyEndpoint): HostPath {
  const taken = new Set<string>();
  let generated = false;
  const path = segmentsOf(endpoint).map((segment, index) => {
    if (typeof segment !== "string") {
      return takesAllSegments(segment) ? "*" : `:${nameOf(segment.segment ?? "", index, taken)}`;
    }
    if (/^[\w.~-]+$/.test(segment)) {
      return segment;
    }
    generated = true;
    return `:${nameOf("", index, taken)}`;
  });
  return { url: `/${path.join("/")}`, generated };
}

// The router ends a name at the first character that is not a word character.
function nameOf(name: string, index: number, taken: Set<string>): string {
  let word = /^\w+$/.test(name) ? name : `segment${index + 1}`;
  while (taken.has(word)) {
    word = `_${word}`;
  }
  taken.add(word);
  return word;
}

/** What the router distinguishes paths by: everything except the names of parameters. */
export function shapeOf(url: string): string {
  return url.replace(/:\w+/g, ":");
}

/** The static first segment of a path with more segments: `/v1`; `undefined` for another path. */
export function rootOf(path: string): string | undefined {
  return /^(\/[\w.~-]+)\//.exec(path)?.[1];
}
