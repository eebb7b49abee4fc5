// What an editor shows and does: TypeScript's language service on a small project of three files,
// a declaration, a server and a client.

import { describe, expect, test } from "vitest";
import { Project } from "./support/language-service.ts";

const project = new Project({
  "editor/api.ts": `
import { del, dynamicResource, failure, get, integer, post, rootResource, staticResource, uuid } from "bough";
export interface User { id: string; name: string }
export interface NewUser { name: string }
/** The user is not there. */
export const UserNotFound = failure("user-not-found", 404);
export const EmailTaken = failure("email-taken", 409).body<{ email: string }>();
const Friends = staticResource("friends", {
  friend: dynamicResource("friend", integer(), {
    /** Ends a friendship. */
    remove: del().failure(UserNotFound),
  }),
});
export const api = rootResource("v1", {
  users: staticResource("users", {
    /** Lists users, newest first. */
    list: get().parameters({ limit: integer().default(20) }).response<User[]>(),
    create: post().request<NewUser>().response<User>().failure(EmailTaken),
    user: dynamicResource("user", uuid(), {
      /** Finds a user by its id. */
      find: get().response<User>().failure(UserNotFound),
      remove: del().failure(UserNotFound),
      friends: Friends,
    }),
  }),
});
`,
  "editor/server.ts": `
import { createServer } from "bough/server";
import { api, UserNotFound } from "./api.ts";
declare const users: Map<string, { id: string; name: string }>;
const server = createServer();
server.route(api.users.user.find, ({ ids, fail }) => users.get(ids.user) ?? fail(UserNotFound));
server.route(api.users.user.friends, { friend: { remove: ({ ids }) => void ids.friend } });
`,
  "editor/client.ts": `
import { createClient } from "bough/client";
import { api, EmailTaken } from "./api.ts";
const client = createClient();
const found = await client.request(api.users.user("42").find);
await client.request(api.users.user("42").friends.friend(7).remove);
await client.request(api.users.list, { parameters: { limit: 3 } });
const created = await client.request(api.users.create, { name: "Ada" });
if (created.failedWith(EmailTaken)) console.log(created.failure.body.email);
console.log(found.match({ ok: (user) => user.name, "user-not-found": () => "nobody" }));
const bound = api.users.user("42");
bound.find;
`,
});

test("the project compiles", () => {
  const files = ["editor/api.ts", "editor/server.ts", "editor/client.ts"];
  const wrong = files.flatMap((file) => project.diagnostics(file));
  expect(wrong.map(({ messageText }) => messageText)).toEqual([]);
});

describe("definition", () => {
  test.each([
    ["editor/client.ts", 'api.users.user("42").find', /^find: get\(\)/],
    ["editor/client.ts", 'user("42").friends', /^friends: Friends/],
    ["editor/client.ts", 'user("42").friends.friend(7).remove', /^remove: del\(\)/],
    ["editor/client.ts", "request(api.users.list", /^list: get\(\)/],
    ["editor/server.ts", "server.route(api.users.user.find", /^find: get\(\)/],
    ["editor/server.ts", "server.route(api.users.user.friends", /^friends: Friends/],
    ["editor/client.ts", "failedWith(EmailTaken", /^EmailTaken = failure/],
    ["editor/server.ts", "fail(UserNotFound", /^UserNotFound = failure/],
  ])("in %s of %s is the declaration", (file, snippet, definition) => {
    const found = project.definition(project.spot(file, snippet));
    expect(found).toEqual([expect.stringMatching(definition)]);
  });

  test("of a handler in an object of handlers is the declaration", () => {
    const found = project.definition(project.spot("editor/server.ts", "{ friend: { remove"));
    expect(found).toContainEqual(expect.stringMatching(/^remove: del\(\)/));
  });

  test("of a parameter in a call's options is the declaration", () => {
    const found = project.definition(project.spot("editor/client.ts", "parameters: { limit"));
    expect(found).toContainEqual(expect.stringMatching(/^limit: integer\(\)/));
  });
});

describe("rename", () => {
  test.each([
    ["editor/client.ts", 'api.users.user("42").find'],
    ["editor/server.ts", "server.route(api.users.user.find"],
    ["editor/api.ts", "its id. */\n      find"],
  ])("in %s of %s reaches the declaration, the server and the client", (file, snippet) => {
    const places = project.rename(project.spot(file, snippet));
    expect(places).toHaveLength(4);
    expect(places).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^find: get\(\)/),
        expect.stringMatching(/^find, \(\{ ids, fail/),
        expect.stringMatching(/^find\);/),
        expect.stringMatching(/^find;/),
      ]),
    );
  });

  test("of a nested endpoint reaches an object of handlers", () => {
    const places = project.rename(project.spot("editor/api.ts", "friendship. */\n    remove"));
    expect(places).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^remove: del\(\)/),
        expect.stringMatching(/^remove: \(\{ ids \}\)/),
        expect.stringMatching(/^remove\);/),
      ]),
    );
  });
});

describe("hover", () => {
  test.each([
    [
      "editor/client.ts",
      'api.users.user("42").find',
      "/v1/users/{user}",
      "Finds a user by its id.",
    ],
    [
      "editor/server.ts",
      "server.route(api.users.user.find",
      "/v1/users/{user}",
      "Finds a user by its id.",
    ],
    ["editor/client.ts", "request(api.users.list", "/v1/users", "Lists users, newest first."],
    [
      "editor/client.ts",
      'user("42").friends.friend(7).remove',
      "/v1/users/{user}/friends/{friend}",
      "Ends a friendship.",
    ],
  ])(
    "in %s of %s shows the template first, and what was written",
    (file, snippet, template, text) => {
      const { type, documentation } = project.hover(project.spot(file, snippet));
      expect(type).toMatch(/^\(property\) \w+: Endpoint<"/);
      expect(type.slice(type.indexOf('"') + 1)).toMatch(
        new RegExp(`^${template.replace(/[{}]/g, "\\$&")}"`),
      );
      // A place is spelled out, so a chain of five resources takes more than one of three.
      expect(type.length).toBeLessThanOrEqual(template.includes("friend") ? 400 : 300);
      expect(documentation).toBe(text);
    },
  );

  test("of a path shows it", () => {
    const { type } = project.hover(project.spot("editor/server.ts", "ids.user"));
    expect(type).toBe("(property) user: string");
  });
});

describe("completion", () => {
  test("behind a bound resource proposes its children", () => {
    const names = project.completions("editor/client.ts", "\nbound.");
    expect(names).toEqual(expect.arrayContaining(["find", "friends", "path", "remove"]));
    expect(names.filter((name) => ["apply", "bind", "call", "length"].includes(name))).toEqual([]);
  });

  test("in an object of cases proposes the failures", () => {
    const names = project.completions("editor/client.ts", "found.match({ ");
    expect(names).toEqual(expect.arrayContaining(["ok"]));
  });
});
