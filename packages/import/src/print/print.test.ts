// The text of declarations: what a document becomes, character by character.
import { describe, expect, test } from "vitest";
import { readDocument } from "../read-document.ts";
import { declarationsOf, type PrintOptions } from "./declarations.ts";
import { modulesOf, singleModule } from "./modules.ts";

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const text = { 200: { description: "", ...json({ type: "string" }) } };

/** The declaration of a document with these paths, in one module. */
function printed(paths: object, more: object = {}, options: PrintOptions = {}): string {
  const { bounds = false } = options;
  const read = readDocument({ openapi: "3.1.0", paths, ...more }, { bounds });
  return singleModule(declarationsOf(read, options)).replace(/^import[^]*?;\n\n(?!import)/, "");
}

/** The printed parameters of `GET /x`. */
function printedQuery(parameters: readonly object[], options: PrintOptions = {}): string {
  const all = parameters.map((one, index) => ({ in: "query", name: `q${index}`, ...one }));
  const source = printed({ "/x": { get: { parameters: all, responses: text } } }, {}, options);
  return /\.parameters\(\{([^]*?)\}\)\n? *\.response/.exec(source)?.[1]?.trim() ?? source;
}

describe("parameters", () => {
  const string = { type: "string" };

  test.each([
    [{ required: true, schema: string }, "q0: string()"],
    [{ schema: string }, "q0: string().optional()"],
    [{ schema: { ...string, default: 'a"b' } }, 'q0: string().default("a\\"b")'],
    [{ schema: { type: "boolean", default: false } }, "q0: boolean().default(false)"],
    [
      { schema: { type: "array", items: { type: "integer" }, minItems: 1, default: [1, 2] } },
      "q0: list(integer(), { min: 1 }).default([1, 2])",
    ],
    [
      { explode: false, schema: { type: "array", items: { enum: ["a", "b"] }, default: ["b"] } },
      'q0: list(oneOf("a", "b"), { style: "comma" }).default(["b"])',
    ],
    [{ schema: { type: "array", items: string, default: [] } }, "q0: list(string())"],
    [
      { schema: { type: "object", properties: { a: string }, required: ["a"] } },
      'q0: object({ a: string() }, { style: "spread" }).optional()',
    ],
    [{ schema: { type: "object" } }, 'q0: record(string(), { style: "spread" })'],
    [
      { schema: { type: "object", additionalProperties: { type: "array", items: string } } },
      'q0: record(list(string()), { style: "spread" })',
    ],
    [
      { schema: { ...string, format: "date-time", default: "2026-01-31T00:00:00Z" } },
      'q0: dateTime().default(new Date("2026-01-31T00:00:00Z"))',
    ],
    [{ schema: { enum: ["a", 2] } }, 'q0: oneOf("a", 2).optional()'],
    [{ schema: { type: "array", items: string } }, "q0: list(string())"],
    [
      { required: true, explode: false, schema: { type: "array", items: string } },
      'q0: list(string(), { style: "comma", min: 1 })',
    ],
    [
      { schema: { anyOf: [{ type: "integer" }, { enum: ["all"] }] } },
      'q0: either(oneOf("all"), integer()).optional()',
    ],
    [
      {
        content: { "application/json": { schema: { type: "object", properties: { a: string } } } },
      },
      "q0: jsonText<{ a?: string }>().optional()",
    ],
  ])("%j is %s", (parameter, expected) => {
    expect(printedQuery([parameter])).toBe(expected);
  });

  test.each([
    [{ type: "integer", minimum: 1, maximum: 9 }, "integer({ min: 1, max: 9 })"],
    [{ type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 9 }, "integer({ min: 2, max: 8 })"],
    [{ type: "integer", minimum: 1, exclusiveMinimum: true }, "integer({ min: 2 })"],
    [{ type: "integer", minimum: 5, exclusiveMinimum: 1 }, "integer({ min: 5 })"],
    [{ type: "integer", exclusiveMinimum: 0.5 }, "integer({ min: 1 })"],
    [{ type: "number", exclusiveMinimum: 0 }, "number({ min: 0 })"],
    [{ type: "string", minLength: 1, maxLength: 5 }, "string({ min: 1, max: 5 })"],
    [
      { type: "string", pattern: "^a/b$" },
      String.raw`string({ pattern: new RegExp("^a\\/b$", "u") })`,
    ],
    [{ type: "string", pattern: "(" }, "string()"],
  ])("with bounds, %j is %s", (schema, expected) => {
    expect(printedQuery([{ required: true, schema }], { bounds: true })).toBe(`q0: ${expected}`);
    expect(printedQuery([{ required: true, schema }])).toBe(
      `q0: ${expected.replace(/\(.*\)/, "()")}`,
    );
  });

  test("descriptions are kept with docs", () => {
    const parameter = { description: "How many.\nAt most 9.", schema: { type: "integer" } };
    expect(printedQuery([parameter], { docs: true })).toBe(
      'q0: integer().optional().describe("How many.\\nAt most 9.")',
    );
  });
});

describe("security", () => {
  const components = {
    securitySchemes: {
      user: { type: "http", scheme: "bearer" },
      key: { type: "apiKey", in: "header", name: "x-key" },
    },
  };
  const get = (security?: readonly object[]) => ({
    get: { ...(security === undefined ? {} : { security }), responses: text },
  });

  test("that all endpoints share is an option of the root", () => {
    expect(
      printed(
        { "/v1/a": get(), "/v1/b/c": get(), "/v1/b/d": get() },
        { components, security: [{ user: [], key: [] }, {}] },
      ),
    ).toBe(`export const User = bearer("user");

export const Key = apiKey("key", { header: "x-key" });

export const b = staticResource("b", {
  c: get("c").response<string>(),
  d: get("d").response<string>(),
});

export const a = get("a").response<string>();

const options = { security: [allOf(User, Key), anonymous] } as const;

export const api: Root<"v1", {
  b: typeof b;
  a: typeof a;
}, Inheriting<typeof options>> = rootResource("v1", options, { b, a });
`);
  });

  test("is on each endpoint or resource if it differs, and if the root has no segment", () => {
    const source = printed(
      { "/a": get(), "/b/c": get(), "/b/d": get(), "/e/f": get(), "/e/g": get([]) },
      { components, security: [{ user: [] }] },
    );
    expect(source).toContain('a = get("a").response<string>().security(User);');
    expect(source).toContain(`b = staticResource("b", { security: [User] }, {
  c: get("c").response<string>(),`);
    expect(source).toContain(`e = staticResource("e", {
  f: get("f").response<string>().security(User),
  g: get("g").response<string>().security(anonymous),`);
    expect(source).toContain("> = rootResource({ b, e, a });");
  });
});

describe("failures that endpoints share", () => {
  const problem = (code: object) => json({ type: "object", properties: { code } });
  const failing = (...failures: readonly object[]) => ({
    get: {
      responses: {
        ...text,
        ...Object.fromEntries(failures.flatMap((one) => Object.entries(one))),
      },
    },
  });
  const namesOf = (source: string): readonly string[] =>
    [...source.matchAll(/export const (\w+) = failure\(/g)].map(([, name = ""]) => name);
  const response = (name: string) => ({ $ref: `#/components/responses/${name}` });
  const components = {
    responses: {
      Error: { description: "", ...json({ $ref: "#/components/schemas/Error" }) },
      UserGone: { description: "" },
    },
    schemas: { Error: { type: "object", properties: { a: {} } } },
  };

  test("are named by status and meaning, never by a number alone", () => {
    const pets = failing({ 404: response("Error") }, { 409: response("Error") });
    const users = failing({ 404: { description: "" } }, { 410: response("UserGone") });
    const shops = failing({ 404: { description: "", ...problem({ type: "string" }) } });
    const paths = {
      "/pets/a": pets,
      "/pets/b": pets,
      "/users/a": users,
      "/users/b": users,
      "/shops/a": shops,
      "/shops/b": shops,
    };
    expect(namesOf(printed(paths, { components }))).toEqual([
      "NotFound",
      "Conflict",
      "NotFoundOfUsers",
      "UserGone",
      "NotFoundOfShops",
    ]);
  });

  test.each([
    [problem({ const: "PET_NOT_FOUND" }), "PetNotFound"],
    [problem({ enum: ["pet-gone"] }), "PetGone"],
    [problem({ enum: ["a", "b"] }), "NotFound"],
    [
      json({ type: "object", properties: { error: { properties: { code: { const: "gone" } } } } }),
      "Gone",
    ],
    [
      json({
        allOf: [
          { type: "object", properties: { code: { type: "string" } } },
          { type: "object", properties: { code: { const: "pet-gone" } } },
        ],
      }),
      "PetGone",
    ],
    [problem({ allOf: [{ type: "string" }, { const: "pet-gone" }] }), "PetGone"],
  ])("with the body %j are named %s", (body, name) => {
    const pets = failing({ 404: { description: "", ...body } });
    expect(namesOf(printed({ "/pets/a": pets, "/pets/b": pets }))).toEqual([name]);
  });

  test("keep their names when others come before them", () => {
    const [pets, users] = ["x", "y"].map((description) =>
      failing({ 404: { description, ...problem({ title: description }) } }),
    );
    const declared = (paths: object, failureNames = {}) => {
      const read = readDocument({ openapi: "3.1.0", paths });
      return declarationsOf(read, { failureNames });
    };
    const before = declared({ "/pets/a": pets, "/pets/b": pets });
    const names = Object.fromEntries(before.failureNames);
    expect(Object.values(names)).toEqual(["NotFound"]);
    const paths = { "/users/a": users, "/users/b": users, "/pets/a": pets, "/pets/b": pets };
    const after = declared(paths, names);
    expect(namesOf(singleModule(after))).toEqual(["NotFoundOfUsers", "NotFound"]);
  });
});

test("types do not hide globals, unless an earlier import called them so", () => {
  const names = ["Error", "Map", "Event", "URL", "FormData", "Pet"];
  const schemas = Object.fromEntries(
    names.map((name) => [name, { type: "object", properties: { [name]: {} } }]),
  );
  const paths = Object.fromEntries(
    names.map((name) => [
      `/${name}`,
      {
        get: {
          responses: {
            200: { description: "", ...json({ $ref: `#/components/schemas/${name}` }) },
          },
        },
      },
    ]),
  );
  const typesOf = (options?: PrintOptions): readonly string[] =>
    [
      ...printed(paths, { components: { schemas } }, options).matchAll(/export interface (\w+)/g),
    ].map(([, name = ""]) => name);
  expect(typesOf()).toEqual([
    "ErrorType",
    "MapType",
    "EventType",
    "URLType",
    "FormDataType",
    "Pet",
  ]);
  expect(typesOf({ identifiers: { Map: "Map" } })).toContain("Map");
});

test("tags that all endpoints of a resource share are an option of the resource", () => {
  const get = (...tags: readonly string[]) => ({ get: { tags, responses: text } });
  const pets = { "/pets/a": get("pets", "all"), "/pets/b": get("pets", "all") };
  const source = printed({ ...pets, "/users/a": get("users"), "/users/b": get("admin") });
  expect(source).toContain(`pets = staticResource("pets", { describe: { tags: ["pets", "all"] } }, {
  a: get("a").response<string>(),
  b: get("b").response<string>(),
});`);
  expect(source).toContain('a: get("a").response<string>().describe({ tags: ["users"] }),');
  expect(printed({ "/v1/pets/a": get("x"), "/v1/pets/b": get("x") })).toContain(
    'const options = { describe: { tags: ["x"] } } as const;',
  );
});

test("slashes at the end are an option of the root, or of each resource without a segment", () => {
  const get = { get: { responses: text } };
  expect(printed({ "/v1/a/": get, "/v1/b/": get, "/v1/c": get })).toContain(
    "const options = { trailingSlash: true } as const;",
  );
  const bare = printed({ "/a/": get, "/b/": get, "/c": get });
  expect(bare).toContain('a = staticResource("a", { trailingSlash: true }, {');
  expect(bare).toContain("> = rootResource({ a, b, c });");
});

test("objects in multipart bodies are typed parts", () => {
  const more = { type: "object" };
  const list = { type: "array", items: more };
  const properties = {
    meta: { type: "object", properties: { a: {} } },
    photo: { type: "string", format: "binary" },
    more,
    list,
    some: { ...list, maxItems: 5 },
  };
  const schema = { type: "object", properties, required: ["meta", "some"] };
  const encoding = { photo: { contentType: "image/png, image/gif" } };
  const requestBody = { required: true, content: { "multipart/form-data": { schema, encoding } } };
  expect(printed({ "/x": { post: { requestBody, responses: text } } }))
    .toContain(`.request(multipart({
    meta: json<{ a?: unknown }>(),
    photo: file({ mediaTypes: ["image/png", "image/gif"] }).optional(),
    more: part(json<{ [key: string]: unknown }>()).optional(),
    list: part(json<{ [key: string]: unknown }>()).list(),
    some: part(json<{ [key: string]: unknown }>()).list({ min: 1, max: 5 }),
  }))`);
});

describe("ids in one segment", () => {
  const idsOf = (path: string): string =>
    /export const \w+ = parameter[^]*?\n\}\);\n/.exec(
      printed({ [path]: { get: { responses: text } } }),
    )?.[0] ?? "";

  test("are a parameter type of their own", () => {
    expect(idsOf("/p/{lat},{lon}"))
      .toBe(`export const latLonParameter = parameter<{ lat: string; lon: string }>({
  decode: (text) => {
    const ids = new RegExp("^(.+?),(.+)$", "u").exec(text);
    return ids === null ? issue("must be {lat},{lon}") : { lat: ids[1] ?? "", lon: ids[2] ?? "" };
  },
  encode: (ids) => [ids.lat, ",", ids.lon].join(""),
  schema: { type: "string", pattern: "^(.+?),(.+)$" },
  delimiters: ",",
});
`);
  });

  test("have a text between them that stays text", () => {
    const between = "?<x>/u;globalThis.hit=1;`${globalThis.hit=1}`//\\";
    const source = idsOf(`/p/{a}${encodeURIComponent(between)}{b}`);
    expect(source).toContain(
      `encode: (ids) => [ids.a, ${JSON.stringify(between)}, ids.b].join("")`,
    );
    expect(source.replaceAll(/"(?:[^"\\]|\\.)*"/g, "")).not.toContain("hit");
  });

  test.each([
    ["/p/{default}-{text}-{issue}", "{ default: string; text: string; issue: string }"],
    ["/p/{a-b}.{a_b}", "{ aB: string; aB2: string }"],
    ["/p/{x²}.{½}", "{ x: string; item: string }"],
  ])("%s are the members %s", (path, members) => {
    expect(idsOf(path)).toContain(`parameter<${members}>`);
  });
});

test("request bodies that differ are several bodies", () => {
  const content = {
    ...json({ type: "object", properties: { a: {} } }).content,
    "application/json-patch+json": { schema: { type: "array", items: { type: "string" } } },
    "text/plain": { schema: { type: "string" } },
  };
  const requestBody = { required: true, content };
  expect(printed({ "/x": { patch: { requestBody, responses: text } } }))
    .toContain(`.request(oneOfBodies(
    json<{ a?: unknown }>(),
    json(type<string[]>(), { mediaType: "application/json-patch+json" }),
    plainText(),
  ))`);
});

describe("types", () => {
  const typeOf = (schema: object): string =>
    /\.response<([^]*)>\(\)/.exec(
      printed({ "/x": { get: { responses: { 200: { description: "", ...json(schema) } } } } }),
    )?.[1] ?? "";

  test.each([
    [{}, "unknown"],
    [{ type: "string", enum: ["a", null] }, '"a" | null'],
    [{ type: ["string", "null"] }, "string | null"],
    [{ type: "array", items: { type: ["string", "null"] } }, "(string | null)[]"],
    [{ type: "array", prefixItems: [{ type: "string" }], items: false }, "[string]"],
    [{ type: "object" }, "{ [key: string]: unknown }"],
    [{ type: "object", additionalProperties: { type: "number" } }, "{ [key: string]: number }"],
    [
      { type: "object", properties: { "a-b": {}, c: {} }, required: ["c"] },
      '{ "a-b"?: unknown; c: unknown }',
    ],
    [
      {
        allOf: [
          { type: "object", properties: { a: {} } },
          { type: "object", properties: { b: {} } },
        ],
      },
      "{ a?: unknown } & { b?: unknown }",
    ],
    [{ oneOf: [{ type: "string" }, { type: "array", items: {} }] }, "string | unknown[]"],
    [{ not: {} }, "never"],
  ])("%j is %s", (schema, expected) => {
    expect(typeOf(schema)).toBe(expected);
  });

  test.each([
    ["allOf", "&"],
    ["oneOf", "|"],
    ["anyOf", "|"],
  ])("%s has all its parts, also if each property has a comment", (name, sign) => {
    const part = (property: string) => ({
      type: "object",
      properties: { [property]: { type: "string", description: `The ${property}.` } },
    });
    const read = readDocument({
      openapi: "3.1.0",
      paths: {
        "/x": {
          get: {
            responses: {
              200: { description: "", ...json({ [name]: [part("a"), part("b"), part("a")] }) },
            },
          },
        },
      },
    });
    const source = singleModule(declarationsOf(read, { docs: true }));
    const type = /response<([^]*?)>\(\)/.exec(source)?.[1] ?? "";
    const members = [...type.matchAll(/\/\*\* The (\w)\. \*\/\s+(\w)\?: string/g)];
    expect(members.map(([, comment, property]) => [comment, property])).toEqual([
      ["a", "a"],
      ["b", "b"],
    ]);
    expect(type).toContain(` ${sign} `.trimEnd());
  });
});

test("a type or a failure that one file uses is in that file", () => {
  const schema = (name: string) => json({ $ref: `#/components/schemas/${name}` });
  const get = (name: string) => ({
    get: { responses: { 200: { description: "", ...schema(name) }, 404: { description: "" } } },
  });
  const read = readDocument({
    openapi: "3.1.0",
    paths: {
      "/a/x": get("Own"),
      "/a/y": get("Shared"),
      "/b/z": get("Shared"),
      "/b/w": get("Shared"),
    },
    components: {
      schemas: {
        Own: { type: "object", properties: { a: { type: "string" } } },
        Shared: { type: "object", properties: { b: { type: "string" } } },
      },
    },
  });
  const modules = modulesOf(declarationsOf(read));
  expect([...modules.keys()]).toEqual(["a.ts", "b.ts", "api.ts", "failures.ts", "types.ts"]);
  expect(modules.get("a.ts")).toContain("export interface Own {\n  a?: string;\n}");
  expect(modules.get("types.ts")).toBe("export interface Shared {\n  b?: string;\n}\n");
  expect(modules.get("failures.ts")).toContain("export const NotFound = failure(404);");
});
