import {
  boolean,
  cookie,
  events,
  failure,
  get,
  integer,
  issue,
  noBody,
  parameter,
  post,
  rootResource,
  staticResource,
  stream,
  string,
  type,
} from "bough";
import { createServer, type ServerOptions } from "bough/server";
import type { FetchServer } from "bough/types";
import { parseSetCookie, stringifyCookie } from "cookie";
import fc from "fast-check";
import { CookieJar } from "tough-cookie";
import { describe, expect, test } from "vitest";

const SignedOut = failure("signed-out", 401);
const Locked = failure("locked", 423).headers({ "retry-after": integer() });
const color = parameter<string>({
  decode: (text) => (text === "red" ? text : issue("must be a colour")),
  encode: (value) => (value === "red" ? value : issue("must be a colour")),
});

const api = rootResource(
  "v1",
  { cookies: { tenant: string().optional() } },
  {
    read: get("read")
      .cookies({
        session: string({ max: 5000 }).optional(),
        page: integer().default(1),
        ["__proto__"]: string().optional(),
        constructor: string().optional(),
      })
      .response<Record<string, unknown>>(),
    needed: get("needed").cookies({ session: integer() }).response<number>(),
    plain: staticResource("plain", { read: get().response<string>() }),
  },
);
const sets = rootResource("sets", {
  login: post("login")
    .response(type<string>(), {
      cookies: {
        session: cookie(string(), { maxAge: 3600 }),
        theme: cookie(color, { httpOnly: false, sameSite: "strict", path: "/v1" }),
        flag: cookie(boolean(), { secure: false }),
        "__Host-id": cookie(integer()),
        framed: cookie(string(), { sameSite: "none", partitioned: true, domain: "h.test" }),
        until: cookie(string(), { expires: new Date("2030-01-01T00:00:00Z") }),
      },
    })
    .failure(SignedOut, Locked),
  several: post("several")
    .response(type<string>(), { cookies: { a: cookie(string()) } })
    .response(noBody, { status: 204, cookies: { a: cookie(string()), b: cookie(string()) } }),
  stream: get("stream").response(stream("text/plain"), { cookies: { a: cookie(string()) } }),
  events: get("events").response(events<string>(), { cookies: { a: cookie(string()) } }),
  none: get("none").response<string>(),
  empty: get("empty"),
});

interface Served {
  readonly server: FetchServer;
  readonly errors: Error[];
}

function serve(options: ServerOptions = {}): Served {
  const errors: Error[] = [];
  const server = createServer({ onError: (error) => errors.push(error as Error), ...options });
  server.route(api.read, ({ cookies }) => Object.fromEntries(Object.entries(cookies)));
  server.route(api.needed, ({ cookies }) => cookies.session);
  server.route(api.plain.read, ({ cookies }) => cookies.tenant ?? "");
  return { server, errors };
}

async function read(header: string | undefined, target = "read"): Promise<unknown> {
  const headers: HeadersInit = header === undefined ? {} : { cookie: header };
  const response = await serve().server.fetch(`http://h.test/v1/${target}`, { headers });
  return response.status === 200 ? response.json() : [response.status, await response.json()];
}

describe("request cookies", () => {
  test.each([
    ["session=abc", { session: "abc", page: 1 }],
    ["other=1; session=abc;page=2", { session: "abc", page: 2 }],
    ['session="a b"', { session: "a b", page: 1 }],
    ['session="', { session: '"', page: 1 }],
    ["session=a%20b%3B%C3%A9", { session: "a b;é", page: 1 }],
    ["session=a=b=", { session: "a=b=", page: 1 }],
    ["session=", { session: "", page: 1 }],
    ["tenant=t", { tenant: "t", page: 1 }],
    // Names are case-sensitive.
    ["Session=abc", { page: 1 }],
    // Malformed pairs.
    ["; ;;=x; session ; page=3; ", { page: 3 }],
    ["session", { page: 1 }],
    ["", { page: 1 }],
    [undefined, { page: 1 }],
    // An optional cookie that cannot be decoded counts as absent.
    ["session=%zz; page=many", { page: 1 }],
    ["session=%ff", { page: 1 }],
    // Names that every object has.
    ["toString=1; hasOwnProperty=2; constructor=c", { constructor: "c", page: 1 }],
  ])("%j is %j", async (header, expected) => {
    expect(await read(header)).toEqual(expected);
  });

  test("RFC 6265 5.4: of several cookies with one name, the first counts", async () => {
    expect(await read("page=2; page=3; session=a; session=b")).toEqual({ session: "a", page: 2 });
    expect(await read("page=x; page=3")).toEqual({ page: 1 });
  });

  test("a cookie may be called __proto__", async () => {
    const { server } = serve();
    let got: unknown;
    const other = createServer();
    other.route(api.read, ({ cookies }) => {
      got = Object.entries(cookies);
      return {};
    });
    await other.fetch("http://h/v1/read", { headers: { cookie: "__proto__=p" } });
    expect(got).toContainEqual(["__proto__", "p"]);
    expect(({} as { p?: unknown }).p).toBeUndefined();
    expect(server).toBeDefined();
  });

  test.each([
    [undefined, "is missing"],
    ["session=x", "must be an integer"],
    ["session=%", "must not have a broken escape"],
    ["session=", "must be an integer"],
  ])("answers 400 when a required cookie is wrong: %j", async (header, message) => {
    const [status, problem] = (await read(header, "needed")) as [number, unknown];
    expect(status).toBe(400);
    expect(problem).toMatchObject({ errors: [{ in: "cookie", name: "session", message }] });
  });

  test("are those of resources above too", async () => {
    expect(await read("tenant=a", "plain")).toBe("a");
  });

  test("reads thousands of them, and long ones", async () => {
    const many = Array.from({ length: 5000 }, (_, index) => `c${index}=${index}`).join("; ");
    expect(await read(`${many}; session=last`)).toEqual({ session: "last", page: 1 });
    expect(await read(`session=${"a".repeat(5001)}`)).toEqual({ page: 1 });
    expect(await read(`${";".repeat(16_000)}page=2`)).toEqual({ page: 2 });
  });

  test("any text that the package `cookie` writes arrives", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0")),
        async (session) => {
          const header = stringifyCookie({ first: "1", session });
          expect(await read(header)).toEqual({ session, page: 1 });
        },
      ),
      { numRuns: 100 },
    );
  });
});

/** The lines of `Set-Cookie` for what a handler of `login` gives. */
async function setBy(cookies: object, options: ServerOptions = {}): Promise<string[]> {
  const { server, errors } = serve(options);
  server.route(sets.login, ({ respond }) => respond("ok", { cookies }));
  const response = await server.fetch("http://h.test/sets/login", { method: "POST" });
  expect(errors).toEqual([]);
  expect(response.headers.get("cache-control")).toBe(
    Object.keys(cookies).length > 0 ? "no-store" : null,
  );
  return response.headers.getSetCookie();
}

describe("response cookies", () => {
  test("have secure defaults", async () => {
    expect(await setBy({ session: "a b;é" })).toEqual([
      "session=a%20b%3B%C3%A9; Max-Age=3600; Path=/; HttpOnly; Secure; SameSite=Lax",
    ]);
  });

  test("have the attributes that are declared", async () => {
    const all = { theme: "red", flag: true, "__Host-id": 7, framed: "f", until: "u" };
    expect(await setBy(all)).toEqual([
      "theme=red; Path=/v1; Secure; SameSite=Strict",
      "flag=true; Path=/; HttpOnly; SameSite=Lax",
      "__Host-id=7; Path=/; HttpOnly; Secure; SameSite=Lax",
      "framed=f; Domain=h.test; Path=/; HttpOnly; Secure; Partitioned; SameSite=None",
      "until=u; Path=/; Expires=Tue, 01 Jan 2030 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax",
    ]);
  });

  test.each([
    [undefined, true],
    ["https://example.test", true],
    ["http://localhost:3000", false],
    ["HTTP://localhost:3000", false],
    ["", true],
  ])("with publicUrl %j, Secure is %j", async (publicUrl, expected) => {
    const options = publicUrl === undefined ? {} : { publicUrl };
    const [session = "", host = "", framed = ""] = await setBy(
      { session: "a", "__Host-id": 1, framed: "f" },
      options,
    );
    expect(parseSetCookie(session).secure ?? false).toBe(expected);
    // Browsers take these with Secure only.
    expect(parseSetCookie(host).secure).toBe(true);
    expect(parseSetCookie(framed).secure).toBe(true);
  });

  test("null removes one, undefined leaves it alone", async () => {
    expect(await setBy({ session: null, theme: undefined })).toEqual([
      "session=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax",
    ]);
    const jar = new CookieJar();
    const [set = ""] = await setBy({ theme: "red" });
    const [removed = ""] = await setBy({ theme: null });
    await jar.setCookie(set, "https://h.test/sets/login");
    expect(await jar.getCookieString("https://h.test/v1")).toBe("theme=red");
    expect(await jar.getCookieString("https://h.test/")).toBe("");
    await jar.setCookie(removed, "https://h.test/sets/login");
    expect(await jar.getCookieString("https://h.test/v1")).toBe("");
  });

  test("a jar sends any text back as it was set", async () => {
    const { server } = serve();
    let text = "";
    server.route(sets.login, ({ respond }) => respond("ok", { cookies: { session: text } }));
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 300 }), async (given) => {
        fc.pre(!/\0|\p{Surrogate}/u.test(given));
        text = given;
        const jar = new CookieJar();
        const response = await server.fetch("http://h.test/sets/login", { method: "POST" });
        for (const line of response.headers.getSetCookie()) {
          await jar.setCookie(line, "https://h.test/");
          expect(parseSetCookie(line)).toMatchObject({ name: "session", value: given });
        }
        const header = await jar.getCookieString("https://h.test/v1/read");
        expect(await read(header)).toEqual({ session: given, page: 1 });
      }),
      { numRuns: 100 },
    );
  });

  test("belong to the status that is responded", async () => {
    const { server, errors } = serve();
    server.route(sets.several, ({ respond }) =>
      respond(undefined, { status: 204, cookies: { b: "1" } }),
    );
    const response = await server.fetch("http://h.test/sets/several", { method: "POST" });
    expect(response.headers.getSetCookie()).toEqual([
      "b=1; Path=/; HttpOnly; Secure; SameSite=Lax",
    ]);
    expect(errors).toEqual([]);
  });

  test("stand beside lines of Set-Cookie that a handler writes itself", async () => {
    const { server } = serve();
    server.route(sets.login, ({ respond }) =>
      respond("ok", {
        headers: { "Set-Cookie": ["x=1", "y=2"] },
        cookies: { session: "s", theme: "red" },
      }),
    );
    const response = await server.fetch("http://h.test/sets/login", { method: "POST" });
    const names = response.headers.getSetCookie().map((line) => parseSetCookie(line).name);
    expect(names).toEqual(["x", "y", "session", "theme"]);
  });

  test("are set by streams and events too", async () => {
    const { server } = serve();
    server.route(sets.stream, ({ respond }) =>
      respond(new Blob(["x"]).stream(), { cookies: { a: "1" } }),
    );
    server.route(sets.events, ({ respond }) => respond([{ data: "x" }], { cookies: { a: "2" } }));
    for (const [path, line] of [
      ["stream", "a=1"],
      ["events", "a=2"],
    ] as const) {
      const response = await server.fetch(`http://h.test/sets/${path}`);
      expect(response.headers.get("set-cookie")).toContain(line);
      expect(response.headers.get("cache-control")).toBe("no-store");
      await response.text();
    }
  });

  test("are set with a failure, those of any response", async () => {
    const { server, errors } = serve();
    server.route(sets.login, ({ fail }) =>
      fail(Locked, undefined, {
        headers: { "retry-after": 5 },
        cookies: { session: null, theme: "red" },
      }),
    );
    const response = await server.fetch("http://h.test/sets/login", { method: "POST" });
    expect(response.status).toBe(423);
    const set = response.headers.getSetCookie().map((line) => parseSetCookie(line));
    expect(set.map(({ name, maxAge }) => [name, maxAge])).toEqual([
      ["session", 0],
      ["theme", undefined],
    ]);
    expect(response.headers.get("retry-after")).toBe("5");
    expect(errors).toEqual([]);
  });

  test("keep the Cache-Control that a handler gives", async () => {
    const { server } = serve();
    server.route(sets.login, ({ respond }) =>
      respond("ok", { headers: { "cache-control": "private" }, cookies: { session: "s" } }),
    );
    const response = await server.fetch("http://h.test/sets/login", { method: "POST" });
    expect(response.headers.get("cache-control")).toBe("private");
  });
});

describe("answers that depend on cookies", () => {
  test("vary by Cookie, and are not stored for a request with cookies", async () => {
    const { server } = serve();
    const without = await server.fetch("http://h.test/v1/read");
    expect(without.headers.get("vary")).toBe("Cookie");
    expect(without.headers.get("cache-control")).toBeNull();
    const withCookie = await server.fetch("http://h.test/v1/read", { headers: { cookie: "a=1" } });
    expect(withCookie.headers.get("vary")).toBe("Cookie");
    expect(withCookie.headers.get("cache-control")).toBe("no-store");
  });

  test("an endpoint without cookies answers as before", async () => {
    const { server } = serve();
    server.route(sets.none, () => "x");
    const response = await server.fetch("http://h.test/sets/none", { headers: { cookie: "a=1" } });
    expect([...response.headers.keys()]).toEqual([
      "content-length",
      "content-type",
      "x-content-type-options",
    ]);
  });
});

describe("wrong cookies of a handler", () => {
  const wrong = [
    [
      "login",
      { cookies: { sesion: "x" } },
      "undeclared-cookie",
      'POST /sets/login: sets the cookie "sesion", which it does not declare: add .response(…, { cookies: { … } })',
    ],
    [
      "login",
      { cookies: { constructor: "x" } },
      "undeclared-cookie",
      'POST /sets/login: sets the cookie "constructor", which it does not declare: add .response(…, { cookies: { … } })',
    ],
    [
      "login",
      { cookies: ["x"] },
      "invalid-cookie",
      "POST /sets/login: expected cookies as an object { name: value }, received a list",
    ],
    [
      "login",
      { cookies: { session: 5 } },
      "invalid-cookie",
      'POST /sets/login: the cookie "session" must be text',
    ],
    [
      "login",
      { cookies: { theme: "blue" } },
      "invalid-cookie",
      'POST /sets/login: the cookie "theme" must be a colour',
    ],
    [
      "login",
      { cookies: { session: "\ud800" } },
      "invalid-cookie",
      'POST /sets/login: the cookie "session" must not contain a lone surrogate',
    ],
    [
      "login",
      { cookies: { session: "é".repeat(1400) } },
      "invalid-cookie",
      'POST /sets/login: the cookie "session" has more than 4096 bytes with its name: browsers would drop it',
    ],
    [
      "login",
      { headers: ["x"], cookies: { session: "x" } },
      "invalid-header",
      'POST /sets/login: the response headers are a list: pass an object, { headers: { "x-name": value } }',
    ],
    [
      "several",
      { status: 200, cookies: { b: "x" } },
      "undeclared-cookie",
      'POST /sets/several: sets the cookie "b", which it does not declare: add .response(…, { cookies: { … } })',
    ],
  ] as const;

  test.each(wrong)("%s with %j is a 500", async (name, options, code, message) => {
    const { server, errors } = serve();
    server.route(sets[name], ({ respond }) => respond("x" as never, options as never));
    const response = await server.fetch(`http://h.test/sets/${name}`, { method: "POST" });
    expect(response.status).toBe(500);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(errors).toMatchObject([{ name: "HandlerError", code, message }]);
  });

  test("without a declared response, no cookie is declared", async () => {
    const { server, errors } = serve();
    server.route(sets.empty, ({ respond }) => respond(undefined, { cookies: { a: "x" } } as never));
    expect((await server.fetch("http://h.test/sets/empty")).status).toBe(500);
    expect(errors).toMatchObject([{ code: "undeclared-cookie" }]);
  });

  test("a failure sets no other cookie", async () => {
    const { server, errors } = serve();
    server.route(sets.login, ({ fail }) =>
      fail(SignedOut, undefined, { cookies: { other: null } as never }),
    );
    const response = await server.fetch("http://h.test/sets/login", { method: "POST" });
    expect(response.status).toBe(500);
    expect(errors).toMatchObject([{ code: "undeclared-cookie" }]);
  });

  test("a guard cannot give the name cookies", async () => {
    const { server, errors } = serve();
    const view = server.guard((): object => ({ cookies: 1 }));
    view.route(sets.none, () => "x");
    expect((await server.fetch("http://h.test/sets/none")).status).toBe(500);
    expect(errors).toMatchObject([{ code: "taken-name" }]);
  });
});
