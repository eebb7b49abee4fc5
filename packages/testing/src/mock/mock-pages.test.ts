// A mock pages lists: the client's own loops read every item once, in order.
import { get, integer, post, rootResource, staticResource, string, uuid } from "bough";
import { createClient, items, pages } from "bough/client";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createMock } from "./create-mock.ts";

const Row = z.object({ id: z.string(), name: z.string() });
const NewRow = z.object({ name: z.string() });
const create = post().request(NewRow).response(Row);
const limit = integer({ min: 1, max: 10 }).optional();
const after = string().optional();
const page = integer({ min: 1 }).optional();
const rows = z.array(Row);
const whole = z.object({ rows, next: z.string().nullable(), more: z.boolean(), count: z.int() });

const api = rootResource("v1", {
  cursor: staticResource("cursor", {
    create,
    list: get()
      .parameters({ after, limit })
      .response(whole)
      .paged({ items: "rows", next: { after: "next" } }),
  }),
  optional: staticResource("optional", {
    create,
    list: get()
      .parameters({ offset: integer().optional(), limit })
      .response(z.object({ rows, next: z.int().optional() }))
      .paged({ items: "rows", next: { offset: "next" } }),
  }),
  text: staticResource("text", {
    create,
    list: get()
      .parameters({ after, limit })
      .response(z.object({ rows, next: z.string() }))
      .paged({ items: "rows", next: { after: "next" } }),
  }),
  last: staticResource("last", {
    create,
    list: get()
      .parameters({ id: string().optional(), limit })
      .response(whole)
      .paged({ items: "rows", next: { id: { last: "id" } }, more: "more" }),
  }),
  url: staticResource("url", {
    create,
    list: get()
      .parameters({ limit })
      .response(z.object({ rows, next: z.url().nullable() }))
      .paged({ items: "rows", next: "next" }),
  }),
  page: staticResource("page", {
    create,
    list: get()
      .parameters({ page, per_page: limit })
      .response(whole)
      .paged({ items: "rows", page: "page", total: "count" }),
  }),
  offset: staticResource("offset", {
    create,
    list: get()
      .parameters({ offset: integer().default(0), limit })
      .response(whole)
      .paged({ items: "rows", offset: "offset", more: "more" }),
  }),
  link: staticResource("link", {
    create,
    list: get().parameters({ limit }).response(rows).paged({ link: true }),
  }),
});
const names = Array.from({ length: 23 }, (_, index) => `row ${index}`);
type Name = keyof typeof api & ("cursor" | "link");

function setup(options: object = {}) {
  const mock = createMock(api, options);
  return { mock, client: createClient({ baseUrl: "http://mock.test", fetch: mock.fetch }) };
}

describe.each(["cursor", "optional", "text", "last", "url", "page", "offset", "link"])(
  "a list with pages: %s",
  (name) => {
    // Each has the same types for this test.
    const resource = api[name as Name] as unknown as typeof api.link;
    const size = name === "page" ? { per_page: 5 } : { limit: 5 };

    test("has what clients have created, once and in order", async () => {
      const { client } = setup();
      for (const one of names) await client.request(resource.create, { name: one });
      const found: string[] = [];
      for await (const row of items(client, resource.list, { parameters: size })) {
        found.push(row.name);
      }
      expect(found).toEqual(names);
      let count = 0;
      for await (const _ of pages(client, resource.list)) count++;
      // Twenty rows, and three.
      expect(count).toBe(2);
    });

    test("ends without state", async () => {
      const { client } = setup({ state: false });
      for (const parameters of [{}, size]) {
        const first: unknown[] = [];
        const again: unknown[] = [];
        for await (const row of items(client, resource.list, { parameters })) first.push(row);
        for await (const row of items(client, resource.list)) again.push(row);
        expect(again).toEqual(first);
      }
    });
  },
);

describe("a list whose cursors a mock cannot make", () => {
  const odd = rootResource("v1", {
    list: get("list")
      .parameters({ after: uuid().optional() })
      .response(z.object({ rows, next: z.uuid().nullable() }))
      .paged({ items: "rows", next: { after: "next" } }),
    given: get("given")
      .parameters({ after })
      .response(z.object({ rows, next: z.string().nullable() }), {
        examples: { one: { rows: [{ id: "a", name: "A" }], next: "b" } },
      })
      .paged({ items: "rows", next: { after: "next" } }),
  });
  const mock = createMock(odd);
  const client = createClient({ baseUrl: "http://mock.test", fetch: mock.fetch });

  test("ends, also if an example leads on", async () => {
    for (const endpoint of [odd.list, odd.given]) {
      let count = 0;
      for await (const _ of pages(client, endpoint)) expect(count++).toBeLessThan(3);
    }
    expect(await client.request(odd.given).bodyOrThrow()).toEqual({
      rows: [{ id: "a", name: "A" }],
      next: null,
    });
    // Nobody has made this cursor.
    const parameters = { after: "unknown" };
    expect((await client.request(odd.given, { parameters }).bodyOrThrow()).rows).toEqual([]);
  });
});
