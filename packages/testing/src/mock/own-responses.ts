// What a mock responds by itself: an example of the declaration, its state, or a value that it makes.
import { bind, type AnyEndpoint, type AnyFailure } from "bough";
import {
  endpointKey,
  type ContractContent,
  type ContractEndpoint,
  type ContractParameter,
  type ContractResponse,
} from "bough/contract";
import { parameterValues } from "../values/parameter-values.ts";
import type { Collections, Member } from "./collections.ts";
import type { ResponseExamples } from "./mock.ts";
import { live, type Lived, type LivingParts } from "./living.ts";
import { decoded, type Declared } from "./maker.ts";
import { pageOf, type MockPage } from "./mock-pages.ts";
import type { Preferences } from "./preferences.ts";
import type { FailOptions, RawCall, RespondOptions } from "./raw-call.ts";
import { isRefusable } from "./refusals.ts";
import { seedOf } from "./seeds.ts";
import { contentFor, essenceOf, alternativeOf } from "./representation.ts";

/** What a mock responds. */
export type Own =
  | {
      readonly kind: "value";
      readonly value: unknown;
      readonly options: RespondOptions | undefined;
    }
  | {
      readonly kind: "failure";
      readonly failure: AnyFailure;
      readonly data: unknown;
      readonly options: FailOptions;
    }
  | { readonly kind: "refusal"; readonly status: number };

/** A response, and whether the preferences of the request chose it. */
export type Preferred = Own & { readonly isPreferred?: true };

/** What own responses need. */
export interface OwnParts extends LivingParts {
  readonly described: ReadonlyMap<string, ContractEndpoint>;
  readonly collections: Collections;
  readonly keepsState: boolean;
  /** Examples beside those of the declaration; `false` to use neither. */
  readonly examples: ResponseExamples | false;
}

interface Asked extends OwnParts {
  readonly call: RawCall;
  readonly contract: ContractEndpoint;
  readonly where: string;
  readonly failures: readonly AnyFailure[];
}

/** A declared response with the status to send. */
interface Chosen {
  readonly response: ContractResponse;
  readonly status: number;
  readonly declared: Declared;
}

const MISSING = 404;

/** The response to a call. `undefined` if the preferences cannot be met. */
export async function ownResponse(
  call: RawCall,
  preferences: Preferences,
  parts: OwnParts,
): Promise<Preferred | undefined> {
  const asked = askedOf(call, parts);
  const { status, example, failure } = preferences;
  if (status === undefined && example === undefined && failure === undefined) {
    return byItself(asked);
  }
  const preferred = await preferredBy(preferences, asked);
  return preferred && { ...preferred, isPreferred: true };
}

/** The status, the media type and the required headers of a response with a value. `undefined` if none is declared. */
export async function usualOptions(
  call: RawCall,
  status: number | undefined,
  parts: OwnParts,
): Promise<RespondOptions | undefined> {
  const asked = askedOf(call, parts);
  const creates = call.request.method === "POST";
  const chosen = chosenFor(asked, status === undefined ? { creates } : { status });
  const content = chosen && contentFor(chosen.response.content, call);
  return chosen && optionsOf(asked, chosen, { content, location: undefined });
}

function askedOf(call: RawCall, parts: OwnParts): Asked {
  const { endpoint } = call;
  const { method, template, failures } = endpoint;
  const key = endpointKey(endpoint);
  const contract = parts.described.get(key) ?? { key, name: [], method, template };
  return { ...parts, call, contract, where: `${method} ${template}`, failures };
}

async function preferredBy(
  { status, example, failure }: Preferences,
  asked: Asked,
): Promise<Own | undefined> {
  const { failures } = asked;
  if (failure !== undefined) {
    const named = failures.find(({ name }) => name === failure);
    return named && failed(named, asked, status ?? firstStatus(named));
  }
  if (example !== undefined) {
    return exampleNamed(example, asked, status);
  }
  if (status === undefined) {
    return undefined;
  }
  const declared = failures.find((one) => isOf(one.status, status));
  const chosen = chosenFor(asked, { status });
  return declared !== undefined
    ? failed(declared, asked, status)
    : chosen !== undefined
      ? made(asked, chosen)
      : isRefusable(status)
        ? { kind: "refusal", status }
        : undefined;
}

async function byItself(asked: Asked): Promise<Own> {
  const { collections, keepsState, store, call, contract } = asked;
  const found = keepsState ? collections.byEndpoint.get(contract.key) : undefined;
  const member = found !== undefined && store.keeps(found.collection) ? found : undefined;
  const chosen = chosenFor(asked, { creates: member?.role === "create" });
  const example = chosen && firstExample(asked, chosen);
  const reads = member?.role === "find" || member?.role === "list";
  if (member === undefined || (example !== undefined && reads)) {
    return chosen === undefined
      ? { kind: "value", value: undefined, options: undefined }
      : example === undefined
        ? made(asked, chosen)
        : valued(asked, chosen, example.value);
  }
  const lived = await live(member, { ...call, body: membersOf(asked) }, asked, example?.value);
  if (lived === "missing") {
    return missing(asked);
  }
  const then = lived.created ? (chosenFor(asked, { creates: true }) ?? chosen) : chosen;
  return then === undefined
    ? { kind: "value", value: undefined, options: undefined }
    : lived.body === undefined && example === undefined
      ? made(asked, then, locationOf(member, lived, asked))
      : valued(asked, then, example?.value ?? lived.body, locationOf(member, lived, asked));
}

/** The body of a request; of a form with files, its fields. */
function membersOf({ call: { body }, contract: { request } }: Asked): unknown {
  const isForm = request?.content[0]?.kind === "multipart";
  return isForm ? Object(body)["fields"] : body;
}

/** The first declared 404, or a rejection. */
async function missing(asked: Asked): Promise<Own> {
  const declared = asked.failures.find((one) => one.status === MISSING);
  return declared === undefined
    ? { kind: "refusal", status: MISSING }
    : failed(declared, asked, MISSING);
}

function chosenFor(
  { call: { endpoint }, contract: { responses = [] } }: Asked,
  { status, creates = false }: { readonly status?: number; readonly creates?: boolean },
): Chosen | undefined {
  const all = responses.map((response, index) => ({
    response,
    status: typeof response.status === "number" ? response.status : (status ?? 200),
    declared: endpoint.responses[index]?.body,
  }));
  if (status !== undefined) {
    return all.find(({ response }) => isOf(response.status, status));
  }
  const usual = all.filter((one) => one.status !== 304);
  return creates
    ? (usual.find((one) => one.status === 201) ?? usual[0])
    : (usual.find((one) => one.status !== 201) ?? usual[0]);
}

/** Whether a declared status or range contains a status. */
function isOf(declared: number | string, status: number): boolean {
  return declared === "other"
    ? status >= 400
    : declared === status || declared === `${Math.floor(status / 100)}XX`;
}

function firstStatus({ status }: AnyFailure): number {
  return typeof status === "number" ? status : status === "5XX" ? 500 : 400;
}

function examplesOf(
  { contract, examples }: Asked,
  { response }: Chosen,
): ResponseExamples[string][string] {
  const isFirst = contract.responses?.[0] === response;
  const given = examples === false ? undefined : examples[contract.key]?.[response.status];
  return { ...(response.examples ?? (isFirst ? contract.examples : undefined)), ...given };
}

function firstExample(asked: Asked, chosen: Chosen): { readonly value: unknown } | undefined {
  const [first] = asked.examples === false ? [] : Object.values(examplesOf(asked, chosen));
  return first === undefined ? undefined : { value: first };
}

async function exampleNamed(
  name: string,
  asked: Asked,
  status: number | undefined,
): Promise<Own | undefined> {
  const { responses = [] } = asked.contract;
  const all = responses.flatMap((one) => {
    const chosen = chosenFor(asked, { status: typeof one.status === "number" ? one.status : 200 });
    return chosen !== undefined && (status === undefined || isOf(one.status, status))
      ? [chosen]
      : [];
  });
  const chosen = all.find((one) => Object.hasOwn(examplesOf(asked, one), name));
  return chosen && valued(asked, chosen, examplesOf(asked, chosen)[name]);
}

/** Responds with JSON. */
async function valued(
  asked: Asked,
  chosen: Chosen,
  json: unknown,
  location?: string,
): Promise<Own> {
  const content = contentFor(chosen.response.content, asked.call);
  const isAsItIs = content === undefined || content.opaque === true;
  const own = alternativeOf(chosen.declared, content);
  const { body, link } = await pageIn(asked, content, json);
  const value = isAsItIs ? body : await decoded(body, own);
  const options = await optionsOf(asked, chosen, { content, location });
  return { kind: "value", value, options: link === undefined ? options : { ...options, link } };
}

/** The page that a call asks for, if its endpoint is paged. */
async function pageIn(
  { contract, call, maker }: Asked,
  content: ContractContent | undefined,
  json: unknown,
): Promise<MockPage> {
  if (contract.paged === undefined) {
    return { body: json, link: undefined };
  }
  const { validator } = await maker.load();
  return pageOf(contract.paged, json, {
    contract,
    parameters: call.parameters,
    url: call.request.url,
    schema: content?.schema,
    fits: (schema, value) => validator.fits(schema, value),
  });
}

/** Responds with a value that is made. */
async function made(asked: Asked, chosen: Chosen, location?: string): Promise<Own> {
  const { maker, where, call } = asked;
  const content = contentFor(chosen.response.content, call);
  if (asked.contract.paged !== undefined && content?.schema !== undefined) {
    // The pages are of one list, whatever the parameters say.
    const { pathname } = new URL(call.request.url);
    const seed = seedOf(asked.seed, where, pathname, textOf(call.body));
    return valued(asked, chosen, await maker.json(content.schema, seed, where), location);
  }
  const value =
    content === undefined
      ? undefined
      : await maker.given(content, alternativeOf(chosen.declared, content), {
          seed: seedFor(asked, chosen.status),
          where: `${where}: its response ${chosen.response.status}`,
        });
  return { kind: "value", value, options: await optionsOf(asked, chosen, { content, location }) };
}

async function optionsOf(
  asked: Asked,
  { response, status }: Chosen,
  {
    content,
    location,
  }: { readonly content: ContractContent | undefined; readonly location: string | undefined },
): Promise<RespondOptions> {
  const headers = await headersOf(response.headers, asked, location);
  return {
    status,
    headers,
    ...(content !== undefined && response.content.length > 1
      ? { mediaType: essenceOf(content.mediaType) }
      : {}),
  };
}

async function headersOf(
  declared: readonly ContractParameter[] = [],
  asked: Asked,
  location?: string,
): Promise<Readonly<Record<string, unknown>>> {
  const needed = declared.filter(
    ({ name, required }) => required || (location !== undefined && name === "location"),
  );
  if (needed.length === 0) {
    return {};
  }
  const values = await asked.maker.load();
  return Object.fromEntries(
    needed.map((one) => {
      const seed = seedFor(asked, one.name);
      const [value] = values.fc.sample(parameterValues(one, values), { seed, numRuns: 1 });
      return [one.name, one.name === "location" && location !== undefined ? location : value];
    }),
  );
}

/** The path of an entity that was created. */
function locationOf(
  { collection: { members, idName, id: declared } }: Member,
  lived: Exclude<Lived, "missing">,
  { call: { ids } }: Asked,
): string | undefined {
  const item = members.find(({ role }) => role !== "create" && role !== "list");
  if (!lived.created || item === undefined || idName === undefined) {
    return undefined;
  }
  const id = declared?.type === "integer" ? Number(lived.id) : lived.id;
  try {
    return pathWith(item.endpoint, { ...ids, [idName]: id });
  } catch {
    // The id has no form of a path.
    return undefined;
  }
}

function pathWith(endpoint: AnyEndpoint, ids: object): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every endpoint takes ids at run time
  const bound = bind as unknown as (node: AnyEndpoint, ids: object) => AnyEndpoint;
  return bound(endpoint, ids).path;
}

/** Responds with a declared failure, whose data is made. */
async function failed(failure: AnyFailure, asked: Asked, status: number): Promise<Own> {
  const { contract, maker, where } = asked;
  const described = contract.failures?.find(({ name }) => name === failure.name);
  const [content] = described?.content ?? [];
  const declared = failure["~failure"].body;
  const data =
    content === undefined
      ? undefined
      : await maker.given(content, alternativeOf(declared, content), {
          seed: seedFor(asked, failure.name),
          where: `${where}: its failure "${failure.name}"`,
        });
  const headers = await headersOf(described?.headers, asked);
  const options = typeof failure.status === "string" ? { status, headers } : { headers };
  return { kind: "failure", failure, data, options };
}

// The same request has the same response, as long as the state is the same.
function seedFor({ seed, call, where }: Asked, of: string | number): number {
  const { request, body } = call;
  const { pathname, search } = new URL(request.url);
  return seedOf(seed, where, pathname + search, textOf(body), of);
}

function textOf(body: unknown): string {
  try {
    return JSON.stringify(body) ?? "";
  } catch {
    // It has a bigint.
    return "";
  }
}
