// A call of a mock, and what its endpoint declares for the response.
import type { AnyFailure } from "bough";
import {
  endpointKey,
  type ContractEndpoint,
  type ContractParameter,
  type ContractResponse,
} from "bough/contract";
import type { ServerOptions } from "bough/server";
import { isOf } from "../values/declared-status.ts";
import { parameterValues } from "../values/parameter-values.ts";
import type { Misfit } from "../values/validator.ts";
import type { Collections } from "./collections.ts";
import type { LivingParts } from "./living.ts";
import { MockError } from "./mock-error.ts";
import { decoded, type Declared } from "./maker.ts";
import type { ResponseExamples } from "./mock.ts";
import type { FailOptions, RawCall, RespondOptions } from "./raw-call.ts";
import { alternativeOf, contentFor } from "./representation.ts";
import { seedOf } from "./seeds.ts";

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

/** What own responses need. */
export interface OwnParts extends LivingParts {
  readonly described: ReadonlyMap<string, ContractEndpoint>;
  readonly collections: Collections;
  readonly keepsState: boolean;
  /** Examples beside those of the declaration; `false` to use neither. */
  readonly examples: ResponseExamples | false;
  /** Gets what is wrong with the API, and not with a call. */
  readonly onError: NonNullable<ServerOptions["onError"]>;
}

/** A call, and what its endpoint declares. */
export interface Asked extends OwnParts {
  readonly call: RawCall;
  readonly contract: ContractEndpoint;
  readonly where: string;
  readonly failures: readonly AnyFailure[];
}

/** A declared response with the status to send. */
export interface Chosen {
  readonly response: ContractResponse;
  readonly status: number;
  readonly declared: Declared;
}

/** What the endpoint of a call declares. */
export function askedOf(call: RawCall, parts: OwnParts): Asked {
  const { endpoint } = call;
  const { method, template, failures } = endpoint;
  const key = endpointKey(endpoint);
  const contract = parts.described.get(key) ?? { key, name: [], method, template };
  return { ...parts, call, contract, where: `${method} ${template}`, failures };
}

/** The declared response with a status, or the usual one. */
export function chosenFor(
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

/** A status of a failure, which may be declared for a range. */
export function firstStatus({ status }: AnyFailure): number {
  return typeof status === "number" ? status : status === "5XX" ? 500 : 400;
}

export function examplesOf(
  { contract, examples }: Asked,
  { response }: Chosen,
): ResponseExamples[string][string] {
  const isFirst = contract.responses?.[0] === response;
  const given = examples === false ? undefined : examples[contract.key]?.[response.status];
  return { ...(response.examples ?? (isFirst ? contract.examples : undefined)), ...given };
}

/** The first of them that fits its schema. Documents have many that do not: each is reported once. */
export async function firstExample(
  asked: Asked,
  chosen: Chosen | undefined,
): Promise<{ readonly value: unknown } | undefined> {
  const content = chosen && contentFor(chosen.response.content, asked.call);
  if (chosen === undefined || asked.examples === false) {
    return undefined;
  }
  for (const [name, value] of Object.entries(examplesOf(asked, chosen))) {
    const report = ({ pointer, message }: Misfit): void => {
      const which = `the example "${name}" of its response ${chosen.status}`;
      const text = `${asked.where}: ${which} is not used, because it does not fit its schema at "${pointer}": ${message} Correct the example or the schema.`;
      asked.onError(new MockError("wrong-example", text), undefined);
    };
    if (content === undefined || (await asked.maker.fits(content, value, report))) {
      return { value };
    }
  }
  return undefined;
}

/** The required headers of a response, and its location. */
export async function headersOf(
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

/** Responds with a declared failure, whose data is made unless it is given as JSON. */
export async function failed(
  failure: AnyFailure,
  asked: Asked,
  { status, json }: { readonly status: number; readonly json?: unknown },
): Promise<Own> {
  const { contract, maker, where } = asked;
  const described = contract.failures?.find(({ name }) => name === failure.name);
  const [content] = described?.content ?? [];
  const declared = alternativeOf(failure["~failure"].body, content);
  const data =
    content === undefined
      ? undefined
      : json === undefined
        ? await maker.given(content, declared, {
            seed: seedFor(asked, failure.name),
            where: `${where}: its failure "${failure.name}"`,
          })
        : await decoded(json, declared);
  const headers = await headersOf(described?.headers, asked);
  const options = typeof failure.status === "string" ? { status, headers } : { headers };
  return { kind: "failure", failure, data, options };
}

/** The seed of a value: the same request has the same response, as long as the state is the same. */
export function seedFor({ seed, call, where }: Asked, of: string | number): number {
  const { request, body } = call;
  const { pathname, search } = new URL(request.url);
  return seedOf(seed, where, pathname + search, textOf(body), of);
}

export function textOf(body: unknown): string {
  try {
    return JSON.stringify(body) ?? "";
  } catch {
    // It has a bigint.
    return "";
  }
}
