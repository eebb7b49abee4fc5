// Writes the path of an endpoint for Fastify's router. The router only preselects: a segment that it compares
// differently becomes a parameter, and the tree decides.
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { segmentsOf } from "../../declare/routing/path-segments.ts";

/**
 * The path of an endpoint, `/v1/users/:user`, and whether it matches more than the endpoint's. A static segment with
 * other than unreserved characters becomes a parameter. An id with text around it becomes one too.
 */
export function hostPath(endpoint: AnyEndpoint): { url: string; generated: boolean } {
  let generated = false;
  const path = segmentsOf(endpoint).map((segment, index) => {
    if ("text" in segment && /^[\w.~-]*$/.test(segment.text)) {
      return segment.text;
    }
    if ("text" in segment) {
      generated = true;
      return `:segment${index + 1}`;
    }
    const { data, all, prefix, suffix } = segment;
    const { segment: name = "" } = data;
    generated ||= prefix + suffix !== "";
    // The router ends a name at the first character that is not a word character.
    return all ? "*" : /^\w+$/.test(name) ? `:${name}` : `:segment${index + 1}`;
  });
  // A wildcard matches with and without a slash at the end.
  return { url: `/${path.join("/")}`.replace(/\*\/$/, "*"), generated };
}

/** What the router distinguishes paths by: everything except the names of parameters. */
export function shapeOf(url: string): string {
  return url.replace(/:\w+/g, ":");
}

/** The static first segment of a path with more segments: `/v1`; `undefined` for another path. */
export function rootOf(path: string): string | undefined {
  return /^(\/[\w.~-]+)\//.exec(path)?.[1];
}
