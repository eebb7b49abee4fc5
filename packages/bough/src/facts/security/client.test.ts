import { stream } from "../../bodies/binary/declared.ts";
import { events } from "../../bodies/events/declared.ts";
import type { ClientOptions, Credential, Fetch } from "../../call/client-options.ts";
import { createClient } from "../../call/create-client.ts";
import { followRedirects } from "../../call/follow-redirects.ts";
import { get, post } from "../../declare/endpoint/verbs.ts";
import { rootResource } from "../../declare/tree/resource.ts";
import { InvalidRequestError } from "../../call/call-error.ts";
import { credential } from "./client.ts";
import { apiKey, basic, bearer, httpAuth, mutualTls } from "./declared-schemes.ts";
import { allOf, anonymous } from "./declared.ts";
import { describe, expect, test, vi } from "vitest";
const UserToken = bearer("user-token");
const Other = bearer("other");
const Password = basic("password");
const Token = httpAuth("token", { scheme: "Token" });
const HeaderKey = apiKey("header-key", { header: "X-Key" });
const QueryKey = apiKey("query-key", { query: "the key" });
const Session = apiKey("session", { cookie: "session" });
const Device = mutualTls("device");

const api = rootResource(
  "v1",
  { security: [UserToken] },
  {
    user: get("user").response<number>(),
    send: post("send").request(stream()).response<number>(),
    scoped: get("scoped").security(UserToken.scopes("a")).response<number>(),
    password: get("password").security(Password).response<number>(),
    token: get("token").security(Token).response<number>(),
    header: get("header").security(HeaderKey).response<number>(),
    query: get("query").security(QueryKey).response<number>(),
    session: get("session").security(Session).response<number>(),
    open: get("open").security(anonymous).response<number>(),
    either: get("either").security(anonymous, HeaderKey, UserToken).response<number>(),
    both: get("both").security(allOf(UserToken, HeaderKey), Token).response<number>(),
    page: get("page")
      .security(allOf(Session, HeaderKey), allOf(Device, UserToken), Token)
      .response<number>(),
    feed: get("feed").response(events<number>()),
    none: get("none").security(Other).response<number>(),
  },
);

interface Asked {
  readonly url: string;
  readonly headers: Headers;
  readonly init: RequestInit;
}

/** A client that answers with this, and the requests it sent. */
function sending(
  options: ClientOptions,
  answer: (asked: Asked, count: number) => Response | Promise<Response> = () => Response.json(1),
): { readonly client: ReturnType<typeof createClient>; readonly sent: Asked[] } {
  const sent: Asked[] = [];
  const fetch: Fetch = async (url, init) => {
    const asked = { url, init, headers: new Headers(init.headers) };
    return await answer(asked, sent.push(asked));
  };
  return { client: createClient({ baseUrl: "https://api.test", fetch, ...options }), sent };
}

const ALL = [
  credential(UserToken, "abc"),
  credential(Password, { username: "Ada", password: "pä:ss" }),
  credential(Token, () => "a, b"),
  credential(HeaderKey, async () => Promise.resolve("key")),
  credential(QueryKey, "a&b ä"),
  credential(Session, "s;1"),
];

describe("a credential", () => {
  test.each([
    ["user", "authorization", "Bearer abc"],
    ["scoped", "authorization", "Bearer abc"],
    ["password", "authorization", "Basic QWRhOnDDpDpzcw=="],
    ["token", "authorization", "Token a, b"],
    ["header", "x-key", "key"],
    ["session", "cookie", "session=s%3B1"],
    ["open", "authorization", null],
    ["none", "authorization", null],
  ] as const)("of %s is sent as %s: %s", async (name, header, value) => {
    const { client, sent } = sending({ credentials: ALL });
    await client.request(api[name]);
    expect(sent.map(({ headers }) => headers.get(header))).toEqual([value]);
    const names = [...(sent[0] as Asked).headers.keys()];
    expect(names).toEqual(value === null ? ["accept"] : ["accept", header].toSorted());
  });

  test("in the query is in no URL but that of the request", async () => {
    const { client, sent } = sending({ credentials: ALL }, () =>
      Response.json("x", { status: 418 }),
    );
    const error = await client.request(api.query).catch((thrown: unknown) => thrown);
    expect(sent[0]?.url).toBe("https://api.test/v1/query?the+key=a%26b+%C3%A4");
    expect(JSON.stringify(error) + String(error)).not.toContain("a%26b");
  });

  test("in the query replaces the key of a link that the server gave", async () => {
    const { client, sent } = sending({ credentials: ALL });
    const url = "https://api.test/v1/query?the%20key=old&page=2";
    await client.request(api.query, { url });
    expect(sent[0]?.url).toBe("https://api.test/v1/query?page=2&the+key=a%26b+%C3%A4");
  });

  test("is the first alternative that is complete", async () => {
    const ask = async (credentials: ClientOptions["credentials"], name: "either" | "both") => {
      const { client, sent } = sending({ credentials });
      await client.request(api[name]);
      const { headers } = sent[0] as Asked;
      return [headers.get("authorization"), headers.get("x-key")];
    };
    expect(await ask(ALL, "either")).toEqual([null, "key"]);
    expect(await ask([credential(UserToken, "abc")], "either")).toEqual(["Bearer abc", null]);
    expect(await ask([credential(HeaderKey, undefined)], "either")).toEqual([null, null]);
    expect(await ask(ALL, "both")).toEqual(["Bearer abc", "key"]);
    const half = [credential(UserToken, "abc"), credential(Token, "t")];
    expect(await ask(half, "both")).toEqual(["Token t", null]);
  });

  test("joins what a browser or the connection sends by itself", async () => {
    const ask = async (...credentials: Credential[]): Promise<(string | null)[]> => {
      const { client, sent } = sending({ credentials });
      await client.request(api.page);
      return ["cookie", "x-key", "authorization"].map((name) => sent[0]?.headers.get(name) ?? null);
    };
    const key = credential(HeaderKey, "key");
    const token = credential(UserToken, "abc");
    expect(await ask(key)).toEqual([null, "key", null]);
    expect(await ask(token)).toEqual([null, null, "Bearer abc"]);
    expect(await ask(key, token)).toEqual([null, "key", null]);
    expect(await ask(key, credential(Token, "t"))).toEqual([null, null, "Token t"]);
    expect(await ask(credential(Session, "s"))).toEqual([null, null, null]);
    expect(await ask(credential(Session, "s"), key)).toEqual(["session=s", "key", null]);
  });

  test("of a call replaces that of the client", async () => {
    const { client, sent } = sending({ credentials: ALL });
    await client.request(api.user, { credentials: [credential(UserToken, "own")] });
    await client.request(api.header, { credentials: [credential(UserToken, "own")] });
    expect(sent[0]?.headers.get("authorization")).toBe("Bearer own");
    expect(sent[1]?.headers.get("x-key")).toBe("key");
  });

  test.each([
    [api.user, credential(UserToken, "secret token")],
    [api.user, credential(UserToken, "")],
    [api.user, credential(UserToken, 1 as never)],
    [api.token, credential(Token, "secret\r\nx: y")],
    [api.header, credential(HeaderKey, "secret ")],
    [api.header, credential(HeaderKey, "secret€")],
    [api.password, credential(Password, { username: "secret:", password: "" })],
    [api.password, credential(Password, "secret" as never)],
    [api.password, credential(Password, { username: "a", password: "secret\ud800" })],
    [api.query, credential(QueryKey, "secret\ud800")],
    [api.session, credential(Session, "secret\ud800")],
  ])("that no header carries is not sent, nor shown: %#", async (endpoint, wrong) => {
    const { client, sent } = sending({ credentials: [wrong] });
    const error = await client.request(endpoint as typeof api.user).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(JSON.stringify(error) + String(error)).not.toContain("secret");
    expect(sent).toEqual([]);
  });

  test.each([
    [
      api.user,
      credential(UserToken, "a b"),
      'GET https://api.test/v1/user: not sent: credential "user-token" must be a token of letters, digits and -._~+/',
    ],
    [
      api.token,
      credential(Token, "a\n"),
      'GET https://api.test/v1/token: not sent: credential "token" must be text that a request can carry',
    ],
    [
      api.header,
      credential(HeaderKey, ""),
      'GET https://api.test/v1/header: not sent: credential "header-key" must be text that a request can carry',
    ],
    [
      api.password,
      credential(Password, { username: "a:b", password: "" }),
      'GET https://api.test/v1/password: not sent: credential "password" must be a username without a colon and a password, without control characters',
    ],
  ])("that no request carries is named: %#", async (endpoint, wrong, message) => {
    const { client } = sending({ credentials: [wrong] });
    await expect(client.request(endpoint as typeof api.user)).rejects.toThrow(message);
  });

  test("whose function throws fails the call with its cause, and nothing is sent", async () => {
    const cause = new Error("locked");
    for (const fails of [
      () => {
        throw cause;
      },
      async () => Promise.reject(cause),
    ]) {
      const { client, sent } = sending({ credentials: [credential(UserToken, fails)], retry: 3 });
      const error: unknown = await client.request(api.user).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(error).toMatchObject({ cause });
      expect(sent).toEqual([]);
    }
  });

  test("that arrives after the call was aborted is not sent", async () => {
    const controller = new AbortController();
    const abort = async (): Promise<string> => {
      await Promise.resolve();
      controller.abort(new Error("left"));
      return "abc";
    };
    const { client, sent } = sending({ credentials: [credential(UserToken, abort)], retry: 3 });
    await expect(client.request(api.user, { signal: controller.signal })).rejects.toThrow("left");
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent).toEqual([]);
  });

  test("needs a scheme", () => {
    expect(() => credential("user-token" as unknown as typeof UserToken, "a")).toThrow(
      'credential: expected a security scheme such as bearer("user-token"), received "user-token"',
    );
  });
});

describe("after a 401", () => {
  const refusing =
    (good: string) =>
    ({ headers }: Asked): Response =>
      headers.get("authorization") === `Bearer ${good}`
        ? Response.json(1)
        : new Response("", { status: 401 });

  test("the function is asked once more, and the call is repeated", async () => {
    const asked: boolean[] = [];
    const ask = ({ refused }: { refused: boolean }): string => {
      asked.push(refused);
      return refused ? "new" : "old";
    };
    const seen: unknown[] = [];
    const { client, sent } = sending(
      {
        credentials: [credential(UserToken, ask)],
        around: (exchange, next) => {
          const { headers, fetch } = exchange;
          seen.push(headers.get("authorization"));
          exchange.fetch = (url, init) => {
            seen.push(new Headers(init.headers).get("authorization"));
            return fetch(url, init);
          };
          return next();
        },
      },
      refusing("new"),
    );
    expect((await client.request(api.user)).status).toBe(200);
    const seenHeaders = [null, "Bearer old", "Bearer new"];
    expect([asked, sent.length, seen]).toEqual([[false, true], 2, seenHeaders]);
  });

  test("a second 401 is the outcome, as is one for a fixed credential or none", async () => {
    const ask = vi.fn(() => "bad");
    for (const [credentials, count] of [
      [[credential(UserToken, ask)], 2],
      [[credential(UserToken, "fixed")], 1],
      [[credential(UserToken, ({ refused }) => (refused ? undefined : "old"))], 1],
      [[credential(HeaderKey, ask)], 1],
    ] as const) {
      const { client, sent } = sending({ credentials }, refusing("good"));
      await expect(client.request(api.user)).rejects.toMatchObject({ status: 401 });
      expect(sent.length).toBe(count);
    }
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test("a body that was a stream is not sent again", async () => {
    const ask = vi.fn(() => "bad");
    const { client, sent } = sending({ credentials: [credential(UserToken, ask)] }, refusing("x"));
    const body = new Blob(["a"]).stream();
    await expect(client.request(api.send, body)).rejects.toMatchObject({ status: 401 });
    expect([sent.length, ask.mock.calls]).toEqual([1, [[{ refused: false }]]]);
  });

  test("a renewal that fails is the cause", async () => {
    const cause = new Error("signed out");
    const ask = ({ refused }: { refused: boolean }): string => {
      if (refused) throw cause;
      return "old";
    };
    const { client } = sending({ credentials: [credential(UserToken, ask)] }, refusing("x"));
    await expect(client.request(api.user)).rejects.toMatchObject({ cause });
  });

  test("a renewal that fails fails all calls that wait for it, and no later one", async () => {
    let renewals = 0;
    const ask = async ({ refused }: { refused: boolean }): Promise<string> => {
      if (!refused) return renewals === 0 ? "old" : "new";
      renewals++;
      await Promise.resolve();
      throw new Error("signed out");
    };
    const { client } = sending({ credentials: [credential(UserToken, ask)] }, refusing("new"));
    const left = new AbortController();
    const aborted = client.request(api.user, { signal: left.signal }).catch((error) => error);
    const others = Array.from({ length: 10 }, () => client.request(api.user));
    left.abort(new Error("left"));
    const results = await Promise.allSettled(others);
    expect(results.every(({ status }) => status === "rejected")).toBe(true);
    expect(await aborted).toMatchObject({ message: "left" });
    expect(renewals).toBe(1);
    expect((await client.request(api.user)).status).toBe(200);
  });

  test("100 calls share one renewal, also those that are refused after it", async () => {
    let token = "old";
    let renewals = 0;
    const ask = async ({ refused }: { refused: boolean }): Promise<string> => {
      if (refused) {
        renewals++;
        await Promise.resolve();
        token = `new${renewals}`;
      }
      return token;
    };
    const { client, sent } = sending(
      { credentials: [credential(UserToken, ask)] },
      async (asked, count) => {
        for (let turn = 0; turn < count; turn++) await Promise.resolve();
        return refusing("new1")(asked);
      },
    );
    const results = await Promise.all(Array.from({ length: 100 }, () => client.request(api.user)));
    expect(results.every(({ status }) => status === 200)).toBe(true);
    expect([renewals, sent.length]).toEqual([1, 200]);
    token = "stale";
    expect((await client.request(api.user).catch(() => undefined))?.status).toBeUndefined();
    expect(renewals).toBe(2);
  });
});

describe("another origin", () => {
  test("gets no credential by redirects", async () => {
    const redirected = (location: string) =>
      sending(
        {
          credentials: ALL,
          redirects: async ({ url, init }, fetch) => {
            await fetch(url, init);
            return fetch(location, init);
          },
        },
        () => Response.json(1),
      );
    const other = redirected("https://other.test/x");
    await other.client.request(api.user);
    expect(other.sent.map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer abc",
      null,
    ]);
    const own = redirected("https://api.test/x");
    await own.client.request(api.header);
    expect(own.sent.map(({ headers }) => headers.get("x-key"))).toEqual(["key", "key"]);
  });

  test("is not followed to", async () => {
    const { client, sent } = sending({ credentials: ALL, redirects: followRedirects }, () =>
      Response.redirect("https://other.test/x"),
    );
    await expect(client.request(api.user)).rejects.toMatchObject({ status: 302 });
    expect(sent.length).toBe(1);
  });

  test("is no URL of a call", async () => {
    const { client, sent } = sending({ credentials: ALL });
    await expect(
      client.request(api.user, { url: "https://other.test/v1/user" }),
    ).rejects.toBeInstanceOf(InvalidRequestError);
    expect(sent).toEqual([]);
  });
});

test("an event stream that reconnects asks again", async () => {
  let count = 0;
  const ask = (): string => `token${++count}`;
  const { client, sent } = sending(
    { credentials: [credential(UserToken, ask)], reconnect: { delay: 0, maxDelay: 0 } },
    (_asked, turn) =>
      turn === 3
        ? new Response(null, { status: 204 })
        : new Response(
            new ReadableStream({
              start: (controller) =>
                controller.enqueue(new TextEncoder().encode(`id: ${turn}\ndata: ${turn}\n\n`)),
              pull: (controller) => controller.error(new Error("broken")),
            }),
            { headers: { "content-type": "text/event-stream" } },
          ),
  );
  const stream = await client.request(api.feed).bodyOrThrow();
  const seen: unknown[] = [];
  for await (const event of stream) seen.push(event);
  expect(seen).toEqual([1, 2]);
  expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual([
    "Bearer token1",
    "Bearer token2",
    "Bearer token3",
  ]);
});

test("a cookie that authenticates is sent to another origin by the browser", async () => {
  vi.stubGlobal("location", { origin: "https://page.test" });
  try {
    const { client, sent } = sending({});
    await client.request(api.session);
    await client.request(api.user);
    expect(sent.map(({ init }) => init.credentials)).toEqual(["include", undefined]);
  } finally {
    vi.unstubAllGlobals();
  }
});
