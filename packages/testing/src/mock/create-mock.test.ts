// A mock as tests use it: what it is told, what it responds by itself, and what it remembers.
import {
  anonymous,
  apiKey,
  bearer,
  bytes,
  del,
  dynamicResource,
  events,
  failure,
  file,
  get,
  integer,
  jsonLines,
  list,
  multipart,
  json,
  oneOf,
  patch,
  plainText,
  post,
  put,
  rootResource,
  staticResource,
  string,
  type,
  uuid,
} from "bough";
import { basic, errorFormat, mutualTls, oneOfBodies } from "bough/existing";
import { createClient, credential } from "bough/client";
import type { Client } from "bough/client";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { createMock } from "./create-mock.ts";

const UserSchema = z.object({
  id: z.string(),
  name: z.string().min(1).max(40),
  email: z.email(),
  role: z.enum(["admin", "member"]),
});
const NewUserSchema = UserSchema.pick({ name: true, email: true }).extend({
  role: UserSchema.shape.role.optional(),
});
const UserNotFound = failure("user-not-found", 404);
const EmailTaken = failure("email-taken", 409).body(z.object({ email: z.string() }));
const Busy = failure("busy", 503).headers({ "retry-after": integer({ min: 1 }) });
const Token = bearer("user-token");

const api = rootResource("v1", {
  users: staticResource("users", {
    list: get()
      .parameters({ role: list(oneOf("admin", "member")), limit: integer().default(20) })
      .response(z.array(UserSchema))
      .failure(Busy),
    create: post()
      .request(NewUserSchema)
      .response(UserSchema, { status: 201, headers: { location: string() } })
      .failure(EmailTaken),
    login: post("login").response(z.object({ token: z.string() })),
    user: dynamicResource("user", string(), {
      find: get().response(UserSchema).failure(UserNotFound),
      replace: put().request(NewUserSchema).response(UserSchema).failure(UserNotFound),
      change: patch().request(NewUserSchema.partial()).response(UserSchema).failure(UserNotFound),
      remove: del().failure(UserNotFound),
      notes: staticResource("notes", {
        list: get().response(
          z.object({
            notes: z.array(z.object({ id: z.int(), text: z.string() })),
            notesCount: z.int(),
          }),
        ),
        create: post()
          .request(z.object({ note: z.object({ text: z.string() }) }))
          .response(z.object({ note: z.object({ id: z.int(), text: z.string() }) })),
        note: dynamicResource("note", integer(), {
          remove: del(),
        }),
      }),
    }),
  }),
  status: get("status").response(z.object({ ok: z.boolean(), checks: z.array(z.string()) })),
});

type Options = NonNullable<Parameters<typeof createMock<typeof api>>[1]>;

function started(options: Options = {}) {
  const mock = createMock(api, options);
  const client = createClient({ baseUrl: "http://mock.test", fetch: mock.fetch, retry: 0 });
  return { mock, client };
}

const ada = { id: "1", name: "Ada", email: "ada@example.test", role: "admin" } as const;
const newAda = { name: "Ada", email: "ada@example.test" };

describe("a mock that was told", () => {
  test("replies with a value, for the next calls or for all", async () => {
    const { mock, client } = started();
    const names = async () =>
      (await client.request(api.users.list).bodyOrThrow()).map(({ name }) => name);
    mock.reply(api.users.list, [ada]);
    mock.reply(api.users.list, [{ ...ada, name: "Bob" }], { times: 1 });
    mock.reply(api.users.list, [{ ...ada, name: "Eve" }], { times: 1 });
    expect([await names(), await names(), await names()]).toEqual([["Bob"], ["Eve"], ["Ada"]]);
    mock.reset();
    expect(await names()).toEqual([]);
  });

  test("fills in the status and the headers that a reply leaves out", async () => {
    const { mock, client } = started();
    mock.reply(api.users.create, ada);
    const made = await client.request(api.users.create, newAda);
    expect([made.status, made.ok && typeof made.headers.location]).toEqual([201, "string"]);
    mock.reply(api.users.create, ada, { headers: { location: "/v1/users/1" } });
    const told = await client.request(api.users.create, newAda);
    expect(told.ok && told.headers.location).toBe("/v1/users/1");
  });

  test("runs a handler with the call of a server", async () => {
    const { mock, client } = started();
    mock.on(api.users.user.find, ({ ids, fail }) => (ids.user === "1" ? ada : fail(UserNotFound)));
    expect(await client.request(api.users.user("1").find).bodyOrNull()).toEqual(ada);
    expect(await client.request(api.users.user("2").find).bodyOrNull()).toBe(null);
  });

  test("tells endpoints with ids apart", async () => {
    const { mock, client } = started();
    mock.reply(api.users.user("1").find, ada);
    expect(await client.request(api.users.user("1").find).bodyOrNull()).toEqual(ada);
    expect(await client.request(api.users.user("2").find).bodyOrNull()).toBe(null);
    expect(mock.calls(api.users.user.find)).toHaveLength(2);
    expect(mock.calls(api.users.user("2").find)).toMatchObject([
      { ids: { user: "2" }, response: { status: 404, failure: { name: "user-not-found" } } },
    ]);
  });

  test("fails with a declared failure, its data and its headers", async () => {
    const { mock, client } = started();
    mock.fail(api.users.create, EmailTaken, { email: "ada@example.test" });
    mock.fail(api.users.list, Busy, undefined, { headers: { "retry-after": 3 }, times: 1 });
    const taken = await client.request(api.users.create, newAda);
    expect(taken.failedWith(EmailTaken) && taken.failure.body.email).toBe("ada@example.test");
    const busy = await client.request(api.users.list);
    expect(busy.failedWith(Busy) && busy.headers["retry-after"]).toBe(3);
    expect((await client.request(api.users.list)).ok).toBe(true);
    expect(mock.calls(api.users.create)).toMatchObject([
      { body: newAda, response: { status: 409, failure: { name: "email-taken" } } },
    ]);
  });

  test("rejects as the server does, before the handler", async () => {
    const { mock, client } = started();
    mock.reject(api.users.user.find, 401);
    const rejected = await client
      .request(api.users.user("1").find)
      .then(undefined, (error: unknown) => error);
    expect(rejected).toMatchObject({ name: "RejectionError", status: 401 });
    expect(mock.calls(api.users.user.find)).toEqual([]);
  });

  test("validates requests, and keeps what it was told for the next call", async () => {
    const { mock, client } = started();
    mock.reply(api.users.create, ada, { times: 1 });
    const response = await mock.fetch("http://mock.test/v1/users", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"name":"Ada"}',
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ in: "body", pointer: "/email" }] },
    ]);
    expect(mock.calls(api.users.create)).toEqual([]);
    expect(await client.request(api.users.create, newAda).bodyOrThrow()).toEqual(ada);
    expect((await mock.fetch("http://mock.test/v1/other")).status).toBe(404);
    expect((await mock.fetch("http://mock.test/v1/users", { method: "PUT" })).status).toBe(405);
  });

  test("is slow, breaks and hangs", async () => {
    const { mock, client } = started();
    mock.reply(api.users.list, [ada]);
    mock.delay(api.users.list, 30, { times: 1 });
    const start = performance.now();
    await client.request(api.users.list);
    expect(performance.now() - start).toBeGreaterThan(25);

    mock.cut(api.users.list, { afterBytes: 20, times: 1 });
    const cut = await mock.fetch("http://mock.test/v1/users");
    const reader = cut.body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBe(20);
    await expect(reader?.read()).rejects.toThrow("the mock has cut the connection");

    mock.hang(api.users.list);
    const controller = new AbortController();
    const hung = mock.fetch("http://mock.test/v1/users", { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(hung).rejects.toThrow("enough");
    const other = mock.fetch("http://mock.test/v1/users");
    // It hangs before it can be reset.
    await new Promise((resolve) => setTimeout(resolve));
    mock.reset();
    await expect(other).rejects.toThrow("the mock was reset");
  });

  test("ends a pause when the client gives up", async () => {
    const { mock } = started();
    mock.delay(api.users.list, 60_000);
    const controller = new AbortController();
    const slow = mock.fetch("http://mock.test/v1/users", { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(slow).rejects.toThrow("enough");
  });

  test("gives the error of a handler to onError, and responds with 500", async () => {
    const onError = vi.fn();
    const { mock } = started({ onError });
    mock.on(api.users.list, () => {
      throw new Error("broken");
    });
    expect((await mock.fetch("http://mock.test/v1/users")).status).toBe(500);
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ message: "broken" });
  });

  test("rejects a reply that does not fit its schema", async () => {
    const { mock } = started();
    mock.reply(api.users.list, [{ ...ada, email: "nobody" }]);
    await expect(mock.fetch("http://mock.test/v1/users")).rejects.toThrow(
      "GET /v1/users: the value is refused by its schema\n  /0/email Invalid email address",
    );
  });

  test("refuses what it cannot do", () => {
    const { mock } = started();
    const other = rootResource("other", { find: get().response<string>() });
    expect(() => mock.reply(other.find, "")).toThrow("GET /other is not an endpoint of this mock");
    expect(() => mock.hang(api.users.list, { times: 0 })).toThrow(
      "times: expected a whole number from 1, received 0",
    );
    expect(() => mock.delay(api.users.list, -1)).toThrow(
      "mock.delay: milliseconds: expected a number from 0, received -1",
    );
    // @ts-expect-error - it is not declared
    expect(() => mock.fail(api.users.list, EmailTaken, { email: "" })).toThrow(
      'mock.fail: GET /v1/users does not declare the failure "email-taken": it declares busy',
    );
    // @ts-expect-error - the server has no such rejection
    expect(() => mock.reject(api.users.list, 418)).toThrow("received 418: use mock.fail");
    // @ts-expect-error - no handler
    expect(() => mock.on(api.users.list)).toThrow(
      "mock.on: expected a handler, received undefined",
    );
    expect(() => createMock(api, { seed: 1.5 })).toThrow("expected seed to be a whole number");
    // @ts-expect-error - no option
    expect(() => createMock(api, { sead: 1 })).toThrow('unknown option "sead"');
    expect(() => createMock(api, { state: { "users.usr": { id: "id" } } })).toThrow(
      'state names "users.usr", which is not a resource with entities: expected "users.user", "users.user.notes.note"',
    );
  });
});

describe("a mock by itself", () => {
  test("makes values that fit, the same for the same request and seed", async () => {
    const value = async (seed: number) =>
      started({ seed }).client.request(api.status).bodyOrThrow();
    const one = await value(1);
    expect(one).toEqual(await value(1));
    expect(z.object({ ok: z.boolean(), checks: z.array(z.string()) }).parse(one)).toEqual(one);
    const others = await Promise.all([2, 3, 4, 5].map(value));
    expect(others.some((other) => JSON.stringify(other) !== JSON.stringify(one))).toBe(true);
  });

  test("creates, finds, lists, changes and removes", async () => {
    const { client } = started();
    const created = await client.request(api.users.create, newAda);
    const user = created.bodyOrThrow();
    expect(user).toEqual({ ...newAda, id: "user-1", role: user.role });
    expect(created.ok && created.headers.location).toBe("/v1/users/user-1");
    const other = await client
      .request(api.users.create, { name: "Bob", email: "bob@example.test", role: "member" })
      .bodyOrThrow();
    const { find, change, replace, remove } = api.users.user("user-1");
    expect(await client.request(find).bodyOrThrow()).toEqual(user);
    expect(await client.request(api.users.list).bodyOrThrow()).toEqual([user, other]);
    expect(await client.request(change, { name: "Ada L." }).bodyOrThrow()).toEqual({
      ...user,
      name: "Ada L.",
    });
    await client.request(replace, { ...newAda, role: "admin" });
    const admins = await client
      .request(api.users.list, { parameters: { role: ["admin"] } })
      .bodyOrThrow();
    expect(admins).toEqual([{ ...user, role: "admin" }]);
    expect((await client.request(remove)).status).toBe(204);
    for (const call of [
      client.request(find),
      client.request(remove),
      client.request(change, {}),
      client.request(replace, newAda),
    ]) {
      expect((await call).failedWith(UserNotFound)).toBe(true);
    }
    expect(await client.request(api.users.list).bodyOrThrow()).toEqual([other]);
  });

  test("sees through envelopes, keeps children apart, and removes them with their parent", async () => {
    const { client } = started();
    const owners = [newAda, { ...newAda, name: "Bob" }];
    const [one, two] = await Promise.all(
      owners.map((owner) => client.request(api.users.create, owner).bodyOrThrow()),
    );
    const notes = api.users.user(one?.id ?? "").notes;
    const { note } = await client.request(notes.create, { note: { text: "first" } }).bodyOrThrow();
    expect(note).toEqual({ id: 1, text: "first" });
    expect(await client.request(notes.list).bodyOrThrow()).toEqual({
      notes: [note],
      notesCount: 1,
    });
    const others = api.users.user(two?.id ?? "").notes;
    expect((await client.request(others.list).bodyOrThrow()).notes).toEqual([]);
    await client.request(api.users.user(one?.id ?? "").remove);
    await expect(client.request(notes.list)).rejects.toMatchObject({ status: 404 });
    await expect(client.request(notes.note(1).remove)).rejects.toMatchObject({ status: 404 });
  });

  test.each([
    ["a UUID", uuid()],
    ["a pattern", string({ pattern: /^[A-Z]{2}-\d{4}$/ })],
    ["a number", integer({ min: 1 })],
  ])("gives entities ids that the path can have: %s", async (_, id) => {
    const Picture = z.object({ id: z.string(), title: z.string() });
    const pictures = rootResource("pictures", {
      create: post()
        .request(multipart({ title: string(), content: file() }))
        .response(Picture, { headers: { location: string() } }),
      picture: dynamicResource("picture", id, { find: get().response(Picture) }),
    });
    const { fetch } = createMock(pictures);
    const client = createClient({ baseUrl: "http://mock.test", fetch });
    const form = { title: "Sunrise", content: new Blob(["…"]) };
    const created = await client.request(pictures.create, form);
    const picture = created.bodyOrThrow();
    expect(picture.title).toBe("Sunrise");
    const location = created.ok ? created.headers.location : "";
    expect(location).toBe(`/pictures/${picture.id}`);
    const found = await fetch(`http://mock.test${location}`);
    expect(await found.json()).toEqual(picture);
  });

  test("takes the entities of a test", async () => {
    const { mock, client } = started();
    const users = mock.entities(api.users.user);
    users.set([ada, { ...ada, id: "2", name: "Bob" }]);
    expect(users.get("2")?.name).toBe("Bob");
    users.put({ ...ada, name: "Ada L." });
    expect(await client.request(api.users.user("1").find).bodyOrThrow()).toEqual({
      ...ada,
      name: "Ada L.",
    });
    expect([users.remove("2"), users.remove("2")]).toEqual([true, false]);
    expect(users.all().map(({ id }) => id)).toEqual(["1"]);
    const notes = mock.entities(api.users.user("1").notes.note);
    notes.put({ id: 7, text: "seven" });
    expect((await client.request(api.users.user("1").notes.list).bodyOrThrow()).notes).toEqual([
      { id: 7, text: "seven" },
    ]);
    expect(() => mock.entities(api.users.user.notes.note).all()).toThrow(
      "mock.entities: users.user.notes.note is below user: pass the ids above",
    );
    expect(() => mock.entities(api)).toThrow("mock.entities: /v1 has no entities");
    expect(() => users.put({ name: "x" } as unknown as typeof ada)).toThrow(
      'an entity of users.user lacks its id "id"',
    );
  });

  test("keeps 1,000 entities, of which the oldest goes", async () => {
    const { mock } = started();
    const users = mock.entities(api.users.user);
    users.set(Array.from({ length: 1_001 }, (_, id) => ({ ...ada, id: String(id) })));
    expect([users.all().length, users.get("0"), users.get("1")?.id]).toEqual([
      1_000,
      undefined,
      "1",
    ]);
  });

  test("tells which resources keep state", async () => {
    const { mock, client } = started();
    await client.request(api.users.create, newAda);
    expect(mock.state()).toBe(
      [
        "keeps state:",
        "  users.user             create, list, find, replace, change, remove  id id  1 entity",
        "  users.user.notes.note  create, list, remove                         id id  0 entities",
        "keeps no state:",
        "  status       GET /v1/status        made values: use mock.on",
        "  users.login  POST /v1/users/login  made values: use mock.on",
      ].join("\n"),
    );
  });

  test("keeps no state with { state: false }", async () => {
    const { mock, client } = started({ state: false });
    const one = await client.request(api.users.user("1").find).bodyOrThrow();
    expect(UserSchema.parse(one)).toEqual(one);
    expect(mock.state()).toBe("keeps no state: the option state is false");
  });

  test("names the command that writes schemas if a body is a type", async () => {
    const typed = rootResource("v1", { find: get().response<{ readonly id: string }>() });
    await expect(createMock(typed).fetch("http://mock.test/v1")).rejects.toMatchObject({
      name: "MockError",
      code: "no-schema",
      message:
        "GET /v1: its response 200 is a type without a schema, so no value can be made: run bough schemas src/api.ts and call createMock(api, { schemas }), or use mock.reply",
    });
    const mock = createMock(typed);
    mock.reply(typed.find, { id: "1" });
    expect(await (await mock.fetch("http://mock.test/v1")).json()).toEqual({ id: "1" });
  });
});

describe("what a declaration says", () => {
  const Odd = failure("odd", 422).body(z.object({ hint: z.string() }));
  const declared = rootResource("v1", {
    pets: staticResource("pets", {
      list: get().response(z.array(z.string()), {
        examples: { short: ["cat"], long: ["cat", "dog"] },
      }),
      create: post()
        .request(z.object({ name: z.string() }))
        .response(z.object({ id: z.int(), name: z.string() }), { status: 201 })
        .response(z.object({ queued: z.boolean() }), { status: 202 })
        .failure(Odd),
    }),
  });

  test("is responded: the first example, or the one that is preferred", async () => {
    const mock = createMock(declared);
    const asked = async (prefer: string, init: RequestInit = {}) => {
      const response = await mock.fetch("http://mock.test/v1/pets", {
        ...init,
        headers: { prefer, "content-type": "application/json" },
      });
      return [response.status, await response.json(), response.headers.get("preference-applied")];
    };
    const sent = { method: "POST", body: '{"name":"Rex"}' };
    expect(await asked("return=minimal")).toEqual([200, ["cat"], null]);
    expect(await asked("example=long")).toEqual([200, ["cat", "dog"], "example=long"]);
    expect(await asked("example=other")).toEqual([200, ["cat"], null]);
    expect(await asked("code=202", sent)).toMatchObject([
      202,
      { queued: expect.any(Boolean) },
      "code=202",
    ]);
    expect(await asked("code=422", sent)).toMatchObject([
      422,
      { hint: expect.any(String) },
      "code=422",
    ]);
    expect(await asked('failure="odd"', sent)).toMatchObject([
      422,
      { title: "Odd" },
      'failure="odd"',
    ]);
    expect(await asked("code=404", sent)).toMatchObject([
      404,
      { type: "urn:bough:not-found" },
      "code=404",
    ]);
    const own = createMock(declared, { examples: false });
    expect(await (await own.fetch("http://mock.test/v1/pets")).json()).not.toEqual(["cat"]);
  });
});

test("an example does not bring back what was removed", async () => {
  const Note = z.object({ id: z.int(), text: z.string() });
  const notes = rootResource("v1", {
    notes: staticResource("notes", {
      create: post()
        .request(Note.pick({ text: true }))
        .response(Note, { status: 201 }),
      note: dynamicResource("note", integer(), {
        find: get().response(Note, { examples: { one: { id: 9, text: "one" } } }),
        remove: del(),
      }),
    }),
  });
  const client = createClient({ baseUrl: "http://mock.test", fetch: createMock(notes).fetch });
  const { note } = notes.notes;
  const { id } = await client.request(notes.notes.create, { text: "a" }).bodyOrThrow();
  expect((await client.request(note(id).find).bodyOrThrow()).id).toBe(9);
  await client.request(note(id).remove).bodyOrThrow();
  await expect(client.request(note(id).find)).rejects.toMatchObject({ status: 404 });
  expect((await client.request(note(id + 1).find)).status).toBe(200);
});

describe("an idempotent endpoint", () => {
  const orders = rootResource("v1", {
    orders: staticResource("orders", {
      list: get().response(z.array(z.object({ id: z.int() }))),
      create: post()
        .idempotent()
        .response(z.object({ id: z.int() }), { status: 201 }),
    }),
  });

  test("creates once for each key, until the mock is reset", async () => {
    const mock = createMock(orders);
    const create = async () => {
      const response = await mock.fetch("http://mock.test/v1/orders", {
        method: "POST",
        headers: { "idempotency-key": "0b9e7e3c-58a5-4c1c-9d6f-2f4c8f0f8a11" },
      });
      return response.status;
    };
    expect([await create(), await create()]).toEqual([201, 201]);
    expect(mock.calls(orders.orders.create)).toHaveLength(1);
    mock.reset();
    expect(await create()).toBe(201);
    expect(mock.calls(orders.orders.create)).toHaveLength(1);
  });
});

describe("credentials", () => {
  const Password = basic("password");
  const Key = apiKey("key", { header: "x-key" });
  const Device = mutualTls("device");
  const Session = apiKey("session", { cookie: "sid" });
  const secured = rootResource(
    "v1",
    { security: [Token.scopes("read")] },
    {
      token: get("token").response(z.string()),
      password: get("password").security(Password).response(z.string()),
      key: get("key").security(Key).response(z.string()),
      device: get("device").security(Device).response(z.string()),
      session: post("session").security(Session).response(z.string()),
      open: get("open").security(anonymous).response(z.string()),
    },
  );
  const clientOf = (fetch: Client["request"] extends never ? never : typeof globalThis.fetch) =>
    createClient({
      baseUrl: "http://mock.test",
      fetch,
      credentials: [
        credential(Token, "good"),
        credential(Password, { username: "ada", password: "x" }),
        credential(Key, "k"),
      ],
    });

  test("of any form are valid, and their absence is refused", async () => {
    const mock = createMock(secured);
    const client = clientOf(mock.fetch);
    for (const endpoint of [secured.token, secured.password, secured.key, secured.device]) {
      expect(typeof (await client.request(endpoint).bodyOrThrow())).toBe("string");
    }
    const bare = await mock.fetch("http://mock.test/v1/token");
    expect([bare.status, bare.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringContaining("Bearer"),
    ]);
    const cookie = {
      cookie: "sid=1",
      origin: "https://other.test",
      "sec-fetch-site": "cross-site",
    };
    const session = await mock.fetch("http://mock.test/v1/session", {
      method: "POST",
      headers: cookie,
    });
    expect(session.status).toBe(200);
  });

  test("are decided by the test, which gets their principals", async () => {
    const mock = createMock(secured, {
      credentials: {
        "user-token": (token, { scopes }) =>
          token === "good" && scopes.includes("read") ? { name: "ada" } : undefined,
      },
    });
    mock.on(secured.token, ({ principal }) => principal.name);
    const client = clientOf(mock.fetch);
    expect(await client.request(secured.token).bodyOrThrow()).toBe("ada");
    const bad = await mock.fetch("http://mock.test/v1/token", {
      headers: { authorization: "Bearer bad" },
    });
    expect(bad.status).toBe(401);
    expect(() =>
      createMock(secured, {
        // @ts-expect-error - no such scheme
        credentials: { tokens: () => undefined },
      }),
    ).toThrow('credentials has "tokens", which is not a security scheme of this API');
  });
});

describe("error formats", () => {
  const Missing = failure("missing", 404, { code: 4_040 }).body(z.object({ what: z.string() }));
  const ErrorBody = z.object({
    error: z.object({
      code: z.union([z.string(), z.number()]),
      message: z.string(),
      details: z.unknown().optional(),
      trace: z.uuid(),
    }),
  });
  const formatted = rootResource(
    "v1",
    { errors: errorFormat(ErrorBody, { code: "error.code", data: "error.details" }) },
    {
      things: dynamicResource("thing", integer(), {
        find: get()
          .parameters({ page: integer() })
          .response(z.object({ thing: z.int() }))
          .failure(Missing),
      }),
    },
  );
  const Rejections = z.object({ errors: z.record(z.string(), z.array(z.string())) });
  const rejecting = rootResource(
    "v2",
    { rejections: Rejections },
    { find: get().parameters({ page: integer() }).response(z.string()) },
  );

  test("have a plausible body", async () => {
    const mock = createMock(formatted);
    const client = createClient({ baseUrl: "http://mock.test", fetch: mock.fetch, retry: 0 });
    const wrong = await (await mock.fetch("http://mock.test/v1/1?page=x")).json();
    expect(ErrorBody.parse(wrong).error).toMatchObject({
      code: "invalid-request",
      message: "Bad Request",
    });
    mock.fail(formatted.things.find, Missing, { what: "thing" });
    const missing = await client.request(formatted.things(1).find, { parameters: { page: 1 } });
    expect(missing.failedWith(Missing) && missing.failure).toMatchObject({
      body: { what: "thing" },
      errorBody: { error: { code: 4_040, message: "Missing" } },
    });
    const fields = await (await createMock(rejecting).fetch("http://mock.test/v2?page=x")).json();
    expect(fields).toEqual({ errors: { page: ["must be an integer"] } });
  });

  test("are written by the test", async () => {
    const mock = createMock(
      { formatted, rejecting },
      {
        errors: {
          rejecting: ({ status }) => ({ errors: { status: [String(status)] } }),
        },
      },
    );
    expect(await (await mock.fetch("http://mock.test/v2")).json()).toEqual({
      errors: { status: ["400"] },
    });
    const single = createMock(rejecting, { errors: () => ({ errors: { all: [] } }) });
    expect(await (await single.fetch("http://mock.test/v2")).json()).toEqual({
      errors: { all: [] },
    });
  });
});

describe("kinds of bodies", () => {
  const instant = z.codec(z.iso.datetime(), z.date(), {
    decode: (text) => new Date(text),
    encode: (value) => value.toISOString(),
  });
  const kinds = rootResource("v1", {
    text: get("text").response(plainText()),
    bytes: get("bytes").response(bytes("image/png")),
    any: get("any").response(bytes()),
    lines: get("lines").response(jsonLines(z.object({ n: z.int() }))),
    events: get("events").response(events(z.object({ n: z.int() }))),
    dated: get("dated").response(z.object({ at: instant })),
    changed: get("changed").response(
      z.object({ total: z.string().transform((text) => text.length) }),
    ),
    either: get("either").response(oneOfBodies(json(z.object({ n: z.int() })), plainText())),
    range: get("range").response(type<string>(), { status: "2XX" }),
    none: post("none"),
  });

  test("are made", async () => {
    const mock = createMock(kinds);
    const client = createClient({ baseUrl: "http://mock.test", fetch: mock.fetch });
    const { text, bytes: image, lines, dated, either } = kinds;
    expect(typeof (await client.request(text).bodyOrThrow())).toBe("string");
    expect((await client.request(image).bodyOrThrow()).byteLength).toBeGreaterThan(0);
    expect((await client.request(kinds.any)).ok).toBe(true);
    const all = [];
    for await (const one of await client.request(lines).bodyOrThrow()) all.push(one);
    expect(all[0]).toEqual({ n: expect.any(Number) });
    for await (const data of await client.request(kinds.events).bodyOrThrow()) {
      expect(data).toEqual({ n: expect.any(Number) });
      break;
    }
    expect((await client.request(dated).bodyOrThrow()).at).toBeInstanceOf(Date);
    expect((await client.request(kinds.changed)).status).toBe(200);
    const plain = await client.request(either, { accept: "text/plain" });
    expect(plain.response.headers.get("content-type")).toContain("text/plain");
    expect((await client.request(kinds.none)).status).toBe(204);
    mock.reply(kinds.range, "x");
    expect((await client.request(kinds.range)).status).toBe(200);
  });
});
