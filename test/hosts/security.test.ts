// Declared security on every host: the same refusals, challenges and headers, and before the host's own parsers.
import {
  anonymous,
  apiKey,
  bearer,
  dynamicResource,
  failure,
  get,
  integer,
  post,
  rootResource,
} from "bough";
import { routing as routingOnExpress } from "bough/express";
import { routing as routingOnFastify } from "bough/fastify";
import { authenticate, createServer } from "bough/server";
import type { Routes, ServerOptions } from "bough/server";
import type { Observed, ObservedRequest } from "bough/types";
import express from "express";
import fastify from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { requestBytes } from "../support/edges.ts";
import type { RowRequest } from "../support/edges.ts";
import { everyHost } from "../support/node-hosts.ts";
import { exchangeRaw, linesOf } from "../support/raw-client.ts";
import type { RawResponse } from "../support/raw-client.ts";

const SignedOut = failure("signed-out", 401);
const NotAllowed = failure("not-allowed", 403);
const NotMember = failure("not-member", 404);
const UserToken = bearer("user-token");
const Key = apiKey("key", { query: "key" });
const Session = apiKey("session", { cookie: "session" });
const Named = bearer("named", { unauthorized: SignedOut, forbidden: NotAllowed });

const api = rootResource(
  "v1",
  { security: [UserToken] },
  {
    me: get("me").response<string>(),
    save: post("save").request<unknown>().response<string>(),
    several: get("several").security(UserToken, Key, Session).response<string>(),
    feed: get("feed").security(UserToken, Session, anonymous).response<string>(),
    change: post("change").security(Session).response<string>(),
    named: get("named").security(Named).response<string>(),
    health: get("health").security(anonymous).response<string>(),
    tenant: dynamicResource(
      "tenant",
      { type: integer(), failures: [NotMember] },
      { write: get().security(UserToken.scopes("write")).response<string>() },
    ),
    unread: get("unread").security(Key, Named.scopes("write")).response<string>(),
  },
);

const check = vi.fn((token: string, { forbid }: { readonly forbid: () => never }) =>
  token === "forbidden" ? forbid() : token === "good" ? "ada" : undefined,
);
const handled = vi.fn();
const ROLES = new Map([
  ["ada of 1", ["read", "write"]],
  ["ada of 2", ["read"]],
]);

function register(routes: Routes): void {
  const app = routes
    .secured([
      authenticate(UserToken, check),
      authenticate(Named, check),
      authenticate(Key, (key) => (key === "good" ? "a key" : undefined)),
    ])
    .secured([authenticate(Session, (id) => (id === "good" ? "a session" : undefined))])
    .guard(({ principal }) => ({ seen: principal }));
  const handler = (call: { readonly principal?: unknown; readonly seen: unknown }): string => {
    handled();
    return `${String(call.principal)} seen as ${String(call.seen)}`;
  };
  const tenants = app
    .at(api.tenant)
    .authorize([NotMember], async ({ scopes, principal, ids, fail, forbid }) => {
      const roles = await Promise.resolve(ROLES.get(`${principal} of ${ids.tenant}`));
      return scopes.every((scope) => (roles ?? fail(NotMember)).includes(scope))
        ? undefined
        : forbid();
    });
  app.route(api, {
    unread: handler,
    tenant: { write: tenants.handler(handler) },
    me: handler,
    save: handler,
    several: handler,
    feed: handler,
    change: handler,
    named: handler,
    health: handler,
  });
}

let observed: [target: string, status: number | undefined, rejection: string | undefined][] = [];
const options: Omit<ServerOptions, "basePath"> = {
  limits: { body: 50 },
  async observe({ target }: ObservedRequest, next: () => Promise<Observed>) {
    const { status, rejection } = await next();
    observed.push([target, status, rejection]);
  },
};

/** Every host, each with a function that sends a request and gives the answer. */
interface Opened {
  send(request: RowRequest): Promise<RawResponse>;
  close(): Promise<unknown>;
}
const hosts: readonly (readonly [name: string, open: () => Promise<Opened>])[] = [
  ...everyHost.map(({ name, open }): [string, () => Promise<Opened>] => [
    name,
    async () => {
      const { port, close } = await open(register, options);
      const send = (row: RowRequest): Promise<RawResponse> =>
        exchangeRaw(port, requestBytes(row), row.method);
      return { send, close };
    },
  ]),
  [
    "fetch",
    async () => {
      const server = createServer(options);
      register(server);
      return {
        close: () => Promise.resolve(),
        async send({ method = "GET", target, headers = [], body }) {
          const lines = headers.map(([name, value]): [string, string] => [name, value]);
          const init = { method, headers: lines, body: (body as string | undefined) ?? null };
          const response = await server.fetch(new Request(`http://h.test${target}`, init));
          return {
            status: response.status,
            headers: [...response.headers],
            body: await response.text(),
            interim: [],
          };
        },
      };
    },
  ],
];

const GOOD = ["authorization", "Bearer good"] as const;
const BAD = ["authorization", "Bearer bad"] as const;
const JSON_TYPE = ["content-type", "application/json"] as const;
const SESSION = ["cookie", "session=good"] as const;
const joined = (answer: RawResponse, name: string): string => linesOf(answer, name).join(", ");
const problem = ({ body }: RawResponse): { readonly type: string; readonly detail?: string } =>
  JSON.parse(body) as { readonly type: string };

describe.each(hosts)("%s", (name, open) => {
  let host: Opened;
  beforeAll(async () => {
    host = await open();
  });
  afterAll(() => host.close());
  beforeEach(() => {
    observed = [];
    check.mockClear();
    handled.mockClear();
  });

  test("gives the principal to guards and handlers, and keeps shared caches away", async () => {
    const answer = await host.send({ target: "/v1/me", headers: [GOOD] });
    expect([answer.status, answer.body]).toEqual([200, '"ada seen as ada"']);
    expect(joined(answer, "cache-control")).toBe("private");
    expect(joined(answer, "vary")).toBe("");
  });

  test.each([
    ["no credential", [], undefined],
    ["a wrong one", [BAD], "invalid_token"],
    ["another scheme", [["authorization", "Basic YTpi"]], undefined],
    ["an empty header", [["authorization", ""]], undefined],
  ] as const)("%s is a 401", async (_what, headers, error) => {
    const answer = await host.send({ target: "/v1/me", headers });
    expect([answer.status, problem(answer).type]).toEqual([401, "urn:bough:unauthorized"]);
    expect(joined(answer, "www-authenticate")).toBe(
      `Bearer realm="user-token"${error === undefined ? "" : `, error="${error}"`}`,
    );
    expect(joined(answer, "cache-control")).toBe("no-store");
    expect(handled).not.toHaveBeenCalled();
  });

  test.each([
    ["on two lines", [GOOD, GOOD]],
    ["on two lines, one wrong", [BAD, GOOD]],
    ["joined by a comma", [["authorization", "Bearer good, Bearer good"]]],
  ] as const)("two Authorization headers %s are a 400", async (_what, headers) => {
    const answer = await host.send({ target: "/v1/me", headers });
    expect(answer.status).toBe(400);
    expect(problem(answer)).toMatchObject({
      type: "urn:bough:invalid-request",
      errors: [{ in: "header", name: "authorization", message: "is given more than once" }],
    });
    expect([check.mock.calls, handled.mock.calls]).toEqual([[], []]);
    const unread = await host.send({ target: "/v1/health", headers });
    expect(unread.status).toBe(200);
  });

  test("each alternative has a challenge", async () => {
    const answer = await host.send({ target: "/v1/several" });
    const challenges = [
      'Bearer realm="user-token"',
      'ApiKey in="query", name="key"',
      'ApiKey in="cookie", name="session"',
    ];
    expect(answer.status).toBe(401);
    // A Fetch response has one value for all lines (RFC 9110 5.3), and so does a function URL.
    const isJoined = /^(?:fetch|hono|lambda.*)$/.test(name);
    expect(linesOf(answer, "www-authenticate")).toEqual(
      isJoined ? [challenges.join(", ")] : challenges,
    );
  });

  test("forbid() is a 403", async () => {
    const headers = [["authorization", "Bearer forbidden"]] as const;
    const answer = await host.send({ target: "/v1/me", headers });
    expect([answer.status, problem(answer).type]).toEqual([403, "urn:bough:forbidden"]);
    expect(joined(answer, "www-authenticate")).toContain('error="insufficient_scope"');
  });

  test("authorize refuses by the scopes and the ids, after the credentials", async () => {
    const ask = async (target: string, ...headers: (readonly [string, string])[]) => {
      const answer = await host.send({ target, headers });
      return [answer.status, answer.status < 300 ? answer.body : problem(answer).type];
    };
    expect(await ask("/v1/1", GOOD)).toEqual([200, '"ada seen as ada"']);
    expect(await ask("/v1/2", GOOD)).toEqual([403, "urn:bough:forbidden"]);
    expect(await ask("/v1/3", GOOD)).toEqual([404, NotMember.type]);
    expect((await host.send({ target: "/v1/none", headers: [BAD] })).status).toBe(404);
    expect(await ask("/v1/3", BAD)).toEqual([401, "urn:bough:unauthorized"]);
    expect(handled).toHaveBeenCalledTimes(1);
  });

  test("scopes that nobody reads are a 500", async () => {
    const { status } = await host.send({ target: "/v1/unread", headers: [GOOD] });
    expect(status).toBe(500);
    expect((await host.send({ target: "/v1/unread?key=good" })).status).toBe(200);
    expect(handled).toHaveBeenCalledTimes(1);
  });

  test("named failures replace 401 and 403, and keep the challenge", async () => {
    const headers = [["authorization", "Bearer forbidden"]] as const;
    const [unauthorized, forbidden] = [
      await host.send({ target: "/v1/named" }),
      await host.send({ target: "/v1/named", headers }),
    ];
    expect([unauthorized.status, problem(unauthorized).type]).toEqual([401, SignedOut.type]);
    expect(joined(unauthorized, "www-authenticate")).toBe('Bearer realm="named"');
    expect([forbidden.status, problem(forbidden).type]).toEqual([403, NotAllowed.type]);
    expect(joined(forbidden, "www-authenticate")).toContain('error="insufficient_scope"');
  });

  test("the answers of an endpoint for anybody vary by the credential", async () => {
    const answers = [
      await host.send({ target: "/v1/feed" }),
      await host.send({ target: "/v1/feed", headers: [GOOD] }),
      await host.send({ target: "/v1/feed", headers: [SESSION] }),
      await host.send({ target: "/v1/feed", headers: [BAD] }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 401]);
    expect(answers.map((answer) => joined(answer, "vary"))).toEqual(
      answers.map(() => "Authorization, Cookie"),
    );
    expect(answers.map((answer) => joined(answer, "cache-control"))).toEqual([
      "",
      "private",
      "private",
      "no-store",
    ]);
    expect(answers.slice(0, 3).map(({ body }) => JSON.parse(body) as string)).toEqual([
      "undefined seen as undefined",
      "ada seen as ada",
      "a session seen as a session",
    ]);
  });

  test("a cookie is refused for a page of another site", async () => {
    const change = async (...lines: [string, string][]): Promise<number> =>
      (
        await host.send({
          method: "POST",
          target: "/v1/change",
          headers: [SESSION, ["host", "h.test"], ...lines],
        })
      ).status;
    expect(await change()).toBe(200);
    expect(await change(["sec-fetch-site", "same-origin"])).toBe(200);
    expect(await change(["sec-fetch-site", "cross-site"])).toBe(403);
    expect(await change(["sec-fetch-site", "same-site"])).toBe(403);
    expect(await change(["origin", "http://h.test"])).toBe(200);
    expect(await change(["origin", "http://evil.test"])).toBe(403);
    expect(await change(["origin", "null"])).toBe(403);
  });

  test("a 401 comes before 413, 415 and a broken body", async () => {
    const save = async (body: string, ...headers: (readonly [string, string])[]): Promise<number> =>
      (await host.send({ method: "POST", target: "/v1/save", headers, body })).status;
    const large = JSON.stringify("x".repeat(60));
    expect(await save(large, JSON_TYPE)).toBe(401);
    expect(await save("{", JSON_TYPE)).toBe(401);
    expect(await save("{}", ["content-type", "text/html"])).toBe(401);
    expect(check).not.toHaveBeenCalled();
    expect(await save(large, JSON_TYPE, GOOD)).toBe(413);
    expect(await save("{", JSON_TYPE, GOOD)).toBe(400);
    expect(await save("{}", ["content-type", "text/html"], GOOD)).toBe(415);
    expect(check).toHaveBeenCalledTimes(3);
    expect(handled).not.toHaveBeenCalled();
  });

  test("an observer sees no API key, and why a request was refused", async () => {
    await host.send({ target: "/v1/several?key=good&page=2" });
    await host.send({ target: "/v1/several?key=wrong" });
    await host.send({ target: "/v1/me" });
    await host.send({ target: "/v1/me?key=good&page=2" });
    await host.send({ method: "PATCH", target: "/v1/me?page=2&key=good" });
    await vi.waitFor(() => expect(observed).toHaveLength(5));
    expect(observed).toEqual([
      ["/v1/several?key=***&page=2", 200, undefined],
      ["/v1/several?key=***", 401, "urn:bough:unauthorized"],
      ["/v1/me", 401, "urn:bough:unauthorized"],
      ["/v1/me?key=***&page=2", 401, "urn:bough:unauthorized"],
      ["/v1/me?page=2&key=***", 405, "urn:bough:method-not-allowed"],
    ]);
  });
});

describe("a parser of the project", () => {
  const request = { method: "POST", target: "/v1/save", headers: [JSON_TYPE], body: "{" } as const;

  test("on Fastify does not see the body of a request that is refused", async () => {
    const app = fastify();
    const parsed = vi.fn();
    app.removeContentTypeParser("application/json");
    app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
      parsed();
      done(null, JSON.parse(body as string));
    });
    register(routingOnFastify(app) as Routes);
    const save = async (payload: string, more: Record<string, string> = {}): Promise<number> => {
      const headers = { "content-type": "application/json", ...more };
      const { method, target: url } = request;
      return (await app.inject({ method, url, headers, payload })).statusCode;
    };
    expect(await save("{")).toBe(401);
    expect(await save('"a"')).toBe(401);
    expect(parsed).not.toHaveBeenCalled();
    expect(await save('"a"', { authorization: "Bearer good" })).toBe(200);
    expect(parsed).toHaveBeenCalledTimes(1);
  });

  test("on Express that ran before the routes does not change the refusal", async () => {
    const app = express();
    app.use(express.json({ strict: false }));
    register(routingOnExpress(app));
    const server = app.listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { readonly port: number };
    const save = async (...more: (readonly [string, string])[]): Promise<number> => {
      const row = { ...request, body: '"a"', headers: [JSON_TYPE, ...more] };
      return (await exchangeRaw(port, requestBytes(row))).status;
    };
    expect([await save(), await save(BAD), await save(GOOD)]).toEqual([401, 401, 200]);
    server.closeAllConnections();
    server.close();
  });
});
