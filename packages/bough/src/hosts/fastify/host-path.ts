// Writes the path of an endpoint for Fastify's router. The router only preselects: a segment that it compares
// differently becomes a parameter, and the tree decides.
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import { segmentsOf } from "../../declaration/routing/path-segments.ts";

/** A path for Fastify's router. */
export interface HostPath {
  /** `/v1/users/:user`. */
  readonly url: string;
  /** Whether the router's path matches more than that of the endpoint. */
  readonly generated: boolean;
}

/**
 * The path of an endpoint. A static segment with other than unreserved characters becomes a parameter. An
 * id with text around it becomes one too.
 */
export function hostPath(endpoint: AnyEndpoint): HostPath {
  const taken = new Set<string>();
  let generated = false;
  const path = segmentsOf(endpoint).map((segment, index) => {
    if ("text" in segment) {
      const { text } = segment;
      const plain = /^[\w.~-]*$/.test(text);
      generated ||= !plain;
      return plain ? text : `:${nameOf("", index, taken)}`;
    }
    const { data, all, prefix, suffix } = segment;
    generated ||= prefix + suffix !== "";
    return all ? "*" : `:${nameOf(data.segment ?? "", index, taken)}`;
  });
  // A wildcard matches with and without a slash at the end.
  const url = `/${path.join("/")}`.replace(/\*\/$/, "*");
  return { url, generated };
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
