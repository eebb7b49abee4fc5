// What server and client both act on, in a document: the headers that the server reads and writes by itself.
import type {
  ContractConditional,
  ContractEndpoint,
  ContractFacts,
  ContractIdempotent,
} from "bough/contract";
import type { OpenApiParameter } from "./document.ts";

/** What a document says of a fact. */
interface FactParts {
  readonly parameters?: readonly OpenApiParameter[];
  /** The headers that it adds to a response. */
  readonly headers?: Headers;
  /** What its member `x-bough-…` says besides. */
  readonly more?: object;
}
type Headers = Readonly<Record<string, OpenApiParameter>>;
type Fact<Name extends keyof ContractFacts> = NonNullable<ContractFacts[Name]>;

const FACTS: {
  readonly [Name in keyof Required<ContractFacts>]: (
    fact: Fact<Name>,
    endpoint: ContractEndpoint,
  ) => FactParts;
} = {
  idempotent: (fact) => ({
    parameters: [keyParameter(fact)],
    headers: { "Idempotency-Status": KEY_STATUS },
  }),
  paged: ({ link }) => ({ headers: link === undefined ? {} : { Link: LINK } }),
  conditional: (fact, endpoint) => ({
    parameters: matchParameters(fact, endpoint.method),
    headers: endpoint.method === "GET" ? { ETag: TAG } : {},
    more: statusOfBare(endpoint),
  }),
};

export function factParameters(endpoint: ContractEndpoint): readonly OpenApiParameter[] {
  return partsOf(endpoint).flatMap(({ parameters = [] }) => parameters);
}

/** The headers that facts add to a response. */
export function factHeadersOf(endpoint: ContractEndpoint): Headers {
  const all: Headers = {};
  return Object.assign(all, ...partsOf(endpoint).map(({ headers }) => headers));
}

/** The members of an operation that say more than its parameters do. */
export function factMembers(endpoint: ContractEndpoint): object {
  return Object.fromEntries(
    partsOf(endpoint).map(({ name, fact, more }) => [`x-bough-${name}`, { ...fact, ...more }]),
  );
}

function partsOf(
  endpoint: ContractEndpoint,
): readonly (FactParts & { readonly name: string; readonly fact: object })[] {
  const partOf = <Name extends keyof ContractFacts>(name: Name): ReturnType<typeof partsOf> => {
    const fact: ContractFacts[Name] = endpoint[name];
    return fact === undefined ? [] : [{ ...FACTS[name](fact, endpoint), name, fact }];
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has these names alone
  return (Object.keys(FACTS) as (keyof ContractFacts)[]).flatMap((name) => partOf(name));
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
