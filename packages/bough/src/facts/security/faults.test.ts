import { describe, expect, test } from "vitest";
import { failure } from "../../declare/failure/failure.ts";
import { string } from "../../declare/parameter/parameter-types.ts";
import { get } from "../../declare/endpoint/verbs.ts";
import {
  apiKey,
  basic,
  bearer,
  httpAuth,
  mutualTls,
  oauth2,
  openIdConnect,
} from "./declared-schemes.ts";
import { allOf, anonymous } from "./declared.ts";
import { rootResource, staticResource } from "../../declare/tree/resource.ts";
import { DeclarationError } from "../../declare/verify/declaration-error.ts";
import { verify } from "../../declare/verify/verify.ts";

const UserToken = bearer("user-token");

/** The faults of a tree, without their remedies. */
function faults(tree: object): string[] {
  try {
    verify(tree as never);
  } catch (error) {
    expect(error).toBeInstanceOf(DeclarationError);
    return (error as DeclarationError).faults.map(({ node, fault }) => `${node}: ${fault}`);
  }
  return [];
}

const FLOW = { tokenUrl: "https://a.test/token", scopes: { read: "Read" } };
// Plain JavaScript may give anything.
const js = (value: unknown): never => value as never;

describe("security", () => {
  test("is sound", () => {
    const OAuth = oauth2("oauth", { clientCredentials: FLOW });
    const tree = rootResource(
      "v1",
      { security: [UserToken, allOf(UserToken, apiKey("key", { query: "key" })), anonymous] },
      {
        a: get("a").security(UserToken.scopes("a", "b:c"), UserToken.scopes("d")),
        b: get("b").security(OAuth.scopes("read")),
        c: get("c").security(openIdConnect("open-id", { url: "https://a.test" })),
      },
    );
    expect(faults(tree)).toEqual([]);
    expect(faults(rootResource("v2", { security: [UserToken] }, { a: get() }))).toEqual([]);
  });

  test.each<[string, unknown[], string]>([
    ["nothing", [], "its security is empty"],
    ["text", ["user-token"], 'its security has "user-token", which is not a scheme'],
    ["null", [null], "its security has null, which is not a scheme"],
    [
      "one of allOf",
      [allOf(...js([UserToken]))],
      "an allOf(…) has something other than two or more schemes",
    ],
    [
      "anonymous in allOf",
      [allOf(UserToken, js(anonymous))],
      "an allOf(…) has something other than two or more schemes",
    ],
    [
      "a reserved name",
      [bearer(js("anonymous"))],
      'the security scheme "anonymous" has a name that it cannot have',
    ],
    [
      "a name with a space",
      [bearer("a b")],
      'the security scheme "a b" has a name that it cannot have',
    ],
    [
      "a name that is not text",
      [bearer(js(1))],
      "the security scheme 1 has a name that it cannot have",
    ],
    [
      "a key in no place",
      [apiKey("a", js({}))],
      'the security scheme "a" does not have its key in one place',
    ],
    [
      "a key without options",
      [apiKey("a", js(undefined))],
      'the security scheme "a" does not have its key in one place',
    ],
    [
      "a key in two places",
      [apiKey("a", js({ header: "a", query: "b" }))],
      'the security scheme "a" does not have its key in one place',
    ],
    [
      "a header with a space",
      [apiKey("a", { header: "x y" })],
      'the security scheme "a" does not have its key in one place',
    ],
    [
      "no scheme's name",
      [httpAuth("a", js({}))],
      'the security scheme "a" has no name before its credential',
    ],
    ["no flow", [oauth2("a", {})], 'the security scheme "a" has no flow with its URLs and scopes'],
    [
      "an unknown flow",
      [oauth2("a", js({ magic: FLOW }))],
      'the security scheme "a" has no flow with its URLs and scopes',
    ],
    [
      "a flow without its URL",
      [oauth2("a", js({ implicit: FLOW }))],
      'the security scheme "a" has no flow with its URLs and scopes',
    ],
    [
      "no discovery document",
      [openIdConnect("a", js({}))],
      'the security scheme "a" has no discovery document URL',
    ],
    [
      "a scope with a space",
      [UserToken.scopes("a b")],
      'the security scheme "user-token" asks for the scope "a b"',
    ],
    [
      "a scope that is not listed",
      [oauth2("a", { clientCredentials: FLOW }).scopes(js("wrong"))],
      'the security scheme "a" does not list the scope "wrong"',
    ],
    [
      "a failure with data",
      [bearer("a", js({ unauthorized: failure("a", 401).body<{ a: 1 }>() }))],
      'the option unauthorized of the security scheme "a" is not a failure without data',
    ],
    [
      "a failure with headers",
      [bearer("a", js({ forbidden: failure("a", 403).headers({ "x-why": string() }) }))],
      'the option forbidden of the security scheme "a" is not a failure without data',
    ],
    [
      "a failure for a range of statuses",
      [bearer("a", js({ unauthorized: failure("4XX") }))],
      'the option unauthorized of the security scheme "a" is not a failure without data',
    ],
    [
      "a realm with a line feed",
      [bearer("a", { realm: "a\nb" })],
      'the security scheme "a" has the realm "a\\nb"',
    ],
    [
      "a realm beyond ASCII",
      [oauth2("a", { clientCredentials: FLOW }, { realm: "€" })],
      'the security scheme "a" has the realm "€"',
    ],
    [
      "a realm that is no text",
      [httpAuth("a", js({ scheme: "Token", realm: 5 }))],
      'the security scheme "a" has the realm 5',
    ],
    [
      "bearer in small letters",
      [httpAuth("a", { scheme: js("bearer") })],
      'the security scheme "a" has the name "bearer" before its credential',
    ],
    [
      "all cookies as a key",
      [apiKey("a", { header: "cookie" })],
      'the security scheme "a" has the whole header Cookie as its key',
    ],
    [
      "a failure that is none",
      [bearer("a", js({ forbidden: 403 }))],
      'the option forbidden of the security scheme "a" is not a failure without data',
    ],
  ])("has a fault: %s", (_what, given, fault) => {
    const own = rootResource("v1", { a: get("a").security(...js(given)) });
    expect(faults(own)).toEqual([`a: ${fault}`]);
    const inherited = rootResource("v1", js({ security: given }), { a: get("a") });
    expect(faults(inherited)).toEqual([`: ${fault}`]);
  });

  test("is declared twice", () => {
    const twice = get("a").security(UserToken).security(anonymous);
    expect(faults(rootResource("v1", { a: twice }))).toEqual(["a: the security is declared twice"]);
  });

  test("has two schemes with one name in a tree, but not in two trees", () => {
    const Same = apiKey("user-token", { header: "x-key" });
    const one = rootResource("v1", { security: [UserToken] }, { a: get("a").security(Same) });
    expect(faults(one)).toEqual([
      'a: the security scheme "user-token" differs from that of /v1, which has the same name',
    ]);
    const other = rootResource("v2", { security: [Same] }, { a: get() });
    const first = rootResource("v3", { security: [UserToken] }, { a: get() });
    expect(() => verify(first, other)).not.toThrow();
    const below = staticResource("b", first, { security: [Same] }, { a: get() });
    expect(faults(below)).toEqual([]);
    expect(() => verify(first, below)).toThrow("differs from that of /v3");
  });

  test.each([
    [
      "header",
      apiKey("a", { header: "X-Key" }),
      get().headers({ "x-key": string() }),
      'header "X-Key"',
    ],
    [
      "query parameter",
      apiKey("a", { query: "key" }),
      get().parameters({ key: string() }),
      'query parameter "key"',
    ],
    [
      "cookie",
      apiKey("a", { cookie: "session" }),
      get().cookies({ session: string() }),
      'cookie "session"',
    ],
  ])("has a key that is declared as a %s too", (_what, scheme, endpoint, noun) => {
    const fault = `the ${noun} is the key of the security scheme "a", and is declared too`;
    expect(faults(rootResource("v1", { security: [scheme] }, { a: endpoint }))).toEqual([
      `a: ${fault}`,
    ]);
    expect(faults(rootResource("v1", { a: endpoint.security(scheme) }))).toEqual([`a: ${fault}`]);
    expect(
      faults(rootResource("v1", { security: [scheme] }, { a: endpoint.security(anonymous) })),
    ).toEqual([]);
  });

  test.each([
    UserToken,
    basic("password"),
    httpAuth("own", { scheme: "Token" }),
    oauth2("oauth", { clientCredentials: FLOW }),
    openIdConnect("open-id", { url: "https://a.test" }),
  ])("has a credential in a header that is declared too: $name", (scheme) => {
    const fault = `the header "Authorization" has the credential of the security scheme "${scheme.name}", and is declared too`;
    const own = get().headers({ authorization: string().optional() }).security(scheme);
    expect(faults(rootResource("v1", { a: own }))).toEqual([`a: ${fault}`]);
    const options = { headers: { Authorization: string() }, security: [scheme] };
    const open = get("b").security(anonymous);
    expect(faults(rootResource("v1", options, { a: get(), b: open }))).toEqual([`a: ${fault}`]);
  });

  test("may stand beside any header if it is a certificate", () => {
    const own = get().headers({ authorization: string() }).security(mutualTls("device"));
    expect(faults(rootResource("v1", { a: own }))).toEqual([]);
  });
});
