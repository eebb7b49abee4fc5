import { dynamicResource, get, integer, rootResource, staticResource } from "bough";
import { urlPartsOf } from "bough/client/adapters";
import { expect, test } from "vitest";

const api = rootResource("v1", {
  users: staticResource("users", {
    user: dynamicResource("user", integer(), {
      find: get("text").parameters({ limit: integer().optional() }).response<string>(),
    }),
  }),
});
const { user } = api.users;

test("an endpoint has a piece for each resource and one for itself", () => {
  expect(urlPartsOf(user(42).find, { limit: 5 })).toEqual({
    method: "GET",
    path: [
      { template: "/v1", text: "/v1" },
      { template: "/users", text: "/users" },
      { template: "/{user}", text: "/42" },
      { template: "/text", text: "/text" },
    ],
    href: "/v1/users/42/text?limit=5",
    issues: [],
  });
});

test("a resource without its id has no text there, and the issue says so", () => {
  const { method, path, issues } = urlPartsOf(user);
  expect([method, path.at(-1)]).toEqual([undefined, { template: "/{user}", text: undefined }]);
  expect(issues).toEqual([["path", "user", "is missing"]]);
});

test("a value that no URL can carry is an issue, and nothing throws", () => {
  const { href, issues } = urlPartsOf(user(42).find, { limit: "many" });
  expect(href).toBe("/v1/users/42/text");
  expect(issues.map(([place, parameter]) => [place, parameter])).toEqual([["query", "limit"]]);
});
