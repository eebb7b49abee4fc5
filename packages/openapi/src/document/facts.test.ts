// What server and client both act on, in the contract and in the document: the headers, the statuses, and the members
// that say the rest.
import { describe, expect, test } from "vitest";
import {
  del,
  dynamicResource,
  failure,
  get,
  integer,
  patch,
  post,
  put,
  rootResource,
  type,
} from "bough";
import { contractOf } from "bough/contract";
import { createServer, memoryStore } from "bough/server";
import { openApi, type OpenApiParameter } from "bough-openapi";

interface Article {
  readonly title: string;
  readonly version: number;
}
interface Changes {
  readonly title: string;
}
const Changed = failure("article-changed", 412).body<{ readonly current: Article }>();
const version = { version: "version" } as const;

const api = rootResource("v1", {
  article: dynamicResource("slug", {
    find: get().response<Article>().conditional(version),
    replace: put()
      .request<Changes>()
      .response<Article>()
      .conditional({ ...version, changed: Changed }),
    change: patch()
      .request<Changes>()
      .response<Article>()
      .conditional({ ...version, required: false }),
    remove: del().conditional(),
  }),
  order: post("orders").request<Changes>().response(type<Article>(), { status: 201 }).idempotent(),
  tidy: post("tidy").idempotent({ required: false }),
  linked: get("linked").response<readonly Article[]>().paged({ link: true }),
  listed: get("listed")
    .parameters({ page: integer().default(1) })
    .response<{ readonly items: readonly Article[]; readonly count: number }>()
    .paged({ items: "items", page: "page", total: "count" }),
});

interface Operation {
  readonly parameters?: readonly OpenApiParameter[];
  readonly responses: Readonly<
    Record<string, { readonly headers?: object; readonly content?: object }>
  >;
}

function operationsOf() {
  const info = { title: "", version: "" };
  const { paths } = openApi(api, { info, onWarning: () => undefined });
  const article = paths["/v1/{slug}"] as unknown as Readonly<Record<string, Operation>>;
  const one = (path: string, method: string): Operation =>
    (paths[`/v1/${path}`] as unknown as Readonly<Record<string, Operation>>)[method] as Operation;
  return {
    find: article["get"] as Operation,
    replace: article["put"] as Operation,
    change: article["patch"] as Operation,
    remove: article["delete"] as Operation,
    order: one("orders", "post"),
    tidy: one("tidy", "post"),
    linked: one("linked", "get"),
    listed: one("listed", "get"),
  };
}

const headersOf = ({ parameters = [] }: Operation) =>
  parameters.flatMap((one) => (one.in === "header" ? [[one.name, one.required]] : []));

describe("a conditional endpoint", () => {
  test("is in the contract with its version, its failure and whether it needs a version", () => {
    const { endpoints } = contractOf(api);
    expect(endpoints.slice(0, 4).map(({ conditional }) => conditional)).toEqual([
      { version: "version" },
      { version: "version", changed: "article-changed", required: true },
      { version: "version", required: false },
      { required: true },
    ]);
    expect(endpoints[1]?.failures?.map(({ name, status }) => [status, name])).toEqual([
      [412, "article-changed"],
    ]);
  });

  test("of GET has If-None-Match, ETag and a 304 without content", () => {
    const { find } = operationsOf();
    expect(headersOf(find)).toEqual([["If-None-Match", false]]);
    expect(find.responses["200"]?.headers).toMatchObject({ ETag: { required: true } });
    expect(find.responses["304"]).toMatchObject({ headers: { ETag: { required: true } } });
    expect(find.responses["304"]).not.toHaveProperty("content");
    expect(find).toMatchObject({ "x-bough-conditional": { version: "version" } });
  });

  test("of a write has the headers of its preconditions", () => {
    const { replace, change, remove } = operationsOf();
    // A PUT may create instead.
    expect(headersOf(replace)).toEqual([
      ["If-Match", false],
      ["If-None-Match", false],
    ]);
    expect(headersOf(change)).toEqual([["If-Match", false]]);
    expect(headersOf(remove)).toEqual([["If-Match", true]]);
    expect(replace).toMatchObject({
      "x-bough-conditional": { version: "version", changed: "article-changed", required: true },
    });
    expect(replace.responses["200"]?.headers ?? {}).not.toHaveProperty("ETag");
  });

  test("has 412 and 428, and the failure for a changed resource", () => {
    const { find, replace, change, remove } = operationsOf();
    const statuses = ({ responses }: Operation): string[] =>
      Object.keys(responses).filter((status) => ["304", "412", "428"].includes(status));
    expect([find, replace, change, remove].map(statuses)).toEqual([
      ["304", "412"],
      ["412", "428"],
      ["412"],
      ["412", "428"],
    ]);
    expect(JSON.stringify(replace.responses["412"])).toContain("ArticleChanged");
  });

  test("names a failure that is sent as it is by its status, because the document does", () => {
    const Bare = failure("changed", 412).bare<Article>();
    const root = rootResource("v1", { change: patch("one").conditional({ changed: Bare }) });
    const { paths } = openApi(root, { info: { title: "", version: "" } });
    expect(paths["/v1/one"]?.["patch"]).toMatchObject({
      "x-bough-conditional": { changed: "412", required: true },
    });
  });
});

describe("an idempotent endpoint", () => {
  test("has the key, its statuses and whether the response is replayed", () => {
    const { order, tidy } = operationsOf();
    expect(headersOf(order)).toEqual([["Idempotency-Key", true]]);
    expect(headersOf(tidy)).toEqual([["Idempotency-Key", false]]);
    expect(order.responses["201"]?.headers).toHaveProperty("Idempotency-Status");
    expect(Object.keys(order.responses)).toEqual(expect.arrayContaining(["409", "422"]));
    expect(order).toMatchObject({ "x-bough-idempotent": { required: true } });
  });

  test("says how long the store of its server keeps responses", () => {
    const server = createServer();
    server
      .idempotent({ store: memoryStore({ lifetime: 60_000 }), scope: () => "all" })
      .route(api.order, ({ body, respond }) => respond({ ...body, version: 1 }));
    const info = { title: "", version: "" };
    const document = openApi(server, { info, onWarning: () => undefined });
    expect(document.paths["/v1/orders"]).toMatchObject({
      post: { "x-bough-idempotent": { required: true, lifetime: 60 } },
    });
    expect(JSON.stringify(document)).toContain("Responses are kept for 60 seconds.");
  });
});

describe("a list with pages", () => {
  test("has how they are found, and the header Link", () => {
    const { linked, listed } = operationsOf();
    expect(linked).toMatchObject({ "x-bough-paged": { link: true } });
    expect(linked.responses["200"]?.headers).toHaveProperty("Link");
    expect(listed).toMatchObject({
      "x-bough-paged": { items: "items", page: "page", total: "count" },
    });
    expect(listed.responses["200"]?.headers ?? {}).not.toHaveProperty("Link");
  });
});
