import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  extracted,
  extractedFrom,
  makeProject,
  type Extracted,
} from "../../../../test/support/extracted.ts";
import { repository } from "../../../../test/support/staged-package.ts";

/** The extraction of one endpoint, `POST /x`, whose request is `T`. */
function ofType(source: string, options: { strict?: boolean; body?: string } = {}): Extracted {
  const { body = "type<T>({ unchecked: true })" } = options;
  const lines = [
    'import { get, json, post, rootResource, staticResource, type } from "bough";',
    source,
    `export const api = rootResource({ x: post("x").request(${body}) });`,
  ];
  return extracted(lines.join("\n"), options);
}

const requestOf = ({ schemas }: Extracted): unknown =>
  schemas.endpoints["POST /x"]?.request?.["application/json"];

describe("the rejections of a root", () => {
  test("are those of every endpoint below", () => {
    const { schemas } = extracted(`
      import { get, rootResource, staticResource, type } from "bough";
      interface Errors { errors: { body: string[] } }
      export const api = rootResource("api", { rejections: type<Errors>() }, {
        a: get("a"),
        b: staticResource("b", { c: staticResource("c", { d: get().response<string>() }) }),
      });
      export const other = rootResource("other", { e: get("e") });`);
    const rejections = { "application/json": { schema: { $ref: "#/components/schemas/Errors" } } };
    expect(schemas.endpoints).toEqual({
      "GET /api/a": { rejections },
      "GET /api/b/c": {
        responses: { 200: { "application/json": { schema: { type: "string" } } } },
        rejections,
      },
      "GET /other/e": {},
    });
    expect(Object.keys(schemas.components)).toEqual(["Errors"]);
  });
});

test("named events have the schema of each type", () => {
  const { schemas } = extracted(`
    import { get, namedEvents, plainText, rootResource, type } from "bough";
    import { z } from "zod";
    interface Booking { name: string }
    export const api = rootResource({
      live: get("live").response(namedEvents({
        created: type<Booking>(),
        "re moved": type<{ id: string }>(),
        note: plainText(),
        checked: z.object({ a: z.string() }),
      })),
      none: get("none").response(namedEvents({ note: plainText() })),
    });`);
  expect(schemas.endpoints).toEqual({
    "GET /live": {
      responses: {
        200: {
          "text/event-stream": {
            events: {
              created: { $ref: "#/components/schemas/Booking" },
              "re moved": {
                type: "object",
                properties: { id: { type: "string" } },
                required: ["id"],
              },
              note: { type: "string" },
            },
          },
        },
      },
    },
    "GET /none": {
      responses: { 200: { "text/event-stream": { events: { note: { type: "string" } } } } },
    },
  });
});

describe("named types", () => {
  test("become components, generics with the names of their arguments", () => {
    const { schemas } = ofType(`
      interface User { name: string }
      interface Page<V> { items: V[] }
      type Id = string & { readonly __brand: "Id" };
      enum Role { Admin = "admin", User = "user" }
      type Text = string;
      interface T { a: Page<User>; b: Page<string>; c: Page<User[]>; d: Id; e: Role | null; f: Text; g: Page<"x"> }`);
    expect(Object.keys(schemas.components)).toEqual([
      "Id",
      "PageString",
      "PageUser",
      "PageUserList",
      "PageX",
      "Role",
      "T",
      "Text",
      "User",
    ]);
    expect(schemas.components["Role"]).toEqual({ type: "string", enum: ["admin", "user"] });
    expect(schemas.components["Id"]).toEqual({ type: "string" });
  });

  test("aliases that the compiler forgets are read where they are written", () => {
    const { schemas, errors } = ofType(`
      /** @maxLength 9 */
      type Text = string;
      type Same = Text;
      /** @minItems 1 */
      type Texts = Same[];
      type Pair = [number, number];
      interface T { a: Texts; b?: Texts | null; c: Record<string, Text>; d: { [key: string]: Texts }; e: Pair; f: Texts[] }`);
    expect(errors).toEqual([]);
    const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    expect(schemas.components).toMatchObject({
      Text: { type: "string", maxLength: 9 },
      Same: to("Text"),
      Texts: { type: "array", items: to("Same"), minItems: 1 },
      Pair: { type: "array", maxItems: 2 },
      T: {
        properties: {
          a: to("Texts"),
          b: { anyOf: [to("Texts"), { type: "null" }] },
          c: { additionalProperties: { type: "string" } },
          d: { additionalProperties: to("Texts") },
          e: to("Pair"),
          f: { type: "array", items: to("Texts") },
        },
      },
    });
  });

  test("tags of members fit beside an index signature of anything, and formats fit numbers", () => {
    const { schemas, errors } = ofType(`
      interface Base {
        /**
         * @integer
         * @format int32
         */
        a: number;
      }
      type T = Base & { [key: string]: unknown };`);
    expect(errors).toEqual([]);
    expect(schemas.components["T"]?.["properties"]).toEqual({
      a: { type: "integer", format: "int32" },
    });
  });

  test("keep the order of declaration in unions, whatever the compiler has seen before", () => {
    const { schemas } = ofType(`
      export const before: "c" | "b" | 2 = "c";
      type T = null | "b" | { z: 1 } | "a" | 2 | "c" | 1;`);
    expect(schemas.components["T"]).toEqual({
      anyOf: [
        { type: "null" },
        { type: "string", enum: ["b", "a", "c"] },
        { type: "object", properties: { z: { type: "number", const: 1 } }, required: ["z"] },
        { type: "number", enum: [2, 1] },
      ],
    });
  });

  test.each([
    ["a then b", "a: A.Item; b: B.Item"],
    ["b then a", "b: B.Item; a: A.Item"],
  ])("with one name are qualified by their modules, in any order: %s", (_order, members) => {
    const project = makeProject({
      "users/types.ts": "export interface Item { user: string }",
      "orders/types.ts": "export interface Item { order: string }",
      "api.ts": [
        'import { post, rootResource } from "bough";',
        'import type * as A from "./users/types.ts";',
        'import type * as B from "./orders/types.ts";',
        `interface T { ${members} }`,
        'export const api = rootResource({ x: post("x").request<T>() });',
      ].join("\r\n"),
    });
    try {
      expect(extractedFrom(project).schemas.components).toMatchObject({
        OrdersItem: { properties: { order: {} } },
        T: {
          properties: {
            a: { $ref: "#/components/schemas/UsersItem" },
            b: { $ref: "#/components/schemas/OrdersItem" },
          },
        },
        UsersItem: { properties: { user: {} } },
      });
    } finally {
      project.remove();
    }
  });

  test("are the same if the compiler has seen other types before", () => {
    const members = (order: string): string =>
      `interface T { p: Pick<All, ${order}>; r: Record<${order}, 1>; u: Exclude<${order} | 3, 3>; g: Box<${order}> }`;
    const project = makeProject({
      "all.ts":
        'export interface All { c: 1; a: "x" | "y"; b?: 2 }\nexport interface Box<V> { v: V | null }',
      "first.ts": 'export const first: ["y", "b", "c", "a", null] = ["y", "b", "c", "a", null];',
      "api.ts": [
        'import "./first.ts";',
        'import { post, rootResource } from "bough";',
        'import type { All, Box } from "./all.ts";',
        members('"c" | "a" | "b"'),
        'export const api = rootResource({ x: post("x").request<T>() });',
      ].join("\n"),
    });
    try {
      const { schemas } = extractedFrom(project);
      expect(extractedFrom(project, { check: false }).schemas).toEqual(schemas);
      project.write({
        "first.ts": 'export const first: ["a", "c", "x", "b"] = ["a", "c", "x", "b"];',
      });
      expect(JSON.stringify(extractedFrom(project).schemas)).toBe(JSON.stringify(schemas));
    } finally {
      project.remove();
    }
  });

  test("have the name of @schema; two types cannot have the same", () => {
    const named = ofType("/** @schema Person */ interface User { a: 1 }\ntype T = User[];");
    expect(Object.keys(named.schemas.components)).toEqual(["Person", "T"]);
    const { errors } = ofType(
      "/** @schema P */ interface A { a: 1 }\n/** @schema P */ interface B { b: 1 }\ninterface T { a: A; b: B }",
    );
    expect(errors).toEqual(["@schema P: several types have this name"]);
  });

  test("with arguments without names are numbered", () => {
    const { schemas } = ofType(
      "interface Box<V> { v: V }\ninterface T { a: Box<{ b: 1 }>; b: Box<{ a: 1 }> }",
    );
    expect(Object.keys(schemas.components)).toEqual(["BoxObject", "BoxObject2", "T"]);
  });
});

describe("the API that uses every feature", () => {
  test("has schemas for the bodies without one, and nothing to report", () => {
    const project = {
      folder: join(repository, "test"),
      write: () => undefined,
      remove: () => undefined,
    };
    const { schemas, ...report } = extractedFrom(project, { entry: "every-feature-api.ts" });
    expect(report).toEqual({ errors: [], warnings: [] });
    expect(Object.keys(schemas.components)).toEqual([
      "ApiError",
      "Draft",
      "Item",
      "ItemPage",
      "Json",
    ]);
    expect(schemas.endpoints["POST /v1/bodies/lines"]?.request).toEqual({
      "application/jsonl": { item: { $ref: "#/components/schemas/Json" } },
    });
    expect(schemas.endpoints["POST /v1/bodies/dated"]).toEqual({});
  });
});

describe("interfaces of arrays", () => {
  test("are arrays", () => {
    const { schemas, errors, warnings } = ofType(`
      type Json = string | JsonArray | { [name: string]: Json };
      interface JsonArray extends Array<Json> {}
      interface Names extends ReadonlyArray<string> {}
      interface List<V> extends Array<V> {}
      interface Longer extends List<number> {}
      interface T { a: JsonArray; b?: Names; c: List<boolean>; d: Longer }`);
    expect([errors, warnings]).toEqual([[], []]);
    expect(schemas.components).toMatchObject({
      JsonArray: { type: "array", items: { $ref: "#/components/schemas/Json" } },
      ListBoolean: { type: "array", items: { type: "boolean" } },
      Longer: { type: "array", items: { type: "number" } },
      Names: { type: "array", items: { type: "string" } },
      T: { properties: { a: { $ref: "#/components/schemas/JsonArray" } } },
    });
  });
});

describe("JSDoc", () => {
  test("of types of other packages may have tags in plain words", () => {
    const project = makeProject({
      "src/node_modules/other/package.json": '{ "name": "other", "types": "index.d.ts" }',
      "src/node_modules/other/index.d.ts": `
        export interface Options {
          /**
           * How many at once.
           * @default the number of cores
           * @example new Pool({ limit: 4 })
           * @minimum one
           * @maximum 8
           */
          limit: number; /** @format behind */ name: string;
          /**
           * @default the current locale
           * @example "de"
           */
          locale?: string;
        }`,
      "src/api.ts": `
        import { post, rootResource } from "bough";
        import type { Options } from "other";
        interface Own {
          /** @default the number of cores */
          limit: number;
        }
        export const api = rootResource({ x: post("x").request<Options>(), y: post("y").request<Own>() });`,
    });
    try {
      const { schemas, errors } = extractedFrom(project, { entry: "src/api.ts" });
      expect(errors).toEqual([
        "POST /y request, /limit: has @default the number of cores: expected JSON",
      ]);
      expect(schemas.components["Options"]?.["properties"]).toEqual({
        limit: {
          type: "number",
          description: [
            "How many at once.",
            "Default: the number of cores",
            "Example: new Pool({ limit: 4 })",
            "Minimum: one",
          ].join("\n\n"),
          maximum: 8,
        },
        name: { type: "string" },
        locale: { type: "string", default: "the current locale", examples: ["de"] },
      });
    } finally {
      project.remove();
    }
  });

  test("makes numbers of unions and of references integers", () => {
    const { schemas, errors } = ofType(`
      type Count = number;
      type Maybe = number | null;
      interface T {
        /** @integer */
        a: number | { b: 1 };
        /** @integer */
        c: Count;
        /** @integer */
        d: Maybe;
      }`);
    expect(errors).toEqual([]);
    expect(schemas.components["T"]?.["properties"]).toEqual({
      a: { anyOf: [{ type: "integer" }, expect.objectContaining({ type: "object" })] },
      c: { $ref: "#/components/schemas/Count", multipleOf: 1 },
      d: { $ref: "#/components/schemas/Maybe", multipleOf: 1 },
    });
  });

  test("of types and members becomes descriptions and keywords", () => {
    const { schemas, errors } = ofType(
      [
        "/**",
        " * A user.",
        " * @deprecated",
        " */",
        "interface T {",
        "  /**",
        "   * How many.",
        "   * @integer",
        "   * @minimum 1",
        "   * @default 20",
        "   * @example 3",
        "   */",
        "  count: number | null;",
        "  /**",
        "   * @pattern ^[a-z]{2}@x$",
        "   * @maxLength 4",
        "   */",
        "  code?: string;",
        "  /** @internal */",
        "  secret: string;",
        "  id: Id;",
        "}",
        "/** @format uuid */",
        "type Id = string;",
      ].join("\r\n"),
    );
    expect(errors).toEqual([]);
    expect(schemas.components).toEqual({
      Id: { type: "string", format: "uuid" },
      T: {
        type: "object",
        properties: {
          count: {
            type: ["integer", "null"],
            description: "How many.",
            minimum: 1,
            default: 20,
            examples: [3],
          },
          code: { type: "string", pattern: "^[a-z]{2}@x$", maxLength: 4 },
          secret: { type: "string", "x-internal": true },
          id: { $ref: "#/components/schemas/Id" },
        },
        required: ["count", "secret", "id"],
        description: "A user.",
        deprecated: true,
      },
    });
  });

  test.each([
    ["@minimum one", "number", "a number"],
    ["@maxLength 1.5", "string", "a whole number from 0"],
    ["@pattern (", "string", "a regular expression"],
    ["@minimum 1", "string", "a member of type number"],
    ["@integer", "string[]", "a member of type number"],
    ["@default {", "number", "JSON"],
    ["@format", "string", "the name of a format"],
  ])("%s on a %s is an error", (tag, type, expected) => {
    const { errors } = ofType(`interface T {\n/** ${tag} */\na: ${type} }`);
    expect(errors).toEqual([`POST /x request, /a: has ${tag}: expected ${expected}`]);
  });

  test("of the endpoint that an annotated root names is read", () => {
    const project = makeProject({
      "users.ts": `
        import { get } from "bough";
        /** Lists users. */
        export const listUsers = get("users").response<string>();
        /** Finds a user. */
        export const find = get("find").response<string>();`,
      "api.ts": `
        import { get, rootResource } from "bough";
        import type { Root } from "bough";
        import * as users from "./users.ts";
        import { listUsers as list } from "./users.ts";
        /** Says hello. */
        const foo = get("foo").response<string>();
        /** Says good bye. */
        const bar = get("bar").response<string>();
        export const api: Root<"v1", {
          foo: typeof foo;
          list: typeof list;
          find: typeof users.find;
          other: typeof import("./users.ts").find;
          /** Its own text. */
          bar: typeof bar;
        }> = rootResource("v1", { foo, list, find: users.find, other: users.find, bar });
        export const plain = rootResource("v2", { foo: foo, list: users.listUsers });`,
    });
    try {
      const { endpoints } = extractedFrom(project).schemas;
      expect(Object.entries(endpoints).map(([key, { summary }]) => [key, summary])).toEqual([
        ["GET /v1/bar", "Its own text."],
        ["GET /v1/find", "Finds a user."],
        ["GET /v1/foo", "Says hello."],
        ["GET /v1/users", "Lists users."],
        ["GET /v2/foo", "Says hello."],
        ["GET /v2/users", "Lists users."],
      ]);
    } finally {
      project.remove();
    }
  });

  test("of an endpoint becomes summary, description and deprecated", () => {
    const { schemas } = extracted(`
      import { get, rootResource, staticResource } from "bough";
      /** Not a list. */
      const find = get("one").response<string>();
      export const api = rootResource("v1", {
        users: staticResource("users", {
          /**
           * Lists users,
           * newest first.
           *
           * The first hundred.
           * @deprecated
           */
          list: get().response<string[]>(),
          find,
        }),
      });`);
    expect(schemas.endpoints["GET /v1/users"]).toMatchObject({
      summary: "Lists users, newest first.",
      description: "The first hundred.",
      deprecated: true,
    });
    expect(schemas.endpoints["GET /v1/users/one"]).toMatchObject({ summary: "Not a list." });
  });
});

const BIGINT =
  "which has no JSON form: write string, because JavaScript rounds large numbers in JSON";

describe("types without a JSON form", () => {
  test.each([
    ["Date", "has the type Date, which has no JSON form"],
    ["Map<string, 1>", "has the type Map<string, 1>, which has no JSON form"],
    ["bigint", `has the type bigint, ${BIGINT}`],
    ["number | bigint", `has the type bigint, ${BIGINT}`],
    ["void", "has the type void, which has no JSON form: write undefined"],
    ["symbol", "has the type symbol, which has no JSON form"],
    ["() => void", "is a function, which JSON cannot contain"],
    ["(string | undefined)[]", "can be undefined, which JSON turns into null", "/*"],
    [
      "{ toJSON(): string }",
      "has the type { toJSON(): string; }, whose toJSON() changes what is sent",
    ],
    ["Uppercase<string>", "has the type Uppercase<string>, which has no JSON form"],
    [
      "[...string[], 1]",
      "is a tuple with elements behind a rest element, which has no JSON Schema",
    ],
    ["string[] & { x: 1 }", "is an array with other members"],
    ["Rows } interface Rows extends Array<1> { total: 1", "is an array with other members"],
  ])("%s is a warning in an unchecked body, whose schema is {}", (type, text, at = "") => {
    const unchecked = ofType(`interface T { a: ${type} }`);
    expect(unchecked.warnings).toEqual([`POST /x request, /a${at}: ${text}. It is not validated`]);
    expect(unchecked.errors).toEqual([]);
    expect(requestOf(unchecked)).toEqual({ schema: {}, unchecked: true });
    expect(unchecked.schemas.components).toEqual({});
  });

  test("are errors in any other body, also if an unchecked body has the same type", () => {
    const { errors, warnings, schemas } = extracted(`
      import { post, rootResource, type } from "bough";
      import type { Body } from "bough";
      interface T { a: Date }
      declare const body: Body<T>;
      export const api = rootResource({
        a: post("a").request(type<T>({ unchecked: true })),
        b: post("b").request(body),
      });`);
    const text = "request, /a: has the type Date, which has no JSON form";
    expect(warnings).toEqual([`POST /a ${text}. It is not validated`]);
    expect(errors).toEqual([`POST /b ${text}`]);
    expect(schemas.components).toEqual({});
  });

  test("of optional members are named", () => {
    const { errors } = extracted(`
      import { post, rootResource } from "bough";
      import type { Body } from "bough";
      interface T { deleted?: void; list: { n?: number | bigint }[] }
      declare const body: Body<T>;
      export const api = rootResource({ b: post("b").request(body) });`);
    expect(errors).toEqual([
      "POST /b request, /deleted: has the type void, which has no JSON form: write undefined",
      `POST /b request, /list/*/n: has the type bigint, ${BIGINT}`,
    ]);
  });

  test("{} and types without members keep everything, which is a warning", () => {
    const source = `
      interface None {}
      interface T { a: {}; b: None | null; c: string & {}; d: Record<string, unknown>; e: object }`;
    const remedy =
      "which keeps every member of a value: declare its members, or write Record<string, unknown> if it keeps all of them";
    const texts = [
      `POST /x request, /a: has the type {}, ${remedy}`,
      `POST /x request, /b: has the type None, ${remedy}`,
    ];
    expect(ofType(source)).toMatchObject({ errors: [], warnings: texts });
    expect(ofType(source, { strict: true })).toMatchObject({ errors: texts, warnings: [] });
    const { warnings } = extracted(`
      import { get, rootResource } from "bough";
      export const api = rootResource({ a: get("a").response<{}>() });`);
    expect(warnings).toEqual([`GET /a response 200: has the type {}, ${remedy}`]);
  });

  test("any is a warning with its path, an error if strict; unknown is anything", () => {
    const source = "interface T { list: { meta: any; other: unknown }[] }";
    const text = "POST /x request, /list/*/meta: has the type any";
    expect(ofType(source)).toMatchObject({ errors: [], warnings: [text] });
    expect(ofType(source, { strict: true })).toMatchObject({ errors: [text], warnings: [] });
  });

  test("a tag in a comment that TypeScript does not read is an error", () => {
    const { errors } = ofType(`
      interface T { /** @integer @minimum 0 */ a: number; /** Prose. */ b: 1; /** @maximum 1 */ c: { d: 1 } }
      interface U {
        a: number; /** @minimum 1, said of a */
        /** @minimum 2 */
        b: number;
      }`);
    const text = "in a comment behind other code, which TypeScript does not read";
    expect(errors).toEqual(
      ["a: has @integer", "c: has @maximum"].map(
        (start) => `POST /x request, /${start} ${text}: write the comment in a line of its own`,
      ),
    );
  });

  test("patterns of templates need no more time for hostile texts", () => {
    const { schemas } = ofType(
      "interface T { a: `id-${number}`; b: `${number}${number}`; c: `${number}.${number}`; d: `${string}-${string}` }",
    );
    const properties = schemas.components["T"]?.["properties"] as Record<
      string,
      { pattern: string }
    >;
    // With repetitions that overlap, each of these takes minutes.
    for (const part of [" ", "1", "1.", ". ", "-"]) {
      const text = `${part.repeat(300_000)}x`;
      for (const { pattern } of Object.values(properties)) {
        expect(new RegExp(pattern, "u").test(`id-${text}\n-`)).toBe(pattern.includes("(?!"));
        if (part !== "-") expect(new RegExp(pattern, "u").test(text)).toBe(false);
      }
    }
  });

  test("typed parts have schemas by name, of each body that a part may be", () => {
    const { schemas } = extracted(`
      import { file, json, multipart, oneOfBodies, part, plainText, post, rootResource, string } from "bough";
      interface Meta { a: string }
      const parts = {
        meta: json<Meta>(),
        maybe: part(json<Meta>()).optional(),
        some: part(oneOfBodies(json<Meta>(), plainText())).list({ max: 2 }),
        note: oneOfBodies(json<Meta>(), plainText()),
        name: string(),
        picture: file(),
      };
      export const api = rootResource({ x: post("x").request(multipart(parts)) });`);
    const meta = { $ref: "#/components/schemas/Meta" };
    const note = { anyOf: [meta, { type: "string" }] };
    expect(schemas.endpoints["POST /x"]?.request).toEqual({
      "multipart/form-data": { parts: { maybe: meta, meta, note, some: note } },
    });
  });

  test("a generic that grows is an error that names endpoint and path", () => {
    const { errors } = ofType(
      "interface Nest<V> { v: V; next?: Nest<V[]> }\ninterface T { tree: Nest<string> }",
    );
    expect(errors).toEqual([
      "POST /x request, /tree: contains the generic Nest with ever new type arguments: stopped after 50",
    ]);
  });
});
