// Ways to serve a secured endpoint without its check, or to give its handler a wrong principal: none compiles.
import {
  allOf,
  anonymous,
  apiKey,
  bearer,
  failure,
  get,
  rootResource,
  staticResource,
} from "bough";
import type { AnyScheme } from "bough";
import { authenticate, createServer } from "bough/server";
import type { Handler, Handlers, InferPrincipal, RoutesOf } from "bough/server";
import { expectType } from "../support/types.ts";

interface User {
  readonly user: string;
}
interface Admin {
  readonly admin: true;
}

const Token = bearer("token");
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
// @ts-expect-error - no authenticate for "key"
app.route(api.sub, { a: () => undefined, b: () => undefined });
// @ts-expect-error - no authenticate for "token"
server.route(api.sub, { a: () => undefined, b: () => undefined });
const handlers: Handlers<typeof api.sub, unknown, typeof app> = {
  a: ({ principal }) => void principal.user,
  b: ({ principal }) => {
    expectType(principal).is<unknown>();
  },
};
// @ts-expect-error - no authenticate for "key"
app.route(api.sub, handlers);
all.route(api.sub, handlers);

// Further views keep what their view checks, and no more.
// @ts-expect-error - no authenticate for "token"
server.at(api.sub).route(api.sub.a, () => undefined);
// @ts-expect-error - no authenticate for "token"
server.at(api.sub).route(api.sub, { a: () => undefined, b: () => undefined });
// @ts-expect-error - no authenticate for "key"
app.at(api.sub).route(api.sub.b, () => undefined);
// @ts-expect-error - no authenticate for "token"
server.with(() => ({ a: 1 })).route(api.list, () => []);
// @ts-expect-error - no authenticate for "token"
server.around((_call, next) => next()).route(api.list, () => []);
const wrapped = server.handler<typeof api.list>(() => []);
// @ts-expect-error - no authenticate for "token", also beside a wrapped handler
server.route(api.list, wrapped);
app
  .with(() => ({ a: 1 }))
  .around((_call, next) => next())
  .route(api.list, ({ principal, a }) => {
    expectType(principal).is<User>();
    return [String(a)];
  });

// One of several schemes is not enough.
// @ts-expect-error - no authenticate for "key"
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
// @ts-expect-error - no authenticate for "other"
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
  .with(() => ({ db: 1 }))
  .secured([authenticate(Token, (_token, { db }: { db: number }) => db)]);
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
