// Pairs of OpenAPI documents, in the families that other tools test, and what clients of the first get from the second.
import { describe, expect, test } from "vitest";
import { compareDocuments, worstOf } from "../../../../test/support/compare-documents.ts";
import { DOCUMENT_PAIRS, document } from "../../../../test/support/document-pairs.ts";

describe("pairs of documents", () => {
  test.each(DOCUMENT_PAIRS)("%s", (_, before, after, clients, servers) => {
    expect(worstOf(compareDocuments(before, after))).toBe(clients);
    expect(worstOf(compareDocuments(before, after, { for: "servers" }))).toBe(servers);
    expect(worstOf(compareDocuments(before, before, { for: "both" }))).toBe("none");
  });
});

describe("operations that cannot be declared", () => {
  const options = (summary: string): object => ({
    ...document({}),
    paths: { "/things": { options: { summary, responses: {} } } },
  });
  test("are unknown where they differ", () => {
    expect(compareDocuments(options("a"), options("a")).unknown).toEqual([]);
    expect(compareDocuments(options("a"), options("b")).unknown).toContainEqual({
      endpoint: "OPTIONS /things",
      place: "#/paths/~1things/options",
      reason: "OPTIONS cannot be declared: the server responds to it itself",
    });
  });
});
