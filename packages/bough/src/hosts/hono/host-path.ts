// Writes the path of an endpoint for Hono's router. The router only preselects: what its notation cannot
// express becomes a parameter that matches more, and Bough's tree decides.
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { segmentsOf, type PathSegment } from "../../declare/routing/path-segments.ts";

/** The paths under which an endpoint is registered. */
export interface HostPath {
  /** Its own path: `/v1/users/:user`. */
  readonly path: string;
  /** The same with a slash more or less at its end; `undefined` for a path that matches with and without. */
  readonly other: string | undefined;
  /** A path that matches everything below its first segment. */
  readonly root: string;
}

/** The paths under which an endpoint is registered. */
export function hostPathOf(endpoint: AnyEndpoint): HostPath {
  const segments = segmentsOf(endpoint);
  // A path that takes all segments matches with and without a slash at its end.
  const all = segments.findIndex((segment) => "data" in segment && segment.all);
  const own = all < 0 ? segments : segments.slice(0, all + 1);
  const path = `/${own.map(pieceOf).join("/")}`;
  const other = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
  return {
    path,
    other: path === "/" || all >= 0 ? undefined : other,
    root: rootOf(segments[0]),
  };
}

function rootOf(first: PathSegment | undefined): string {
  if (first === undefined) {
    return "/";
  }
  return "text" in first && isPlain(first.text) ? `/${first.text}/*` : "/*";
}

/** How many segments such a path has. */
export function segmentCount(hostPath: string): number {
  return hostPath.split("/").filter((segment) => segment !== "").length;
}

function pieceOf(segment: PathSegment, index: number): string {
  if ("text" in segment) {
    const { text } = segment;
    return text === "" || isPlain(text) ? text : `:static${index}`;
  }
  const name = segment.data.segment ?? "";
  const parameter = /^\w+$/.test(name) ? `:${name}` : `:id${index}`;
  return segment.all ? `${parameter}{[^]+}` : parameter;
}

// Other characters have a meaning in Hono's notation, or are compared undecoded.
function isPlain(segment: string): boolean {
  return /^[\w.~-]+$/.test(segment);
}
