// The path that a server stands below. It is skipped by segments, each decoded once
// like any other: `/api` is the beginning of `/api/users` and not of `/apix`.
import { decodePercent, encodeStaticSegment } from "../http/percent.ts";

/** A base path, read. */
export interface BasePath {
  /** As it stands in a URL: `/api`; empty for none. */
  readonly prefix: string;
  /** Its segments, decoded. */
  readonly segments: readonly string[];
}

/** Reads a base path; throws `TypeError` for what is no path. */
export function readBasePath(text: string): BasePath {
  const path = text.replace(/\/$/, "");
  if (path === "") {
    return { prefix: "", segments: [] };
  }
  const [before, ...raw] = path.split("/");
  const segments = raw.map((segment) => decodePercent(segment) ?? "");
  if (before !== "" || /[?#\\]/.test(path) || segments.some((text) => /^\.{0,2}$/.test(text))) {
    throw new TypeError(
      `createServer: basePath ${JSON.stringify(text)} is no path: write it as "/api"`,
    );
  }
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
