// What server and client both act on, in a document: the headers that the server reads and writes by itself.
import type { ContractConditional, ContractEndpoint, ContractIdempotent } from "bough/contract";
import type { OpenApiParameter } from "./document.ts";

/** The header parameters of facts. */
export function factParameters({
  idempotent,
  conditional,
  method,
}: ContractEndpoint): readonly OpenApiParameter[] {
  return [
    ...(idempotent === undefined ? [] : [keyParameter(idempotent)]),
    ...(conditional === undefined ? [] : matchParameters(conditional, method)),
  ];
}

/** The headers that facts add to a response. */
export function factHeadersOf({
  idempotent,
  paged,
  conditional,
  method,
}: ContractEndpoint): Readonly<Record<string, OpenApiParameter>> {
  return {
    ...(idempotent === undefined ? {} : { "Idempotency-Status": KEY_STATUS }),
    ...(paged?.link === undefined ? {} : { Link: LINK }),
    ...(conditional === undefined || method !== "GET" ? {} : { ETag: TAG }),
  };
}

/** The members of an operation that say more than its parameters do. */
export function factMembers(endpoint: ContractEndpoint): object {
  const { idempotent, paged, conditional } = endpoint;
  return {
    ...(idempotent === undefined ? {} : { "x-bough-idempotent": idempotent }),
    ...(paged === undefined ? {} : { "x-bough-paged": paged }),
    ...(conditional === undefined
      ? {}
      : { "x-bough-conditional": { ...conditional, ...statusOfBare(endpoint) } }),
  };
}

// A document doesn't name failures without problem details, so it says the status instead.
function statusOfBare({ conditional, failures = [] }: ContractEndpoint): ContractConditional {
  const failure = failures.find(({ name }) => name === conditional?.changed);
  const isBare = failure && failure.type === undefined && failure.code === undefined;
  return isBare ? { changed: String(failure.status) } : {};
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

// PUT takes one of two headers, so neither is required.
function matchParameters(
  { required = false }: ContractConditional,
  method: string,
): readonly OpenApiParameter[] {
  const tags = { in: "header", schema: { type: "string", minLength: 1 } };
  const creates = method === "PUT";
  const absent = required
    ? `Without it${creates ? " and If-None-Match" : ""}, the response is a 428.`
    : "Without it, every version fits.";
  return method === "GET"
    ? [
        {
          ...tags,
          name: "If-None-Match",
          required: false,
          description: "The ETag of what the client has. The response is a 304 if it is current.",
        },
      ]
    : [
        {
          ...tags,
          name: "If-Match",
          required: required && !creates,
          description: `The ETag of what the client has read. The response is a 412 if it has changed. ${absent}`,
        },
        ...(creates
          ? [
              {
                name: "If-None-Match",
                in: "header",
                required: false,
                description: "Only creates: the response is a 412 if there is a version already.",
                schema: { type: "string", enum: ["*"] },
              },
            ]
          : []),
      ];
}

const KEY_STATUS: OpenApiParameter = {
  description: "Whether the response is that of this call, or of an earlier one with the same key",
  schema: { type: "string", enum: ["stored", "replayed", "in-progress", "reused"] },
};

const LINK: OpenApiParameter = {
  description: 'The URL of the next page: `<…>; rel="next"` (RFC 8288)',
  schema: { type: "string" },
};

const TAG: OpenApiParameter = {
  description: "The version of the resource (RFC 9110 8.8.3)",
  required: true,
  schema: { type: "string" },
};
