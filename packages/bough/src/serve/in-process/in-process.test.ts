import {
  apiKey,
  bearer,
  cookie,
  del,
  dynamicResource,
  events,
  failure,
  get,
  integer,
  post,
  query,
  rootResource,
  staticResource,
  stream,
  string,
  type,
} from "bough";
import { createClient, credential } from "bough/client";
import { authenticate, createServer, inProcess } from "bough/server";
import type { InProcessOptions, ResponseCookie } from "bough/types";
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from "vitest";

const Session = apiKey("session", { cookie: "session" });
const UserToken = bearer("token");
const Missing = failure("missing", 404);
const api = rootResource("v1", {
  seen: get("seen").response<Record<string, string>>(),
  count: get("count").parameters({ of: string().optional() }).response<number>(),
  search: query("search").request<string>().response<number>(),
  missing: get("missing").failure(Missing),
  empty: get("empty"),
  add: post("add").request<number>().response<number>(),
  wait: get("wait").response<number>(),
  ticks: get("ticks").response(events<number>()),
  file: get("file").response(stream()),
  large: get("large").parameters({ size: integer() }).response<string>(),
  flaky: get("flaky").response<number>(),
  signIn: post("sign-in")
    .request<string>()
    .response(type<null>(), {
      cookies: {
        session: cookie(string(), { maxAge: 60 }),
        theme: cookie(string(), { httpOnly: false, path: "/v1/admin" }),
      },
    }),
  account: staticResource("account", {
    find: get().security(Session).response<string>(),
    rename: post().security(Session).request<string>().response<string>(),
    token: get("token").security(UserToken).response<string>(),
    one: dynamicResource("one", { remove: del().security(Session) }),
  }),
  admin: staticResource("admin", { seen: get().response<string>() }),
});

const NAMES = [
  "cookie",
  "authorization",
  "accept-language",
  "traceparent",
  "tracestate",
  "origin",
  "sec-fetch-site",
  "host",
  "connection",
  "content-length",
  "content-type",
  "if-none-match",
  "if-match",
  "range",
  "x-tenant",
  "user-agent",
];

function setup() {
  const counts = new Map<string, number>();
  const counted = (name: string): number => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts.get(name) ?? 0;
  };
  const gates: (() => void)[] = [];
  const signals: AbortSignal[] = [];
  const server = createServer({ basePath: "/api" });
  const account = server.secured([
    authenticate(Session, (id) => ({ id })),
    authenticate(UserToken, (id) => ({ id })),
  ]);
  server.route(api.seen, ({ header }) =>
    Object.fromEntries(
      NAMES.flatMap((name) => {
        const value = header(name);
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  );
  server.route(api.admin.seen, ({ header }) => header("cookie") ?? "");
  server.route(api.count, () => counted("count"));
  server.route(api.search, () => counted("search"));
  server.route(api.missing, ({ fail }) => {
    counted("missing");
    fail(Missing);
  });
  server.route(api.empty, () => void counted("empty"));
  server.route(api.add, ({ body }) => body + 1);
  server.route(api.wait, async ({ signal }) => {
    signals.push(signal);
    await new Promise<void>((resolve) => gates.push(resolve));
    return counted("wait");
  });
  server.route(api.ticks, async function* ({ signal }) {
    signals.push(signal);
    counted("ticks");
    yield 1;
    yield 2;
  });
  server.route(api.file, () => {
    counted("file");
    return new Blob(["abc"]).stream();
  });
  server.route(api.large, ({ parameters }) => {
    counted("large");
    return "x".repeat(parameters.size);
  });
  server.route(api.flaky, () => {
    if (counted("flaky") === 1) throw new Error("not yet");
    return 2;
  });
  server.route(api.signIn, ({ body, respond }) =>
    respond(null, {
      cookies: body === "" ? { session: null, theme: null } : { session: body, theme: "dark blue" },
    }),
  );
  account.route(api.account, {
    find: ({ principal }) => principal.id,
    rename: ({ principal, body }) => `${principal.id}: ${body}`,
    token: ({ principal }) => principal.id,
    one: { remove: () => undefined },
  });
  return {
    server,
    counts,
    gates,
    signals,
    clientFor: (options?: InProcessOptions) =>
      createClient({ baseUrl: "http://shop.test/api", fetch: inProcess(server, options) }),
  };
}
async function collected(items: AsyncIterable<number>): Promise<number[]> {
  const list: number[] = [];
  for await (const item of items) list.push(item);
  return list;
}
const seenBy = async (options?: InProcessOptions) =>
  setup().clientFor(options).request(api.seen).bodyOrThrow();

let warned: MockInstance;
beforeEach(() => {
  warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  warned.mockRestore();
});

const visitor = {
  cookie: "session=ada; theme=light",
  authorization: "Bearer of-ada",
  "accept-language": "de",
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  tracestate: "a=b",
  origin: "https://shop.test",
  "sec-fetch-site": "same-origin",
  host: "shop.test",
  connection: "keep-alive",
  "content-type": "application/x-www-form-urlencoded",
  "content-length": "3",
  "if-none-match": '"1"',
  "if-match": '"1"',
  range: "bytes=0-1",
  "x-tenant": "acme",
  "user-agent": "a browser",
};
const {
  host: _host,
  connection: _connection,
  "content-type": _type,
  "content-length": _length,
  "if-none-match": _none,
  "if-match": _match,
  range: _range,
  "x-tenant": _tenant,
  "user-agent": _agent,
  ...passed
} = visitor;

describe("the headers of inProcess", () => {
  test.each<[string, InProcessOptions["headers"]]>([
    ["Headers", new Headers(visitor)],
    ["a record", visitor],
    [
      "a record as Node has it",
      { ":path": "/", ...visitor, Cookie: visitor.cookie, cookie: undefined, "set-cookie": ["a"] },
    ],
    ["a reader alone", { get: (name) => new Headers(visitor).get(name) }],
  ])("are those of the visitor, from %s", async (_, headers) => {
    expect(await seenBy({ headers })).toEqual(passed);
  });

  test("are more with forward, and never those of the visitor's connection, body or cache", async () => {
    const forward = ["X-Tenant", "user-agent", "cookie", "authorization"];
    expect(await seenBy({ headers: visitor, forward })).toEqual({
      ...passed,
      "x-tenant": "acme",
      "user-agent": "a browser",
    });
    for (const name of ["Host", "connection", "content-type", "If-None-Match", "range"]) {
      await expect(seenBy({ headers: visitor, forward: [name] })).rejects.toThrow(
        `inProcess: expected forward to be an array of header names, without those of the visitor's connection, body and cache, received a list`,
      );
    }
  });

  test("are not sent without a visitor", async () => {
    expect(await seenBy()).toEqual({});
  });

  test("leave those of the client alone", async () => {
    const { server } = setup();
    const own = {
      authorization: "Bearer own",
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00",
      cookie: "session=own",
    };
    const client = createClient({
      fetch: inProcess(server, { headers: visitor }),
      baseUrl: "http://localhost/api",
      headers: own,
    });
    const { tracestate: _state, ...rest } = passed;
    expect(await client.request(api.seen).bodyOrThrow()).toEqual({
      ...rest,
      ...own,
      cookie: "session=own; session=ada; theme=light",
    });
    const token = createClient({
      fetch: inProcess(server, { headers: visitor }),
      baseUrl: "http://localhost/api",
      credentials: [credential(UserToken, "mine")],
    });
    expect(await token.request(api.account.token).bodyOrThrow()).toBe("mine");
  });

  test("carry the body and the query of the call", async () => {
    const { clientFor } = setup();
    expect(await clientFor({ headers: visitor }).request(api.add, 41).bodyOrThrow()).toBe(42);
    expect((await seenBy({ headers: visitor }))["content-type"]).toBeUndefined();
  });
});

describe("a form of another site", () => {
  const rename = async (headers: object, options: object = {}) =>
    setup()
      .clientFor({ headers: { cookie: "session=ada", ...headers }, ...options })
      .request(api.account.rename, "x")
      .then(
        (result) => result.status,
        (error: { readonly status?: number }) => error.status,
      );

  test("gets the same 403 as over the network", async () => {
    expect(await rename({ "sec-fetch-site": "cross-site", origin: "https://evil.test" })).toBe(403);
    expect(await rename({ origin: "https://evil.test", host: "shop.test" })).toBe(403);
    expect(await rename({ origin: "null", host: "shop.test" })).toBe(403);
    expect(await rename({ "sec-fetch-site": "same-origin" })).toBe(200);
    expect(await rename({})).toBe(200);
  });

  test("is told from a form of the own site by the visitor's Host, whatever the base URL of the client", async () => {
    expect(await rename({ origin: "https://www.example", host: "www.example" })).toBe(200);
    expect(
      await rename({
        origin: "https://www.example",
        host: "www.example",
        "sec-fetch-site": "cross-site",
      }),
    ).toBe(403);
  });

  test("is the framework's business if it says so", async () => {
    const crossSite = "checked-by-framework";
    expect(
      await rename({ "sec-fetch-site": "cross-site", origin: "https://evil.test" }, { crossSite }),
    ).toBe(200);
    expect(await seenBy({ headers: visitor, crossSite, forward: ["origin"] })).not.toHaveProperty(
      "origin",
    );
  });
});

describe("cookies that responses set", () => {
  test("reach onSetCookie in parts, and later calls", async () => {
    const { clientFor } = setup();
    const set: ResponseCookie[] = [];
    const client = clientFor({
      headers: { cookie: "session=old; a=1" },
      onSetCookie: (one) => void set.push(one),
    });
    await client.request(api.signIn, "ä;1").bodyOrThrow();
    expect(set).toEqual([
      {
        name: "session",
        value: "ä;1",
        options: { httpOnly: true, secure: true, sameSite: "lax", path: "/", maxAge: 60 },
      },
      {
        name: "theme",
        value: "dark blue",
        options: { httpOnly: false, secure: true, sameSite: "lax", path: "/v1/admin" },
      },
    ]);
    expect(await client.request(api.seen).bodyOrThrow()).toEqual({
      cookie: "a=1; session=%C3%A4%3B1; theme=dark%20blue",
    });
    expect(await client.request(api.account.find).bodyOrThrow()).toBe("ä;1");
    await client.request(api.signIn, "").bodyOrThrow();
    expect(set[2]).toMatchObject({
      name: "session",
      value: "",
      options: { maxAge: 0, expires: new Date(0) },
    });
    expect(await client.request(api.seen).bodyOrThrow()).toEqual({ cookie: "a=1" });
    expect(warned).not.toHaveBeenCalled();
  });

  test("are waited for, and their error is that of the call", async () => {
    const { clientFor } = setup();
    let isSet = false;
    const slow = clientFor({
      onSetCookie: async () => {
        await new Promise((resolve) => setTimeout(resolve));
        isSet = true;
      },
    });
    await slow.request(api.signIn, "ada").bodyOrThrow();
    expect(isSet).toBe(true);
    const cause = new Error("cookies can only be modified in a server action");
    const refused = clientFor({
      onSetCookie: () => {
        throw cause;
      },
    });
    await expect(refused.request(api.signIn, "ada")).rejects.toMatchObject({
      name: "TransportError",
      cause,
    });
  });

  test("cause a warning without onSetCookie, outside production", async () => {
    const { clientFor } = setup();
    vi.stubEnv("NODE_ENV", "production");
    await clientFor().request(api.signIn, "ada").bodyOrThrow();
    expect(warned).not.toHaveBeenCalled();
    vi.stubEnv("NODE_ENV", "development");
    const client = clientFor();
    await client.request(api.signIn, "ada").bodyOrThrow();
    expect(warned.mock.calls).toEqual([
      [
        "inProcess: POST /api/v1/sign-in sets a cookie that the visitor doesn't get: pass onSetCookie where the framework can set cookies, such as in a server action",
      ],
    ]);
    // The page itself is still rendered for the signed-in visitor.
    expect(await client.request(api.account.find).bodyOrThrow()).toBe("ada");
  });
});

describe("equal GETs", () => {
  test("are one call, at once and later, and each caller has its own response", async () => {
    const { server, counts } = setup();
    const fetch = inProcess(server);
    const url = "http://localhost/api/v1/count";
    const responses = await Promise.all([fetch(url), fetch(new URL(url)), fetch(new Request(url))]);
    responses.push(await fetch(url));
    expect(await Promise.all(responses.map((one) => one.json()))).toEqual([1, 1, 1, 1]);
    expect(responses.map(({ status, headers }) => [status, headers.get("content-type")])).toEqual(
      responses.map(() => [200, "application/json"]),
    );
    expect(counts.get("count")).toBe(1);
  });

  test("also share a failure and a response without content", async () => {
    const { clientFor, counts } = setup();
    const client = clientFor();
    for (let round = 0; round < 2; round++) {
      expect((await client.request(api.missing)).failedWith(Missing)).toBe(true);
      expect((await client.request(api.empty)).status).toBe(204);
    }
    expect([counts.get("missing"), counts.get("empty")]).toEqual([1, 1]);
  });

  test("differ by URL, by a header that the client sets, and by visitor", async () => {
    const { clientFor } = setup();
    const client = clientFor();
    const asked = [
      client.request(api.count),
      client.request(api.count, { parameters: { of: "a" } }),
      client.request(api.count, { init: { headers: { "accept-language": "fr" } } }),
      client.request(api.count, { init: { headers: { "accept-language": "de" } } }),
      clientFor().request(api.count),
    ];
    expect(await Promise.all(asked.map((one) => one.bodyOrThrow()))).toEqual([1, 2, 3, 4, 5]);
  });

  test("are called again after memoize: false, and QUERY always is", async () => {
    const { clientFor } = setup();
    const client = clientFor({ memoize: false });
    expect(await client.request(api.count).bodyOrThrow()).toBe(1);
    expect(await client.request(api.count).bodyOrThrow()).toBe(2);
    const memoized = clientFor();
    expect(await memoized.request(api.search, "a").bodyOrThrow()).toBe(1);
    expect(await memoized.request(api.search, "a").bodyOrThrow()).toBe(2);
    expect(await memoized.request(api.count).bodyOrThrow()).toBe(3);
    await memoized.request(api.search, "a");
    expect(await memoized.request(api.count).bodyOrThrow()).toBe(3);
  });

  test("are called again after a write began, and after it ended", async () => {
    const { server, gates } = setup();
    const slow = post("slow").response<null>();
    const tree = rootResource("v2", { slow });
    server.route(tree.slow, async () => {
      await new Promise<void>((resolve) => gates.push(resolve));
      return null;
    });
    const client = createClient({ baseUrl: "http://localhost/api", fetch: inProcess(server) });
    const count = async () => client.request(api.count).bodyOrThrow();
    expect(await count()).toBe(1);
    const write = client.request(tree.slow);
    await vi.waitFor(() => expect(gates).toHaveLength(1));
    expect([await count(), await count()]).toEqual([2, 2]);
    gates[0]?.();
    await write;
    expect([await count(), await count()]).toEqual([3, 3]);
  });

  test("do not share a stream", async () => {
    const { clientFor, counts } = setup();
    const client = clientFor();
    const ticks = async () => collected(await client.request(api.ticks).bodyOrThrow());
    expect(await Promise.all([ticks(), ticks()])).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(await ticks()).toEqual([1, 2]);
    expect(counts.get("ticks")).toBe(3);
    const text = async () => new Response(await client.request(api.file).bodyOrThrow()).text();
    expect(await Promise.all([text(), text(), text()])).toEqual(["abc", "abc", "abc"]);
    expect(counts.get("file")).toBe(3);
  });

  test("share up to 1 MiB each", async () => {
    const { clientFor, counts } = setup();
    const client = clientFor();
    // Two quotation marks are part of the JSON.
    for (const size of [1_048_574, 1_048_574, 1_048_575, 1_048_575])
      await client.request(api.large, { parameters: { size } });
    expect(counts.get("large")).toBe(3);
  });

  test("are repeated if the outcome may change: after an error of the server", async () => {
    const { clientFor } = setup();
    const server = createClient({
      baseUrl: "http://shop.test/api",
      fetch: inProcess(setup().server),
    });
    await expect(server.request(api.flaky)).rejects.toMatchObject({ status: 500 });
    expect(await server.request(api.flaky).bodyOrThrow()).toBe(2);
    const refused = clientFor();
    await expect(refused.request(api.account.find)).rejects.toMatchObject({ status: 401 });
    await expect(refused.request(api.account.find)).rejects.toMatchObject({ status: 401 });
  });
});

describe("an abort", () => {
  test("ends the promise of one caller, and the call goes on for the others", async () => {
    const { server, gates, signals, counts } = setup();
    const fetch = inProcess(server);
    const url = "http://localhost/api/v1/wait";
    const [one, two] = [new AbortController(), new AbortController()];
    const first = fetch(url, { signal: one.signal });
    const second = fetch(new Request(url, { signal: two.signal }));
    const third = fetch(url);
    await vi.waitFor(() => expect(gates).toHaveLength(1));
    one.abort(new Error("left"));
    await expect(first).rejects.toThrow("left");
    two.abort();
    await expect(second).rejects.toMatchObject({ name: "AbortError" });
    expect(signals[0]?.aborted).toBe(false);
    gates[0]?.();
    expect(await (await third).json()).toBe(1);
    expect(counts.get("wait")).toBe(1);
    await expect(fetch(url, { signal: one.signal })).rejects.toThrow("left");
    expect(counts.get("wait")).toBe(1);
  });

  test("of the caller that has a stream ends the stream", async () => {
    const { server, signals } = setup();
    const fetch = inProcess(server);
    const controller = new AbortController();
    const response = await fetch("http://localhost/api/v1/ticks", { signal: controller.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    controller.abort();
    await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true));
  });
});

describe("inProcess", () => {
  test("leaks nothing of one visitor to another: 1,000 interleaved requests", async () => {
    const { server, counts } = setup();
    const visit = async (index: number) => {
      const id = `visitor-${index}`;
      const set: string[] = [];
      const client = createClient({
        baseUrl: "http://shop.test/api",
        fetch: inProcess(server, {
          headers: { cookie: `session=${id}`, "accept-language": id },
          onSetCookie: ({ value }) => void set.push(value),
        }),
      });
      const find = async () => client.request(api.account.find).bodyOrThrow();
      const before = await Promise.all([find(), find()]);
      if (index % 2 === 0) await client.request(api.signIn, `${id}-again`);
      const seen = await client.request(api.seen).bodyOrThrow();
      return { before, after: await find(), seen, set };
    };
    const visits = await Promise.all(
      Array.from({ length: 1_000 }, async (_, index) => visit(index)),
    );
    const expected = visits.map((_, index) => {
      const id = `visitor-${index}`;
      const now = index % 2 === 0 ? `${id}-again` : id;
      const theme = now === id ? "" : "; theme=dark%20blue";
      const seen = { cookie: `session=${now}${theme}`, "accept-language": id };
      return { before: [id, id], after: now, seen, set: now === id ? [] : [now, "dark blue"] };
    });
    expect(visits).toEqual(expected);
    expect(counts.size).toBe(0);
  });

  test("passes the initial context of the request", async () => {
    const server = createServer<{ readonly env: string }>();
    const tree = rootResource({ env: get("env").response<string>() });
    server.route(tree.env, ({ env }) => env);
    const client = createClient({ fetch: inProcess(server, { initial: { env: "test" } }) });
    expect(await client.request(tree.env).bodyOrThrow()).toBe("test");
    // @ts-expect-error - the server needs an initial context
    inProcess(server, {});
    // @ts-expect-error - the context has another type
    inProcess(server, { initial: { env: 1 } });
  });

  test.each<[string, unknown, string]>([
    [
      "an unknown option",
      { header: {} },
      'inProcess: unknown option "header": the options are headers, forward, crossSite, onSetCookie, memoize, initial',
    ],
    [
      "headers that are none",
      { headers: [["cookie", "a=1"]] },
      "inProcess: expected headers to be the headers of the visitor's request, received a list",
    ],
    [
      "names that are not an array",
      { forward: "x-tenant" },
      'inProcess: expected forward to be an array of header names, without those of the visitor\'s connection, body and cache, received "x-tenant"',
    ],
    [
      "another rule",
      { crossSite: true },
      'inProcess: expected crossSite to be "checked-by-framework", received true',
    ],
    [
      "no function",
      { onSetCookie: 1 },
      "inProcess: expected onSetCookie to be a function, received 1: pass ({ name, value, options }) => …",
    ],
    [
      "a promise of headers",
      { headers: Promise.resolve(new Headers()) },
      "inProcess: expected headers to be the headers of the visitor's request, received an object (Promise)",
    ],
  ])("refuses %s", (_, options, message) => {
    expect(() => inProcess(createServer(), options as never)).toThrow(message);
  });

  test("needs a server", () => {
    expect(() => inProcess({} as never)).toThrow(
      "inProcess: expected what createServer() returned, received an object (Object)",
    );
    expect(() => inProcess(undefined as never)).toThrow("received undefined");
  });
});
