import { get, integer, rootResource, string } from "bough";
import { createClient, InvalidResponseError } from "bough/client";
import { pageOptions } from "bough/client/adapters";
import { expect, test } from "vitest";

interface Rows {
  readonly rows: readonly number[];
  readonly next?: string | null;
}
const api = rootResource("v1", {
  cursor: get("cursor")
    .parameters({ after: string().optional(), limit: integer().optional() })
    .response<Rows>()
    .paged({ items: "rows", next: { after: "next" } }),
  page: get("page")
    .parameters({ page: integer().optional() })
    .response<Rows & { readonly count: number }>()
    .paged({ items: "rows", page: "page", total: "count" }),
  link: get("link")
    .parameters({ page: integer().optional() })
    .response<number[]>()
    .paged({ link: true }),
});
const client = createClient({ baseUrl: "https://h.test" });

test("the next page is where the body or the link says, and the last page has none", () => {
  const options = { parameters: { limit: 2 } };
  const after = (next: string | null) =>
    pageOptions(client, api.cursor, options, { body: { rows: [1], next } });
  expect(after("b")).toEqual({ parameters: { limit: 2, after: "b" } });
  expect(after(null)).toBeUndefined();
  const linked = (link: string | null) => pageOptions(client, api.link, {}, { body: [1], link });
  expect(linked('<?page=2>; rel="next"')).toEqual({ url: "https://h.test/v1/link?page=2" });
  expect(linked(null)).toBeUndefined();
});

test("pages that are counted begin with a number, and are as long as the first", () => {
  expect(pageOptions(client, api.page, {})).toEqual({ parameters: { page: 1 } });
  const last = { body: { rows: [1, 2], count: 5 }, first: { rows: [1, 2, 3] } };
  const options = { parameters: { page: 2 } };
  expect(pageOptions(client, api.page, options, last)).toBeUndefined();
  const { body } = last;
  expect(pageOptions(client, api.page, options, { body })).toEqual({ parameters: { page: 3 } });
});

test("a page that is not as declared, or leads elsewhere, is an error", () => {
  const read = (body: unknown, link = "") =>
    pageOptions(client, api.link, {}, { body, link, status: 203 });
  expect(() => read({})).toThrow(InvalidResponseError);
  expect(() => read({})).toThrow("the 203 response");
  expect(() => read([1], '<https://evil.test/>; rel="next"')).toThrow(InvalidResponseError);
});
