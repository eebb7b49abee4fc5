// The path below which a server answers. It is compared by decoded segments: `/api` is the beginning of
// `/api/users` and not of `/apix`.
import { decodePercent, encodeStaticSegment } from "../../http/percent.ts";

/** A parsed base path. */
export interface BasePath {
  /** As it is written in a URL: `/api`; empty without a base path. */
  readonly prefix: string;
  /** Its decoded segments. */
  readonly segments: readonly string[];
}

/** Whether a value is a valid base path. */
export function isBasePath(value: unknown): value is string {
  return (
    typeof value === "string" &&
    !/^[^/]|[?#\\]/.test(value) &&
    readBasePath(value).segments.every((segment) => !/^\.{0,2}$/.test(segment))
  );
}

/** Parses a base path. */
export function readBasePath(text: string): BasePath {
  const [, ...raw] = text.replace(/\/$/, "").split("/");
  const segments = raw.map((segment) => decodePercent(segment) ?? "");
  return {
    prefix: segments.map((segment) => `/${encodeStaticSegment(segment)}`).join(""),
    segments,
  };
}

/** The rest of a raw path below the base path; `undefined` for other paths. */
export function below(path: string, { prefix, segments }: BasePath): string | undefined {
  if (prefix === "") {
    return path;
  }
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
