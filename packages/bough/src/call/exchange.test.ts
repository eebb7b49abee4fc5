import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { noBody } from "../declare/body/body.ts";
import { plainText } from "../bodies/json/declared.ts";
import { failure } from "../declare/failure/failure.ts";
import { string } from "../declare/parameter/parameter-types.ts";
import { rootResource } from "../declare/tree/resource.ts";
import { del, get, head, patch, post, put, query } from "../declare/endpoint/verbs.ts";
import type { ClientAround, ClientOptions } from "./client-options.ts";
import { createClient } from "./create-client.ts";
import { followRedirects } from "./follow-redirects.ts";

const api = rootResource("v1", {
  read: get().response<number>().failure(failure(503).body(plainText())),
  own: get("own").headers({ "x-own": string() }).response<number>(),
  moved: get("moved").response<number>().response(noBody, { status: 302 }),
  seen: head(),
  search: query().request<number>().response<number>(),
  create: post().request<number>().response<number>(),
  change: patch().request<number>().response<number>(),
  replace: put().request<number>().response<number>(),
  remove: del().response<number>(),
});

type Answer = Response | Error;

/** A client whose fetch gives these answers in order, and what it was asked. */
function answering(answers: Answer[], options: ClientOptions = {}) {
  const sent: { url: string; init: RequestInit; at: number }[] = [];
  const client = createClient({
    fetch: async (url, init) => {
      sent.push({ url, init, at: Date.now() });
      const answer = answers.shift() ?? Response.json(1);
      if (answer instanceof Error) {
        throw answer;
      }
      return answer;
    },
    ...options,
  });
  return { client, sent };
}

const status = (code: number, headers: Record<string, string> = {}): Response =>
  new Response("x", { status: code, headers });
const redirect = (location: string, code = 302): Response => status(code, { location });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  // Spies on the fake timers first: the real ones replace only what is still there.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** What a promise came to, with all timers run. */
async function settled(promise: PromiseLike<unknown>): Promise<unknown> {
  const outcome = Promise.resolve(promise).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return outcome;
}

describe("transport", () => {
  test("an error of fetch is kept as the cause", async () => {
    const cause = new TypeError("fetch failed");
    const { client, sent } = answering([cause]);
    expect(await settled(client.request(api.read))).toMatchObject({
      name: "TransportError",
      code: "transport",
      message: "GET http://localhost/v1: no complete response: see cause",
      method: "GET",
      url: "http://localhost/v1",
      cause,
    });
    expect(sent).toHaveLength(1);
  });

  test.each([
    [
      "ECONNREFUSED",
      "connect ECONNREFUSED 127.0.0.1:3999",
      "no complete response: connect ECONNREFUSED 127.0.0.1:3999 (ECONNREFUSED)",
    ],
    ["ConnectionRefused", "no", "no complete response: no (ConnectionRefused)"],
    [
      "ENOTFOUND",
      "getaddrinfo ENOTFOUND nope.test",
      "no complete response: getaddrinfo ENOTFOUND nope.test (ENOTFOUND)",
    ],
    [
      "UND_ERR_SOCKET",
      "other side closed",
      "no complete response: other side closed (UND_ERR_SOCKET)",
    ],
  ])("its cause with the code %s is told", async (code, message, told) => {
    const inner = Object.assign(new Error(message), { code });
    const several = Object.assign(new AggregateError([inner, inner]), { code });
    for (const thrown of [
      inner,
      new TypeError("fetch failed", { cause: inner }),
      new TypeError("fetch failed", { cause: several }),
    ]) {
      const { client } = answering([thrown]);
      expect(await settled(client.request(api.read))).toMatchObject({
        message: `GET http://localhost/v1: ${told}`,
      });
    }
  });

  test("one that is thrown synchronously too", async () => {
    const fetch = (): never => {
      throw new RangeError("no");
    };
    expect(await settled(createClient({ fetch }).request(api.read))).toMatchObject({
      name: "TransportError",
      cause: { name: "RangeError" },
    });
  });
});

describe("retry", () => {
  test("is off by default", async () => {
    const { client, sent } = answering([status(503)]);
    expect(await settled(client.request(api.read))).toMatchObject({ failure: { name: "503" } });
    expect(sent).toHaveLength(1);
  });

  test.each([NaN, {} as never, { attempts: NaN }])(
    "is off where %j says no number",
    async (retry) => {
      const { client, sent } = answering([status(503)], { retry });
      expect(await settled(client.request(api.read))).toMatchObject({ failure: { name: "503" } });
      expect(sent).toHaveLength(1);
    },
  );

  test.each([408, 429, 502, 503, 504])("comes after %i, and gives up that body", async (code) => {
    const first = status(code);
    const { client, sent } = answering([first, new Error("reset")], { retry: 2 });
    expect(await settled(client.request(api.read).bodyOrThrow())).toBe(1);
    expect(sent).toHaveLength(3);
    await expect(first.text()).rejects.toThrow();
  });

  test("ends with the last answer or error", async () => {
    const { client, sent } = answering([status(502), status(502), status(502)], { retry: 2 });
    expect(await settled(client.request(api.read))).toMatchObject({
      name: "UnexpectedResponseError",
      text: "x",
    });
    expect(sent).toHaveLength(3);
    const broken = answering([new Error("1"), new Error("2")], { retry: 1 });
    expect(await settled(broken.client.request(api.read))).toMatchObject({
      name: "TransportError",
      cause: { message: "2" },
    });
  });

  test("does not come after other answers", async () => {
    const { client, sent } = answering([status(500)], { retry: 2 });
    await settled(client.request(api.read));
    expect(sent).toHaveLength(1);
  });

  test("K7, M21: is for idempotent methods, with the same body", async () => {
    for (const endpoint of [api.create, api.change]) {
      const { client, sent } = answering([new Error("reset")], { retry: 3 });
      expect(await settled(client.request(endpoint, 7))).toMatchObject({ name: "TransportError" });
      expect(sent).toHaveLength(1);
    }
    for (const endpoint of [api.replace, api.search]) {
      const { client, sent } = answering([new Error("reset")], { retry: 3 });
      expect(await settled(client.request(endpoint, 7).bodyOrThrow())).toBe(1);
      expect(sent.map(({ init }) => init.body)).toEqual(["7", "7"]);
    }
    const { client, sent } = answering([new Error("reset")], { retry: 3 });
    await settled(client.request(api.remove));
    expect(sent).toHaveLength(2);
  });

  test("waits longer each time, and spread", async () => {
    const { client, sent } = answering([status(503), status(503), status(503)], { retry: 3 });
    await settled(client.request(api.read));
    const waits = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(75 * 2 ** (index + 1));
      expect(wait).toBeLessThanOrEqual(125 * 2 ** (index + 1) + 1);
    }
  });

  test("takes delays and statuses of one's own", async () => {
    const delay = vi.fn((attempt: number) => attempt * 10);
    const { client, sent } = answering([status(500), status(500), status(503)], {
      retry: { attempts: 5, delay, statuses: [500] },
    });
    await settled(client.request(api.read));
    expect(delay.mock.calls).toEqual([[1], [2]]);
    expect(sent.map(({ at }) => at - (sent[0]?.at ?? 0))).toEqual([0, 10, 30]);
    const fixed = answering([status(503)], { retry: { attempts: 1, delay: 5 } });
    await settled(fixed.client.request(api.read));
    expect((fixed.sent[1]?.at ?? 0) - (fixed.sent[0]?.at ?? 0)).toBe(5);
  });

  test.each([
    ["2", 2000],
    ["0", 0],
    ["30", 30_000],
    ["Wed, 21 Oct 2026 07:28:00 GMT", 5],
    ["-1", 5],
    ["1.5", 5],
  ])("Retry-After: %s waits %i ms", async (text, wait) => {
    const { client, sent } = answering([status(429, { "retry-after": text })], {
      retry: { attempts: 1, delay: 5 },
    });
    await settled(client.request(api.read));
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBe(wait);
  });

  test.each([
    ["31", undefined],
    ["99999", undefined],
    ["9".repeat(400), undefined],
    ["2", 1_999],
    ["1", 0],
    ["1", NaN],
  ])("Retry-After: %s is the outcome where maxDelay is %s", async (text, maxDelay) => {
    const asking = status(503, { "retry-after": text });
    const { client, sent } = answering([asking], { retry: { attempts: 3, maxDelay } });
    expect(await settled(client.request(api.read))).toMatchObject({
      failure: { name: "503" },
      response: asking,
    });
    expect(sent).toHaveLength(1);
    expect(Date.now()).toBe(sent[0]?.at);
  });

  test("Retry-After is waited for up to maxDelay, however long a timer can be", async () => {
    const setTimeout = vi.spyOn(globalThis, "setTimeout");
    const asking = [
      status(503, { "retry-after": "60" }),
      status(503, { "retry-after": "9999999" }),
    ];
    const { client, sent } = answering(asking, { retry: { attempts: 2, maxDelay: Infinity } });
    expect(await settled(client.request(api.read).bodyOrThrow())).toBe(1);
    expect(sent).toHaveLength(3);
    expect(setTimeout.mock.calls.map(([, delay]) => delay)).toEqual([60_000, 2 ** 31 - 1]);
  });

  test("the delay by default grows up to maxDelay, a delay that is given does not mind it", async () => {
    const down = (): Response[] => Array.from({ length: 12 }, () => status(502));
    const { client, sent } = answering(down(), { retry: { attempts: 12, maxDelay: 1_000 } });
    await settled(client.request(api.read));
    const waits = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
    expect(waits).toHaveLength(12);
    for (const wait of waits.slice(4)) {
      expect(wait).toBeGreaterThanOrEqual(600);
      expect(wait).toBeLessThanOrEqual(1_000);
    }
    const given = answering([status(502)], { retry: { attempts: 1, delay: 60_000 } });
    await settled(given.client.request(api.read));
    expect((given.sent[1]?.at ?? 0) - (given.sent[0]?.at ?? 0)).toBe(60_000);
  });

  test("never comes after an abort", async () => {
    const controller = new AbortController();
    const { client, sent } = answering([status(503, { "retry-after": "20" })], { retry: 2 });
    const pending = client.request(api.read, { signal: controller.signal });
    const outcome = pending.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10);
    controller.abort("enough");
    expect(await outcome).toBe("enough");
    expect(vi.getTimerCount()).toBe(0);
    await vi.runAllTimersAsync();
    expect(sent).toHaveLength(1);
  });

  test("is over when the time of the call is", async () => {
    const { client, sent } = answering([status(503), status(503), status(503)], {
      retry: { attempts: 9, delay: 100 },
      timeout: 150,
    });
    expect(await settled(client.request(api.read))).toMatchObject({ name: "TimeoutError" });
    expect(sent).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("redirects", () => {
  test("L1: are not followed by default", async () => {
    const { client, sent } = answering([redirect("/v2")]);
    expect(await settled(client.request(api.read))).toMatchObject({
      name: "UnexpectedResponseError",
      status: 302,
    });
    expect(sent).toHaveLength(1);
  });

  test.each([301, 302, 303, 307, 308])("follow: %i within the origin", async (code) => {
    const first = redirect("/v2?a=1", code);
    const { client, sent } = answering([first, redirect("v3", code)], {
      redirects: followRedirects,
    });
    expect(await settled(client.request(api.read).bodyOrThrow())).toBe(1);
    expect(sent.map(({ url }) => url)).toEqual([
      "http://localhost/v1",
      "http://localhost/v2?a=1",
      "http://localhost/v3",
    ]);
    expect(sent.every(({ init }) => init.redirect === "manual")).toBe(true);
    await expect(first.text()).rejects.toThrow();
  });

  test.each([
    "https://localhost/",
    "http://evil.test/",
    "//evil.test",
    "http://u@localhost/",
    "http://[",
  ])("follow: never to %s", async (location) => {
    const { client, sent } = answering([redirect(location)], { redirects: followRedirects });
    expect(await settled(client.request(api.read))).toMatchObject({ status: 302 });
    expect(sent).toHaveLength(1);
  });

  test("follow: only safe methods, only redirects, none that is declared", async () => {
    for (const endpoint of [api.create, api.replace]) {
      const { client, sent } = answering([redirect("/v2", 307)], { redirects: followRedirects });
      expect(await settled(client.request(endpoint, 1))).toMatchObject({ status: 307 });
      expect(sent).toHaveLength(1);
    }
    for (const code of [300, 304, 305]) {
      const first = new Response(null, { status: code, headers: { location: "/v2" } });
      const { client, sent } = answering([first], { redirects: followRedirects });
      expect(await settled(client.request(api.read))).toMatchObject({ status: code });
      expect(sent).toHaveLength(1);
    }
    const { client } = answering([redirect("/v2")], { redirects: followRedirects });
    expect(await settled(client.request(api.moved))).toMatchObject({ ok: true, status: 302 });
  });

  test("follow: 20 at most", async () => {
    const answers = Array.from({ length: 30 }, () => redirect("/v1"));
    const { client, sent } = answering(answers, { redirects: followRedirects });
    expect(await settled(client.request(api.read))).toMatchObject({ status: 302 });
    expect(sent).toHaveLength(21);
  });

  test("Q8, Q9: QUERY is repeated with its body, but after 303 it is a GET", async () => {
    const { client, sent } = answering([redirect("/a", 301), redirect("/b", 303)], {
      redirects: followRedirects,
    });
    await settled(client.request(api.search, 7));
    expect(
      sent.map(({ init }) => [
        init.method,
        init.body,
        new Headers(init.headers).get("content-type"),
      ]),
    ).toEqual([
      ["QUERY", "7", "application/json"],
      ["QUERY", "7", "application/json"],
      ["GET", null, null],
    ]);
    const seen = answering([redirect("/a", 303), new Response(null)], {
      redirects: followRedirects,
    });
    await settled(seen.client.request(api.seen));
    expect(seen.sent.map(({ init }) => init.method)).toEqual(["HEAD", "HEAD"]);
  });

  // What a browser gives for a redirect that it was told not to follow.
  const hidden = (): Response =>
    Object.defineProperties(new Response(null), {
      type: { value: "opaqueredirect" },
      status: { value: 0 },
      ok: { value: false },
    });

  test("in a browser are hidden", async () => {
    const { client } = answering([hidden()]);
    expect(await settled(client.request(api.read))).toMatchObject({
      name: "UnexpectedResponseError",
      status: 0,
    });
  });

  test("follow: a browser does, if nothing of ours goes along", async () => {
    const { client, sent } = answering([hidden()], { redirects: followRedirects });
    expect(await settled(client.request(api.read).bodyOrThrow())).toBe(1);
    expect(sent.map(({ init }) => init.redirect)).toEqual(["manual", "follow"]);
    const own = answering([hidden()], { redirects: followRedirects });
    expect(await settled(own.client.request(api.own, { headers: { "x-own": "x" } }))).toMatchObject(
      { status: 0 },
    );
    expect(own.sent).toHaveLength(1);
    const signed = answering([hidden()], {
      redirects: followRedirects,
      around({ headers }, next) {
        headers.delete("accept");
        headers.set("authorization", "Bearer t");
        return next();
      },
    });
    expect(await settled(signed.client.request(api.read))).toMatchObject({ status: 0 });
    expect(signed.sent).toHaveLength(1);
    // L6: a body is of ours too.
    const asked = answering([hidden()], { redirects: followRedirects });
    expect(await settled(asked.client.request(api.search, 7))).toMatchObject({ status: 0 });
    expect(asked.sent).toHaveLength(1);
  });
});

describe("around", () => {
  test("sees the exchange and may change headers and answer", async () => {
    const { client, sent } = answering([], {
      around: async (exchange, next) => {
        const { endpoint, method, url, headers } = exchange;
        headers.set("x-seen", `${method} ${url} ${endpoint.template}`);
        expect(headers.get("content-type")).toBe("application/json");
        await next();
        return Response.json(2);
      },
    });
    expect(await settled(client.request(api.replace, 1).bodyOrThrow())).toBe(2);
    expect(new Headers(sent[0]?.init.headers).get("x-seen")).toBe("PUT http://localhost/v1 /v1");
  });

  test("may send again, and gives up the answer before", async () => {
    const first = status(401);
    const { client, sent } = answering([first], {
      around: async ({ headers }, next) => {
        headers.set("authorization", "old");
        const response = await next();
        if (response.status !== 401) {
          return response;
        }
        headers.set("authorization", "new");
        return next();
      },
    });
    expect(await settled(client.request(api.create, 5).bodyOrThrow())).toBe(1);
    expect(
      sent.map(({ init }) => [new Headers(init.headers).get("authorization"), init.body]),
    ).toEqual([
      ["old", "5"],
      ["new", "5"],
    ]);
    await expect(first.text()).rejects.toThrow();
  });

  test("stands outside of retries, and sees TransportError", async () => {
    const seen: unknown[] = [];
    const { client } = answering([new Error("1"), new Error("2")], {
      retry: 1,
      around: async (_exchange, next) => {
        try {
          return await next();
        } catch (error) {
          seen.push((error as Error).name);
          return Response.json(3);
        }
      },
    });
    expect(await settled(client.request(api.read).bodyOrThrow())).toBe(3);
    expect(seen).toEqual(["TransportError"]);
  });

  test("may answer without sending, synchronously, or throw its own", async () => {
    const { client, sent } = answering([], { around: () => Response.json(4) });
    expect(await settled(client.request(api.read).bodyOrThrow())).toBe(4);
    expect(sent).toEqual([]);
    const error = new Error("mine");
    const around = (): never => {
      throw error;
    };
    expect(await settled(answering([], { around }).client.request(api.read))).toBe(error);
  });

  test("may replace fetch, and then sees every request", async () => {
    const seen: string[] = [];
    const around: ClientAround = async (exchange, next) => {
      const { fetch } = exchange;
      exchange.fetch = async (url, init) => {
        seen.push(url);
        return fetch(url, { ...init, headers: { ...init.headers, "x-count": `${seen.length}` } });
      };
      return next();
    };
    const { client, sent } = answering([new Error("1"), status(503), redirect("/v1?a=2")], {
      retry: 2,
      redirects: followRedirects,
      around,
    });
    expect(await settled(client.request(api.read).bodyOrThrow())).toBe(1);
    const own = "http://localhost/v1";
    expect(seen).toEqual([own, own, own, "http://localhost/v1?a=2"]);
    expect(sent.map(({ init }) => new Headers(init.headers).get("x-count"))).toEqual([
      "1",
      "2",
      "3",
      "4",
    ]);
  });

  test("gets the global fetch of the moment", async () => {
    const replaced = vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json(9));
    const client = createClient({ baseUrl: "http://h.test", around: (_, next) => next() });
    expect(await settled(client.request(api.read).bodyOrThrow())).toBe(9);
    expect(replaced).toHaveBeenCalledOnce();
  });

  test("gets the signal of the call", async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const { client } = answering([], {
      around: (exchange, next) => {
        signals.push(exchange.signal);
        return next();
      },
    });
    await settled(client.request(api.read));
    await settled(client.request(api.read, { timeout: 10 }));
    expect(signals).toEqual([undefined, expect.any(AbortSignal)]);
  });
});
