// The version of a resource, as a document marks it by `x-bough-conditional`. Its headers are those of `.conditional()`.
import type { ContractConditional, ContractEndpoint, ContractParameter } from "bough/contract";
import { isMembers, member, textOf } from "./json.ts";
import { Misfit } from "./listed-body.ts";
import type { Found } from "./open-document.ts";
import { onlyJsonBody } from "./paging.ts";
import type { Reading } from "./parameter-type.ts";
import type { Place } from "./report.ts";

type NamelessEndpoint = Omit<ContractEndpoint, "name">;

const MARKER = "x-bough-conditional";
const WRITES: ReadonlySet<string> = new Set(["PUT", "PATCH", "DELETE"]);
const READ: ReadonlySet<string> = new Set(["if-match", "if-none-match"]);

/** The endpoint with its version, if the operation has a marker that fits. */
export function withVersion(
  reading: Reading,
  endpoint: NamelessEndpoint,
  operation: Found,
  place: Place,
): NamelessEndpoint {
  const marker = member(operation.value, MARKER);
  if (marker === undefined) {
    return endpoint;
  }
  try {
    const conditional = conditionalOf(marker, endpoint);
    if (endpoint.method === "GET" && conditional.version !== undefined) {
      const names = conditional.version.split(".");
      const types = onlyJsonBody(reading, endpoint, operation)?.typesOf(names) ?? [];
      if (types.length === 0 || !types.every((one) => /^(?:string|integer|number)$/.test(one))) {
        throw new Misfit(`${JSON.stringify(conditional.version)} is not a string or a number`);
      }
    }
    return { ...withoutHeaders(endpoint), conditional };
  } catch (error) {
    if (!(error instanceof Misfit)) {
      throw error;
    }
    const at = { ...place, pointer: `${operation.pointer}/${MARKER}` };
    reading.report.changed(at, "unsupported", `its ${MARKER} is left out: ${error.message}`);
    return endpoint;
  }
}

function conditionalOf(
  marker: unknown,
  { method, responses = [], failures = [] }: NamelessEndpoint,
): ContractConditional {
  const writes = WRITES.has(method);
  const kinds = responses.flatMap(({ content }) => content.map(({ kind }) => kind));
  if (
    !writes &&
    (method !== "GET" || !kinds.every((kind) => /^(?:negotiated|codec|text)$/.test(kind)))
  ) {
    throw new Misfit("only PUT, PATCH, DELETE, and GET with whole JSON or text have versions");
  }
  const [version, changed, required] = ["version", "changed", "required"].map((name) =>
    member(marker, name),
  );
  const [path, failure] = [textOf(version), textOf(changed)];
  if (
    !isMembers(marker) ||
    (version !== undefined && !/^[^.]+(?:\.[^.]+)?$/.test(path ?? "")) ||
    (changed !== undefined && failure === undefined) ||
    (failure !== undefined && (!writes || !failures.some(({ status }) => status === 412))) ||
    (required !== undefined && typeof required !== "boolean")
  ) {
    throw new Misfit("it has another form than { version, changed, required }");
  }
  return {
    ...(path === undefined ? {} : { version: path }),
    ...(failure === undefined ? {} : { changed: failure }),
    ...(writes ? { required: required !== false } : {}),
  };
}

// The server reads and writes them by itself, and sends the 304.
function withoutHeaders({ headers, responses, ...endpoint }: NamelessEndpoint): NamelessEndpoint {
  const own = without(headers, (name) => READ.has(name));
  const isWrite = WRITES.has(endpoint.method);
  return {
    ...endpoint,
    ...(own && { headers: own }),
    ...(responses && {
      responses: responses
        .filter(({ status }) => isWrite || status !== 304)
        .map(({ headers: sent, ...response }) => {
          const kept = isWrite ? sent : without(sent, (name) => name === "etag");
          return { ...response, ...(kept && { headers: kept }) };
        }),
    }),
  };
}

function without(
  list: readonly ContractParameter[] | undefined,
  isOwn: (name: string) => boolean,
): readonly ContractParameter[] | undefined {
  const kept = list?.filter(({ name }) => !isOwn(name.toLowerCase())) ?? [];
  return kept.length === 0 ? undefined : kept;
}
