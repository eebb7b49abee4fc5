// Valid calls of an endpoint, made of its contract. The codecs of the declaration judge them before they are sent.
import { bind, hrefOf } from "bough";
import type { ContractContent, ContractParameter } from "bough/contract";
import type { Arbitrary } from "fast-check";
import { bodyValues } from "../values/body-values.ts";
import { NotGenerated } from "../values/not-generated.ts";
import { idsOf, parametersOf } from "../values/parameter-values.ts";
import type { SchemaValues } from "../values/schema-values.ts";
import type { RawCall } from "./raw-call.ts";
import { bytesOf, isJson, textOf } from "./request-texts.ts";
import type { Tested } from "./subject.ts";

/** The values of a call, before they are written. */
export interface CallValues {
  readonly ids: Readonly<Record<string, unknown>>;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly cookies: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly content: ContractContent | undefined;
}

/** What only the project knows of an endpoint. */
export interface KnownValues {
  /** Ids that exist, those of the outer resources first. */
  readonly ids?: Readonly<Record<string, unknown>>;
  /** Members of the body. */
  readonly given?: (() => unknown) | undefined;
}

/** The values of valid calls. Throws a `NotGenerated` if none are found. */
export function validCalls(
  { described }: Tested,
  values: SchemaValues,
  { ids: known = {}, given }: KnownValues,
): Arbitrary<CallValues> {
  const { fc } = values;
  const { path = [], query = [], headers = [], cookies = [] } = described;
  const made: Arbitrary<CallValues["ids"]> =
    path.length === 0 ? fc.constant({}) : idsOf(path, values);
  const under = (existing: object): Arbitrary<CallValues["ids"]> =>
    made.map((random) => ({ ...random, ...existing }));
  // Ids that exist reach the handler, and others show what is not found.
  const ids = fc.oneof(
    { weight: 3, arbitrary: under(known) },
    { weight: 1, arbitrary: under(parentsOf(path, known)) },
  );
  return fc.record({
    ids,
    parameters: parametersOf(generated(query), values),
    headers: parametersOf(generated(headers).filter(isFree), values),
    cookies: parametersOf(generated(cookies), values),
    ...bodies(described.request, values, given),
  });
}

// The ids above the last one exist.
function parentsOf(path: readonly ContractParameter[], known: CallValues["ids"]): object {
  const parents = new Set(path.slice(0, -1).map(({ name }) => name));
  return Object.fromEntries(Object.entries(known).filter(([name]) => parents.has(name)));
}

// Functions decide what the text of an opaque type means, so it is sent only if it must be.
function generated(parameters: readonly ContractParameter[]): readonly ContractParameter[] {
  return parameters.filter(
    (one) => one.required || (one.opaque !== true && one.checks === undefined),
  );
}

// Headers that a call has for other reasons.
function isFree({ name, required }: ContractParameter): boolean {
  return required || !/^(?:if-|content-|accept|authorization|cookie|host|user-agent)/i.test(name);
}

function bodies(
  request: Tested["described"]["request"],
  values: SchemaValues,
  given: (() => unknown) | undefined,
): { readonly body: Arbitrary<unknown>; readonly content: Arbitrary<ContractContent | undefined> } {
  const { fc } = values;
  const [content] = request?.content ?? [];
  if (request === undefined || content === undefined) {
    return { body: fc.constant(undefined), content: fc.constant(undefined) };
  }
  const examples = Object.values(request.examples ?? {});
  let made: Arbitrary<unknown>;
  try {
    made = bodyValues(content, values);
  } catch (error) {
    const [example] = examples;
    if (example === undefined || !(error instanceof NotGenerated)) {
      throw error;
    }
    made = fc.constantFrom(example, ...examples.slice(1));
  }
  return {
    content: fc.constant(content),
    body: made.map((body) => withMembers(body, given?.())),
  };
}

/** A body with the members that the project gives, at any depth of objects. */
export function withMembers(body: unknown, given: unknown): unknown {
  if (given === undefined) {
    return body;
  }
  if (!isObject(given) || !isObject(body)) {
    return given;
  }
  const entries = Object.entries(given).map(
    ([name, one]) => [name, withMembers(body[name], one)] as const,
  );
  return { ...body, ...Object.fromEntries(entries) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// The types of a tree that is only known at run time tell nothing.
interface Untyped {
  readonly bind: (endpoint: unknown, ids: object) => unknown;
  readonly hrefOf: (endpoint: unknown, options: { readonly parameters: object }) => string;
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
const untyped = { bind, hrefOf } as unknown as Untyped;

/** A call as it is sent; `undefined` for values that the declaration refuses to send. */
export async function writtenCall(
  tested: Tested,
  base: string,
  values: CallValues,
): Promise<RawCall | undefined> {
  const { described, declared } = tested;
  const { ids, parameters, headers: given, cookies, content, body } = values;
  try {
    const href = untyped.hrefOf(untyped.bind(declared, ids), { parameters });
    const headers: Record<string, string> = {};
    for (const type of described.headers ?? []) {
      if (given[type.name] !== undefined) {
        headers[type.name] = textOf(given[type.name], type);
      }
    }
    const pairs = (described.cookies ?? []).flatMap((type) =>
      cookies[type.name] === undefined
        ? []
        : [`${type.name}=${encodeURIComponent(textOf(cookies[type.name], type))}`],
    );
    if (pairs.length > 0) {
      headers["cookie"] = pairs.join("; ");
    }
    if (described.idempotent !== undefined) {
      headers["idempotency-key"] = newKey();
    }
    if (described.conditional?.required === true) {
      headers["if-match"] = "*";
    }
    const accepted = acceptOf(described);
    if (accepted !== undefined) {
      headers["accept"] = accepted;
    }
    // Throws for text that no header may have.
    void new Headers(headers);
    // A client has read what it changes, and generated values have not.
    const code = "if-match" in headers ? undefined : codeOfCall(tested, values);
    const call = { method: described.method, url: new URL(base + href), headers, code };
    if (content === undefined || body === undefined) {
      return call;
    }
    if (isJson(content) && (await isRefused(declared.request, body))) {
      return undefined;
    }
    const sent = await bytesOf(body, content, declared.request);
    return {
      ...call,
      headers: { ...headers, "content-type": sent.mediaType },
      body: sent.bytes,
    };
  } catch {
    return undefined;
  }
}

/** A key of a call that may be repeated, in its quoted form. */
export function newKey(): string {
  return `"${crypto.randomUUID()}"`;
}

/** Whether the schema of a declaration refuses a value, beyond what its JSON Schema says. */
export async function isRefused(declared: unknown, value: unknown): Promise<boolean> {
  const standard = schemaOf(declared);
  const result = await standard?.validate(value);
  return result?.issues !== undefined;
}

interface Result {
  readonly issues?: unknown;
}

interface Standard {
  readonly validate: (value: unknown) => unknown;
}

function schemaOf(
  declared: unknown,
): { readonly validate: (value: unknown) => Result | Promise<Result> } | undefined {
  const body: {
    readonly "~standard"?: Standard;
    readonly "~format"?: { readonly schema?: { readonly "~standard"?: Standard } };
  } = Object(declared);
  const found = body["~standard"] ?? body["~format"]?.schema?.["~standard"];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Standard Schema says what `validate` returns
  return found as ReturnType<typeof schemaOf>;
}

function acceptOf({ responses = [] }: Tested["described"]): string | undefined {
  const types = responses.flatMap(({ content }) => content.map(({ mediaType }) => mediaType));
  const [first] = types;
  return first === undefined || first === "*/*"
    ? undefined
    : `${first}, application/problem+json;q=0.5, */*;q=0.1`;
}

/** The call as a line of TypeScript. */
function codeOfCall({ described, resources }: Tested, values: CallValues): string {
  const { ids, parameters, headers, cookies, body } = values;
  const names = [...described.name];
  const last = names.pop() ?? "";
  // The first name is that of the tree if a contract has several.
  const own = resources.slice(-names.length || resources.length);
  const path = names.map((name, index) => {
    const resource = own[index];
    const id = resource === undefined ? undefined : idNameOf(resource);
    const called = id !== undefined && id in ids ? `(${shown(ids[id])})` : "";
    return `${memberOf(name)}${called}`;
  });
  const options = Object.entries({ parameters, headers, cookies }).filter(
    ([, one]) => Object.keys(one).length > 0,
  );
  const given = [
    ...(body === undefined ? [] : [shown(body)]),
    ...(options.length === 0 ? [] : [shown(Object.fromEntries(options))]),
  ];
  return `await client.request(${[`api${path.join("")}${memberOf(last)}`, ...given].join(", ")});`;
}

function idNameOf(resource: Tested["resources"][number]): string | undefined {
  const { data } = resource["~resource"];
  return data.kind === "dynamic" ? data.segment : undefined;
}

function memberOf(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)
    ? `.${name}`
    : `[${JSON.stringify(name)}]`;
}

function shown(value: unknown): string {
  if (value instanceof Date) {
    return `new Date(${JSON.stringify(value)})`;
  }
  if (typeof value === "bigint") {
    return `${value}n`;
  }
  if (value instanceof Uint8Array) {
    return `new Uint8Array([${String(value)}])`;
  }
  if (Array.isArray(value)) {
    return `[${value.map(shown).join(", ")}]`;
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([name, one]) => {
      const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
      return `${key}: ${shown(one)}`;
    });
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  return JSON.stringify(value) ?? "undefined";
}
