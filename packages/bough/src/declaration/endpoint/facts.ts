// The headers of what server and client both act on. A part of the server reads and writes them, so nobody declares
// them by hand beside it.
import type { EndpointData } from "./endpoint-data.ts";

/** The request header of `.idempotent()` (draft-ietf-httpapi-idempotency-key-header-07). */
export const KEY_HEADER = "idempotency-key";
/** The response header that says whether the handler ran for a key. */
export const KEY_STATUS_HEADER = "idempotency-status";
/** The response header with the next page of `.paged({ link: true })` (RFC 8288). */
export const LINK_HEADER = "link";

/** The headers of a fact, in lower case. */
export interface FactHeaders {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

const IDEMPOTENT: FactHeaders = { reads: [KEY_HEADER], writes: [KEY_STATUS_HEADER] };
const LINKED: FactHeaders = { reads: [], writes: [LINK_HEADER] };

/** The headers of what an endpoint declares, by the call of its chain. */
export function factHeaders({
  idempotent,
  paged,
}: Pick<EndpointData, "idempotent" | "paged">): readonly (readonly [
  call: string,
  headers: FactHeaders,
])[] {
  return [
    ...(idempotent === undefined ? [] : [["idempotent", IDEMPOTENT] as const]),
    ...(paged?.link === true ? [["paged", LINKED] as const] : []),
  ];
}
