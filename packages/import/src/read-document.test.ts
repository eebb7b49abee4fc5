// What a document becomes as a contract, and what is reported about it.
import type { ContractBodyPart, ContractContent, ContractFile } from "bough/contract";
import { describe, expect, test } from "vitest";
import { NotADocument, readDocument, type ReadDocument } from "./read-document.ts";
import { withOneFragment } from "./report.ts";

const OK = { 200: { description: "ok", content: { "application/json": { schema: {} } } } };

/** A document with these paths. */
function withPaths(paths: object, more: object = {}): ReadDocument {
  return readDocument({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths, ...more });
}

/** The only endpoint of `GET /x` with these query parameters. */
function withQuery(...parameters: readonly object[]) {
  const all = parameters.map((one) => ({ in: "query", ...one }));
  const read = withPaths({ "/x": { get: { parameters: all, responses: OK } } });
  return { query: read.contract.endpoints[0]?.query ?? [], findings: read.findings };
}

const told = ({ findings }: Pick<ReadDocument, "findings">): readonly string[] =>
  findings.map(
    ({ result, cause, operation, message }) => `${result} ${cause} ${operation}: ${message}`,
  );

describe("documents", () => {
  test.each([
    [undefined, /expected an object/],
    [[], /expected an object/],
    [{ swagger: "2.0" }, /this is Swagger 2\.0/],
    [{ openapi: "4.0.0" }, /received "4\.0\.0"/],
    [{ info: {} }, /no member openapi/],
  ])("that are not OpenAPI 3 are refused by name", (value, message) => {
    expect(() => readDocument(value)).toThrow(NotADocument);
    expect(() => readDocument(value)).toThrow(message);
  });

  test("of every version with operations in odd places", () => {
    const read = readDocument({
      openapi: "3.2.0",
      paths: {
        "/x": {
          query: { responses: OK },
          additionalOperations: { QUERY: { responses: OK }, COPY: { responses: OK } },
          options: { responses: OK },
          trace: { responses: OK },
          parameters: 5,
        },
        "x-y": { get: { responses: OK } },
        "/null": null,
      },
    });
    expect(read.contract.endpoints.map(({ key }) => key)).toEqual(["QUERY /x"]);
    expect(told(read)).toEqual([
      "skipped unsupported OPTIONS /x: OPTIONS cannot be declared: the server responds to it itself",
      "skipped unsupported TRACE /x: TRACE cannot be declared: the server responds to it itself",
      "skipped document QUERY /x: it gets the same requests as QUERY /x",
      "skipped unsupported COPY /x: the method COPY cannot be declared",
    ]);
  });

  test("with wrong paths: each is skipped with its reason, the others are read", () => {
    const get = { get: { responses: OK } };
    const read = withPaths({
      "/ok/{id}": get,
      "/ok/{name}": get,
      "/a#b": get,
      "/a?b=c": get,
      "/a//b": get,
      "/a/{id}/b/{id}": get,
      a: get,
      "/{}": get,
      "/..": get,
      "/p/{a}%0A{b}": get,
      "/p/{a}\u2028{b}": get,
      "/p/{a}-{a}": get,
    });
    expect(read.contract.endpoints.map(({ template }) => template)).toEqual(["/ok/{id}"]);
    expect(told(read).filter((text) => text.startsWith("skipped"))).toEqual([
      "skipped document GET /ok/{name}: it gets the same requests as GET /ok/{id}",
      "skipped document GET /a#b: its path has a fragment, which no client sends",
      "skipped document GET /a?b=c: its path has a query",
      "skipped document GET /a//b: its path has an empty segment",
      "skipped document GET /a/{id}/b/{id}: its path has {id} twice",
      "skipped document GET a: its path does not begin with a slash",
      'skipped document GET /{}: its path has the segment "{}"',
      'skipped document GET /..: its path has the segment ".."',
      'skipped document GET /p/{a}%0A{b}: its path has the segment "{a}%0A{b}"',
      'skipped document GET /p/{a}\u2028{b}: its path has the segment "{a}\u2028{b}"',
      "skipped document GET /p/{a}-{a}: its path has {a} twice",
    ]);
  });

  test("with a fragment in many paths: they are reported once", () => {
    const get = { get: { responses: OK } };
    const { findings } = withPaths({ "/#a": get, "/x?y=1": get, "/#b": get, "/#c": get });
    const one = withOneFragment(findings);
    expect(told({ findings: one })).toEqual([
      "skipped document GET /#a: its path has a fragment, which no client sends; the same for 2 other operations",
      "skipped document GET /x?y=1: its path has a query",
    ]);
    expect(withOneFragment(one)).toEqual(one);
  });

  test("with callbacks, links and webhooks: they are reported", () => {
    const get = {
      callbacks: { done: { "{$request.query.url}": { post: { responses: OK } } } },
      responses: { 200: { ...OK[200], links: { next: { operationId: "next" } } } },
    };
    const read = withPaths({ "/x": { get } }, { webhooks: { done: { post: { responses: OK } } } });
    expect(told(read)).toEqual([
      "skipped unsupported undefined: webhooks are left out: other servers respond to them",
      "changed unsupported GET /x: its callbacks are left out: other servers respond to them",
      "changed unsupported GET /x: the links of a response are left out",
    ]);
  });

  test("with names of prototypes", () => {
    const text = `{ "openapi": "3.1.0", "paths": { "/__proto__": { "get": {
      "parameters": [{ "in": "query", "name": "constructor", "schema": { "type": "string" } }],
      "responses": { "200": { "description": "", "content": { "application/json": {
        "schema": { "$ref": "#/components/schemas/__proto__" } } } } } } } },
      "components": { "schemas": { "__proto__": { "type": "object", "properties": { "__proto__": { "type": "string" } } } } } }`;
    const read = readDocument(JSON.parse(text));
    expect(Object.keys(read.contract.components.schemas)).toEqual(["__proto__"]);
    expect(read.contract.endpoints[0]?.template).toBe("/__proto__");
    expect(read.findings).toEqual([]);
  });
});

describe("references", () => {
  test("that lead nowhere, to themselves or to the network are reported with their place", () => {
    const response = (reference: string) => ({
      200: { description: "", content: { "application/json": { schema: { $ref: reference } } } },
    });
    const read = withPaths(
      {
        "/a": { get: { responses: response("#/components/schemas/Missing") } },
        "/b": { get: { responses: response("https://example.test/user.json") } },
        "/c": {
          get: {
            parameters: [{ $ref: "#/components/parameters/A" }],
            responses: { 200: { $ref: "#/no" } },
          },
        },
      },
      { components: { parameters: { A: { $ref: "#/components/parameters/A" } } } },
    );
    expect(told(read)).toEqual([
      "changed document GET /a: #/components/schemas/Missing names nothing in the document; its type is unknown",
      "changed document GET /b: https://example.test/user.json is on the network, and only files are read; its type is unknown",
      "changed document GET /c: #/components/parameters/A refers to itself; the parameter is left out",
      "changed document GET /c: #/no names nothing in the document; the response has no body",
    ]);
    expect(read.findings[0]?.pointer).toBe(
      "/paths/~1a/get/responses/200/content/application~1json/schema",
    );
  });

  test("in a cycle without a member between have no type; others have", () => {
    const read = withPaths(
      {
        "/a": {
          get: {
            responses: {
              200: {
                description: "",
                content: { "application/json": { schema: { $ref: "#/components/schemas/A" } } },
              },
            },
          },
        },
      },
      {
        components: {
          schemas: {
            A: { oneOf: [{ $ref: "#/components/schemas/B" }, { type: "string" }] },
            B: { allOf: [{ $ref: "#/components/schemas/A" }] },
            Tree: {
              type: "object",
              properties: {
                below: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
              },
            },
          },
        },
      },
    );
    expect(told(read)).toEqual([
      "changed document undefined: it refers to itself without a member between; its type is unknown",
    ]);
  });
});

describe("query parameters", () => {
  const string = { type: "string" };

  test.each([
    [{ schema: { type: "integer" } }, { type: "integer" }],
    [{ schema: { type: ["integer", "null"] } }, { type: "integer" }],
    [{ schema: { type: "string", format: "date-time" } }, { type: "dateTime" }],
    [{ schema: { enum: ["a", "b"] } }, { type: "oneOf", values: ["a", "b"] }],
    [{ schema: { type: "integer", enum: ["1", 2] } }, { type: "oneOf", values: [1, 2] }],
    [{ schema: { type: "boolean", enum: [true, false] } }, { type: "boolean" }],
    [{ schema: { type: "array", items: string } }, { type: "list", style: "repeat" }],
    [{ explode: false, schema: { type: "array", items: string } }, { style: "comma" }],
    [
      { style: "pipeDelimited", explode: false, schema: { type: "array", items: string } },
      { style: "pipe" },
    ],
    [
      { style: "spaceDelimited", explode: false, schema: { type: "array", items: string } },
      { style: "space" },
    ],
    [
      { style: "deepObject", schema: { type: "object", properties: { a: string } } },
      { type: "object" },
    ],
    [
      { style: "deepObject", schema: { type: "object", additionalProperties: string } },
      { type: "record" },
    ],
    [{ content: { "application/json": { schema: { type: "object" } } } }, { type: "jsonText" }],
    [{ schema: { anyOf: [{ type: "integer" }, { enum: ["all"] }] } }, { type: "either" }],
    [{ schema: { oneOf: [string, { type: "string", format: "uuid" }] } }, { type: "string" }],
    [{ schema: { oneOf: [string, { type: "array", items: string }] } }, { type: "list" }],
    [{ schema: {} }, { type: "string" }],
  ])("%j", (parameter, expected) => {
    const { query, findings } = withQuery({ name: "q", ...parameter });
    expect(query[0]).toMatchObject({ name: "q", ...expected });
    expect(findings).toEqual([]);
  });

  test("a name with brackets is a list with brackets", () => {
    const { query } = withQuery({
      name: "ids[]",
      schema: { type: "array", items: { type: "integer" } },
    });
    expect(query).toMatchObject([{ name: "ids", type: "list", style: "brackets" }]);
  });

  test("an exploded object has its members under their own names", () => {
    const properties = { r: { type: "integer" }, g: { type: "array", items: string } };
    const { query, findings } = withQuery(
      { name: "color", required: true, schema: { type: "object", properties, required: ["r"] } },
      { name: "more", schema: { type: "object", additionalProperties: { type: "integer" } } },
    );
    expect(query).toMatchObject([
      {
        name: "color",
        required: true,
        type: "object",
        style: "spread",
        members: [
          { name: "r", required: true },
          { name: "g", style: "repeat" },
        ],
      },
      { name: "more", type: "record", style: "spread", element: { type: "integer" } },
    ]);
    expect(findings).toEqual([]);
  });

  test("a name is declared once, and names of any kind have one parameter", () => {
    const schema = { type: "object", properties: { size: string, "a[b]": string } };
    const { query, findings } = withQuery(
      { name: "page", schema },
      { name: "size", schema: string },
      { name: "filter", schema: { type: "object" } },
      { name: "sort", schema: { type: "object", additionalProperties: { items: string } } },
    );
    expect(query).toMatchObject([
      { name: "page", members: [{ name: "a[b]" }] },
      { name: "size" },
      { name: "filter", type: "record", element: { type: "string" } },
      { name: "sort", type: "record", element: { type: "list", style: "repeat" } },
    ]);
    expect(query.slice(2)).not.toContainEqual(expect.objectContaining({ style: "spread" }));
    expect(told({ findings })).toEqual([
      'changed document GET /x: "size" is also a member of "page"; it is declared once',
      'changed document GET /x: "filter", "sort" are all parameters of any name, so nothing tells them apart; declared as filter[name]=value',
      'changed document GET /x: "filter", "sort" are all parameters of any name, so nothing tells them apart; declared as sort[name]=value',
    ]);
  });

  test("a required list has an element; a default of its type is kept, others are reported", () => {
    const { query, findings } = withQuery(
      { name: "a", required: true, schema: { type: "array", items: string } },
      { name: "b", schema: { type: "integer", default: 20 } },
      { name: "c", schema: { type: "integer", default: "many" } },
      { name: "d", schema: { type: "array", items: string, minItems: 1, default: ["x"] } },
      { name: "e", schema: { type: "array", items: { type: "number" }, default: [1, 2.5] } },
      { name: "f", schema: { type: "array", items: { type: "number" }, default: [1, "b"] } },
      { name: "g", schema: { type: "array", items: string, default: "x,y" } },
      { name: "h", schema: { type: "array", items: string, minItems: 1, default: [] } },
    );
    expect(query).toEqual([
      expect.objectContaining({ min: 1 }),
      expect.objectContaining({ default: "20", required: false }),
      expect.not.objectContaining({ default: expect.anything() }),
      expect.objectContaining({ default: ["x"], required: false, min: 1 }),
      expect.objectContaining({ default: ["1", "2.5"] }),
      expect.not.objectContaining({ default: expect.anything() }),
      expect.not.objectContaining({ default: expect.anything() }),
      expect.not.objectContaining({ default: expect.anything(), min: expect.anything() }),
    ]);
    expect(told({ findings })).toEqual([
      'changed document GET /x: its default "many" is not of its type, and is left out',
      'changed document GET /x: its default [1,"b"] is not of its type, and is left out',
      'changed document GET /x: its default "x,y" is not of its type, and is left out',
    ]);
  });
});

describe("bodies", () => {
  test("of every kind", () => {
    const schema = { type: "object", properties: { a: { type: "string" } } };
    const binary = { type: "string", format: "binary" };
    const read = withPaths({
      "/x": {
        post: {
          requestBody: {
            required: true,
            content: {
              "application/xml": { schema },
              "application/json; charset=utf-8": { schema },
              "application/merge-patch+json": { schema },
              "text/csv": { schema: { type: "string" } },
              "application/x-www-form-urlencoded": { schema },
              "multipart/form-data": {
                schema: {
                  type: "object",
                  properties: {
                    file: binary,
                    many: { type: "array", items: binary },
                    meta: schema,
                    all: { type: "array", items: schema, maxItems: 2 },
                    some: { type: "array", items: schema, minItems: 2 },
                    none: { type: "array", items: schema, minItems: 2 },
                    any: { type: "array", items: schema },
                    texts: { type: "array", items: { type: "string" } },
                    numbers: { type: "array", items: { type: "number" } },
                    whole: { type: "array", items: { type: "array", items: {} }, maxItems: 1 },
                  },
                  required: ["some", "any", "whole"],
                },
                encoding: {
                  file: { contentType: "image/png, Image/*" },
                  many: { contentType: "application/octet-stream" },
                  numbers: { contentType: "application/json" },
                  whole: { contentType: "application/json" },
                },
              },
              "image/png": {},
            },
          },
          responses: {
            200: {
              description: "",
              content: {
                "text/event-stream": { schema },
                "application/octet-stream": { schema: binary },
              },
            },
          },
        },
      },
    });
    const [endpoint] = read.contract.endpoints;
    expect(endpoint?.request?.content.map(({ kind, mediaType }) => [kind, mediaType])).toEqual([
      ["negotiated", "application/json"],
      ["codec", "application/xml"],
      ["codec", "application/merge-patch+json"],
      ["text", "text/csv"],
      ["form", "application/x-www-form-urlencoded"],
      ["multipart", "multipart/form-data"],
      ["stream", "image/png"],
    ]);
    const parts = endpoint?.request?.content[5]?.parts?.map((one) => {
      const { type, required, list, min, max } = one as ContractBodyPart;
      return [type, required, list, min, max];
    });
    const files = endpoint?.request?.content[5]?.parts?.slice(0, 2) as readonly ContractFile[];
    expect(files.map(({ mediaTypes }) => mediaTypes)).toEqual([
      ["image/png", "image/*"],
      undefined,
    ]);
    expect(parts).toEqual([
      ["file", false, false, undefined, undefined],
      ["file", false, true, undefined, undefined],
      ["body", false, undefined, undefined, undefined],
      ["body", false, true, undefined, 2],
      ["body", true, true, 2, undefined],
      ["body", false, true, undefined, undefined],
      ["body", true, true, 1, undefined],
      ["list", false, undefined, undefined, undefined],
      ["body", false, true, undefined, undefined],
      ["body", true, undefined, undefined, undefined],
    ]);
    expect(endpoint?.responses?.[0]?.content.map(({ kind }) => kind)).toEqual(["events", "stream"]);
    expect(told(read)).toEqual([]);
  });

  test("with alternatives have the fields of all of them, with any of their types", () => {
    const grant = (value: string, more: object): object => ({
      type: "object",
      properties: { grant_type: { type: "string", enum: [value] }, ...more },
      required: ["grant_type", ...Object.keys(more)],
    });
    const options = (name: string): object => ({ type: "object", properties: { [name]: {} } });
    const text = { type: "string" };
    const schema = {
      oneOf: [
        grant("password", { user: text, options: options("a"), id: text }),
        grant("refresh", {
          token: { type: "string", format: "binary" },
          options: options("b"),
          id: text,
        }),
      ],
    };
    const content = {
      "application/x-www-form-urlencoded": { schema },
      "multipart/form-data": { schema },
      "multipart/x-www-form-urlencoded": { schema },
    };
    const responses = { 200: { description: "" } };
    const read = withPaths({
      "/x": { post: { requestBody: { required: true, content }, responses } },
    });
    const [form, parts] = read.contract.endpoints[0]?.request?.content ?? [];
    const grants = { type: "either", required: true };
    const of = (one: ContractContent | undefined): object =>
      Object.fromEntries((one?.parts ?? []).map(({ name, ...rest }) => [name, rest]));
    expect(of(form)).toMatchObject({
      grant_type: grants,
      user: { type: "string", required: false },
      id: { type: "string", required: true },
    });
    expect(of(parts)).toMatchObject({
      grant_type: grants,
      options: { type: "body", required: true },
      token: { type: "file", required: false },
    });
    const asOne =
      "changed approximated POST /x: its form has alternatives, declared as one form with all fields";
    expect(told(read)).toEqual([
      asOne,
      asOne,
      'changed document POST /x: "multipart/x-www-form-urlencoded" is not a media type; declared as a stream of bytes',
    ]);
  });

  test("that Bough cannot declare are reported", () => {
    const content = { "application/json": { schema: { type: "object", properties: { a: {} } } } };
    const read = withPaths({
      "/x": {
        get: {
          requestBody: { content },
          responses: { 200: { description: "", content: { "multipart/mixed": {} } } },
        },
        put: {
          requestBody: { content: { nonsense: { schema: {} } } },
          responses: { 204: { description: "", content } },
        },
      },
    });
    expect(told(read)).toEqual([
      "changed unsupported GET /x: the body of a GET request is left out",
      "changed unsupported GET /x: multipart responses are declared as a stream of bytes",
      'changed document PUT /x: "nonsense" is not a media type; declared as JSON',
      "changed document PUT /x: status 204 cannot have a body, which is left out",
    ]);
  });
});

describe("responses", () => {
  test("are successes, failures and ranges", () => {
    const read = withPaths({
      "/x": {
        get: {
          responses: {
            ...OK,
            "2XX": { description: "" },
            404: { description: "" },
            "4xx": { description: "" },
            default: { description: "" },
          },
        },
      },
    });
    const [endpoint] = read.contract.endpoints;
    expect(endpoint?.responses?.map(({ status }) => status)).toEqual([200, "2XX"]);
    expect(endpoint?.failures?.map(({ status }) => status)).toEqual([404, "4XX", "other"]);
  });

  test("default alone covers successes too; without any, the document is at fault", () => {
    const read = withPaths({
      "/a": { get: { responses: { default: { description: "" } } } },
      "/b": {
        get: {
          responses: {
            404: { description: "" },
            20: { description: "" },
            101: { description: "" },
          },
        },
      },
      "/c": { get: {} },
    });
    expect(
      read.contract.endpoints.map(({ responses = [] }) => responses.map(({ status }) => status)),
    ).toEqual([["2XX"], [], []]);
    expect(told(read)).toEqual([
      'changed document GET /b: the response "20" has no status; it is left out',
      "changed unsupported GET /b: the response 101 is left out: Bough declares statuses from 200",
      "changed document GET /b: no success is declared, so the response has no body",
      "changed document GET /c: no success is declared, so the response has no body",
    ]);
  });
});

describe("names", () => {
  const get = { get: { responses: OK } };
  const namesOf = (paths: object): readonly string[] =>
    withPaths(paths).contract.endpoints.map(({ name }) => name.join("."));

  test("come from the operationId without its tag, else from the guide's verbs", () => {
    const names = namesOf({
      "/v1/repos": {
        get: { tags: ["repos"], operationId: "repos/list-for-org", responses: OK },
        post: { responses: OK },
      },
      "/v1/repos/{id}": {
        get: { responses: OK },
        patch: { responses: OK },
        delete: { responses: OK },
        put: { responses: OK },
      },
      "/v1/repos/{id}/merge": { post: { operationId: "mergeRepo", responses: OK } },
      "/v1/repos/{id}:archive": { post: { responses: OK } },
      "/v1/gists": {
        get: { operationId: "listStarredGists", responses: OK },
        post: { responses: OK },
      },
    });
    expect(names).toEqual([
      "repos.listForOrg",
      "repos.create",
      "repos.repo.find",
      "repos.repo.change",
      "repos.repo.remove",
      "repos.repo.replace",
      "repos.repo.merge",
      "repos.repo.archive",
      "gists.listStarredGists",
      "gists.create",
    ]);
  });

  test("are unique, and are not those that Bough reserves", () => {
    expect(
      namesOf({
        "/path": get,
        "/then/x": get,
        "/then/y": get,
        "/a-b": get,
        "/a_b": get,
        "/1": get,
      }),
    ).toEqual(["path2", "then2.x", "then2.y", "aB", "aB2", "_1"]);
  });

  test("tell slashes and types of ids apart", () => {
    const id = (type: string) => ({
      get: {
        parameters: [{ in: "path", name: "id", required: true, schema: { type } }],
        responses: OK,
      },
    });
    expect(
      namesOf({
        "/users/{id}/a": id("string"),
        "/users/{id}/b": id("integer"),
        "/users": get,
        "/users/": get,
      }),
    ).toEqual(["users.user.a", "users.user2.b", "users.list", "users2.list"]);
  });
});
