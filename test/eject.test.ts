// `bough eject`: the client that it writes for the API with every feature compiles without Bough, and calls a server of
// this API. Each of its functions is called.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { contractOf } from "bough/contract";
import type { Contract } from "bough/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientText } from "../packages/import/src/eject/client-text.ts";
import { ejectedClient } from "../packages/import/src/ejected-client.ts";
import { print } from "../packages/import/src/print/layout.ts";
import { typeText } from "../packages/import/src/print/type-text.ts";
import { Uses } from "../packages/import/src/print/uses.ts";
import { api, api2, api3, Group, Groups, Members } from "./every-feature-api.ts";
import { everyFeatureServer } from "./support/every-feature-server.ts";
import { repository } from "./support/staged-package.ts";

const folder = join(repository, "test/.gen/eject");
const file = join(folder, "client.ts");
const runtime = readFileSync(ejectedClient, "utf8");
const contract = contractOf({ v1: api, v2: api2, v3: api3, Groups, Group, Members });

interface Received {
  readonly ok: boolean;
  readonly failure?: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}
type Call = (where: object, input: object) => Promise<Received>;
let client: Record<string, Call>;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, clientText(contract, runtime, "every feature"));
  const loaded = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as typeof client;
  client = loaded;
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const { server } = everyFeatureServer();
const where = {
  baseUrl: "http://api.example.test",
  fetch: (request: Request) => Promise.resolve(server.fetch(request)),
};

/** The errors of the compiler for a file beside the client, with nothing but the standard library. */
function errorsOf(name: string, text: string): string[] {
  writeFileSync(join(folder, name), text);
  const compilerOptions = {
    allowImportingTsExtensions: true,
    exactOptionalPropertyTypes: true,
    lib: ["es2023", "dom", "dom.iterable"],
    module: "nodenext",
    noEmit: true,
    noUncheckedIndexedAccess: true,
    strict: true,
    target: "es2022",
    types: [],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [name] }));
  const { stdout } = spawnSync(
    process.execPath,
    [join(repository, "node_modules/typescript/bin/tsc"), "-p", "."],
    { cwd: folder, encoding: "utf8" },
  );
  return stdout.split("\n").filter(Boolean);
}

async function textOf(stream: unknown): Promise<string> {
  return new Response(stream as ReadableStream<Uint8Array>).text();
}

const item = { id: "a", name: "n" };
const draft = { ids: { draft: "d" }, headers: { "if-match": '"3"' } };
const at = "2026-01-02T03:04:05.000Z";
const spread = { page: { number: 2, size: 5 }, limit: 3, others: { x: ["1", "2"] } };
const token = { authorization: "Bearer t" };
const problem = (name: string, status: number): object => ({
  type: `urn:problem-type:${name}`,
  status,
});
const bytes = new TextEncoder().encode("bytes");

/** A call of a function: its input, and what arrives: a body, or parts of a result. */
type Row = readonly [name: string, input: object, expected: unknown, more?: object];
const calls: readonly Row[] = [
  [
    "v1ItemsList",
    {
      query: {
        text: "a&b",
        at,
        flag: true,
        tag: ["x", "y z"],
        csv: [1, 2],
        spaced: [3, 4],
        piped: ["a b", "c"],
        bracketed: ["q", "r"],
        indexed: ["s"],
        items: [{ gte: 1, within: { lt: 2 } }],
        filter: { tags: [1] },
        created: { within: { lt: 9 } },
        metadata: { k: "v" },
        when: new Date(0),
      },
    },
    null,
  ],
  ["v1ItemsCreate", { body: item }, item],
  [
    "v1ItemsCreate",
    { body: { ...item, name: "conflict" } },
    { failure: "conflict", status: 409, body: { holder: "me", attempts: 3 } },
  ],
  ["v1ItemsSearch", { body: { text: "t", page: "2" } }, { body: { total: 41 } }],
  ["v1ItemsEcho", { body: [1, { a: "é" }] }, [1, { a: "é" }]],
  ["v1ItemsItemFind", { ids: { item: "a/b" } }, { body: { id: "a/b", name: "n" } }],
  [
    "v1ItemsItemFind",
    { ids: { item: "missing" } },
    { failure: "not-found", status: 404, body: problem("not-found", 404) },
  ],
  ["v1ItemsItemFind", { ids: { item: "gone" } }, { failure: "gone", body: { since: "2020" } }],
  ["v1ItemsItemFind", { ids: { item: "lost" } }, { failure: "lost", status: 410, body: undefined }],
  [
    "v1ItemsItemFind",
    { ids: { item: "moving" } },
    { failure: "moving", body: { errors: { body: ["is moving"] } } },
  ],
  ["v1ItemsItemFind", { ids: { item: "499" } }, { failure: "other", status: 499, body: "no 499" }],
  ["v1ItemsItemExists", { ids: { item: "a" } }, undefined],
  ["v1ItemsItemAny", { ids: { item: "203" } }, { status: 203, body: { status: 203 } }],
  [
    "v1ItemsItemReplace",
    { ids: { item: "a" }, body: { ...item, name: "later" } },
    { status: 202, body: { queued: true } },
  ],
  [
    "v1ItemsItemChange",
    { ids: { item: "a" }, headers: { "if-match": "1", "x-ids": [1, 2] }, body: { name: "m" } },
    { body: { id: "a", name: "m" } },
  ],
  ["v1ItemsItemRemove", { ids: { item: "a" } }, { status: 204, body: undefined }],
  [
    "v1ItemsItemPartsPartRead",
    { ids: { item: "a", part: 7 }, query: { unit: "inch" } },
    { body: { item: "a", part: 7 } },
  ],
  [
    "v1ItemsItemPartsPartDayRead",
    { ids: { item: "a", part: 7, day: new Date(at) }, query: { zone: "z" } },
    { body: { day: at } },
  ],
  ["v1FilesRead", { ids: { path: ["a", "b c"] } }, { body: { path: ["a", "b c"] } }],
  ["v1WithSpaceRead", {}, "é"],
  ["v1CallsAll", {}, "all"],
  ["v1CallsBatch", { body: [1] }, [1]],
  ["v1CallsCallRead", { ids: { sid: "x" } }, "x"],
  ["v1CallsCallPlay", { ids: { sid: "x" } }, "x"],
  ["v1CallsExportRead", { ids: { format: 4 } }, 4],
  ["v1CallsExportStart", { ids: { format: 4 } }, 4],
  ["v1TreesRead", { ids: { tree: ["a", "b"] } }, { body: { path: ["a", "b"] } }],
  ["v1TreesCopy", { ids: { tree: ["a", "b"] } }, { body: { path: ["a", "b"] } }],
  ["v1NotesAll", {}, ["/v1/notes"]],
  ["v1NotesNoteRead", { ids: { note: 3 } }, { body: { note: 3 } }],
  ["v1OldNotes", { query: { q: "x" } }, { body: { search: null, q: "x" } }],
  ["v1OldPlain", {}, null],
  ["v1BodiesText", { body: "text" }, "text"],
  [
    "v1BodiesForm",
    { body: { text: "a=&b", whole: 2, tags: ["x", "y"] } },
    { body: { text: "a=&b", whole: 2, tags: ["x", "y"] } },
  ],
  [
    "v1BodiesNested",
    { body: { metadata: { a: "b" }, items: [{ price: "1", tags: ["t"] }], created: { gte: 1 } } },
    { body: { metadata: { a: "b" }, items: [{ price: "1", tags: ["t"] }], created: { gte: 1 } } },
  ],
  [
    "v1BodiesSpread",
    { query: spread, body: spread },
    { body: { parameters: spread, body: spread } },
  ],
  ["v1BodiesBytes", { body: bytes }, bytes],
  ["v1BodiesStream", { body: new Blob([bytes]).stream() }, "bytes"],
  ["v1BodiesLines", { body: [1, { a: 2 }] }, '1\n{"a":2}\n'],
  ["v1BodiesEvents", { body: [1] }, "data: 1\n\n"],
  ["v1BodiesEnded", { body: [1] }, "data: 1\n\ndata: [DONE]\n\n"],
  ["v1BodiesTokens", { body: ["a"] }, "data: a\n\ndata: \n\n"],
  ["v1BodiesTold", { body: [1] }, expect.stringContaining("event: value\n")],
  [
    "v1BodiesParts",
    { body: { text: "t", tags: ["x", "y"], files: [new Blob(["f"], { type: "text/plain" })] } },
    { body: { text: "t", tags: ["x", "y"], files: [["blob", "text/plain", "f"]] } },
  ],
  [
    "v1BodiesTyped",
    { body: { json: [1], plain: { a: 1 }, text: "t", raw: bytes, several: [1, 2], files: [] } },
    { body: { json: [1], plain: { a: 1 }, text: "t", raw: [...bytes], several: [1, 2] } },
  ],
  [
    "v1BodiesBuffered",
    { body: { text: "t", files: [new Blob(["f"])] } },
    { body: { text: "t", files: ["f"] } },
  ],
  ["v1BodiesEither", { body: [1] }, [1]],
  [
    "v1BodiesDiffer",
    { headers: { accept: "application/json" }, body: { values: [1], stream: false } },
    [1],
  ],
  [
    "v1BodiesSent",
    { mediaType: "text/plain", body: "t" },
    { body: { mediaType: "text/plain", body: "t" } },
  ],
  ["v1BodiesOptional", {}, "absent"],
  ["v1BodiesNamed", { body: { a: 1 } }, '{"a":1}'],
  ["v1BodiesKept", { body: { a: 1 } }, { body: { a: 1 } }],
  ["v1BodiesDated", { body: { at } }, { body: { at } }],
  ["v1CookiesSeen", { cookies: { session: "s", page: 2 } }, { body: { session: "s", page: 2 } }],
  ["v1CookiesSet", { body: { session: "s" } }, "set"],
  ["v1SecuredToken", {}, { body: { scheme: "user-token" } }, { headers: token }],
  [
    "v1SecuredRoles",
    {},
    { body: { principal: { scopes: ["admin", "owner"] } } },
    { headers: token },
  ],
  [
    "v1SecuredPassword",
    {},
    { body: { principal: { username: "u", password: "p" } } },
    { headers: { authorization: `Basic ${btoa("u:p")}` } },
  ],
  ["v1SecuredOwn", {}, { body: { principal: "t" } }, { headers: { authorization: "Token t" } }],
  ["v1SecuredHeader", {}, { body: { principal: "k" } }, { headers: { "x-api-key": "k" } }],
  ["v1SecuredQuery", {}, { body: { principal: "k" } }, { query: { key: "k" } }],
  ["v1SecuredCookie", {}, { body: { principal: "k" } }, { headers: { cookie: "sid=k" } }],
  ["v1SecuredAuthorized", {}, { body: { principal: { token: "t" } } }, { headers: token }],
  ["v1SecuredSignedIn", {}, { body: { principal: "t" } }, { headers: token }],
  [
    "v1SecuredNamed",
    {},
    { failure: "not-allowed", status: 403 },
    { headers: { authorization: "Bearer forbidden" } },
  ],
  ["v1SecuredEither", {}, { body: { scheme: "header-key" } }, { headers: { "x-api-key": "k" } }],
  ["v1SecuredBoth", {}, { ok: true }, { headers: { ...token, "x-api-key": "k" } }],
  ["v1SecuredMaybe", {}, { body: { principal: null } }],
  ["v1SecuredOpen", {}, { body: { principal: null } }],
  ["v1OrdersPlace", { headers: { "idempotency-key": "1" }, body: item }, item],
  ["v1OrdersChange", { body: [1] }, [1]],
  ["v1ShelvesList", {}, { body: { items: [item], meta: { next: "a" } } }],
  ["v1ShelvesLinked", { query: { page: 2 } }, [item]],
  ["v1DraftsDraftFind", draft, { body: { text: "a", version: 3 } }],
  ["v1DraftsDraftReplace", { ...draft, body: { text: "b" } }, { body: { text: "b", version: 4 } }],
  [
    "v1DraftsDraftReplace",
    { ...draft, headers: { "if-match": '"2"' }, body: { text: "b" } },
    { failure: "draft-changed", status: 412, body: { current: { version: 3 } } },
  ],
  ["v1DraftsDraftChange", { ...draft, body: { text: "b" } }, { body: { text: "b", version: 4 } }],
  ["v1DraftsDraftRemove", draft, { status: 204 }],
  ["v1DraftsDraftRead", { ids: { draft: "d" } }, "text"],
  [
    "v1DraftsDraftWrite",
    { ids: { draft: "d" }, headers: { "if-match": '"r1"' }, body: "t" },
    { status: 204 },
  ],
  ...["Name", "Length", "Call", "Apply", "Bind", "Constructor", "ToString"].map(
    (name) => [`v1Odd${name}`, {}, "odd"] as const,
  ),
  ...["Name", "Length", "Call", "Constructor"].map(
    (name) => [`v1OddOdd${name}`, { ids: { odd: "o" } }, "odd"] as const,
  ),
  ["v2NotesAll", {}, ["/v2/notes"]],
  ["v2NotesNoteRead", { ids: { note: 3 } }, { body: { note: 3 } }],
  ["v3NotesAll", {}, ["/v3/notes"]],
  ["v3NotesNoteRead", { ids: { note: 3 } }, { body: { note: 3 } }],
  ["v3BookingsBookingFind", { ids: { booking: "b" } }, { body: { id: "b" } }],
  [
    "v3BookingsBookingFind",
    { ids: { booking: "taken" } },
    {
      failure: "overlap",
      status: 409,
      body: { error: { code: 40_901, details: { with: "1" } } },
    },
  ],
  [
    "v3BookingsBookingFind",
    { ids: { booking: "missing" } },
    { failure: "booking-not-found", status: 404 },
  ],
  [
    "v3BookingsBookingFind",
    { ids: { booking: "moved" } },
    { failure: "moved", status: 410, body: { to: "2" } },
  ],
  ["groupsList", {}, "groups"],
  [
    "groupFind",
    { ids: { group: "5f3b2f1e-9f3c-4a73-8a5b-0d2f6a3b7c11" } },
    { body: { group: expect.any(String) } },
  ],
  [
    "membersMemberFind",
    { ids: { group: "5f3b2f1e-9f3c-4a73-8a5b-0d2f6a3b7c11", member: 2 } },
    { body: { member: 2 } },
  ],
];

describe("an ejected client", () => {
  test("compiles, without any import", () => {
    expect(readFileSync(file, "utf8")).not.toMatch(/^import|\brequire\(|"bough/m);
    expect(errorsOf("uses.ts", 'export * from "./client.ts";\n')).toEqual([]);
  });

  test.each(calls.map((row) => ({ name: row[0], row })))("$name", async ({ row }) => {
    const [name, input, expected, more = {}] = row;
    const result = await client[name]?.({ ...where, ...more }, input);
    const body = result?.body instanceof ReadableStream ? await textOf(result.body) : result?.body;
    const isBody = typeof expected !== "object" || expected === null || Array.isArray(expected);
    if (
      isBody ||
      expected === item ||
      expected === bytes ||
      "asymmetricMatch" in Object(expected)
    ) {
      expect({ ok: result?.ok, body }).toEqual({ ok: true, body: expected });
    } else {
      expect({ ...result, body }).toMatchObject(Object(expected));
    }
  });

  test("has no function that these calls leave out, but the one with a certificate", () => {
    const functions = Object.keys(client).filter((name) => name !== "UnexpectedResponse");
    const called = new Set(calls.map(([name]) => name));
    expect(functions.filter((name) => !called.has(name))).toEqual(["v1SecuredDevice"]);
  });

  test("throws for a response that is not declared", async () => {
    const broken = { ...where, fetch: () => Promise.resolve(new Response("no", { status: 502 })) };
    await expect(client["v1NotesAll"]?.(broken, {})).rejects.toMatchObject({
      name: "UnexpectedResponse",
      message: "GET http://api.example.test/v1/notes: 502 no",
    });
  });

  test("has the types of a contract's schemas, and failures that narrow the body", () => {
    const user = {
      type: "object",
      properties: { id: { type: "integer" }, "full name": { type: ["string", "null"] } },
      required: ["id"],
      description: "A user. */",
    };
    const reference = { $ref: "#/components/schemas/User" };
    const small: Contract = {
      format: 1,
      basePath: "/base",
      components: { schemas: { User: user, Api: { enum: ["a", 1] } }, security: {} },
      endpoints: [
        { key: "GET /fetch", name: ["fetch"], method: "GET", template: "/fetch" },
        { key: "GET /new", name: ["new"], method: "GET", template: "/new" },
        {
          key: "GET /users/{}",
          name: ["users", "find"],
          method: "GET",
          template: "/users/{user}",
          summary: "Finds a user.",
          path: [{ name: "user", type: "integer", required: true, schema: { type: "integer" } }],
          responses: [
            {
              status: 200,
              content: [{ kind: "negotiated", mediaType: "application/json", schema: reference }],
            },
          ],
          failures: [
            {
              name: "gone",
              status: 410,
              type: "urn:x",
              title: "Gone",
              content: [
                {
                  kind: "negotiated",
                  mediaType: "application/json",
                  schema: {
                    type: "object",
                    properties: { since: { type: "string" } },
                    required: ["since"],
                  },
                },
              ],
            },
          ],
        },
      ],
    };
    writeFileSync(join(folder, "small.ts"), clientText(small, runtime, "small"));
    const uses = `
      import { fetch2, new2, usersFind, type Api, type Api2, type User } from "./small.ts";
      const api: Api = { baseUrl: "" };
      export const code: Api2 = "a";
      const result = await usersFind(api, { ids: { user: 1 } });
      if (result.ok) { const user: User = result.body; user["full name"] satisfies string | null | undefined; }
      else { result.failure satisfies "gone"; result.body.since satisfies string; result.body.title satisfies string; }
      (await fetch2(api)).status satisfies 204;
      (await new2(api)).body satisfies undefined;
      // @ts-expect-error - the id is missing
      await usersFind(api, {});
      // @ts-expect-error - the id is a number
      await usersFind(api, { ids: { user: "1" } });
    `;
    expect(errorsOf("small-uses.ts", uses)).toEqual([]);
  });
});

test.each([
  [{}, "unknown"],
  [{ type: "integer" }, "number"],
  [{ type: ["string", "null"] }, "string | null"],
  [{ enum: ["a", 1, null] }, '"a" | 1 | null'],
  [{ const: true }, "true"],
  [{ type: "array", items: { type: ["string", "null"] } }, "readonly (string | null)[]"],
  [
    { type: "array", items: { type: "array", items: { type: "string" } } },
    "readonly (readonly string[])[]",
  ],
  [{ type: "array", prefixItems: [{ type: "string" }], items: false }, "readonly [string]"],
  [
    { type: "object", additionalProperties: { type: "number" } },
    "{ readonly [key: string]: number }",
  ],
  [{ type: "object", properties: { "a-b": {} } }, '{ readonly "a-b"?: unknown }'],
  [{ anyOf: [{ type: "string" }, { $ref: "#/components/schemas/A B" }] }, "string | AB"],
  [
    { allOf: [{ $ref: "#/components/schemas/A B" }], properties: { c: { type: "null" } } },
    "AB & { readonly c?: null }",
  ],
])("the schema %o is the type %s", (schema, expected) => {
  const context = {
    identifiers: new Map([["A B", "AB"]]),
    schemas: { "A B": { type: "object" } },
    uses: new Uses(),
    docs: false,
    tags: false,
    readonly: true,
  };
  expect(print(typeText(schema, context))).toBe(expected);
});
