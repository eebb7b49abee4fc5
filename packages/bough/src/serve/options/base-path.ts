// The path below which a server answers, and paths that differ from an endpoint's only by a trailing slash. Both are
// compared by decoded segments: `/api` is the beginning of `/api/users` and not of `/apix`.
import { decodePercent, encodeStaticSegment, encodeSegment } from "../../shared/http/percent.ts";
import { addressOf, throwing, type Ids } from "../../declare/tree/address.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";

export interface BasePath {
  /** As it is written in a URL: `/api`; empty without a base path. */
  readonly prefix: string;
  /** Its decoded segments. */
  readonly segments: readonly string[];
}

export function isBasePath(value: unknown): value is string {
  return (
    typeof value === "string" &&
    !/^[^/]|[?#\\]/.test(value) &&
    readBasePath(value).segments.every((segment) => !/^\.{0,2}$/.test(segment))
  );
}

export function readBasePath(text: string): BasePath {
  const [, ...raw] = text.replace(/\/$/, "").split("/");
  const segments = raw.map((segment) => decodePercent(segment) ?? "");
  return {
    prefix: segments.map((segment) => `/${encodeStaticSegment(segment)}`).join(""),
    segments,
  };
}

/** The rest of a raw path below a base path that is not empty; `undefined` for other paths. */
export function below(path: string, { prefix, segments }: BasePath): string | undefined {
  let start = 0;
  if (path.startsWith(prefix) && (path[prefix.length] ?? "/") === "/") {
    start = prefix.length;
  } else {
    for (const segment of segments) {
      const end = path.indexOf("/", start + 1);
      const raw = path.slice(start + 1, end < 0 ? path.length : end);
      if (start === path.length || decodePercent(raw) !== segment) {
        return undefined;
      }
      start = end < 0 ? path.length : end;
    }
  }
  return path.slice(start) || "/";
}

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
