// Writes the path of an endpoint for Hono's router. The router only preselects: what its notation cannot
// express becomes a parameter that matches more, and Bough's tree decides.
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import { takesAllSegments } from "../../declaration/tree/placement.ts";
import type { ResourceData } from "../../declaration/tree/placement.ts";
import { segmentsOf } from "../../declaration/routing/routing-tree.ts";

/** The paths under which an endpoint is registered. */
export interface HostPath {
  /** Its own path: `/v1/users/:user`. */
  readonly path: string;
  /** The same with a trailing slash; `undefined` for a path that matches both spellings. */
  readonly slashed: string | undefined;
  /** A path that matches everything below its first segment. */
  readonly root: string;
}

/** The paths under which an endpoint is registered. */
export function hostPathOf(endpoint: AnyEndpoint): HostPath {
  const segments = segmentsOf(endpoint);
  const path = `/${segments.map(pieceOf).join("/")}`;
  const last = segments.at(-1);
  const takesSlash = last === undefined || (typeof last === "object" && takesAllSegments(last));
  return { path, slashed: takesSlash ? undefined : `${path}/`, root: rootOf(segments[0]) };
}

function rootOf(first: string | ResourceData | undefined): string {
  if (first === undefined) {
    return "/";
  }
  return typeof first === "string" && isPlain(first) ? `/${first}/*` : "/*";
}

/** How many segments such a path has. */
export function segmentCount(hostPath: string): number {
  return hostPath.split("/").filter((segment) => segment !== "").length;
}

function pieceOf(segment: string | ResourceData, index: number): string {
  if (typeof segment === "string") {
    return isPlain(segment) ? segment : `:static${index}`;
  }
  const name = segment.segment ?? "";
  const parameter = /^\w+$/.test(name) ? `:${name}` : `:id${index}`;
  return takesAllSegments(segment) ? `${parameter}{[^]+}` : parameter;
}

// Other characters have a meaning in Hono's notation, or are compared undecoded.
function isPlain(segment: string): boolean {
  return /^[\w.~-]+$/.test(segment);
}
