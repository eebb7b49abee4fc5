// What server and client both act on: the header of idempotency keys is `.idempotent()`, where it can be declared.
import type { ContractEndpoint, ContractParameter } from "bough/contract";

type NamelessEndpoint = Omit<ContractEndpoint, "name">;

const STREAMED: ReadonlySet<string> = new Set(["stream", "multipart", "events", "json-lines"]);

/** The endpoint with its facts in place of their headers. */
export function withFacts(endpoint: NamelessEndpoint): NamelessEndpoint {
  const key = endpoint.headers?.find((one) => isNamed(one, "idempotency-key"));
  if (key === undefined || !canBeIdempotent(endpoint)) {
    return endpoint;
  }
  const { headers, responses, failures, ...rest } = endpoint;
  return {
    ...rest,
    ...without("headers", headers, "idempotency-key"),
    idempotent: { required: key.required },
    ...(responses && { responses: responses.map(withoutStatus) }),
    ...(failures && { failures: failures.map(withoutStatus) }),
  };
}

function canBeIdempotent({
  method,
  request,
  responses = [],
  failures = [],
}: NamelessEndpoint): boolean {
  const contents = [request, ...responses, ...failures].flatMap((one) => one?.content ?? []);
  return (
    (method === "POST" || method === "PATCH") &&
    contents.every(({ kind }) => !STREAMED.has(kind)) &&
    responses.every(({ cookies }) => cookies === undefined)
  );
}

function withoutStatus<R extends { readonly headers?: readonly ContractParameter[] }>(
  response: R,
): Omit<R, "headers"> {
  const { headers, ...rest } = response;
  return { ...rest, ...without("headers", headers, "idempotency-status") };
}

function without(
  name: string,
  list: readonly ContractParameter[] | undefined,
  header: string,
): Readonly<Record<string, readonly ContractParameter[]>> {
  const kept = list?.filter((one) => !isNamed(one, header)) ?? [];
  return kept.length === 0 ? {} : { [name]: kept };
}

function isNamed({ name }: ContractParameter, header: string): boolean {
  return name.toLowerCase() === header;
}
