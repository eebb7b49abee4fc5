// Security schemes in the document.
import { anonymous, apiKey, bearer, failure, get, post, rootResource } from "bough";
import { allOf, oauth2 } from "bough/existing";
import { contractOf } from "bough/contract";
import { openApi } from "bough-openapi";
import { authenticate, createServer } from "bough/server";
import { describe, expect, test } from "vitest";

const info = { title: "", version: "1" };
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

describe("the document", () => {
  const SignedOut = failure("signed-out", 401);
  const Named = bearer("named", { unauthorized: SignedOut });
  const made = rootResource(
    "v1",
    { security: [UserToken] },
    {
      a: get("a"),
      either: get("either").security(allOf(UserToken, Key), anonymous),
      open: get("open").security(anonymous),
      named: get("named").security(Named),
      oauth: get("oauth").security(OAuth.scopes("a:read")),
    },
  );
  const warnings: string[] = [];
  const document = openApi(made, { info, onWarning: (warning) => warnings.push(warning) });
  const operation = (
    path: string,
  ): { readonly security?: unknown; readonly responses: Readonly<Record<string, object>> } =>
    document.paths[`/v1/${path}`]?.["get"] as never;

  test("has the schemes, and the alternatives of each operation", () => {
    const { securitySchemes } = document.components as { securitySchemes: object };
    expect(Object.keys(securitySchemes)).toEqual(["user-token", "key", "named", "oauth"]);
    expect(operation("a").security).toEqual([{ "user-token": [] }]);
    expect(operation("either").security).toEqual([{ "user-token": [], key: [] }, {}]);
    expect(operation("open").security).toEqual([]);
    expect(operation("oauth").security).toEqual([{ oauth: ["a:read"] }]);
  });

  test("has 401 and 403 where a credential may be refused, with named failures", () => {
    expect(Object.keys(operation("a").responses)).toEqual(["204", "401", "403", "default"]);
    expect(Object.keys(operation("either").responses)).toEqual(["204", "401", "403", "default"]);
    expect(Object.keys(operation("open").responses)).toEqual(["204", "default"]);
    expect(JSON.stringify(operation("named").responses["401"])).toContain("SignedOutProblem");
  });

  test("has the device flow where the version has it", () => {
    const flowsIn = (text: object): unknown =>
      (text as { securitySchemes: { oauth: { flows: unknown } } }).securitySchemes.oauth.flows;
    expect(flowsIn(document.components)).toEqual({
      authorizationCode: code,
      "x-oai-deviceAuthorization": device,
    });
    expect(warnings).toEqual([
      'the security scheme "oauth": the flow deviceAuthorization is in x-oai-deviceAuthorization, which most tools ignore: use version: "3.2"',
    ]);
    const later = openApi(made, { info, version: "3.2" });
    expect(flowsIn(later.components)).toEqual({
      authorizationCode: code,
      deviceAuthorization: device,
    });
  });
});

test("the failures of authorize are in the contract and in the document", () => {
  const NotMember = failure("not-member", 404);
  const tenants = rootResource(
    "tenants",
    { security: [UserToken], failures: [NotMember] },
    {
      add: post().security(UserToken.scopes("write")),
    },
  );
  const server = createServer();
  server
    .secured([authenticate(UserToken, (token) => token)])
    .authorize([NotMember], ({ scopes, fail }) => (scopes.length > 1 ? fail(NotMember) : undefined))
    .route(tenants.add, () => undefined);
  const [endpoint] = contractOf(server).endpoints;
  expect(endpoint?.failures).toMatchObject([{ name: "not-member", status: 404 }]);
  const document = openApi(server, { info });
  expect(document.paths["/tenants"]).toHaveProperty("post.responses.404.description", "Not member");
});
