import { describe, expect, test } from "vitest";
import { json } from "../../bodies/json/declared.ts";
import { failure } from "../../declare/failure/failure.ts";
import { get, post, put, query } from "../../declare/endpoint/verbs.ts";
import {
  apiKey,
  basic,
  bearer,
  httpAuth,
  mutualTls,
  oauth2,
  openIdConnect,
} from "./declared-schemes.ts";
import { allOf, anonymous, type AnySecurity } from "./declared.ts";
import { rootResource } from "../../declare/tree/resource.ts";
import { createServer } from "../../serve/create-server.ts";
import type { ServerOptions } from "../../serve/parts/server-options.ts";
import { authenticate } from "./server-authenticate.ts";

const UserToken = bearer("user-token");
const Other = oauth2("other", {
  clientCredentials: { tokenUrl: "https://a.test/token", scopes: { "a:read": "A" } },
});
const OpenId = openIdConnect("open-id", { url: "https://a.test/.well-known" });
const Password = basic("password");
const Silent = basic("silent", { realm: 'the "realm"', dialog: false });
const Token = httpAuth("token", { scheme: "Token" });
const Negotiate = httpAuth("negotiate", { scheme: "Negotiate" });
const WholeField = apiKey("whole-field", { header: "authorization" });
const HeaderKey = apiKey("header-key", { header: "X-Api-Key" });
const QueryKey = apiKey("query-key", { query: "key" });
const Session = apiKey("session", { cookie: "session" });
const Certificate = mutualTls("certificate");

const accepts = (name: string) => (given: unknown) =>
  given === `good-${name}` ? { by: name } : undefined;
const AUTHENTICATORS = [
  authenticate(UserToken, accepts("user-token")),
  authenticate(Other, accepts("other")),
  authenticate(OpenId, accepts("open-id")),
  authenticate(Password, ({ username, password }) => {
    return password === "good" ? { by: "password", username } : null;
  }),
  authenticate(Silent, () => undefined),
  authenticate(Token, accepts("token")),
  authenticate(Negotiate, accepts("negotiate")),
  authenticate(WholeField, accepts("whole-field")),
  authenticate(HeaderKey, (key) => Promise.resolve(accepts("header-key")(key))),
  authenticate(QueryKey, accepts("query-key")),
  authenticate(Session, accepts("session")),
  authenticate(Certificate, () => ({ by: "certificate" })),
];

/** Answers of one endpoint with this security: what it says of the caller. */
function served(
  security: readonly [AnySecurity, ...AnySecurity[]],
  options: ServerOptions = {},
): (headers?: Record<string, string>, target?: string, method?: string) => Promise<Response> {
  const api = rootResource({
    read: get("a")
      .security(...security)
      .response<unknown>(),
    write: post("a")
      .security(...security)
      .response<unknown>(),
    put: put("a")
      .security(...security)
      .response<unknown>(),
    query: query("a")
      .security(...security)
      .response<unknown>(),
  });
  const server = createServer(options);
  const app = server.secured(AUTHENTICATORS);
  const handler = (call: object): object => {
    const { principal, scheme } = call as { principal?: unknown; scheme?: unknown };
    return { principal: principal ?? null, scheme };
  };
  app.route(api as never, { read: handler, write: handler, put: handler, query: handler } as never);
  return (headers = {}, target = "/a", method = "GET") =>
    server.fetch(`https://api.test${target}`, { method, headers });
}

const basicOf = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;

describe("a credential", () => {
  test.each<[string, AnySecurity, Record<string, string>, string, string]>([
    ["bearer", UserToken, { authorization: "Bearer good-user-token" }, "/a", "user-token"],
    [
      "bearer in any case",
      UserToken,
      { authorization: "bEARER  good-user-token" },
      "/a",
      "user-token",
    ],
    ["OAuth", Other, { authorization: "Bearer good-other" }, "/a", "other"],
    ["OpenID", OpenId, { authorization: "Bearer good-open-id" }, "/a", "open-id"],
    ["basic", Password, { authorization: basicOf("Aladdin:good") }, "/a", "password"],
    ["another scheme", Token, { authorization: "Token good-token" }, "/a", "token"],
    ["a header", HeaderKey, { "x-api-key": "good-header-key" }, "/a", "header-key"],
    ["a query parameter", QueryKey, {}, "/a?key=good-query%2Dkey", "query-key"],
    ["a cookie", Session, { cookie: 'a=b; session="good-session"; session=x' }, "/a", "session"],
  ])("%s authenticates", async (_what, scheme, headers, target, name) => {
    const ask = served([scheme]);
    const answer = await ask(headers, target);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("private");
    expect(await answer.json()).toMatchObject({ principal: { by: name }, scheme: name });
  });

  test.each<[string, AnySecurity, string]>([
    ["bearer", UserToken, 'Bearer realm="user-token"'],
    ["scopes", Other.scopes("a:read"), 'Bearer realm="other", scope="a:read"'],
    ["roles", UserToken.scopes("a", "b"), 'Bearer realm="user-token", scope="a b"'],
    ["basic", Password, 'Basic realm="password", charset="UTF-8"'],
    ["basic without dialog", Silent, String.raw`X-Basic realm="the \"realm\"", charset="UTF-8"`],
    ["another scheme", Token, 'Token realm="token"'],
    ["a header", HeaderKey, 'ApiKey in="header", name="X-Api-Key"'],
    ["a query parameter", QueryKey, 'ApiKey in="query", name="key"'],
    ["a cookie", Session, 'ApiKey in="cookie", name="session"'],
    ["a certificate", Certificate, "MutualTls"],
  ])("%s that is missing is a 401 with its challenge", async (_what, scheme, challenge) => {
    const answer = await served([scheme])();
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe(challenge);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({
      type: "urn:bough:unauthorized",
      title: "Unauthorized",
      status: 401,
    });
  });

  test.each<[string, AnySecurity, Record<string, string>, string]>([
    ["an empty header", HeaderKey, { "x-api-key": "" }, "/a"],
    ["an empty query parameter", QueryKey, {}, "/a?key="],
    ["an empty cookie", Session, { cookie: "session=" }, "/a"],
    ["a broken escape", QueryKey, {}, "/a?key=%zz"],
    ["the scheme of another", UserToken, { authorization: basicOf("a:b") }, "/a"],
    ["an empty Authorization", UserToken, { authorization: "" }, "/a"],
    [
      "a Digest with commas",
      UserToken,
      { authorization: 'Digest username="a, b", realm = "b"' },
      "/a",
    ],
    ["basic without a colon", Password, { authorization: basicOf("abc") }, "/a"],
    ["basic with a control character", Password, { authorization: basicOf("a:\u0007good") }, "/a"],
    ["basic that is not base64", Password, { authorization: "Basic ???" }, "/a"],
    ["basic without padding", Password, { authorization: "Basic YTpnb29k1" }, "/a"],
    ["basic that is not UTF-8", Password, { authorization: "Basic /zpnb29k" }, "/a"],
    ["basic without credentials", Password, { authorization: "Basic" }, "/a"],
    ["no text behind the scheme", Token, { authorization: "Token" }, "/a"],
    ["a large token", UserToken, { authorization: `Bearer ${"a".repeat(100_000)}` }, "/a"],
    ["escapes that never end", UserToken, { authorization: `"${'\\"'.repeat(200_000)}\\` }, "/a"],
    ["a key in two headers", HeaderKey, { "x-api-key": "good-header-key, good-header-key" }, "/a"],
  ])("%s is a 401", async (_what, scheme, headers, target) => {
    const answer = await served([scheme])(headers, target);
    expect(answer.status).toBe(401);
  });

  test.each<[string, AnySecurity, Record<string, string>, string, object]>([
    [
      "a bearer scheme without a token",
      UserToken,
      { authorization: "Bearer" },
      "/a",
      { in: "header", name: "authorization", message: "must be Bearer and a token" },
    ],
    [
      "a token with a space",
      UserToken,
      { authorization: "Bearer a b" },
      "/a",
      { in: "header", name: "authorization", message: "must be Bearer and a token" },
    ],
    [
      "two tokens",
      UserToken,
      { authorization: "Bearer good-user-token, Bearer good-user-token" },
      "/a",
      { in: "header", name: "authorization", message: "is given more than once" },
    ],
    [
      "two schemes",
      Password,
      { authorization: `${basicOf("a:good")}, Bearer b` },
      "/a",
      { in: "header", name: "authorization", message: "is given more than once" },
    ],
    [
      "two fields as a key",
      WholeField,
      { authorization: "Bearer a, Bearer b" },
      "/a",
      { in: "header", name: "authorization", message: "is given more than once" },
    ],
    [
      "two schemes that it does not read",
      UserToken,
      { authorization: 'Digest a="b, c", Negotiate d' },
      "/a",
      { in: "header", name: "authorization", message: "is given more than once" },
    ],
    [
      "two keys in the query",
      QueryKey,
      {},
      "/a?key=good-query-key&key=good-query-key",
      { in: "query", name: "key", message: "is given more than once" },
    ],
  ])("%s is a 400", async (_what, scheme, headers, target, issue) => {
    const answer = await served([scheme])(headers, target);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      type: "urn:bough:invalid-request",
      errors: [issue],
    });
  });

  test("RFC 6750 3.1: the challenge of a wrong token, and of a malformed one", async () => {
    const ask = served([UserToken]);
    const wrong = await ask({ authorization: "Bearer bad" });
    expect(wrong.headers.get("www-authenticate")).toBe(
      'Bearer realm="user-token", error="invalid_token"',
    );
    const malformed = await ask({ authorization: "Bearer a,b" });
    expect(malformed.headers.get("www-authenticate")).toBe(
      'Bearer realm="user-token", error="invalid_request"',
    );
  });

  test("keeps its challenge where the root writes rejections itself", async () => {
    const api = rootResource(
      "v1",
      { security: [UserToken], rejections: json<{ status: number }>() },
      { a: get("a") },
    );
    const server = createServer();
    server.rejections(api, ({ status }) => ({ status }));
    server.secured([authenticate(UserToken, () => undefined)]).route(api.a, () => undefined);
    const answer = await server.fetch("https://a.test/v1/a");
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="user-token"');
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({ status: 401 });
  });

  test("RFC 6750 2.1 and RFC 7617 2, 2.1: their examples", async () => {
    const seen: unknown[] = [];
    const keep = (given: unknown): number => seen.push(given);
    const api = rootResource({
      token: get("token").security(UserToken),
      password: get("password").security(Password),
    });
    const server = createServer();
    const app = server.secured([authenticate(UserToken, keep), authenticate(Password, keep)]);
    app.route(api, { token: () => undefined, password: () => undefined });
    for (const [path, authorization] of [
      ["token", "Bearer mF_9.B5f-4.1JqM"],
      ["password", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="],
      ["password", "Basic dGVzdDoxMjPCow=="],
    ] as const) {
      const answer = await server.fetch(`https://a.test/${path}`, { headers: { authorization } });
      expect(answer.status).toBe(204);
    }
    expect(seen).toEqual([
      "mF_9.B5f-4.1JqM",
      { username: "Aladdin", password: "open sesame" },
      { username: "test", password: "123£" },
    ]);
  });
});

describe("alternatives", () => {
  const token = { authorization: "Bearer good-user-token" };
  const bad = { authorization: "Bearer bad" };
  const key = { "x-api-key": "good-header-key" };
  const session = { cookie: "session=good-session" };
  const stale = { cookie: "session=stale" };

  test.each<[string, AnySecurity[], Record<string, string>, unknown]>([
    [
      "the first that is present decides",
      [HeaderKey, UserToken],
      { ...token, ...key },
      "header-key",
    ],
    ["a later one is taken if the first is absent", [HeaderKey, UserToken], token, "user-token"],
    ["a wrong one is refused", [UserToken, HeaderKey], { ...bad, ...key }, 401],
    ["a wrong one is refused beside anonymous", [UserToken, anonymous], bad, 401],
    ["nobody is anonymous", [anonymous, UserToken], {}, "anonymous"],
    ["anonymous is what remains", [anonymous, UserToken], token, "user-token"],
    [
      "the same place is tried in order",
      [UserToken, Other],
      { authorization: "Bearer good-other" },
      "other",
    ],
    ["anonymous alone ignores credentials", [anonymous], bad, "anonymous"],
    ["a stale cookie leaves the next", [Session, UserToken], { ...stale, ...token }, "user-token"],
    ["a stale cookie leaves anonymous", [Session, anonymous], stale, "anonymous"],
    ["a stale cookie alone is refused", [Session], stale, 401],
    [
      "all are needed",
      [allOf(UserToken, HeaderKey)],
      { ...token, ...key },
      ["user-token", "header-key"],
    ],
    ["one of all is not enough", [allOf(UserToken, HeaderKey), anonymous], token, 401],
    ["none of all is nobody", [allOf(UserToken, HeaderKey), anonymous], {}, "anonymous"],
    ["a cookie of all is not enough", [allOf(Session, HeaderKey), anonymous], session, "anonymous"],
    [
      "a part of all may be another alternative",
      [allOf(UserToken, HeaderKey), UserToken],
      token,
      "user-token",
    ],
  ])("%s", async (_what, security, headers, expected) => {
    const answer = await served(security as [AnySecurity])(headers);
    if (typeof expected === "number") {
      expect(answer.status).toBe(expected);
    } else {
      expect(await answer.json()).toMatchObject({ scheme: expected });
    }
  });

  test("have a challenge each, and those of allOf too", async () => {
    const answer = await served([UserToken, allOf(Password, HeaderKey), Certificate])();
    expect(answer.headers.get("www-authenticate")).toBe(
      'Bearer realm="user-token", Basic realm="password", charset="UTF-8", ApiKey in="header", name="X-Api-Key", MutualTls',
    );
  });

  test("vary by their headers beside anonymous, whatever the answer", async () => {
    const ask = served([UserToken, HeaderKey, Session, QueryKey, anonymous]);
    const vary = "Authorization, X-Api-Key, Cookie";
    for (const headers of [{}, bad, token, { authorization: "Bearer" }]) {
      expect((await ask(headers)).headers.get("vary")).toBe(vary);
    }
    expect((await ask()).headers.get("cache-control")).toBeNull();
    expect((await served([UserToken])(token)).headers.get("vary")).toBeNull();
  });
});

describe("a cookie", () => {
  const cookie = { cookie: "session=good-session" };
  const own: Record<string, string> = { host: "api.test" };
  test.each<[string, string, Record<string, string>, number, ServerOptions?]>([
    ["a safe method", "GET", { "sec-fetch-site": "cross-site" }, 200],
    ["QUERY", "QUERY", { "sec-fetch-site": "cross-site" }, 200],
    ["no page", "POST", {}, 200],
    ["the same origin", "POST", { "sec-fetch-site": "same-origin", origin: "https://x.test" }, 200],
    ["the address bar", "POST", { "sec-fetch-site": "none" }, 200],
    ["another site", "POST", { "sec-fetch-site": "cross-site" }, 403],
    ["another site by PUT", "PUT", { "sec-fetch-site": "cross-site" }, 403],
    ["another origin of the site", "POST", { "sec-fetch-site": "same-site" }, 403],
    ["an unknown value", "POST", { "sec-fetch-site": "x" }, 403],
    ["an old browser's own origin", "POST", { ...own, origin: "https://api.test" }, 200],
    ["its default port", "POST", { host: "api.test:443", origin: "https://api.test" }, 200],
    ["another origin", "POST", { ...own, origin: "https://evil.test" }, 403],
    ["another port", "POST", { ...own, origin: "https://api.test:8443" }, 403],
    ["an opaque origin", "POST", { ...own, origin: "null" }, 403],
    ["the URL without Host", "POST", { origin: "https://api.test" }, 200],
    [
      "publicUrl",
      "POST",
      { origin: "https://public.test" },
      200,
      { publicUrl: "https://public.test/api" },
    ],
    [
      "not the Host beside publicUrl",
      "POST",
      { ...own, origin: "https://api.test" },
      403,
      { publicUrl: "https://public.test" },
    ],
    [
      "the scheme of publicUrl",
      "POST",
      { origin: "http://public.test" },
      403,
      { publicUrl: "https://public.test" },
    ],
    [
      "a trusted origin",
      "POST",
      { "sec-fetch-site": "cross-site", origin: "https://app.test" },
      200,
      { trustedOrigins: ["https://app.test"] },
    ],
    [
      "an origin of cors",
      "POST",
      { "sec-fetch-site": "same-site", origin: "https://app.test" },
      200,
      { cors: { origins: ["https://app.test"], credentials: true } },
    ],
    [
      "an origin of cors without credentials",
      "POST",
      { origin: "https://app.test" },
      403,
      { cors: { origins: ["https://app.test"] } },
    ],
    [
      "an origin of a function",
      "POST",
      { origin: "https://app.test" },
      403,
      { cors: { origins: () => true, credentials: true } },
    ],
    ["any origin of cors", "POST", { origin: "https://app.test" }, 403, { cors: { origins: "*" } }],
  ])("%s", async (_what, method, headers, status, options = {}) => {
    const answer = await served([Session], options)({ ...cookie, ...headers }, "/a", method);
    expect(answer.status).toBe(status);
    if (status === 403) {
      expect(await answer.json()).toMatchObject({
        type: "urn:bough:forbidden",
        detail: expect.stringMatching(/^a request with a cookie must not be cross-site: /),
      });
    }
  });

  const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.test" };
  const post = (
    security: [AnySecurity, ...AnySecurity[]],
    headers: Record<string, string>,
    target = "/a",
  ): Promise<Response> => served(security)({ ...foreign, ...headers }, target, "POST");

  test("that is stale is refused all the same", async () => {
    expect((await post([Session, anonymous], { cookie: "session=stale" })).status).toBe(403);
  });

  test("is not checked for requests without it", async () => {
    expect((await post([Session, anonymous], {})).status).toBe(200);
    const token = { authorization: "Bearer good-user-token" };
    expect((await post([Session, UserToken], token)).status).toBe(200);
    expect((await post([anonymous], cookie)).status).toBe(200);
  });

  test("counts as absent beside another credential, which has to be right", async () => {
    const token = { ...cookie, authorization: "Bearer good-user-token" };
    expect(await (await post([Session, UserToken], token)).json()).toMatchObject({
      scheme: "user-token",
    });
    const wrong = { ...cookie, authorization: "Bearer bad" };
    expect((await post([Session, UserToken], wrong)).status).toBe(401);
    expect((await post([Session, QueryKey], cookie, "/a?key=x")).status).toBe(401);
    expect((await post([allOf(Session, QueryKey)], cookie, "/a?key=good-query-key")).status).toBe(
      401,
    );
  });

  test("of allOf is accepted with a header that no page can send", async () => {
    const both = { ...cookie, "x-api-key": "good-header-key" };
    expect((await post([allOf(Session, HeaderKey)], both)).status).toBe(200);
    expect((await post([allOf(Session, HeaderKey)], cookie)).status).toBe(403);
    // Browsers send this one by themselves, as they do the cookie.
    const ambient = { ...cookie, authorization: "Negotiate good-negotiate" };
    expect((await served([allOf(Session, Negotiate)])(ambient, "/a", "POST")).status).toBe(200);
    expect((await post([allOf(Session, Negotiate)], ambient)).status).toBe(401);
  });
});

describe("a named failure", () => {
  const SignedOut = failure("signed-out", 401);
  const NotAllowed = failure("not-allowed", 403);
  const Named = bearer("named", { unauthorized: SignedOut, forbidden: NotAllowed });
  const api = rootResource({
    a: get("a").security(Named),
    b: get("b").security(UserToken, Named),
    c: get("c").security(UserToken),
  });
  const server = createServer();
  const app = server.secured([
    authenticate(Named, (_token, { forbid }) => forbid()),
    authenticate(UserToken, () => undefined),
  ]);
  app.route(api, { a: () => undefined, b: () => undefined, c: () => undefined });
  const ask = (path: string, authorization?: string): Promise<Response> =>
    server.fetch(`https://a.test/${path}`, { headers: authorization ? { authorization } : {} });

  test("replaces 401 and keeps its challenge", async () => {
    const answer = await ask("a");
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="named"');
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toMatchObject({ type: "urn:problem-type:signed-out" });
    expect(await (await ask("b")).json()).toMatchObject({ type: "urn:problem-type:signed-out" });
  });

  test("replaces 403, with the challenge of RFC 6750", async () => {
    const answer = await ask("a", "Bearer x");
    expect(answer.status).toBe(403);
    expect(answer.headers.get("www-authenticate")).toBe(
      'Bearer realm="named", error="insufficient_scope"',
    );
    expect(await answer.json()).toMatchObject({ type: "urn:problem-type:not-allowed" });
  });

  test("may be bare", async () => {
    const Bare = bearer("bare", { unauthorized: failure(401) });
    const bare = rootResource({ a: get("a").security(Bare) });
    const bareServer = createServer();
    bareServer.secured([authenticate(Bare, () => undefined)]).route(bare.a, () => undefined);
    const answer = await bareServer.fetch("https://a.test/a");
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="bare"');
    expect(await answer.text()).toBe("");
  });

  test("is declared by the endpoints with the scheme, and by no other", () => {
    expect(api.a.failures).toEqual([SignedOut, NotAllowed]);
    expect(api.b.failures).toEqual([SignedOut, NotAllowed]);
    expect(api.c.failures).toEqual([]);
  });
});
