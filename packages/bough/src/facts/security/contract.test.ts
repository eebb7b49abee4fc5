// Security schemes in the contract and in its canonical text.
import { anonymous, apiKey, bearer, get, rootResource } from "bough";
import { allOf, basic, httpAuth, mutualTls, oauth2, openIdConnect } from "bough/existing";
import { canonical, contractOf, type ContractEndpoint } from "bough/contract";
import { describe, expect, test } from "vitest";
import type { AnySecurity } from "bough/types";

const UserToken = bearer("user-token", { format: "JWT", description: "of a user" });
const Key = apiKey("key", { header: "X-Api-Key" });
const code = {
  authorizationUrl: "https://a.test/authorize",
  tokenUrl: "https://a.test/token",
  scopes: { "a:read": "Read", "a:write": "Write" },
};
const device = {
  deviceAuthorizationUrl: "https://a.test/device",
  tokenUrl: "https://a.test/token",
  scopes: {},
};
const OAuth = oauth2("oauth", { authorizationCode: code, deviceAuthorization: device });

const one = (...security: [AnySecurity, ...AnySecurity[]]): ReturnType<typeof rootResource> =>
  rootResource("v1", { a: get("a").security(...security) });
const needed = (...security: [AnySecurity, ...AnySecurity[]]): ContractEndpoint["security"] =>
  contractOf(one(...security)).endpoints[0]?.security;

describe("a scheme in the contract", () => {
  test.each<[string, AnySecurity, object]>([
    [
      "bearer",
      UserToken,
      { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "of a user" },
    ],
    ["basic", basic("a", { dialog: false, realm: "r" }), { type: "http", scheme: "basic" }],
    ["httpAuth", httpAuth("a", { scheme: "Token" }), { type: "http", scheme: "Token" }],
    ["a header", Key, { type: "apiKey", in: "header", name: "X-Api-Key" }],
    ["a query parameter", apiKey("a", { query: "k" }), { type: "apiKey", in: "query", name: "k" }],
    ["a cookie", apiKey("a", { cookie: "sid" }), { type: "apiKey", in: "cookie", name: "sid" }],
    [
      "oauth2",
      OAuth,
      { type: "oauth2", flows: { authorizationCode: code, deviceAuthorization: device } },
    ],
    [
      "openIdConnect",
      openIdConnect("a", { url: "https://a.test/.well-known" }),
      { type: "openIdConnect", openIdConnectUrl: "https://a.test/.well-known" },
    ],
    ["mutualTls", mutualTls("a"), { type: "mutualTLS" }],
  ])("has the members of OpenAPI's object: %s", (_what, scheme, expected) => {
    const { components, endpoints } = contractOf(one(scheme));
    const { name } = scheme as typeof UserToken;
    expect(components.security).toEqual({ [name]: expected });
    expect(endpoints[0]?.security).toEqual([{ [name]: [] }]);
  });

  test("has one component for all scopes, and a number if another tree has another of its name", () => {
    const first = rootResource(
      "v1",
      { security: [UserToken] },
      { a: get("a").security(UserToken.scopes("x")), b: get("b") },
    );
    const second = rootResource(
      "v2",
      { security: [apiKey("user-token", { query: "t" })] },
      { a: get() },
    );
    const { components, endpoints } = contractOf({ first, second });
    expect(Object.keys(components.security)).toEqual(["user-token", "user-token2"]);
    expect(endpoints.map(({ security }) => security)).toEqual([
      [{ "user-token": ["x"] }],
      [{ "user-token": [] }],
      [{ "user-token2": [] }],
    ]);
  });

  test("may have any name", () => {
    const { components } = contractOf(one(bearer("__proto__")));
    expect(Object.keys(components.security)).toEqual(["__proto__"]);
  });
});

describe("alternatives in the contract", () => {
  test("are sets of schemes with their scopes, nobody last", () => {
    expect(needed(UserToken.scopes("b", "a"), Key)).toEqual([
      { "user-token": ["b", "a"] },
      { key: [] },
    ]);
    expect(needed(anonymous, allOf(UserToken.scopes("a"), Key))).toEqual([
      { "user-token": ["a"], key: [] },
      {},
    ]);
    expect(needed(allOf(UserToken.scopes("a"), UserToken.scopes("b", "a")))).toEqual([
      { "user-token": ["a", "b"] },
    ]);
    expect(needed(anonymous)).toEqual([{}]);
  });

  test("are inherited, and absent where nothing is declared", () => {
    const made = rootResource(
      "v1",
      { security: [UserToken] },
      { a: get("a"), b: get("b").security(anonymous) },
    );
    const none = rootResource("v2", { a: get() });
    const { endpoints } = contractOf({ made, none });
    expect(endpoints.map(({ security }) => security)).toEqual([
      [{ "user-token": [] }],
      [{}],
      undefined,
    ]);
  });
});

describe("the canonical text", () => {
  const textOf = (...security: [AnySecurity, ...AnySecurity[]]): string =>
    canonical(contractOf(one(...security)));
  const flow = (scopes: Record<string, string>): AnySecurity =>
    oauth2("o", { clientCredentials: { tokenUrl: "https://a.test", scopes } });

  test("is the same for other prose and another order of sets", () => {
    expect(textOf(bearer("user-token"))).toBe(textOf(UserToken));
    expect(textOf(flow({ a: "A", b: "B" }))).toBe(textOf(flow({ b: "other", a: "" })));
    expect(textOf(UserToken.scopes("a", "b"))).toBe(textOf(UserToken.scopes("b", "a")));
    expect(textOf(allOf(Key, UserToken))).toBe(textOf(allOf(UserToken, Key)));
    expect(textOf(anonymous, Key)).toBe(textOf(Key, anonymous));
  });

  test("differs where a client has to send something else", () => {
    const texts = [
      textOf(UserToken),
      textOf(UserToken.scopes("a")),
      textOf(UserToken, Key),
      textOf(Key, UserToken),
      textOf(allOf(Key, UserToken)),
      textOf(UserToken, anonymous),
      textOf(anonymous),
      textOf(basic("user-token")),
      textOf(flow({ a: "" })),
      textOf(flow({ a: "", b: "" })),
      textOf(bearer("description")),
      canonical(contractOf(rootResource("v1", { a: get("a") }))),
    ];
    expect(new Set(texts).size).toBe(texts.length);
  });
});
