// What a mock responds by itself: an example of the declaration, its state, or a value that it makes.
import { bind, type AnyEndpoint } from "bough";
import type { ContractContent } from "bough/contract";
import { isOf } from "../values/declared-status.ts";
import { essenceOf } from "../values/media-type.ts";
import {
  askedOf,
  chosenFor,
  examplesOf,
  failed,
  firstExample,
  firstStatus,
  headersOf,
  seedFor,
  textOf,
  type Asked,
  type Chosen,
  type Own,
  type OwnParts,
} from "./asked.ts";
import { ifChanged } from "./changed.ts";
import type { Member } from "./collections.ts";
import { live, type Lived } from "./living.ts";
import { decoded } from "./maker.ts";
import { pageOf, type MockPage } from "./mock-pages.ts";
import type { Preferences } from "./preferences.ts";
import type { RawCall, RespondOptions } from "./raw-call.ts";
import { refusalsOf } from "./refusals.ts";
import { seedOf } from "./seeds.ts";
import { alternativeOf, contentFor } from "./representation.ts";
import { etagOf } from "./versions.ts";

/** A response, and whether the preferences of the request chose it. */
export type Preferred = Own & { readonly isPreferred?: true };

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

async function preferredBy(
  { status, example, failure }: Preferences,
  asked: Asked,
): Promise<Own | undefined> {
  const { failures } = asked;
  if (failure !== undefined) {
    const named = failures.find(({ name }) => name === failure);
    return named && failed(named, asked, { status: status ?? firstStatus(named) });
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
    ? failed(declared, asked, { status })
    : chosen !== undefined
      ? made(asked, chosen)
      : refusalsOf(asked.call.endpoint).includes(status)
        ? { kind: "refusal", status }
        : undefined;
}

async function byItself(asked: Asked): Promise<Own> {
  const { collections, keepsState, store, call, contract } = asked;
  const found = keepsState ? collections.byEndpoint.get(contract.key) : undefined;
  const member = found !== undefined && store.keeps(found.collection) ? found : undefined;
  const chosen = chosenFor(asked, { creates: member?.role === "create" });
  const isRemoved = member?.role === "find" && isGone(member, asked);
  const example = isRemoved ? undefined : await firstExample(asked, chosen);
  const reads = member?.role === "find" || member?.role === "list";
  if (member === undefined || (example !== undefined && reads)) {
    return chosen === undefined
      ? { kind: "value", value: undefined, options: undefined }
      : example === undefined
        ? made(asked, chosen)
        : valued(asked, chosen, example.value);
  }
  const run = (): Promise<Lived> =>
    live(member, { ...call, body: membersOf(asked) }, asked, example?.value);
  const lived = reads
    ? await run()
    : await store.inTurn(async () => (await ifChanged(member, asked)) ?? run());
  if (lived === "missing") {
    return missing(asked);
  }
  if ("kind" in lived) {
    return lived;
  }
  const then = lived.created ? (chosenFor(asked, { creates: true }) ?? chosen) : chosen;
  return then === undefined
    ? { kind: "value", value: undefined, options: undefined }
    : lived.body === undefined && example === undefined
      ? made(asked, then, locationOf(member, lived, asked))
      : valued(asked, then, example?.value ?? lived.body, locationOf(member, lived, asked));
}

/** Whether the entity that a call asks for was removed. */
function isGone({ collection }: Member, { store, call: { ids } }: Asked): boolean {
  const { idName } = collection;
  return idName !== undefined && store.hasRemoved(collection, ids, ids[idName]);
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
    : failed(declared, asked, { status: MISSING });
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
  const options = {
    ...(await optionsOf(asked, chosen, { content, location })),
    ...etagOf(asked.call.endpoint, json),
  };
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
  const options = await optionsOf(asked, chosen, { content, location });
  return { kind: "value", value, options: { ...options, ...etagOf(call.endpoint, value) } };
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
