import { get, post } from "../../declare/endpoint/verbs.ts";
import { failure } from "../../declare/failure/failure.ts";
import { string } from "../../declare/parameter/parameter-types.ts";
import { rootResource, staticResource } from "../../declare/tree/resource.ts";
import { endpointsOf } from "../../declare/walk.ts";
import { RouteError } from "../../serve/routing/known-endpoints.ts";
import { createServer } from "../../serve/create-server.ts";
import type { ErrorCall } from "../../serve/parts/server-options.ts";
import { apiKey, bearer } from "./declared-schemes.ts";
import { allOf, anonymous } from "./declared.ts";
import { authenticate, sameSecret } from "./server-authenticate.ts";
import { describe, expect, test, vi } from "vitest";
const UserToken = bearer("user-token");
const Key = apiKey("key", { query: "key" });
const api = rootResource(
  "v1",
  { security: [UserToken] },
  {
    list: get().response<string>(),
    save: post().request<{ name: string }>().response<string>(),
    open: get("open").security(anonymous),
    scoped: get("scoped").security(UserToken.scopes("read")).response<string>(),
    both: get("both").security(allOf(UserToken, Key)),
  },
);
const open = rootResource("open", { list: get() });
const TOKEN = { authorization: "Bearer secret-token" };

/** Answers of an API whose tokens this function checks. */
function served(check: Parameters<typeof authenticate<typeof UserToken, unknown>>[1]): {
  readonly ask: (headers?: HeadersInit, init?: RequestInit, path?: string) => Promise<Response>;
  readonly errors: unknown[];
  readonly runs: string[];
} {
  const errors: unknown[] = [];
  const runs: string[] = [];
  const server = createServer({
    onError: (error: unknown, call: ErrorCall | undefined) => errors.push([error, call?.endpoint]),
  });
  const app = server
    .secured([authenticate(UserToken, check)])
    .guard(() => {
      runs.push("guard");
      return {};
    })
    .around((_call, next) => {
      runs.push("around");
      return next();
    });
  app.route(api.list, ({ principal }) => {
    runs.push("handler");
    return JSON.stringify(principal);
  });
  app.route(api.save, () => "");
  app.route(api.scoped, () => "");
  return {
    ask: (headers = TOKEN, init, path = "/v1") =>
      server.fetch(`https://a.test${path}`, { headers, ...init }),
    errors,
    runs,
  };
}

describe("authenticate with failures", () => {
  const Down = failure("down", 503).headers({ "retry-after": string() });
  const Other = failure("other-fault", 503);
  const declared = rootResource(
    "v1",
    { security: [UserToken, anonymous], failures: [Down] },
    { list: get().response<string>() },
  );

  test("answers with a failure, before guards and the handler", async () => {
    const server = createServer();
    const run = vi.fn(() => "");
    const view = server.secured([
      authenticate(UserToken, [Down], async (_token, { fail }) => {
        await Promise.resolve();
        return fail(Down, undefined, { headers: { "retry-after": "1" } });
      }),
    ]);
    view.guard(() => (run(), {})).route(declared.list, run);
    const answer = await server.fetch("https://a.test/v1", { headers: TOKEN });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await answer.json()).toMatchObject({ type: "urn:problem-type:down" });
    expect(run).not.toHaveBeenCalled();
    expect((await server.fetch("https://a.test/v1")).status).toBe(200);
  });

  test("refuses to route an endpoint that does not declare them", () => {
    const view = createServer().secured([authenticate(UserToken, [Other], () => "ada")]);
    // @ts-expect-error - the check may fail with "other-fault"
    expect(() => view.route(declared.list, () => "")).toThrow(
      new RouteError(
        "GET /v1",
        'an authenticate may fail with "other-fault", which the endpoint does not declare',
        "add .failure(…), or the failures option of a resource",
      ),
    );
  });

  test("takes only failures and a function", () => {
    for (const failures of [undefined, "down", [503], Down]) {
      expect(() => authenticate(UserToken, failures as never, () => "ada")).toThrow(
        /^authenticate: expected a list of failures, authenticate\(scheme, \[Unavailable\]/,
      );
    }
    expect(() => authenticate(UserToken, [Down], "ada" as never)).toThrow(
      'authenticate: expected a function that checks the credential, received "ada"',
    );
  });
});

describe("authenticate", () => {
  test.each([{ user: "ada" }, "ada", true, 0, "", []])(
    "gives what it returns: %s",
    async (value) => {
      for (const given of [value, Promise.resolve(value)]) {
        const { ask, runs } = served(() => given);
        const answer = await ask();
        expect(answer.status).toBe(200);
        expect(await answer.json()).toBe(JSON.stringify(value));
        expect(runs).toEqual(["guard", "around", "handler"]);
      }
    },
  );

  test("awaits a function that behaves as a promise, as `await` does", async () => {
    for (const [value, status] of [
      [{ user: "ada" }, 200],
      [undefined, 401],
    ] as const) {
      const query = Object.assign(() => "", {
        // oxlint-disable-next-line unicorn/no-thenable -- some query builders are such functions
        then: (settle: (found: unknown) => void) => settle(value),
      });
      expect((await served(() => query).ask()).status).toBe(status);
    }
  });

  test.each([undefined, null, false])(
    "refuses with %s, before guards and arounds",
    async (value) => {
      for (const given of [value, Promise.resolve(value)]) {
        const { ask, runs, errors } = served(() => given);
        expect((await ask()).status).toBe(401);
        expect([runs, errors]).toEqual([[], []]);
      }
    },
  );

  test("that throws or rejects is a 500 that tells nothing", async () => {
    const error = new Error("the token secret-token is bad");
    for (const check of [
      () => {
        throw error;
      },
      () => Promise.reject(error),
    ]) {
      const { ask, errors, runs } = served(check);
      const answer = await ask();
      expect(answer.status).toBe(500);
      expect(await answer.text()).not.toContain("secret-token");
      expect([errors, runs]).toEqual([[[error, api.list]], []]);
    }
  });

  test("forbids with 403, whatever happens to the exception", async () => {
    for (const check of [
      (_token: string, { forbid }: { forbid: () => never }) => forbid(),
      async (_token: string, { forbid }: { forbid: () => never }) => {
        await Promise.resolve();
        return forbid();
      },
      (_token: string, { forbid }: { forbid: () => never }) => {
        try {
          forbid();
        } catch {}
        return { user: "ada" };
      },
    ]) {
      const { ask, errors, runs } = served(check);
      const answer = await ask(TOKEN, {}, "/v1/scoped");
      expect(answer.status).toBe(403);
      expect(answer.headers.get("www-authenticate")).toBe(
        'Bearer realm="user-token", error="insufficient_scope", scope="read"',
      );
      expect(await answer.json()).toEqual({
        type: "urn:bough:forbidden",
        title: "Forbidden",
        status: 403,
      });
      expect([errors, runs]).toEqual([[], []]);
    }
  });

  test("that never settles sees the client leave", async () => {
    const controller = new AbortController();
    const left = new Promise((resolve) => {
      const { ask } = served((_token, { signal }) => {
        signal.addEventListener("abort", () => resolve(signal.aborted));
        queueMicrotask(() => controller.abort());
        return new Promise(() => undefined);
      });
      void ask(TOKEN, { signal: controller.signal });
    });
    expect(await left).toBe(true);
  });

  test("gets the credential, the scopes and what the call knows", async () => {
    const seen: unknown[] = [];
    const server = createServer<{ env: string }>();
    const app = server.secured([
      authenticate(UserToken, (token, call) => {
        const { scopes, env, endpoint, header } = call;
        seen.push(token, scopes, env, endpoint, header("authorization"), call.request.url);
        return { token };
      }),
    ]);
    app.route(api.scoped, () => "");
    await server.handle(new Request("https://a.test/v1/scoped", { headers: TOKEN }), { env: "e" });
    expect(seen).toEqual([
      "secret-token",
      ["read"],
      "e",
      api.scoped,
      "Bearer secret-token",
      "https://a.test/v1/scoped",
    ]);
  });

  test("runs after 404, 405 and 501, and before the body", async () => {
    const check = vi.fn(() => undefined);
    const server = createServer();
    server.secured([authenticate(UserToken, check)]).route(api.save, () => "");
    const ask = async (path: string, init?: RequestInit): Promise<number> =>
      (await server.fetch(`https://a.test${path}`, { headers: TOKEN, ...init })).status;
    expect(await ask("/none")).toBe(404);
    expect(await ask("/v1", { method: "PUT" })).toBe(405);
    expect(await ask("/v1")).toBe(501);
    expect(check).not.toHaveBeenCalled();
    const body = "x".repeat(2_000_000);
    expect(await ask("/v1", { method: "POST", body })).toBe(401);
    expect(check).toHaveBeenCalledTimes(1);
  });

  test("runs for HEAD as for GET, and a crowd of requests keeps its principals", async () => {
    const server = createServer();
    const app = server.secured([
      authenticate(UserToken, async (token) => {
        for (let turn = token.length; turn > 0; turn--) await Promise.resolve();
        return token === "bad" ? undefined : token;
      }),
    ]);
    app.route(api.list, ({ principal }) => principal);
    const ask = (token: string, method = "GET"): Promise<Response> =>
      server.fetch("https://a.test/v1", { method, headers: { authorization: `Bearer ${token}` } });
    expect((await ask("bad", "HEAD")).status).toBe(401);
    expect((await ask("good", "HEAD")).status).toBe(200);
    const tokens = Array.from({ length: 100 }, (_, index) => "t".repeat(100 - index));
    const answers = await Promise.all(tokens.map(async (token) => (await ask(token)).json()));
    expect(answers).toEqual(tokens);
  });

  test("does not run for an endpoint without its scheme", async () => {
    const check = vi.fn(() => undefined);
    const server = createServer();
    const app = server.secured([authenticate(UserToken, check)]);
    const seen: object[] = [];
    app.route(open.list, (call) => void seen.push(call));
    app.route(api.open, (call) => void seen.push(call));
    for (const path of ["/open", "/v1/open"]) {
      const authorization = "Bearer a, Bearer b";
      const answer = await server.fetch(`https://a.test${path}`, { headers: { authorization } });
      expect(answer.status).toBe(204);
    }
    expect(check).not.toHaveBeenCalled();
    expect("principal" in (seen[0] as object)).toBe(false);
    expect(seen[1]).toMatchObject({ principal: undefined, scheme: "anonymous" });
  });

  test("needs a scheme and a function", () => {
    const js = (value: unknown): never => value as never;
    expect(() => authenticate(js("user-token"), () => 1)).toThrow(
      'authenticate: expected a security scheme such as bearer("user-token"), received "user-token"',
    );
    expect(() => authenticate(UserToken, js("check"))).toThrow(
      'authenticate: expected a function that checks the credential, received "check"',
    );
  });
});

describe("secured", () => {
  const server = createServer();
  const js = (value: unknown): never => value as never;
  const first = authenticate(UserToken, () => 1);

  test("needs authenticators, one for a scheme", () => {
    expect(() => server.secured(js(first))).toThrow("secured: expected a list");
    expect(() => server.secured(js([() => 1]))).toThrow(
      "secured: expected what authenticate(scheme, …) returns",
    );
    const twice = 'secured: the scheme "user-token" has an authenticate already';
    expect(() => server.secured([first, authenticate(UserToken, () => 2)])).toThrow(twice);
    const Same = bearer("user-token");
    expect(() => server.secured([first]).secured([authenticate(Same, () => 2)])).toThrow(twice);
  });

  test("refuses to route what it does not check", () => {
    const route = (app: object): void =>
      (app as { route: (...given: unknown[]) => void }).route(api.list, () => "");
    expect(() => route(server)).toThrow(RouteError);
    expect(() => route(server)).toThrow(
      'GET /v1\n  its security scheme "user-token" has no authenticate in its view\n  route it on server.secured([authenticate(scheme, (credential) => …)]), with this same scheme',
    );
    // Another scheme of the same name does not count.
    expect(() => route(server.secured([authenticate(bearer("user-token"), () => 1)]))).toThrow(
      RouteError,
    );
    const app = server.secured([first]) as unknown as { route: (...given: unknown[]) => void };
    expect(() => app.route(api.both, () => undefined)).toThrow('its security scheme "key"');
    expect(() => app.route(api.list, () => "")).not.toThrow();
  });

  test("refuses endpoints of a list, and a piece in every tree that has it", () => {
    const piece = staticResource("piece", { a: get() });
    const secret = rootResource("secret", { security: [UserToken] }, { piece });
    const free = rootResource("free", { piece });
    const own = createServer();
    for (const endpoint of endpointsOf(secret)) {
      expect(() => own.route(endpoint, () => undefined)).toThrow(RouteError);
    }
    own.route(free.piece.a, () => undefined);
    expect(own.unsecured(secret, free)).toEqual([free.piece.a]);
  });

  test("gives each view its own check", async () => {
    const own = createServer();
    own
      .secured([authenticate(UserToken, () => "one")])
      .route(api.list, ({ principal }) => principal);
    own.secured([authenticate(UserToken, () => undefined)]).route(api.save, () => "");
    const ask = (init: RequestInit): Promise<Response> =>
      own.fetch("https://a.test/v1", { headers: TOKEN, ...init });
    expect(await (await ask({})).json()).toBe("one");
    expect((await ask({ method: "POST" })).status).toBe(401);
  });

  test("keeps the names of the call", async () => {
    for (const name of ["principal", "scheme", "mediaType"]) {
      const errors: unknown[] = [];
      const own = createServer({ onError: (error: unknown) => errors.push(error) });
      const view = own.secured([first]).guard(js(() => ({ [name]: "forged" })));
      (view as object as { route: (...given: unknown[]) => void }).route(api.list, () => "");
      expect((await own.fetch("https://a.test/v1", { headers: TOKEN })).status).toBe(500);
      expect(String(errors[0])).toContain(name);
    }
  });

  test("takes a scheme with scopes for the scheme", () => {
    const app = createServer().secured([authenticate(UserToken.scopes("write"), () => 1)]);
    expect(() => app.route(api.list, () => "")).not.toThrow();
  });

  test("keeps the checks of a wrapped handler, unless another view has others", async () => {
    const own = createServer();
    const wrapped = own
      .secured([authenticate(UserToken, () => 1)])
      .handler<typeof api.list>(() => "");
    const other = own.secured([authenticate(UserToken, () => 2)]);
    expect(() => other.route(api.list, wrapped)).toThrow(
      'route: the views of a handler check the scheme "user-token" in two ways',
    );
    (own as unknown as { route: (...given: unknown[]) => void }).route(api.list, wrapped);
    expect((await own.fetch("https://a.test/v1")).status).toBe(401);
  });
});

describe("createServer", () => {
  test("requires security if it is told to, and lists what has none", () => {
    const strict = createServer({ requireSecurity: true });
    expect(() => strict.route(open.list, () => undefined)).toThrow(
      "GET /open\n  declares no security, and the server requires it\n  add .security(scheme), or .security(anonymous)",
    );
    strict.route(api.open, () => undefined);
    expect(strict.unsecured()).toEqual([open.list]);
    const server = createServer();
    expect(server.unsecured(api, open)).toEqual([open.list]);
    expect(server.unsecured(api)).toEqual([]);
  });

  test.each([["a"], [["app.test"]], [["https://app.test/"]], [["*"]], [[""]]])(
    "refuses %j as trustedOrigins",
    (trustedOrigins) => {
      expect(() => createServer({ trustedOrigins: trustedOrigins as string[] })).toThrow(
        /^createServer: expected .*trustedOrigins/,
      );
    },
  );

  test("refuses wildcards and undefined in trustedOrigins", () => {
    const trusting = (origin: unknown) => () =>
      createServer({ trustedOrigins: ["https://app.test", origin as string] });
    const expected =
      'createServer: expected an origin such as "https://example.com" in trustedOrigins, received';
    for (const origin of ["https://*.app.test", "https://app.test:*"]) {
      expect(trusting(origin)).toThrow(
        `${expected} "${origin}": list each origin, because a wildcard would match none`,
      );
    }
    expect(trusting(undefined)).toThrow(`${expected} undefined`);
  });

  test("takes an API key in the query for declared, and hides it from observers", async () => {
    const tree = rootResource({
      a: get("a").security(Key).parameters({ q: string().optional() }),
      b: get("b").security(anonymous).parameters({ key: string().optional() }),
    });
    const targets: string[] = [];
    const server = createServer({
      strictParameters: true,
      observe: ({ target }, next) => {
        targets.push(target);
        return next();
      },
    });
    const app = server.secured([authenticate(Key, (key) => key)]);
    app.route(tree, { a: () => undefined, b: () => undefined });
    const statuses: number[] = [];
    for (const path of ["/a?key=s&q=1", "/a?k%65y=s", "/none?x=1&key=s", "/b?key=s", "/a?q=1"]) {
      statuses.push((await server.fetch(`https://a.test${path}`)).status);
    }
    expect(statuses).toEqual([204, 204, 404, 204, 401]);
    expect(targets).toEqual([
      "/a?key=***&q=1",
      "/a?k%65y=***",
      "/none?x=1&key=***",
      "/b?key=***",
      "/a?q=1",
    ]);
  });

  test("allows pages the headers of the schemes", async () => {
    const HeaderKey = apiKey("header-key", { header: "X-Key" });
    const Session = apiKey("session", { cookie: "session" });
    const tree = rootResource({
      a: get("a").security(HeaderKey),
      b: get("b").security(UserToken, Session),
      c: get("c"),
    });
    const server = createServer({ cors: { origins: "*" } });
    server.unrouted(tree);
    const allowed = async (path: string): Promise<string | null> => {
      const headers = { origin: "https://p.test", "access-control-request-method": "GET" };
      const answer = await server.fetch(`https://a.test/${path}`, { method: "OPTIONS", headers });
      return answer.headers.get("access-control-allow-headers");
    };
    expect(await allowed("a")).toBe("x-key, content-type");
    expect(await allowed("b")).toBe("authorization, content-type");
    expect(await allowed("c")).toBe("authorization, content-type");
  });
});

describe("sameSecret", () => {
  test.each([
    ["", "", true],
    ["a", "a", true],
    ["a", "b", false],
    ["a", "", false],
    ["", "a", false],
    ["aa", "a", false],
    ["a", "aa", false],
    ["ä€😀", "ä€😀", true],
    ["\ud800", "\ufffd", false],
  ])("compares %j and %j", (given, expected, same) => {
    expect(sameSecret(given, expected)).toBe(same);
  });

  test("needs two strings", () => {
    expect(() => sameSecret("a", undefined as never)).toThrow(
      "sameSecret: expected two strings, received string and undefined",
    );
  });
});
