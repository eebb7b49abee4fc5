import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { createServer } from "bough/server";
import { get, post } from "../endpoint/verbs.ts";
import { dynamicResource, rootResource, staticResource } from "./resource.ts";

const api = rootResource("v2", {
  session: get("session").response<string>(),
  users: staticResource("users", {
    create: post().request<string>(),
    user: dynamicResource("user", { find: get().response<string>() }),
  }),
});

describe("an endpoint or a resource prints as method and template", () => {
  test.each([
    ["an endpoint", api.session, "GET /v2/session"],
    ["an endpoint with ids", api.users.user("7").find, "GET /v2/users/{user}"],
    ["a resource", api.users, "/v2/users"],
    ["a dynamic resource", api.users.user, "/v2/users/{user}"],
    ["a resource with ids", api.users.user("7"), "/v2/users/{user}"],
    ["a root without a segment", rootResource({ a: get("a") }), "/"],
  ])("%s", (_what, node, text) => {
    expect(String(node as unknown)).toBe(text);
    expect(JSON.stringify({ node })).toBe(JSON.stringify({ node: text }));
    expect(inspect([node])).toBe(`[ ${text} ]`);
  });

  test("in the messages of tests", () => {
    const compare = (): void => expect(createServer().unrouted(api)).toEqual([]);
    expect(compare).toThrow(/^expected \[ GET \/v2\/session, .* \] to deeply equal \[\]$/);
  });

  test("unless a child has the name", () => {
    const names = ["toString", "toJSON"];
    const children = Object.fromEntries(names.map((name) => [name, get(name)]));
    for (const tree of [rootResource("v1", children), dynamicResource("id", children)("1")]) {
      const members = tree as unknown as Readonly<Record<string, { template: string }>>;
      for (const name of names) expect(members[name]?.template).toContain(`/${name}`);
      expect(inspect(tree)).toMatch(/^\/(?:v1|\{id\})$/);
    }
  });
});

test("only the facts of an endpoint can be listed, and the children of a resource", () => {
  const listed: string[] = [];
  for (const name in api.session) listed.push(name);
  for (const name of ["resource", "~endpoint", "~calls", "toString", "toJSON"]) {
    expect(listed).not.toContain(name);
    expect(Object.keys(api.session)).not.toContain(name);
  }
  expect(Object.keys(api)).toEqual(["session", "users"]);
  expect(Object.keys(api.users.user("7"))).toEqual(["~ids"]);
  expect(api.session.resource).toBe(api);
  expect(api.users.user.find.resource).toBe(api.users.user);
});
