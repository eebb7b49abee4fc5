// Every form of paging against a server by hand: it caps limits, and its cursors may repeat.
import { failure, get, integer, query, rootResource, staticResource, string } from "bough";
import {
  createClient,
  items,
  pages,
  type Client,
  type ClientOptions,
  FailureError,
  InvalidRequestError,
  InvalidResponseError,
  RejectionError,
} from "bough/client";
import { describe, expect, test } from "vitest";

interface Row {
  readonly id: string;
}
interface Page {
  readonly rows: readonly Row[];
  readonly next?: string | null;
  readonly meta?: { readonly next?: string | null; readonly more?: boolean };
  readonly "@next.link"?: string;
  readonly more?: boolean;
  readonly count?: number;
}
const Gone = failure("gone", 410);
const parameters = {
  after: string().optional(),
  limit: integer().optional(),
  page: integer().optional(),
  offset: integer().optional(),
};
const read = get().parameters(parameters).response<Page>().failure(Gone);
const api = rootResource("v1", {
  cursor: staticResource("cursor", {
    list: read.paged({ items: "rows", next: { after: "next" } }),
  }),
  deep: staticResource("deep", {
    list: read.paged({ items: ["rows"], next: { after: "meta.next" }, more: "meta.more" }),
  }),
  last: staticResource("last", {
    list: read.paged({ items: "rows", next: { after: { last: "id" } }, more: "more" }),
    open: get("open")
      .parameters(parameters)
      .response<Page>()
      .paged({ items: "rows", next: { after: { last: "id" } } }),
  }),
  url: staticResource("url", {
    list: read.paged({ items: "rows", next: "next" }),
    dotted: get("dotted")
      .parameters(parameters)
      .response<Page>()
      .paged({ items: "rows", next: ["@next.link"] }),
  }),
  page: staticResource("page", {
    list: read.paged({ items: "rows", page: "page" }),
    total: get("total")
      .parameters(parameters)
      .response<Page>()
      .paged({ items: "rows", page: "page", first: 0, total: "count" }),
    more: get("more")
      .parameters({ ...parameters, page: integer().default(3) })
      .response<Page>()
      .paged({ items: "rows", page: "page", more: "more" }),
  }),
  offset: staticResource("offset", {
    list: read.paged({ items: "rows", offset: "offset" }),
    total: get("total")
      .parameters(parameters)
      .response<Page>()
      .paged({ items: "rows", offset: "offset", first: 1, total: "count" }),
  }),
  link: staticResource("link", {
    list: get()
      .parameters(parameters)
      .response<readonly Row[]>()
      .failure(Gone)
      .paged({ link: true }),
    named: get("named")
      .parameters(parameters)
      .response<Page>()
      .paged({ link: true, items: "rows" }),
  }),
  search: query()
    .parameters(parameters)
    .request<{ readonly text: string }>()
    .response<Page>()
    .paged({ items: "rows", next: { after: "next" } }),
});

const CAP = 3;
const rows: readonly Row[] = Array.from({ length: 8 }, (_, index) => ({ id: `r${index}` }));
const ids = rows.map(({ id }) => id);

type Serve = (url: URL, init: RequestInit) => unknown;

/** A client of a server by hand, and the queries that it got. */
function served(serve: Serve, options: ClientOptions = {}): { client: Client; asked: string[] } {
  const asked: string[] = [];
  const client = createClient({
    baseUrl: "https://api.test/base",
    fetch: async (text, init) => {
      const url = new URL(text);
      asked.push(url.pathname.replace("/base/v1", "") + url.search);
      const given = await serve(url, init);
      return given instanceof Response ? given : Response.json(given);
    },
    ...options,
  });
  return { client, asked };
}

/** The rows after a cursor, as many as the server gives. */
function rowsFrom(start: number, { searchParams }: URL): readonly Row[] {
  const limit = Number(searchParams.get("limit") ?? CAP);
  return rows.slice(start, start + Math.min(limit, CAP));
}
const afterOf = ({ searchParams }: URL): number => ids.indexOf(searchParams.get("after") ?? "") + 1;

/** A page with a cursor, which `last` ends. */
function cursorPage(url: URL, last: Partial<Page> = { next: null }): Page {
  const found = rowsFrom(afterOf(url), url);
  const next = found.at(-1)?.id;
  return next === undefined || next === "r7" ? { rows: found, ...last } : { rows: found, next };
}

async function idsOf(read: AsyncIterable<Row>): Promise<string[]> {
  const found: string[] = [];
  for await (const { id } of read) found.push(id);
  return found;
}
/** The ids until an error, and the error. */
async function until(read: AsyncIterable<Row>): Promise<[string[], unknown]> {
  const found: string[] = [];
  try {
    for await (const { id } of read) found.push(id);
  } catch (error) {
    return [found, error];
  }
  return [found, undefined];
}

describe("a cursor in the body", () => {
  test.each<[string, Partial<Page>]>([
    ["null", { next: null }],
    ["empty", { next: "" }],
    ["absent", {}],
  ])("gives every item once, in order, until it is %s", async (_, last) => {
    const { client, asked } = served((url) => cursorPage(url, last));
    expect(await idsOf(items(client, api.cursor.list, { parameters: { limit: 50 } }))).toEqual(ids);
    expect(asked).toEqual([
      "/cursor?limit=50",
      "/cursor?after=r2&limit=50",
      "/cursor?after=r5&limit=50",
    ]);
  });

  test("begins where the caller says", async () => {
    const { client } = served((url) => cursorPage(url));
    expect(await idsOf(items(client, api.cursor.list, { parameters: { after: "r4" } }))).toEqual([
      "r5",
      "r6",
      "r7",
    ]);
  });

  test("may be deep, and a page may be empty", async () => {
    const { client } = served((url) =>
      url.searchParams.has("after")
        ? { rows: rows.slice(0, 2), meta: { more: false, next: "ignored" } }
        : { rows: [], meta: { next: "a", more: true } },
    );
    expect(await idsOf(items(client, api.deep.list))).toEqual(["r0", "r1"]);
  });

  test("may have a body in each call", async () => {
    const bodies: unknown[] = [];
    const { client, asked } = served((url, { body }) => {
      bodies.push(JSON.parse(body as string));
      return cursorPage(url);
    });
    const found = items(client, api.search, { text: "x" }, { parameters: { limit: 2 } });
    expect(await idsOf(found)).toEqual(ids);
    expect(bodies).toEqual(Array.from(asked, () => ({ text: "x" })));
  });

  test.each([
    ["the same again", ["a", "a"], 2],
    ["an earlier one", ["a", "b", "a"], 3],
  ])("must not repeat: %s", async (_, cursors, count) => {
    let at = 0;
    const { client, asked } = served(() => ({ rows: [rows[at]], next: cursors[at++] ?? null }));
    const [found, error] = await until(items(client, api.cursor.list));
    expect(found).toEqual(ids.slice(0, count));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({
      status: 200,
      issues: [{ in: "body", name: "next", message: "leads to a page that was read before" }],
      message: `GET https://api.test/base/v1/cursor: the 200 response doesn't match its declaration: body "next" leads to a page that was read before`,
    });
    expect(asked).toHaveLength(count);
  });

  test("must not be that of the caller", async () => {
    const { client } = served(() => ({ rows, next: "a" }));
    const [, error] = await until(items(client, api.cursor.list, { parameters: { after: "a" } }));
    expect(error).toBeInstanceOf(InvalidResponseError);
  });

  test("must fit its parameter", async () => {
    const { client } = served(() => ({ rows, next: { a: 1 } }));
    const [, error] = await until(items(client, api.cursor.list));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(String(error)).toContain(
      'body "next" fits no parameter: /v1/cursor: the query parameter "after" must be',
    );
  });

  test("must be there if there are more pages", async () => {
    const { client } = served(() => ({ rows, meta: { more: true } }));
    const [found, error] = await until(items(client, api.deep.list));
    expect(found).toEqual(ids);
    expect(String(error)).toContain('body "meta.next" is missing, but there are more pages');
  });
});

describe("the last item as cursor", () => {
  test("ends where the server says so", async () => {
    const { client, asked } = served((url) => {
      const found = rowsFrom(afterOf(url), url);
      return { rows: found, more: found.at(-1)?.id !== "r7" };
    });
    expect(await idsOf(items(client, api.last.list))).toEqual(ids);
    expect(asked).toEqual(["/last", "/last?after=r2", "/last?after=r5"]);
  });

  test("ends at an empty page", async () => {
    const { client, asked } = served((url) => ({ rows: rowsFrom(afterOf(url), url) }));
    expect(await idsOf(items(client, api.last.open))).toEqual(ids);
    expect(asked.at(-1)).toBe("/last/open?after=r7");
  });

  test("must not repeat", async () => {
    const { client } = served(() => ({ rows, more: true }));
    const [found, error] = await until(items(client, api.last.list));
    expect(found).toEqual([...ids, ...ids]);
    expect(String(error)).toContain('body "id" leads to a page that was read before');
  });
});

describe("the URL of the next page", () => {
  test.each([
    ["its fragment", (at: number) => `?page=2#${at}`],
    [
      "the case of its host",
      (at: number) => `${at % 2 ? "HTTPS://API.test" : "https://api.test"}/base/v1/url?page=2`,
    ],
  ])("is the same page if it differs by %s only", async (_, next) => {
    let at = 0;
    const { client, asked } = served(() => ({ rows, next: at < 9 ? next((at += 1)) : null }));
    const [, error] = await until(items(client, api.url.list));
    expect(String(error)).toContain("leads to a page that was read before");
    expect(asked).toHaveLength(2);
  });

  const page = (url: URL, write: (next: string) => object): object => {
    const start = Number(url.searchParams.get("$skip") ?? 0);
    const found = rowsFrom(start, url);
    const end = start + found.length;
    return { rows: found, ...(end < rows.length ? write(`${end}`) : {}) };
  };

  test.each([
    (end: string) => `?$skip=${end}`,
    (end: string) => `/base/v1/url?$skip=${end}`,
    (end: string) => `https://api.test/other/url?$skip=${end}`,
  ])("%#: is relative to that of the page, or absolute", async (write) => {
    const { client } = served((url) => page(url, (end) => ({ next: write(end) })));
    expect(await idsOf(items(client, api.url.list, { parameters: { limit: 9 } }))).toEqual(ids);
  });

  test("may have a name with a dot", async () => {
    const { client } = served((url) => page(url, (end) => ({ "@next.link": `?$skip=${end}` })));
    expect(await idsOf(items(client, api.url.dotted))).toEqual(ids);
  });

  test("may be where the caller begins", async () => {
    const { client, asked } = served((url) => page(url, (end) => ({ next: `?$skip=${end}` })));
    expect(await idsOf(items(client, api.url.list, { url: "/else?$skip=3" }))).toEqual(
      ids.slice(3),
    );
    expect(asked).toEqual(["/else?$skip=3", "/else?$skip=6"]);
    await expect(items(client, api.url.list, { url: "https://evil.test/" }).next()).rejects.toThrow(
      InvalidRequestError,
    );
  });

  test.each([
    "https://evil.test/v1/url?x",
    "//evil.test/",
    "http://api.test/base/v1/url?x",
    "https://api.test:8443/",
    "https://api.test@evil.test/",
    "https://user@api.test/",
    "javascript:alert(1)",
    "https://",
  ])("must not leave the origin: %s", async (next) => {
    const { client, asked } = served(() => ({ rows, next }));
    const [found, error] = await until(items(client, api.url.list));
    expect(found).toEqual(ids);
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(String(error)).toContain('body "next" must have the origin of https://api.test/base');
    expect(asked).toHaveLength(1);
  });

  test("must be text", async () => {
    const { client } = served(() => ({ rows, next: 1 }));
    const [, error] = await until(items(client, api.url.list));
    expect(String(error)).toContain('body "next" must be a URL');
  });

  test("must not repeat", async () => {
    const { client } = served(() => ({ rows, next: "?a" }));
    const [found, error] = await until(items(client, api.url.list));
    expect(found).toEqual([...ids, ...ids]);
    expect(error).toBeInstanceOf(InvalidResponseError);
  });
});

describe("numbers of pages and items", () => {
  const pageAt =
    (first: number, more: (end: number) => object = () => ({})): Serve =>
    (url) => {
      const at = Number(url.searchParams.get("page") ?? first) - first;
      return { rows: rowsFrom(at * CAP, url), ...more((at + 1) * CAP) };
    };

  test("count from 1, until a page is empty", async () => {
    const { client, asked } = served(pageAt(1));
    expect(await idsOf(items(client, api.page.list, { parameters: { limit: 50 } }))).toEqual(ids);
    expect(asked).toEqual([1, 2, 3, 4].map((page) => `/page?limit=50&page=${page}`));
  });

  test("count from where the declaration says, until all are read", async () => {
    const { client, asked } = served(pageAt(0, () => ({ count: 8 })));
    expect(await idsOf(items(client, api.page.total))).toEqual(ids);
    expect(asked).toEqual([0, 1, 2].map((page) => `/page/total?page=${page}`));
    const later = served(pageAt(0, () => ({ count: 8 })));
    const rest = items(later.client, api.page.total, { parameters: { page: 1 } });
    expect(await idsOf(rest)).toEqual(ids.slice(3));
    expect(later.asked).toHaveLength(2);
  });

  test("count from the default, which is not sent", async () => {
    const { client, asked } = served(pageAt(3, (end) => ({ more: end < 8 })));
    expect(await idsOf(items(client, api.page.more))).toEqual(ids);
    expect(asked).toEqual(["", "?page=4", "?page=5"].map((end) => `/page/more${end}`));
  });

  test("count items as the server gives them", async () => {
    const from = ({ searchParams }: URL): number => Number(searchParams.get("offset") ?? 0);
    const { client, asked } = served((url) => ({ rows: rowsFrom(from(url), url) }));
    expect(await idsOf(items(client, api.offset.list, { parameters: { limit: 100 } }))).toEqual(
      ids,
    );
    expect(asked).toEqual([0, 3, 6, 8].map((at) => `/offset?limit=100&offset=${at}`));
    // SCIM counts items from 1 (RFC 7644 3.4.2.4).
    const scim = served((url) => ({ rows: rowsFrom(from(url) - 1, url), count: 8 }));
    expect(await idsOf(items(scim.client, api.offset.total))).toEqual(ids);
    expect(scim.asked).toEqual([1, 4, 7].map((at) => `/offset/total?offset=${at}`));
  });

  test("must lead to other items", async () => {
    const { client, asked } = served(() => ({ rows }));
    const [found, error] = await until(items(client, api.page.list));
    expect(found).toEqual(ids);
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(String(error)).toContain('body "rows" has the items of the page before');
    expect(asked).toHaveLength(2);
    const offset = await until(items(client, api.offset.list));
    expect(offset[1]).toBeInstanceOf(InvalidResponseError);
  });
});

describe("links", () => {
  const linked =
    (write: (next: number) => string, wrap: (found: readonly Row[]) => unknown): Serve =>
    (url) => {
      const page = Number(url.searchParams.get("page") ?? 1);
      const link =
        page < 3 ? `<https://a.test/>; rel="prev", <${write(page + 1)}>; rel="next"` : "";
      return Response.json(wrap(rowsFrom((page - 1) * CAP, url)), { headers: { link } });
    };

  test("lead from page to page, whatever their paths are", async () => {
    const { client, asked } = served(
      linked(
        (page) => `https://api.test/base/v1/repositories/1?page=${page}`,
        (found) => found,
      ),
    );
    expect(await idsOf(items(client, api.link.list, { parameters: { limit: 50 } }))).toEqual(ids);
    expect(asked).toEqual(["/link?limit=50", "/repositories/1?page=2", "/repositories/1?page=3"]);
  });

  test("are relative to the page, whose items may have a name", async () => {
    const { client, asked } = served(
      linked(
        (page) => `?page=${page}`,
        (found) => ({ rows: found }),
      ),
    );
    expect(await idsOf(items(client, api.link.named))).toEqual(ids);
    expect(asked).toEqual(["/link/named", "/link/named?page=2", "/link/named?page=3"]);
  });

  test("must not leave the origin, nor repeat", async () => {
    const foreign = served(
      linked(
        () => "https://evil.test/",
        (found) => found,
      ),
    );
    const [, error] = await until(items(foreign.client, api.link.list));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({ issues: [{ in: "header", name: "link" }] });
    expect(foreign.asked).toHaveLength(1);
    const same = served(
      linked(
        () => "?page=2",
        (found) => found,
      ),
    );
    const [found, repeated] = await until(items(same.client, api.link.list));
    expect(found).toEqual(ids.slice(0, 6));
    expect(String(repeated)).toContain('header "link" leads to a page that was read before');
  });
});

describe("a page", () => {
  test.each([{ rows: {} }, {}, null, "rows", { rows: null }])(
    "must have its array, unlike %j",
    async (body) => {
      const { client } = served(() => Response.json(body));
      const [, error] = await until(items(client, api.cursor.list));
      expect(error).toBeInstanceOf(InvalidResponseError);
      expect(error).toMatchObject({
        issues: [{ in: "body", name: "rows", message: "must be an array" }],
      });
      const [, whole] = await until(items(client, api.link.list));
      expect(String(whole)).toContain(
        "the 200 response doesn't match its declaration: body must be an array",
      );
    },
  );

  test("is a result of its call", async () => {
    const { client } = served((url) => cursorPage(url));
    const statuses: number[] = [];
    const found: Row[] = [];
    for await (const { status, body, response } of pages(client, api.cursor.list)) {
      statuses.push(status, response.status);
      found.push(...body.rows);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
    expect(found).toEqual(rows);
  });

  test("is asked for when it is read", async () => {
    const { client, asked } = served((url) => cursorPage(url));
    const read = items(client, api.cursor.list);
    expect(asked).toEqual([]);
    for await (const { id } of read) if (id === "r2") break;
    expect(asked).toHaveLength(1);
    expect(await read.next()).toEqual({ done: true, value: undefined });
    for await (const _ of pages(client, api.cursor.list)) break;
    expect(asked).toHaveLength(2);
  });

  test("has the retries of its call", async () => {
    let count = 0;
    const { client, asked } = served(
      (url) => (count++ % 2 === 0 ? new Response("", { status: 503 }) : cursorPage(url)),
      { retry: { attempts: 1, delay: 0 } },
    );
    expect(await idsOf(items(client, api.cursor.list))).toEqual(ids);
    expect(asked).toHaveLength(6);
  });
});

describe("what a call throws", () => {
  test("is thrown by the loop: a declared failure, a rejection, wrong options", async () => {
    const problem = (type: string, status: number): Response =>
      Response.json(
        { type, title: "x" },
        { status, headers: { "content-type": "application/problem+json" } },
      );
    const gone = served((url) =>
      url.searchParams.has("after") ? problem(Gone.type ?? "", 410) : cursorPage(url),
    );
    const [found, error] = await until(items(gone.client, api.cursor.list));
    expect(found).toEqual(["r0", "r1", "r2"]);
    expect(error).toBeInstanceOf(FailureError);
    expect((error as FailureError).failedWith(Gone)).toBe(true);
    const busy = served(() => problem("urn:bough:service-unavailable", 503));
    await expect(pages(busy.client, api.cursor.list).next()).rejects.toThrow(RejectionError);
    await expect(
      items(gone.client, api.cursor.list, { parameters: { limit: 0.5 } }).next(),
    ).rejects.toThrow(InvalidRequestError);
  });

  test("is the reason of the caller's signal", async () => {
    const { client, asked } = served((url) => cursorPage(url));
    const controller = new AbortController();
    const { signal } = controller;
    const read = items(client, api.cursor.list, { signal });
    await read.next();
    controller.abort(new Error("enough"));
    const [found, error] = await until(read);
    expect([found, error]).toEqual([["r1", "r2"], new Error("enough")]);
    expect(asked).toHaveLength(1);
    const never = items(client, api.cursor.list, { init: { signal } });
    await expect(never.next()).rejects.toThrow("enough");
    expect(asked).toHaveLength(1);
  });
});

describe("leaving the loop", () => {
  test("aborts the running call, whose step ends", async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const { client } = served((_, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    for (const read of [items(client, api.cursor.list), pages(client, api.cursor.list)]) {
      const step = read.next();
      await new Promise((resolve) => setTimeout(resolve));
      expect(await read.return()).toEqual({ done: true, value: undefined });
      expect(await step).toEqual({ done: true, value: undefined });
      expect(signals.at(-1)?.aborted).toBe(true);
    }
    expect(signals).toHaveLength(2);
  });

  test("leaves the caller's signal alone", async () => {
    const { client } = served((url) => cursorPage(url));
    const { signal } = new AbortController();
    for await (const _ of items(client, api.cursor.list, { signal })) break;
    expect(signal.aborted).toBe(false);
  });
});

test("an endpoint without pages is refused", async () => {
  const { client } = served(() => []);
  const plain = rootResource("v1", { all: get("all").response<Row[]>() });
  const read = items as unknown as (client: Client, endpoint: unknown) => AsyncIterator<Row>;
  await expect(read(client, plain.all).next()).rejects.toThrow(
    "GET /v1/all has no pages: declare .paged(…)",
  );
});
