// The headers of what server and client both act on. A part of the server reads and writes them, so nobody declares
// them by hand beside it.
import type { EndpointData } from "./endpoint-data.ts";

/** The request header of `.idempotent()` (draft-ietf-httpapi-idempotency-key-header-07). */
export const KEY_HEADER = "idempotency-key";
/** The response header that says whether the handler ran for a key. */
export const KEY_STATUS_HEADER = "idempotency-status";
/** The response header with the next page of `.paged({ link: true })` (RFC 8288). */
export const LINK_HEADER = "link";
/** The request headers of `.conditional()` (RFC 9110 13.1), in the order in which they are evaluated. */
export const MATCH_HEADERS = ["if-match", "if-none-match"] as const;
/** The response header of a conditional GET (RFC 9110 8.8.3). */
export const TAG_HEADER = "etag";

/** The headers of a fact, in lower case. */
export interface FactHeaders {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

const IDEMPOTENT: FactHeaders = { reads: [KEY_HEADER], writes: [KEY_STATUS_HEADER] };
const LINKED: FactHeaders = { reads: [], writes: [LINK_HEADER] };
const CONDITIONAL: FactHeaders = { reads: MATCH_HEADERS, writes: [TAG_HEADER] };

/** The headers of what an endpoint declares, by the call of its chain. */
export function factHeaders({
  idempotent,
  paged,
  conditional,
}: Pick<EndpointData, "idempotent" | "paged" | "conditional">): readonly (readonly [
  call: string,
  headers: FactHeaders,
])[] {
  return [
    ...(idempotent === undefined ? [] : [["idempotent", IDEMPOTENT] as const]),
    ...(paged?.link === true ? [["paged", LINKED] as const] : []),
    ...(conditional === undefined ? [] : [["conditional", CONDITIONAL] as const]),
  ];
}
