import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AddressError } from "./address.ts";
import { hrefOf } from "./href.ts";
import { list } from "../parameter/list.ts";
import { boolean, dateTime, integer, string } from "../parameter/parameter-types.ts";
import type { AnyEndpoint } from "./placement.ts";
import { dynamicResource, rootResource } from "./resource.ts";
import { get } from "../endpoint/verbs.ts";

const api = rootResource("v1", {
  search: get("search").parameters({
    q: string(),
    limit: integer({ min: 1 }).default(20),
    after: dateTime().optional(),
    deep: boolean().optional(),
    tag: list(string()),
    sort: list(string(), { style: "comma", max: 3 }),
  }),
  all: get("all").parameters({ limit: integer().optional() }),
  plain: get("plain"),
  user: dynamicResource("user", { find: get().parameters({ user: string().optional() }) }),
});

/** hrefOf as plain JavaScript calls it. */
const href = hrefOf as unknown as (endpoint: AnyEndpoint, options: object) => string;

/** What is thrown, which is an `AddressError`. */
function refused(parameters: object): AddressError {
  try {
    hrefOf(api.search, { parameters: parameters as never });
  } catch (error) {
    expect(error).toBeInstanceOf(AddressError);
    return error as AddressError;
  }
  throw new Error("nothing was thrown");
}

describe("hrefOf", () => {
  test("writes path and query, in the order of the declaration", () => {
    expect(
      hrefOf(api.search, {
        parameters: { tag: ["a", "b"], q: "x y", limit: 5, deep: false, after: new Date(0) },
      }),
    ).toBe("/v1/search?q=x+y&limit=5&after=1970-01-01T00%3A00%3A00.000Z&deep=false&tag=a&tag=b");
  });

  test("U16: leaves out what is undefined, and keeps what is empty", () => {
    expect(hrefOf(api.all)).toBe("/v1/all");
    expect(hrefOf(api.all, {})).toBe("/v1/all");
    expect(hrefOf(api.all, { parameters: {} })).toBe("/v1/all");
    expect(hrefOf(api.all, { parameters: { limit: undefined } })).toBe("/v1/all");
    expect(hrefOf(api.search, { parameters: { q: "", tag: [] } })).toBe("/v1/search?q=");
    expect(hrefOf(api.search, { parameters: { q: "", tag: [""] } })).toBe("/v1/search?q=&tag=");
    expect(hrefOf(api.plain)).toBe("/v1/plain");
  });

  test("never sends a default, but a value that equals it", () => {
    expect(hrefOf(api.search, { parameters: { q: "a" } })).toBe("/v1/search?q=a");
    expect(hrefOf(api.search, { parameters: { q: "a", limit: 20 } })).toBe(
      "/v1/search?q=a&limit=20",
    );
  });

  test("C4, U14: encodes names and values as forms do", () => {
    expect(hrefOf(api.search, { parameters: { q: "a+b c&d=e%~*-._é" } })).toBe(
      "/v1/search?q=a%2Bb+c%26d%3De%25%7E*-._%C3%A9",
    );
    const named = rootResource({ f: get().parameters({ "a b&": string(), "?": string() }) });
    expect(hrefOf(named.f, { parameters: { "a b&": "1", "?": "2" } })).toBe("/?a+b%26=1&%3F=2");
  });

  test("U15: writes a comma list as one value, and refuses inner commas", () => {
    expect(hrefOf(api.search, { parameters: { q: "a", sort: ["b", "d"] } })).toBe(
      "/v1/search?q=a&sort=b,d",
    );
    expect(() => hrefOf(api.search, { parameters: { q: "a", sort: ["b,c", "d"] } })).toThrow(
      'the query parameter "sort" must not have an element with a comma',
    );
  });

  test("never fills a query parameter from a path value, nor the reverse", () => {
    expect(hrefOf(api.user("7").find)).toBe("/v1/7");
    expect(hrefOf(api.user("7").find, { parameters: { user: "8" } })).toBe("/v1/7?user=8");
    expect(() => href(api.user.find, { parameters: { user: "8" } })).toThrow(
      'the path parameter "user" is missing',
    );
  });

  test("B5: takes own values only", () => {
    expect(refused(Object.create({ q: "x" }) as object).message).toBe(
      '/v1/search: the query parameter "q" is missing',
    );
    const odd = rootResource({
      f: get().parameters({ toString: string().optional(), ["__proto__"]: string().optional() }),
    });
    expect(hrefOf(odd.f)).toBe("/");
    expect(href(odd.f, { parameters: {} })).toBe("/");
    expect(href(odd.f, { parameters: { ["__proto__"]: "x", toString: "y" } })).toBe(
      "/?toString=y&__proto__=x",
    );
  });

  test.each([
    [{}, '/v1/search: the query parameter "q" is missing'],
    [{ q: 1 }, '/v1/search: the query parameter "q" must be text'],
    [{ q: "\ud800" }, '/v1/search: the query parameter "q" must not contain a lone surrogate'],
    [{ q: "", limit: NaN }, '/v1/search: the query parameter "limit" must be an integer'],
    [{ q: "", limit: 0 }, '/v1/search: the query parameter "limit" must be at least 1'],
    [{ q: "", tag: "a" }, '/v1/search: the query parameter "tag" must be a list'],
    [
      { q: "", sort: ["", "", "", ""] },
      '/v1/search: the query parameter "sort" must have a length of at most 3',
    ],
  ])("refuses %j, which the server would refuse", (parameters, message) => {
    const error = refused(parameters);
    expect(error.message).toBe(message);
    expect([error.in, error.template]).toEqual(["query", "/v1/search"]);
  });
});

describe("a zod codec", () => {
  const trimmed = z.codec(z.string(), z.string(), {
    decode: (text) => text,
    encode: (value) => value.trim(),
  });
  const later = z.codec(z.string(), z.string(), {
    decode: async (text) => Promise.resolve(text),
    encode: async () => Promise.reject(new Error("secret")),
  });
  const tree = dynamicResource("id", trimmed, {
    f: get().parameters({ q: trimmed }),
    g: get().parameters({ q: later }),
  });

  test("is written as it encodes, in path and query", () => {
    expect(hrefOf(tree(" a ").f, { parameters: { q: " b c " } })).toBe("/a?q=b+c");
  });

  test("B1, B3: is held to what a URL carries", () => {
    const q = { parameters: { q: "x" } };
    expect(() => href(tree(" . ").f, q)).toThrow('/{id}: the path parameter "id" must not be "."');
    expect(() => href(tree("\ud800").f, q)).toThrow(AddressError);
    expect(() => href(tree(1 as never).f, q)).toThrow(
      '/{id}: the path parameter "id" is not valid',
    );
    expect(() => href(tree("a").f, { parameters: { q: "\udfff" } })).toThrow(AddressError);
    expect(() => href(tree("a").f, {})).toThrow('/{id}: the query parameter "q" is missing');
  });

  test("that answers later is refused, and leaves no rejection behind", async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on("unhandledRejection", note);
    expect(() => href(tree("a").g, { parameters: { q: "x" } })).toThrow(
      '/{id}: the query parameter "q" is not valid',
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });
});
