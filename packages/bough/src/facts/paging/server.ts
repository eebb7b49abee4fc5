// Paging: handlers of endpoints with `.paged({ link: true })` give the next page to `respond`, which writes the header
// `Link` (RFC 8288). The other forms of paging ask nothing of a server.
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import type { RespondOptions } from "../../serve/handler/call.ts";
import { isRecord } from "../../shared/internal/record.ts";
import { withLines, type RawHeaders } from "../../serve/response/write-headers.ts";
import { HandlerError } from "../../serve/handler/handler-error.ts";
import type { ServerPart } from "../../serve/routing/part.ts";
import { LINK_HEADER } from "./declared.ts";

/** Writes the links of pages. */
export function paging(): ServerPart {
  return {
    names: (endpoint) => (isLinked(endpoint) ? { writes: [LINK_HEADER] } : {}),
    endpoint: ({ endpoint }) =>
      isLinked(endpoint) ? { given: (options) => withLink(options, endpoint) } : undefined,
  };
}

function isLinked({ paged }: AnyEndpoint): boolean {
  return paged?.link === true;
}

function withLink(
  { headers, link }: Pick<RespondOptions, "headers" | "link">,
  endpoint: AnyEndpoint,
): RawHeaders | undefined {
  if (link === undefined || (headers !== undefined && !isRecord(headers))) {
    return headers;
  }
  if (typeof link !== "string" || !link.startsWith("<")) {
    const text = `gave the link ${shown(link)} to respond: write <?page=3>; rel="next"`;
    throw new HandlerError("invalid-header", endpoint, text);
  }
  return withLines(headers, LINK_HEADER, [link]);
}
