// The headers of a visitor's request that calls made for it carry, too: who the visitor is, its language, its trace, and
// from which site it comes. The others describe the visitor's connection, body or cache.
import { warn } from "../options/report.ts";

/** The headers of a visitor's request: `Headers`, what Next.js returns, or an object such as that of Node. */
export type VisitorHeaders =
  | { readonly get: (name: string) => string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** Which headers are sent. */
export interface Forwarding {
  /** The headers of the visitor's request. */
  readonly headers?: VisitorHeaders | undefined;
  /**
   * Names of more headers to send. `Cookie`, `Authorization`, `Accept-Language`, `Traceparent`, `Tracestate`, `Origin` and
   * `Sec-Fetch-Site` are always sent; `Host`, `Connection`, `Range`, `Content-…` and `If-…` never are.
   */
  readonly forward?: readonly string[] | undefined;
  /**
   * `"checked-by-framework"` doesn't send `Origin` and `Sec-Fetch-Site`, so the server accepts writes from pages of other
   * sites. Default: it refuses them, as over the network.
   */
  readonly crossSite?: "checked-by-framework" | undefined;
}

/** Reads a header of the visitor by its lower-case name. */
export type ReadVisitor = (name: string) => string | undefined;

const NEVER = /^(?:host|connection|range|(?:content|if)-.*)$/;

/** Reads headers in any form. */
export function visitorReader(headers: VisitorHeaders): ReadVisitor {
  if (typeof headers["get"] === "function") {
    const { get } = headers;
    return (name) => get.call(headers, name) ?? undefined;
  }
  const lines = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name.toLowerCase(), String(value)]],
  );
  const known = new Map(lines);
  return (name) => known.get(name);
}

/** The headers that every call sends, without cookies. */
export function forwardedHeaders(
  read: ReadVisitor,
  { forward = [], crossSite }: Forwarding,
): [name: string, value: string][] {
  const asked = forward.map((name) => name.toLowerCase());
  const never = asked.filter((name) => NEVER.test(name));
  warn(
    never[0] &&
      `inProcess: ${never.join(", ")} is never forwarded, because it describes the visitor's connection, body or cache`,
  );
  const names = new Set([
    "authorization",
    "accept-language",
    "traceparent",
    "tracestate",
    ...asked,
  ]);
  names.delete("cookie");
  for (const name of ["origin", "sec-fetch-site"]) {
    if (crossSite === undefined) {
      names.add(name);
    } else {
      names.delete(name);
    }
  }
  const sent = [...names].flatMap((name): [string, string][] => {
    const value = NEVER.test(name) ? undefined : read(name);
    return value === undefined ? [] : [[name, value]];
  });
  return isOwnOrigin(read) && crossSite === undefined
    ? [...sent, ["sec-fetch-site", "same-origin"]]
    : sent;
}

// Old browsers send `Origin` alone. Over the network, the server compares it with the visitor's `Host`, which isn't sent
// here, because the client's base URL says where the call goes.
function isOwnOrigin(read: ReadVisitor): boolean {
  const origin = read("origin") ?? "";
  return (
    read("sec-fetch-site") === undefined &&
    URL.canParse(origin) &&
    new URL(origin).host === read("host")
  );
}
