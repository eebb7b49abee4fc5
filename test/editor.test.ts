// What an editor shows and does: TypeScript's language service on a small project of a declaration,
// a server and a client, and of one file that is being written.

import { beforeAll, describe, expect, test } from "vitest";
import { Project } from "./support/language-service.ts";

const files = {
  "editor/api.ts": `
import { del, dynamicResource, failure, get, integer, json, noBody, plainText, post, put, rootResource, staticResource, type, uuid } from "bough";
import { oneOfBodies } from "bough/existing";
export interface User { id: string; name: string }
export interface NewUser { name: string }
/** The user is not there. */
export const UserNotFound = failure("user-not-found", 404);
export const EmailTaken = failure("email-taken", 409).body<{ email: string }>();
const Full = failure("full", 409).bare<string[]>();
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
    reset: post("reset").failure(UserNotFound, Full),
    save: put().request<User>().response(type<User>(), { status: 201 }).response(noBody).failure(UserNotFound),
    report: get("report").response(oneOfBodies(json<User[]>(), plainText())),
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
const other = createServer();
other.route(api.users.user.remove, ({ fail: failing }) => failing(UserNotFound));
other.route(api.users.list, ({ parameters: given }) => (given.limit > 3 ? [] : []));
other.route(api.users.user.friends.friend.remove, ({ ids: both }) => void both.friend);
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
const refused = await client.request(api.users.reset);
await client.request(api.users.save, { id: "42", name: "Ada" });
const group = api.users;
const open = group.user;
const further = bound.friends.friend;
void [refused, open, further];
export const shown = { open: api.users.user.path, whole: api.users.user.remove.path };
`,
  "editor/pieces.ts": `
import { dynamicResource, get, rootResource, slash, staticResource } from "bough";
import { createClient } from "bough/client";
import { createServer } from "bough/server";
export const V2 = rootResource("v2", {});
export const Pets = staticResource("pets", V2, {
  /** Lists pets. */
  all: get().response<string[]>(),
});
export const Pet = dynamicResource("pet", Pets, {
  /** Reads a pet. */
  read: get().response<string>(),
});
const notes = staticResource("notes", {
  /** Shows notes. */
  show: get().response<string>(),
});
const v3 = rootResource("v3", { notes, old: staticResource("old", { kept: notes }) });
const client = createClient();
await client.request(Pet("rex").read);
await client.request(slash(V2, Pets.all));
await client.request(slash(V2, Pets, Pet("tom").read));
await client.request(v3.notes.show);
await client.request(v3.old.kept.show);
const server = createServer();
server.route(Pet, { read: ({ ids }) => ids.pet });
`,
  "editor/tenants.ts": `
import { dynamicResource, get, integer, rootResource, staticResource } from "bough";
import { createServer } from "bough/server";
export const tree = rootResource("v1", {
  tenant: dynamicResource("tenant", {
    things: staticResource("things", {
      list: get().response<string[]>(),
      thing: dynamicResource("thing", integer(), { read: get().response<string>() }),
    }),
  }),
});
export const things = tree.tenant.things.list;
export const thing = tree.tenant.things.thing.read;
createServer().route(tree.tenant.things.list, (call) => [call.ids.tenant]);
`,
};

// What is being written does not compile yet.
const typing = `
import { createClient } from "bough/client";
import { createServer } from "bough/server";
import { api } from "./api.ts";
const created = await createClient().request(api.users.create, { name: "Ada" });
created.match({});
if (!created.ok && created.failure.name === "") {}
createServer().route(api.users.user, {});
createServer().route(api.users.create, ({}) => {});
createServer().route(api.users.list, (call) => { call. });
createServer().route(api.users.list, () => [], { });
createServer().route(api.users.list, ({ respond }) => respond([], { }));
createClient().request(api.users.list, { parameters: {} });
createClient().request(api.users.create, { name: "Ada" }, { });
if (!created.ok) created.failure.;
createClient().request(api.users.report, { accept: "" });
api.users.user.remove;
`;

const project = new Project({ ...files, "editor/typing.ts": typing });

function errorsOf(subject: Project): unknown[] {
  return Object.keys(files).flatMap((file) =>
    subject.diagnostics(file).map(({ messageText }) => [file, messageText]),
  );
}

// The first question is answered after everything is parsed and checked.
beforeAll(() => {
  errorsOf(project);
}, 240_000);

test("the project compiles", () => {
  expect(errorsOf(project)).toEqual([]);
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
    ["editor/pieces.ts", 'request(Pet("rex").read', /^read: get\(\)/],
    ["editor/pieces.ts", "slash(V2, Pets.all", /^all: get\(\)/],
    ["editor/pieces.ts", 'Pet("tom").read', /^read: get\(\)/],
    ["editor/pieces.ts", "v3.notes.show", /^show: get\(\)/],
    ["editor/pieces.ts", "v3.old.kept.show", /^show: get\(\)/],
  ])("in %s of %s is the declaration", (file, snippet, definition) => {
    const found = project.definition(project.spot(file, snippet));
    expect(found).toEqual([expect.stringMatching(definition)]);
  });

  test.each([
    ["editor/server.ts", "{ friend: { remove", /^remove: del\(\)/],
    ["editor/server.ts", "friends, { friend", /^friend: dynamicResource/],
    ["editor/pieces.ts", "route(Pet, { read", /^read: get\(\)/],
  ])("in %s of the handler %s is the declaration", (file, snippet, definition) => {
    const found = project.definition(project.spot(file, snippet));
    expect(found).toEqual([expect.stringMatching(definition)]);
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

describe("a renamed endpoint", () => {
  test.each([
    ["editor/client.ts", 'api.users.user("42").find', "editor/api.ts", "renamed: get()"],
    ["editor/client.ts", "friend(7).remove", "editor/api.ts", "renamed: del()"],
    ["editor/server.ts", "{ friend: { remove", "editor/api.ts", "renamed: del()"],
    ["editor/pieces.ts", 'request(Pet("rex").read', "editor/pieces.ts", "renamed: get()"],
    ["editor/pieces.ts", "v3.old.kept.show", "editor/pieces.ts", "renamed: get()"],
  ])(
    "in %s of %s leaves a project that compiles",
    { timeout: 240_000 },
    (file, snippet, declaredIn, declaration) => {
      const renamed = project.renamed(project.spot(file, snippet), "renamed");
      expect(renamed[file]).toContain(snippet.replace(/\w+$/, "renamed"));
      expect(renamed[declaredIn]).toContain(declaration);
      expect(errorsOf(new Project(renamed))).toEqual([]);
    },
  );
});

describe("hover", () => {
  test.each([
    [
      "editor/client.ts",
      'api.users.user("42").find',
      "GET /v1/users/{user}",
      "Finds a user by its id.",
    ],
    [
      "editor/server.ts",
      "server.route(api.users.user.find",
      "GET /v1/users/{user}",
      "Finds a user by its id.",
    ],
    ["editor/client.ts", "request(api.users.list", "GET /v1/users", "Lists users, newest first."],
    [
      "editor/client.ts",
      'user("42").friends.friend(7).remove',
      "DELETE /v1/users/{user}/friends/{friend}",
      "Ends a friendship.",
    ],
  ])(
    "in %s of %s shows method and path first, and what was written",
    (file, snippet, line, text) => {
      const { type, documentation } = project.hover(project.spot(file, snippet));
      expect(type).toMatch(/^\(property\) \w+: Endpoint<"/);
      expect(type.slice(type.indexOf('"') + 1)).toMatch(
        new RegExp(`^${line.replace(/[{}]/g, "\\$&")}"`),
      );
      expect(type.length).toBeLessThanOrEqual(300);
      expect(documentation).toBe(text);
    },
  );

  test.each([
    ['request(Pet("rex").read', "GET /v2/pets/{pet}", "Reads a pet."],
    ["slash(V2, Pets.all", "GET /v2/pets", "Lists pets."],
    ["v3.notes.show", "GET /v3/notes", "Shows notes."],
    ["v3.old.kept.show", "GET /v3/old/notes", "Shows notes."],
  ])("of %s shows method and path of its place, and what was written", (snippet, line, text) => {
    const { type, documentation } = project.hover(project.spot("editor/pieces.ts", snippet));
    expect(type).toMatch(/^\(property\) \w+: Endpoint<"/);
    expect(type).toContain(`Endpoint<"${line}",`);
    expect(type.length).toBeLessThanOrEqual(300);
    expect(documentation).toBe(text);
  });

  test.each([
    [
      'api.users.user("42").find',
      'find: Endpoint<"GET /v1/users/{user}", Returns<DeclaredResponse<200, User, None>, Failure<"user-not-found", 404, NoDetail>, Bare<"GET", "">>, ',
    ],
    [
      "request(api.users.list",
      'list: Endpoint<"GET /v1/users", Returns<DeclaredResponse<200, User[], None>, never, WithParameters<',
    ],
    [
      "request(api.users.create",
      'create: Endpoint<"POST /v1/users", Returns<DeclaredResponse<200, User, None>, Failure<"email-taken", 409, DetailWithBody<{ email: string; }, None>>, ',
    ],
    [
      "request(api.users.reset",
      'reset: Endpoint<"POST /v1/users/reset", Returns<never, Failure<"user-not-found", 404, NoDetail> | Failure<"full", 409, BareDetail<string[], None>>, ',
    ],
    [
      "request(api.users.save",
      'save: Endpoint<"PUT /v1/users", Returns<DeclaredResponse<201, Body<User, User, string>, { readonly status: 201; }> | DeclaredResponse<204, NoBody, None>, Failure<"user-not-found", 404, NoDetail>, WithRequest<',
    ],
  ])("of %s begins with method, path, responses and failures", (snippet, shown) => {
    const { type } = project.hover(project.spot("editor/client.ts", snippet));
    const flat = `(property) ${shown}`;
    expect(type.replace(/\s+/g, " ").slice(0, flat.length)).toBe(flat);
  });

  // TypeScript shows the text of the signature that is called, and not that of the property.
  test.each([
    ["client.ts", "const found = await client.request", "Calls an endpoint that has its ids"],
    ["client.ts", "created.failedWith", "Checks whether the response is this failure"],
    ["client.ts", "found.match", "Calls the case of the response"],
    ["server.ts", "?? fail", "Responds with a declared failure"],
    ["server.ts", "const server = createServer();\nserver.route", "Registers"],
    ["api.ts", "get().response<User>().failure", "Declares failures"],
  ])("in %s of the call %s says what it does", (file, snippet, text) => {
    const { documentation } = project.hover(project.spot(`editor/${file}`, snippet));
    expect(documentation).toContain(text);
  });

  test.each([
    ["open: api.users.user.path", '"/v1/users/{user}"'],
    ["whole: api.users.user.remove.path", '"/v1/users/{user}"'],
  ])("of %s shows the template", (snippet, template) => {
    const { type } = project.hover(project.spot("editor/client.ts", snippet));
    expect(type.slice(type.lastIndexOf(".path"))).toBe(`.path: ${template}`);
    expect(type.split("\n")[0]?.length).toBeLessThanOrEqual(300);
  });

  test.each([
    ["ok: (user", "(parameter) user: User"],
    ["created.failure.body", /^\(property\) ReceivedFailure<.*>\.body: \{\s+email: string;\s+\}$/s],
    ["failure.body.email", "(property) email: string"],
    ["parameters: { limit", "(property) limit?: number | undefined"],
  ])("of %s shows what it is", (snippet, shown) => {
    const file = "editor/client.ts";
    const { type } = project.hover(project.spot(file, snippet));
    expect(type.length).toBeLessThanOrEqual(200);
    expect(type).toEqual(typeof shown === "string" ? shown : expect.stringMatching(shown));
  });

  test.each([
    [
      "const bound",
      'bound: Resource<Node<WithIds<Place<"/v1/users/{user}", { readonly user: string; }, Plain>, "user">, ',
    ],
    ["const group", 'group: Resource<Node<Place<"/v1/users", None, Plain>, '],
    [
      "const open",
      'open: Resource<Callable<Place<"/v1/users/{user}", { readonly user: string; }, Plain>, ',
    ],
    [
      "const further",
      'further: Resource<Callable<WithIds<Place<"/v1/users/{user}/friends/{friend}", { readonly user: string; readonly friend: number; }, Plain>, "user">, ',
    ],
  ])("of %s shows the path and the ids of the resource first", (snippet, shown) => {
    const { type } = project.hover(project.spot("editor/client.ts", snippet));
    expect(type.replace(/\s+/g, " ").slice(0, `const ${shown}`.length)).toBe(`const ${shown}`);
  });

  test.each([
    [
      "const things",
      'const things: Endpoint<"GET /v1/{tenant}/things", Returns<DeclaredResponse<200, string[], None>, never, Bare<"GET", "">>, Place<"/v1/{tenant}/things", { readonly tenant: string; }, Plain>>',
    ],
    [
      "const thing ",
      'const thing: Endpoint<"GET /v1/{tenant}/things/{thing}", Returns<DeclaredResponse<200, string, None>, never, Bare<"GET", "">>, Place<"/v1/{tenant}/things/{thing}", { readonly tenant: string; readonly thing: number; }, Plain>>',
    ],
    [
      "(call) => [call",
      '(parameter) call: CallOf<Endpoint<"GET /v1/{tenant}/things", Returns<DeclaredResponse<200, string[], None>, never, Bare<"GET", "">>, Place<"/v1/{tenant}/things", { readonly tenant: string; }, Plain>>, object>',
    ],
    [
      "const tree",
      'const tree: Root<"v1", { tenant: Dynamic<"tenant", string, { things: Static<"things", { list: EndpointDeclaration<Returns<DeclaredResponse<200, string[], None>, never, Bare<"GET", "">>>; thing: Dynamic<"thing", number, { read: EndpointDeclaration<Returns<DeclaredResponse<200, string, None>, never, Bare<"GET", "">>>; }>; }>; }>; }>',
    ],
  ])("of %s is short enough to be shown whole", (snippet, shown) => {
    const { type } = project.hover(project.spot("editor/tenants.ts", snippet));
    expect(type.replace(/\s+/g, " ")).toBe(shown);
  });

  test("of an endpoint whose ids are given shows method and path first", () => {
    const { type } = project.hover(project.spot("editor/client.ts", "bound.find"));
    expect(type).toMatch(/^\(property\) find: Endpoint<"GET \/v1\/users\/\{user\}", /);
    expect(type.length).toBeLessThanOrEqual(300);
  });

  test.each([
    ["({ fail: failing", 'failing: Fail<Failure<"user-not-found", 404, NoDetail>, None>'],
    ["({ parameters: given", "given: { readonly limit: number; }"],
    ["({ ids: both", "both: { readonly user: string; readonly friend: number; }"],
  ])("of %s in a handler shows flat members", (snippet, shown) => {
    const { type } = project.hover(project.spot("editor/server.ts", snippet));
    expect(type.replace(/\s+/g, " ")).toBe(`(parameter) ${shown}`);
    expect(type.length).toBeLessThanOrEqual(200);
  });

  test.each([
    [
      "const found",
      'found: CallResult<DeclaredResponse<200, User, None>, Failure<"user-not-found", 404, NoDetail>>',
    ],
    [
      "const created",
      'created: CallResult<DeclaredResponse<200, User, None>, Failure<"email-taken", 409, DetailWithBody<{ email: string; }, None>>>',
    ],
    [
      "const refused",
      'refused: CallResult<never, Failure<"user-not-found", 404, NoDetail> | Failure<"full", 409, BareDetail<string[], None>>>',
    ],
  ])("of %s shows the body and the failures of the result", (snippet, shown) => {
    const { type } = project.hover(project.spot("editor/client.ts", snippet));
    expect(type.replace(/\s+/g, " ")).toBe(`const ${shown}`);
    expect(type.length).toBeLessThanOrEqual(200);
  });

  test("of an id in a handler shows its type", () => {
    const { type } = project.hover(project.spot("editor/server.ts", "ids.user"));
    expect(type).toBe("(property) user: string");
  });
});

describe("completion", () => {
  test("behind a bound resource proposes its children", () => {
    const names = project.completions("editor/client.ts", "\nbound.");
    expect(names.sort()).toEqual(["find", "friends", "path", "remove"]);
  });

  // A type that can be called has these in TypeScript, whatever stands there at run time: nothing.
  test("behind a resource whose id is open adds what every function has", () => {
    const functions = ["apply", "arguments", "bind", "call", "caller", "length", "name"];
    const names = project.completions("editor/typing.ts", "\napi.users.user.");
    expect(names.sort()).toEqual(
      [...functions, "find", "friends", "path", "prototype", "remove", "toString"].sort(),
    );
  });

  test("that may write brackets adds only what starts with ~", () => {
    const preferences = { includeCompletionsWithInsertText: true };
    const names = project.completions("editor/client.ts", "\nbound.", preferences);
    const others = names.filter((name) => !name.startsWith("~"));
    expect(others.sort()).toEqual(["find", "friends", "path", "remove"]);
  });

  test.each([
    ["cases of match", "created.match({", ['"email-taken"', "else", "ok"]],
    ["names of failures", 'created.failure.name === "', ["email-taken"]],
    ["handlers of a resource", "route(api.users.user, {", ["find", "friends", "remove"]],
    ["parameters of a call", "parameters: {", ["limit"]],
    ["options of an answer", "respond([], {", ["cookies", "headers", "status"]],
    [
      "members of a failure",
      "if (!created.ok) created.failure.",
      ["body", "detail", "errorBody", "instance", "name", "status", "title"],
    ],
    [
      "members of a call",
      "{ call.",
      [
        "body",
        "cookies",
        "endpoint",
        "fail",
        "header",
        "headers",
        "host",
        "idOf",
        "ids",
        "parameters",
        "request",
        "respond",
        "signal",
        "urlOf",
      ],
    ],
    ["options of a route", "() => [], {", ["limits", "request", "response"]],
    [
      "options of a call",
      '{ name: "Ada" }, {',
      [
        "accept",
        "credentials",
        "headers",
        "init",
        "limits",
        "onProgress",
        "parameters",
        "retry",
        "signal",
        "timeout",
        "url",
      ],
    ],
    // And what is written already, since any text may stand there.
    ["media types of a call", 'accept: "', ["", "application/json", "text/plain"]],
  ])("among the %s proposes what is declared", (_subject, snippet, names) => {
    expect(project.completions("editor/typing.ts", snippet).sort()).toEqual(names);
  });

  test("in a handler's parameter proposes what the call has", () => {
    const names = project.completions("editor/typing.ts", "route(api.users.create, ({");
    expect(names).toEqual(expect.arrayContaining(["body", "fail", "ids", "respond"]));
  });
});
