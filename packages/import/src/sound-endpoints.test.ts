// An imported declaration passes `verify`: what does not is left out and reported with its place.
import { expect, test } from "vitest";
import { readDocument } from "./read-document.ts";

const responses = { 204: { description: "" } };
const text = { type: "string" };

function read(operation: object) {
  const { contract, findings } = readDocument(
    { openapi: "3.1.0", paths: { "/a": { get: { responses, ...operation } } } },
    { verified: true },
  );
  const report = findings.map(({ result, pointer, message }) => `${result} ${pointer}: ${message}`);
  return { endpoints: contract.endpoints, report };
}

const deep = {
  in: "query",
  name: "filter",
  style: "deepObject",
  schema: {
    type: "object",
    additionalProperties: {
      oneOf: [text, { type: "array", items: text }, { type: "object", additionalProperties: text }],
    },
  },
};

test("an optional parameter with a fault is left out, and the operation is kept", () => {
  const { endpoints, report } = read({
    parameters: [
      deep,
      { in: "cookie", name: "a b", schema: text },
      { in: "query", name: "q", schema: text },
    ],
  });
  expect(endpoints).toHaveLength(1);
  expect(endpoints[0]?.query?.map(({ name }) => name)).toEqual(["q"]);
  expect(endpoints[0]?.cookies).toBeUndefined();
  expect(report).toEqual([
    expect.stringMatching(/^changed \/paths\/~1a\/get: its parameter "filter" is left out: ./),
    expect.stringMatching(/^changed \/paths\/~1a\/get: its parameter "a b" is left out: ./),
  ]);
});

test("an operation whose required parameter has a fault is left out", () => {
  const { endpoints, report } = read({
    parameters: [{ in: "cookie", name: "a b", required: true, schema: text }],
  });
  expect(endpoints).toEqual([]);
  expect(report).toEqual([expect.stringMatching(/^skipped \/paths\/~1a\/get: ./)]);
});
