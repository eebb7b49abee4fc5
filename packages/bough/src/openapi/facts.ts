// What server and client both act on, in a document: the headers that the server reads and writes by itself.
import type { ContractEndpoint, ContractIdempotent } from "../contract/contract.ts";
import type { OpenApiParameter } from "./document.ts";

/** The header parameters of facts. */
export function factParameters({ idempotent }: ContractEndpoint): readonly OpenApiParameter[] {
  return idempotent === undefined ? [] : [keyParameter(idempotent)];
}

/** The headers that facts add to a response. */
export function factHeadersOf({
  idempotent,
  paged,
}: ContractEndpoint): Readonly<Record<string, OpenApiParameter>> {
  return {
    ...(idempotent === undefined ? {} : { "Idempotency-Status": KEY_STATUS }),
    ...(paged?.link === undefined ? {} : { Link: LINK }),
  };
}

/** The members of an operation that say more than its parameters do. */
export function factMembers({ idempotent, paged }: ContractEndpoint): object {
  return {
    ...(idempotent === undefined ? {} : { "x-bough-idempotent": idempotent }),
    ...(paged === undefined ? {} : { "x-bough-paged": paged }),
  };
}

function keyParameter({ required, lifetime }: ContractIdempotent): OpenApiParameter {
  const kept = lifetime === undefined ? "" : ` Responses are kept for ${lifetime} seconds.`;
  return {
    name: "Idempotency-Key",
    in: "header",
    required,
    description: `A key of the call, such as a UUID. A repeated call with the same key gets the response of the first one.${kept}`,
    schema: { type: "string", minLength: 1 },
  };
}

const KEY_STATUS: OpenApiParameter = {
  description: "Whether the response is that of this call, or of an earlier one with the same key",
  schema: { type: "string", enum: ["stored", "replayed", "in-progress", "reused"] },
};

const LINK: OpenApiParameter = {
  description: 'The URL of the next page: `<…>; rel="next"` (RFC 8288)',
  schema: { type: "string" },
};
