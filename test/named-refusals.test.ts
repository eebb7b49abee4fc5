// Failures instead of 401 and 403: the client gets them as results, wherever the scheme stands.
import { anonymous, bearer, failure, get, rootResource, staticResource } from "bough";
import { createClient, credential } from "bough/client";
import { authenticate, createServer } from "bough/server";
import { expect, test } from "vitest";

const SignedOut = failure("signed-out", 401);
const NotAllowed = failure("not-allowed", 403);
const Token = bearer("token", { unauthorized: SignedOut, forbidden: NotAllowed });

const root = rootResource(
  "v1",
  { security: [Token] },
  { list: get("list").response<string>(), open: get("open").security(anonymous) },
);
const nested = rootResource("v2", {
  users: staticResource("users", { security: [Token] }, { list: get().response<string>() }),
  own: get("own").security(Token).response<string>(),
});

const server = createServer();
const view = server.secured([
  authenticate(Token, (token, { forbid }) =>
    token === "forbidden" ? forbid() : token === "good" ? { user: "ada" } : undefined,
  ),
]);
view.route(root, { list: ({ principal }) => principal.user, open: () => undefined });
view.route(nested, {
  users: { list: ({ principal }) => principal.user },
  own: ({ principal }) => principal.user,
});

test.each([
  ["a root", root.list],
  ["a resource", nested.users.list],
  ["the endpoint", nested.own],
])("of a scheme on %s", async (_where, endpoint) => {
  const answer = async (token: string | undefined): Promise<unknown> => {
    const client = createClient({
      fetch: server.fetch,
      credentials: [credential(Token, token)],
    });
    const result = await client.request(endpoint);
    if (result.failedWith(SignedOut)) {
      expect(result.status).toBe(401);
      expect(result.response.headers.get("www-authenticate")).toContain('Bearer realm="token"');
    }
    return result.match({
      ok: (user) => user,
      "signed-out": (_, { failure: { name } }) => name,
      "not-allowed": (_, { status, failure: { name } }) => [status, name],
    });
  };
  expect(await answer("good")).toBe("ada");
  expect(await answer("wrong")).toBe("signed-out");
  expect(await answer(undefined)).toBe("signed-out");
  expect(await answer("forbidden")).toEqual([403, "not-allowed"]);
});

test("an endpoint below that is open has none of them", async () => {
  expect(root.open.failures).toEqual([]);
  expect(await createClient({ fetch: server.fetch }).request(root.open)).toMatchObject({
    ok: true,
    status: 204,
  });
});
