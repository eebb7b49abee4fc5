import {
  bind,
  dynamicResource,
  failure,
  get,
  hrefOf,
  integer,
  post,
  rootResource,
  staticResource,
  stream,
  type,
  type AnyEndpoint,
  AddressError,
  DeclarationError,
} from "bough";
import { endpointsOf } from "bough/contract";
import { createClient } from "bough/client";
import { createServer, HandlerError, RouteError } from "bough/server";
import type { HandlerResponse, FetchServer } from "bough/types";
import { describe, expect, test } from "vitest";

const Unauthorized = failure("unauthorized", 401);
const Limited = failure("limited", 429);
const Conflict = failure("conflict", 409).body<{ with: string }>();

const api = rootResource("v1", {
  open: get("open").response<unknown>(),
  users: staticResource(
    "users",
    { failures: [Unauthorized, Limited, Conflict] },
    {
      list: get().response<unknown>(),
      create: post().request<unknown>().response(type<unknown>(), { status: 201 }),
      user: dynamicResource("user", { find: get().response<unknown>() }),
    },
  ),
});
const { users } = api;

/** `route` as plain JavaScript sees it. */
interface Loose {
  route(node: unknown, handler: unknown, options?: unknown): void;
}

const names = (endpoints: readonly AnyEndpoint[]): string[] =>
  endpoints.map(({ method, template }) => `${method} ${template}`);

function quiet(): { server: FetchServer; errors: unknown[] } {
  const errors: unknown[] = [];
  return { server: createServer({ onError: (error) => errors.push(error) }), errors };
}

/** The text of the `RouteError` that a registration ends in. */
function refusal(register: () => void): string {
  try {
    register();
  } catch (error) {
    expect(error).toBeInstanceOf(RouteError);
    expect(error).toMatchObject({ name: "RouteError", code: "route" });
    return (error as RouteError).message;
  }
  throw new Error("nothing was refused");
}

const json = async (response: Promise<Response>): Promise<unknown> => (await response).json();

describe("route", () => {
  test("takes a whole resource", async () => {
    const { server } = quiet();
    server.route(api, {
      open: () => "open",
      users: {
        list: async () => "list",
        create: ({ respond, body }) => respond(body, { status: 201 }),
        user: { find: ({ ids }) => ids.user },
      },
    });
    expect(await json(server.fetch("http://h/v1/open"))).toBe("open");
    expect(await json(server.fetch("http://h/v1/users"))).toBe("list");
    expect(await json(server.fetch("http://h/v1/users/7"))).toBe("7");
    expect(server.unrouted()).toEqual([]);
  });

  test("refuses missing names, all of one resource at once", () => {
    const { server } = quiet();
    const some: object = { open: () => 1 };
    expect(refusal(() => server.route(api, some as never))).toBe(
      "/v1\n  has no handler for: users\n  every endpoint below the resource needs one",
    );
    const more: object = { open: () => 1, users: { user: {} } };
    expect(refusal(() => server.route(api, more as never))).toBe(
      "/v1/users\n  has no handler for: users.list, users.create\n  every endpoint below the resource needs one",
    );
    expect(refusal(() => server.route(api, undefined as never))).toBe(
      "/v1\n  has no handler for: open, users\n  every endpoint below the resource needs one",
    );
  });

  test("refuses the methods of a class, which are no members of its instance", () => {
    const { server } = quiet();
    class Handlers {
      create = (): number => 1;
      user = { find: (): number => 1 };
      list(): number {
        return 1;
      }
    }
    expect(refusal(() => server.route(api.users, new Handlers() as never))).toBe(
      "/v1/users\n  has no handler for: list\n  only own members count, no methods of a class: { list: (call) => service.list(call) }",
    );
  });

  test("refuses names that no child has", () => {
    const { server } = quiet();
    const handlers = {
      list: () => 1,
      create: () => 1,
      user: { find: () => 1, remove: () => 1, toString: () => "1" },
    };
    expect(refusal(() => server.route(users, handlers as never))).toBe(
      "/v1/users/{user}\n  has no child called: user.remove, user.toString\n  rename or remove the handler: the names are find",
    );
  });

  test("leaves nothing half done", () => {
    const { server } = quiet();
    const handlers = { list: () => 1, create: () => 1, user: { find: "no function" } };
    expect(refusal(() => server.route(users, handlers as never))).toBe(
      "GET /v1/users/{user}\n  its handler is not a function\n  pass (call) => …",
    );
    expect(names(server.unrouted(users))).toHaveLength(3);
  });

  test("refuses a bound endpoint", () => {
    const { server } = quiet();
    const message =
      "GET /v1/users/{user}\n  has an id given\n  route the endpoint itself: api.users.user.find";
    expect(refusal(() => server.route(users.user("7").find, (() => 1) as never))).toBe(message);
    expect(
      refusal(() => server.route(bind(users.user.find, { user: "7" }), (() => 1) as never)),
    ).toBe(message);
  });

  test("refuses a second handler", () => {
    const { server } = quiet();
    server.route(api.open, () => 1);
    expect(refusal(() => server.route(api.open, () => 2))).toBe(
      "GET /v1/open\n  already has a handler\n  remove one of the two route() calls",
    );
  });

  test.each([
    ["a declaration", get()],
    ["nothing", undefined],
    ["text", "/v1"],
    ["an object", {}],
  ])("refuses %s", (_name, node) => {
    expect(refusal(() => (createServer() as Loose).route(node, () => 1))).toBe(
      "route\n  got neither an endpoint nor a resource of a tree\n  take it from the resource it was declared in: api.users.find",
    );
  });

  test.each(["request", "response"])("refuses a %s schema that is none", (name) => {
    const { server } = quiet();
    const loose = server as Loose;
    for (const wrong of [{}, 5, () => true]) {
      expect(refusal(() => loose.route(api.open, () => 1, { [name]: wrong }))).toBe(
        `GET /v1/open\n  its ${name} schema is not a Standard Schema\n  pass a schema of zod, valibot, arktype …`,
      );
    }
    loose.route(api.open, () => 1, { [name]: undefined });
  });

  test("refuses an option that is none, which would validate nothing", () => {
    const { server } = quiet();
    const loose = server as Loose;
    const refused = (asked: string): TypeError =>
      new TypeError(`${asked}: unknown option "schema": the options are request, response, limits`);
    expect(() => loose.route(api.open, () => 1, { schema: {} })).toThrow(refused("route"));
    expect(() => server.handler<typeof api.open>(() => 1, { schema: {} })).toThrow(
      refused("handler"),
    );
  });

  test("refuses an endpoint made by hand", () => {
    const { server } = quiet();
    const copy = Object.create(api.open) as typeof api.open;
    expect(refusal(() => server.route(copy, () => 1))).toBe(
      "GET /v1/open\n  is not in a tree\n  take it from the resource it was declared in",
    );
  });

  test("refuses a piece beside the tree it was put into, in either order", () => {
    const piece = staticResource("books", { list: get().response<string>() });
    const tree = rootResource("v2", { books: piece });
    const message =
      "/books\n  is declared without a parent and was put into a tree, at /v2/books\n  route it at its position in that tree";
    const first = createServer();
    first.route(tree.books.list, () => "tree");
    expect(refusal(() => (first as Loose).route(piece.list, () => "piece"))).toBe(message);
    const second = createServer();
    (second as Loose).route(piece.list, () => "piece");
    expect(refusal(() => second.route(tree.books.list, () => "tree"))).toBe(message);
  });

  test("serves a piece in every tree it was put into", async () => {
    const piece = staticResource("books", { list: get().response<string>() });
    const one = rootResource("v1", { books: piece });
    const two = rootResource("v2", { books: piece });
    const { server } = quiet();
    server.route(one.books.list, () => "one");
    server.route(two.books.list, () => "two");
    expect(await json(server.fetch("http://h/v1/books"))).toBe("one");
    expect(await json(server.fetch("http://h/v2/books"))).toBe("two");
  });

  test("serves resources that name their parent", async () => {
    const Top = rootResource("v1", { open: get().response<string>() });
    const Books = staticResource("books", Top, { list: get().response<string>() });
    const { server } = quiet();
    server.route(Books.list, () => "books");
    expect(await json(server.fetch("http://h/v1/books"))).toBe("books");
    expect((await server.fetch("http://h/v1")).status).toBe(501);
    expect(names(server.unrouted())).toEqual(["GET /v1"]);
  });

  test("verifies the tree, with all its faults", () => {
    const wrong = rootResource("v1", {
      a: get("x").response<string>(),
      b: get("x").response<string>(),
      c: get("y")
        .response<string>()
        .failure(failure("twice", 404), failure("twice", 409) as never),
    } as never) as unknown as typeof api;
    expect(() => createServer().unrouted(wrong)).toThrow(DeclarationError);
    expect(() => (createServer() as Loose).route(wrong, { a: 1, b: 1, c: 1 })).toThrow(
      '2 faults in the API "v1"',
    );
  });

  test("knows nothing of a tree with faults, and goes on with others", async () => {
    const { server } = quiet();
    const Old = rootResource("v1", { kept: get("kept").response<string>() });
    server.route(Old.kept, () => "kept");
    const wrong = rootResource("v1", {
      list: get("list").response<string>(),
      kept: get("kept").response<string>(),
    });
    expect(() => server.route(wrong.list, () => "wrong")).toThrow(
      "kept  GET /v1/kept\n    answers the same requests as kept  GET /v1/kept",
    );
    expect((await server.fetch("http://h/v1/list")).status).toBe(404);
    expect(names(server.unrouted())).toEqual([]);
    const right = rootResource("v1", { list: get("list").response<string>() });
    server.route(right.list, () => "right");
    expect(await json(server.fetch("http://h/v1/list"))).toBe("right");
    expect(await json(server.fetch("http://h/v1/kept"))).toBe("kept");
  });
});

describe("unrouted and unvalidated", () => {
  test("list by resource, or all that is known", () => {
    const { server } = quiet();
    expect(server.unrouted()).toEqual([]);
    server.route(users.list, () => 1);
    expect(names(server.unrouted())).toEqual([
      "GET /v1/open",
      "POST /v1/users",
      "GET /v1/users/{user}",
    ]);
    expect(names(server.unrouted(users.user))).toEqual(["GET /v1/users/{user}"]);
    expect(names(server.unvalidated())).toEqual(["POST /v1/users"]);
    expect(server.unvalidated(users.user)).toEqual([]);
    const schema = {
      "~standard": { version: 1, vendor: "v", validate: (value: unknown) => ({ value }) },
    } as const;
    server.route(users.create, ({ respond }) => respond(1, { status: 201 }), { request: schema });
    expect(server.unvalidated()).toEqual([]);
  });

  test.each(["unrouted", "unvalidated"] as const)("%s needs resources", (asked) => {
    for (const wrong of [api.open, [api], undefined, null, "users"]) {
      expect(() => createServer()[asked](wrong as never)).toThrow(
        new TypeError(`${asked}: pass resources, ${asked}(api)`),
      );
    }
  });

  test("requireSchemas refuses a body without a schema", () => {
    const server = createServer({ requireSchemas: true });
    expect(refusal(() => server.route(users.create, () => 1))).toBe(
      "POST /v1/users\n  its request body has no schema\n  declare one, or pass { request: schema } to route",
    );
    server.route(users.list, () => 1);
  });
});

describe("guard", () => {
  test("accumulates what views give, in the order written", async () => {
    const { server } = quiet();
    const ran: string[] = [];
    const first = server.guard(async ({ header }) => {
      ran.push("first");
      return { who: header("x-who") ?? "nobody" };
    });
    const second = first.guard(({ who, ids, endpoint }) => {
      ran.push("second");
      return { both: `${who} ${String(ids["user"])} ${endpoint.template}`, who: who.toUpperCase() };
    });
    second.route(users.user.find, (call) => {
      ran.push("handler");
      const { who, both, ids } = call;
      return [who, both, ids.user, Object.keys(call).includes("who")];
    });
    first.route(users.list, ({ who }) => who);
    const headers = { "x-who": "ada" };
    expect(await json(server.fetch("http://h/v1/users/7", { headers }))).toEqual([
      "ADA",
      "ada 7 /v1/users/{user}",
      "7",
      true,
    ]);
    expect(ran).toEqual(["first", "second", "handler"]);
    expect(await json(server.fetch("http://h/v1/users", { headers }))).toBe("ada");
  });

  test("may give nothing", async () => {
    const { server } = quiet();
    server
      .guard((() => undefined) as never)
      .guard((async () => null) as never)
      .route(users.list, () => "here");
    expect(await json(server.fetch("http://h/v1/users"))).toBe("here");
  });

  test.each([
    ["at once", (fail: () => never) => fail()],
    ["later", async (fail: () => never) => Promise.reject(await Promise.resolve().then(fail))],
  ])("may fail, %s, and nothing runs after it", async (_name, failing) => {
    const { server, errors } = quiet();
    const ran: string[] = [];
    server
      .guard([Unauthorized], ({ fail }) => failing(() => fail(Unauthorized)) as never)
      .guard(() => {
        ran.push("second");
        return {};
      })
      .route(users.list, () => ran.push("handler"));
    const response = await server.fetch("http://h/v1/users");
    expect(response.status).toBe(401);
    expect(ran).toEqual([]);
    expect(errors).toEqual([]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("secret");
      },
    ],
    [
      "rejects",
      async () => {
        throw new Error("secret");
      },
    ],
  ])("a guard that %s is a 500, and no handler runs", async (_name, provide) => {
    const { server, errors } = quiet();
    let ran = false;
    server.guard(provide as never).route(users.list, () => (ran = true));
    const response = await server.fetch("http://h/v1/users");
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("secret");
    expect(errors).toEqual([expect.objectContaining({ message: "secret" })]);
    expect(ran).toBe(false);
  });

  test.each(["body", "ids", "fail", "request", "signal", "host", "urlOf", "constructor", "~scope"])(
    "a guard that gives %s, which the call has, is a 500",
    async (name) => {
      const { server, errors } = quiet();
      let ran = false;
      server.guard((() => ({ [name]: 1 })) as never).route(users.list, () => (ran = true));
      expect((await server.fetch("http://h/v1/users")).status).toBe(500);
      expect(ran).toBe(false);
      expect(errors).toEqual([
        expect.objectContaining({
          code: "taken-name",
          message: `GET /v1/users: a view gives "${name}", which the call has already: rename it`,
        }),
      ]);
      expect(errors[0]).toBeInstanceOf(HandlerError);
    },
  );

  test("a name of Object.prototype is a name like any other", async () => {
    const { server } = quiet();
    server
      .guard(() => JSON.parse('{"__proto__":1,"toString":2}') as { toString: number })
      .route(users.list, (call) => [Object.hasOwn(call, "__proto__"), call.toString]);
    expect(await json(server.fetch("http://h/v1/users"))).toEqual([true, 2]);
  });

  test("runs before the body is read", async () => {
    const { server } = quiet();
    let pulled = 0;
    const body = new ReadableStream(
      {
        pull: (controller) => {
          pulled++;
          controller.enqueue(new TextEncoder().encode("1"));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    server.guard([Unauthorized], ({ fail }) => fail(Unauthorized)).route(users.create, () => 1);
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
    expect((await server.fetch("http://h/v1/users", init)).status).toBe(401);
    expect(pulled).toBe(0);
  });

  test("is refused on an endpoint that does not declare its failures", () => {
    const { server } = quiet();
    const view = server.guard([Limited], () => ({})).guard([Unauthorized], () => ({}));
    expect(refusal(() => (view as Loose).route(api.open, () => 1))).toBe(
      'GET /v1/open\n  a guard may fail with "limited", which the endpoint does not declare\n  add .failure(…), or the failures option of a resource',
    );
  });

  test("needs a function", () => {
    expect(() => createServer().guard([Unauthorized], undefined as never)).toThrow(
      new TypeError("guard: pass a function, guard([Unauthorized], (call) => …)"),
    );
    expect(() => createServer().guard({} as never)).toThrow(TypeError);
  });

  test("needs a list of failures", () => {
    // The last is what a module gets of another that imports it as well.
    for (const wrong of [null, Unauthorized, "unauthorized", [401], [undefined]]) {
      expect(() => createServer().guard(wrong as never, () => ({}))).toThrow(
        new TypeError("guard: pass an array of failures, guard([Unauthorized], (call) => …)"),
      );
    }
  });
});

describe("view.handler", () => {
  test("wraps one handler inside a handlers object", async () => {
    const { server } = quiet();
    const authed = server.guard([Unauthorized], ({ header, fail }) => ({
      who: header("authorization") ?? fail(Unauthorized),
    }));
    server.route(users, {
      list: () => "open",
      create: authed.handler<typeof users.create>(({ respond, who }) =>
        respond(who, { status: 201 }),
      ),
      user: { find: authed.handler<typeof users.user.find>(({ who, ids }) => [who, ids.user]) },
    });
    const headers = { authorization: "ada" };
    expect(await json(server.fetch("http://h/v1/users"))).toBe("open");
    expect((await server.fetch("http://h/v1/users/7")).status).toBe(401);
    expect(await json(server.fetch("http://h/v1/users/7", { headers }))).toEqual(["ada", "7"]);
  });

  test("wrapped again by another view keeps the guards of both, and its options", async () => {
    const { server } = quiet();
    const first = server.guard(() => ({ first: 1 }));
    const second = first.guard([Unauthorized], ({ header, fail }) => ({
      second: header("authorization") ?? fail(Unauthorized),
    }));
    const inner = second.handler<typeof users.create>(
      ({ respond, first: one, second: two }) => respond([one, two], { status: 201 }),
      { limits: { body: 4 } },
    );
    server.route(users.create, first.handler<typeof users.create>(inner));
    const send = (body: string, more = {}): Promise<Response> =>
      server.fetch("http://h/v1/users", {
        method: "POST",
        headers: { "content-type": "application/json", ...more },
        body,
      });
    expect((await send("1")).status).toBe(401);
    expect(await json(send("1", { authorization: "ada" }))).toEqual([1, "ada"]);
    expect((await send("12345", { authorization: "ada" })).status).toBe(413);
  });

  test("keeps its schemas and limits where it is wrapped or routed with others, or with none", async () => {
    const { server } = quiet();
    const number = {
      "~standard": {
        version: 1 as const,
        vendor: "v",
        validate: (value: unknown) =>
          typeof value === "number" ? { value } : { issues: [{ message: "is no number" }] },
      },
    };
    const none = { request: undefined, response: undefined, limits: { depth: 3 } } as object;
    const inner = server.handler<typeof users.create>(
      ({ body, respond }) => respond(body, { status: 201 }),
      { request: number, limits: { body: 4 } },
    );
    server.route(users.create, server.handler<typeof users.create>(inner, none), none);
    const send = async (body: string): Promise<number> => {
      const headers = { "content-type": "application/json" };
      const init = { method: "POST", headers, body };
      return (await server.fetch("http://h/v1/users", init)).status;
    };
    expect([await send("1"), await send("true"), await send("12345")]).toEqual([201, 400, 413]);
  });

  test("a view that routes it keeps its own guards, each once", async () => {
    const { server } = quiet();
    const ran: string[] = [];
    const step = (name: string) => () => {
      ran.push(name);
      return {};
    };
    const outer = server.guard(step("outer"));
    const inner = outer.guard(step("inner"));
    const other = server.guard(step("other"));
    outer.route(users, {
      list: inner.handler<typeof users.list>(() => "list"),
      create: other.handler<typeof users.create>(({ respond }) => respond(1, { status: 201 })),
      user: { find: () => "find" },
    });
    await server.fetch("http://h/v1/users");
    expect(ran.splice(0)).toEqual(["outer", "inner"]);
    await server.fetch("http://h/v1/users", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "1",
    });
    expect(ran.splice(0)).toEqual(["outer", "other"]);
    await server.fetch("http://h/v1/users/7");
    expect(ran.splice(0)).toEqual(["outer"]);
  });

  test("needs a function", () => {
    expect(() => createServer().handler<typeof users.create>(undefined as never)).toThrow(
      new TypeError("handler: pass a function, view.handler((call) => …)"),
    );
  });
});

describe("an endpoint of a listing", () => {
  test("is routed, called and addressed", async () => {
    const { server } = quiet();
    server.route(users.create, ({ respond }) => respond("typed", { status: 201 }));
    for (const endpoint of server.unrouted(api)) {
      server.route(endpoint, ({ ids, fail }) => ("user" in ids ? fail(Limited) : { ids }));
    }
    expect(server.unrouted(api)).toEqual([]);
    const client = createClient({ baseUrl: "http://h", fetch: server.fetch });
    const [open, list, create, find] = endpointsOf(api);
    expect(await client.request(open!).bodyOrThrow()).toEqual({ ids: {} });
    expect((await client.request(list!)).status).toBe(200);
    expect(await client.request(create!, { name: "ada" }).bodyOrThrow()).toBe("typed");
    const bound = bind(find!, { user: "a" });
    expect(hrefOf(bound)).toBe("/v1/users/a");
    expect((await client.request(bound)).status).toBe(429);
    // Without its id it is refused when the code runs.
    expect(() => hrefOf(find!)).toThrow(AddressError);
    await expect(client.request(find!)).rejects.toThrow('"user"');
  });
});

describe("at", () => {
  const tree = rootResource("v1", {
    health: get("health").response<unknown>(),
    users: staticResource("users", {
      list: get().response<unknown>(),
      user: dynamicResource("user", integer(), {
        find: get().response<unknown>(),
        log: get("log").response<unknown>(),
        notes: staticResource("notes", {
          note: dynamicResource("note", { read: get().response<unknown>() }),
        }),
      }),
    }),
  });
  const { user } = tree.users;

  test("gives guards the ids of its resource, and routes what stands below", async () => {
    const { server } = quiet();
    const seen: unknown[] = [];
    const view = server
      .at(user)
      .guard(({ ids }) => ({ next: ids.user + 1 }))
      .around(({ ids }, next) => {
        seen.push(ids);
        return next();
      });
    view.route(user.find, ({ next }) => next);
    view.route(user.notes, { note: { read: ({ next, ids }) => [next, ids.note] } });
    server.route(tree.users.list, () => "all");
    expect(await json(server.fetch("http://h/v1/users/7"))).toBe(8);
    expect(await json(server.fetch("http://h/v1/users/7/notes/a"))).toEqual([8, "a"]);
    expect(await json(server.fetch("http://h/v1/users"))).toBe("all");
    expect(seen).toEqual([{ user: 7 }, { user: 7, note: "a" }]);
  });

  test("refuses what stands elsewhere", () => {
    const { server } = quiet();
    const view = server.at(user.notes);
    const text = (where: string, above = "/v1/users/{user}/notes"): string =>
      `${where}\n  is not below ${above}, where its view is\n` +
      "  route it on the server, or on a view at a resource above it";
    expect(refusal(() => (view as Loose).route(user.find, () => 1))).toBe(
      text("GET /v1/users/{user}"),
    );
    expect(refusal(() => (view as Loose).route(tree.health, () => 1))).toBe(text("GET /v1/health"));
    // Another tree whose paths are the same.
    const twin = rootResource("v1", { users: staticResource("users", { list: get() }) });
    expect(
      refusal(() =>
        createServer()
          .at(tree.users)
          .route(twin.users.list, () => {}),
      ),
    ).toBe(text("GET /v1/users", "/v1/users"));
    // Wrapped, and at one resource after the other.
    const wrapped = view.handler<typeof user.notes.note.read>(() => 1);
    expect(refusal(() => (server as Loose).route(user.log, wrapped))).toBe(
      text("GET /v1/users/{user}/log"),
    );
    const nested = server.at(user).at(user.notes.note);
    expect(refusal(() => (nested as Loose).route(user.log, () => 1))).toBe(
      text("GET /v1/users/{user}/log", "/v1/users/{user}/notes/{note}"),
    );
    nested.route(user.notes.note.read, wrapped);
  });

  test("takes a resource without its ids", () => {
    const server = createServer();
    const at = (resource: unknown): string => refusal(() => server.at(resource as never));
    for (const wrong of [user.find, undefined, null, "users", {}]) {
      expect(at(wrong)).toBe("at\n  got no resource of a tree\n  pass one: at(api.users.user)");
    }
    expect(at(user(7))).toBe(
      "/v1/users/{user}\n  has an id given\n  pass the resource itself: at(api.users.user)",
    );
  });
});

describe("around", () => {
  test.each<
    [string, number, string[], (next: () => Promise<HandlerResponse>) => Promise<HandlerResponse>]
  >([
    ["returns it", 200, [], (next) => next()],
    ["throws", 500, ["first"], (next) => next().then(() => Promise.reject(new Error("no commit")))],
    ["returns something else", 500, ["first"], (next) => next().then(() => undefined as never)],
    ["does not wait for it", 500, ["first"], (next) => void next() as never],
    [
      "returns another",
      200,
      ["first"],
      async (next) => {
        await next();
        return next();
      },
    ],
  ])("ends a stream that is not to be sent: one that %s", async (_, status, ended, run) => {
    const { server } = quiet();
    const tree = rootResource({ log: get("log").response(stream("text/plain")) });
    const left: string[] = [];
    const names = ["first", "second"].values();
    server
      .around((_call, next) => run(next))
      .route(tree.log, () => {
        const name = String(names.next().value);
        return new ReadableStream({ cancel: () => void left.push(name) });
      });
    const answer = await server.fetch("http://h.test/log");
    expect(answer.status).toBe(status);
    await new Promise((resolve) => setTimeout(resolve));
    expect(left).toEqual(ended);
  });

  test("with rollBack gets a response that is not a success as an exception, and the client gets it", async () => {
    const { server, errors } = quiet();
    const told: string[] = [];
    // As transaction() of a database: it passes on what its function rejects with.
    const transaction = async (run: () => Promise<HandlerResponse>): Promise<HandlerResponse> => {
      try {
        const value = await run();
        told.push("committed");
        return value;
      } catch (error) {
        told.push(String(error instanceof Error), String(Object(error).message));
        throw error;
      }
    };
    const outer = server.around(async (_call, next) => {
      const { status } = await next();
      told.push(`outer ${status}`);
      return next();
    });
    let runs = 0;
    const view = outer
      .around((_call, next) => transaction(next), { rollBack: true })
      .around([Limited], async ({ fail }, next) => {
        const answer = await next();
        told.push(`inner ${answer.status}`);
        return runs === 2 ? fail(Limited) : answer;
      });
    view.route(users.list, ({ fail }) => (++runs < 3 ? fail(Conflict, { with: "it" }) : 1));
    const refused = await server.fetch("http://h/v1/users");
    expect(refused.status).toBe(429);
    expect(told).toEqual([
      "inner 409",
      "true",
      'rolled back, because the response is the failure "conflict"',
      "outer 409",
      "inner 409",
      "true",
      'rolled back, because the response is the failure "limited"',
    ]);
    told.length = 0;
    expect(await json(server.fetch("http://h/v1/users"))).toBe(1);
    expect(told).toEqual(["inner 200", "committed", "outer 200", "inner 200", "committed"]);
    expect(errors).toEqual([]);
  });

  test("with rollBack may respond in another way, and sees exceptions as they are", async () => {
    const { server, errors } = quiet();
    const broken = new Error("broken");
    const caught: unknown[] = [];
    server
      .around(
        [Limited],
        async ({ fail }, next) => {
          try {
            return await next();
          } catch (error) {
            caught.push(error);
            if (error === broken) throw error;
            return fail(Limited);
          }
        },
        { rollBack: true },
      )
      .route(users.list, ({ header, fail }) => {
        if (header("broken") !== undefined) throw broken;
        return fail(Unauthorized);
      });
    expect((await server.fetch("http://h/v1/users")).status).toBe(429);
    const init = { headers: { broken: "1" } };
    expect((await server.fetch("http://h/v1/users", init)).status).toBe(500);
    expect(caught).toEqual([expect.objectContaining({ name: "RolledBack" }), broken]);
    expect(errors).toEqual([broken]);
  });

  test("needs options that it has", () => {
    const run = (_call: unknown, next: () => Promise<HandlerResponse>) => next();
    const given: [unknown, unknown?][] = [[{ rollback: true }], [[], { rollBack: 1 }]];
    const refused = given.map(([second, third]) => () => {
      const view = createServer();
      if (third === undefined) view.around(run, second as never);
      else view.around([], run, third as never);
    });
    expect(refused[0]).toThrow('around: unknown option "rollback": the options are rollBack');
    expect(refused[1]).toThrow("around: expected rollBack to be true or false, received 1");
  });

  test("needs a function", () => {
    expect(() => createServer().around(undefined as never)).toThrow(
      new TypeError("around: pass a function, around([Unauthorized], (call, next) => …)"),
    );
  });

  test("needs a list of failures", () => {
    for (const wrong of [null, Conflict, "conflict", [409], [undefined]]) {
      expect(() => createServer().around(wrong as never, (_call, next) => next())).toThrow(
        new TypeError(
          "around: pass an array of failures, around([Unauthorized], (call, next) => …)",
        ),
      );
    }
  });

  test("may fail only with what each of its endpoints declares", () => {
    const { server } = quiet();
    const view = server.around([Limited, Conflict], (_call, next) => next());
    expect(refusal(() => (view as Loose).route(api.open, () => 1))).toBe(
      'GET /v1/open\n  an around may fail with "limited", which the endpoint does not declare\n' +
        "  add .failure(…), or the failures option of a resource",
    );
    view.route(users.list, () => 1);
    const wrapped = view.handler<typeof users.user.find>(() => 1);
    expect(refusal(() => server.route(api, { open: wrapped } as never))).toContain("no handler");
    expect(refusal(() => (server as Loose).route(api.open, wrapped))).toContain('"limited"');
  });

  test("runs before and after, the first outermost, once everything declared holds", async () => {
    const { server } = quiet();
    const ran: string[] = [];
    const view = server
      .guard(() => {
        ran.push("guard");
        return { who: "ada" };
      })
      .around(async ({ who, ids }, next) => {
        ran.push(`outer ${who} ${JSON.stringify(ids)}`);
        const answer = await next();
        ran.push(`outer ${answer.status} ${answer.headers.get("location")}`);
        return answer;
      })
      .around(async ({ body }, next) => {
        ran.push(`inner ${JSON.stringify(body)}`);
        const answer = await next();
        ran.push("inner after");
        return answer;
      });
    view.route(users.create, ({ respond }) => {
      ran.push("handler");
      return respond(1, { status: 201, headers: { location: "/1" } });
    });
    const send = (body: string): Promise<Response> =>
      server.fetch("http://h/v1/users", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
    expect((await send("{")).status).toBe(400);
    expect(ran.splice(0)).toEqual(["guard"]);
    const response = await send("[2]");
    expect([response.status, response.headers.get("location"), await response.text()]).toEqual([
      201,
      "/1",
      "1",
    ]);
    expect(ran).toEqual([
      "guard",
      "outer ada {}",
      "inner [2]",
      "handler",
      "inner after",
      "outer 201 /1",
    ]);
  });

  test("maps an error of the domain to a declared failure", async () => {
    const { server, errors } = quiet();
    class Taken extends Error {}
    const view = server.around([Conflict], async ({ fail }, next) => {
      try {
        return await next();
      } catch (error) {
        if (error instanceof Taken) {
          fail(Conflict, { with: "ada" });
        }
        throw error;
      }
    });
    view.route(users.list, () => {
      throw new Taken("x");
    });
    view.route(users.user.find, async () => {
      throw new Error("other");
    });
    const response = await server.fetch("http://h/v1/users");
    expect(await response.json()).toMatchObject({ status: 409, with: "ada" });
    expect((await server.fetch("http://h/v1/users/7")).status).toBe(500);
    expect(errors).toEqual([expect.objectContaining({ message: "other" })]);
  });

  test("sees a failure as its answer", async () => {
    const { server } = quiet();
    const statuses: number[] = [];
    server
      .around(async (_call, next) => {
        const answer = await next();
        statuses.push(answer.status);
        return answer;
      })
      .route(users.list, ({ fail }) => fail(Unauthorized));
    expect((await server.fetch("http://h/v1/users")).status).toBe(401);
    expect(statuses).toEqual([401]);
  });

  test("sees a value that cannot be sent as an exception", async () => {
    const { server, errors } = quiet();
    const seen: unknown[] = [];
    server
      .around(async (_call, next) => {
        try {
          return await next();
        } catch (error) {
          seen.push(error);
          throw error;
        }
      })
      .route(users.list, () => 1n);
    expect((await server.fetch("http://h/v1/users")).status).toBe(500);
    expect(seen).toEqual([expect.objectContaining({ code: "unencodable-response" })]);
    expect(errors).toEqual(seen);
  });

  test("a failure that the endpoint does not declare is a 500", async () => {
    const { server, errors } = quiet();
    // @ts-expect-error - not listed
    server.around(({ fail }) => fail(Unauthorized)).route(api.open, () => 1);
    expect((await server.fetch("http://h/v1/open")).status).toBe(500);
    expect(errors).toEqual([expect.objectContaining({ code: "undeclared-failure" })]);
  });

  test.each([
    ["nothing", async (next: () => Promise<unknown>) => void (await next())],
    ["a value of its own", () => ({ status: 200, headers: new Headers() })],
    ["a Response", () => new Response("x")],
  ])("that returns %s is a 500", async (_name, run) => {
    const { server, errors } = quiet();
    server
      .around(((_call: unknown, next: () => Promise<unknown>) => run(next)) as never)
      .route(users.list, () => 1);
    expect((await server.fetch("http://h/v1/users")).status).toBe(500);
    expect(errors).toEqual([
      expect.objectContaining({
        code: "lost-answer",
        message:
          "GET /v1/users: an around returned something other than the result of next(): return await next()",
      }),
    ]);
  });

  test("that throws at once is a 500", async () => {
    const { server, errors } = quiet();
    server
      .around(() => {
        throw new Error("at once");
      })
      .route(users.list, () => 1);
    expect((await server.fetch("http://h/v1/users")).status).toBe(500);
    expect(errors).toEqual([expect.objectContaining({ message: "at once" })]);
  });

  test("may run the handler again", async () => {
    const { server } = quiet();
    let runs = 0;
    server
      .around(async (_call, next) => {
        try {
          return await next();
        } catch {
          return next();
        }
      })
      .route(users.list, ({ respond }) => {
        if (runs++ === 0) {
          respond("lost");
          throw new Error("serialization failure");
        }
        return runs;
      });
    expect(await json(server.fetch("http://h/v1/users"))).toBe(2);
  });

  test("that looks at the answer later leaves no rejection behind", async () => {
    const { server, errors } = quiet();
    const unhandled: unknown[] = [];
    const hear = (reason: unknown): number => unhandled.push(reason);
    process.on("unhandledRejection", hear);
    server
      .around(async (_call, next) => {
        const answer = next();
        await new Promise((resolve) => setTimeout(resolve, 10));
        return answer;
      })
      .route(users.list, () => {
        throw new Error("early");
      });
    expect((await server.fetch("http://h/v1/users")).status).toBe(500);
    process.off("unhandledRejection", hear);
    expect(unhandled).toEqual([]);
    expect(errors).toEqual([expect.objectContaining({ message: "early" })]);
  });
});
