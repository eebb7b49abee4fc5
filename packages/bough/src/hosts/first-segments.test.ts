import { dynamicResource, get, rootResource, staticResource } from "bough";
import { describe, expect, test } from "vitest";
import { FirstSegments } from "./first-segments.ts";

const api = rootResource({
  home: get(),
  a: staticResource("a b", { list: get() }),
});
const any = rootResource({ one: dynamicResource("one", { find: get() }) });

describe("FirstSegments", () => {
  const first = new FirstSegments();
  first.add(api.home);
  first.add(api.a.list);

  test.each([
    "/a%20b",
    "/a%20b/c",
    "/a%20b?c",
    "/a%20b#c",
    "/a b",
    "/",
    "/?a",
    "http://h.test/a%20b",
  ])("has %s", (target) => {
    expect(first.has(target)).toBe(true);
  });

  test.each(["/a", "/a%20bc", "/a%2520b", "/%zz", "*", "ftp://h/a%20b", "/b?/a%20b"])(
    "has not %s",
    (target) => {
      expect(first.has(target)).toBe(false);
    },
  );

  test("has every path where the first segment is dynamic", () => {
    const dynamic = new FirstSegments();
    dynamic.add(any.one.find);
    expect([dynamic.has("/x"), dynamic.has("*")]).toEqual([true, false]);
  });

  test("has the first segment of a base path alone", () => {
    const below = new FirstSegments("api");
    below.add(any.one.find);
    expect([below.has("/api/x"), below.has("/x")]).toEqual([true, false]);
  });
});
