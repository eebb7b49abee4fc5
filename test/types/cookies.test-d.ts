// Cookies: declared, inherited, read by handlers, set and removed with responses and failures.
import {
  cookie,
  dynamicResource,
  failure,
  get,
  integer,
  list,
  noBody,
  oneOf,
  post,
  rootResource,
  string,
  type,
} from "bough";
import type { InferCookies } from "bough";
import type { Cookie, CookieOptions } from "bough/types";
import { createClient } from "bough/client";
import { createServer } from "bough/server";
import type { Guard, Handler } from "bough/server";
import { z } from "zod";
import { expectType } from "../support/types.ts";

const server = createServer();
const client = createClient();

// --- requests

const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
const api = rootResource(
  "v1",
  { cookies: { tenant: string().optional() }, headers: { "x-a": string().optional() } },
  {
    read: get()
      .cookies({ session: string(), theme: oneOf("light", "dark").default("light") })
      .cookies({ at: instant })
      .response<string>(),
    plain: get("plain").response<string>(),
    user: dynamicResource(
      "user",
      { type: integer(), cookies: { seen: integer().optional() } },
      { find: get().response<string>() },
    ),
  },
);
const bare = rootResource({ none: get("none").response<string>() });

server.route(api.read, ({ cookies }) => {
  expectType(cookies.session).is<string>();
  expectType(cookies.theme).is<"light" | "dark">();
  expectType(cookies.at).is<Date>();
  expectType(cookies.tenant).is<string | undefined>();
  // @ts-expect-error - it is not declared
  void cookies.other;
  return "x";
});
server.route(api.user.find, ({ cookies }) => {
  expectType(cookies.tenant).is<string | undefined>();
  expectType(cookies.seen).is<number | undefined>();
  return "x";
});
expectType<keyof InferCookies<typeof bare.none>>().is<never>();
expectType<InferCookies<typeof api.plain>["tenant"]>().is<string | undefined>();
const handler: Handler<typeof api.plain> = ({ cookies }) => cookies.tenant ?? "none";
server.route(api.plain, handler);

// A client gives no cookies.
void client.request(api.plain);
void client.request(api.read, { headers: { "x-a": "1" } });
// @ts-expect-error - the browser or a jar sends cookies
void client.request(api.read, { cookies: { session: "x" } });

// @ts-expect-error - a list has several values
get().cookies({ a: list(string()) });
// @ts-expect-error - a schema only decodes
get().cookies({ a: z.string() });
// @ts-expect-error - it is not called
get().cookies({ a: string });
// @ts-expect-error - declared twice
get().cookies({ a: string() }).cookies({ a: string() });
// @ts-expect-error - cookies of responses are not types
get().cookies({ a: cookie(string()) });
// @ts-expect-error - each cookie has a name
get().cookies(z.object({ a: z.string() }));
rootResource(
  "v1",
  // @ts-expect-error - a list has several values
  { cookies: { a: list(string()) } },
  { a: get() },
);
rootResource(
  "v1",
  // @ts-expect-error - an object of types
  { cookies: string() },
  { a: get() },
);

// --- responses

const Session = cookie(string(), { maxAge: 3600, sameSite: "strict" });
expectType(Session).is<Cookie<string>>();
expectType(cookie(integer().optional())).is<Cookie<number>>();
expectType(cookie(instant)).is<Cookie<Date>>();
// @ts-expect-error - a list has several values
cookie(list(string()));
// @ts-expect-error - a schema only decodes
cookie(z.string());
// @ts-expect-error - no such option
cookie(string(), { maxage: 1 });
// @ts-expect-error - no such value
cookie(string(), { sameSite: "Lax" });
const options: CookieOptions = { httpOnly: false, path: "/v1", expires: new Date(0) };
cookie(string(), options);

const SignedOut = failure("signed-out", 401);
const Locked = failure("locked", 423)
  .body<{ readonly until: string }>()
  .headers({ "retry-after": integer() });
const Taken = failure("taken", 409).body<{ readonly name: string }>();
const Other = failure("other-failure", 418);
const sets = rootResource("sets", {
  login: post()
    .response(type<string>(), { cookies: { session: Session, visits: cookie(integer()) } })
    .failure(SignedOut, Locked, Taken),
  located: post("located").response(type<string>(), {
    status: 201,
    headers: { location: string() },
    cookies: { session: Session },
  }),
  several: post("several")
    .response(type<string>(), { cookies: { session: Session } })
    .response(noBody, { cookies: { left: cookie(integer()) } })
    .failure(SignedOut),
  none: post("none").response<string>().failure(SignedOut),
});

server.route(sets.login, ({ respond, fail }) => {
  if (Math.random() > 0.9) fail(SignedOut, undefined, { cookies: { session: null } });
  if (Math.random() > 0.9) fail(Taken, { name: "a" }, { cookies: { visits: 1 } });
  if (Math.random() > 0.9) fail(Taken, { name: "a" });
  if (Math.random() > 0.9) fail(SignedOut);
  fail(
    Locked,
    { until: "x" },
    { detail: "d", headers: { "retry-after": 1 }, cookies: { session: "x", visits: null } },
  );
  // @ts-expect-error - not declared
  fail(SignedOut, undefined, { cookies: { sesion: null } });
  // @ts-expect-error - not the type of the cookie
  fail(SignedOut, undefined, { cookies: { visits: "1" } });
  // @ts-expect-error - the header must be there
  fail(Locked, { until: "x" }, { cookies: { session: null } });
  // @ts-expect-error - the failure is not declared
  fail(Other, undefined, { cookies: { session: null } });
  // @ts-expect-error - not declared
  respond("x", { cookies: { sesion: "x" } });
  // @ts-expect-error - not the type of the cookie
  respond("x", { cookies: { visits: "1" } });
  // @ts-expect-error - attributes are declared
  respond("x", { cookies: { session: "x" }, maxAge: 5 });
  respond("x", { status: 200, headers: { "x-a": "1" }, cookies: { session: undefined } });
  return respond("x", { cookies: { session: "x", visits: null } });
});
// A cookie may always be left out.
server.route(sets.login, () => "x");
server.route(sets.located, ({ respond }) =>
  respond("x", { headers: { location: "/" }, cookies: { session: "x" } }),
);
server.route(sets.several, ({ respond, fail }) => {
  fail(SignedOut, undefined, { cookies: { session: null, left: 5 } });
  // @ts-expect-error - the cookie of the other status
  respond("x", { status: 200, cookies: { left: 1 } });
  respond(undefined, { status: 204, cookies: { left: 1 } });
  return respond("x", { status: 200, cookies: { session: "s" } });
});
server.route(sets.none, ({ respond, fail }) => {
  // @ts-expect-error - none is declared
  fail(SignedOut, undefined, { cookies: { session: null } });
  // @ts-expect-error - none is declared
  return respond("x", { cookies: { session: "x" } });
});
// @ts-expect-error - the type is not wrapped
get().response(type<string>(), { cookies: { session: string() } });
// @ts-expect-error - an object of cookies
get().response(type<string>(), { cookies: cookie(string()) });

// --- views

// @ts-expect-error - the call already has this name
server.guard(() => ({ cookies: 1 }));
const guard: Guard<typeof SignedOut> = ({ fail }) => fail(SignedOut);
server.guard([SignedOut], guard);
server.around(({ cookies }, next) => {
  expectType(cookies).is<Readonly<Record<string, unknown>>>();
  return next();
});
