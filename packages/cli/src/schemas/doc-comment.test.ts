import { describe, expect, test } from "vitest";
import {
  extracted,
  extractedFrom,
  makeProject,
  ofType,
} from "../../../../test/support/extracted.ts";

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
