// Types of schemas whose parts speak about each other.
import { describe, expect, test } from "vitest";
import { extracted } from "../../../../test/support/extracted.ts";
import { readDocument } from "../read-document.ts";
import { declarationsOf } from "./declarations.ts";
import { singleModule } from "./modules.ts";

const string = { type: "string" };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const list = (items: object) => ({ type: "array", items });
const one = (name: string, schema: object, required: readonly string[] = []) => ({
  type: "object",
  properties: { [name]: schema },
  ...(required.length === 0 ? {} : { required }),
});

const schemas = {
  C: { type: "object", properties: { title: string, size: { type: "integer" } } },
  D: { type: "object", properties: { title: string }, required: ["title"] },
  A: one("a", string, ["a"]),
  B: one("b", string, ["b"]),
  As: list(reference("A")),
  Page: {
    type: "object",
    properties: { entries: list(reference("A")), next: string },
    required: ["entries"],
  },
};

/** The module of operations `GET /x0`, whose responses have these schemas. */
function moduleOf(responses: readonly object[], more: object = {}): string {
  const operations = responses.map((schema, index) => {
    const content = { "application/json": { schema } };
    return [`/x${index}`, { get: { responses: { 200: { description: "", content } } } }];
  });
  const read = readDocument({
    openapi: "3.1.0",
    paths: Object.fromEntries(operations) as object,
    components: { schemas: { ...schemas, ...more } },
  });
  expect(read.findings).toEqual([]);
  return singleModule(declarationsOf(read));
}

/** The type of the response. */
function typeOf(schema: object): string | undefined {
  return /\.response<([^]*)>\(\)/.exec(moduleOf([schema]))?.[1];
}

describe("required", () => {
  test.each([
    ["in a part of its own", { allOf: [reference("C"), { required: ["title"] }] }],
    ["beside allOf", { allOf: [reference("C")], required: ["title"] }],
    ["beside allOf of an object", { type: "object", allOf: [reference("C")], required: ["title"] }],
    ["in a part with a type", { allOf: [reference("C"), { type: "object", required: ["title"] }] }],
    ["beside a reference", { ...reference("C"), required: ["title"], properties: {} }],
  ])("%s makes a property of another part required", (_, schema) => {
    expect(typeOf(schema)).toBe("C & { title: string }");
  });

  test.each([
    [{ allOf: [reference("D"), { required: ["title"] }] }, "D"],
    [
      { allOf: [reference("C"), { required: ["title", "size"] }] },
      "C & { title: string; size: number }",
    ],
    [{ allOf: [one("a", string), { required: ["a"] }] }, "{ a?: string } & { a: string }"],
    [
      { allOf: [reference("C"), one("b", string, ["title"])] },
      "C & { b?: string } & { title: string }",
    ],
    [{ ...one("a", string, ["b"]) }, "{ a?: string; b: unknown }"],
    [{ type: "object", required: ["b"] }, "{ b: unknown; [key: string]: unknown }"],
    [
      { allOf: [reference("C")], oneOf: [{ required: ["title"] }, { required: ["size"] }] },
      "C & ({ title: string } | { size: number })",
    ],
    [
      { type: "object", oneOf: [reference("D"), reference("C")], required: ["title"] },
      "{ title: string } & (D | C)",
    ],
    [{ type: "object", oneOf: [reference("D")], required: ["title"] }, "D"],
  ])("%j is %s", (schema, type) => {
    expect(typeOf(schema)).toBe(type);
  });

  test("in a named schema keeps an interface one", () => {
    expect(moduleOf([reference("E")], { E: one("a", string, ["b"]) })).toContain(
      "export interface E {\n  a?: string;\n  b: unknown;\n}",
    );
  });
});

describe("a type that is in itself with a property required", () => {
  const required = { allOf: [reference("Node"), { required: ["below"] }] };
  const inside = (below: object) => moduleOf([reference("Node")], { Node: one("below", below) });

  test.each([
    ["items", list(required), "{ below: (Node & { below: {} | null })[] }[]"],
    ["a property", required, "Node & { below: Node & { below: {} | null } }"],
    [
      "properties of any name",
      { type: "object", additionalProperties: required },
      "{ [key: string]: Node & { below: { [key: string]: Node & { below: {} | null } } } }",
    ],
    [
      "an alternative",
      list({ oneOf: [required, string] }),
      "({ below: (Node & { below: {} | null } | string)[] } | string)[]",
    ],
    [
      "a tuple",
      { type: "array", prefixItems: [required] },
      "[Node & { below: [Node & { below: {} | null }, ...unknown[]] }, ...unknown[]]",
    ],
    [
      "beside a reference",
      list({ ...reference("Node"), required: ["below"] }),
      "(Node & { below: (Node & { below: {} | null })[] })[]",
    ],
    [
      "with lists in two parts",
      list({ allOf: [reference("Node"), one("below", list(reference("Node")), ["below"])] }),
      "{ below: { below: ((Node & { below: Node[] }) & Node)[] }[] }[]",
    ],
  ])("%s", (_, below, type) => {
    const text = inside(below).replaceAll(/\s+/g, " ");
    expect(/interface Node \{ below\?: (.*?);? \} export/.exec(text)?.[1]).toBe(type);
  });

  test("through another type", () => {
    const B = { allOf: [reference("Node"), one("b", reference("B"), ["b", "below"])] };
    const Node = one("below", list({ allOf: [reference("B"), { required: ["below"] }] }));
    const module = moduleOf([reference("Node")], { Node, B });
    expect(module).toContain("export interface B");
    const { errors, warnings } = extracted(module);
    expect([errors, warnings]).toEqual([[], []]);
  });
});

describe("lists in several parts are one list", () => {
  test.each([
    [{ allOf: [list(reference("A")), list(reference("B"))] }, "(A & B)[]"],
    [{ allOf: [reference("As"), list(reference("B"))] }, "(A & B)[]"],
    [{ allOf: [reference("As"), { maxItems: 3 }] }, "As"],
    [
      { allOf: [reference("Page"), one("entries", list(reference("B")))] },
      "{ entries: (A & B)[]; next?: string }",
    ],
    [
      { allOf: [one("page", reference("Page")), one("page", one("entries", list(string)))] },
      "{ page?: { entries: (A & string)[]; next?: string } }",
    ],
    [{ allOf: [reference("Page"), one("more", list(string))] }, "Page & { more?: string[] }"],
    [
      { allOf: [reference("A"), one("rows", list(one("b", string))), { required: ["rows"] }] },
      "{ a: string; rows: { b?: string }[] }",
    ],
  ])("%j is %s", (schema, type) => {
    expect(typeOf(schema)).toBe(type);
  });

  test("that bough schemas extracts, with properties that are required elsewhere", () => {
    const module = moduleOf([
      { allOf: [reference("Page"), one("entries", list(reference("B")))] },
      { allOf: [reference("As"), list(reference("B"))] },
      { allOf: [reference("C"), { required: ["title"] }] },
      { allOf: [one("rows", list(one("b", string))), { required: ["rows"] }] },
    ]);
    const { schemas: found, errors, warnings } = extracted(module);
    expect([errors, warnings]).toEqual([[], []]);
    const schemaOf = (key: string) =>
      JSON.stringify(found.endpoints[key]?.responses?.["200"]?.["application/json"]?.schema);
    expect(schemaOf("GET /x0")).toMatch(/"entries":\{"type":"array"/);
    expect(schemaOf("GET /x1")).toMatch(/^\{"type":"array"/);
    expect(schemaOf("GET /x2")).toContain('"required":["title"]');
    expect(schemaOf("GET /x3")).toContain('"required":["rows"]');
  }, 60_000);
});
