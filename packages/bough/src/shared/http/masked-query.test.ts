import { expect, test } from "vitest";
import { maskedQuery } from "./masked-query.ts";

test.each([
  ["/a", "/a"],
  ["/a?key=1", "/a?key=***"],
  ["/a?b=1&key=2&key=3&c", "/a?b=1&key=***&key=***&c"],
  ["http://h.test/a?k%65y=1=2", "http://h.test/a?k%65y=***"],
  ["/key=1?Key=2&%zz=3", "/key=1?Key=2&%zz=3"],
])("masks the values of a name in %s", (target, masked) => {
  expect(maskedQuery(target, new Set(["key"]), "***")).toBe(masked);
});

test("keeps a query without names to mask", () => {
  expect(maskedQuery("/a?key=1", new Set(), "***")).toBe("/a?key=1");
});
