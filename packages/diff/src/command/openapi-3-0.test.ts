// Documents of OpenAPI 3.0: what each form of 3.1 becomes, what is reported, and what an import reads of it.
import { Validator } from "@seriousme/openapi-schema-validator";
import { get, bearer, query, rootResource, staticResource, post, failure } from "bough";
import { mutualTls } from "bough/existing";
import { contractOf, type Contract } from "bough/contract";
import { openApi } from "bough-openapi";
import { describe, expect, test } from "vitest";
import { checkDifferences } from "../../../../test/support/check-differences.ts";
import { sending } from "../../../../test/support/small-contract.ts";
import { readDocument } from "../../../import/src/read-document.ts";

type Schema = Readonly<Record<string, unknown>>;

const info = { title: "T", version: "1" };
const Item = { type: "object", properties: { name: { type: "string" } } };
const ref = { $ref: "#/components/schemas/Item" };
const nothing = { nullable: true, enum: [null] };

interface Written {
  readonly openapi: string;
  readonly info: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties: Schema }>>;
    readonly securitySchemes: object;
  };
  readonly "x-webhooks": object;
}
interface Operation {
  readonly security?: unknown;
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: unknown }>> }>
  >;
}

interface Made {
  readonly document: Written;
  readonly warnings: readonly string[];
}

function made(source: Parameters<typeof openApi>[0], more: object = {}): Made {
  const warnings: string[] = [];
  const document = openApi(source, {
    info,
    version: "3.0",
    rejections: false,
    onWarning: (warning) => void warnings.push(warning),
    ...more,
  });
  return { document: JSON.parse(JSON.stringify(document)) as Written, warnings };
}

const contractWith = (schema: Schema): Contract => sending(schema, { schemas: { Item } });

const validator = new Validator();

async function errorsOf({ document }: Pick<Made, "document">): Promise<unknown> {
  return (await validator.validate({ ...structuredClone(document) })).errors;
}

/** What differs between a contract and the import of its document. */
function different(contract: Contract, { document }: Pick<Made, "document">): readonly string[] {
  const { contract: imported } = readDocument(document, { bounds: true, whole: true });
  const { differences, unknown } = checkDifferences(contract, imported);
  return [...differences.map(({ kind }) => kind), ...unknown.map(({ reason }) => reason)];
}

const has = (form: string, instead: string): string =>
  `POST /things: OpenAPI 3.0 does not have ${form}: ${instead}`;
const LIST = has("lists of types", "they are nullable, or anyOf");
const CONST = has("const", "it is an enum with one value");
const PREFIX = has("prefixItems", "each element may have any of their schemas");
const PATTERNS = has("patternProperties", "their schemas are additionalProperties of any name");
const BESIDE = has("keywords beside $ref", "the reference is in allOf");
const MEDIA = has("contentMediaType", "it is left out");
const ENCODING = has("contentEncoding", "base64 is format: byte");
const out = (keyword: string): string => has(keyword, "it is left out");

const text = { type: "string" };
const number = { type: "number" };

// What is not marked as lossy is the same after an import.
type Row = readonly [from: Schema, to: Schema, warnings: readonly string[], lossy?: "lossy"];
const rows: readonly Row[] = [
  [{ type: ["string", "null"], minLength: 1 }, { ...text, nullable: true, minLength: 1 }, [LIST]],
  [{ type: ["string", "integer"] }, { allOf: [{ anyOf: [text, { type: "integer" }] }] }, [LIST]],
  [
    { type: ["array", "null", "number"], items: text },
    {
      allOf: [
        {
          anyOf: [
            { type: "array", nullable: true, items: text },
            { ...number, nullable: true },
          ],
        },
      ],
    },
    [LIST],
  ],
  [{ type: "null" }, nothing, []],
  [{ anyOf: [text, { type: "null" }] }, { ...text, nullable: true }, []],
  [{ oneOf: [ref, { type: "null" }] }, { nullable: true, allOf: [ref] }, []],
  [{ anyOf: [text, number, { type: "null" }] }, { nullable: true, anyOf: [text, number] }, []],
  [
    { description: "a", anyOf: [{ ...text, description: "b" }, { type: "null" }] },
    { description: "a", nullable: true, allOf: [{ ...text, description: "b" }] },
    [],
  ],
  [{ const: "a" }, { enum: ["a"] }, [CONST]],
  [{ const: null }, nothing, [CONST]],
  [
    { type: ["string", "null"], enum: ["a", null] },
    { ...text, nullable: true, enum: ["a", null] },
    [LIST],
  ],
  [
    { type: "array", prefixItems: [text, number, text], items: false, minItems: 3 },
    { type: "array", items: { anyOf: [text, number] }, minItems: 3, maxItems: 3 },
    [PREFIX],
    "lossy",
  ],
  [
    { type: "array", prefixItems: [text], items: number },
    { type: "array", items: { anyOf: [text, number] } },
    [PREFIX],
    "lossy",
  ],
  [
    { type: "array", prefixItems: [text] },
    { type: "array", items: { anyOf: [text, {}] } },
    [PREFIX],
    "lossy",
  ],
  [{ type: "array" }, { type: "array", items: {} }, []],
  [
    { type: "object", patternProperties: { "^x": text }, additionalProperties: false },
    { type: "object", additionalProperties: text },
    [PATTERNS],
    "lossy",
  ],
  [
    { type: "object", patternProperties: { "^x": text }, additionalProperties: number },
    { type: "object", additionalProperties: { anyOf: [text, number] } },
    [PATTERNS],
    "lossy",
  ],
  [{ type: "object", patternProperties: { "^x": text } }, { type: "object" }, [PATTERNS], "lossy"],
  [
    { type: "object", propertyNames: { pattern: "^x" }, additionalProperties: text },
    { type: "object", additionalProperties: text },
    [out("propertyNames")],
    "lossy",
  ],
  [{ ...text, contentMediaType: "image/png" }, text, [MEDIA]],
  [
    { ...text, contentMediaType: "image/png", contentEncoding: "base64" },
    { ...text, format: "byte" },
    [ENCODING, MEDIA],
    "lossy",
  ],
  [{ ...ref, description: "a" }, { allOf: [ref], description: "a" }, [BESIDE]],
  [{ ...ref, allOf: [{ maxProperties: 3 }] }, { allOf: [ref, { maxProperties: 3 }] }, [BESIDE]],
  [{ ...text, examples: ["a"] }, { ...text, example: "a" }, []],
  [
    { ...text, examples: ["a", "b"] },
    { ...text, example: "a" },
    [has("several examples of a schema", "the first is kept")],
  ],
  [
    { ...number, exclusiveMinimum: 1, exclusiveMaximum: 9 },
    { ...number, minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
    [
      has("a number as exclusiveMinimum", "it is a flag"),
      has("a number as exclusiveMaximum", "it is a flag"),
    ],
  ],
  [
    { ...number, minimum: 5, exclusiveMinimum: 1 },
    { ...number, minimum: 5 },
    [has("a number as exclusiveMinimum", "it is a flag")],
  ],
  [
    { type: "object", if: { required: ["a"] }, else: { required: ["b"] }, required: [] },
    { type: "object" },
    [out("if"), out("else")],
    "lossy",
  ],
  [
    {
      oneOf: [
        { type: "array", prefixItems: [text], items: false },
        { type: "array", items: text },
      ],
    },
    {
      allOf: [
        {
          anyOf: [
            { type: "array", items: text, maxItems: 1 },
            { type: "array", items: text },
          ],
        },
      ],
    },
    [PREFIX],
    "lossy",
  ],
  [
    { ...text, not: { propertyNames: text } },
    text,
    [has("the keywords inside not", "not is left out")],
    "lossy",
  ],
  // A comparison does not look into `not`.
  [{ ...text, not: { const: "a" } }, { ...text, not: { enum: ["a"] } }, [CONST], "lossy"],
  [
    { type: "object", properties: { a: true, b: false }, additionalProperties: false },
    { type: "object", properties: { a: {}, b: { not: {} } }, additionalProperties: false },
    [],
  ],
  [
    { $comment: "c", "x-own": 1, type: "array", items: { anyOf: [true, text] } },
    { "x-own": 1, type: "array", items: { anyOf: [{}, text] } },
    [],
  ],
];

describe("a schema in OpenAPI 3.0", () => {
  const cases = rows.map(
    ([from, to, warnings, lossy]) => [from, to, warnings, lossy === "lossy"] as const,
  );
  test.each(cases)("%j is %j", async (from, to, warnings, isLossy) => {
    const contract = contractWith(from);
    const one = made(contract);
    const response = one.document.paths["/things"]?.["post"]?.responses["200"];
    expect(response?.content["application/json"]?.schema).toEqual(to);
    expect(one.warnings).toEqual(warnings);
    expect(await errorsOf(one)).toBeUndefined();
    expect(different(contract, one).length > 0).toBe(isLossy);
  });

  test("reports each form once, with its first place", () => {
    const contract = contractWith({ ...ref, const: 1 });
    const Other = { ...Item, properties: { kind: { const: "a" } } };
    const { warnings } = made({
      ...contract,
      components: { schemas: { Item, Other }, security: {} },
    });
    expect(warnings).toEqual([
      `POST /things: OpenAPI 3.0 does not have keywords beside $ref: the reference is in allOf`,
      `POST /things and 1 more: OpenAPI 3.0 does not have const: it is an enum with one value`,
    ]);
  });
});

describe("a document of OpenAPI 3.0", () => {
  test("has no losses of its own", () => {
    const NotFound = failure("not-found", 404);
    const api = rootResource("v1", { ping: get("ping").failure(NotFound) });
    const one = made(api, { rejections: "all", strict: true });
    expect(one.document.openapi).toBe("3.0.3");
    expect(one.document.components.schemas["NotFoundProblem"]?.properties["type"]).toEqual({
      type: "string",
      enum: ["urn:problem-type:not-found"],
    });
    expect(different(contractOf(api), one)).toEqual([]);
  });

  test("leaves out mutualTLS, and never makes an operation open", async () => {
    const Device = mutualTls("device");
    const Token = bearer("token");
    const api = rootResource("v1", {
      only: get("only").security(Device),
      either: get("either").security(Device, Token),
    });
    const { document, warnings } = made(api);
    const security = (path: string): unknown => document.paths[path]?.["get"]?.security;
    expect([security("/v1/only"), security("/v1/either")]).toEqual([undefined, [{ token: [] }]]);
    expect(Object.keys(document.components.securitySchemes)).toEqual(["token"]);
    expect(warnings).toEqual([
      "GET /v1/only and 1 more: OpenAPI 3.0 does not have mutualTLS: the scheme is left out",
    ]);
    expect(await errorsOf({ document })).toBeUndefined();
  });

  test("keeps QUERY and webhooks in extensions, and reports them", async () => {
    const source = rootResource({ find: query("find").request<string>() });
    const hooks = rootResource({ sent: staticResource("sent", { told: post() }) });
    const { document, warnings } = made(source, { webhooks: hooks });
    expect(Object.keys(document.paths["/find"] ?? {})).toEqual(["x-oai-additionalOperations"]);
    expect(Object.keys(document["x-webhooks"])).toEqual(["sent.told"]);
    expect(warnings.slice(1)).toEqual([
      'QUERY /find: QUERY is in x-oai-additionalOperations, which most tools ignore: use version: "3.2"',
      "webhooks: OpenAPI 3.0 does not have webhooks: they are x-webhooks",
    ]);
    expect(await errorsOf({ document })).toBeUndefined();
  });

  test("has the information that 3.0 knows", async () => {
    const license = { name: "MIT", identifier: "MIT" };
    const { document, warnings } = made(rootResource({ ping: get("ping") }), {
      info: { ...info, summary: "s", license },
    });
    expect(document.info).toEqual({ ...info, license: { name: "MIT" } });
    expect(warnings).toEqual([
      "info: OpenAPI 3.0 does not have summary: it is left out",
      "info: OpenAPI 3.0 does not have license.identifier: it is left out",
    ]);
    expect(await errorsOf({ document })).toBeUndefined();
  });
});
