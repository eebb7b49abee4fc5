// What a handler receives is what the client sent, or the client refused before
// sending; what a handler answers is what the client gets. Over the server's fetch in
// memory, over node:http, and in the complete run through a port.
import { MessageChannel } from "node:worker_threads";
import { get, hrefOf, rootResource, slash, verify } from "bough";
import { endpointAt, endpointsOf, inspect, resourcesOf } from "bough/contract";
import {
  createClient,
  credential,
  isRejection,
  items,
  noticeDeprecated,
  InvalidRequestError,
  portFetch,
  RejectionError,
} from "bough/client";
import type { ClientOptions } from "bough/client";
import { listen } from "bough/node";
import type { Listening } from "bough/node";
import { servePort } from "bough/server";
import fc from "fast-check";
import { CookieJar } from "tough-cookie";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  api,
  api2,
  api3,
  api3Errors,
  BookingNotFound,
  Authorized,
  Conflict,
  DraftChanged,
  Errors,
  Gone,
  Group,
  Groups,
  HeaderKey,
  Members,
  NamedToken,
  NotAllowed,
  OwnToken,
  Password,
  QueryKey,
  Session,
  SignedIn,
  SignedOut,
  Slow,
  Moving,
  UserToken,
  Moved,
  Overlap,
} from "./every-feature-api.ts";
import type { Json } from "./every-feature-api.ts";
import { everyFeatureServer } from "./support/every-feature-server.ts";
import { isComplete } from "./support/matrix.ts";
import type { UntypedEndpoint, Credential, DeprecationNotice, PendingResult } from "bough/types";

const { server, seen, errors } = everyFeatureServer();
const { secured } = api;
const roots = [api, api2, api3, Groups, Group, Members] as const;
const { port1, port2 } = new MessageChannel();
const throughPort = portFetch(port1, { bytes: "base64" });
let listening: Listening;
beforeAll(async () => {
  servePort(port2, server, { bytes: "base64" });
  listening = await listen(server);
});
afterAll(async () => {
  port1.close();
  await listening.close({ grace: 100 });
  expect(errors).toEqual([]);
});

const edges = [
  ["in memory", (options?: ClientOptions) => createClient({ fetch: server.fetch, ...options })],
  [
    "on node:http",
    (options?: ClientOptions) => createClient({ baseUrl: listening.url, ...options }),
  ],
  ...(isComplete
    ? [
        [
          "through a port",
          (options?: ClientOptions) => createClient({ fetch: throughPort, ...options }),
        ] as const,
      ]
    : []),
] as const;
const runs = { numRuns: isComplete ? 150 : 40 };
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);
const uuidOf = fc.uuid();
// JSON has no -0, and both sides refuse keys that set a prototype.
const jsonValue = fc
  .json({ maxDepth: 20, noUnicodeString: false })
  .filter((text) => !text.includes("__proto__"))
  .map(
    (text) =>
      JSON.parse(text, (_key, value: unknown) => (Object.is(value, -0) ? 0 : value)) as Json,
  );

/** What the handler of `items.list` gets of parameters that the client left out. */
const ABSENT = {
  flag: false,
  order: "up",
  tag: [],
  csv: [],
  fields: ["id", "name"],
  spaced: [],
  piped: [],
  bracketed: [],
  indexed: [],
  items: [],
  created: {},
  metadata: {},
};

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) {
    found.push(item);
  }
  return found;
}

/** Runs a call; gives what the handler got, or nothing where the client refused to send. */
async function received(
  call: () => PromiseLike<unknown>,
): Promise<(typeof seen)[number] | undefined> {
  const before = seen.length;
  try {
    await call();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(seen.length).toBe(before);
    return undefined;
  }
  expect(seen.length).toBe(before + 1);
  return seen.at(-1);
}

describe("the every-feature API", () => {
  test("has no fault, and every endpoint has a handler", () => {
    expect(() => verify(...roots)).not.toThrow();
    expect(server.unrouted(...roots)).toEqual([]);
  });

  test("is listed once each, in order, in every style", () => {
    const templates = endpointsOf(...roots).map(({ method, template }) => `${method} ${template}`);
    expect(new Set(templates).size).toBe(templates.length);
    expect(templates.slice(0, 2)).toEqual(["GET /v1/items", "POST /v1/items"]);
    expect(templates.at(-1)).toBe("GET /v2/groups/{group}/members/{member}");
    expect(resourcesOf(...roots)[0]).toBe(api);
    expect(inspect(Group)).toMatchObject({ kind: "dynamic", name: "group", parent: Groups });
  });
});

describe.each(edges)("%s", (edge, connect) => {
  test("an id arrives as it was sent", async () => {
    const client = connect();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 40 }), async (id) => {
        const got = await received(() => client.request(api.items.item(id).find));
        if (got === undefined) {
          expect(/^\.{0,2}$|\0/.test(id) || !isWellFormed(id)).toBe(true);
        } else {
          expect(got.ids).toEqual({ item: id });
        }
      }),
      runs,
    );
  });

  test.each([
    "a/b",
    "../x",
    "%2e%2e",
    "..%2f",
    "..\\x",
    "a?b",
    "a#b",
    "a;b",
    "a:b",
    "//evil",
    "http://evil/",
    "\t",
    "\n",
    " ",
    "$&",
    "$1",
    "{id}",
    ":pid",
    "é",
    "日本",
    "😀",
  ])("B2: the id %j stays in its segment", async (id) => {
    const got = await received(() => connect().request(api.items.item(id).find));
    expect(got?.ids).toEqual({ item: id });
  });

  test.each(["", ".", "..", "\ud800", "\0", "a\0"])(
    "B1, B3: the id %j is refused before sending",
    async (id) => {
      expect(await received(() => connect().request(api.items.item(id).find))).toBeUndefined();
    },
  );

  test("ids of every type arrive as values", async () => {
    const client = connect();
    const id = fc
      .string({ minLength: 1, maxLength: 5, unit: "grapheme" })
      .filter((text) => text !== "." && text !== "..");
    const day = fc.date({
      min: new Date("0001-01-01"),
      max: new Date("9999-12-31"),
      noInvalidDate: true,
    });
    await fc.assert(
      fc.asyncProperty(id, fc.nat(), day, async (item, part, at) => {
        const endpoint = api.items.item(item).parts.part(part).day(at).read;
        const parameters = { zone: item };
        const got = await received(() => client.request(endpoint, { parameters }));
        expect(got?.ids).toEqual({ item, part, day: at });
      }),
      runs,
    );
  });

  test("all remaining segments arrive, each by itself", async () => {
    const client = connect();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "binary", maxLength: 10 }), { maxLength: 6 }),
        async (path) => {
          const got = await received(() => client.request(api.files(path).read));
          const carried =
            path.length > 0 &&
            path.every((part) => !/^\.{0,2}$|\0/.test(part) && isWellFormed(part));
          expect(got?.ids).toEqual(carried ? { path } : undefined);
        },
      ),
      runs,
    );
  });

  test("query parameters arrive as they were sent, defaults filled in", async () => {
    const client = connect();
    const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
      fc.option(value, { nil: undefined });
    const dayText = fc
      .date({ min: new Date("0000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
      .map((instant) => instant.toISOString().slice(0, 10));
    const given = fc.record({
      text: fc.string({ unit: "binary", maxLength: 60 }),
      raw: optional(fc.string({ unit: fc.constantFrom("\0", "a", "é") })),
      whole: optional(fc.oneof(fc.integer({ min: -1_001, max: 1_001 }), fc.double())),
      real: optional(fc.double()),
      flag: optional(fc.boolean()),
      large: optional(fc.bigInt()),
      key: optional(fc.oneof(uuidOf, fc.string({ maxLength: 3 }))),
      when: optional(fc.date()),
      day: optional(fc.oneof(fc.constantFrom("2024-02-29", "2025-02-29", "2100-01-01"), dayText)),
      order: optional(fc.constantFrom("up" as const, "down" as const)),
      tag: optional(fc.array(fc.string({ unit: "grapheme", maxLength: 5 }), { maxLength: 4 })),
      csv: optional(fc.array(fc.integer(), { maxLength: 21 })),
      fields: optional(fc.array(fc.string({ maxLength: 3 }), { maxLength: 3 })),
      color: optional(fc.nat(0x1_00_00_00)),
      even: optional(fc.integer()),
      at: fc.date({
        min: new Date("1900-01-01"),
        max: new Date("2100-01-01"),
        noInvalidDate: true,
      }),
    });
    await fc.assert(
      fc.asyncProperty(given, async (parameters) => {
        const got = await received(() => client.request(api.items.list, { parameters }));
        if (got !== undefined) {
          const { flag = false, order = "up", tag = [], csv = [], ...more } = parameters;
          const { fields = ["id", "name"], ...rest } = more;
          expect(got.parameters).toEqual({ ...ABSENT, ...rest, flag, order, tag, csv, fields });
        }
      }),
      { numRuns: isComplete ? 400 : 100 },
    );
  });

  test("lists, objects, records and alternatives arrive as they were sent", async () => {
    const client = connect();
    const text = fc.string({ unit: "grapheme", maxLength: 3 });
    const range = fc.record(
      { gte: fc.integer(), within: fc.record({ lt: fc.integer() }) },
      { requiredKeys: [] },
    );
    const filled = range.filter((value) => Object.keys(value).length > 0);
    const given = fc.record(
      {
        spaced: fc.array(fc.integer(), { maxLength: 3 }),
        piped: fc.array(fc.constantFrom("a b" as const, "c" as const), { maxLength: 3 }),
        bracketed: fc.array(text, { maxLength: 3 }),
        indexed: fc.array(fc.string({ unit: "grapheme", maxLength: 9 }), { maxLength: 3 }),
        items: fc.array(fc.oneof({ weight: 9, arbitrary: filled }, range), { maxLength: 2 }),
        scale: fc.constantFrom(1 as const, 2 as const, 4 as const),
        limit: fc.oneof(fc.integer(), fc.constant("all" as const), filled),
        filter: fc.record({ tags: fc.array(jsonValue, { maxLength: 2 }) }),
        page: fc.record({ size: fc.integer() }),
        created: range,
        metadata: fc.dictionary(fc.oneof(text, fc.constant("a[b")), text, { maxKeys: 2 }),
      },
      { requiredKeys: [] },
    );
    let arrived = 0;
    await fc.assert(
      fc.asyncProperty(given, async (some) => {
        const parameters = { text: "a", at: new Date(0), ...some };
        const got = await received(() => client.request(api.items.list, { parameters }));
        const { indexed = [], items = [], metadata = {} } = some;
        const refused =
          Object.keys(metadata).some((key) => key === "" || /[[\]]/.test(key)) ||
          indexed.includes("") ||
          items.some((item) => Object.keys(item).length === 0);
        expect(got === undefined).toBe(refused);
        if (got !== undefined) {
          arrived++;
          expect(got.parameters).toEqual({ ...ABSENT, ...parameters });
          const found = endpointAt(api, "GET", hrefOf(api.items.list, { parameters }));
          expect(found?.parameters).toEqual(got.parameters);
        }
      }),
      runs,
    );
    // About half of them, so that a tenth is there whatever the seed.
    expect(arrived).toBeGreaterThan(runs.numRuns / 10);
  });

  test("text around ids, verbs and slashes arrive", async () => {
    const client = connect();
    const id = fc
      .string({ minLength: 1, unit: "grapheme" })
      .filter((text) => !/^\.{1,2}$|\0/.test(text));
    await fc.assert(
      fc.asyncProperty(id, fc.nat(), async (sid, format) => {
        const { call, export: exported } = api.calls;
        const tree = [sid, "x"];
        for (const [endpoint, ids] of [
          [call(sid).read, { sid }],
          [call(sid).play, { sid }],
          [exported(format).read, { format }],
          [exported(format).start, { format }],
          [api.trees(tree).read, { tree }],
          [api.trees(tree).copy, { tree }],
        ] as const) {
          const { method, template } = endpoint;
          // The compiler cannot infer one call of several endpoints.
          const untyped = endpoint as unknown as UntypedEndpoint;
          const got = await received(() => client.request(untyped));
          expect(got).toMatchObject({ endpoint: `${method} ${template}`, ids });
        }
      }),
      { numRuns: 50 },
    );
    expect(await client.request(api.calls.batch, [1]).bodyOrThrow()).toEqual([1]);
    expect(client.urlOf(api.calls.all)).toMatch(/\/v1\/calls\/$/);
    expect(client.urlOf(api.calls.batch)).toMatch(/\/v1\/calls:batchGet\/$/);
  });

  test("parameters of a resource arrive at every endpoint below, beside those of the endpoint", async () => {
    const client = connect();
    const { part } = api.items.item("a").parts;
    const parameters = { unit: "inch", part: 3 } as const;
    const read = await received(() => client.request(part(1).read, { parameters }));
    expect(read).toMatchObject({
      ids: { item: "a", part: 1 },
      parameters: { unit: "inch", part: 3 },
    });
    const plain = await received(() => client.request(part(1).read));
    expect(plain?.parameters).toEqual({ unit: "mm", part: undefined });
    const { read: day } = part(1).day(new Date(0));
    const both = await received(() =>
      client.request(day, { parameters: { ...parameters, zone: "UTC" } }),
    );
    expect(both?.parameters).toEqual({ unit: "inch", part: 3, zone: "UTC" });
    const href = hrefOf(day, { parameters: { unit: "mm", zone: "UTC" } });
    expect(href).toBe("/v1/items/a/parts/1/1970-01-01T00%3A00%3A00.000Z/day?unit=mm&zone=UTC");
    expect(client.urlOf(day, { parameters: { unit: "mm", zone: "UTC" } })).toContain(href);
    expect(endpointAt(api, "GET", href)).toMatchObject({
      ids: { item: "a", part: 1, day: new Date(0) },
      parameters: { unit: "mm", zone: "UTC" },
    });
    const wrong = await server.fetch(
      new Request(`http://localhost${hrefOf(part(1).read)}?unit=cm`),
    );
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringContaining('must be one of \\"mm\\", \\"inch\\"'),
    ]);
  });

  test("headers arrive as they were sent", async () => {
    const client = connect();
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary", maxLength: 20 }),
        fc.array(fc.integer()),
        async (match, ids) => {
          const options = { headers: { "if-match": match, "x-ids": ids } };
          const got = await received(() =>
            client.request(api.items.item("1").change, { name: "n" }, options),
          );
          if (got !== undefined) {
            expect(got.headers).toEqual({ "x-tenant": undefined, "if-match": match, "x-ids": ids });
          }
        },
      ),
      runs,
    );
  });

  test("JSON bodies arrive and come back as they were sent", async () => {
    const client = connect();
    await fc.assert(
      fc.asyncProperty(jsonValue, async (sent) => {
        const back = await client.request(api.items.echo, sent).bodyOrThrow();
        expect(seen.at(-1)?.body).toEqual(sent);
        expect(back).toEqual(sent);
      }),
      runs,
    );
  });

  test("a schema's input is sent, its output arrives", async () => {
    const client = connect();
    const { total } = await client
      .request(api.items.search, { text: "x", page: "12" })
      .bodyOrThrow();
    expect(seen.at(-1)?.body).toEqual({ text: "x", page: 12 });
    expect(total).toBe(41);
  });

  test("every declared success arrives under its status", async () => {
    const client = connect();
    const item = { id: "a/b", name: "n" };
    const created = await client.request(api.items.create, item);
    expect(created).toMatchObject({
      ok: true,
      status: 201,
      body: item,
      headers: { location: "/v1/items/a%2Fb" },
    });
    const { replace } = api.items.item("1");
    expect(await client.request(replace, item)).toMatchObject({
      ok: true,
      status: 200,
      body: item,
    });
    expect(await client.request(replace, { ...item, name: "gone" })).toMatchObject({
      status: 204,
      body: undefined,
    });
    expect(await client.request(replace, { ...item, name: "later" })).toMatchObject({
      status: 202,
      body: { queued: true },
    });
    expect(await client.request(api.items.item("1").remove)).toMatchObject({
      ok: true,
      status: 204,
      body: undefined,
    });
    expect(await client.request(api.items.item("1").exists)).toMatchObject({
      ok: true,
      body: undefined,
    });
    expect(await client.request(api["with space"].read).bodyOrThrow()).toBe("é");
  });

  test("every declared failure arrives with its data", async () => {
    const client = connect();
    const find = (id: string): PendingResult<ReturnType<typeof api.items.item>["find"]> =>
      client.request(api.items.item(id).find);
    expect((await find("missing")).failedWith(Gone)).toBe(false);
    expect(await find("missing")).toMatchObject({
      ok: false,
      status: 404,
      failure: { name: "not-found", title: "Not found" },
    });
    const gone = await find("gone");
    expect(gone.failedWith(Gone) && gone.failure.body).toEqual({ since: "2020" });
    expect(await find("teapot")).toMatchObject({
      status: 418,
      failure: { name: "418", body: { short: true } },
    });
    const moving = await find("moving");
    expect(moving).toMatchObject({
      status: 423,
      failure: { name: "moving", title: "Moving", body: { errors: { body: ["is moving"] } } },
    });
    expect(moving.failedWith(Moving) && moving.headers["retry-after"]).toBe(5);
    expect(
      moving.match({ ok: () => "ok", moving: ({ errors }) => errors.body[0], else: () => "" }),
    ).toBe("is moving");
    expect(await find("lost")).toMatchObject({
      status: 410,
      failure: { name: "lost", body: undefined },
    });
    expect(
      await find("lost").match({ ok: () => 0, moving: () => 0, else: (_, { status }) => status }),
    ).toBe(410);
    for (const status of [400, 499, 503]) {
      expect(await find(`${status}`)).toMatchObject({
        status,
        failure: { name: "other", status, body: `no ${status}` },
      });
    }
    for (const status of [200, 203, 299]) {
      expect(await connect().request(api.items.item(`${status}`).any)).toMatchObject({
        status,
        body: { status },
      });
    }
    expect(await find("secret")).toMatchObject({
      status: 401,
      headers: { "www-authenticate": "Bearer" },
    });
    const conflict = await client.request(api.items.create, { id: "1", name: "conflict" });
    expect(conflict.failedWith(Conflict) && conflict.failure.body).toEqual({
      holder: "me",
      attempts: 3,
    });
    const slow = await client.request(api.items.create, { id: "1", name: "slow" });
    expect(slow.failedWith(Slow) && [slow.headers["retry-after"], slow.failure.detail]).toEqual([
      7,
      "later",
    ]);
  });

  test("members under their own names arrive as they were sent, in queries and forms", async () => {
    const client = connect();
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 3 });
    const key = fc.oneof(text, fc.constantFrom("a[b", "size", "within[lt]", "page", "limit"));
    const given = fc.record(
      {
        page: fc.record({ number: fc.integer(), size: fc.integer() }, { requiredKeys: [] }),
        area: fc.record(
          {
            from: text,
            tags: fc.array(text, { maxLength: 2 }),
            within: fc.record({ gte: fc.integer() }),
          },
          { requiredKeys: ["from"] },
        ),
        others: fc.dictionary(key, fc.array(text, { maxLength: 2 }), { maxKeys: 3 }),
        limit: fc.integer(),
      },
      { requiredKeys: [] },
    );
    let arrived = 0;
    await fc.assert(
      fc.asyncProperty(given, async (sent) => {
        const { others = {} } = sent;
        const isTaken = (name: string): boolean =>
          ["size", "within[lt]", "limit", "number", "from", "tags", "within"].includes(name);
        const refused =
          Object.keys(others).some(isTaken) ||
          Object.values(others).some((one) => one.length === 0);
        const area = sent.area && { tags: [], within: {}, ...sent.area };
        const got = { ...sent, ...(area && { area }), page: { size: 20, ...sent.page }, others };
        const call = client.request(api.bodies.spread, sent, { parameters: sent });
        if (refused) {
          await expect(call).rejects.toBeInstanceOf(InvalidRequestError);
        } else {
          arrived++;
          expect(await call.bodyOrThrow()).toEqual({ parameters: got, body: got });
        }
      }),
      runs,
    );
    expect(arrived).toBeGreaterThan((runs.numRuns * 2) / 15);
  });

  test("bodies with media types of their own arrive and come back as they were sent", async () => {
    const client = connect();
    const { bodies } = api;
    const text = fc.string({ unit: "binary", maxLength: 60 });
    const sent = async <T>(call: PromiseLike<T>): Promise<T | undefined> => {
      try {
        return await call;
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidRequestError);
        return undefined;
      }
    };
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.array(text, { maxLength: 4 }),
        fc.uint8Array(),
        async (one, some, content) => {
          const isRefused = (value: string): boolean =>
            !isWellFormed(value) || value.includes("\0");
          const refused = [one, ...some].some(isRefused) ? [undefined] : [];
          expect([isWellFormed(one) ? one : undefined]).toContain(
            await sent(client.request(bodies.text, one).bodyOrThrow()),
          );
          const form = { text: one, tags: some };
          expect([form, ...refused]).toContainEqual(
            await sent(client.request(bodies.form, form).bodyOrThrow()),
          );
          const nested = {
            metadata: { key: one },
            items: [{ price: one, tags: some }],
            created: { within: { lt: content.length } },
          };
          expect([nested, ...refused]).toContainEqual(
            await sent(client.request(bodies.nested, nested).bodyOrThrow()),
          );
          expect(await client.request(bodies.bytes, content).bodyOrThrow()).toEqual(content);
          const streamed = await client.request(bodies.stream, new Blob([content])).bodyOrThrow();
          expect(new Uint8Array(await new Response(streamed as BodyInit).arrayBuffer())).toEqual(
            content,
          );
          const parts = await sent(client.request(bodies.parts, form).bodyOrThrow());
          expect([{ ...form, files: [] }, ...refused]).toContainEqual(parts);
          const values = { json: form, plain: [form.tags], text: form.text, raw: content };
          const files = [new TextDecoder().decode(content)];
          const maybe = content.length % 2 === 0 ? form : undefined;
          const typed = client.request(bodies.typed, {
            ...values,
            maybe,
            several: some,
            files: [content],
          });
          const arrived = { raw: [...content], maybe: maybe ?? null, several: some, files };
          expect([{ ...values, ...arrived }, ...refused]).toContainEqual(
            await sent(typed.bodyOrThrow()),
          );
          const given = { text: form.text, files: [content] };
          const buffered = await sent(client.request(bodies.buffered, given).bodyOrThrow());
          expect([{ text: form.text, files }, ...refused]).toContainEqual(buffered);
        },
      ),
      runs,
    );
  });

  test("sequences and alternatives arrive and come back as they were sent", async () => {
    const client = connect();
    const { bodies } = api;
    await fc.assert(
      fc.asyncProperty(fc.array(jsonValue, { maxLength: 5 }), async (values) => {
        const lines = await client.request(bodies.lines, values).bodyOrThrow();
        expect(await all(lines)).toEqual(values);
        const events = await client.request(bodies.events, values).bodyOrThrow();
        expect(await all(events)).toEqual(values);
        const ended = await client.request(bodies.ended, values).bodyOrThrow();
        expect(await all(ended)).toEqual(values);
        const told = await all(await client.request(bodies.told, values).bodyOrThrow());
        const expected = values.flatMap((data, index) => [
          { event: "value", data, id: String(index) },
          { event: "a text", data: JSON.stringify(data), id: String(index) },
        ]);
        expect(told.slice(0, -1)).toEqual(expected);
        expect(told.at(-1)).toMatchObject({ event: "item", data: { id: "last" } });
        for (const accept of ["application/json", "text/x-quoted"]) {
          const either = await client.request(bodies.either, values, { accept });
          expect(either.response.headers.get("content-type")).toBe(accept);
          expect(either.ok && either.body).toEqual(values);
        }
        const text = JSON.stringify(values);
        const sent = [
          client.request(bodies.sent, values, { mediaType: "application/json" }),
          client.request(bodies.sent, text, { mediaType: "text/plain" }),
          client.request(bodies.sent, { text }, { mediaType: "multipart/form-data" }),
        ];
        expect(await Promise.all(sent.map((one) => one.bodyOrThrow()))).toEqual([
          { mediaType: "application/json", body: values },
          { mediaType: "text/plain", body: text },
          { mediaType: "multipart/form-data", body: text },
        ]);
        const whole = await client.request(bodies.differ, { values, stream: false });
        expect(whole).toMatchObject({ mediaType: "application/json", body: values });
        const pieces = await client.request(bodies.differ, { values, stream: true });
        expect(pieces).toMatchObject({ mediaType: "text/event-stream" });
        expect(pieces.ok && (await all(pieces.body as AsyncIterable<Json>))).toEqual(values);
        expect(await client.request(bodies.optional, values).bodyOrThrow()).toEqual(values);
        const named = await client.request(bodies.named, values).bodyOrThrow();
        expect(JSON.parse(named)).toEqual(values);
      }),
      runs,
    );
    const token = fc
      .string({ unit: "grapheme", minLength: 1 })
      .filter((text) => isWellFormed(text) && !text.includes("\r"));
    await fc.assert(
      fc.asyncProperty(fc.array(token, { maxLength: 5 }), async (texts) => {
        const tokens = await client.request(bodies.tokens, texts).bodyOrThrow();
        expect(await all(tokens)).toEqual(texts);
      }),
      runs,
    );
    expect(await client.request(bodies.optional).bodyOrThrow()).toBe("absent");
    const at = new Date(0);
    expect(await client.request(bodies.dated, { at, more: [at] }).bodyOrThrow()).toEqual({
      at,
      more: [at],
    });
  });

  test("cookies arrive as they were set, until they are removed", async () => {
    const jar = new CookieJar();
    const at = "https://h.test/";
    const client = connect({
      around: async ({ headers }, next) => {
        headers.set("cookie", await jar.getCookieString(at));
        const response = await next();
        await Promise.all(response.headers.getSetCookie().map((line) => jar.setCookie(line, at)));
        return response;
      },
    });
    const { set, seen: read } = api.cookies;
    await client.request(set, { session: "a b;é=" }).bodyOrThrow();
    expect(await client.request(read).bodyOrThrow()).toEqual({ session: "a b;é=", page: 1 });
    expect(await jar.getCookieString(at)).toContain("__Host-page=2");
    const missing = await client.request(set, { session: "missing" });
    expect(missing.status).toBe(404);
    await expect(client.request(read)).rejects.toMatchObject({
      status: 400,
      errors: [{ in: "cookie", name: "session", message: "is missing" }],
    });
    await client.request(set, { session: "again" }).bodyOrThrow();
    expect(await client.request(read).bodyOrThrow()).toMatchObject({ session: "again" });
    await client.request(set, { session: null }).bodyOrThrow();
    expect(await jar.getCookieString(at)).toBe("__Host-page=2");
  });

  test.each<[string, object, Credential, unknown]>([
    ["bearer", secured.token, credential(UserToken, "a.b~c="), { token: "a.b~c=", scopes: [] }],
    [
      "bearer with roles",
      secured.roles,
      credential(UserToken, "t"),
      { token: "t", scopes: ["admin", "owner"] },
    ],
    [
      "oauth2",
      secured.authorized,
      credential(Authorized, "t"),
      { token: "t", scopes: ["items:read"] },
    ],
    ["openIdConnect", secured.signedIn, credential(SignedIn, "t"), "t"],
    ["httpAuth", secured.own, credential(OwnToken, 'any text="1"'), 'any text="1"'],
  ])("a credential of %s arrives as it was sent", async (_kind, endpoint, given, principal) => {
    const result = connect().request(endpoint as UntypedEndpoint, { credentials: [given] });
    expect(await result.bodyOrThrow()).toMatchObject({ principal });
  });

  test("any text of a key, a cookie and a password arrives as it was sent, or is not sent", async () => {
    const client = connect();
    const text = fc.string({ unit: "binary", maxLength: 20 });
    const kinds = fc.constantFrom(
      [secured.header, HeaderKey] as const,
      [secured.query, QueryKey] as const,
      [secured.cookie, Session] as const,
    );
    const arrives = async (call: PromiseLike<{ readonly body: unknown }>): Promise<unknown> => {
      try {
        return ((await call).body as { readonly principal: unknown }).principal;
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidRequestError);
        return undefined;
      }
    };
    await fc.assert(
      fc.asyncProperty(kinds, text, async ([endpoint, scheme], key) => {
        const credentials = [credential(scheme, key)];
        const got = await arrives(client.request(endpoint, { credentials }) as never);
        if (got !== undefined) expect(got).toBe(key);
      }),
      runs,
    );
    await fc.assert(
      fc.asyncProperty(text, text, async (username, password) => {
        const credentials = [credential(Password, { username, password })];
        const got = await arrives(client.request(secured.password, { credentials }) as never);
        if (got !== undefined) expect(got).toEqual({ username, password });
      }),
      runs,
    );
  });

  test("the first alternative that is complete is sent, and nobody where it may be", async () => {
    const client = connect();
    const token = credential(UserToken, "t");
    const key = credential(HeaderKey, "k");
    const who = async (endpoint: object, ...credentials: Credential[]): Promise<unknown> =>
      client.request(endpoint as UntypedEndpoint, { credentials }).bodyOrThrow();
    const user = { token: "t", scopes: [] };
    expect(await who(secured.either, key, token)).toEqual({
      principal: user,
      scheme: "user-token",
    });
    expect(await who(secured.either, key)).toEqual({ principal: "k", scheme: "header-key" });
    expect(await who(secured.both, key, token)).toEqual({
      principal: [user, "k"],
      scheme: ["user-token", "header-key"],
    });
    expect(await who(secured.maybe)).toEqual({ principal: null, scheme: "anonymous" });
    expect(await who(secured.maybe, token)).toMatchObject({ scheme: "user-token" });
    expect(await who(secured.open, token)).toEqual({ principal: null, scheme: "anonymous" });
  });

  test("a refused credential is a rejection, or the scheme's own failure", async () => {
    const client = connect();
    const statusOf = async (endpoint: object, ...credentials: Credential[]): Promise<unknown> => {
      const refused: unknown = await client
        .request(endpoint as UntypedEndpoint, { credentials })
        .then(undefined, (error: unknown) => error);
      return refused instanceof RejectionError && refused.status;
    };
    expect(await statusOf(secured.token)).toBe(401);
    expect(await statusOf(secured.token, credential(UserToken, "expired"))).toBe(401);
    expect(await statusOf(secured.token, credential(UserToken, "forbidden"))).toBe(403);
    expect(await statusOf(secured.device)).toBe(401);
    const signedOut = await client.request(secured.named);
    expect(signedOut.failedWith(SignedOut)).toBe(true);
    const credentials = [credential(NamedToken, "forbidden")];
    const forbidden = await client.request(secured.named, { credentials });
    expect(forbidden.failedWith(NotAllowed)).toBe(true);
  });

  test("keys that set a prototype arrive where they are kept", async () => {
    const text = '{"a":{"__proto__":{"b":1}},"constructor":{"prototype":{"b":1}}}';
    const given = JSON.parse(text) as Json;
    const back = await connect().request(api.bodies.kept, given).bodyOrThrow();
    expect(JSON.stringify(back)).toBe(text);
    const reason = connect().request(api.items.echo, given).bodyOrThrow();
    await expect(reason).rejects.toMatchObject({ status: 400 });
  });

  test("a deprecation arrives as it is declared, with the headers of the server", async () => {
    const notices: DeprecationNotice[] = [];
    const client = connect({ around: noticeDeprecated((notice) => notices.push(notice)) });
    const parameters = { search: "a" };
    const result = await client.request(api.old.notes, { parameters });
    expect(result.bodyOrThrow()).toEqual({ search: "a", q: null });
    const { response } = result;
    expect(response.headers.get("deprecation")).toBe("@1793491200");
    expect(response.headers.get("link")).toContain(
      '<https://example.test/moving>; rel="deprecation"',
    );
    await client.request(api.old.plain);
    await client.request(api.old.plain);
    const since = new Date("2026-11-01");
    const link = "https://example.test/moving";
    expect(notices).toStrictEqual([
      { endpoint: api.old.notes, since, sunset: new Date("2027-05-01"), link },
      { endpoint: api.old.plain, since, link },
    ]);
  });

  test("a piece in two trees is reached in both, and by a tree declared apart", async () => {
    const client = connect();
    expect(await client.request(api.notes.note(3).read).bodyOrThrow()).toEqual({ note: 3 });
    expect(await client.request(api2.notes.note(4).read).bodyOrThrow()).toEqual({ note: 4 });
    const group = "0190f5d6-7a0b-7c3e-8b1a-0123456789ab";
    expect(await client.request(Groups.list).bodyOrThrow()).toBe("groups");
    expect(await client.request(Group(group).find).bodyOrThrow()).toEqual({ group });
    const member = slash(
      api2,
      Groups,
      Group(group),
      Members,
      Members.member(5),
      Members.member.find,
    );
    expect(await client.request(member).bodyOrThrow()).toEqual({ group, member: 5 });
  });

  test("a rejection below a root arrives in the format that the root declares", async () => {
    const client = connect();
    const newer = rootResource("v2", { rejections: Errors }, { more: get("more") });
    const refused = await client.request(newer.more).then(undefined, (error: unknown) => error);
    expect(isRejection(refused, newer) && [refused.status, refused.body]).toEqual([
      404,
      { code: "urn:bough:not-found", messages: [] },
    ]);
    const elsewhere = rootResource("v9", { more: get("more") });
    await expect(client.request(elsewhere.more)).rejects.toMatchObject({
      name: "RejectionError",
      title: "Not Found",
      body: undefined,
    });
  });

  test("a failure in the error format of a root keeps its name, its data and its headers", async () => {
    const client = connect();
    const find = async (id: string) => client.request(api3.bookings.booking(id).find);
    expect((await find("1")).ok).toBe(true);
    const missing = await find("missing");
    expect(missing.failedWith(BookingNotFound) && [missing.headers, missing.failure]).toMatchObject(
      [{ "x-tries": 2 }, { status: 404, errorBody: { error: { code: "booking-not-found" } } }],
    );
    const taken = await find("taken");
    expect(taken.failedWith(Overlap) && taken.failure).toMatchObject({
      body: { with: "1" },
      errorBody: { error: { code: 40_901, message: "no room", details: { with: "1" } } },
    });
    const moved = await find("moved");
    expect(moved.failedWith(Moved) && moved.failure.body).toEqual({ to: "2" });
    const newer = rootResource("v3", { errors: api3Errors }, { more: get("more") });
    const refused = await client.request(newer.more).then(undefined, (error: unknown) => error);
    expect(isRejection(refused, newer) && refused.body).toMatchObject({
      error: { code: "not-found", message: "Not Found" },
    });
  });

  test("the version that was read is compared, and another one is the declared failure", async () => {
    const client = connect();
    const { find, replace, change, remove, read, write } = api.drafts.draft("a");
    const draft = await client.request(find).bodyOrThrow();
    expect(draft).toEqual({ text: "a", version: 3 });
    const changes = { text: "b" };
    const saved = await client.request(replace, changes, { ifMatch: draft }).bodyOrThrow();
    expect(saved).toEqual({ text: "b", version: 4 });
    const stale = await client.request(replace, changes, { ifMatch: saved });
    expect(stale.failedWith(DraftChanged) && stale.failure.body).toEqual({ current: draft });
    expect((await client.request(replace, changes, { ifMatch: null })).status).toBe(412);
    const created = client.request(api.drafts.draft("new").replace, changes, { ifMatch: null });
    expect((await created).status).toBe(200);
    for (const options of [{}, { ifMatch: draft }]) {
      expect((await client.request(change, changes, options)).status).toBe(200);
    }
    await expect(client.request(change, changes, { ifMatch: saved })).rejects.toMatchObject({
      status: 412,
      type: "urn:bough:precondition-failed",
    });
    expect((await client.request(remove, { ifMatch: draft })).status).toBe(204);
    const text = await client.request(read);
    const etag = text.ok ? text.etag : "";
    expect([text.ok && text.body, etag]).toEqual(["text", '"r1"']);
    expect((await client.request(write, "more", { ifMatch: etag })).status).toBe(204);
    await expect(client.request(write, "more", { ifMatch: '"r2"' })).rejects.toMatchObject({
      status: 412,
    });
  });

  test("a version that a client has is a 304, for HEAD too", async () => {
    const [baseUrl, fetch] =
      edge === "in memory" ? ["http://h.test", server.fetch] : [listening.url, globalThis.fetch];
    for (const method of ["GET", "HEAD"]) {
      for (const [tags, status] of [
        ['"3"', 304],
        ['"4"', 200],
      ] as const) {
        const url = `${baseUrl}/v1/drafts/a`;
        const response = await fetch(
          new Request(url, { method, headers: { "if-none-match": tags } }),
        );
        expect([response.status, response.headers.get("etag")]).toEqual([status, '"3"']);
        expect((await response.text()) === "").toBe(status === 304 || method === "HEAD");
      }
    }
  });

  test("a repeated key has the response of the first call, and every page is read once", async () => {
    const client = connect();
    const order = { id: "o", name: "n" };
    const options = { idempotencyKey: crypto.randomUUID() };
    const place = () => client.request(api.orders.place, order, options);
    const [first, again] = [await place(), await place()];
    expect(first.ok && first.headers.location).toBe(`/v1/orders/${seen.length}`);
    expect(again.ok && again.headers).toEqual(first.ok && first.headers);
    expect(await all(items(client, api.shelves.list))).toHaveLength(2);
    expect(await all(items(client, api.shelves.linked))).toHaveLength(2);
  });

  test("any property name is a child", async () => {
    const client = connect();
    const odd = api.odd.odd("x");
    for (const endpoint of [
      api.odd.name,
      api.odd.length,
      api.odd.call,
      api.odd.apply,
      api.odd.bind,
      api.odd.constructor,
      api.odd.toString,
      odd.name,
      odd.length,
      odd.call,
      odd.constructor,
    ]) {
      expect(await client.request(endpoint).bodyOrThrow(), endpoint.template).toBe("odd");
    }
  });
});

test("endpointAt is the inverse of hrefOf", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: "grapheme" }), fc.nat(), (item, part) => {
      fc.pre(item !== "." && item !== "..");
      const href = hrefOf(api.items.item(item).parts.part(part).read);
      const found = endpointAt(api, "GET", href);
      expect(found?.endpoint).toBe(api.items.item.parts.part.read);
      expect(found?.ids).toEqual({ item, part });
    }),
  );
});
