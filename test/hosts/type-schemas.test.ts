// Bodies that are declared by a type alone, validated by the schemas of `bough schemas`, on every host.
import { createClient } from "bough/client";
import type { Routes } from "bough/server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { everyHost } from "../support/node-hosts.ts";
import type { OpenHost } from "../support/node-hosts.ts";
import { api, Odd, schemas, Taken } from "../support/user-schemas.ts";

const id = "0190163d-8694-739b-aea5-966c26f8ad91";
/** What a database gives: a user with a member that must not leave. */
const stored = (name: string) => ({
  id,
  name,
  passwordHash: "secret",
  friends: [{ id, name: "Bo", passwordHash: "secret" }],
});

const bodies: unknown[] = [];

function route(routes: Routes): void {
  routes.route(api.users, {
    list: () => [stored("Ada")],
    create: ({ body, fail, respond }) => {
      bodies.push(body);
      const data = { name: body.name, why: "odd", secret: "secret" };
      if (body.name === "taken") fail(Taken, data);
      if (body.name === "odd") fail(Odd, data);
      return respond(stored(body.name));
    },
    user: {
      // What no compiler sees: a number in place of a text.
      find: () => JSON.parse('{ "id": 1, "name": "Ada", "passwordHash": "secret" }') as never,
      rename: ({ body }) => stored(body?.name ?? "no name"),
    },
  });
  routes.route(api.shapes, ({ body }) => {
    bodies.push(body);
    return { area: body.kind === "circle" ? body.r : body.a };
  });
  routes.route(api.lines, async function* ({ body }) {
    for await (const one of body) {
      bodies.push(one);
      yield stored(one.name);
    }
  });
  routes.route(api.events, async function* () {
    yield stored("Ada");
  });
  routes.route(api.either, ({ body }) => {
    bodies.push(body);
    return stored(body.name);
  });
}

const errors: unknown[] = [];

describe.each(everyHost)("types on $name", ({ open }) => {
  let host: OpenHost;
  let url: string;
  beforeAll(async () => {
    vi.spyOn(console, "warn").mockReturnValue();
    host = await open(route, {
      schemas,
      requireSchemas: true,
      onError: (error) => errors.push(error),
    });
    url = `http://127.0.0.1:${host.port}`;
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await host.close();
  });
  const send = async (
    method: string,
    path: string,
    content?: string,
    mediaType = "application/json",
  ): Promise<Response> =>
    fetch(url + path, {
      method,
      ...(content === undefined ? {} : { body: content, headers: { "content-type": mediaType } }),
    });

  test("refuses a request that does not fit its type", async () => {
    const response = await send("POST", "/v1/users", '{"name":1}');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ in: "body", pointer: "/name", message: "must be a string" }],
    });
    const shape = await send("POST", "/v1/shapes", '{"kind":"circle","a":1}');
    expect(await shape.json()).toMatchObject({
      errors: [{ in: "body", pointer: "/r", message: "is missing" }],
    });
  });

  test("drops members that a request does not declare", async () => {
    bodies.length = 0;
    await send("POST", "/v1/users", '{"name":"Ada","admin":true}');
    await send("POST", "/v1/shapes", '{"kind":"circle","r":1,"a":1}');
    await send("POST", "/v1/either", '{"name":"Bo","admin":true}');
    expect(bodies).toEqual([{ name: "Ada" }, { kind: "circle", r: 1 }, { name: "Bo" }]);
  });

  test("sends no member that the type of a response lacks", async () => {
    const client = createClient({ baseUrl: url });
    const clean = { id, name: "Ada", friends: [{ id, name: "Bo" }] };
    const list = await send("GET", "/v1/users");
    expect(await list.json()).toEqual([clean]);
    const created = await client.request(api.users.create, { name: "Ada" });
    expect(created).toMatchObject({ ok: true, body: clean });
    for (const [method, path, content, mediaType] of [
      ["GET", "/v1/events"],
      ["POST", "/v1/users", '{"name":"taken"}'],
      ["POST", "/v1/users", '{"name":"odd"}'],
      ["POST", "/v1/either", '{"name":"x"}'],
      ["POST", "/v1/either", encodeURIComponent('{"name":"x"}'), "text/x-quoted"],
      ["POST", "/v1/lines", '{"name":"x"}\n', "application/jsonl"],
    ] as const) {
      const response = await send(method, path, content, mediaType);
      const text = await response.text();
      expect(text).toMatch(/name|odd/);
      expect(text).not.toContain("secret");
    }
  });

  test("answers 500 if a response does not fit its type", async () => {
    errors.length = 0;
    const response = await send("GET", `/v1/users/${id}`);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("secret");
    expect(errors).toMatchObject([
      {
        name: "HandlerError",
        code: "invalid-response",
        issues: [{ message: "/id must be a string" }],
      },
    ]);
  });

  test("reads an optional body that was left out", async () => {
    const left = await send("PUT", `/v1/users/${id}/name`);
    expect(await left.json()).toMatchObject({ name: "no name" });
    const given = await send("PUT", `/v1/users/${id}/name`, "{}");
    expect(given.status).toBe(400);
  });

  test("refuses an item that does not fit its type", async () => {
    const response = await send("POST", "/v1/lines", "{}\n", "application/jsonl");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ in: "body", pointer: "/0/name", message: "is missing" }],
    });
  });
});
