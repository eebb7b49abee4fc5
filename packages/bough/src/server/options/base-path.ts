// The path that a server stands below. It is skipped by segments, each decoded once
// like any other: `/api` is the beginning of `/api/users` and not of `/apix`.
import { decodePercent, encodeStaticSegment } from "../../http/percent.ts";

/** A base path, read. */
export interface BasePath {
  /** As it stands in a URL: `/api`; empty for none. */
  readonly prefix: string;
  /** Its segments, decoded. */
  readonly segments: readonly string[];
}

/** Whether a value is the text of a base path. */
export function isBasePath(value: unknown): value is string {
  return (
    typeof value === "string" &&
    !/^[^/]|[?#\\]/.test(value) &&
    readBasePath(value).segments.every((segment) => !/^\.{0,2}$/.test(segment))
  );
}

/** Reads a base path. */
export function readBasePath(text: string): BasePath {
  const [, ...raw] = text.replace(/\/$/, "").split("/");
  const segments = raw.map((segment) => decodePercent(segment) ?? "");
  return {
    prefix: segments.map((segment) => `/${encodeStaticSegment(segment)}`).join(""),
    segments,
  };
}

/** What a raw path says below the base path; `undefined` where it does not stand there. */
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
