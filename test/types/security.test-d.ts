// Security in types: what a declaration, a server and its handlers may say of it, and the sentences.
import { anonymous, apiKey, bearer, failure, get, post, rootResource, staticResource } from "bough";
import {
  allOf,
  basic,
  httpAuth,
  mutualTls,
  oauth2,
  openIdConnect,
  type BasicCredential,
} from "bough/existing";
import { endpointsOf } from "bough/contract";
import type { InferFailure } from "bough";
import { createClient, credential } from "bough/client";
import { authenticate, createServer } from "bough/server";
import type { Call, Handler, Handlers } from "bough/server";
import type { AuthenticateCall, InferPrincipal, RoutesOf } from "bough/types";
import { expectType } from "../support/types.ts";

interface User {
  readonly user: string;
}
interface Partner {
  readonly partner: number;
}
const NotThere = failure("not-there", 503);

const UserToken = bearer("user-token", { format: "JWT" });
const PartnerKey = apiKey("partner-key", { header: "x-api-key" });
const GitHub = oauth2("github", {
  authorizationCode: {
    authorizationUrl: "https://example.test/authorize",
    tokenUrl: "https://example.test/token",
    scopes: { "repo:read": "Read repositories", "repo:write": "Write" },
  },
});

const api = rootResource(
  "v1",
  { security: [UserToken] },
  {
    health: get("health").security(anonymous),
    users: staticResource("users", {
      list: get().response<string[]>(),
      create: post().request<{ name: string }>().security(UserToken.scopes("users:write")),
      export: get("export").security(UserToken, PartnerKey).response<string>(),
      feed: get("feed").security(UserToken, anonymous).response<string>(),
      admin: post("admin").security(allOf(UserToken, PartnerKey)),
    }),
    repos: get("repos").security(GitHub.scopes("repo:read")),
  },
);
const open = rootResource("open", { list: get().response<string[]>() });

const server = createServer<{ env: { key: string } }>();
const app = server.secured([
  authenticate(UserToken, async (token, { scopes, forbid, env, signal, header }) => {
    expectType(token).is<string>();
    expectType(scopes).is<readonly string[]>();
    expectType(env).is<{ key: string }>();
    expectType(signal).is<AbortSignal>();
    expectType(header("x")).is<string | undefined>();
    if (token === "") {
      return undefined;
    }
    if (!scopes.includes("a")) {
      forbid();
    }
    return await Promise.resolve<User>({ user: token });
  }),
  authenticate(PartnerKey, (key): Partner | null => (key === "" ? null : { partner: 1 })),
]);

app.route(api.users.list, ({ principal, scheme }) => {
  expectType(principal).is<User>();
  expectType(scheme).is<"user-token">();
  return [principal.user];
});
app.route(api.users.export, (call) => {
  expectType(call.principal).is<User | Partner>();
  if (call.scheme === "partner-key") {
    expectType(call.principal).is<Partner>();
  }
  return call.scheme === "user-token" ? call.principal.user : String(call.principal.partner);
});
app.route(api.users.export, ({ principal, scheme }) =>
  scheme === "user-token" ? principal.user : String(principal.partner),
);
app.route(api.users.feed, ({ principal, scheme }) => {
  expectType(principal).is<User | undefined>();
  expectType(scheme).is<"user-token" | "anonymous">();
  return scheme === "anonymous" ? "" : principal.user;
});
app.route(api.users.admin, ({ principal: [user, partner], scheme }) => {
  expectType(user).is<User>();
  expectType(partner).is<Partner>();
  expectType(scheme).is<readonly ["user-token", "partner-key"]>();
});
app.route(api.health, ({ principal, scheme }) => {
  expectType(principal).is<undefined>();
  expectType(scheme).is<"anonymous">();
});
app.route(open.list, (call) => {
  // @ts-expect-error - an endpoint without security has no principal
  call.principal;
  return [];
});

// Handlers as an object.
app.route(api.users, {
  list: ({ principal }) => [principal.user],
  create: ({ principal, body }) => {
    expectType(principal).is<User>();
    expectType(body.name).is<string>();
  },
  export: ({ scheme }) => scheme,
  feed: ({ principal }) => principal?.user ?? "",
  admin: app.handler(({ principal }) => {
    expectType(principal[1]).is<Partner>();
  }),
});

// A misspelled endpoint has no second error at its handler.
server.route(
  // @ts-expect-error - there is no endpoint of this name
  api.users.lst,
  () => [],
);

// A view without the check.
// @ts-expect-error - this view does not check "user-token"
server.route(api.users.list, () => []);
// @ts-expect-error - this view does not check "github"
app.route(api.repos, () => undefined);
server.route(api.health, () => undefined);
const keysOnly = server.secured([authenticate(PartnerKey, () => ({ partner: 1 }))]);
// @ts-expect-error - this view does not check "user-token"
keysOnly.route(api.users.export, () => "");
server.route(api.users, {
  // @ts-expect-error - this view does not check "user-token"
  list: () => [],
  // @ts-expect-error - this view does not check "user-token"
  create: () => undefined,
  // @ts-expect-error - this view does not check "user-token"
  export: () => "",
  // @ts-expect-error - this view does not check "user-token"
  feed: () => "",
  // @ts-expect-error - this view does not check "user-token"
  admin: () => undefined,
});

// Guards and arounds.
app
  .guard(({ principal }) => {
    expectType(principal).is<User | Partner | undefined>();
    return { roles: ["a"] };
  })
  .around(async ({ principal, roles }, next) => {
    expectType(principal).is<User | Partner | undefined>();
    expectType(roles).is<string[]>();
    return await next();
  })
  .route(api.users.list, ({ principal, roles }) => [principal.user, ...roles]);
app
  .at(api.users)
  .guard(({ principal, scheme, ids }) => {
    expectType(principal).is<User | Partner | readonly [User, Partner] | undefined>();
    expectType(ids).is<{}>();
    return { name: scheme === "user-token" ? principal.user : "" };
  })
  .route(api.users.list, ({ principal, name }) => [principal.user, name]);
server.guard((call) => {
  // @ts-expect-error - this view checks no scheme
  call.principal;
  return {};
});
// @ts-expect-error - the call already has this name
app.guard(() => ({ principal: 1 }));
// @ts-expect-error - the call already has this name
server.guard(() => ({ scheme: "a" }));
// @ts-expect-error - the call already has this name
server.guard(() => ({ cookies: {} }));
// @ts-expect-error - the call already has this name
server.guard(() => ({ mediaType: "a/b" }));

// More schemes in a further view.
const more = keysOnly.secured([authenticate(UserToken, () => ({ user: "a" }))]);
more.route(api.users.export, ({ scheme, principal }) =>
  scheme === "user-token" ? principal.user : String(principal.partner),
);

// In other files.
type App = RoutesOf<typeof app>;
function routeUsers(routes: App): void {
  routes.route(api.users.list, ({ principal, env }) => [principal.user, env.key]);
}
routeUsers(app);
// @ts-expect-error - a server without the checks
routeUsers(server);
// @ts-expect-error - a view with fewer checks
routeUsers(keysOnly);
const anyRoutes: RoutesOf<typeof server> = app;
anyRoutes.route(open.list, ({ env }) => [env.key]);
const list: Handler<typeof api.users.list, unknown, typeof app> = ({ principal }) => [
  principal.user,
];
const byRecord: Handler<typeof api.users.list, unknown, { "user-token": User }> = ({
  principal,
}) => [principal.user];
const plain: Handler<typeof api.users.list> = () => [];
app.route(api.users.list, list);
app.route(api.users.list, byRecord);
app.route(api.users.list, plain);
const users: Handlers<typeof api.users, unknown, typeof app> = {
  list,
  create: () => undefined,
  export: () => "",
  feed: ({ principal }) => principal?.user ?? "",
  admin: ({ principal }) => {
    expectType(principal[0]).is<User>();
  },
};
app.route(api.users, users);
expectType<InferPrincipal<typeof api.users.list, typeof app>>(null as never).is<User>();
expectType<InferPrincipal<typeof api.users.feed, typeof app>>(null as never).is<User | undefined>();
expectType<InferPrincipal<typeof app>>(null as never).is<User | Partner>();
expectType<Call<typeof api.users.list, unknown, typeof app>["principal"]>(null as never).is<User>();

// Over any endpoint.
for (const endpoint of endpointsOf(api)) {
  app.route(endpoint, ({ principal }) => void principal);
}

// Declarations.
// @ts-expect-error - the scheme does not list this scope
GitHub.scopes("repo:raed");
// @ts-expect-error - one scope at least
UserToken.scopes();
// @ts-expect-error - name a scheme, or anonymous
get().security();
// @ts-expect-error - a scheme, allOf or anonymous
get().security("user-token");
// @ts-expect-error - security is a list
rootResource("x", { security: UserToken }, { a: get() });
// @ts-expect-error - name a scheme, or anonymous
rootResource("x", { security: [] }, { a: get() });
// @ts-expect-error - two schemes at least
allOf(UserToken);
// @ts-expect-error - nobody has no credentials to join
allOf(UserToken, anonymous);
// @ts-expect-error - the name of nobody
bearer("anonymous");
// @ts-expect-error - a scheme has a name
bearer("");
// @ts-expect-error - one place
apiKey("a", {});
// @ts-expect-error - one place
apiKey("a", { header: "a", query: "b" });
// @ts-expect-error - use bearer(name)
httpAuth("a", { scheme: "Bearer" });
// @ts-expect-error - the URL of the discovery document
openIdConnect("a", {});
// @ts-expect-error - a flow has URLs
oauth2("a", { authorizationCode: { scopes: {} } });
// @ts-expect-error - a failure of a scheme has no data
bearer("a", { unauthorized: failure("a", 401).body<{ a: string }>() });
authenticate(basic("a"), (credential) => {
  expectType(credential).is<BasicCredential>();
  return credential.username;
});
authenticate(mutualTls("a"), ({ fingerprint256 }) => fingerprint256);
// @ts-expect-error - the credential of a bearer scheme is text
authenticate(UserToken, (token: number) => token);
// A check that may return `false` names nobody: `false` itself would be a principal.
declare const knows: (token: string) => boolean;
// @ts-expect-error - return the principal, or undefined
server.secured([authenticate(UserToken, (token, { env }) => token === env.key)]);
// @ts-expect-error - return the principal, or undefined
server.secured([authenticate(UserToken, knows)]);
// @ts-expect-error - return the principal, or undefined
server.secured([authenticate(UserToken, async (token) => knows(token))]);
// @ts-expect-error - return the principal, or undefined
server.secured([authenticate(UserToken, [NotThere], (token) => knows(token) && { user: token })]);
server.secured([authenticate(UserToken, (token, { env }) => token === env.key || undefined)]);
server.secured([authenticate(UserToken, (): unknown => 1), authenticate(PartnerKey, (): any => 1)]);
// The principal of a generic function is known where it is called.
function checking<P>(find: (token: string) => P | undefined) {
  return authenticate(UserToken, find);
}
const checked = server.secured([checking((token) => ({ user: token }))]);
checked.route(api.users.list, ({ principal }) => {
  expectType(principal).is<{ user: string }>();
  return [];
});
// @ts-expect-error - return the principal, or undefined
server.secured([checking(knows)]);
// A function in another file names what it reads.
const readsAll = (token: string, { scopes }: AuthenticateCall): string => token + scopes.join();
const readsSome = (token: string, { forbid }: { forbid: () => never }): string => token || forbid();
const readsView = (key: string, { env }: { env: { key: string } }): string | null =>
  key === env.key ? key : null;
server.secured([authenticate(UserToken, readsAll), authenticate(PartnerKey, readsView)]);
createServer().secured([authenticate(UserToken, readsSome)]);
// @ts-expect-error - this server has no `env`
createServer().secured([authenticate(PartnerKey, readsView)]);

// Failures instead of rejections.
const SignedOut = failure("signed-out", 401);
const NotAllowed = failure("not-allowed", 403);
const Named = bearer("named", { unauthorized: SignedOut, forbidden: NotAllowed });
const named = rootResource(
  "named",
  { security: [Named] },
  { a: get("a"), b: get("b").security(anonymous), c: get("c").security(Named, anonymous) },
);
const namedApp = createServer().secured([authenticate(Named, () => 1)]);
namedApp.route(named.a, ({ fail, principal }) => {
  expectType(principal).is<number>();
  fail(SignedOut);
});
namedApp.route(named.b, ({ fail }) => {
  // @ts-expect-error - this endpoint does not have the scheme
  fail(SignedOut);
});
namedApp.route(named.c, ({ fail }) => fail(NotAllowed));

// The client gets them too, wherever the scheme stands.
expectType<InferFailure<typeof named.a>["name"]>().is<"signed-out" | "not-allowed">();
expectType<InferFailure<typeof named.b>["name"]>().is<never>();
expectType<InferFailure<typeof named.c>["name"]>().is<"signed-out" | "not-allowed">();
const NotThereYet = failure("not-there-yet", 404);
const nested = rootResource("nested", {
  users: staticResource(
    "users",
    { security: [Named], failures: [NotThereYet] },
    { list: get().response<string>().failure(NotThere), open: get("open").security(anonymous) },
  ),
});
expectType<InferFailure<typeof nested.users.list>["name"]>().is<
  "signed-out" | "not-allowed" | "not-there" | "not-there-yet"
>();
expectType<InferFailure<typeof nested.users.open>["name"]>().is<"not-there-yet">();
export async function refused() {
  const result = await createClient().request(named.a);
  if (!result.ok) {
    expectType(result.failure.name).is<"signed-out" | "not-allowed">();
    expectType(result.status).is<401 | 403>();
  }
  if (result.failedWith(SignedOut)) {
    expectType(result.failure.status).is<401>();
  }
  result.match({ ok: () => 0, "signed-out": () => 1, "not-allowed": () => 2 });
  // @ts-expect-error - no case for "not-allowed"
  result.match({ ok: () => 0, "signed-out": () => 1 });
  const open = await createClient().request(named.b);
  // @ts-expect-error - this endpoint does not have the scheme
  open.failedWith(SignedOut);
}

// Clients.
createClient({ credentials: [credential(UserToken, "a"), credential(PartnerKey, undefined)] });
createClient({
  credentials: [credential(UserToken, async ({ refused }) => (refused ? undefined : "a"))],
});
// @ts-expect-error - use an array of credential(…), and init for fetch's own option
createClient({ credentials: "include" });
// @ts-expect-error - a bearer token is text
credential(UserToken, 1);
// @ts-expect-error - a user name and a password
credential(basic("a"), { username: "a" });
void createClient().request(api.users.list, { credentials: [credential(UserToken, "a")] });
// @ts-expect-error - use an array of credential(…), and init for fetch's own option
void createClient().request(api.users.list, { credentials: "include" });
