// What a comparison of a declaration with a document finds, and whom each difference breaks.
import { contractOf, type ContractOptions, type ContractSource } from "bough/contract";
import { includes } from "bough-diff";
import { openApi } from "bough-openapi";
import {
  bearer,
  dynamicResource,
  events,
  failure,
  file,
  get,
  integer,
  json,
  list,
  object,
  multipart,
  noBody,
  oneOf,
  parameter,
  plainText,
  post,
  rootResource,
  staticResource,
  string,
  type,
  type AnyResource,
  part,
} from "bough";
import { namedEvents, record } from "bough/existing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { api, api2, api3 } from "../../../../test/every-feature-api.ts";
import { readDocument } from "../../../import/src/read-document.ts";
import type { JsonSchema } from "../../../import/src/schemas.ts";
import { checkDifferences, type Differences } from "../../../../test/support/check-differences.ts";

const info = { title: "T", version: "1" };
const text = {
  200: { description: "", content: { "application/json": { schema: { type: "string" } } } },
};

function compared(
  source: ContractSource,
  document: object,
  options?: ContractOptions,
): Differences {
  const version = JSON.stringify(document).startsWith('{"openapi":"3.2') ? "3.2" : "3.1";
  const parsed: unknown = JSON.parse(JSON.stringify(document));
  const { contract } = readDocument(parsed, { bounds: true, whole: true });
  return checkDifferences(contractOf(source, options), contract, { version });
}

/** Lines of a comparison with a document with these paths. */
function told(source: ContractSource, paths: object, more: object = {}): readonly string[] {
  const { differences, unknown } = compared(source, { openapi: "3.1.0", paths, ...more });
  return [
    ...differences.map(
      ({ endpoint, place, kind, breaks }) => `${endpoint} ${place}: ${kind} [${breaks.join(" ")}]`,
    ),
    ...unknown.map(({ endpoint, place, reason }) => `${endpoint} ${place}: ${reason} [?]`),
  ];
}

describe("its own document has no differences", () => {
  test.each(["3.1", "3.2"] as const)("with every feature, in OpenAPI %s", (version) => {
    for (const rejections of [undefined, "all", false] as const) {
      const options = {
        info,
        version,
        onWarning: () => undefined,
        ...(rejections !== undefined && { rejections }),
      };
      for (const source of [api, api2, api3]) {
        expect(compared(source, openApi(source, options)).differences).toEqual([]);
      }
    }
  });
});

// The types of trees that a test makes from tables say nothing.
interface Untyped {
  readonly rootResource: (children: object) => AnyResource;
  readonly staticResource: (segment: string, children: object) => AnyResource;
  readonly get: () => { readonly parameters: (parameters: object) => object };
  readonly post: (path: string) => {
    readonly request: (body: object, options?: object) => object;
  };
}
const untyped = { rootResource, staticResource, get, post } as unknown as Untyped;
const declared = (list: object): AnyResource =>
  untyped.rootResource({ x: untyped.staticResource("x", { list }) });

describe("operations", () => {
  const source = rootResource({ x: staticResource("x", { list: get(), create: post() }) });

  test("on one side only", () => {
    const none = { 204: { description: "" } };
    const paths = {
      "/x": { get: { responses: none }, head: { responses: none }, delete: { responses: none } },
    };
    expect(told(source, paths)).toEqual([
      "DELETE /x endpoint: endpoint-removed [clients]",
      "POST /x endpoint: endpoint-added [servers]",
    ]);
  });

  test("are the same whatever their ids are called", () => {
    const ids = rootResource({ x: dynamicResource("a", integer(), { find: get() }) });
    const parameter = { in: "path", name: "b", required: true };
    const path = (schema: object) => ({
      "/{b}": {
        get: { parameters: [{ ...parameter, schema }], responses: { 204: { description: "" } } },
      },
    });
    expect(told(ids, path({ type: "integer" }))).toEqual([]);
    expect(told(ids, path({ type: "string" }))).toEqual([
      "GET /{} id b: parameter-narrowed [clients]",
    ]);
  });
});

describe("parameters", () => {
  const query = (parameters: object, ...documented: readonly object[]): readonly string[] => {
    const given = documented.map((one) => ({ in: "query", name: "q", ...one }));
    const paths = { "/x": { get: { parameters: given, responses: { 204: { description: "" } } } } };
    return told(declared(untyped.get().parameters(parameters)), paths).map((line) =>
      line.replace("GET /x query q: ", ""),
    );
  };
  const number = { type: "integer" };

  test("are the same whatever the object is called that has them under their own names", () => {
    const properties = { q: number, r: number };
    const schema = { type: "object", properties, required: ["r"] };
    const q = integer().optional();
    const style = { style: "spread" } as const;
    const page = object({ q, r: integer() }, style).optional();
    expect(query({ page }, { name: "paging", schema })).toEqual([]);
    expect(query({ q, r: q }, { name: "paging", schema })).toEqual([]);
    expect(query({ q }, { name: "paging", schema })).toEqual([
      "GET /x query r: parameter-optional-removed []",
    ]);
    expect(
      query({ any: record(string(), style) }, { name: "any", schema: { type: "object" } }),
    ).toEqual([]);
    expect(query({ q: record(string()) }, { schema: { type: "object" } })).toEqual([
      "parameter-style-changed [clients servers]",
    ]);
  });

  test.each([
    [{ q: integer() }, { required: true, schema: number }, []],
    [{ q: integer() }, { schema: number }, ["parameter-now-required [clients]"]],
    [
      { q: integer().optional() },
      { required: true, schema: number },
      ["parameter-now-optional [servers]"],
    ],
    [
      { q: integer().default(2) },
      { schema: { ...number, default: 1 } },
      ["parameter-default-changed []"],
    ],
    [
      { q: list(integer()).default([2]) },
      { schema: { type: "array", items: number, default: [1] } },
      ["parameter-default-changed []"],
    ],
    [{ q: string() }, { required: true, schema: number }, ["parameter-widened [servers]"]],
    [{ q: list(string()) }, { schema: { type: "array", items: { type: "string" } } }, []],
    [
      { q: list(string(), { style: "comma" }) },
      { schema: { type: "array", items: { type: "string" } } },
      ["parameter-style-changed [clients servers]"],
    ],
    [
      { q: oneOf("a", "b") },
      { required: true, schema: { enum: ["b", "c"] } },
      ["parameter-changed [clients servers]"],
    ],
    [
      { q: integer({ min: 1, max: 9 }) },
      { required: true, schema: { ...number, minimum: 0 } },
      ["parameter-narrowed [clients]"],
    ],
    [
      { q: string({ max: 9 }) },
      { required: true, schema: { type: "string", maxLength: 5 } },
      ["parameter-widened [servers]"],
    ],
    [
      { q: parameter({ decode: Number, encode: String }) },
      { required: true, schema: number },
      ["a function decides what its values are [?]"],
    ],
  ])("%# %j", (parameters, documented, expected) => {
    expect(query(parameters, documented)).toEqual(expected);
  });

  test("a bound that only the document has breaks servers", () => {
    const schema = { type: "array", items: { ...number, minimum: 0, maximum: 9 }, maxItems: 3 };
    const name = { type: "string", pattern: "^a" };
    const parameters = [
      { in: "query", name: "q", schema },
      { in: "query", name: "r", required: true, schema: name },
    ];
    const paths = { "/x": { get: { parameters, responses: { 204: { description: "" } } } } };
    const source = declared(untyped.get().parameters({ q: list(integer()), r: string() }));
    const { differences } = compared(source, { openapi: "3.1.0", paths });
    expect(differences.map(({ place, kind, breaks }) => [place, kind, breaks])).toEqual([
      ["query q", "parameter-widened", ["servers"]],
      ["query r", "parameter-widened", ["servers"]],
    ]);
  });

  test("on one side only", () => {
    expect(query({ q: string() })).toEqual(["parameter-required-added [clients]"]);
    expect(query({ q: string().optional() })).toEqual(["parameter-optional-added []"]);
    expect(query({}, { schema: number })).toEqual(["parameter-optional-removed []"]);
    expect(query({}, { required: true, schema: number })).toEqual([
      "parameter-required-removed [servers]",
    ]);
  });

  test("headers have no case, and those of responses go the other way", () => {
    const source = declared(
      get()
        .headers({ "X-A": string() })
        .response(noBody, { headers: { etag: string() } }),
    );
    const header = (name: string, required: boolean) => ({
      name,
      in: "header",
      required,
      schema: { type: "string" },
    });
    const paths = {
      "/x": {
        get: {
          parameters: [header("x-a", true)],
          responses: {
            204: {
              description: "",
              headers: {
                ETag: { schema: { type: "string" } },
                "x-b": { required: true, schema: {} },
              },
            },
          },
        },
      },
    };
    expect(told(source, paths)).toEqual([
      "GET /x response 204, header etag: response-header-now-required [servers]",
      "GET /x response 204, header x-b: response-header-removed [clients]",
    ]);
  });
});

describe("bodies", () => {
  const user = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
  const content = (schema: object, mediaType = "application/json") => ({
    content: { [mediaType]: { schema } },
  });
  const ok = { 204: { description: "" } };
  const User = z.object({ name: z.string() });

  test("requests: presence, media types and schemas", () => {
    const source = (request: object): AnyResource =>
      untyped.rootResource({ x: untyped.post("x").request(request) });
    const body = (requestBody: object) => ({ "/x": { post: { requestBody, responses: ok } } });
    expect(told(source(User), body({ required: true, ...content(user) }))).toEqual([]);
    expect(told(source(User), body(content(user)))).toEqual([
      "POST /x request body: request-body-now-required [clients]",
    ]);
    expect(
      told(source(json(User)), body({ required: true, ...content(user, "application/xml") })),
    ).toEqual([
      "POST /x request body: request-media-type-removed [clients]",
      "POST /x request body: request-media-type-added [servers]",
    ]);
    expect(
      told(source(User), body({ required: true, ...content({ ...user, required: [] }) })),
    ).toEqual([
      "POST /x request body, application/json, /name: request-member-now-required [clients]",
    ]);
    expect(
      told(source(type<{ name: string }>()), body({ required: true, ...content(user) })),
    ).toEqual(["POST /x request body, application/json: its schema is not known [?]"]);
    expect(told(rootResource({ x: post("x") }), body(content(user)))).toEqual([
      "POST /x request body: request-body-optional-removed []",
    ]);
  });

  test("parts of multipart bodies", () => {
    const asJson = { contentType: "application/json" };
    const source = rootResource({
      x: post("x").request(
        multipart({
          title: string(),
          photo: file(),
          meta: json(User),
          maybe: part(json(User)).optional(),
          some: part(json(User)).list({ min: 1 }),
          tags: json(z.array(z.string())),
          same: part(json(z.array(z.string()))).list(),
        }),
      ),
    });
    const properties = {
      title: { type: "string" },
      photo: { type: "array", items: { type: "string", format: "binary" } },
      meta: { type: "object", properties: { name: { type: "integer" } } },
      maybe: user,
      some: user,
      tags: { type: "array", items: { type: "string" } },
      same: { type: "array", items: { type: "array", items: { type: "string" } } },
    };
    const schema = { type: "object", properties, required: ["meta", "maybe", "some", "tags"] };
    const encoding = { tags: asJson, same: asJson };
    const requestBody = {
      required: true,
      content: { "multipart/form-data": { schema, encoding } },
    };
    expect(told(source, { "/x": { post: { requestBody, responses: ok } } })).toEqual([
      "POST /x request body, multipart/form-data, field title: parameter-now-required [clients]",
      "POST /x request body, multipart/form-data, part photo: parameter-now-required [clients]",
      "POST /x request body, multipart/form-data, part photo: parameter-narrowed [clients]",
      "POST /x request body, multipart/form-data, part meta, application/json, /name: request-member-now-required [clients]",
      "POST /x request body, multipart/form-data, part meta, application/json, /name: request-changed [clients servers]",
      "POST /x request body, multipart/form-data, part maybe: parameter-now-optional [servers]",
      "POST /x request body, multipart/form-data, part some: parameter-widened [servers]",
      "POST /x request body, multipart/form-data, part tags, application/json: request-changed [clients servers]",
      "POST /x request body, multipart/form-data, part tags: parameter-narrowed [clients]",
    ]);
  });

  test("responses: statuses, and failures", () => {
    const Missing = failure("missing", 404);
    const source = declared(get().response(User).failure(Missing, failure(409).body(User)));
    const paths = (responses: object) => ({ "/x": { get: { responses } } });
    expect(
      told(
        source,
        paths({
          200: { description: "", ...content(user) },
          202: { description: "" },
          default: { description: "" },
          409: { description: "", ...content(user) },
        }),
      ),
    ).toEqual([
      "GET /x response 202: response-status-removed []",
      "GET /x failure 404: failure-added []",
    ]);
  });
});

describe("two ways of writing the same schema", () => {
  const verdicts = (one: JsonSchema, other: JsonSchema): readonly string[] => [
    includes(one, other).result,
    includes(other, one).result,
  ];
  const text = { type: "string" };
  const object = (properties: object, more: object = {}): JsonSchema => ({
    type: "object",
    properties,
    ...more,
  });
  test.each<readonly [JsonSchema, JsonSchema]>([
    [
      { type: ["string", "null"], maxLength: 5 },
      { anyOf: [{ type: "string", maxLength: 5 }, { type: "null" }] },
    ],
    [
      { type: ["string", "null"], enum: ["a", null] },
      { oneOf: [{ const: "a" }, { type: "null" }] },
    ],
    [
      { enum: ["a", "b"] },
      {
        anyOf: [
          { type: "string", const: "b" },
          { type: "string", enum: ["a"] },
        ],
      },
    ],
    [{ enum: [true, false] }, { type: "boolean" }],
    [{ anyOf: [text, { enum: ["a"] }] }, text],
    [{ anyOf: [{ type: "integer" }, { type: "number" }] }, { type: "number" }],
    [{ anyOf: [{}, text] }, {}],
    [{ type: ["string", "number", "boolean", "object", "array", "null"] }, {}],
    [{ allOf: [text, { maxLength: 5 }] }, { type: "string", maxLength: 5 }],
    [{ type: "string", minimum: 5 }, text],
    [{ type: "array" }, { type: "array", items: {} }],
    [
      object({ a: text }, { anyOf: [object({ b: text }), object({ c: text })] }),
      { anyOf: [object({ a: text, b: text }), object({ a: text, c: text })] },
    ],
    [
      object({ a: text, b: text }, { anyOf: [{ required: ["a"] }, { required: ["b"] }] }),
      {
        anyOf: [
          object({ a: text, b: text }, { required: ["a"] }),
          object({ a: text, b: text }, { required: ["b"] }),
        ],
      },
    ],
  ])("%j is %j", (one, other) => {
    expect(verdicts(one, other)).toEqual(["yes", "yes"]);
  });

  test.each<readonly [JsonSchema, JsonSchema, readonly string[]]>([
    [{ type: ["string", "null"] }, { type: ["string", "null"], maxLength: 5 }, ["no", "yes"]],
    [text, { enum: ["a"] }, ["no", "yes"]],
    [{ type: ["string", "null"] }, text, ["no", "yes"]],
    [{ allOf: [text, { maxLength: 5 }] }, { type: "string", maxLength: 6 }, ["yes", "no"]],
  ])("%j is not %j", (one, other, expected) => {
    expect(verdicts(one, other)).toEqual(expected);
  });
});

describe("schemas", () => {
  const schemaOf = (schema: object, components: object = {}): readonly string[] =>
    told(
      declared(get().response(z.object({ id: z.number(), tags: z.array(z.string()).optional() }))),
      {
        "/x": {
          get: {
            responses: { 200: { description: "", content: { "application/json": { schema } } } },
          },
        },
      },
      { components: { schemas: components } },
    ).map((line) => line.replace("GET /x response 200, application/json, ", ""));
  const id = { type: "number" };
  const tags = { type: "array", items: { type: "string" } };
  const whole = { additionalProperties: false };

  test("names, order, prose and ways of writing do not count", () => {
    const one = { type: "object", properties: { id }, required: ["id"], ...whole };
    expect(schemaOf({ ...one, properties: { tags, id }, description: "x", title: "y" })).toEqual(
      [],
    );
    expect(
      schemaOf(
        { $ref: "#/components/schemas/A" },
        { A: { allOf: [{ ...one, properties: { id, tags } }] } },
      ),
    ).toEqual([]);
  });

  test("the first difference is named with its place", () => {
    const properties = { id: { type: "integer" }, tags };
    expect(schemaOf({ type: "object", properties, required: ["id"], ...whole })).toEqual([
      "/id: response-widened [clients]",
    ]);
    expect(schemaOf({ type: "object", properties: { id }, required: ["id"], ...whole })).toEqual([
      "/tags: response-member-added-closed [servers]",
    ]);
  });

  test("recursive ones are compared", () => {
    interface Tree {
      readonly below: readonly Tree[];
    }
    const Tree: z.ZodType<Tree> = z.object({ below: z.array(z.lazy(() => Tree)) });
    const told2 = (items: object) =>
      told(
        declared(get().response(Tree)),
        {
          "/x": {
            get: {
              responses: {
                200: {
                  description: "",
                  content: {
                    "application/json": { schema: { $ref: "#/components/schemas/Node" } },
                  },
                },
              },
            },
          },
        },
        {
          components: {
            schemas: {
              Node: {
                type: "object",
                properties: { below: { type: "array", items } },
                required: ["below"],
                ...whole,
              },
            },
          },
        },
      );
    expect(told2({ $ref: "#/components/schemas/Node" })).toEqual([]);
    expect(told2({ type: "string" })).toHaveLength(1);
  });
});

describe("security", () => {
  const Token = bearer("token");
  const secured = (source: AnyResource, security: readonly object[]) =>
    told(
      source,
      { "/x": { get: { security, responses: text } } },
      {
        components: {
          securitySchemes: {
            other: { type: "http", scheme: "Bearer", bearerFormat: "JWT" },
            key: { type: "apiKey", in: "header", name: "x-key" },
          },
        },
      },
    );
  const list = get().response(z.string());

  test("is compared by names first, and a scheme with another name is told once", () => {
    const renamed = " security scheme other: security-scheme-renamed [clients servers]";
    const source = rootResource({ x: staticResource("x", { list: list.security(Token) }) });
    expect(secured(source, [{ other: [] }])).toEqual([renamed]);
    expect(secured(source, [{ other: [] }, {}])).toEqual([
      renamed,
      "GET /x security: security-added [clients]",
    ]);
    expect(secured(source, [{ other: ["admin"] }])).toEqual([
      renamed,
      "GET /x security: scope-removed [servers]",
    ]);
    expect(secured(source, [{ key: [] }])).toEqual([
      "GET /x security: security-alternative-removed [clients]",
      "GET /x security: security-alternative-added [servers]",
    ]);
  });

  test("nothing declared is open to all", () => {
    const source = rootResource({ x: staticResource("x", { list }) });
    expect(secured(source, [])).toEqual([]);
    expect(secured(source, [{}])).toEqual([]);
    expect(secured(source, [{ key: [] }])).toEqual(["GET /x security: security-dropped [servers]"]);
  });
});

describe("named events", () => {
  const info2 = { title: "T", version: "1" };
  const treeOf = (events: object): ContractSource =>
    rootResource({ live: get("live").response(namedEvents(events as never)) }) as AnyResource;
  const text = z.string();
  const count = z.number();
  const linesOf = (declared: object, documented: object, version: "3.1" | "3.2"): string[] => {
    const document = openApi(treeOf(documented), { info: info2, version, rejections: false });
    return compared(treeOf(declared), document).differences.map(
      ({ place, kind, breaks }) => `${place}: ${kind} [${breaks.join(" ")}]`,
    );
  };

  test.each(["3.1", "3.2"] as const)("are compared by name in OpenAPI %s", (version) => {
    expect(linesOf({ a: text, b: plainText() }, { b: plainText(), a: text }, version)).toEqual([]);
    expect(linesOf({ a: text, b: count }, { a: text }, version)).toEqual([
      "response 200, text/event-stream: event-added []",
    ]);
    expect(linesOf({ a: text }, { a: text, b: count }, version)).toEqual([
      "response 200, text/event-stream: event-removed []",
    ]);
    expect(linesOf({ a: text, b: text }, { a: text, b: count }, version)).toEqual([
      "response 200, text/event-stream, event b: response-changed [clients servers]",
    ]);
  });

  test("differ from events without names", () => {
    const unnamed = rootResource({ live: get("live").response(events(text)) });
    const document = openApi(treeOf({ a: text }), { info: info2, rejections: false });
    const { differences } = compared(unnamed, document);
    expect(differences.map(({ message }) => message)).toEqual([
      "the body is events instead of named events",
    ]);
    const back = compared(
      treeOf({ a: text }),
      openApi(unnamed, { info: info2, rejections: false }),
    );
    expect(back.differences.map(({ message }) => message)).toEqual([
      "the body is named events instead of events",
    ]);
  });

  test("of a type cannot be compared without its schema", () => {
    const declared = treeOf({ a: type<string>(), b: text });
    const document = openApi(treeOf({ a: count, b: text }), { info: info2, rejections: false });
    const { differences, unknown } = compared(declared, document);
    expect(differences).toEqual([]);
    expect(unknown.map(({ place, reason }) => `${place}: ${reason}`)).toEqual([
      "response 200, text/event-stream, event a: its schema is not known",
    ]);
  });
});
