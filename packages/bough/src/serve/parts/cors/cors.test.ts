import { bytes, events, failure, get, post, rootResource, string, type } from "bough";
import { createServer } from "bough/server";
import type { CorsOptions } from "bough/types";
import { describe, expect, test } from "vitest";

const Busy = failure("busy", 503).headers({ "retry-after": string() });
const api = rootResource("v1", {
  list: get("books")
    .headers({ "X-Tenant": string().optional() })
    .response(type<string[]>(), { headers: { etag: string().optional() } })
    .failure(Busy),
  add: post("books").request<string>().response<string>(),
  ticks: get("ticks").response(events<number>()),
  cover: get("cover").response(bytes("image/png")),
});

const app = "https://app.example";

function serve(cors?: CorsOptions): (path: string, init?: RequestInit) => Promise<Response> {
  const server = createServer(cors === undefined ? {} : { cors });
  server.route(api, {
    list: ({ fail, header }) =>
      header("x-tenant") === "busy"
        ? fail(Busy, undefined, { headers: { "retry-after": "1" } })
        : [],
    add: ({ body }) => body,
    async *ticks() {
      yield 1;
    },
    cover: () => new Uint8Array(1),
  });
  return async (path, init) => server.fetch(`http://localhost/v1/${path}`, init);
}

const from = (origin: string, more: Record<string, string> = {}): RequestInit => ({
  headers: { origin, ...more },
});
const preflight = (origin: string, method = "POST"): RequestInit => ({
  method: "OPTIONS",
  headers: { origin, "access-control-request-method": method },
});

function corsOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries(
    [...headers].filter(([name]) => name.startsWith("access-control") || name === "vary"),
  );
}

describe("cors", () => {
  test("is off by default", async () => {
    const send = serve();
    expect(corsOf(await send("books", from(app)))).toEqual({});
    expect(corsOf(await send("books", preflight(app)))).toEqual({});
  });

  test("answers a preflight with the methods and headers of the tree", async () => {
    const send = serve({ origins: [app], credentials: true, maxAge: 60, headers: ["x-trace"] });
    const response = await send("books", preflight(app));
    expect(response.status).toBe(204);
    expect(corsOf(response)).toEqual({
      "access-control-allow-origin": app,
      "access-control-allow-credentials": "true",
      "access-control-allow-methods": "GET, POST, HEAD, OPTIONS",
      "access-control-allow-headers": "authorization, content-type, x-trace, x-tenant",
      "access-control-max-age": "60",
      vary: "Origin",
    });
    const ticks = await send("ticks", preflight(app, "GET"));
    expect(ticks.headers.get("access-control-allow-headers")).toContain("last-event-id");
    const unsaid = await serve({ origins: [app] })("books", preflight(app));
    expect(unsaid.headers.get("access-control-max-age")).toBe("600");
  });

  test("says nothing of methods and headers to an OPTIONS that asks for none", async () => {
    const response = await serve({ origins: [app] })("books", { method: "OPTIONS", ...from(app) });
    expect(corsOf(response)).toEqual({ "access-control-allow-origin": app, vary: "Origin" });
  });

  test("exposes no cookie, declared as it may be", async () => {
    const api = rootResource("v1", {
      enter: get("enter").response(type<string>(), {
        headers: { "set-cookie": string(), etag: string() },
      }),
    });
    const server = createServer({ cors: { origins: [app] } });
    server.route(api.enter, ({ respond }) =>
      respond("", { headers: { "set-cookie": "a=b", etag: '"1"' } }),
    );
    const response = await server.fetch("http://localhost/v1/enter", from(app));
    expect(response.headers.getSetCookie()).toEqual(["a=b"]);
    expect(response.headers.get("access-control-expose-headers")).toBe("etag");
  });

  test("is on every answer, with what the endpoint's answers may carry", async () => {
    const send = serve({ origins: [app] });
    const own = { "access-control-allow-origin": app, vary: "Origin" };
    const exposed = { ...own, "access-control-expose-headers": "etag, retry-after" };
    expect(corsOf(await send("books", from(app)))).toEqual(exposed);
    const busy = await send("books", from(app, { "x-tenant": "busy" }));
    expect([busy.status, corsOf(busy)]).toEqual([503, exposed]);
    expect(corsOf(await send("nowhere", from(app)))).toEqual(own);
    const refused = await send("books", { method: "POST", body: "x", ...from(app) });
    expect([refused.status, corsOf(refused)]).toEqual([415, own]);
    expect(corsOf(await send("books", { method: "DELETE", ...from(app) }))).toEqual(own);
    const cover = await send("cover", from(app));
    expect(cover.headers.get("access-control-expose-headers")).toBe(
      "content-disposition, content-range, accept-ranges",
    );
  });

  test.each(["null", "https://app.example.evil", "https://APP.example", "http://app.example", ""])(
    "G3: %j is another origin",
    async (origin) => {
      const send = serve({ origins: [app], credentials: true });
      expect(corsOf(await send("books", from(origin)))).toEqual({ vary: "Origin" });
      expect(corsOf(await send("books", preflight(origin)))).toEqual({ vary: "Origin" });
    },
  );

  test("asks a function, and lets any origin in without credentials", async () => {
    const asked: string[] = [];
    const send = serve({
      origins: (origin) => {
        asked.push(origin);
        return origin.endsWith(".example");
      },
    });
    expect(corsOf(await send("books", from(app)))).toMatchObject({
      "access-control-allow-origin": app,
    });
    expect(corsOf(await send("books", from("https://evil.test")))).toEqual({ vary: "Origin" });
    // Nor is it asked about who is no page.
    expect(corsOf(await send("books"))).toEqual({ vary: "Origin" });
    expect(asked).toEqual([app, "https://evil.test"]);
    const any = serve({ origins: "*" });
    expect(corsOf(await any("ticks", from(app)))).toEqual({ "access-control-allow-origin": "*" });
    // A cache may have it from who is no page.
    expect(corsOf(await any("books"))["access-control-allow-origin"]).toBe("*");
  });

  test("a function that throws, or gives a promise, allows nobody and costs no answer", async () => {
    const errors: unknown[] = [];
    const asked = async (
      origins: (origin: string) => boolean,
      method: string,
      path: string,
    ): Promise<[number, Record<string, string>]> => {
      const server = createServer({ cors: { origins }, onError: (error) => errors.push(error) });
      server.route(api.cover, () => new Uint8Array(1));
      const headers = { origin: "null", "access-control-request-method": "GET" };
      const response = await server.fetch(`http://localhost/v1/${path}`, { method, headers });
      return [response.status, corsOf(response)];
    };
    const throwing = (origin: string): boolean => new URL(origin).protocol === "https:";
    const late = (async () => Promise.reject(new Error("late"))) as unknown as () => boolean;
    const own = { vary: "Origin" };
    for (const origins of [throwing, late]) {
      expect(await asked(origins, "GET", "cover")).toEqual([200, own]);
      expect(await asked(origins, "GET", "nowhere")).toEqual([404, own]);
      expect(await asked(origins, "OPTIONS", "cover")).toEqual([204, own]);
    }
    expect(errors.map(String)).toEqual([
      ...Array<string>(3).fill("TypeError: Invalid URL"),
      ...Array<string>(3).fill(
        "TypeError: cors: the function origins returned a promise: return true or false",
      ),
    ]);
  });

  test.each([
    [
      { origins: "https://app.example" },
      'cors: expected origins to be a list, a function or "*": write origins: ["https://example.com"]',
    ],
    [{}, /^cors: expected origins to be a list/],
    [
      { origins: "*", headers: ["x trace"] },
      'cors: headers has "x trace", which is not a header name',
    ],
    [
      { origins: "*", headers: "x-trace" },
      'cors: expected headers to be a list: write headers: ["x-trace"]',
    ],
    [
      { origins: "*", maxAge: "60" },
      'cors: expected maxAge to be a whole number of seconds from 0, received "60"',
    ],
    [
      { origins: "*", maxAge: -1 },
      "cors: expected maxAge to be a whole number of seconds from 0, received -1",
    ],
    [
      { origins: "*", credentials: "false" },
      'cors: expected credentials to be true or false, received "false"',
    ],
    [
      { origins: "*", methods: ["GET"] },
      'cors: unknown option "methods": the options are origins, credentials, maxAge, headers',
    ],
    [
      "*",
      'cors: expected an options object { origins, credentials, maxAge, headers }, received "*"',
    ],
  ])("refuses %j", (wrong, message) => {
    expect(() => serve(wrong as unknown as CorsOptions)).toThrow(message);
  });

  test("refuses values that are not origins, and * with credentials", () => {
    // @ts-expect-error - any origin has no credentials
    expect(() => serve({ origins: "*", credentials: true })).toThrow(
      new TypeError('cors: credentials are not allowed with origins: "*": list the origins'),
    );
    for (const wrong of [
      "example.com",
      "https://example.com/",
      "*",
      "null",
      "https://Example.com",
      "https://*.example.com",
      "1https://example.com",
    ]) {
      expect(() => serve({ origins: [wrong] })).toThrow(/expected an origin/);
    }
  });

  test.each([
    ["https://example.com:443", "https://example.com"],
    ["http://localhost:80", "http://localhost"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
  ])("refuses %s, which no browser writes so", (given, written) => {
    expect(() => serve({ origins: [given] })).toThrow(
      new TypeError(`cors: "${given}" differs from what browsers send: write "${written}"`),
    );
  });

  test.each([
    "http://localhost:3000",
    "https://example.com:80",
    "http://[::1]:5173",
    "capacitor://localhost",
    "chrome-extension://abcdefgh",
  ])("takes %s", async (origin) => {
    const response = await serve({ origins: [origin] })("books", { headers: { origin } });
    expect(response.headers.get("access-control-allow-origin")).toBe(origin);
  });

  test("G3: 8 KiB of request headers are not read", async () => {
    const send = serve({ origins: [app] });
    const { headers, method } = preflight(app);
    const many = { ...(headers as object), "access-control-request-headers": "a,".repeat(4096) };
    const response = await send("books", { method: String(method), headers: many });
    expect(response.headers.get("access-control-allow-headers")).toBe(
      "authorization, content-type, x-tenant",
    );
  });
});
