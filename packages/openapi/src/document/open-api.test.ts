import {
  bytes,
  cookie,
  dynamicResource,
  events,
  failure,
  file,
  get,
  integer,
  json,
  jsonLines,
  list,
  multipart,
  noBody,
  object,
  plainText,
  post,
  put,
  query,
  rootResource,
  segments,
  staticResource,
  string,
  type,
  uuid,
  type AnyResource,
  part,
} from "bough";
import { either, oneOfBodies, record, form } from "bough/existing";
import { contractOf } from "bough/contract";
import {
  openApi,
  OpenApiError,
  type OpenApiDocument,
  type OpenApiOptions,
  type OpenApiResponse,
} from "bough-openapi";
import { createServer } from "bough/server";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";

const info = { title: "A", version: "1" };

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly object[];
  readonly requestBody: { readonly content: Readonly<Record<string, object>> };
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
  readonly [member: string]: unknown;
}

function documentOf(
  source: Parameters<typeof openApi>[0],
  options: Partial<OpenApiOptions> = {},
): OpenApiDocument & { readonly warnings: readonly string[] } {
  const warnings: string[] = [];
  const document = openApi(source, { info, onWarning: (one) => warnings.push(one), ...options });
  return { ...document, warnings };
}

function operation(document: OpenApiDocument, path: string, method: string): Operation {
  return document.paths[path]?.[method] as Operation;
}

describe("openApi", () => {
  test("makes the same document of trees, of a server and of a contract", () => {
    const v1 = rootResource("v1", { list: get().response(z.string()) });
    const server = createServer();
    server.route(v1.list, () => "");
    const document = openApi(v1, { info });
    expect(openApi(server, { info })).toEqual(document);
    expect(openApi(contractOf(v1), { info })).toEqual(document);
  });

  test("has paths with escaped segments, below the base path", () => {
    const v1 = rootResource("v1", {
      all: staticResource("a b:c", { file: dynamicResource("path", segments(), { read: get() }) }),
    });
    const server = createServer({ basePath: "/api" });
    server.route(v1.all.file.read, () => undefined);
    expect(Object.keys(openApi(server, { info }).paths)).toEqual(["/api/v1/a%20b:c/{path}"]);
  });

  test("puts dynamic siblings with different names into one path item, and reports the renamed one", () => {
    const v1 = rootResource("v1", {
      user: dynamicResource("user", uuid(), { find: get() }),
      named: dynamicResource("name", uuid(), { create: put() }),
    });
    const { paths, warnings } = documentOf(v1);
    expect(paths).toMatchObject({
      "/v1/{user}": {
        get: {},
        put: { parameters: [{ name: "user", in: "path", required: true }] },
      },
    });
    expect(warnings).toEqual([
      'PUT /v1/{name}: the path parameter "name" is "user" in the document, because /v1/{user} is the same path',
    ]);
  });

  test("has operation ids with underscores, each once", () => {
    const root = (name: string): AnyResource => rootResource(name, { "list-all": get() });
    const ids = (options: Partial<OpenApiOptions>): string[] => {
      const document = documentOf(
        { a: root("v1"), "a_list-all": root("v2"), "a.": root("v3") },
        options,
      );
      return ["/v1", "/v2", "/v3"].map((path) => operation(document, path, "get").operationId);
    };
    expect(ids({})).toEqual(["a_list-all", "a_list-all_list-all", "a__list-all"]);
    const { warnings } = documentOf(
      { a: root("v1"), b: root("v2") },
      { operationId: () => "same" },
    );
    expect(ids({ operationId: () => "same" })).toEqual(["same", "same_2", "same_3"]);
    expect(warnings).toEqual([
      'GET /v2: the operationId "same" is taken: it is "same_2" in the document',
    ]);
  });

  test.each<[string, AnyResource | Record<string, AnyResource>, Record<string, string[]>]>([
    [
      "a root",
      rootResource("v1", {
        index: get(),
        health: get("health"),
        users: staticResource("users", {
          list: get(),
          me: get("me"),
          user: dynamicResource("user", { addAttachment: post("attachments") }),
        }),
      }),
      {
        "/v1": ["v1"],
        "/v1/health": ["health"],
        "/v1/users": ["users"],
        "/v1/users/me": ["users"],
        "/v1/users/{user}/attachments": ["users"],
      },
    ],
    [
      "a root with a name that all paths share",
      rootResource("shop", {
        items: staticResource("items", { list: get() }),
        carts: staticResource("carts", { list: get() }),
      }),
      { "/shop/items": ["items"], "/shop/carts": ["carts"] },
    ],
    [
      "two versions",
      {
        v1: rootResource("v1", { users: staticResource("users", { list: get() }) }),
        v2: rootResource("v2", { users: staticResource("users", { list: get() }) }),
      },
      { "/v1/users": ["v1/users"], "/v2/users": ["v2/users"] },
    ],
    [
      "a root of an id",
      rootResource({ tenant: dynamicResource("tenant", { find: get() }) }),
      { "/{tenant}": [] },
    ],
  ])("has tags by the first segments for %s", (_, api, expected) => {
    const document = openApi(api, { info });
    const tags = Object.entries(document.paths).map(([path, item]) => [
      path,
      Object.values(item as Record<string, { tags?: string[] }>).flatMap(({ tags = [] }) => tags),
    ]);
    expect(Object.fromEntries(tags)).toEqual(expected);
    expect(document.tags?.map(({ name }) => name) ?? []).toEqual([
      ...new Set(Object.values(expected).flat()),
    ]);
  });

  test("has summaries by the last name", () => {
    const api = rootResource("v1", {
      users: staticResource("users", {
        user: dynamicResource("user", { addAttachment: post("attachments") }),
      }),
    });
    expect(operation(documentOf(api), "/v1/users/{user}/attachments", "post")).toMatchObject({
      summary: "Add attachment",
    });
  });

  test("has documentation, tags in their order and x- members of meta", () => {
    const v1 = rootResource(
      "v1",
      { describe: { tags: ["general"] } },
      {
        users: staticResource(
          "users",
          { describe: { tags: ["users"] }, deprecated: { sunset: "2027-05-01" } },
          {
            findAll: get().meta({ "x-internal": true, other: 1 }),
            create: post().describe({
              summary: "Makes one",
              description: "d",
              tags: ["other"],
              externalDocs: { url: "https://example.test" },
              operationId: "make",
            }),
          },
        ),
        health: get("health"),
      },
    );
    const document = documentOf(v1, { tags: [{ name: "other", description: "first" }] });
    expect(document.tags).toEqual([
      { name: "other", description: "first" },
      { name: "general" },
      { name: "users" },
    ]);
    const find = operation(document, "/v1/users", "get");
    expect(find).toMatchObject({
      summary: "Find all",
      tags: ["users"],
      deprecated: true,
      "x-sunset": "2027-05-01",
      "x-internal": true,
    });
    expect(find).not.toHaveProperty("other");
    expect(operation(document, "/v1/users", "post")).toMatchObject({
      operationId: "make",
      summary: "Makes one",
      description: "d",
      tags: ["other"],
      deprecated: true,
      externalDocs: { url: "https://example.test" },
    });
    const health = operation(document, "/v1/health", "get");
    expect(health["tags"]).toEqual(["general"]);
    expect(health).not.toHaveProperty("deprecated");
  });

  test("has parameters with their style, default and description", () => {
    const v1 = rootResource("v1", {
      list: get()
        .parameters({
          limit: integer({ min: 1 }).default(20).describe("how many"),
          tag: list(string()),
          ids: list(integer(), { style: "comma" }).default([1, 2]),
          items: list(object({ size: integer() })).default([{ size: 1 }]),
        })
        .headers({ "x-a": string(), accept: string().optional() }),
    });
    const document = documentOf(v1);
    expect(operation(document, "/v1", "get").parameters).toEqual([
      {
        name: "limit",
        in: "query",
        required: false,
        description: "how many",
        schema: { type: "integer", minimum: 1, default: 20 },
      },
      {
        name: "tag",
        in: "query",
        required: false,
        schema: { type: "array", items: { type: "string" } },
      },
      {
        name: "ids",
        in: "query",
        required: false,
        style: "form",
        explode: false,
        schema: { type: "array", items: { type: "integer" }, default: [1, 2] },
      },
      {
        name: "items",
        in: "query",
        required: false,
        style: "deepObject",
        explode: true,
        schema: {
          type: "array",
          items: {
            type: "object",
            properties: { size: { type: "integer" } },
            required: ["size"],
          },
        },
      },
      { name: "x-a", in: "header", required: true, schema: { type: "string" } },
    ]);
    expect(document.warnings).toEqual([
      'GET /v1: the list "items" is written as items[0] and so on, which OpenAPI does not define',
      'GET /v1: the header "accept" is left out: OpenAPI ignores a parameter of this name',
    ]);
  });

  test("a list with a lower bound is required, and members of objects keep their defaults", () => {
    const sort = object({ by: string().optional(), order: string().default("up") });
    const v1 = rootResource("v1", {
      list: get().parameters({ id: list(string(), { min: 1 }), sort }),
    });
    const [ids, sorted] = operation(documentOf(v1), "/v1", "get").parameters;
    expect(ids).toMatchObject({ name: "id", required: true, schema: { minItems: 1 } });
    expect(sorted).toMatchObject({
      schema: { properties: { by: { type: "string" }, order: { type: "string", default: "up" } } },
    });
  });

  test("a spread object or record has the style of a list of parameters", () => {
    const parts = {
      page: object({ size: integer() }, { style: "spread" }).optional(),
      others: record(string(), { style: "spread" }),
    };
    const v1 = rootResource("v1", { create: post().parameters(parts).request(form(parts)) });
    const { parameters, requestBody } = operation(documentOf(v1), "/v1", "post");
    const style = { style: "form", explode: true };
    const size = { type: "integer" };
    expect(parameters).toEqual([
      {
        name: "page",
        in: "query",
        required: false,
        ...style,
        schema: { type: "object", properties: { size }, required: ["size"] },
      },
      {
        name: "others",
        in: "query",
        required: false,
        ...style,
        schema: { type: "object", additionalProperties: { type: "string" } },
      },
    ]);
    expect(requestBody.content["application/x-www-form-urlencoded"]).toMatchObject({
      encoding: { page: style, others: style },
    });
  });

  test("forms say where names have brackets", () => {
    const v1 = rootResource("v1", {
      create: post().request(
        form({
          tags: list(string(), { style: "brackets" }),
          range: object({ from: integer().optional() }),
          either: either(object({ a: string() }), string()),
          plain: list(string()),
        }),
      ),
    });
    const content = operation(documentOf(v1), "/v1", "post").requestBody.content;
    const brackets = { style: "deepObject", explode: true };
    expect(content["application/x-www-form-urlencoded"]).toMatchObject({
      encoding: { tags: brackets, range: brackets, either: brackets },
    });
    expect(content["application/x-www-form-urlencoded"]).not.toHaveProperty("encoding.plain");
  });

  test("has cookies of requests and responses", () => {
    const expires = new Date(0);
    const session = cookie(string(), { maxAge: 60, expires });
    const v1 = rootResource("v1", {
      enter: post()
        .cookies({ tenant: string() })
        .response(noBody, { cookies: { session, theme: cookie(string()) } }),
    });
    const { parameters, responses } = operation(documentOf(v1), "/v1", "post");
    expect(parameters).toEqual([
      { name: "tenant", in: "cookie", required: true, schema: { type: "string" } },
    ]);
    expect(responses["204"]?.headers).toEqual({
      "Set-Cookie": { description: "Cookies: session, theme", schema: { type: "string" } },
    });
    const [declared, plain] = contractOf(v1).endpoints[0]?.responses?.[0]?.cookies ?? [];
    expect(declared?.attributes).toEqual({ maxAge: 60, expires: "1970-01-01T00:00:00.000Z" });
    expect(plain).not.toHaveProperty("attributes");
  });

  test("has webhooks as a second tree, without Bough's rejections", () => {
    const v1 = rootResource("v1", { list: get() });
    const webhooks = rootResource({ paid: post("paid").request(z.object({ id: z.string() })) });
    const document = documentOf(v1, { webhooks });
    expect(document.webhooks).toMatchObject({
      paid: { post: { operationId: "paid", requestBody: { required: true } } },
    });
    expect(
      Object.keys(
        (document.webhooks?.["paid"]?.["post"] as Operation | undefined)?.responses ?? {},
      ),
    ).toEqual(["204"]);
  });

  test("transforms the document at the end", () => {
    const v1 = rootResource("v1", { list: get() });
    const changed = documentOf(v1, { transform: (document) => ({ ...document, "x-a": 1 }) });
    expect(changed["x-a"]).toBe(1);
  });

  test("leaves out the internal members of extracted schemas, and their components", () => {
    const ref = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });
    const internal = { type: "number", "x-internal": true };
    const properties = { name: { type: "string" }, audit: { ...ref("Audit"), "x-internal": true } };
    const User = { type: "object", properties, required: ["name", "audit"] };
    const Team = { type: "object", properties: { lead: ref("User"), cost: internal } };
    const inline = { type: "object", properties: { key: internal } };
    const v1 = rootResource("v1", {
      create: post().request<object>().response(jsonLines<object>()),
    });
    const text = JSON.stringify(
      openApi(v1, {
        info,
        schemas: {
          format: 1,
          digest: "",
          components: { Audit: { type: "object" }, Team, User, Unused: {} },
          endpoints: {
            "POST /v1": {
              request: { "application/json": { schema: inline } },
              responses: { "200": { "application/jsonl": { item: ref("Team") } } },
            },
          },
        },
      }),
    );
    expect(text).toContain('"lead"');
    expect(text).not.toMatch(/audit|Audit|internal|cost|key"/);
  });

  test("warns on the console, or throws with strict: true", () => {
    const v1 = rootResource("v1", {
      list: get().response<string>(),
      search: query().request(z.string()),
    });
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    openApi(v1, { info });
    const [first, second] = warn.mock.calls.flat() as string[];
    warn.mockRestore();
    expect(first).toBe(
      "openApi: GET /v1: the response 200 has no schema for application/json: declare one, or pass the schemas that bough schemas writes",
    );
    expect(second).toBe(
      'openApi: QUERY /v1: QUERY is in x-oai-additionalOperations, which most tools ignore: use version: "3.2"',
    );
    const strict = (): unknown =>
      openApi(rootResource("v1", { list: get().response<string>() }), { info, strict: true });
    expect(strict).toThrow(OpenApiError);
    expect(strict).toThrow(
      `openApi: expected no warnings with strict: true, received 1 warning
  GET /v1: the response 200 has no schema for application/json: declare one, or pass the schemas that bough schemas writes`,
    );
  });

  test("warns of a schema that its library cannot convert once, with the reason", () => {
    const v1 = rootResource("v1", { list: get().response(z.string().transform(Number)) });
    expect(documentOf(v1).warnings).toEqual([
      "GET /v1: response200: its schema has no JSON Schema: Transforms cannot be represented in JSON Schema",
    ]);
  });

  test("puts QUERY where the version has it", () => {
    const v1 = rootResource("v1", { search: query().request(z.string()) });
    const one = documentOf(v1);
    expect(one.paths).toMatchObject({ "/v1": { "x-oai-additionalOperations": { QUERY: {} } } });
    const two = documentOf(v1, { version: "3.2" });
    expect(two.openapi).toBe("3.2.0");
    expect(two.paths).toMatchObject({ "/v1": { query: { operationId: "search" } } });
    expect(two.warnings).toEqual([]);
  });
});

describe("the bodies of a document", () => {
  const content = (
    declared: Parameters<ReturnType<typeof post>["request"]>[0],
    version: "3.1" | "3.2" = "3.1",
  ): unknown => {
    const v1 = rootResource("v1", { create: post().request(declared as never) });
    return operation(documentOf(v1, { version }), "/v1", "post").requestBody.content;
  };
  const answer = (declared: unknown, version: "3.1" | "3.2"): unknown => {
    const v1 = rootResource("v1", { list: get().response(declared as never) });
    return operation(documentOf(v1, { version }), "/v1", "get").responses["200"]?.content;
  };
  const binary = { type: "string", format: "binary", contentMediaType: "application/octet-stream" };

  test("of files and bytes are binary", () => {
    expect(content(bytes("image/png") as never)).toEqual({
      "image/png": { schema: { ...binary, contentMediaType: "image/png" } },
    });
    expect(content(bytes() as never)).toEqual({ "*/*": { schema: binary } });
  });

  test("of forms and multipart are objects with encodings", () => {
    const text = { type: "string" };
    const texts = expect.objectContaining({ type: "array", items: text }) as unknown;
    const asJson = { contentType: "application/json" };
    expect(
      content(form({ a: string().describe("d"), b: list(integer(), { style: "comma" }) }) as never),
    ).toEqual({
      "application/x-www-form-urlencoded": {
        schema: {
          type: "object",
          properties: {
            a: { type: "string", description: "d" },
            b: { type: "array", items: { type: "integer" } },
          },
          required: ["a"],
        },
        encoding: { b: { style: "form", explode: false } },
      },
    });
    expect(
      content(
        multipart({
          name: string(),
          all: file({ mediaTypes: ["image/png", "image/gif"] }).list({ max: 2 }),
          one: file({ mediaTypes: ["image/png"] }),
          any: file().optional(),
          meta: json(z.object({ a: z.string() })),
          either: oneOfBodies(plainText(), json<string>()),
          maybe: part(json(z.object({ a: z.string() }))).optional(),
          some: part(json(z.string())).list({ min: 1, max: 3 }),
          texts: part(plainText()).list(),
          whole: json(z.array(z.string())),
          more: part(json(z.array(z.string()))).optional(),
        }) as never,
      ),
    ).toEqual({
      "multipart/form-data": {
        schema: {
          type: "object",
          properties: {
            name: { type: "string" },
            all: { type: "array", items: binary, maxItems: 2 },
            one: { ...binary, contentMediaType: "image/png" },
            any: binary,
            meta: expect.objectContaining({ type: "object" }) as unknown,
            either: { type: "string" },
            maybe: expect.objectContaining({ type: "object" }) as unknown,
            some: { type: "array", items: text, minItems: 1, maxItems: 3 },
            texts: { type: "array", items: text },
            // An array stands for several parts.
            whole: { type: "array", items: texts, minItems: 1, maxItems: 1 },
            more: { type: "array", items: texts, maxItems: 1 },
          },
          required: ["name", "one", "meta", "either", "some", "whole"],
        },
        encoding: {
          all: { contentType: "image/png, image/gif" },
          one: { contentType: "image/png" },
          meta: { contentType: "application/json" },
          either: { contentType: "text/plain; charset=utf-8, application/json" },
          maybe: asJson,
          some: asJson,
          texts: { contentType: "text/plain; charset=utf-8" },
          whole: asJson,
          more: asJson,
        },
      },
    });
  });

  test("of sequences have an item schema in 3.2, and in 3.1 what generators read", () => {
    const Item = z.object({ a: z.string() });
    const item: unknown = expect.objectContaining({ type: "object" });
    expect(answer(jsonLines(Item), "3.1")).toEqual({
      "application/jsonl": { schema: { type: "string" }, "x-itemSchema": item },
    });
    expect(answer(jsonLines(Item), "3.2")).toEqual({ "application/jsonl": { itemSchema: item } });
    expect(content(jsonLines(Item) as never, "3.2")).toEqual({
      "application/jsonl": { itemSchema: item },
      "application/x-ndjson": { itemSchema: item },
    });
    expect(answer(events(Item), "3.1")).toEqual({ "text/event-stream": { schema: item } });
    const event = (data: unknown): unknown => ({
      "text/event-stream": {
        itemSchema: {
          type: "object",
          properties: {
            data,
            event: { type: "string" },
            id: { type: "string" },
            retry: { type: "integer", minimum: 0 },
          },
          required: ["data"],
        },
      },
    });
    expect(answer(events(Item), "3.2")).toEqual(
      event({ type: "string", contentMediaType: "application/json", contentSchema: item }),
    );
    expect(answer(events(plainText()), "3.2")).toEqual(event({ type: "string" }));
  });

  test("have every media type, without the charset of text", () => {
    expect(
      Object.keys(answer(oneOfBodies(json(z.string()), plainText()), "3.1") as object),
    ).toEqual(["application/json", "text/plain"]);
    expect(answer(noBody, "3.1")).toBeUndefined();
  });
});

describe("the responses of a document", () => {
  const Gone = failure("gone", 404, { description: "It was here." }).body(
    z.strictObject({ since: z.string() }),
  );
  const NotFound = failure("not-found", 404).headers({ "x-hint": string() });
  const responses = (
    endpoint: ReturnType<typeof post>,
    options: Partial<OpenApiOptions> = {},
  ): Readonly<Record<string, OpenApiResponse>> =>
    operation(documentOf(rootResource("v1", { x: endpoint }), options), "/v1", "post").responses;

  test("have one problem type for each failure, and Bough's own of the same status", () => {
    const x = dynamicResource("id", { y: post().failure(Gone).failure(NotFound) });
    const document = documentOf(rootResource("v1", { x }));
    const { "404": both } = operation(document, "/v1/{id}", "post").responses;
    expect(both?.description).toBe("It was here.\n\nNot found\n\nNot Found");
    expect(both?.headers).toEqual({ "x-hint": { required: false, schema: { type: "string" } } });
    expect(both?.content).toEqual({
      "application/problem+json": {
        schema: {
          oneOf: [
            { $ref: "#/components/schemas/GoneProblem" },
            { $ref: "#/components/schemas/NotFoundProblem" },
            { $ref: "#/components/schemas/NotFoundRejection" },
          ],
        },
      },
    });
    expect(document.components.schemas?.["GoneProblem"]).toMatchObject({
      description: "It was here.",
      properties: {
        type: { const: "urn:problem-type:gone" },
        status: { const: 404 },
        since: { type: "string" },
      },
      required: ["type", "title", "status", "since"],
    });
    expect(document.components.schemas?.["GoneProblem"]).not.toHaveProperty("additionalProperties");
    expect(document.components.schemas?.["NotFoundRejection"]).toMatchObject({
      properties: { type: { const: "urn:bough:not-found" } },
    });
  });

  test("have a failure whose data is no plain object beside the problem", () => {
    const Either = failure("either", 409).body(
      z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    );
    const document = documentOf(rootResource("v1", { x: post().failure(Either as never) }));
    expect(document.components.schemas?.["EitherProblem"]).toMatchObject({
      allOf: [{ type: "object" }, { anyOf: [{}, {}] }],
    });
  });

  test("have 400 only where something is decoded, and default for the rest", () => {
    expect(Object.keys(responses(post()))).toEqual(["204", "default"]);
    expect(Object.keys(responses(post().parameters({ a: string() }) as never))).toEqual([
      "204",
      "400",
      "default",
    ]);
  });

  test("have all rejections or none on request", () => {
    const endpoint = post().request(z.string()).response(z.string()) as never;
    expect(Object.keys(responses(endpoint, { rejections: false }))).toEqual(["200"]);
    expect(Object.keys(responses(endpoint, { rejections: "all" }))).toEqual([
      "200",
      "400",
      "406",
      "408",
      "413",
      "414",
      "415",
      "431",
      "500",
      "501",
      "503",
      "default",
    ]);
  });

  test("have the rejections that the root declares", () => {
    const v1 = rootResource(
      "v1",
      { rejections: z.object({ code: z.string() }) },
      { x: post().request(z.string()) },
    );
    const { "400": refused, default: others } = operation(documentOf(v1), "/v1", "post").responses;
    expect(Object.keys(refused?.content ?? {})).toEqual(["application/json"]);
    expect(others?.content).toEqual(refused?.content);
  });

  test("have bare failures beside rejections by media type", () => {
    const Bare = failure(400).body(type<{ a: string }>());
    const { "400": both } = responses(
      post()
        .request(z.string())
        .failure(Bare as never) as never,
    );
    expect(Object.keys(both?.content ?? {})).toEqual([
      "application/json",
      "application/problem+json",
    ]);
  });
});
