import { describe, expect, test } from "vitest";
import { errorType, exceptionOf, spanName } from "./http-attributes.ts";

class OwnError extends Error {
  override readonly name = "OwnError";
}

describe("the type of an error", () => {
  test.each<[string, unknown, string | undefined]>([
    ["an error", new TypeError("x"), "TypeError"],
    ["a class of its own", new OwnError("x"), "OwnError"],
    ["a system error", Object.assign(new Error("x"), { code: "EPIPE" }), "EPIPE"],
    [
      "a failed fetch",
      new TypeError("x", { cause: Object.assign(new Error("y"), { code: "ECONNREFUSED" }) }),
      "ECONNREFUSED",
    ],
    ["an abort", new DOMException("x", "AbortError"), "AbortError"],
    ["a code that is data", Object.assign(new OwnError("x"), { code: "23505" }), "OwnError"],
    ["text", "x", undefined],
    ["nothing", undefined, undefined],
    ["an object without a prototype", Object.create(null), undefined],
  ])("of %s is low in cardinality", (_, error, type) => {
    expect(errorType(error)).toBe(type);
  });
});

test.each<[unknown, unknown]>([
  ["text", '"text"'],
  [7, "7"],
  [Object.create(null), "an object (Object)"],
])("%j can be recorded", (thrown, recorded) => {
  expect(exceptionOf(thrown)).toBe(recorded);
});

test("a span has the name of its method and route", () => {
  expect([spanName("GET", "/a/{b}"), spanName("GET", undefined), spanName("FOO", "/a")]).toEqual([
    "GET /a/{b}",
    "GET",
    "HTTP /a",
  ]);
});
