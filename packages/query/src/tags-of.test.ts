import { describe, expect, test } from "vitest";
import { dynamicResource, get, integer, post, rootResource, staticResource, string } from "bough";
import { tagsOf } from "./tags-of.ts";

const api = rootResource("v1", {
  users: staticResource("users", {
    list: get().response<string[]>(),
    user: dynamicResource("user", {
      archive: post(":archive"),
      posts: staticResource("posts", {
        post: dynamicResource("post", integer(), { find: get("text").response<string>() }),
      }),
    }),
  }),
  many: dynamicResource("ids", string({ delimiters: "," }), { find: get().response<string>() }),
});

describe("tagsOf", () => {
  test("returns the tag of a resource, then those of the resources above it", () => {
    expect(tagsOf(api.users.user("42").posts)).toEqual([
      "/v1/users/42/posts",
      "/v1/users/42",
      "/v1/users",
      "/v1",
    ]);
    expect(tagsOf(api)).toEqual(["/v1"]);
    expect(tagsOf(rootResource({ a: get() }))).toEqual(["/"]);
  });

  test("returns the tag of an endpoint before those of its resources", () => {
    expect(tagsOf(api.users.list)).toEqual(["GET /v1/users", "/v1/users", "/v1"]);
    expect(tagsOf(api.users.user("a b").archive)[0]).toBe("POST /v1/users/a%20b:archive");
    expect(tagsOf(api.users.user("1").posts.post(2).find)).toEqual([
      "GET /v1/users/1/posts/2/text",
      "/v1/users/1/posts/2",
      "/v1/users/1/posts",
      "/v1/users/1",
      "/v1/users",
      "/v1",
    ]);
  });

  test("has no commas, which Next.js puts between tags", () => {
    expect(tagsOf(api.many("1,2"))[0]).toBe("/v1/1%2C2");
  });

  test("is that of one user only: ids cannot be mistaken for segments", () => {
    expect(tagsOf(api.users.user("1/posts"))[0]).toBe("/v1/users/1%2Fposts");
  });

  test("refuses an id without a value, and one that no URL can carry", () => {
    // @ts-expect-error - the id has no value
    expect(() => tagsOf(api.users.user)).toThrow("user");
    // @ts-expect-error - the id has no value
    expect(() => tagsOf(api.users.user.posts.post)).toThrow("user");
    expect(() => tagsOf(api.users.user(""))).toThrow('must not be ""');
    const typed = rootResource({ one: dynamicResource("one", string({ max: 1 }), {}) });
    expect(() => tagsOf(typed.one("ab"))).toThrow("one");
  });
});
