// Objects in queries and forms that are nested in many others.
import { describe, expect, test } from "vitest";
import { extracted } from "../../../test/support/extracted.ts";
import { operationHashes } from "./operation-hashes.ts";
import { declarationsOf } from "./print/declarations.ts";
import { singleModule } from "./print/modules.ts";
import { readDocument } from "./read-document.ts";

/** A document with `count` schemas, each with all others in it, as a query of two operations. */
function nested(count: number): object {
  const names = Array.from({ length: count }, (_, index) => `s${index}`);
  const schemas = names.map((name) => {
    const others = names.filter((other) => other !== name);
    const members = others.map((other) => [other, { $ref: `#/components/schemas/${other}` }]);
    const text = [`text-${name}`, { type: "string" }];
    return [name, { type: "object", properties: Object.fromEntries([text, ...members]) as object }];
  });
  const schema = { $ref: "#/components/schemas/s0" };
  const parameters = [{ name: "f", in: "query", style: "deepObject", explode: true, schema }];
  const get = { parameters, responses: { 204: { description: "" } } };
  return {
    openapi: "3.1.0",
    paths: { "/x": { get }, "/y": { get } },
    components: { schemas: Object.fromEntries(schemas) as object },
  };
}

describe("objects that are nested in many others", () => {
  const document = nested(12);
  const read = readDocument(document);
  const module = singleModule(declarationsOf(read));

  test("are printed once for each depth", () => {
    expect(module.length).toBeLessThan(10 * JSON.stringify(document).length);
    expect(module.match(/= object\(/g)?.length).toBeLessThanOrEqual(12 * 5);
    expect(module).toContain(".parameters({ f: fObject })");
  });

  test("are hashed once, and reported for each operation", () => {
    const hashes = Object.values(operationHashes(read.contract));
    expect(hashes).toHaveLength(2);
    const told = read.findings.map(({ operation, message }) => `${operation}: ${message}`);
    for (const operation of ["GET /x", "GET /y"]) {
      expect(told).toContain(
        `${operation}: its objects are nested more than 5 deep; declared as JSON`,
      );
    }
  });

  test("compile", () => {
    const small = singleModule(declarationsOf(readDocument(nested(5))));
    expect(extracted(small).errors).toEqual([]);
  }, 60_000);
});
