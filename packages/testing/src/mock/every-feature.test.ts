// The mock of an API that uses every feature: each endpoint responds with what it declares.
import { bind } from "bough";
import { contractOf, endpointsOf } from "bough/contract";
import type { ContractContent, ContractEndpoint } from "bough/contract";
import { createClient, credential } from "bough/client";
import { describe, expect, test } from "vitest";
import {
  api,
  api2,
  api3,
  Authorized,
  HeaderKey,
  NamedToken,
  OwnToken,
  Password,
  QueryKey,
  SignedIn,
  UserToken,
} from "../../../../test/every-feature-api.ts";
import { bodyValues } from "../values/body-values.ts";
import { NotGenerated } from "../values/not-generated.ts";
import { parametersOf } from "../values/parameter-values.ts";
import { schemaValues, type SchemaValues } from "../values/schema-values.ts";
import { createMock } from "./create-mock.ts";
import { MockError } from "./mock-error.ts";

// The types of a tree that is only known at run time tell nothing.
interface Untyped {
  readonly bind: (endpoint: unknown, ids: object) => unknown;
  readonly request: (
    endpoint: unknown,
    ...bodyAndOptions: readonly unknown[]
  ) => Promise<{ readonly status: number; readonly ok: boolean; readonly body: unknown }>;
}

describe("the mock of every feature", () => {
  const sources = { v1: api, v2: api2, v3: api3 };
  const contract = contractOf(sources);
  const mock = createMock(sources);
  const client = createClient({
    baseUrl: "http://mock.test",
    fetch: mock.fetch,
    retry: 0,
    credentials: [
      credential(UserToken, "token"),
      credential(Password, { username: "ada", password: "secret" }),
      credential(OwnToken, "token"),
      credential(HeaderKey, "key"),
      credential(QueryKey, "key"),
      credential(Authorized, "token"),
      credential(SignedIn, "token"),
      credential(NamedToken, "token"),
    ],
  });
  const { request } = client as unknown as Pick<Untyped, "request">;
  const untyped = { bind } as unknown as Pick<Untyped, "bind">;
  const endpoints = new Map(
    endpointsOf(api, api2, api3).map((one) => [`${one.method} ${one.template}`, one]),
  );

  test.each(contract.endpoints.map((one) => [one.key, one] as const))("%s", async (_, one) => {
    // Fetch has no cookies of its own.
    if (["POST /v1/secured/cookie", "GET /v1/cookies/seen"].includes(one.key)) return;
    const endpoint = endpoints.get(`${one.method} ${one.template}`);
    const args = await argumentsOf(one);
    const bound = untyped.bind(endpoint, args.ids);
    const result = await request(bound, ...args.rest).catch((error: unknown) => {
      const cause = (error as { readonly cause?: unknown }).cause;
      if (cause instanceof MockError && cause.code === "no-schema") return undefined;
      throw error;
    });
    if (result === undefined) {
      expect(one.responses?.some(({ content }) => content.some(isTyped))).toBe(true);
      return;
    }
    const { body } = result;
    if (body instanceof ReadableStream) await body.cancel();
    const statuses = (one.responses ?? [{ status: 204 }]).map(({ status }) => status);
    expect(result.ok ? statuses : [404]).toContain(
      statuses.includes("2XX") ? "2XX" : result.status,
    );
  });

  function isTyped(content: { readonly schema?: unknown; readonly item?: unknown }): boolean {
    return content.schema === undefined && content.item === undefined;
  }

  async function argumentsOf(
    one: ContractEndpoint,
  ): Promise<{ readonly ids: object; readonly rest: readonly unknown[] }> {
    const values = await schemaValues({
      components: contract.components.schemas,
      style: "plain",
    });
    const sample = (list: ContractEndpoint["query"] = []): object =>
      values.fc.sample(parametersOf(list, values), { seed: 1, numRuns: 1 })[0] ?? {};
    const query = (one.query ?? []).filter(({ opaque, required }) => required || opaque !== true);
    const instant = one.key === "GET /v1/items" ? { at: new Date(0), color: 255 } : {};
    const { content = [] } = one.request ?? {};
    const options = {
      parameters: { ...sample(query), ...instant },
      headers: sample(one.headers),
      ...(content.length > 1 ? { mediaType: content[0]?.mediaType } : {}),
      ...(one.conditional?.required === true ? { ifMatch: versionFor(one.method) } : {}),
    };
    return { ids: sample(one.path), rest: [...bodyOf(content[0], values), options] };
  }

  // A PUT creates what the others change.
  function versionFor(method: string): unknown {
    const [draft = { version: 1 }] = mock.entities(api.drafts.draft).all();
    return method === "PUT" ? null : draft;
  }

  // A type without a schema takes any value.
  function bodyOf(content: ContractContent | undefined, values: SchemaValues): readonly unknown[] {
    if (content === undefined) return [];
    try {
      return values.fc.sample(bodyValues(content, values), { seed: 1, numRuns: 1 });
    } catch (error) {
      if (!(error instanceof NotGenerated)) throw error;
      const { kind } = content;
      if (kind === "json-lines") return [[1]];
      if (kind !== "multipart") return [["any"]];
      const raw = new Uint8Array([1]);
      return [{ json: 1, plain: 2, text: "text", raw, several: [], files: [] }];
    }
  }
});
