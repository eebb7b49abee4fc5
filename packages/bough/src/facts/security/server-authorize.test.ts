import { get } from "../../declare/endpoint/verbs.ts";
import { failure } from "../../declare/failure/failure.ts";
import { uuid } from "../../declare/parameter/parameter-types.ts";
import { dynamicResource, rootResource } from "../../declare/tree/resource.ts";
import { RouteError } from "../../serve/routing/known-endpoints.ts";
import type { HandlerError } from "../../serve/handler/handler-error.ts";
import { createServer } from "../../serve/create-server.ts";
import { apiKey, bearer } from "./declared-schemes.ts";
import { allOf, anonymous } from "./declared.ts";
import { authenticate, type AuthenticateCall } from "./server-authenticate.ts";
import { describe, expect, test, vi } from "vitest";
const UserToken = bearer("user-token");
const Key = apiKey("key", { header: "x-key" });
const Denied = failure("denied", 403);
const Named = bearer("named", { forbidden: Denied });
const NotMember = failure("not-member", 404);

const api = rootResource(
  "v1",
  { security: [UserToken] },
  {
    tenant: dynamicResource(
      "tenant",
      { type: uuid(), failures: [NotMember] },
      {
        list: get().response<string>(),
        write: get("write").security(UserToken.scopes("write", "read")).response<string>(),
        either: get("either").security(UserToken.scopes("write"), Key).response<string>(),
        both: get("both")
          .security(allOf(UserToken.scopes("write"), Key.scopes("machine", "write")))
          .response<string>(),
        open: get("open").security(UserToken.scopes("write"), anonymous).response<string>(),
        nobody: get("nobody").security(anonymous).response<string>(),
        named: get("named").security(Named.scopes("write")).response<string>(),
      },
    ),
  },
);
const { tenant } = api;
const ACME = "5f0c954e-9b1b-4f4c-8d2a-0a5d6c8b9e01";
const OTHER = "5f0c954e-9b1b-4f4c-8d2a-0a5d6c8b9e02";
const ADA = { authorization: "Bearer ada" };
const KEY = { "x-key": "k" };

interface Seen {
  readonly scopes: readonly string[];
  readonly principal: unknown;
  readonly scheme: unknown;
  readonly ids: object;
}

/** Answers of the API, whose `authorize` says what it saw. */
function served(): {
  readonly ask: (name: keyof typeof handlers, headers?: object, id?: string) => Promise<Response>;
  readonly seen: Seen[];
  readonly order: string[];
  readonly errors: unknown[];
} {
  const [seen, order, errors]: [Seen[], string[], unknown[]] = [[], [], []];
  const server = createServer({ onError: (error: unknown) => errors.push(error) });
  const withRole = server
    .secured([
      authenticate(UserToken, (user) => (order.push("authenticate"), { user })),
      authenticate(Key, (key) => ({ key })),
      authenticate(Named, (user) => ({ user })),
    ])
    .guard(() => (order.push("guard"), { role: "a role" }))
    .at(tenant)
    .authorize([NotMember], async ({ scopes, principal, scheme, ids, fail, forbid }) => {
      order.push("authorize");
      seen.push({ scopes, principal, scheme, ids });
      await Promise.resolve();
      if (ids.tenant !== ACME) {
        fail(NotMember);
      }
      if (scheme === "user-token" && principal?.user === "bob") {
        forbid();
      }
    });
  for (const [name, handler] of Object.entries(handlers)) {
    withRole.route(tenant[name as "list"], handler);
  }
  return {
    ask: (name, headers = ADA, id = ACME) =>
      server.fetch(`http://a.test/v1/${id}${name === "list" ? "" : `/${name}`}`, {
        headers: { ...headers },
      }),
    seen,
    order,
    errors,
  };
}
const answer = ({ role }: { readonly role: string }): string => role;
const handlers = {
  list: answer,
  write: answer,
  either: answer,
  both: answer,
  open: answer,
  nobody: answer,
};

describe("authorize", () => {
  test("runs after the credentials and before the guards of the view, without scopes too", async () => {
    const { ask, order, seen } = served();
    expect(await (await ask("write")).json()).toBe("a role");
    expect(order).toEqual(["authenticate", "authorize", "guard"]);
    expect(seen).toEqual([
      {
        scopes: ["write", "read"],
        principal: { user: "ada" },
        scheme: "user-token",
        ids: { tenant: ACME },
      },
    ]);
    order.length = 0;
    expect((await ask("list")).status).toBe(200);
    expect(order).toEqual(["authenticate", "authorize", "guard"]);
    expect(seen[1]).toMatchObject({ scopes: [], principal: { user: "ada" } });
    expect((await ask("list", ADA, OTHER)).status).toBe(404);
  });

  test("runs for public endpoints, and for those that declare no security", async () => {
    const { ask, seen } = served();
    expect((await ask("nobody", {})).status).toBe(200);
    expect(seen[0]).toMatchObject({ scopes: [], principal: undefined, scheme: "anonymous" });
    expect((await ask("nobody", {}, OTHER)).status).toBe(404);
    const bare = rootResource("bare", { a: get() });
    const server = createServer();
    const runs: unknown[] = [];
    server
      .secured([authenticate(UserToken, (token) => token)])
      .authorize(({ scopes, principal, scheme, forbid }) => {
        runs.push([scopes, principal, scheme]);
        forbid();
      })
      .route(bare.a, (call) => void runs.push(call));
    const refused = await server.fetch("http://a.test/bare", { headers: ADA });
    expect(await refused.json()).toMatchObject({ type: "urn:bough:forbidden", status: 403 });
    expect(runs).toEqual([[[], undefined, undefined]]);
  });

  test("gets the scopes of the alternative that decided", async () => {
    const { ask, seen } = served();
    await ask("either");
    await ask("either", KEY);
    await ask("both", { ...ADA, ...KEY });
    await ask("open", {});
    expect(seen.map(({ scopes, scheme }) => [scopes, scheme])).toEqual([
      [["write"], "user-token"],
      [[], "key"],
      [
        ["write", "machine"],
        ["user-token", "key"],
      ],
      [[], "anonymous"],
    ]);
    expect(seen[3]?.principal).toBe(undefined);
  });

  test("answers with a failure before guards, and not for an id that is none", async () => {
    const { ask, order } = served();
    const refused = await ask("write", ADA, OTHER);
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({ type: NotMember.type });
    expect(order).toEqual(["authenticate", "authorize"]);
    order.length = 0;
    // Ids are decoded before credentials.
    expect((await ask("write", ADA, "none")).status).toBe(404);
    expect(order).toEqual([]);
  });

  test("forbids as the scheme that decided", async () => {
    const { ask, errors } = served();
    const refused = await ask("write", { authorization: "Bearer bob" });
    expect(refused.status).toBe(403);
    expect(refused.headers.get("www-authenticate")).toBe(
      'Bearer realm="user-token", error="insufficient_scope", scope="write read"',
    );
    expect(await refused.json()).toMatchObject({ type: "urn:bough:forbidden" });
    expect(errors).toEqual([]);
  });

  test.each([
    ["forbid()", ({ forbid }: { forbid: () => never }) => forbid()],
    [
      "a forbid() that is caught",
      ({ forbid }: { forbid: () => never }): void => {
        try {
          forbid();
        } catch {}
      },
    ],
    ["false, in plain JavaScript", () => false],
  ])("%s is the named failure of the scheme", async (_what, check) => {
    const server = createServer();
    server
      .secured([authenticate(Named, () => "ada")])
      .authorize(check as () => void)
      .route(tenant.named, () => "");
    const { path } = tenant(ACME).named;
    const refused = await server.fetch(`http://a.test${path}`, { headers: ADA });
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
      403,
      'Bearer realm="named", error="insufficient_scope", scope="write"',
    ]);
    expect(await refused.json()).toMatchObject({ type: Denied.type });
  });

  test("forbids nobody with 403, and allOf by the scheme that asks for scopes", async () => {
    const server = createServer();
    server
      .secured([authenticate(UserToken, () => "ada"), authenticate(Key, () => "key")])
      .authorize(({ forbid }) => forbid())
      .route(tenant.open, () => "");
    const { status, headers } = await server.fetch(`http://a.test${tenant(ACME).open.path}`);
    expect([status, headers.get("www-authenticate")]).toEqual([403, null]);
    const last = rootResource({ a: get("a").security(allOf(Key, UserToken.scopes("write"))) });
    server
      .secured([authenticate(UserToken, () => "ada"), authenticate(Key, () => "key")])
      .authorize(({ forbid }) => forbid())
      .route(last.a, () => undefined);
    const both = await server.fetch("http://a.test/a", { headers: { ...ADA, ...KEY } });
    expect(both.headers.get("www-authenticate")).toContain('scope="write"');
  });

  test("of several views runs from the outside in, and gets no values of guards", async () => {
    const order: string[] = [];
    const server = createServer<{ env: string }>();
    const outer = server
      .guard(() => ({ given: 1 }))
      .secured([
        authenticate(UserToken, (token, call) => {
          expect(Object.keys(call)).not.toContain("given");
          expect(call.env).toBe("test");
          return token;
        }),
      ])
      .authorize((call) => {
        expect([call.env, call.principal, "given" in call]).toEqual(["test", "ada", false]);
        order.push("outer");
      });
    outer
      .at(tenant)
      .authorize(({ scopes, idOf }) => {
        order.push(`inner ${scopes.join()} ${String(idOf(tenant))}`);
      })
      .route(tenant.write, ({ given }) => String(given));
    const request = new Request(`http://a.test${tenant(ACME).write.path}`, { headers: ADA });
    expect((await server.handle(request, { env: "test" })).status).toBe(200);
    expect(order).toEqual(["outer", `inner write,read ${ACME}`]);
  });

  test("of a wrapped handler runs once beside that of the routing view", async () => {
    const run = vi.fn(({ scopes }: { scopes: readonly string[] }): void => void scopes);
    const server = createServer();
    const view = server.secured([authenticate(UserToken, (token) => token)]).authorize(run);
    const around = view.guard(() => ({}));
    around.route(
      tenant.write,
      view.handler<typeof tenant.write>(() => ""),
    );
    const { path } = tenant(ACME).write;
    expect((await server.fetch(`http://a.test${path}`, { headers: ADA })).status).toBe(200);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test("that throws is a 500 that tells nothing", async () => {
    const errors: unknown[] = [];
    const server = createServer({ onError: (error: unknown) => errors.push(error) });
    const error = new Error("the secret");
    server
      .secured([authenticate(UserToken, (token) => token)])
      .authorize(() => Promise.reject(error))
      .route(tenant.write, () => "");
    const { path } = tenant(ACME).write;
    const { status } = await server.fetch(`http://a.test${path}`, { headers: ADA });
    expect([status, errors]).toEqual([500, [error]]);
  });

  test("may fail only with failures that the endpoint declares", () => {
    const bare = rootResource({ a: get("a").security(UserToken.scopes("write")) });
    const view = createServer()
      .secured([authenticate(UserToken, (token) => token)])
      .authorize([NotMember], ({ fail }) => fail(NotMember));
    // @ts-expect-error - a guard or around may fail with "not-member"
    expect(() => view.route(bare.a, () => undefined)).toThrow(
      new RouteError(
        "GET /a",
        'an authorize may fail with "not-member", which the endpoint does not declare',
        "add .failure(…), or the failures option of a resource",
      ),
    );
    expect(() => createServer().authorize([NotMember] as never)).toThrow(
      "authorize: pass a function, authorize([Unauthorized], ({ scopes }) => …)",
    );
  });
});

describe("authenticate in a view of a resource", () => {
  test("gets the ids of the path", async () => {
    const server = createServer();
    server
      .at(tenant)
      .secured([
        authenticate(UserToken, (user, { ids, scopes }) =>
          ids.tenant === ACME && scopes.length > 0 ? user : undefined,
        ),
      ])
      .route(tenant.write, ({ principal }) => principal);
    const ask = (id: string): Promise<Response> =>
      server.fetch(`http://a.test${tenant(id).write.path}`, { headers: ADA });
    expect([(await ask(ACME)).status, (await ask(OTHER)).status]).toEqual([200, 401]);
  });
});

describe("scopes that nobody reads", () => {
  type Check = (token: string, call: AuthenticateCall) => unknown;
  /** The status of an endpoint, and the error that the project gets. */
  async function unread(
    name: "write" | "either" | "both" | "open" | "list",
    headers: object,
    { user = (token) => token, key = (token) => token }: { user?: Check; key?: Check } = {},
    authorize?: (call: { readonly scopes: readonly string[] }) => void,
  ): Promise<[status: number, error?: string]> {
    const errors: string[] = [];
    const server = createServer({
      onError: (error: unknown) => {
        const { code, message } = error as HandlerError;
        errors.push(`${code} ${message}`);
      },
    });
    const checked = server.secured([authenticate(UserToken, user), authenticate(Key, key)]);
    const view = authorize === undefined ? checked : checked.authorize(authorize);
    view.route(tenant[name as "list"], () => "");
    const { path } = tenant(ACME)[name];
    const { status } = await server.fetch(`http://a.test${path}`, { headers: { ...headers } });
    return [status, ...(errors as [])];
  }
  const reads: Check = (token, { scopes }) => token + scopes.join("");

  test("are a 500, and onError gets a HandlerError", async () => {
    expect(await unread("write", ADA)).toEqual([
      500,
      'unread-scopes GET /v1/{tenant}/write: asks for "write", "read" of "user-token", but neither its authenticate nor an authorize reads scopes: authenticate(scheme, (credential, { scopes, forbid }) => …)',
    ]);
  });

  test("are read by authenticate, also by a copy of its argument", async () => {
    expect(await unread("write", ADA, { user: reads })).toEqual([200]);
    const later: Check = async (token, { scopes }) => Promise.resolve(token + scopes.join(""));
    expect(await unread("write", ADA, { user: later })).toEqual([200]);
    const copies: Check = (token, call) => [token, { ...call }];
    expect(await unread("write", ADA, { user: copies })).toEqual([200]);
  });

  test("are read by authorize", async () => {
    expect(await unread("write", ADA, {}, ({ scopes }) => void scopes)).toEqual([200]);
    expect((await unread("write", ADA, {}, () => undefined))[0]).toBe(500);
  });

  test("count only for the alternative that decided", async () => {
    expect((await unread("either", ADA))[0]).toBe(500);
    expect(await unread("either", KEY)).toEqual([200]);
    expect(await unread("open", {})).toEqual([200]);
    expect(await unread("list", ADA)).toEqual([200]);
  });

  test("of each scheme of allOf", async () => {
    const both = { ...ADA, ...KEY };
    expect((await unread("both", both, { user: reads }))[1]).toContain(
      '"machine", "write" of "key"',
    );
    expect((await unread("both", both, { key: reads }))[1]).toContain('"write" of "user-token"');
    expect(await unread("both", both, { user: reads, key: reads })).toEqual([200]);
    expect(await unread("both", both, {}, ({ scopes }) => void scopes)).toEqual([200]);
  });

  test("do not matter where the credential is refused", async () => {
    expect(await unread("write", ADA, { user: () => undefined })).toEqual([401]);
    expect(await unread("write", ADA, { user: (_token, { forbid }) => forbid() })).toEqual([403]);
  });
});
