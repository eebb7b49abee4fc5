// Ways to serve a secured endpoint without its check, or to give its handler a wrong principal: none compiles.
import {
  anonymous,
  apiKey,
  bearer,
  dynamicResource,
  failure,
  get,
  integer,
  post,
  rootResource,
  staticResource,
} from "bough";
import { allOf } from "bough/existing";
import type { AnyScheme, InferPrincipal, RoutesOf } from "bough/types";
import { authenticate, createServer } from "bough/server";
import type { Handler, Handlers, Routes } from "bough/server";
import { expectType } from "../support/types.ts";

interface User {
  readonly user: string;
}
interface Admin {
  readonly admin: true;
}

const Token = bearer("token");
const NotMember = failure("not-member", 404);
const Key = apiKey("key", { header: "x-key" });
const api = rootResource(
  "v1",
  { security: [Token] },
  {
    list: get("list").response<string[]>(),
    both: get("both").security(allOf(Token, Key), anonymous).response<string[]>(),
    open: get("open").security(anonymous),
    sub: staticResource("sub", { a: get(), b: get("b").security(Key) }),
  },
);
const server = createServer();
const app = server.secured([authenticate(Token, (): User => ({ user: "a" }))]);
const admins = server.secured([authenticate(Token, (): Admin => ({ admin: true }))]);
const all = app.secured([authenticate(Key, (key) => (key === "" ? undefined : { key }))]);

// Another principal than that of the view.
const forAdmins: Handler<typeof api.list, unknown, typeof admins> = ({ principal }) => [
  String(principal.admin),
];
admins.route(api.list, forAdmins);
// @ts-expect-error - this view gives a User
app.route(api.list, forAdmins);
// @ts-expect-error - this view gives a User
app.route(api.list, ({ principal }: { principal: Admin }) => [String(principal.admin)]);
const routeAdmins = (routes: RoutesOf<typeof admins>): void => routes.route(api.list, forAdmins);
routeAdmins(admins);
// @ts-expect-error - this view gives a User
routeAdmins(app);

// Handlers as an object.
// @ts-expect-error - this view does not check "key"
app.route(api.sub, { a: () => undefined, b: () => undefined });
// @ts-expect-error - this view does not check "token"
server.route(api.sub, { a: () => undefined, b: () => undefined });
const handlers: Handlers<typeof api.sub, unknown, typeof app> = {
  a: ({ principal }) => void principal.user,
  b: ({ principal }) => {
    expectType(principal).is<unknown>();
  },
};
// @ts-expect-error - this view does not check "key"
app.route(api.sub, handlers);
all.route(api.sub, handlers);

// Further views keep what their view checks, and no more.
// @ts-expect-error - this view does not check "token"
server.at(api.sub).route(api.sub.a, () => undefined);
// @ts-expect-error - this view does not check "token"
server.at(api.sub).route(api.sub, { a: () => undefined, b: () => undefined });
// @ts-expect-error - this view does not check "key"
app.at(api.sub).route(api.sub.b, () => undefined);
// @ts-expect-error - this view does not check "token"
server.guard(() => ({ a: 1 })).route(api.list, () => []);
// @ts-expect-error - this view does not check "token"
server.around((_call, next) => next()).route(api.list, () => []);
const wrapped = server.handler<typeof api.list>(() => []);
// @ts-expect-error - this view does not check "token", also beside a wrapped handler
server.route(api.list, wrapped);
app
  .guard(() => ({ a: 1 }))
  .around((_call, next) => next())
  .route(api.list, ({ principal, a }) => {
    expectType(principal).is<User>();
    return [String(a)];
  });

// One of several schemes is not enough.
// @ts-expect-error - this view does not check "key"
app.route(api.both, () => []);
all.route(api.both, (call) => {
  expectType(call.scheme).is<readonly ["token", "key"] | "anonymous">();
  expectType(call.principal).is<readonly [User, { key: string }] | undefined>();
  if (call.scheme === "anonymous") {
    expectType(call.principal).is<undefined>();
    return [];
  }
  expectType(call.principal).is<readonly [User, { key: string }]>();
  return [];
});
expectType<InferPrincipal<typeof api.both, typeof all>>(null as never).is<
  readonly [User, { key: string }] | undefined
>();
expectType<InferPrincipal<typeof api.open, typeof all>>(null as never).is<undefined>();
const eitherName = (): "token" | "other" => "token";
const either = rootResource("either", { a: get().security(bearer(eitherName())) });
// @ts-expect-error - this view does not check "other"
app.route(either.a, () => undefined);
// Of a scheme that is not known, the server checks at run time.
const erased = rootResource("erased", { a: get().security(Token as AnyScheme) });
app.route(erased.a, ({ principal }) => {
  expectType(principal).is<User | undefined>();
});

// Wrong authenticators.
// @ts-expect-error - a scheme
authenticate("token", () => 1);
// @ts-expect-error - a function
authenticate(Token);
// @ts-expect-error - nobody has no credential
authenticate(anonymous, () => 1);
// @ts-expect-error - one scheme each
authenticate(allOf(Token, Key), () => 1);
// @ts-expect-error - a list
server.secured(authenticate(Token, () => 1));
// @ts-expect-error - authenticate(…)
server.secured([(token: string) => token]);
// @ts-expect-error - the view does not provide db
server.secured([authenticate(Token, (_token, { db }: { db: number }) => db)]);
server
  .guard(() => ({ db: 1 }))
  .secured([
    // @ts-expect-error - guards run after the credentials, so "db" is not there yet
    authenticate(Token, (_token, { db }: { db: number }) => db),
  ]);
server
  .guard(() => ({ db: 1 }))
  .secured([
    // @ts-expect-error - nor without a type
    authenticate(Token, (_token, { db }) => db),
  ]);
const withContext = createServer<{ readonly db: number }>();
withContext
  .guard(() => ({ user: "ada" }))
  .secured([authenticate(Token, (_token, { db }) => db)])
  .route(api.list, ({ principal, user, db }) => [user, principal.toFixed(), db.toFixed()]);
// A view of guards is not a server with a context, and its context does not get lost.
const known: Routes<{ readonly db: number }> = server.guard(() => ({ db: 1 }));
// @ts-expect-error - this view does not say that "db" is there before its guards
known.secured([authenticate(Token, (_token, { db }: { db: number }) => db)]);
// @ts-expect-error - a guard gives "db" here, so authenticate would miss it
const late: RoutesOf<typeof withContext> = server.guard(() => ({ db: 1 }));
const early: RoutesOf<typeof withContext> = withContext;
early.at(api.sub).secured([authenticate(Token, (_token, { db }) => db)]);
void late;

// Scopes.
const scoped = rootResource(
  "scoped",
  { security: [Token] },
  {
    tenant: dynamicResource(
      "tenant",
      { type: integer(), failures: [NotMember] },
      { add: post().security(Token.scopes("write")), list: get() },
    ),
    free: get("free").security(Token.scopes("write")),
  },
);
const { tenant } = scoped;
const inTenant = app.at(tenant).authorize([NotMember], (call) => {
  expectType(call.scopes).is<readonly string[]>();
  expectType(call.principal).is<User>();
  expectType(call.scheme).is<"token">();
  expectType(call.ids).is<{ readonly tenant: number }>();
  call.fail(NotMember);
});
inTenant.route(tenant.add, ({ principal }) => void principal.user);
inTenant.route(tenant, { add: () => undefined, list: () => undefined });
// @ts-expect-error - this is not below the resource of the view
inTenant.route(scoped.free, () => undefined);
// @ts-expect-error - the failure is not in the list
app.at(tenant).authorize(({ fail }) => fail(NotMember));
const anywhere = app.authorize([NotMember], async ({ scopes, principal, ids, forbid }) => {
  expectType(principal).is<User | undefined>();
  expectType(ids).is<Readonly<Record<string, unknown>>>();
  await Promise.resolve();
  return scopes.length > 1 ? forbid() : undefined;
});
anywhere.at(tenant).route(tenant.add, () => undefined);
// @ts-expect-error - a guard or around may fail with "not-member"
anywhere.route(scoped.free, () => undefined);
// @ts-expect-error - whoever returns false means to refuse: forbid()
app.authorize(({ scopes, principal }) => scopes.includes(principal?.user ?? ""));
// @ts-expect-error - nor as a promise
app.authorize(async ({ scopes }) => Promise.resolve(scopes.length === 0));
// @ts-expect-error - it gives the call nothing: with does
app.at(tenant).authorize(() => ({ role: "admin" }));
// @ts-expect-error - guards run later
app.guard(() => ({ role: "admin" })).authorize(({ role }) => void role);
app
  .guard(() => ({ role: "admin" }))
  .at(tenant)
  // @ts-expect-error - nor is it there in a view of a resource
  .authorize(({ role }) => void role);
server.authorize((call) => {
  // @ts-expect-error - this view checks no scheme
  call.principal;
});
app.authorize((call) => {
  // @ts-expect-error - the body is not decoded yet
  call.body;
  // @ts-expect-error - authorize does not answer
  call.respond();
});
// @ts-expect-error - this view does not check "token"
server.authorize(() => undefined).route(scoped.free, () => undefined);
withContext.authorize(({ db }) => void db.toFixed());
const routeTenants = (routes: RoutesOf<typeof anywhere>): void => void routes;
routeTenants(anywhere);

// The principal below a resource: that of every endpoint which the view can route.
const mixed = rootResource(
  "mixed",
  { security: [Token] },
  {
    team: dynamicResource(
      "team",
      { security: [Token] },
      {
        find: get(),
        scan: post("scan").security(Token, Key),
        deep: staticResource("deep", { security: [anonymous] }, { open: get() }),
        own: dynamicResource("own", { own: get().security(allOf(Token, Key)) }),
      },
    ),
    free: staticResource("free", { find: get().security(Key) }),
  },
);
all.at(mixed.team).authorize(({ principal, scheme }) => {
  expectType(scheme).is<"token" | "key" | "anonymous" | readonly ["token", "key"]>();
  // @ts-expect-error - nobody, or the principal of a key
  principal.user;
  if (scheme === "key") expectType(principal).is<{ key: string }>();
  if (scheme === "token") expectType(principal).is<User>();
  if (scheme === "anonymous") expectType(principal).is<undefined>();
});
// This view cannot route an endpoint with a key.
app.at(mixed.team).guard(({ principal, scheme }) => {
  expectType(scheme).is<"token" | "anonymous">();
  expectType(principal).is<User | undefined>();
  return {};
});
all.at(mixed.team.own).around(({ principal }, next) => {
  expectType(principal).is<User | readonly [User, { key: string }]>();
  return next();
});
const unsecured = rootResource("unsecured", {
  part: staticResource("part", { a: get(), b: get("b").security(Token) }),
  empty: staticResource("empty", {}),
});
app.at(unsecured.part).authorize(({ principal, scheme }) => {
  expectType(scheme).is<"token" | undefined>();
  expectType(principal).is<User | undefined>();
});
app.at(unsecured.empty).authorize(({ principal }) => {
  expectType(principal).is<User | undefined>();
});
// A resource that names its parent: the type of the parent does not know it.
const named = staticResource("named", mixed.team.own, {
  a: get().security(Key),
  b: get("b"),
  c: staticResource("c", { security: [Key] }, { d: get() }),
});
const withOwn = all.at(mixed.team.own).authorize(() => undefined);
withOwn.route(named.b, () => undefined);
// @ts-expect-error - the view's resource doesn't contain an endpoint with this security
withOwn.route(named.a, () => undefined);
// @ts-expect-error - nor in an object
withOwn.route(named, { a: () => undefined, b: () => undefined, c: { d: () => undefined } });
// @ts-expect-error - nor in a view of it
withOwn.at(named);
// @ts-expect-error - nor wrapped
withOwn.handler<typeof named.c.d>(() => undefined);
all.at(named).route(named, { a: () => undefined, b: () => undefined, c: { d: () => undefined } });

// The ids of a resource, in authenticate.
server
  .at(tenant)
  .secured([
    authenticate(Token, (token, { ids, scopes }) => {
      expectType(ids).is<{ readonly tenant: number }>();
      return { token, scopes };
    }),
  ])
  .route(tenant.add, ({ principal }) => void principal.token);
withContext.at(tenant).secured([authenticate(Token, (_token, { ids, db }) => ids.tenant + db)]);
// @ts-expect-error - a view of all endpoints knows no ids
server.secured([authenticate(Token, (_token, { ids }) => ids)]);
// @ts-expect-error - another name
server.at(tenant).secured([authenticate(Token, (_token, { ids }) => ids.team)]);
server.at(tenant).secured([
  // @ts-expect-error - another type
  authenticate(Token, (_token, call: { ids: { tenant: string } }) => call),
]);

server
  .secured([authenticate(Token, async () => Promise.resolve<User | null>(null))])
  .route(api.list, ({ principal }) => [principal.user]);

// A failure that the server answers with by itself.
bearer("a", { unauthorized: failure("a", 401), forbidden: failure(403) });
// @ts-expect-error - a failure of a scheme has one status
bearer("a", { unauthorized: failure("4XX") });
// @ts-expect-error - a failure of a scheme has no data
bearer("a", { unauthorized: failure(401).body<{ a: string }>() });
// @ts-expect-error - a realm is text
bearer("a", { realm: 5 });
