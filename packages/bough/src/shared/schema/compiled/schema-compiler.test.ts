import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../extracted-schemas.ts";
import { compiledSchema } from "./compiled-schema.ts";
import { DroppedNames, removedMembers } from "./removed-members.ts";
import { SchemaCompiler } from "./schema-compiler.ts";

interface Options {
  readonly answers?: boolean;
  readonly strips?: boolean;
  readonly components?: Record<string, JsonSchema>;
  readonly removed?: (names: ReadonlySet<string>) => void;
}

function run(schema: JsonSchema, value: unknown, options: Options = {}): unknown {
  const { answers = false, strips = false, components = {}, removed } = options;
  const compiler = new SchemaCompiler(components);
  return compiledSchema(schema, compiler, { answers, strips, removed })["~standard"].validate(
    value,
  );
}

/** Pointers and messages of the issues. */
function issues(schema: JsonSchema, value: unknown, options?: Options): string[] {
  const { issues: found = [] } = run(schema, value, options) as {
    issues?: readonly { path?: PropertyKey[]; message: string }[];
  };
  return found.map(({ path = [], message }) => `/${path.map(String).join("/")} ${message}`);
}

const text = { type: "string" };
const number = { type: "number" };
const user = {
  type: "object",
  properties: { id: text, name: text, age: number },
  required: ["id", "name"],
};

describe("a compiled schema", () => {
  test("gives the value itself if nothing is to be removed", () => {
    const value = { name: "Ada", id: "1" };
    expect(run(user, value)).toEqual({ value });
    expect((run(user, value) as { value: unknown }).value).toBe(value);
  });

  test("drops members that are not declared, in a copy", () => {
    const value = { id: "1", passwordHash: "x", name: "Ada" };
    const names: string[] = [];
    const removed = (found: ReadonlySet<string>): void => void names.push(...found);
    expect(run(user, value, { removed })).toEqual({ value: { id: "1", name: "Ada" } });
    expect(names).toEqual(["passwordHash"]);
    expect(value.passwordHash).toBe("x");
    expect(run({ type: "array", items: user }, [{ id: "0", name: "" }, value])).toEqual({
      value: [
        { id: "0", name: "" },
        { id: "1", name: "Ada" },
      ],
    });
  });

  test("keeps the names of at most 1,000 members that it drops, without copying the others", () => {
    const many = (count: number): object =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`x${at}`, at]));
    const found: number[] = [];
    const removed = (names: ReadonlySet<string>): void => void found.push(names.size);
    const list = [
      { id: "1", name: "n", ...many(900) },
      { id: "2", name: "n", ...many(5_000) },
    ];
    expect(run({ type: "array", items: user }, list, { removed })).toEqual({
      value: [
        { id: "1", name: "n" },
        { id: "2", name: "n" },
      ],
    });
    run(user, list[1], { removed });
    expect(found).toEqual([900, 1_000]);
    const dropped = new DroppedNames();
    const copy = {};
    dropped.add(copy, "a");
    const names = dropped.of(copy);
    dropped.add(copy, "b");
    expect(dropped.of(copy)).toBe(names);
  });

  test("looks at each type once per place when it names what it drops", () => {
    // Two alternatives that both contain the union: 2^40 ways to the member at the end.
    const node = { $ref: "#/components/schemas/Node" };
    const one = (kind: string): JsonSchema => ({
      type: "object",
      properties: { kind: { const: kind }, next: node },
      required: ["kind"],
    });
    const components = { Node: { anyOf: [one("a"), one("b")] } };
    const compiler = new SchemaCompiler(components);
    let steps = 0;
    const resolver = {
      resolve: (schema: JsonSchema) => {
        steps++;
        if (steps > 10_000) throw new Error("too many steps");
        return compiler.resolve(schema);
      },
    };
    const copy = { kind: "a" };
    let kept: object = copy;
    for (let level = 0; level < 40; level++) kept = { kind: "b", next: kept };
    const dropped = new DroppedNames();
    dropped.add(copy, "secret");
    const found = removedMembers(kept, dropped, { schema: node, resolver });
    expect(found).toEqual(new Map([["secret", new Set(["Node"])]]));
  });

  test("names what is wrong, and where", () => {
    expect(issues(user, { id: 1, age: "x" })).toEqual([
      "/id must be a string",
      "/age must be a number",
      "/name is missing",
    ]);
    expect(issues(user, [])).toEqual(["/ must be an object"]);
    expect(issues({ type: "array", items: text }, ["a", 1, null])).toEqual([
      "/1 must be a string",
      "/2 must be a string",
    ]);
    expect(issues({ type: ["string", "null"] }, 1)).toEqual(["/ must be a string or null"]);
    expect(issues({ type: "boolean" }, 1)).toEqual(["/ must be true or false"]);
    expect(issues({ type: "integer" }, 1.5)).toEqual(["/ must be an integer"]);
    expect(issues({ type: "string", enum: ["a", "b"] }, 5)).toEqual(['/ must be "a" or "b"']);
    expect(issues({ type: "string", const: "a" }, "b")).toEqual(['/ must be "a"']);
    expect(issues({ not: {} }, 1)).toEqual(["/ must be absent"]);
  });

  test("checks bounds", () => {
    const wrong: [JsonSchema, unknown, string][] = [
      [{ type: "string", minLength: 2 }, "\u{1f600}", "must have a length of at least 2"],
      [{ type: "string", maxLength: 1 }, "ab", "must have a length of at most 1"],
      [{ type: "string", pattern: "^a$" }, "b", "must match /^a$/u"],
      [{ type: "number", minimum: 1 }, 0, "must be at least 1"],
      [{ type: "number", maximum: 1 }, 2, "must be at most 1"],
      [{ type: "number", exclusiveMinimum: 1 }, 1, "must be greater than 1"],
      [{ type: "number", exclusiveMaximum: 1 }, 1, "must be less than 1"],
      [{ type: "number", multipleOf: 5 }, 6, "must be a multiple of 5"],
      [{ type: "array", minItems: 1 }, [], "must have at least 1 element"],
      [{ type: "array", maxItems: 2 }, [1, 2, 3], "must have at most 2 elements"],
      [
        { type: "array", uniqueItems: true },
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        "must not have an element twice",
      ],
      [{ type: "string", format: "uuid" }, "x", "must have the format uuid"],
    ];
    for (const [schema, value, message] of wrong) {
      expect(issues(schema, value)).toEqual([`/ ${message}`]);
    }
    expect(run({ type: "string", maxLength: 1 }, "\u{1f600}")).toEqual({ value: "\u{1f600}" });
    // A bound looks only at values of its kind.
    expect(run({ type: ["string", "null"], minLength: 2 }, null)).toEqual({ value: null });
  });

  test.each([
    ["uuid", "0190163D-8694-739b-aea5-966c26f8ad91", "0190163d8694739baea5966c26f8ad91"],
    ["date", "2024-02-29", "2023-02-29"],
    ["date", "0004-02-29", "0004-2-9"],
    ["time", "23:59:60Z", "24:00:00Z"],
    ["date-time", "2024-02-29T12:00:00.5+02:00", "2024-02-30T12:00:00Z"],
    ["date-time", "2024-02-29t12:00:00z", "2024-02-29_12:00:00Z"],
    ["email", "ada@example.test", "ada@"],
    ["time", "00:29:60+00:30", "00:00:60+00:30"],
    ["time", "20:59:60.5-03:00", "22:59:60Z"],
    ["uri", "urn:a:b", "/a b"],
    ["uri", "http://foo.com/blah_(wikipedia)_blah?q=Test%20URL#cite-1", "//foo.com/blah"],
    ["uri", "http://-.~_!$&'()*+,;=:%40:80%2f::::::@example.com", "https://example.com/%4"],
    ["uri", "ldap://[2001:db8::7]/c=GB?objectClass?one", "https://[@example.org/test.txt"],
    ["uri", "http://[::ffff:1.2.3.4]:80", "http://[::ffff:1.2.3.256]"],
    ["uri", "http://[1:2:3:4:5:6:7::]", "http://[1:2:3:4:5:6:7:8::]"],
    ["uri", "http://[v1.a:b]/", "http://[1::2::3]/"],
    ["uri", "mailto:a@b", "bar,baz:foo"],
    ["uri", "local:///a", "http://a:b/"],
    ["uri", "a:", "http:// a"],
    ["uri", "a:b", "\u212a:b"],
  ])("knows the format %s", (format, right, wrong) => {
    expect(issues({ type: "string", format }, right)).toEqual([]);
    expect(issues({ type: "string", format }, wrong)).toEqual([`/ must have the format ${format}`]);
  });

  test("has ASCII without controls in a URI (RFC 3986)", () => {
    const accepted = Array.from({ length: 0x1_0000 }, (_, code) =>
      String.fromCharCode(code),
    ).filter(
      (character) =>
        issues({ type: "string", format: "uri" }, `http://a/${character}`).length === 0,
    );
    expect(accepted.join("")).toBe(
      "!#$&'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~",
    );
  });

  test("reads a URI of millions of characters", () => {
    const long = `a://b/${"c/%20".repeat(2_000_000)}`;
    expect(issues({ type: "string", format: "uri" }, long)).toEqual([]);
    expect(issues({ type: "string", format: "uri" }, `${long} `)).toHaveLength(1);
  });

  test("decides multipleOf by decimal text", () => {
    const price = { type: "number", multipleOf: 0.01 };
    for (let cents = -1_000; cents <= 1_000; cents++) {
      expect([cents, issues(price, cents / 100)]).toEqual([cents, []]);
    }
    const wrong = ["/ must be a multiple of 0.01"];
    expect(issues(price, 0.075)).toEqual(wrong);
    expect(issues(price, 0.1 + 0.2)).toEqual(wrong);
    const rows: [number, number, boolean][] = [
      [9.6, 0.2, true],
      [4.35, 0.01, true],
      [12391239123, 1e-8, true],
      [1e-7, 1e-8, true],
      [1.5e-7, 1e-7, false],
      [1e21, 7, false],
      [7e21, 7, true],
      [1e308, 0.123456789, false],
      [1.7976931348623157e308, 5e-324, true],
      [5e-324, 1e308, false],
      [0, 0.1, true],
      [-0, 3, true],
      [-6, 3, true],
      [-7, 3, false],
      [2 ** 53, 3, false],
      [Number.NaN, 1, false],
    ];
    for (const [value, multipleOf, fits] of rows) {
      expect([value, multipleOf, issues({ multipleOf }, value).length === 0]).toEqual([
        value,
        multipleOf,
        fits,
      ]);
    }
  });

  test("does not take a list for an object in uniqueItems", () => {
    const list = { type: "array", uniqueItems: true };
    expect(issues(list, [{ a: 1 }, [["a", 1]], {}, []])).toEqual([]);
    expect(issues(list, [{}, { a: 1 }, {}])).toHaveLength(1);
  });

  test("checks the type beside a reference, allOf and literals", () => {
    const whole = { type: "integer" };
    expect(issues({ allOf: [{ type: "number" }], ...whole }, 1.5)).toEqual([
      "/ must be an integer",
    ]);
    const components = { Id: { type: ["number", "null"] } };
    const id = { $ref: "#/components/schemas/Id", ...whole };
    expect(issues(id, null, { components })).toEqual(["/ must be an integer"]);
    expect(issues(id, 1, { components })).toEqual([]);
    const literals = { type: "integer", enum: [1, 1.5, "a", 2] };
    expect(issues(literals, 2)).toEqual([]);
    expect(issues(literals, 1.5)).toEqual(["/ must be 1 or 2"]);
    expect(issues({ anyOf: [literals, text] }, 1.5)).toEqual(["/ must be 1 or 2"]);
  });

  test.each<[JsonSchema, string]>([
    [{ anyOf: [text], type: "string" }, 'the keyword "type" beside "anyOf"'],
    [{ const: 1, properties: {} }, 'the keyword "properties" beside "const"'],
    [{ const: 1, enum: [1] }, 'the keyword "enum" beside "const"'],
    [{ enum: [1], items: {} }, 'the keyword "items" beside "enum"'],
    [{ enum: [1], anyOf: [text] }, 'the keyword "anyOf" beside "enum"'],
    [{ const: 1, allOf: [text] }, 'the keyword "allOf" beside "const"'],
    [{ enum: ["a"], $ref: "#/components/schemas/Tree" }, 'the keyword "$ref" beside "enum"'],
    [{ not: text }, 'the keyword "not" with a schema'],
    [{ enum: [1, {}] }, "a list or an object as a literal"],
    [{ const: [] }, "a list or an object as a literal"],
    [{ type: "object", additionalProperties: false }, "false in the place of a schema"],
    [{ type: "array", items: false }, "false in the place of a schema"],
    [{ type: "object", properties: { a: true } }, "true in the place of a schema"],
    [{ type: "object", properties: { a: { anyOf: [{ oneOf: [] }] } } }, 'the keyword "oneOf"'],
  ])("throws for %j, which it would not check", (schema, fault) => {
    expect(() => run(schema, 1)).toThrow(
      new TypeError(`the schemas have ${fault}, which bough schemas does not write`),
    );
  });

  test("ignores formats that it does not know", () => {
    expect(run({ type: "string", format: "colour" }, "x")).toEqual({ value: "x" });
  });

  test("keeps members of index signatures and of anything", () => {
    const open = { type: "object", properties: { a: text }, additionalProperties: number };
    expect(run(open, { a: "x", b: 1 })).toEqual({ value: { a: "x", b: 1 } });
    expect(issues(open, { a: "x", b: "y" })).toEqual(["/b must be a number"]);
    const data = { type: "object", patternProperties: { "^data-": number } };
    expect(run(data, { "data-a": 1, other: 2 })).toEqual({ value: { "data-a": 1 } });
    const both = {
      type: "object",
      patternProperties: {
        "^a": { type: "object", properties: { x: {} } },
        a$: { type: "object", properties: { y: {} } },
      },
    };
    expect(run(both, { a: { x: 1, y: 2, z: 3 } })).toEqual({ value: { a: { x: 1, y: 2 } } });
    const held = { anything: { deep: true } };
    expect(run({ type: "object", properties: { held: {} } }, { held })).toEqual({
      value: { held },
    });
    expect(run({ type: ["object", "array"] }, held)).toEqual({ value: held });
  });

  test("checks tuples", () => {
    const tuple = { type: "array", prefixItems: [text, user], minItems: 1, items: number };
    expect(run(tuple, ["a"])).toEqual({ value: ["a"] });
    expect(run(tuple, ["a", { id: "", name: "", x: 1 }, 3])).toEqual({
      value: ["a", { id: "", name: "" }, 3],
    });
    expect(issues(tuple, [1, {}, "x"])).toEqual([
      "/0 must be a string",
      "/1/id is missing",
      "/1/name is missing",
      "/2 must be a number",
    ]);
    expect(issues(tuple, [])).toEqual(["/ must have at least 1 element"]);
  });

  test("refuses a keyword that is never written, and a component that is not there", () => {
    expect(() => run({ if: {} }, 1)).toThrow(
      'the schemas have the keyword "if", which bough schemas does not write',
    );
    expect(() => run({ $ref: "#/components/schemas/toString" }, 1)).toThrow(
      "the schemas have no component #/components/schemas/toString: run bough schemas",
    );
  });

  test("knows which of many members are required", () => {
    const names = Array.from({ length: 70 }, (_, place) => `m${place}`);
    const required = names.filter((_, place) => place % 3 === 0);
    const properties = Object.fromEntries(names.map((name) => [name, text]));
    const wide = { type: "object", properties, required };
    const whole = Object.fromEntries(names.map((name) => [name, ""]));
    expect(issues(wide, whole)).toEqual([]);
    for (const name of names) {
      const { [name]: _, ...others } = whole;
      expect(issues(wide, others)).toEqual(required.includes(name) ? [`/${name} is missing`] : []);
    }
  });

  test("does not count inherited members", () => {
    expect(issues(user, Object.create({ id: "1", name: "n" }))).toEqual([
      "/id is missing",
      "/name is missing",
    ]);
    const tagged = {
      anyOf: ["a", "b"].map((kind) => ({
        type: "object",
        properties: { kind: { const: kind } },
        required: ["kind"],
      })),
    };
    expect(issues(tagged, { kind: "a" })).toEqual([]);
    expect(issues(tagged, Object.create({ kind: "a" }))).toEqual(["/kind is missing"]);
  });

  test("notes at most 100 issues", () => {
    const list = Array.from({ length: 1_000 }, () => 1);
    expect(issues({ type: "array", items: text }, list)).toHaveLength(100);
  });
});

describe("alternatives", () => {
  const a = {
    type: "object",
    properties: { kind: { const: "a" }, x: number },
    required: ["kind", "x"],
  };
  const b = { type: "object", properties: { kind: { const: "b" }, y: text }, required: ["kind"] };
  const tagged = { anyOf: [a, { type: "null" }, b] };

  test("report only the alternative that the tag names", () => {
    expect(run(tagged, { kind: "b", y: "", x: 1 })).toEqual({ value: { kind: "b", y: "" } });
    expect(issues(tagged, { kind: "a" })).toEqual(["/x is missing"]);
    expect(issues(tagged, { kind: "c" })).toEqual(['/kind must be "a" or "b"']);
    expect(issues(tagged, {})).toEqual(["/kind is missing"]);
    expect(issues(tagged, 1)).toEqual(["/ must be null or an object"]);
    expect(run(tagged, null)).toEqual({ value: null });
  });

  test("find the tag in unions of unions", () => {
    const components = { Both: { anyOf: [a, b] } };
    const c = { type: "object", properties: { kind: { enum: ["c", "d"] } }, required: ["kind"] };
    const nested = { anyOf: [{ $ref: "#/components/schemas/Both" }, c] };
    expect(issues(nested, { kind: "a" }, { components })).toEqual(["/x is missing"]);
    expect(run(nested, { kind: "d", x: 1 }, { components })).toEqual({ value: { kind: "d" } });
  });

  test("keep the members of every alternative that accepts", () => {
    const named = { type: "object", properties: { name: text }, required: ["name"] };
    const aged = {
      type: "object",
      properties: { age: number, in: { type: "object", properties: { p: text } } },
    };
    const other = {
      type: "object",
      properties: { in: { type: "object", properties: { q: text } } },
    };
    const union = { anyOf: [named, aged, other] };
    expect(run(union, { age: 1, x: 2, name: "n", in: { p: "", r: 1, q: "" } })).toEqual({
      value: { age: 1, name: "n", in: { p: "", q: "" } },
    });
    expect(run(union, { age: "x", name: "n" })).toEqual({ value: { name: "n" } });
    expect(issues({ anyOf: [named, { ...aged, required: ["age"] }] }, {})).toEqual([
      "/ must fit one of the declared alternatives",
    ]);
  });

  test("report the only alternative of a kind", () => {
    expect(issues({ anyOf: [{ type: ["string", "null"] }, user] }, { id: "1" })).toEqual([
      "/name is missing",
    ]);
  });

  test("all apply under allOf", () => {
    const all = {
      allOf: [
        { type: "object", properties: { a: text } },
        { type: "object", additionalProperties: { type: ["string", "number"] } },
      ],
    };
    expect(run(all, { a: "x", b: 1 })).toEqual({ value: { a: "x", b: 1 } });
    expect(issues(all, { a: 1, b: true })).toEqual([
      "/a must be a string",
      "/b must be a string or a number",
    ]);
  });
});

describe("answers", () => {
  const answers = { answers: true };

  test("are judged as JSON.stringify sees them", () => {
    class Account {
      readonly id = "1";
      readonly #secret = "s";
      get name(): string {
        return this.#secret;
      }
    }
    expect(issues(user, new Account(), answers)).toEqual(["/name is missing"]);
    const date = new Date(0);
    expect(
      run(user, { id: date, name: new String("n"), age: undefined, f: undefined }, answers),
    ).toEqual({
      value: { id: "1970-01-01T00:00:00.000Z", name: "n" },
    });
    expect(issues(user, { id: () => "", name: Symbol("n") }, answers)).toEqual([
      "/id is missing",
      "/name is missing",
    ]);
    expect(
      run({ type: "array", items: { type: ["null", "number"] } }, [undefined, 1], answers),
    ).toEqual({ value: [null, 1] });
    expect(issues(user, undefined, answers)).toEqual(["/ is missing"]);
    const inherited = Object.create({ name: "n" }) as object;
    expect(issues(user, Object.assign(inherited, { id: "1" }), answers)).toEqual([
      "/name is missing",
    ]);
  });

  test("are sent as they were checked, whatever getters and toJSON do later", () => {
    const changing = (first: unknown, later: unknown): object => {
      let reads = 0;
      return Object.defineProperty({}, "id", {
        enumerable: true,
        configurable: true,
        get: () => (reads++ === 0 ? first : later),
      });
    };
    const secret = { hash: "secret" };
    const id = { type: "object", properties: { id: text }, required: ["id"] };
    const other = { type: "object", properties: { id: text, n: number } };
    const schemas = [
      id,
      { ...id, patternProperties: {} },
      { anyOf: [id, other] },
      { allOf: [id, other] },
    ];
    const sent = (schema: JsonSchema, value: unknown): string => {
      const result = run(schema, value, answers) as { value?: unknown };
      return JSON.stringify(result.value);
    };
    for (const schema of schemas) {
      const list = { type: "array", items: schema };
      expect(sent(schema, changing("1", secret))).toBe('{"id":"1"}');
      expect(sent(list, [Object.assign(changing("1", secret), { hash: "x" })])).toBe(
        '[{"id":"1"}]',
      );
      let asked = 0;
      const moody = new Proxy(
        { id: "1" },
        { get: (_, name) => (name === "id" && asked++ === 0 ? "1" : undefined) },
      );
      expect(sent(schema, moody)).toBe('{"id":"1"}');
      // JSON.stringify does not ask what toJSON returned for its own toJSON.
      const twice = {
        toJSON: () => Object.assign(Object.create({ toJSON: () => secret }) as object, { id: "1" }),
      };
      expect(sent(schema, twice)).toBe('{"id":"1"}');
      expect(sent(list, [twice, { toJSON: () => ({ id: "2", toJSON: () => secret }) }])).toBe(
        '[{"id":"1"},{"id":"2"}]',
      );
      expect(
        sent(schema, { id: { toJSON: () => Object.assign(["x"], { toJSON: () => "1" }) } }),
      ).toBe(undefined);
    }
    const strips = { answers: true, strips: true };
    const stripped = run(id, Object.assign(changing("1", secret), { n: 1, hash: "x" }), strips);
    expect(JSON.stringify(stripped)).toBe('{"value":{"id":"1"}}');
  });

  test.each<[string, JsonSchema]>([
    ["an object", user],
    ["alternatives", { anyOf: [user, { type: "object", properties: { id: text, age: number } }] }],
    ["a tag", { anyOf: [user, { ...user, properties: { id: { const: 1 } }, required: ["id"] }] }],
  ])("ask %s once, also if members are dropped or it is refused", (_, schema) => {
    for (const strips of [false, true]) {
      const options = { answers: true, strips, removed: () => undefined };
      const { validate } = compiledSchema(schema, new SchemaCompiler({}), options)["~standard"];
      for (const name of ["n", "n", 1, { toJSON: () => "n" }, "n"]) {
        const asked: string[] = [];
        const noted = (member: string, value: unknown): object => ({
          enumerable: true,
          get: () => (asked.push(member), value),
        });
        const date = { toJSON: () => String(asked.push("toJSON") > 0 ? 1 : 0) };
        const value = Object.defineProperties(
          {},
          {
            hash: noted("hash", "secret"),
            id: noted("id", date),
            name: noted("name", name),
            age: noted("age", () => 1),
          },
        );
        const result = JSON.stringify(validate(value));
        expect(result).not.toContain("secret");
        expect(asked).toEqual([...new Set(asked)]);
        expect(asked).toEqual(expect.arrayContaining(["hash", "id", "name", "toJSON"]));
      }
    }
  });

  test("need members that JSON.stringify writes, also after one with members to drop", () => {
    const validator = compiledSchema(user, new SchemaCompiler({}), {
      answers: true,
      strips: false,
      removed: undefined,
    })["~standard"];
    const whole = { hash: "x", id: "1", name: "n" };
    for (let count = 0; count < 2; count++) {
      expect(validator.validate(whole)).toEqual({ value: { id: "1", name: "n" } });
      expect(validator.validate({ ...whole, name: () => "n" })).toEqual({
        issues: [{ path: ["name"], message: "is missing" }],
      });
    }
  });

  test("may have undeclared members without an end", () => {
    const entity: Record<string, unknown> = { id: "1", name: "n" };
    entity["children"] = [{ parent: entity }];
    expect(run(user, entity, answers)).toEqual({ value: { id: "1", name: "n" } });
    const names: string[] = [];
    const removed = (found: ReadonlySet<string>): void => void names.push(...found);
    expect(run(user, entity, { ...answers, removed })).toEqual({ value: { id: "1", name: "n" } });
    expect(names).toEqual(["children"]);
  });

  test("without an end are refused", () => {
    const circle: Record<string, unknown> = { id: "1", name: "n" };
    circle["more"] = { up: circle, again: circle };
    const open = { ...user, properties: { ...user.properties, more: {} } };
    expect(issues(open, circle, answers)).toEqual(["/ must not be nested deeper than 500 levels"]);
  });

  test("keep what the codec refuses", () => {
    const map = new Map([[1, 2]]);
    expect(run({}, { map, list: [undefined], n: Number.NaN }, answers)).toEqual({
      value: { map, list: [undefined], n: Number.NaN },
    });
    expect(run({}, { f: () => 1, s: Symbol("s"), b: 1n }, answers)).toEqual({ value: { b: 1n } });
    const data = JSON.parse('{"__proto__":{"a":[1]}}') as object;
    expect(JSON.stringify((run({}, data, answers) as { value: object }).value)).toBe(
      '{"__proto__":{"a":[1]}}',
    );
  });

  test("are what toJSON gave, which is asked once", () => {
    let asked = 0;
    const toJSON = (): object => ({ id: String(++asked), name: "n", secret: "s" });
    expect(
      run({ anyOf: [user, { type: "object", properties: { id: text } }] }, { toJSON }, answers),
    ).toEqual({
      value: { id: "1", name: "n" },
    });
    expect(run({ type: "array", items: user }, [{ toJSON }], answers)).toEqual({
      value: [{ id: "2", name: "n" }],
    });
  });

  test("that do not fit are stripped on request", () => {
    const strips = { answers: true, strips: true };
    const list = {
      type: "object",
      properties: { items: { type: "array", items: user }, of: { anyOf: [user, text] } },
    };
    expect(
      run(
        list,
        { items: [{ id: "1", name: "n", age: [7], hash: "x" }, { hash: "y" }], of: 7, hash: "z" },
        strips,
      ),
    ).toEqual({
      value: { items: [{ id: "1", name: "n" }, {}] },
      misfits: [
        { path: ["items", 0, "age"], message: "must be a number" },
        { path: ["items", 1, "id"], message: "is missing" },
        { path: ["items", 1, "name"], message: "is missing" },
        { path: ["of"], message: "must be a string or an object" },
      ],
    });
    const wrong: [unknown, string][] = [
      [[{ id: "1", name: "n" }], "/ must be an object"],
      [{ items: [5] }, "/items/0 must be an object"],
      [{ items: [{ id: 1, name: "n" }] }, "/items/0/id must be a string"],
      [{ of: { id: { hash: "x" }, name: "n" } }, "/of/id must be a string"],
    ];
    for (const [value, issue] of wrong) expect(issues(list, value, strips)).toEqual([issue]);
    const bounds = { type: "object", properties: { n: { type: "integer", maximum: 1 } } };
    expect(run(bounds, { n: 1.5, hash: "x" }, strips)).toMatchObject({ value: { n: 1.5 } });
    const tagged = {
      anyOf: [
        { type: "object", properties: { k: { const: 1 }, a: text }, required: ["k"] },
        { type: "object", properties: { k: { const: 2 }, b: text }, required: ["k"] },
      ],
    };
    expect(run(tagged, { k: 3, a: "", b: "", hash: "x" }, strips)).toMatchObject({
      value: { k: 3, a: "", b: "" },
    });
    expect((run(tagged, { k: 3, hash: "x" }, strips) as { value: object }).value).toEqual({ k: 3 });
    const open = {
      anyOf: [{ ...user }, { type: "object", properties: { age: number }, required: ["age"] }],
    };
    expect(run(open, { id: "1", name: "n", age: "x", hash: "x" }, strips)).toMatchObject({
      value: { id: "1", name: "n" },
    });
    expect(issues(open, { id: 1, name: "n", hash: "x" }, strips)).toEqual([
      "/ must fit one of the declared alternatives",
    ]);
  });
});

describe("hostile values", () => {
  const reference = { $ref: "#/components/schemas/Tree" };
  const tree = {
    type: "object",
    properties: { next: reference, list: { type: "array", items: reference } },
  };
  const components = { Tree: tree };

  function deep(levels: number): object {
    let value: object = {};
    for (let level = 0; level < levels; level++) value = { next: value };
    return value;
  }

  test("may be 500 levels deep, not more", () => {
    const value = deep(450);
    for (const answers of [false, true]) {
      expect(run(reference, value, { components, answers })).toEqual({ value });
      const [issue, more] = issues(reference, deep(10_000), { components, answers });
      expect(issue).toMatch(/must not be nested deeper than 500 levels$/);
      expect(more).toBeUndefined();
    }
  });

  test("have their paths beside a value of a type that only refers to itself", () => {
    const endless = { $ref: "#/components/schemas/Endless" };
    const schema = {
      type: "object",
      properties: { a: { type: "object", properties: { b: text } }, c: endless },
    };
    expect(issues(schema, { a: { b: 1 }, c: 1 }, { components: { Endless: endless } })).toEqual([
      "/a/b must be a string",
      "/c must not be nested deeper than 500 levels",
    ]);
  });

  test("may contain themselves", () => {
    const circle: Record<string, unknown> = {};
    circle["next"] = circle;
    circle["list"] = [circle, circle, circle];
    for (const strips of [false, true]) {
      expect(issues(reference, circle, { components, answers: true, strips })).toHaveLength(1);
    }
  });

  test("are checked once by alternatives of alternatives", () => {
    const one = { type: "object", properties: { next: reference, a: text } };
    const other = { type: "object", properties: { next: reference, b: text } };
    const ambiguous = { Tree: { anyOf: [one, other, { ...one, required: ["a"] }] } };
    const value = deep(60);
    expect(run(reference, value, { components: ambiguous })).toEqual({ value });
    const wrong = JSON.parse(JSON.stringify(value).replace("{}", '{"a":1,"b":1}')) as unknown;
    for (const strips of [false, true]) {
      const found = run(reference, wrong, { components: ambiguous, strips }) as object;
      expect("misfits" in found).toBe(strips);
    }
    expect(issues(reference, wrong, { components: ambiguous })).toEqual([
      "/ must fit one of the declared alternatives",
    ]);
    for (const answers of [false, true]) {
      expect(issues(reference, deep(10_000), { components: ambiguous, answers })).toHaveLength(1);
    }
    const circle: Record<string, unknown> = {};
    circle["next"] = circle;
    expect(
      issues(reference, circle, { components: ambiguous, answers: true, strips: true }),
    ).toHaveLength(1);
  });

  test("cannot set a prototype", () => {
    const value = JSON.parse(
      '{"id":"1","name":"n","__proto__":{"polluted":true},"extra":1}',
    ) as object;
    const open = { ...user, additionalProperties: {} };
    const { value: kept } = run({ ...open }, { ...value }) as { value: object };
    expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
    const declared = {
      type: "object",
      properties: JSON.parse('{"__proto__":{"type":"object","properties":{"a":{}}}}') as object,
    };
    const given = JSON.parse('{"x":1,"__proto__":{"a":1,"b":2}}') as object;
    const { value: copy } = run(declared, given) as { value: object };
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"a":1}}');
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(
      issues({ type: "object", properties: { toString: text }, required: ["toString"] }, {}),
    ).toEqual(["/toString is missing"]);
    expect(run(user, { ...value })).toEqual({ value: { id: "1", name: "n" } });
  });

  test("may be recursive references that say nothing", () => {
    expect(issues(reference, 1, { components: { Tree: reference } })).toEqual([
      "/ must not be nested deeper than 500 levels",
    ]);
    const union = { Tree: { anyOf: [reference, reference] } };
    expect(issues(reference, {}, { components: union })).toHaveLength(1);
  });
});
