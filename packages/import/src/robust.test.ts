// Documents that nobody meant to write: each is refused or read, and what was read can be printed and compiled.
import { transformSync } from "esbuild";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isComplete } from "../../../test/support/matrix.ts";
import { declarationsOf } from "./print/declarations.ts";
import { modulesOf, singleModule } from "./print/modules.ts";
import { NotADocument, readDocument } from "./read-document.ts";

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const user = { $ref: "#/components/schemas/User" };

const document = {
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  servers: [{ url: "https://api.example.test" }],
  security: [{ key: [] }],
  tags: [{ name: "users" }],
  paths: {
    "/v1/users": {
      parameters: [{ $ref: "#/components/parameters/Limit" }],
      get: {
        operationId: "users/list",
        tags: ["users"],
        parameters: [
          {
            in: "query",
            name: "ids",
            style: "form",
            explode: false,
            schema: { type: "array", items: { type: "integer" } },
          },
          {
            in: "query",
            name: "filter",
            style: "deepObject",
            schema: { type: "object", properties: { a: { type: "string" } } },
          },
        ],
        responses: {
          200: {
            description: "",
            headers: { link: { schema: { type: "string" } } },
            ...json({ type: "array", items: user }),
          },
          default: { $ref: "#/components/responses/Problem" },
        },
      },
      post: {
        summary: "Creates a user.",
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: user },
            "multipart/form-data": {
              schema: {
                type: "object",
                properties: { file: { type: "string", format: "binary" }, meta: user },
              },
              encoding: { meta: { contentType: "application/json" } },
            },
          },
        },
        responses: { 201: { description: "", ...json(user) }, 404: { description: "" } },
      },
    },
    "/v1/users/{id}": {
      get: {
        parameters: [
          { in: "path", name: "id", required: true, schema: { type: "integer", minimum: 1 } },
        ],
        responses: { 200: { description: "", ...json({ oneOf: [user, { type: "null" }] }) } },
      },
    },
  },
  components: {
    parameters: { Limit: { in: "query", name: "limit", schema: { type: "integer", default: 20 } } },
    responses: {
      Problem: { description: "", ...json({ type: "object", additionalProperties: true }) },
    },
    schemas: {
      User: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string", enum: ["a", "b"] }, boss: user },
      },
    },
    securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } },
  },
};

/** The places of a value, as lists of names. */
function placesOf(value: unknown, at: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([name, one]) => placesOf(one, [...at, name]))];
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  const own = value as Readonly<Record<string, unknown>>;
  const inner = replaced(own[name], rest, by);
  return Array.isArray(value)
    ? value.map((one: unknown, index) => (String(index) === name ? inner : one))
    : { ...own, [name]: inner };
}

/** Reads and prints a document; says nothing about one that is refused. */
function isHandled(parsed: unknown): boolean {
  let read: ReturnType<typeof readDocument>;
  try {
    read = readDocument(parsed, { bounds: true, typed: true, verified: true });
  } catch (error) {
    return error instanceof NotADocument;
  }
  const declarations = declarationsOf(read, { docs: true, bounds: true, tags: true });
  for (const name of modulesOf(declarations).keys()) expect(name).toMatch(/^[\p{L}\p{N}_-]+\.ts$/u);
  // It throws for text that is not TypeScript.
  transformSync(singleModule(declarations), { loader: "ts" });
  return true;
}

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1.5,
    "",
    "x",
    [],
    {},
    [null],
    [[]],
    { "": {} },
    "#",
    "#/paths",
    "__proto__",
    "../../x",
    { $ref: "#" },
    { $ref: 5 },
    { $ref: "#/components/schemas/User/properties/boss" },
    { type: "array" },
    { type: [] },
    { enum: [] },
    { allOf: [user, user] },
    "*/",
    "`${1}`",
    "\u2028",
    "a\nb",
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

describe("a document with odd values", () => {
  const places = placesOf(document);

  test("in one or several places is refused or read", () => {
    const change = fc.tuple(fc.constantFrom(...places), odd);
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        let changed: unknown = document;
        for (const [place, by] of changes) {
          // An earlier change may have removed the place.
          try {
            changed = replaced(changed, place, by);
          } catch {
            return;
          }
        }
        expect(isHandled(JSON.parse(JSON.stringify(changed)))).toBe(true);
      }),
      { numRuns: isComplete ? 500 : 100 },
    );
  });

  test("in each place once is refused or read", () => {
    for (const place of places) {
      for (const by of [null, 5, "x", [], {}, { $ref: `#/${place.join("/")}` }]) {
        expect(isHandled(replaced(document, place, by))).toBe(true);
      }
    }
  });

  test("as names of paths, schemas, parameters and operations is read", () => {
    const names = [
      "__proto__",
      "constructor",
      "toString",
      "../../evil",
      "class",
      "get",
      "a b",
      "1",
      "é",
      "*/",
      "${x}",
      "`",
    ];
    for (const name of names) {
      const text = JSON.stringify(document)
        .replaceAll("User", JSON.stringify(name.replaceAll("/", "~1")).slice(1, -1))
        .replaceAll('"limit"', JSON.stringify(name))
        .replaceAll("users/list", JSON.stringify(name).slice(1, -1))
        .replaceAll('"key"', JSON.stringify(name));
      expect(isHandled(JSON.parse(text))).toBe(true);
    }
  });
});

test("schemas that are nested 5,000 deep are cut, with their place in the report", () => {
  let schema: object = { type: "string" };
  for (let depth = 0; depth < 5_000; depth++)
    schema = { type: "object", properties: { a: schema } };
  const paths = { "/x": { get: { responses: { 200: { description: "", ...json(schema) } } } } };
  const { contract, findings } = readDocument({ openapi: "3.0.0", paths });
  expect(findings.map(({ message }) => message)).toEqual(["schemas are nested more than 50 deep"]);
  expect(() => singleModule(declarationsOf({ contract }))).not.toThrow();
});
