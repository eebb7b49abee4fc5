// The options `schemas` and `responses` of a server, in memory.
import { get, json, multipart, post, rootResource, staticResource, type, part } from "bough";
import { createClient } from "bough/client";
import { createServer, type ExtractedSchemas, type ServerOptions } from "bough/server";
import type { FetchServer } from "bough/types";
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from "vitest";
import { z } from "zod";
import { api, schemas, Taken } from "../../../../test/support/user-schemas.ts";

const id = "0190163d-8694-739b-aea5-966c26f8ad91";
let warn: MockInstance;
beforeEach(() => {
  warn = vi.spyOn(console, "warn").mockReturnValue();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** What a handler gives although the compiler knows better. */
function cast(value: unknown): never {
  return value as never;
}

/** The same data with its keys in one order, as `bough schemas` digests it. */
function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sortedKeys(one)]));
}

async function readUntilBroken({ body }: Response): Promise<string> {
  const texts: string[] = [];
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body ?? []) texts.push(decoder.decode(chunk));
  } catch {
    // The client sees that it broke.
  }
  return texts.join("");
}

function without(key: string): ExtractedSchemas {
  const endpoints = Object.entries(schemas.endpoints).filter(([name]) => name !== key);
  return { ...schemas, endpoints: Object.fromEntries(endpoints) };
}

interface Found {
  readonly server: FetchServer;
  readonly errors: unknown[];
  find(): Promise<[status: number, body: unknown]>;
}

/** A server whose `find` answers a value. */
function finding(value: unknown, options: ServerOptions = {}, route: object = {}): Found {
  const errors: unknown[] = [];
  const server = createServer({ schemas, onError: (error) => errors.push(error), ...options });
  server.route(api.users.user.find, () => cast(value), route);
  const find = async (): Promise<[number, unknown]> => {
    const response = await server.fetch(`http://h.test/v1/users/${id}`);
    return [response.status, await response.json()];
  };
  return { server, errors, find };
}

describe("the schemas of a server", () => {
  test("leave no endpoint unvalidated", () => {
    const server = createServer({ schemas, requireSchemas: true });
    server.route(api.shapes, () => ({ area: 1 }));
    expect(server.unvalidated(api)).toEqual([]);
    const plain = createServer();
    expect(plain.unvalidated(api)).toContain(api.users.create);
  });

  test("send what they checked, whatever toJSON and getters do later", async () => {
    const secret = { id, name: "Ada", passwordHash: "secret" };
    const twice = {
      toJSON: () => ({ id, name: "Ada", toJSON: () => secret }),
    };
    let reads = 0;
    const changing = {
      id,
      get name(): unknown {
        return reads++ === 0 ? "Ada" : secret;
      },
    };
    for (const value of [twice, changing]) {
      const { find, errors } = finding(value);
      expect(await find()).toEqual([200, { id, name: "Ada" }]);
      expect(errors).toEqual([]);
    }
  });

  test("leave a type without a JSON form unvalidated", async () => {
    const unchecked = {
      ...schemas,
      endpoints: {
        ...schemas.endpoints,
        "POST /v1/shapes": {
          request: { "application/json": { schema: {}, unchecked: true as const } },
          responses: { 200: { "application/json": { schema: {}, unchecked: true as const } } },
        },
      },
    };
    const server = createServer({ schemas: unchecked });
    server.route(api.shapes, ({ body }) => cast(body));
    expect(server.unvalidated(api)).toEqual([api.shapes]);
    const sent = {
      method: "POST",
      body: '{"x":1}',
      headers: { "content-type": "application/json" },
    };
    const response = await server.fetch("http://h.test/v1/shapes", sent);
    expect(await response.json()).toEqual({ x: 1 });
    const strict = createServer({ schemas: unchecked, requireSchemas: true });
    expect(() => strict.route(api.shapes, () => ({ area: 1 }))).toThrow(
      "its request body has no schema",
    );
  });

  test("give way to schemas of the declaration and of route", async () => {
    const own = rootResource("v1", {
      users: staticResource("users", {
        create: post().request(z.object({ name: z.string().trim() })),
      }),
    });
    const server = createServer({ schemas });
    const seen: unknown[] = [];
    server.route(own.users.create, ({ body }) => void seen.push(body));
    const other = createServer({ schemas: without("POST /v1/shapes") });
    other.route(api.shapes, ({ body }) => cast({ ...Object(body), area: 1 }), {
      request: cast(z.looseObject({ kind: z.string() })),
      response: cast(z.looseObject({ area: z.number() })),
    });
    const headers = { "content-type": "application/json" };
    await server.fetch("http://h.test/v1/users", {
      method: "POST",
      headers,
      body: '{"name":" Ada "}',
    });
    expect(seen).toEqual([{ name: "Ada" }]);
    const sent = { method: "POST", headers, body: '{"kind":"oval"}' };
    const response = await other.fetch("http://h.test/v1/shapes", sent);
    expect(await response.json()).toEqual({ kind: "oval", area: 1 });
  });

  test("of another tree are refused, with the endpoints that differ", () => {
    const { endpoints } = schemas;
    const server = createServer({
      schemas: {
        ...without("GET /v1/users"),
        endpoints: { "GET /v1/users/{}": endpoints["GET /v1/users/{}"] ?? {} },
      },
    });
    expect(() => server.route(api.users.list, () => [])).toThrow(
      [
        "GET /v1/users",
        "  it is not in the given schemas",
        "  run bough schemas for this API; these endpoints differ too: POST /v1/users, PUT /v1/users/{user}/name, POST /v1/shapes, POST /v1/lines, GET /v1/events, POST /v1/upload, POST /v1/either",
      ].join("\n"),
    );
    server.route(api.users.user.find, () => ({ id, name: "" }));
  });

  test("need every status, media type and failure", () => {
    const changed = (key: string, change: object): FetchServer =>
      createServer({
        schemas: {
          ...schemas,
          endpoints: { ...schemas.endpoints, [key]: { ...schemas.endpoints[key], ...change } },
        },
      });
    const create = changed("POST /v1/users", { responses: { 200: {} } });
    expect(() => create.route(api.users.create, () => cast(0))).toThrow(
      "its response 201 as application/json is not in the given schemas",
    );
    const failing = changed("POST /v1/users", { failures: {} });
    expect(() => failing.route(api.users.create, () => cast(0))).toThrow(
      'its failure "taken" as application/problem+json is not in the given schemas',
    );
    const either = changed("POST /v1/either", { request: { "application/json": { schema: {} } } });
    expect(() => either.route(api.either, () => cast(0))).toThrow(
      "its request as text/x-quoted is not in the given schemas",
    );
    const lines = changed("POST /v1/lines", { request: { "application/jsonl": { schema: {} } } });
    expect(() => lines.route(api.lines, () => cast(0))).toThrow(
      "its request as application/jsonl is not in the given schemas",
    );
  });

  test("need every typed part of a multipart body", () => {
    const parts = { meta: { $ref: "#/components/schemas/NewUser" } };
    const key = "POST /v1/upload";
    const request = { "multipart/form-data": { parts } };
    const server = createServer({
      schemas: {
        ...schemas,
        endpoints: { ...schemas.endpoints, [key]: { ...schemas.endpoints[key], request } },
      },
    });
    expect(() => server.route(api.upload, () => cast(0))).toThrow(
      'the part "note" of its request as multipart/form-data is not in the given schemas',
    );
    const plain = createServer({ requireSchemas: true });
    expect(() => plain.route(api.upload, () => cast(0))).toThrow("its request body has no schema");
    expect(createServer().unvalidated(api)).toContain(api.upload);
    expect(createServer({ schemas }).unvalidated(api)).not.toContain(api.upload);
  });

  test("do not reach members of Object.prototype", () => {
    const odd = rootResource("v1", { x: post("x").request<string>().response(type<string>()) });
    const endpoints = {
      "POST /v1/x": { request: cast(Object.create({ "application/json": {} })) },
    };
    const server = createServer({ schemas: { ...schemas, endpoints } });
    expect(() => server.route(odd.x, () => "")).toThrow("its request as application/json");
  });

  test.each([
    ["a", 'expected schemas to be the schemas that bough schemas writes, received "a"'],
    [
      { format: 1 },
      "expected schemas to be the schemas that bough schemas writes, received an object (Object)",
    ],
    [
      { format: 2, components: {}, endpoints: {} },
      "expected schemas to have the format 1, received 2: run the bough-cli of this version",
    ],
  ])("are checked: %j", (given, message) => {
    expect(() => createServer({ schemas: cast(given) })).toThrow(`createServer: ${message}`);
  });
});

describe("typed parts of a multipart body", () => {
  async function upload(meta: unknown, note: unknown): Promise<[status: number, body: unknown]> {
    const server = createServer({ schemas });
    server.route(api.upload, ({ body }) => cast(body.fields));
    const form = new FormData();
    const part = (value: unknown): Blob =>
      new Blob([JSON.stringify(value)], { type: "application/json" });
    form.set("meta", part(meta));
    form.set(
      "note",
      typeof note === "string" ? new Blob([note], { type: "text/plain" }) : part(note),
    );
    const sent = { method: "POST", body: form };
    const response = await server.fetch("http://h.test/v1/upload", sent);
    return [response.status, await response.json()];
  }

  test("are validated, and lose members that are not declared", async () => {
    const ada = { name: "Ada" };
    expect(await upload({ ...ada, admin: true }, ada)).toEqual([200, { meta: ada, note: ada }]);
    expect(await upload(ada, "text")).toEqual([200, { meta: ada, note: "text" }]);
    expect(await upload({ name: 1 }, {})).toMatchObject([
      400,
      {
        errors: [
          { pointer: "/meta/name", message: "must be a string" },
          { pointer: "/note/name", message: "is missing" },
        ],
      },
    ]);
  });
});

test("parts that may be left out or repeated are validated by the schema of one part", async () => {
  const { NewUser } = schemas.components;
  const counted = rootResource("v1", {
    x: post("x").request(
      multipart({
        maybe: part(json<{ readonly name: string }>()).optional(),
        some: part(json<{ readonly name: string }>()).list(),
      }),
    ),
  });
  const parts = { maybe: { $ref: "#/components/schemas/NewUser" } };
  const serving = (some: object): FetchServer => {
    const request = { "multipart/form-data": { parts: { ...parts, ...some } } };
    const endpoints = { "POST /v1/x": { request } };
    return createServer({ schemas: { ...schemas, components: cast({ NewUser }), endpoints } });
  };
  expect(() => serving({}).route(counted.x, () => undefined)).toThrow(
    'the part "some" of its request as multipart/form-data is not in the given schemas',
  );
  const server = serving({ some: { $ref: "#/components/schemas/NewUser" } });
  const seen: unknown[] = [];
  server.route(counted.x, ({ body: { fields } }) => void seen.push({ ...fields }));
  const client = createClient({ fetch: server.fetch, baseUrl: "http://h.test" });
  const ada = { name: "Ada", admin: true };
  await client.request(counted.x, {});
  await client.request(counted.x, { maybe: ada, some: [ada, ada] });
  const kept = { name: "Ada" };
  expect(seen).toEqual([{ some: [] }, { maybe: kept, some: [kept, kept] }]);
  const wrong = await client.request(counted.x, { some: [ada, cast({})] }).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(wrong).toMatchObject({
    errors: [{ pointer: "/some/1/name", message: "is missing" }],
  });
});

describe("a response that does not fit its type", () => {
  test('is sent as far as it fits with `responses: "strip"`, and reported', async () => {
    const { find, errors } = finding(
      { id, name: "Ada", passwordHash: "x", friends: { passwordHash: "y" } },
      { responses: "strip" },
    );
    expect(await find()).toEqual([200, { id, name: "Ada" }]);
    expect(errors).toHaveLength(1);
    expect(String(errors[0])).toBe(
      "HandlerError: GET /v1/users/{user}: the value does not fit its schema, and is sent without the members that are not declared\n  /friends must be a list",
    );
    expect(() => createServer({ responses: cast("warn") })).toThrow(
      'createServer: expected responses to be "refuse" or "strip", received "warn"',
    );
  });

  test('is a 500 with `responses: "strip"` if it or a required member is of another kind', async () => {
    const user = { id, name: "Ada", passwordHash: "x" };
    const wrong: [unknown, string][] = [
      [[user], "must be an object"],
      ["x", "must be an object"],
      [{ id: user, name: "Ada" }, "/id must be a string"],
      [{ id, name: "Ada", friends: [user, [user]] }, "/friends/1 must be an object"],
    ];
    for (const [value, issue] of wrong) {
      const { find, errors } = finding(value, { responses: "strip" });
      const [status, problem] = await find();
      expect([status, JSON.stringify(problem)]).toEqual([
        500,
        expect.not.stringContaining("passwordHash") as string,
      ]);
      expect(errors.map(String)).toEqual([
        `HandlerError: GET /v1/users/{user}: the value is refused by its schema\n  ${issue}`,
      ]);
    }
  });

  test('sends nothing below a misfit in items and failures with `responses: "strip"`', async () => {
    const errors: unknown[] = [];
    const server = createServer({
      schemas,
      responses: "strip",
      onError: (error) => errors.push(error),
    });
    const secret = { passwordHash: "s3cret" };
    const user = { id, name: "Ada" };
    const items = [{ ...user, friends: secret }, cast([secret])];
    server.route(api.events, async function* () {
      yield* items as never[];
    });
    server.route(api.lines, async function* () {
      yield* items as never[];
    });
    server.route(api.users.create, ({ fail }) => fail(Taken, cast({ name: [secret] })));
    const posted = (path: string, type: string): Promise<string> =>
      server
        .fetch(`http://h.test/v1/${path}`, {
          method: "POST",
          headers: { "content-type": type },
          body: '{"name":"Ada"}',
        })
        .then((response) => response.text());
    const sent = await Promise.all([
      server.fetch("http://h.test/v1/events").then(readUntilBroken),
      server
        .fetch("http://h.test/v1/lines", {
          method: "POST",
          headers: { "content-type": "application/jsonl" },
          body: '{"name":"Ada"}',
        })
        .then(readUntilBroken),
      posted("users", "application/json"),
    ]);
    expect(sent[0]).toContain(JSON.stringify(user));
    expect(sent[1]).toContain(JSON.stringify(user));
    expect(JSON.parse(sent[2])).toMatchObject({ status: 500 });
    expect(sent.join("")).not.toContain("s3cret");
    expect(errors).toHaveLength(5);
  });

  test("is sent as it is with `{ response: false }` at route", async () => {
    const value = { id: 1, passwordHash: "x" };
    expect(await finding(value, {}, { response: false }).find()).toEqual([200, value]);
    expect(await finding(value, { validateResponses: false }).find()).toEqual([200, value]);
    const server = createServer({ schemas: without("GET /v1/users/{}") });
    server.route(api.users.user.find, () => ({ id, name: "" }), { response: false });
  });

  test("is a 500 if it contains itself", async () => {
    const value: Record<string, unknown> = { id, name: "" };
    value["friends"] = [value];
    for (const responses of ["refuse", "strip"] as const) {
      const { find, errors } = finding(value, { responses });
      const [status] = await find();
      expect(status).toBe(500);
      expect(String(errors[0])).toContain("must not be nested deeper than 500 levels");
    }
  });
});

describe("a member that no schema has", () => {
  test("is reported once for each endpoint", async () => {
    const { find } = finding({
      id,
      name: "Ada",
      avatar: "x",
      friends: [{ id, name: "", avatar: "y" }],
    });
    await find();
    await find();
    expect(warn.mock.calls).toEqual([
      ["`avatar` is not in the schema of GET /v1/users/{user}: run bough schemas"],
    ]);
  });

  test("is reported with its type if the schemas are current", async () => {
    vi.stubEnv("NODE_ENV", "development");
    const { components, endpoints } = schemas;
    const { createHash } = await import("node:crypto");
    const text = JSON.stringify(sortedKeys({ components, endpoints }));
    const current = { ...schemas, digest: createHash("sha256").update(text).digest("hex") };
    const value = { id, name: "Ada", password: "x", friends: [{ id, name: "", avatar: "y" }] };
    const { find } = finding(value, { schemas: current });
    await find();
    await find();
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(2));
    const place = "GET /v1/users/{user}";
    expect(warn.mock.calls.flat()).toEqual([
      `${place}: \`password\` is not in \`User\`, so it was not sent`,
      `${place}: \`avatar\` is not in \`User\`, so it was not sent`,
    ]);

    warn.mockClear();
    await finding(value, { schemas: current, responses: "strip" }).find();
    vi.stubEnv("NODE_ENV", "test");
    await finding(value, { schemas: current }).find();
    vi.stubEnv("NODE_ENV", "production");
    await finding(value, { schemas: current }).find();
    // An edited file is told to everybody, so the last report comes after all others.
    vi.stubEnv("NODE_ENV", "development");
    const edited = { ...current, components: { ...components, Other: {} } };
    await finding(value, { schemas: edited }).find();
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(2));
    expect(warn.mock.calls[0]).toEqual([
      `\`password\` is not in the schema of ${place}: run bough schemas`,
    ]);
  });

  test("is not reported in production", async () => {
    vi.stubEnv("NODE_ENV", "production");
    const { find } = finding({ id, name: "Ada", avatar: "x" });
    expect(await find()).toEqual([200, { id, name: "Ada" }]);
    expect(warn).not.toHaveBeenCalled();
  });

  test("is reported without control characters, and 1,000 times at most", async () => {
    const server = createServer({ schemas });
    server.route(api.users.create, ({ body, respond }) => respond({ id, ...body }));
    const members = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`\n${n}`, n]));
    const sent = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "x", ...members }),
    };
    const response = await server.fetch("http://h.test/v1/users", sent);
    expect(await response.json()).toEqual({ id, name: "x" });
    expect(warn).toHaveBeenCalledTimes(1_000);
    expect(warn.mock.calls[0]).toEqual([
      "`%0A0` is not in the schema of POST /v1/users: run bough schemas",
    ]);
  });
});

test("a server without schemas serves types as before", async () => {
  const open = rootResource("v1", { any: get("any").response<{ readonly a: string }>() });
  const server = createServer();
  server.route(open.any, () => cast({ a: 1, b: 2 }));
  const response = await server.fetch("http://h.test/v1/any");
  expect(await response.json()).toEqual({ a: 1, b: 2 });
});
