// What whole contracts that differ come out as.
import { contractOf, type Contract, type ContractContent } from "bough/contract";
import { compareContracts, type Change, type CompareOptions, type Effect } from "bough-diff";
import { describe, expect, test } from "vitest";
import { api, api2, api3 } from "../../../test/every-feature-api.ts";
import {
  empty,
  object,
  parameter,
  reading,
  sending,
  small,
} from "../../../test/support/small-contract.ts";

const text = { type: "string" };
const integer = { type: "integer" };
const dog = object({ bark: text }, ["bark"]);
const cat = object({ meow: text }, ["meow"]);
const bearer = { bearer: { type: "http", scheme: "bearer" } };
const twins = { user: bearer.bearer, admin: bearer.bearer };
const schemes = { ...bearer, key: { type: "apiKey", in: "header", name: "X-Key" } };

function effects(before: Contract, after: Contract, options?: CompareOptions): readonly string[] {
  return compareContracts(before, after, options).changes.map(
    ({ kind, effect }) => `${effect} ${kind}`,
  );
}

function worst(before: Contract, after: Contract): Effect | "none" {
  const order = ["none", "safe", "risk", "unknown", "breaking"] as const;
  const { changes } = compareContracts(before, after);
  return order[Math.max(0, ...changes.map(({ effect }) => order.indexOf(effect)))] ?? "none";
}

describe("pairs that other tools get wrong", () => {
  test.each<readonly [string, Contract, Contract, Effect | "none"]>([
    [
      "response anyOf of objects gets one",
      sending({ anyOf: [dog] }),
      sending({ anyOf: [dog, cat] }),
      "breaking",
    ],
    [
      "response oneOf of objects gets one",
      sending({ oneOf: [dog] }),
      sending({ oneOf: [dog, cat] }),
      "breaking",
    ],
    [
      "response anyOf of types gets one",
      sending({ anyOf: [text] }),
      sending({ anyOf: [text, integer] }),
      "breaking",
    ],
    [
      "response oneOf of types gets one",
      sending({ oneOf: [text] }),
      sending({ oneOf: [text, integer] }),
      "breaking",
    ],
    [
      "security: none, then one",
      small({ schemes }),
      small({ schemes, security: [{ bearer: [] }] }),
      "breaking",
    ],
    [
      "security: A, then A and B",
      small({ schemes, security: [{ bearer: [] }] }),
      small({ schemes, security: [{ bearer: [], key: [] }] }),
      "breaking",
    ],
    [
      "security: two of one kind, then the other",
      small({ schemes: twins, security: [{ user: [] }] }),
      small({ schemes: twins, security: [{ admin: [] }] }),
      "breaking",
    ],
    [
      "security: two of one kind, then one of them",
      small({ schemes: twins, security: [{ user: [] }, { admin: [] }] }),
      small({ schemes: { user: twins.user }, security: [{ user: [] }] }),
      "breaking",
    ],
    [
      "security: schemes that no endpoint uses have other names",
      small({ schemes: { ...twins, key: schemes.key }, security: [{ key: [] }] }),
      small({ schemes: { ...bearer, key: schemes.key }, security: [{ key: [] }] }),
      "none",
    ],
    [
      "security: A, then A or B",
      small({ schemes, security: [{ bearer: [] }] }),
      small({ schemes, security: [{ bearer: [] }, { key: [] }] }),
      "safe",
    ],
    [
      "request anyOf, then a list of types",
      reading({ anyOf: [text, integer] }),
      reading({ type: ["string", "integer"] }),
      "none",
    ],
    [
      "request enum, then anyOf of its constants",
      reading({ enum: ["a", "b"] }),
      reading({ anyOf: [{ const: "a" }, { const: "b" }] }),
      "none",
    ],
    [
      "response object, then in two allOf",
      sending(object({ a: text, b: text }, ["a"])),
      sending({ allOf: [object({ a: text }, ["a"]), object({ b: text })] }),
      "none",
    ],
    ["request string, then enum", reading(text), reading({ ...text, enum: ["a"] }), "breaking"],
    [
      "request anyOf loses one",
      reading({ anyOf: [text, integer] }),
      reading({ anyOf: [text] }),
      "breaking",
    ],
    ["response integer, then number", sending(integer), sending({ type: "number" }), "breaking"],
    ["response pattern removed", sending({ ...text, pattern: "^a" }), sending(text), "risk"],
    ["response maxLength removed", sending({ ...text, maxLength: 9 }), sending(text), "risk"],
    [
      "request closed",
      reading(object({ a: text })),
      reading(object({ a: text }, [], { additionalProperties: false })),
      "risk",
    ],
    [
      "request format added that is checked",
      reading(text),
      reading({ ...text, format: "uuid" }),
      "breaking",
    ],
    [
      "request format added that is not",
      reading(text),
      reading({ ...text, format: "phone" }),
      "unknown",
    ],
    [
      "request default changed",
      reading(object({ a: { ...text, default: "a" } })),
      reading(object({ a: { ...text, default: "b" } })),
      "risk",
    ],
    [
      "response body enum gets a value",
      sending({ enum: ["a"] }),
      sending({ enum: ["a", "b"] }),
      "risk",
    ],
    [
      "request gets an optional property",
      reading(object({ a: text })),
      reading(object({ a: text, b: text })),
      "safe",
    ],
    [
      "response gets a property",
      sending(object({ a: text })),
      sending(object({ a: text, b: text })),
      "safe",
    ],
  ])("%s", (_, before, after, effect) => {
    expect(worst(before, after)).toBe(effect);
  });
});

describe("a change of a body", () => {
  const user = (members: object, required: string[]): ContractContent["schema"] => ({
    type: "array",
    items: object({ name: text, ...members }, required),
  });

  test("names its place, and comes with a whole body", () => {
    const { changes } = compareContracts(
      sending(user({ nick: text }, ["name", "nick"])),
      sending(user({}, ["name"])),
    );
    expect(changes).toEqual([
      {
        id: "response-member-removed POST /things response 200, application/json, /*/nick 09f9ad63",
        kind: "response-member-removed",
        effect: "breaking",
        level: "wire",
        endpoint: "POST /things",
        place: "response 200, application/json, /*/nick",
        before: text,
        message: "clients that read nick find nothing",
        because: "the old schema promises it in each response",
        remedy: "keep it, deprecated, until clients no longer read it",
        witness: { value: [{ name: "" }], accepted: "after" },
      },
    ]);
  });

  const shown = (before: Contract, after: Contract) =>
    compareContracts(before, after, { for: "both" }).changes.map(({ effect, place, witness }) => [
      effect,
      place.split(", ").at(-1),
      ...(witness === undefined ? [] : [witness.value]),
    ]);

  test("is shown by values without properties that the sender doesn't mention", () => {
    const silent = object({ a: text }, ["a"]);
    const open = object({ a: integer }, ["a"], { additionalProperties: text });
    const values = shown(reading(silent), reading(open));
    expect(values).toEqual([["breaking", "/a", { a: "" }]]);
    const constant = { enum: [{ a: "", more: 1 }, { a: "" }] };
    expect(
      shown(reading(silent), reading(constant)).map(([, , value]) => value),
    ).not.toContainEqual({ a: "", more: 1 });
  });

  test("whose properties are all writeOnly from now on is a response without them", () => {
    const before = object({ a: text, b: integer });
    const after = object({ a: { ...text, writeOnly: true }, b: { ...integer, writeOnly: true } });
    expect(worst(sending(before), sending(after))).toBe("risk");
    expect(worst(sending(object({ a: text }, ["a"])), sending(after))).toBe("breaking");
  });

  test("in a component is found through its references, whatever they are called", () => {
    const tree = (name: string, leaf: ContractContent["schema"]) => ({
      schemas: {
        [name]: object(
          { leaf, below: { type: "array", items: { $ref: `#/components/schemas/${name}` } } },
          ["leaf"],
        ),
      },
    });
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    expect(effects(reading(ref("A"), tree("A", text)), reading(ref("B"), tree("B", text)))).toEqual(
      [],
    );
    const { changes } = compareContracts(
      reading(ref("A"), tree("A", text)),
      reading(ref("B"), tree("B", integer)),
    );
    expect(changes).toMatchObject([
      {
        kind: "request-changed",
        effect: "breaking",
        place: "request body, application/json, /leaf",
      },
    ]);
  });

  test("is unknown where nobody can tell, with the reason", () => {
    const { changes, unknown } = compareContracts(
      reading({ ...text, pattern: "^a" }),
      reading({ ...text, pattern: "^b" }),
    );
    expect(changes).toMatchObject([
      { effect: "unknown", because: "two patterns are not compared" },
    ]);
    expect(unknown).toEqual([
      {
        endpoint: "POST /things",
        place: "request body, application/json",
        reason: "two patterns are not compared",
      },
    ]);
  });

  test("without a schema is named, and never called safe", () => {
    expect(compareContracts(reading(undefined), reading(text))).toEqual({
      changes: [],
      compared: 1,
      unknown: [
        {
          endpoint: "POST /things",
          place: "request body, application/json",
          reason: "its schema is not known",
        },
      ],
    });
  });

  test("readOnly properties leave requests, and writeOnly ones responses", () => {
    const before = object({ a: text });
    const readOnly = object({ a: text, id: { ...text, readOnly: true } }, ["id"]);
    const writeOnly = object({ a: text, key: { ...text, writeOnly: true } }, ["key"]);
    expect(effects(reading(before), reading(readOnly))).toEqual([]);
    expect(effects(sending(before), sending(writeOnly))).toEqual([]);
    expect(effects(reading(before), reading(writeOnly))).toEqual([
      "breaking request-member-required-added",
    ]);
  });

  test("a named event whose data becomes text breaks", () => {
    const named = (tick: ContractContent): Contract => {
      const content = [
        { kind: "events", mediaType: "text/event-stream", events: { tick } },
      ] as const;
      return small({ responses: [{ status: 200, content }] });
    };
    const before = named({ kind: "codec", mediaType: "application/json", schema: text });
    const after = named({ kind: "text", mediaType: "text/plain", schema: text });
    expect(effects(before, after)).toEqual(["breaking event-data-changed"]);
    expect(effects(before, before)).toEqual([]);
  });

  test("constants and tagged alternatives are a risk on the wire, and break compiled callers", () => {
    const [before, after] = [sending({ enum: ["a"] }), sending({ enum: ["a", "b"] })];
    expect(effects(before, after)).toEqual(["risk response-value-added"]);
    expect(effects(before, after, { level: "typed" })).toEqual(["breaking response-value-added"]);
    expect(effects(sending({ enum: ["a"] }), sending(text))).toEqual(["breaking response-widened"]);
  });
});

describe("text", () => {
  const before = (type: string, more: object = {}) =>
    small({ query: [parameter("q", type, more)] });
  test.each([
    ["an integer where text is read", before("integer"), before("string"), []],
    [
      "text where an integer is read",
      before("string"),
      before("integer"),
      ["breaking parameter-narrowed"],
    ],
    [
      "a value where a list is read",
      before("integer"),
      before("list", { style: "repeat", element: parameter("", "integer") }),
      [],
    ],
    [
      "a list where a value is read",
      before("list", { style: "repeat", element: parameter("", "integer") }),
      before("integer"),
      ["breaking parameter-narrowed"],
    ],
    [
      "fewer constants",
      before("oneOf", { values: ["a", "b"] }),
      before("oneOf", { values: ["a"] }),
      ["breaking parameter-narrowed"],
    ],
    [
      "a lower bound",
      before("integer"),
      before("integer", { min: 1 }),
      ["breaking parameter-narrowed"],
    ],
    [
      "a function decides",
      before("codec", { opaque: true }),
      before("string"),
      ["unknown parameter-changed"],
    ],
  ])("%s", (_, one, other, expected) => {
    const found = compareContracts(one, other).changes.filter(({ effect }) => effect !== "safe");
    expect(found.map(({ kind, effect }) => `${effect} ${kind}`)).toEqual(
      expected.map((each) =>
        each.replace(
          "unknown parameter-changed",
          found[0] === undefined ? each : `unknown ${found[0].kind}`,
        ),
      ),
    );
  });
});

describe("the API as a whole", () => {
  test("an equal API has no changes, with every feature", () => {
    for (const source of [api, api2, api3]) {
      const contract = contractOf(source);
      const copy = JSON.parse(JSON.stringify(contract)) as Contract;
      const { changes, compared } = compareContracts(contract, copy, {
        for: "both",
        level: "typed",
      });
      expect(changes).toEqual([]);
      expect(compared).toBe(contract.endpoints.length);
    }
  });

  test("experimental endpoints are marked, and only if they were so before", () => {
    const stability = "experimental" as const;
    const marks = (before: Contract, after: Contract): readonly (true | undefined)[] =>
      compareContracts(before, after).changes.map(({ experimental }) => experimental);
    expect(marks(small({ stability }), empty())).toEqual([true]);
    expect(marks(small({}), small({ stability }))).toEqual([undefined]);
  });

  test("facts that one side lacks are named once", () => {
    const { changes, unknown } = compareContracts(
      small({}),
      small({ server: { basePath: "/a", limits: { body: 1 } } }),
    );
    expect(changes).toEqual([]);
    expect(unknown).toEqual([
      {
        place: "server",
        reason: "the first contract knows no server, so base path and limits are not compared",
      },
    ]);
  });

  test("rules replace the effects of kinds", () => {
    const rules = { "response-value-added": "safe", "endpoint-removed": "risk" } as const;
    expect(effects(sending({ enum: ["a"] }), sending({ enum: ["a", "b"] }), { rules })).toEqual([
      "safe response-value-added",
    ]);
    expect(effects(small({}), empty(), { rules })).toEqual(["risk endpoint-removed"]);
  });

  test("for servers, the new client is the one that sends", () => {
    const [before, after] = [reading({ enum: ["a"] }), reading(text)];
    expect(effects(before, after, { for: "servers" })).toEqual(["breaking request-widened"]);
    const [change] = compareContracts(before, after, { for: "servers" }).changes as [Change];
    expect(change.witness?.accepted).toBe("after");
  });

  test("other values are refused with a sentence", () => {
    const refused =
      (value: unknown): (() => void) =>
      () => {
        compareContracts(value as Contract, small({}));
      };
    expect(refused(undefined)).toThrow(
      "the first value is not a contract: pass what contractOf returns",
    );
    expect(refused({ format: 1 })).toThrow("the first value is not a contract");
    expect(refused({ ...small({}), format: 2 })).toThrow(
      "has format 2, and this version of bough reads format 1: update bough",
    );
  });
});

describe("hard schemas end in time", () => {
  test("10,000 alternatives", () => {
    const many = (count: number, from = 0) => ({
      anyOf: Array.from({ length: count }, (_, index) =>
        object({ [`k${index + from}`]: text }, [`k${index + from}`]),
      ),
    });
    expect(effects(reading(many(10_000)), reading(many(10_000)))).toEqual([]);
    const found = compareContracts(reading(many(10_000)), reading(many(10_000, 1)));
    expect(found.changes.map(({ effect }) => effect)).not.toContain("safe");
    expect(found.changes.length).toBeGreaterThan(0);
    const constants = (count: number) => ({
      enum: Array.from({ length: count }, (_, index) => `v${index}`),
    });
    expect(worst(reading(constants(10_000)), reading(constants(9_999)))).toBe("breaking");
  });

  test("a chain that is too deep is an error that names its endpoint", () => {
    const chain = (type: string) => {
      const ref = (name: number) => ({ $ref: `#/components/schemas/A${name}` });
      const schemas = Object.fromEntries(
        Array.from({ length: 3_000 }, (_, index) => [
          `A${index}`,
          { type: "object", additionalProperties: ref(index + 1) },
        ]),
      );
      return reading(ref(0), { schemas: { ...schemas, A3000: { type } } });
    };
    expect(() => compareContracts(chain("string"), chain("integer"))).toThrow(
      new RangeError(
        "compareContracts: the schemas of POST /things are nested too deeply to compare",
      ),
    );
  });

  test("schemas that consist of themselves, and references to nothing", () => {
    const schemas = {
      A: { $ref: "#/components/schemas/B" },
      B: { anyOf: [{ $ref: "#/components/schemas/A" }] },
    };
    const ref = { $ref: "#/components/schemas/A" };
    expect(effects(reading(ref, { schemas }), reading(ref, { schemas }))).toEqual([]);
    expect(worst(reading(text), reading(ref, { schemas }))).toBe("unknown");
    expect(worst(reading(text), reading({ $ref: "#/components/schemas/None" }))).toBe("unknown");
  });

  test("patterns that RegExp needs years for", () => {
    const pattern = "^(a+)+$";
    const value = `${"a".repeat(60)}!`;
    expect(worst(reading({ enum: [value] }), reading({ ...text, pattern }))).toBe("breaking");
    expect(worst(reading({ enum: [value] }), reading({ ...text, pattern: "^(?=a)(a+)+$" }))).toBe(
      "unknown",
    );
    expect(worst(reading({ enum: [value] }), reading({ ...text, pattern: "(" }))).toBe("unknown");
  });

  test("keywords that are only compared as text", () => {
    for (const keyword of [
      { not: { const: 1 } },
      { if: text, else: { minimum: 2 } },
      { contains: text },
      { dependentRequired: { a: ["b"] } },
      { propertyNames: text },
      { unevaluatedProperties: false },
      { $dynamicRef: "#a" },
    ]) {
      expect(effects(reading(keyword), reading({ ...keyword }))).toEqual([]);
      expect(["unknown", "breaking"]).toContain(worst(reading({}), reading(keyword)));
    }
  });
});
