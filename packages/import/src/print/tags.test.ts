// Tags that the import writes are read back by `bough schemas` as the same keywords, or there is none.
import fc from "fast-check";
import ts from "typescript-5.9";
import { describe, expect, test } from "vitest";
import { docOf, keywordsOf } from "../../../cli/src/schemas/doc-comment.ts";
import type { JsonSchema } from "../schemas.ts";
import { noted, print } from "./layout.ts";
import { tagOf, tagsOf } from "./tags.ts";

/** The keywords of the comment with these lines. */
function readBack(lines: readonly string[], schema: JsonSchema): object {
  const text = `interface Value {\n${print(noted(lines, "member: unknown;"), 2)}\n}`;
  const file = ts.createSourceFile("api.ts", text, ts.ScriptTarget.ES2022, true);
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost({}),
    getSourceFile: (name) => (name === "api.ts" ? file : undefined),
  };
  const program = ts.createProgram(["api.ts"], { noLib: true }, host);
  const checker = program.getTypeChecker();
  const [statement] = program.getSourceFile("api.ts")?.statements ?? [];
  if (statement === undefined || !ts.isInterfaceDeclaration(statement)) throw new Error(text);
  const [member] = checker.getPropertiesOfType(checker.getTypeAtLocation(statement));
  if (member === undefined) throw new Error(text);
  const { keywords, faults } = keywordsOf(docOf(member, checker), { ...schema });
  expect(faults).toEqual([]);
  return keywords;
}

const patterns = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.constantFrom(
        "*",
        "/",
        "@",
        "{",
        "}",
        "`",
        " ",
        "\t",
        "\n",
        "\\",
        "a",
        "link",
        "-",
        "[",
        "]",
        "|",
        "$",
        "^",
        ".",
        "{@link a}",
        "é",
      ),
      { maxLength: 9 },
    )
    .map((parts) => parts.join("")),
);

describe("tags", () => {
  test("a pattern is read back as it is, or is not written", () => {
    let written = 0;
    fc.assert(
      fc.property(patterns, (pattern) => {
        const lines = tagOf("pattern", pattern);
        if (lines.length > 0) {
          written++;
          expect(readBack(lines, { type: "string" })).toEqual({ pattern });
        }
      }),
      { numRuns: 500 },
    );
    expect(written).toBeGreaterThan(50);
  });

  test.each([
    [
      {
        type: "integer",
        minimum: 1e21,
        exclusiveMaximum: 1.5e-7,
        multipleOf: 0.01,
        format: "int32",
      },
    ],
    [{ type: "string", minLength: 0, maxLength: 5, pattern: "^[`{*]+-@$", format: "date-time" }],
    [{ type: "array", minItems: 1, maxItems: 2, uniqueItems: true }],
    [{ type: "number", minimum: -0.5, maximum: 2, exclusiveMinimum: -1, format: "float" }],
  ])("%j", (schema) => {
    const type = schema.type === "integer" ? "number" : schema.type;
    const { type: _, ...keywords } = schema;
    expect(readBack(tagsOf(schema), { type })).toEqual({
      ...keywords,
      ...(schema.type === "integer" && { type: "integer" }),
    });
  });

  test.each([
    ["minLength", -1],
    ["maxItems", 1.5],
    ["minimum", "5"],
    ["minimum", Infinity],
    ["multipleOf", 0],
    ["uniqueItems", false],
    ["format", "a b"],
    ["pattern", "("],
    ["pattern", ""],
    ["pattern", "a*/b"],
    ["pattern", " a"],
    ["pattern", "a\nb"],
    ["pattern", "a @default 1"],
    ["pattern", "{@link a}"],
    ["minProperties", 1],
  ])("there is none for %s %j", (keyword, value) => {
    expect(tagOf(keyword, value)).toEqual([]);
  });
});
