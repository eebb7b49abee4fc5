// Objects, records, alternatives and styles of lists in queries and forms, on every host, and against
// an independent parser.
import { get, integer, list, object, oneOf, post, rootResource, string } from "bough";
import { either, record, form } from "bough/existing";
import { createClient, InvalidRequestError } from "bough/client";
import { createServer } from "bough/server";
import type { Routes } from "bough/server";
import fc from "fast-check";
import { parse, stringify } from "qs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyHost } from "../support/node-hosts.ts";
import type { OpenHost } from "../support/node-hosts.ts";

const range = object({
  gt: integer().optional(),
  gte: integer().optional(),
  lt: integer().optional(),
});
const item = object({
  price: string(),
  quantity: integer().optional(),
  discounts: list(object({ coupon: string() })),
  metadata: record(string()),
});

const api = rootResource("v1", {
  customers: get("customers")
    .parameters({
      created: either(range, integer()).optional(),
      expand: list(string(), { style: "brackets" }),
      metadata: record(string()),
      ids: list(integer(), { style: "indexed" }),
      limit: integer().optional(),
    })
    .response<unknown>(),
  subscribe: post("subscriptions")
    .request(
      form({
        customer: string(),
        items: list(item),
        metadata: either(record(string()), oneOf("")).optional(),
        expand: list(string(), { style: "brackets" }),
        trial: object({ end: either(integer(), oneOf("now")) }).optional(),
      }),
    )
    .response<unknown>(),
});

const register = (routes: Routes): void => {
  routes.route(api.customers, ({ parameters }) => ({ ...parameters }));
  routes.route(api.subscribe, ({ body }) => ({ ...body }));
};

type Send = (target: string, content?: string) => Promise<[status: number, body: unknown]>;
const sender =
  (fetchOf: (url: string, init: RequestInit) => Promise<Response>, base: string): Send =>
  async (target, content) => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const init = content === undefined ? {} : { method: "POST", headers, body: content };
    const answer = await fetchOf(base + target, init);
    return [answer.status, await answer.json()];
  };

const inMemory = createServer();
register(inMemory);
const hosts = [
  {
    name: "fetch",
    open: async (): Promise<[OpenHost, Send]> => [
      { port: 0, close: async () => undefined },
      sender(
        (url, init) => Promise.resolve(inMemory.fetch(new Request(url, init))),
        "http://h.test",
      ),
    ],
  },
  ...everyHost.map(({ name, open }) => ({
    name,
    open: async (): Promise<[OpenHost, Send]> => {
      const host = await open(register);
      return [host, sender(fetch, `http://127.0.0.1:${host.port}`)];
    },
  })),
];

// The shapes of Stripe's documented requests: https://docs.stripe.com/api
const QUERIES: readonly [query: string, parameters: object][] = [
  ["created[gte]=1&created[lt]=5&limit=3", { created: { gte: 1, lt: 5 }, limit: 3 }],
  ["created=1700000000", { created: 1_700_000_000 }],
  ["expand[]=data.customer&expand[]=data.invoice", { expand: ["data.customer", "data.invoice"] }],
  ["metadata[order_id]=6735&metadata[empty]=", { metadata: { order_id: "6735", empty: "" } }],
  ["metadata%5Border_id%5D=6735", { metadata: { order_id: "6735" } }],
  ["ids[1]=20&ids[0]=10", { ids: [10, 20] }],
];
const FORMS: readonly [content: string, body: object][] = [
  [
    "customer=cus_1&items[0][price]=price_1&items[1][price]=price_2&items[1][quantity]=2",
    { items: [{ price: "price_1" }, { price: "price_2", quantity: 2 }] },
  ],
  [
    "customer=cus_1&items[0][price]=p&items[0][discounts][0][coupon]=c&items[0][metadata][a]=b",
    { items: [{ price: "p", discounts: [{ coupon: "c" }], metadata: { a: "b" } }] },
  ],
  ["customer=cus_1&metadata=", { metadata: "" }],
  ["customer=cus_1&metadata[a]=b&trial[end]=now", { metadata: { a: "b" }, trial: { end: "now" } }],
  ["customer=cus_1&expand[]=a&expand[]=b&trial[end]=5", { expand: ["a", "b"], trial: { end: 5 } }],
];
const REFUSED_QUERIES: readonly [query: string, name: string][] = [
  ["created[gte]=x", "created"],
  ["created=1&created[gte]=1", "created"],
  ["expand=a", "expand"],
  ["expand[0]=a", "expand"],
  ["ids[]=1", "ids"],
  ["ids[0]=1&ids[2]=1", "ids"],
  ["ids[0]=x", "ids[0]"],
  ["metadata[a[b]]=1", "metadata"],
  ["metadata[a]=1&metadata[a]=2", "metadata[a]"],
  ["metadata[a][b]=1", "metadata[a]"],
  ["metadata[__proto__]=1", "metadata"],
  ["metadata[__proto__][polluted]=1", "metadata"],
  ["metadata[constructor][prototype][polluted]=1", "metadata"],
];
const REFUSED_FORMS: readonly [content: string, pointer: string][] = [
  ["customer=c&items[0][quantity]=1", "/items/0/price"],
  ["customer=c&items[1][price]=p", "/items"],
  ["customer=c&items[][price]=p", "/items"],
  ["customer=c&items[0][price]=p&items[0][price]=q", "/items/0/price"],
  ["customer=c&items[0][__proto__][x]=p", "/items/0"],
  ["customer=c&items[0][price]=p&items[0][metadata][a~b/c][d]=e", "/items/0/metadata/a~0b~1c"],
  ["customer=c&trial[end]=later", "/trial/end"],
];

describe.each(hosts)("$name", ({ open }) => {
  let host: OpenHost;
  let send: Send;
  beforeAll(async () => void ([host, send] = await open()));
  afterAll(() => host.close());

  test.each(QUERIES)("reads the query %s", async (query, parameters) => {
    expect(await send(`/v1/customers?${query}`)).toMatchObject([200, parameters]);
  });

  test.each(FORMS)("reads the form %s", async (content, body) => {
    expect(await send("/v1/subscriptions", content)).toMatchObject([
      200,
      { customer: "cus_1", ...body },
    ]);
  });

  test.each(REFUSED_QUERIES)("refuses the query %s", async (query, name) => {
    expect(await send(`/v1/customers?${query}`)).toMatchObject([
      400,
      { errors: [{ in: "query", name }] },
    ]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  test.each(REFUSED_FORMS)("refuses the form %s", async (content, pointer) => {
    expect(await send("/v1/subscriptions", content)).toMatchObject([
      400,
      { errors: [{ in: "body", pointer }] },
    ]);
  });

  test("counts names with brackets as other names", async () => {
    const names = Array.from({ length: 1_001 }, (_, index) => `metadata[${index}]=`).join("&");
    expect(await send("/v1/subscriptions", `customer=c&${names}`)).toMatchObject([
      400,
      { errors: [{ message: "must have at most 1000 names" }] },
    ]);
  });
});

describe("strictParameters", () => {
  test("names a member that is not declared", async () => {
    const server = createServer({ strictParameters: true });
    register(server);
    const read = async (query: string): Promise<unknown> =>
      (await server.fetch(new Request(`http://h.test/v1/customers?${query}`))).json();
    expect(await read("metadata[any]=1&created[gte]=2")).toMatchObject({ created: { gte: 2 } });
    expect(await read("limit[x]=1&other[a]=2")).toMatchObject({
      errors: [
        { name: "limit[x]", message: "is not declared" },
        { name: "other[a]", message: "is not declared" },
      ],
    });
    const members = createServer({ strictParameters: true });
    const one = rootResource({ find: get().parameters({ created: range }).response<unknown>() });
    members.route(one.find, ({ parameters }) => parameters.created);
    const answer = await members.fetch(new Request("http://h.test/?created[gt]=1&created[x]=2"));
    expect(await answer.json()).toMatchObject({
      errors: [{ in: "query", name: "created[x]", message: "is not declared" }],
    });
  });
});

// A key of digits would be an index for qs.
const key = fc.stringMatching(/^[a-z][a-z _.~é&=+%]{0,4}$/);
const text = fc.string({ unit: "grapheme", maxLength: 4 }).filter((value) => !value.includes("\0"));
const limits = { arrayLimit: 100, depth: 10, allowEmptyArrays: false } as const;

describe("qs", () => {
  const sent: { query: string; body: string }[] = [];
  const client = createClient({
    baseUrl: "http://h.test",
    fetch: async (url: string | URL | Request, init?: RequestInit) => {
      const request = new Request(url, init);
      sent.push({
        query: new URL(request.url).search.slice(1),
        body: await request.clone().text(),
      });
      return inMemory.fetch(request);
    },
  });

  test("reads what the client writes in a query", async () => {
    const given = fc.record({
      created: fc.record({ gte: fc.nat(), lt: fc.nat() }),
      expand: fc.array(text, { minLength: 1, maxLength: 3 }),
      metadata: fc.dictionary(key, text, { minKeys: 1, maxKeys: 3 }),
      ids: fc.array(fc.nat(), { minLength: 1, maxLength: 25 }),
    });
    await fc.assert(
      fc.asyncProperty(given, async (parameters) => {
        const { created, ids, ...texts } = parameters;
        expect(await client.request(api.customers, { parameters }).bodyOrThrow()).toEqual(
          parameters,
        );
        expect(parse(sent.at(-1)?.query ?? "", limits)).toEqual({
          created: { gte: String(created.gte), lt: String(created.lt) },
          ids: ids.map(String),
          ...texts,
          metadata: { ...texts.metadata },
        });
      }),
    );
  });

  test("reads what the client writes in a form, and writes what the server reads", async () => {
    const discount = fc.record({ coupon: text });
    const items = fc.array(
      fc.record({
        price: text,
        discounts: fc.array(discount, { minLength: 1, maxLength: 2 }),
        metadata: fc.dictionary(key, text, { minKeys: 1, maxKeys: 2 }),
      }),
      { minLength: 1, maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(items, text, async (some, customer) => {
        const body = { customer, items: some };
        const got = { ...body, expand: [] };
        expect(await client.request(api.subscribe, body).bodyOrThrow()).toEqual(got);
        const plain = JSON.parse(JSON.stringify(body)) as object;
        expect(parse(sent.at(-1)?.body ?? "", limits)).toEqual(plain);
        const written = new Request("http://h.test/v1/subscriptions", {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: stringify(plain),
        });
        expect(await (await inMemory.fetch(written)).json()).toEqual(got);
      }),
    );
  });

  test.each([
    { metadata: { "a[b]": "c" } },
    { metadata: { "": "c" } },
    { metadata: JSON.parse('{"__proto__":"x"}') as Record<string, string> },
    { metadata: { constructor: "x" } as unknown as Record<string, string> },
    { created: {} },
  ])("the client does not send %j", async (parameters) => {
    const before = sent.length;
    await expect(client.request(api.customers, { parameters })).rejects.toThrow(
      InvalidRequestError,
    );
    await expect(
      client.request(api.subscribe, { customer: "c", items: [{ price: "p", ...parameters }] }),
    ).rejects.toThrow(InvalidRequestError);
    expect(sent.length).toBe(before);
  });
});
