// A declaration that was imported and not changed has no difference from its document but what the report named.
import { contractOf } from "bough/contract";
import { afterAll, describe, expect, test } from "vitest";
import { checkDifferences } from "../../../test/support/check-differences.ts";
import { extractedFrom, makeProject } from "../../../test/support/extracted.ts";
import { loadModule } from "../../cli/src/load-module.ts";
import { declarationsOf } from "./print/declarations.ts";
import { singleModule } from "./print/modules.ts";
import { readDocument } from "./read-document.ts";

const project = makeProject({});
afterAll(() => project.remove());

let count = 0;

/** Imports a document with bodies of these schemas; `components` are its named schemas. */
async function imported(
  schemas: readonly object[],
  components: object = {},
): Promise<{
  readonly source: string;
  readonly report: readonly string[];
  readonly differences: readonly string[];
  readonly ofTypes: readonly string[];
}> {
  const paths = schemas.map((schema, index) => {
    const content = { "application/json": { schema } };
    return [`/${index}`, { get: { responses: { 200: { description: "", content } } } }] as const;
  });
  const document: unknown = JSON.parse(
    JSON.stringify({
      openapi: "3.1.0",
      paths: Object.fromEntries(paths),
      components: { schemas: components },
    }),
  );
  const read = readDocument(document, { typed: true });
  const source = singleModule(declarationsOf(read, { tags: true }));
  const entry = `api${++count}.ts`;
  project.write({ [entry]: source });
  const { schemas: extracted, errors } = extractedFrom(project, { entry });
  expect(errors).toEqual([]);
  const { api } = await loadModule(`${project.folder}/${entry}`, entry);
  const declared = contractOf(api as never, { schemas: extracted });
  const found = (contract: typeof read.contract): readonly string[] =>
    checkDifferences(declared, contract).differences.map(({ place, kind }) => `${place}: ${kind}`);
  return {
    source,
    report: read.findings.map(({ message, pointer }) => `${pointer}: ${message}`),
    differences: found(readDocument(document).contract),
    ofTypes: found(read.contract),
  };
}

const at = "/paths/~10/get/responses/200/content/application~1json/schema";
const text = { type: "string" };
const a = (schema: object): object => ({ type: "object", properties: { a: schema } });

describe("bounds, patterns and formats are tags", () => {
  const table = [
    [
      { type: "string", format: "email", minLength: 3, pattern: "^[^@]+@x$" },
      " * @format email\n * @pattern ^[^@]+@x$\n * @minLength 3\n",
    ],
    [
      { type: "integer", format: "int64", minimum: 1, exclusiveMaximum: 9 },
      " * @integer\n * @format int64\n * @minimum 1\n",
    ],
    [
      { type: "array", items: text, maxItems: 3, uniqueItems: true },
      " * @maxItems 3\n * @uniqueItems\n",
    ],
    [{ type: ["integer", "null"], minimum: 0 }, "a?: number | null"],
    [{ type: ["integer", "string"], minimum: 0, maxLength: 4 }, "a?: number | string"],
    [{ type: "array", items: { type: "integer" } }, "a?: Integer[]"],
    [{ type: "array", items: { type: "string", format: "uuid" } }, "a?: Uuid[]"],
    [{ type: "array", items: { type: "string", format: "date" } }, "a?: DateText[]"],
    [{ type: "array", items: { type: "array", items: text, minItems: 2 } }, "a?: A[]"],
    [
      { type: "object", additionalProperties: { type: "integer" } },
      "a?: { [key: string]: Integer }",
    ],
    [
      {
        anyOf: [
          { type: "string", pattern: "^a" },
          { type: "integer", minimum: 1 },
        ],
      },
      "a?: A2 | A3",
    ],
    [{ anyOf: [{ type: "array", items: text, minItems: 1 }, { type: "null" }] }, "a?: A4 | null"],
    [{ allOf: [{ type: "string", format: "uri" }] }, "a?: Uri"],
    [{ $ref: "#/components/schemas/Ids" }, "a?: Ids"],
    [{ $ref: "#/components/schemas/Same" }, "a?: Same"],
    [{ anyOf: [{ $ref: "#/components/schemas/Ids" }, { type: "boolean" }] }, "a?: Ids | boolean"],
    [
      { allOf: [{ type: "object", properties: { n: { type: "integer" } } }, { type: "object" }] },
      "@integer",
    ],
    [{ enum: ["x", null], type: ["string", "null"], maxLength: 1 }, 'a?: "x" | null'],
    [{ enum: [1, 2], type: "integer" }, "a?: 1 | 2"],
    [{ type: "boolean", enum: [true, false] }, "a?: true | false"],
    [{ anyOf: [{}, text] }, "a?: unknown"],
    [
      {
        type: "object",
        properties: { b: text },
        anyOf: [{ required: ["b"] }, { type: "object", properties: { c: text } }],
      },
      "",
    ],
  ] as const;

  test("which are read back", async () => {
    const schemas = table.map(([schema]) => a(schema));
    const { source, report, differences } = await imported(schemas, {
      Ids: { type: "array", items: { $ref: "#/components/schemas/Id" }, minItems: 1 },
      Id: { type: "string", maxLength: 9 },
      Same: { $ref: "#/components/schemas/Id" },
    });
    const lines = source.replaceAll(/\n +/g, "\n ");
    for (const [, expected] of table) {
      expect(lines).toContain(expected);
    }
    expect({ report, differences }).toEqual({ report: [], differences: [] });
  });
});

describe("what types cannot say is reported", () => {
  test.each<readonly [object, readonly string[]]>([
    [
      a({ type: "object", minProperties: 1 }),
      [`${at}/properties/a: minProperties 1 is left out: a type cannot say it`],
    ],
    [
      a({ type: "string", pattern: "a*/b" }),
      [`${at}/properties/a: pattern "a*/b" is left out: a type cannot say it`],
    ],
    [
      a({
        anyOf: [
          { type: "string", format: "date" },
          { type: "string", format: "time" },
        ],
      }),
      [
        `${at}/properties/a/anyOf/0: @format date is left out: another alternative is a string too, and their types are one`,
        `${at}/properties/a/anyOf/1: @format time is left out: another alternative is a string too, and their types are one`,
      ],
    ],
    [
      { type: "string", maxLength: 4 },
      [`${at}: @maxLength 4 is left out: no comment can stand here`],
    ],
    [
      { type: "array", items: { type: "integer" }, maxItems: 2 },
      [
        `${at}/items: @integer is left out: no comment can stand here`,
        `${at}: @maxItems 2 is left out: no comment can stand here`,
      ],
    ],
    [
      { $ref: "#/components/schemas/Id" },
      [`${at}: @maxLength 9 of Id is left out: a body as a whole carries no tag`],
    ],
  ])("%j", async (schema, expected) => {
    const { report, differences, ofTypes } = await imported([schema], {
      Id: { type: "string", maxLength: 9 },
    });
    expect(report).toEqual(expected);
    expect(differences.length).toBeGreaterThan(0);
    expect(differences.length).toBeLessThanOrEqual(expected.length);
    expect(ofTypes.length).toBeLessThanOrEqual(1);
  });
});
