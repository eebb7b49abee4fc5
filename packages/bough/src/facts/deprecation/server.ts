// Deprecation: each response of a deprecated endpoint says since when it is deprecated, when it goes and where to read
// what to do, in the headers `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link`.
import type { Deprecation } from "./declared.ts";
import type { ServerPart } from "../../serve/routing/part.ts";

/** Announces the end of deprecated endpoints. */
export function deprecation(): ServerPart {
  return {
    names: ({ deprecated = {} }) => ({
      writes: headersOf(deprecated).filter((_, index) => index % 2 === 0),
    }),
    endpoint: ({ endpoint: { deprecated } }) => {
      const fixed = deprecated && headersOf(deprecated);
      return fixed && { headers: () => fixed };
    },
  };
}

function headersOf({ since, sunset, link }: Deprecation): readonly string[] {
  return [
    ...(since === undefined ? [] : ["deprecation", `@${Date.parse(since) / 1000}`]),
    ...(sunset === undefined ? [] : ["sunset", new Date(sunset).toUTCString()]),
    ...(link === undefined ? [] : ["link", `<${link}>; rel="deprecation"`]),
  ];
}
