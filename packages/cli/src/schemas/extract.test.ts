import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  extracted,
  extractedFrom,
  makeProject,
  ofType,
} from "../../../../test/support/extracted.ts";
import { repository } from "../../../../test/support/staged-package.ts";

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
    import { get, plainText, rootResource, type } from "bough";
    import { namedEvents } from "bough/existing";
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
