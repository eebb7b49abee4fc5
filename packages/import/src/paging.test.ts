// Markers of pages in a document become `.paged()`, or a line of the report.
import { get, integer, query, rootResource, string } from "bough";
import { contractOf } from "bough/contract";
import { openApi } from "bough-openapi";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { singleModule } from "./print/modules.ts";
import { declarationsOf } from "./print/declarations.ts";
import { readDocument, type ReadDocument } from "./read-document.ts";

const text = { type: "string" };
const row = {
  type: "object",
  required: ["id"],
  properties: { id: text, at: { type: "integer" }, born: { type: "string", format: "date" } },
};
const page = {
  type: "object",
  required: ["rows"],
  properties: {
    rows: { type: "array", items: { $ref: "#/components/schemas/Row" } },
    next: { type: ["string", "null"] },
    position: { type: "integer" },
    more: { type: "boolean" },
    count: { type: "integer" },
    "@odata.nextLink": text,
    meta: { allOf: [{ type: "object", properties: { next: text, "a.b": text } }] },
  },
};
const parameters = [
  { in: "query", name: "after", schema: text },
  { in: "query", name: "page", schema: { type: "integer", default: 1 } },
  { in: "query", name: "since", schema: { type: "string", format: "date-time" } },
];

function read(
  marker: object,
  schema: object = page,
  method = "get",
  more: object = {},
): ReadDocument {
  return readDocument({
    openapi: "3.1.0",
    info: { title: "", version: "" },
    components: { schemas: { Row: row } },
    paths: {
      "/rows": {
        [method]: {
          parameters,
          responses: {
            200: { description: "", content: { "application/json": { schema } }, ...more },
          },
          ...marker,
        },
      },
    },
  });
}
const pagesOf = (marker: object, schema?: object): unknown =>
  read(marker, schema).contract.endpoints[0]?.paged;
const told = ({ findings }: ReadDocument): string[] => findings.map(({ message }) => message);
const bough = (paged: unknown): object => ({ "x-bough-paged": paged });

describe("x-bough-paged", () => {
  test.each([
    { items: "rows", next: { after: "next" } },
    { items: ["rows"], next: { after: "meta.next" }, more: "more" },
    { items: "rows", next: { after: { last: "id" } } },
    { items: "rows", next: ["@odata.nextLink"] },
    { items: "rows", next: ["meta", "a.b"] },
    { items: "rows", page: "page", first: 1, total: "count" },
    { items: "rows", offset: "page", more: "more" },
    { items: "rows", link: true },
  ])("is .paged(): %j", (paged) => {
    const found = read(bough(paged));
    expect(told(found)).toEqual([]);
    expect(found.contract.endpoints[0]?.paged).toEqual(paged);
    expect(singleModule(declarationsOf(found))).toContain(".paged({ ");
  });

  test("is the header Link too, if the body is the array", () => {
    const link = { schema: text };
    const found = read(bough({ link: true }), page.properties.rows, "get", { headers: { link } });
    expect(found.contract.endpoints[0]?.paged).toEqual({ link: true });
    expect(found.contract.endpoints[0]?.responses?.[0]?.headers).toBeUndefined();
    expect(singleModule(declarationsOf(found))).toContain(".paged({ link: true })");
  });

  test.each<[unknown, string]>([
    [1, "it has none of the forms"],
    [{}, "it has none of the forms"],
    [{ items: "rows" }, "it has none of the forms"],
    [{ items: "rows", next: "next", page: "page" }, "it has none of the forms"],
    [{ items: "rows", next: "next", total: "count" }, "it has none of the forms"],
    [{ items: "rows", next: { after: 1 } }, 'it has no option "next" with this value'],
    [{ items: "rows", next: ["a", "b", "c"] }, 'it has no option "next" with this value'],
    [{ items: "a.b.c", link: true }, 'it has no option "items" with this value'],
    [{ items: "rows", next: "next", extra: 1 }, 'it has no option "extra" with this value'],
    [{ items: "rows", page: "page", first: "1" }, 'it has no option "first" with this value'],
    [{ next: "next" }, "it does not say where the items are"],
    [{ items: "next", next: "next" }, '"next" is not an array'],
    [{ items: "people", next: "next" }, '"people" is not an array'],
    [{ items: "__proto__", next: "next" }, '"__proto__" is not an array'],
    [{ link: true }, "the response is not an array"],
    [{ items: "rows", next: "position" }, '"position" is not a string'],
    [{ items: "rows", next: "next", more: "next" }, '"next" is not a boolean'],
    [{ items: "rows", page: "page", total: "next" }, '"next" is not a number'],
    [{ items: "rows", page: "after" }, 'its parameter "after" is not a number'],
    [{ items: "rows", page: "toString" }, 'its parameter "toString" is not a number'],
    [{ items: "rows", next: {} }, "it has no parameter"],
    [{ items: "rows", next: { before: "next" } }, 'its parameter "before" does not take "next"'],
    [
      { items: "rows", next: { after: "position" } },
      'its parameter "after" does not take "position"',
    ],
    [{ items: "rows", next: { since: "next" } }, 'its parameter "since" does not take "next"'],
    [
      { items: "rows", next: { after: { last: "at" } } },
      'its parameter "after" does not take "at"',
    ],
  ])("is left out, with the reason: %j", (paged, reason) => {
    const found = read(bough(paged));
    expect(found.contract.endpoints[0]?.paged).toBeUndefined();
    expect(found.findings).toEqual([
      expect.objectContaining({
        cause: "unsupported",
        pointer: "#/paths/~1rows/get/x-bough-paged".slice(1),
        message: expect.stringContaining(`its x-bough-paged is left out: ${reason}`),
      }),
    ]);
  });

  test("belongs to GET and QUERY with one JSON response", () => {
    const link = bough({ items: "rows", link: true });
    const reason =
      "its x-bough-paged is left out: only GET and QUERY with one JSON response have pages";
    expect(told(read(link, page, "post"))).toContain(reason);
    expect(
      told(read(link, page, "get", { content: { "text/plain": { schema: text } } })),
    ).toContain(reason);
    expect(told(read(link, page, "get", { content: {} }))).toContain(reason);
  });

  test("comes back from the document of an API", () => {
    const Rows = z.object({
      rows: z.array(z.object({ id: z.string() })),
      next: z.string().nullable(),
    });
    const api = rootResource("v1", {
      list: get("list")
        .parameters({ after: string().optional() })
        .response(Rows)
        .paged({ items: "rows", next: { after: "next" } }),
      linked: get("linked")
        .parameters({ page: integer().default(1) })
        .response(z.array(z.string()))
        .paged({ link: true }),
      found: query("found")
        .request(z.string())
        .response(Rows)
        .paged({ items: "rows", next: "next" }),
    });
    const info = { title: "", version: "" };
    const contract = contractOf(api);
    const document = openApi(contract, { info, rejections: false, version: "3.2" });
    expect(JSON.stringify(document)).toContain('"x-bough-paged":{"link":true}');
    const back = readDocument(JSON.parse(JSON.stringify(document)));
    expect(back.findings).toEqual([]);
    expect(back.contract.endpoints.map(({ paged }) => paged)).toEqual(
      contract.endpoints.map(({ paged }) => paged),
    );
    expect(back.contract.endpoints[1]?.responses?.[0]?.headers).toBeUndefined();
  });
});

describe("x-speakeasy-pagination", () => {
  const speakeasy = (outputs: object, ...inputs: readonly object[]): object => ({
    "x-speakeasy-pagination": { type: "cursor", inputs, outputs },
  });
  const input = (name: string, type: string, place = "parameters"): object => ({
    name,
    type,
    in: place,
  });

  test.each<[object, unknown]>([
    [
      speakeasy({ results: "$.rows", nextCursor: "$.meta.next" }, input("after", "cursor")),
      { items: "rows", next: { after: "meta.next" } },
    ],
    [
      speakeasy({ results: "$.rows", nextCursor: "$.rows[-1].id" }, input("after", "cursor")),
      { items: "rows", next: { after: { last: "id" } } },
    ],
    [
      speakeasy(
        { results: "$.rows", nextCursor: "$['rows'][(@.length-1)]['id']" },
        input("after", "cursor"),
      ),
      { items: "rows", next: { after: { last: "id" } } },
    ],
    [speakeasy({ nextUrl: '$["@odata.nextLink"]' }), { items: "rows", next: ["@odata.nextLink"] }],
    [
      speakeasy(
        { results: "$.rows", numPages: "$.count" },
        input("page", "page"),
        input("limit", "limit"),
      ),
      { items: "rows", page: "page" },
    ],
    [speakeasy({}, input("page", "offset")), { items: "rows", offset: "page" }],
  ])("%#: is .paged()", (marker, paged) => {
    expect(told(read(marker))).toEqual([]);
    expect(pagesOf(marker)).toEqual(paged);
  });

  test.each<[object, string]>([
    [speakeasy({ results: "$" }, input("page", "page")), '"$" is not a property'],
    [
      speakeasy({ results: "$.a.b.c", nextUrl: "$.next" }),
      '"$.a.b.c" is not a property, or is more than two deep',
    ],
    [speakeasy({ results: "$.rows[*]", nextUrl: "$.next" }), '"$.rows[*]" is not a property'],
    [speakeasy({ results: "$.rows" }), "it has neither a cursor"],
    [
      speakeasy({ results: "$.rows" }, input("page", "page", "requestBody")),
      "its page is in the request body",
    ],
    [
      speakeasy({ results: "$.rows", nextCursor: "$.other[-1].id" }, input("after", "cursor")),
      "its cursor is in another list than its items",
    ],
    [{ "x-speakeasy-pagination": 1 }, "it has neither a cursor"],
  ])("%#: is left out, with the reason", (marker, reason) => {
    expect(pagesOf(marker)).toBeUndefined();
    expect(told(read(marker)).join()).toContain(
      `its x-speakeasy-pagination is left out: ${reason}`,
    );
  });

  test("has to say where the items are, if there are several arrays", () => {
    const two = { ...page, properties: { ...page.properties, others: page.properties.rows } };
    expect(told(read(speakeasy({ nextUrl: "$.next" }), two)).join()).toContain(
      "it does not say where the items are",
    );
  });
});

describe("x-ms-pageable", () => {
  const pageable = (marker: unknown): object => ({ "x-ms-pageable": marker });
  const value = { ...page, properties: { ...page.properties, value: page.properties.rows } };

  test("is .paged()", () => {
    expect(pagesOf(pageable({ nextLinkName: "next" }), value)).toEqual({
      items: "value",
      next: "next",
    });
    expect(pagesOf(pageable({ nextLinkName: "@odata.nextLink", itemName: "rows" }))).toEqual({
      items: "rows",
      next: ["@odata.nextLink"],
    });
    expect(pagesOf(pageable({ nextLinkName: "meta.next", itemName: "rows" }))).toEqual({
      items: "rows",
      next: "meta.next",
    });
  });

  test("without a link has one page", () => {
    const one = read(pageable({ nextLinkName: null }));
    expect(one.contract.endpoints[0]?.paged).toBeUndefined();
    expect(told(one)).toEqual([]);
  });

  test("is left out if its names do not fit", () => {
    expect(told(read(pageable({ nextLinkName: "next" })))).toEqual([
      'its x-ms-pageable is left out: "value" is not an array',
    ]);
  });
});
