// The values are judged by Ajv, which has no part in making them.
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test, vi } from "vitest";
import type { Schema } from "./keywords.ts";
import type { Components } from "./schema-reader.ts";
import { NotGenerated } from "./not-generated.ts";
import { schemaValues, type SchemaValues } from "./schema-values.ts";
import { simplePattern } from "./strings.ts";
import { violationsOf } from "./violations.ts";

const components: Components = {
  User: {
    type: "object",
    properties: {
      id: { type: "string", format: "uuid" },
      name: { type: "string", minLength: 1, maxLength: 50 },
      age: { type: "integer", minimum: 0, exclusiveMaximum: 150 },
      tags: { type: "array", items: { type: "string" }, maxItems: 3, uniqueItems: true },
      role: { enum: ["admin", "owner", null] },
      friends: { type: "array", items: { $ref: "#/components/schemas/User" } },
    },
    required: ["id", "name"],
    additionalProperties: false,
  },
  Tree: {
    type: "object",
    properties: { left: { $ref: "#/components/schemas/Tree" }, value: { type: "number" } },
    required: ["value"],
  },
  Chain: {
    type: "object",
    properties: {
      next: { anyOf: [{ $ref: "#/components/schemas/Chain" }, { type: "null" }] },
    },
    required: ["next"],
  },
  Endless: {
    type: "object",
    properties: { next: { $ref: "#/components/schemas/Endless" } },
    required: ["next"],
  },
};

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const SCHEMAS: readonly (readonly [string, Schema])[] = [
  ["a user", ref("User")],
  ["a tree", ref("Tree")],
  ["a chain that must end", ref("Chain")],
  ["an integer without bounds", { type: "integer" }],
  ["a number between bounds", { type: "number", exclusiveMinimum: 0, maximum: 1 }],
  ["a multiple", { type: "number", multipleOf: 0.01, minimum: 0, maximum: 10 }],
  ["a long string", { type: "string", minLength: 1_200, maxLength: 1_300 }],
  ["a short string", { type: "string", maxLength: 2 }],
  ["a pattern", { type: "string", pattern: "^[a-z]{2,4}-\\d+$" }],
  ["a pattern with assertions", { type: "string", pattern: "^(?=.*\\d)\\b[a-z0-9]{4,8}\\b$" }],
  ["a pattern with a back reference", { type: "string", pattern: "^(a|b)\\1?$" }],
  ["a pattern with Unicode letters", { type: "string", pattern: "^\\p{Lu}[\\p{L}\\p{N} ]{1,5}$" }],
  [
    "an object without a member",
    { type: "object", properties: { a: { type: "null" }, never: { not: {} } }, required: ["a"] },
  ],
  ["a pattern without anchors", { type: "string", pattern: "v\\d" }],
  ["two patterns", { allOf: [{ type: "string", pattern: "^a" }, { pattern: "b$" }] }],
  [
    "an array of a length",
    { type: "array", items: { type: "boolean" }, minItems: 25, maxItems: 26 },
  ],
  [
    "a tuple",
    {
      type: "array",
      prefixItems: [{ type: "string" }, { type: "integer" }],
      items: false,
      minItems: 2,
    },
  ],
  ["a record", { type: "object", additionalProperties: { type: "integer" }, minProperties: 1 }],
  [
    "a record with patterns",
    {
      type: "object",
      patternProperties: { "^x-": { type: "string" } },
      additionalProperties: false,
    },
  ],
  [
    "alternatives",
    {
      anyOf: [
        { type: "string", const: "all" },
        { type: "integer", minimum: 1 },
      ],
    },
  ],
  [
    "one of several",
    {
      oneOf: [
        { type: "object", properties: { kind: { const: "a" } }, required: ["kind"] },
        {
          type: "object",
          properties: { kind: { const: "b" }, size: { type: "integer" } },
          required: ["kind"],
        },
      ],
    },
  ],
  [
    "all of several",
    {
      allOf: [
        ref("Tree"),
        {
          type: "object",
          properties: { name: { type: "string", minLength: 2 } },
          required: ["name"],
        },
      ],
    },
  ],
  ["a type or null", { type: ["string", "null"], maxLength: 5 }],
  ["not a value", { type: "integer", minimum: 0, maximum: 3, not: { const: 2 } }],
  ["anything", {}],
  ...[
    "date",
    "time",
    "date-time",
    "email",
    "uuid",
    "uri",
    "hostname",
    "ipv4",
    "ipv6",
    "duration",
  ].map((format) => [`a ${format}`, { type: "string", format }] as const),
];

function judge(schema: Schema): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });
  ajv.addSchema({ $id: "all:", components: { schemas: components } });
  const text = JSON.stringify(schema).replaceAll('"#/', '"all:#/');
  return ajv.compile(JSON.parse(text) as object);
}

const made = (values: SchemaValues, schema: Schema, numRuns = 300): unknown[] =>
  values.fc.sample(values.valid(schema), { seed: 7, numRuns });

describe.each(["plain", "odd"] as const)("%s values", (style) => {
  test.each(SCHEMAS)("of %s fit", async (_, schema) => {
    const values = await schemaValues({ components, style });
    const isValid = judge(schema);
    expect(made(values, schema).filter((value) => !isValid(value))).toEqual([]);
    expect([...values.leftOut.keys()]).toEqual([]);
  });

  test("are the same for the same seed", async () => {
    const [one, other] = await Promise.all([1, 2].map(() => schemaValues({ components, style })));
    expect(one?.one(ref("User"), 5)).toEqual(other?.one(ref("User"), 5));
  });
});

describe("odd values", () => {
  test("include the bounds, and objects with all and with only the required members", async () => {
    const values = await schemaValues({ components, style: "odd" });
    const users = made(values, ref("User"), 1_000) as { name: string; age?: number }[];
    const lengths = new Set(users.map(({ name }) => [...name].length));
    expect(lengths.has(1) && lengths.has(50)).toBe(true);
    const ages = new Set(users.map(({ age }) => age));
    expect([0, 149].every((age) => ages.has(age))).toBe(true);
    const counts = new Set(users.map((user) => Object.keys(user).length));
    expect([2, 6].every((count) => counts.has(count))).toBe(true);
    expect(users.some(({ name }) => /[^\0-\x7f]/u.test(name))).toBe(true);
  });

  test("reach every alternative", async () => {
    const values = await schemaValues({ components, style: "odd" });
    const schema = {
      anyOf: [{ type: "string" }, { type: "integer" }, { type: "null" }, ref("Tree")],
    };
    expect(new Set(made(values, schema).map((value) => typeof value))).toEqual(
      new Set(["string", "number", "object"]),
    );
  });

  test("contain themselves four times at most", async () => {
    const values = await schemaValues({ components, style: "odd" });
    const depthOf = (tree: unknown): number =>
      typeof tree === "object" && tree !== null
        ? 1 + depthOf((tree as { left?: unknown }).left)
        : 0;
    const deepest = Math.max(...made(values, ref("Tree")).map(depthOf));
    expect(deepest).toBeGreaterThan(2);
    expect(deepest).toBeLessThanOrEqual(5);
  });

  test("shrink to the smallest that fails, which fits", async () => {
    const values = await schemaValues({ components, style: "odd" });
    const result = values.fc.check(
      values.fc.property(values.valid(ref("User")), (user) => !JSON.stringify(user).includes("a")),
      { seed: 3, numRuns: 1_000 },
    );
    const [smallest] = result.counterexample ?? [];
    expect(judge(ref("User"))(smallest)).toBe(true);
    expect(JSON.stringify(smallest).length).toBeLessThan(80);
  });
});

describe("a schema without values", () => {
  test.each([
    ["false", false, "the schema accepts no value"],
    ["an endless one", ref("Endless"), "every value of Endless contains another one"],
    [
      "bounds that cross",
      { type: "integer", minimum: 3, maximum: 2 },
      "no number is between 3 and 2",
    ],
  ] as const)("throws: %s", async (_, schema, message) => {
    const values = await schemaValues({ components, style: "odd" });
    expect(() => made(values, schema, 1)).toThrow(new NotGenerated(message));
  });

  test("names the pattern that no string is found for, and takes a declared example instead", async () => {
    const values = await schemaValues({ components, style: "odd" });
    const schema = { type: "string", pattern: "^(?=abc)(?=.{9}$)(?!.*x)abc.*(\\d)y\\1{3}$" };
    const error = (() => {
      try {
        return made(values, schema, 1);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toMatchObject({ name: "NotGenerated", pattern: schema.pattern });
    expect(made(values, { ...schema, examples: ["abc01y111"] }, 1)).toEqual(["abc01y111"]);
  });
});

describe("violations", () => {
  test.each(SCHEMAS.filter(([name]) => name !== "anything"))(
    "of %s are refused",
    async (_, schema) => {
      const values = await schemaValues({ components, style: "odd" });
      const isValid = judge(schema);
      const violations = violationsOf(schema, values);
      expect(violations.length).toBeGreaterThan(0);
      for (const { rule, values: broken } of violations) {
        const accepted = values.fc.sample(broken, { seed: 1, numRuns: 20 }).filter(isValid);
        // Ajv does not check formats here.
        if (rule !== "format") expect(accepted).toEqual([]);
      }
    },
  );

  test("of a large schema that another alternative accepts are given up soon", async () => {
    const objectOf = (depth: number): Schema => ({
      type: "object",
      properties: Object.fromEntries(
        Array.from({ length: 10 }, (_, index) => [
          `member${index}`,
          depth === 0 ? { type: "integer" } : objectOf(depth - 1),
        ]),
      ),
    });
    const values = await schemaValues({ components, style: "odd" });
    const judged = vi.spyOn(values.validator, "misfitOf");
    const found = violationsOf({ anyOf: [objectOf(2), { type: "object" }] }, values);
    expect(found.map(({ pointer, rule }) => `${pointer} ${rule}`)).toEqual([" type"]);
    // Six types are tried at each of 1,111 places, and then values of the whole.
    expect(judged.mock.calls.length).toBeLessThan(10_000);
  });

  test("name what they break, and stay refused when they shrink", async () => {
    const values = await schemaValues({ components, style: "odd" });
    const violations = violationsOf(ref("User"), values);
    const named = violations.map(({ pointer, rule }) => `${pointer} ${rule}`);
    expect(named).toEqual(
      expect.arrayContaining([
        "/id required",
        "/id type",
        "/name bound",
        "/age bound",
        "/role enum",
      ]),
    );
    const isValid = judge(ref("User"));
    for (const { rule, values: broken } of violations.slice(0, 20)) {
      const result = values.fc.check(
        values.fc.property(broken, () => false),
        { seed: 1 },
      );
      if (rule !== "format") expect(isValid(result.counterexample?.[0])).toBe(false);
    }
  });
});

test.each([
  ["^(?=a[)])b\\b$", "^b$"],
  ["(?<!x(y))a\\1\\k<name>", "a"],
  ["[\\b\\]]\\d", "[\\b\\]]\\d"],
  ["^\\p{Lu}[\\p{N}_]$", "^[a-zA-Z][0-9_]$"],
])("the simple form of %s is %s", (pattern, simple) => {
  expect(simplePattern(pattern)).toBe(simple);
});
