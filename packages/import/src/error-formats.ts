// Recognises an error format of the API's own: all its errors have one body, and a constant at one path of it tells
// them apart. A document whose errors differ in anything else stays as it is.
import type { Contract, ContractContent, ContractEndpoint, ContractFailure } from "bough/contract";
import { failureName } from "./error-names.ts";
import { CodePaths, isBelow, type Constant } from "./error-paths.ts";
import { elementsOf, entriesOf, isMembers, member, stepsOf, textOf } from "./json.ts";
import type { JsonSchema } from "./schemas.ts";
import { freeName } from "./words.ts";

/** A contract whose endpoints have an error format, if all its errors have one; else the contract itself. */
export function withErrorFormat(contract: Contract): Contract {
  const paths = new CodePaths(contract.components.schemas);
  const responses = responsesOf(contract, paths);
  if (responses === undefined) {
    return contract;
  }
  const codePaths = new Set(responses.flatMap(({ constants }) => [...constants.keys()]));
  const found = [...codePaths].flatMap((code) => formatAt(code, responses, paths) ?? []);
  const [only, more] = found;
  return only === undefined || more !== undefined ? contract : formatted(contract, only);
}

/** One body of an error response. */
interface ErrorBody {
  readonly endpoint: ContractEndpoint;
  readonly failure: ContractFailure;
  readonly content: ContractContent;
  readonly schema: JsonSchema;
  /** The component that it is. */
  readonly component: string | undefined;
  readonly constants: ReadonlyMap<string, Constant>;
}

interface ErrorFormat {
  readonly code: string;
  readonly data: string | undefined;
  readonly content: ContractContent;
  /** Absent if the document has no schema of the format without a code. */
  readonly schema: JsonSchema | undefined;
  /** The schema of the format, made of that of an error. */
  readonly made: () => JsonSchema;
  readonly failures: ReadonlyMap<ContractFailure, readonly FoundFailure[]>;
}

interface FoundFailure {
  readonly body: ErrorBody;
  readonly code: Constant;
  readonly data: JsonSchema | undefined;
}

/** All JSON bodies of errors; `undefined` if their media types are not one, or a response has another besides. */
function responsesOf(
  { endpoints, components }: Contract,
  paths: CodePaths,
): readonly ErrorBody[] | undefined {
  const bodies: ErrorBody[] = [];
  for (const endpoint of endpoints) {
    for (const failure of endpoint.failures ?? []) {
      const [content] = failure.content;
      if (!failure.content.some(isJson) || content === undefined) {
        continue;
      }
      const known = bodies[0]?.content ?? content;
      if (
        failure.content.length > 1 ||
        content.mediaType !== known.mediaType ||
        content.kind !== known.kind
      ) {
        return undefined;
      }
      for (const one of alternativesOf(content.schema ?? {}, components.schemas)) {
        bodies.push({ ...one, endpoint, failure, content, constants: paths.constants(one.schema) });
      }
    }
    if (paths.isTooLarge) {
      return undefined;
    }
  }
  return bodies;
}

function isJson({ kind, mediaType, opaque }: ContractContent): boolean {
  return (
    opaque !== true &&
    (kind === "negotiated" || (kind === "codec" && /^application\/json$|\+json$/.test(mediaType)))
  );
}

// A union of errors is each of them.
function alternativesOf(
  schema: JsonSchema,
  schemas: Contract["components"]["schemas"],
  component?: string,
): readonly Pick<ErrorBody, "schema" | "component">[] {
  const name = nameOf(schema);
  const target = name === undefined || name === component ? undefined : member(schemas, name);
  const { description: _, ...own } = isMembers(target) ? target : schema;
  const [keyword, ...more] = Object.keys(own);
  if (more.length === 0 && (keyword === "oneOf" || keyword === "anyOf")) {
    return elementsOf(own[keyword])
      .filter(isMembers)
      .flatMap((one) =>
        nameOf(one) === undefined || nameOf(one) !== name
          ? [{ schema: one, component: nameOf(one) }]
          : [],
      );
  }
  return [{ schema, component: name }];
}

function nameOf(schema: JsonSchema): string | undefined {
  return stepsOf(textOf(schema["$ref"]) ?? "").at(-1);
}

/** The format whose code is at a path; `undefined` if there is none. */
function formatAt(
  code: string,
  bodies: readonly ErrorBody[],
  paths: CodePaths,
): ErrorFormat | undefined {
  const coded = bodies.filter(({ constants }) => constants.has(code));
  const others = bodies.filter(({ constants }) => !constants.has(code));
  const [first] = coded;
  const rejected = others.find(({ failure }) => failure.status === "other");
  if (first === undefined || !others.every((one) => isRejection(one, others))) {
    return undefined;
  }
  const start = rejected?.schema ?? first.schema;
  const differing = paths.differences(
    start,
    bodies.map(({ schema }) => schema),
    code,
  );
  const [data, more] = differing ?? [""];
  if (more !== undefined || data === "" || (data !== undefined && isBelow(code, data, false))) {
    return undefined;
  }
  const schema =
    rejected?.schema ??
    paths.sharedPart(
      coded.map((one) => one.schema),
      code,
      data,
    );
  const failures = new Map<ContractFailure, FoundFailure[]>();
  for (const body of coded) {
    const own = data === undefined ? undefined : paths.dataOf(body.schema, schema, data);
    const found = { body, code: body.constants.get(code) ?? "", data: own };
    failures.set(body.failure, [...(failures.get(body.failure) ?? []), found]);
  }
  const all = [...failures.values()].flat();
  const isSound =
    all.every((one) => isDeclarable(one, code, data, paths)) &&
    tellApart(all) &&
    (schema === undefined
      ? new Set(all.map((one) => one.code)).size > 1
      : paths.canHold(schema, code, data)) &&
    [...failures.values()].every(
      (list) => new Set(list.map((one) => one.code)).size === list.length,
    );
  const made = (): JsonSchema =>
    paths.widened(
      coded.map((one) => one.schema),
      code,
      data,
    );
  return isSound ? { code, data, content: first.content, schema, made, failures } : undefined;
}

// The statuses that Bough itself responds with, by the code that it then has: a test compares them with its table.
const REJECTIONS = new Map([
  [400, "invalid-request"],
  [401, "unauthorized"],
  [403, "forbidden"],
  [404, "not-found"],
  [405, "method-not-allowed"],
  [406, "not-acceptable"],
  [408, "request-timeout"],
  [409, "idempotency-key-in-progress"],
  [412, "precondition-failed"],
  [413, "content-too-large"],
  [414, "uri-too-long"],
  [415, "unsupported-media-type"],
  [416, "range-not-satisfiable"],
  [422, "idempotency-key-reused"],
  [428, "precondition-required"],
  [431, "request-header-fields-too-large"],
  [500, "internal-server-error"],
  [501, "not-implemented"],
  [503, "service-unavailable"],
  [505, "http-version-not-supported"],
]);

// A document of Bough shows the format without a code for all other errors of an operation, and for its rejections.
function isRejection({ endpoint, failure }: ErrorBody, others: readonly ErrorBody[]): boolean {
  return (
    (typeof failure.status === "string" || REJECTIONS.has(failure.status)) &&
    others.some((one) => one.endpoint === endpoint && one.failure.status === "other")
  );
}

function isDeclarable(
  { body: { failure, schema }, code, data }: FoundFailure,
  codePath: string,
  dataPath: string | undefined,
  paths: CodePaths,
): boolean {
  const { status } = failure;
  return (
    typeof status === "number" &&
    code !== (REJECTIONS.get(status) ?? "error") &&
    paths.requires(schema, codePath) &&
    (data === undefined || (paths.isData(data) && paths.requires(schema, dataPath ?? "")))
  );
}

// A status in the body says nothing that the response does not say.
function tellApart(failures: readonly FoundFailure[]): boolean {
  return failures.some(({ body, code }) => String(code) !== String(body.failure.status));
}

/** The contract with this format. */
function formatted(contract: Contract, format: ErrorFormat): Contract {
  const { code, data, content, failures } = format;
  const schemas = new Map(Object.entries(contract.components.schemas));
  const names = new Map<string, string>();
  const paths = { code, ...(data === undefined ? {} : { data }) };
  const endpoints = contract.endpoints.map((endpoint): ContractEndpoint => {
    const { failures: own = [], ...rest } = endpoint;
    const made = own.flatMap((failure) =>
      failure.content.some(isJson)
        ? (failures.get(failure) ?? []).map((one) => failureOf(one, names))
        : [failure],
    );
    return { ...rest, ...(made.length === 0 ? {} : { failures: made }), errors: paths };
  });
  const schema = format.schema ?? named(format.made(), schemas, endpoints);
  const rejections: readonly ContractContent[] = [{ ...content, schema }];
  const all = endpoints.map((endpoint) => ({ ...endpoint, rejections }));
  return {
    ...contract,
    endpoints: all,
    components: { ...contract.components, schemas: used(schemas, all) },
  };
}

// Gives the format a name that no schema has which is still used.
function named(
  schema: JsonSchema,
  schemas: Map<string, JsonSchema>,
  endpoints: readonly unknown[],
): JsonSchema {
  const name = freeName("ApiError", new Set(Object.keys(used(schemas, [endpoints, schema]))));
  schemas.set(name, schema);
  return { $ref: `#/components/schemas/${name}` };
}

function failureOf(
  { body, code, data }: FoundFailure,
  names: Map<string, string>,
): ContractFailure {
  const { status, description, headers } = body.failure;
  const name = failureName({ code, status, component: body.component }, names);
  return {
    name,
    status,
    code,
    title: name,
    ...(description === undefined ? {} : { description }),
    ...(headers === undefined ? {} : { headers }),
    content:
      data === undefined
        ? []
        : [{ kind: "negotiated", mediaType: "application/json", schema: data }],
  };
}

// The schemas of single errors are no longer used.
function used(
  schemas: ReadonlyMap<string, JsonSchema>,
  users: readonly unknown[],
): Readonly<Record<string, JsonSchema>> {
  const kept = new Set<string>();
  const waiting: unknown[] = [users];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const name = isMembers(next) ? nameOf(next) : undefined;
    if (name !== undefined && !kept.has(name)) {
      kept.add(name);
      waiting.push(schemas.get(name));
    }
    const inside = Array.isArray(next) ? next : entriesOf(next).map(([, value]) => value);
    waiting.push(...inside.filter((one) => typeof one === "object" && one !== null));
  }
  return Object.fromEntries([...schemas].filter(([name]) => kept.has(name)));
}
