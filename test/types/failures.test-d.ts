// Failures: declared, inherited, failed by the server, told apart by the client.
import {
  bytes,
  del,
  dynamicResource,
  failure,
  get,
  integer,
  json,
  multipart,
  noBody,
  plainText,
  post,
  rootResource,
  staticResource,
  string,
  twoWay,
  type,
  uuid,
} from "bough";
import { oneOfBodies } from "bough/existing";
import type { AnyFailure, InferFailure } from "bough";
import type { Failure } from "bough/types";
import { createClient, FailureError } from "bough/client";
import { createServer } from "bough/server";
import { z } from "zod";
import { expectType } from "../support/types.ts";

interface User {
  readonly id: string;
  readonly name: string;
}

// --- declaring

const NotFound = failure("not-found", 404);
const Gone = failure("gone", 404);
const Taken = failure("taken", 409).body<{ readonly email: string }>();
const Held = failure("held", 423).body(z.object({ until: z.string().transform(Number) }));
const Limited = failure("limited", 429).headers({ "retry-after": integer() });
const Busy = failure("busy", 503)
  .body<{ readonly load: number }>()
  .headers({ "retry-after": integer().optional() });
const Unauthorized = failure("unauthorized", 401);
const Bare = failure(400).body<{ readonly errors: readonly string[] }>();
const BareSchema = failure(422).body(z.object({ count: z.string().transform(Number) }));
const Teapot = failure(418);
// Both directions: what travels is the text, what both sides work with is the Date.
const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
const Closed = failure("closed", 410).body(z.object({ since: instant }));
const Paused = failure(503).body(
  twoWay({
    decode: (wire) => ({ until: new Date(String(wire)) }),
    encode: ({ until }): string => until.toISOString(),
  }),
);

expectType(NotFound).is<Failure<"not-found", 404>>();
expectType(Teapot).is<Failure<"418", 418>>();
expectType(NotFound.name).is<"not-found">();
expectType(Bare.name).is<"400">();
expectType(NotFound.status).is<404>();
expectType(Taken.title).is<string>();
expectType(NotFound.type).is<string | undefined>();
export const failures: AnyFailure[] = [NotFound, Taken, Held, Limited, Busy, Bare, BareSchema];
failure("x", 404, { type: "https://example.test/x", title: "X", description: "d" });
failure("x", 404).headers({ "x-a": string() }).body<{ readonly a: string }>();
failure("x", 404).body(type<{ readonly a: string }>());
failure(404).body<string>();
failure(404).body<readonly string[]>();
failure(404).body<null>();
failure(404).body<{ readonly type: string; readonly title: string }>();
failure("x1", 404);
failure("1x", 404);
declare const wideName: string;
declare const wideStatus: number;
failure(wideName, wideStatus);
failure("x", 499);
failure("x", 599);

// @ts-expect-error - "ok" is the name of success
failure("ok", 404);
// @ts-expect-error - a name of digits is a bare failure
failure("404", 404);
// @ts-expect-error - not a failure's status
failure("x", 200);
// @ts-expect-error - not a failure's status
failure("x", 399);
// @ts-expect-error - not a failure's status
failure("x", 600);
// @ts-expect-error - not a failure's status
failure("x", 40);
// @ts-expect-error - not a failure's status
failure("x", 404.5);
// @ts-expect-error - not a failure's status
failure(302);
// @ts-expect-error - a status is there
failure("x");
// @ts-expect-error - a bare failure has no options
failure(404, { title: "x" });
failure("x", 404, {
  // @ts-expect-error - no such option
  uri: "https://example.test/x",
});
// @ts-expect-error - problem details own "type"
failure("x", 404).body<{ readonly type: string }>();
// @ts-expect-error - problem details own "title"
failure("x", 404).body<{ readonly title?: string }>();
// @ts-expect-error - problem details own "status"
failure("x", 404).body<{ readonly status: number; readonly a: string }>();
// @ts-expect-error - problem details own "detail"
failure("x", 404).body(z.object({ detail: z.string() }));
// @ts-expect-error - problem details own "instance"
failure("x", 404).body(type<{ readonly instance: string }>());
// @ts-expect-error - data is an object
failure("x", 404).body<string>();
// @ts-expect-error - data is an object
failure("x", 404).body<readonly string[]>();
// @ts-expect-error - data is an object
failure("x", 404).body(z.string());
// @ts-expect-error - data is an object
failure("x", 404).body<{ readonly a: string } | string>();
// @ts-expect-error - data is an object
failure("x", 404).body<null>();
// @ts-expect-error - data is an object
failure("x", 404).body<unknown>();
// @ts-expect-error - Date
failure("x", 404).body<{ readonly at: Date }>();
// @ts-expect-error - the type is written
failure("x", 404).body();
// @ts-expect-error - the type is written
failure(404).body();
failure(404).body(type<string>());
failure(404).body(json<{ readonly a: string }>());
// @ts-expect-error - problem details have no bytes
failure("x", 404).body(bytes());
// @ts-expect-error - no data is no call
failure("x", 404).body(noBody);
// @ts-expect-error - no type, no schema
failure("x", 404).body(5);
failure("x", 404).headers({
  // @ts-expect-error - a schema goes one way
  "x-a": z.string(),
});
// @ts-expect-error - the server would send a Date
failure("x", 404).body(z.object({ at: z.string().transform((text) => new Date(text)) }));
// @ts-expect-error - a Date in one direction only
failure("x", 404).body(z.object({ at: z.date(), since: instant }));
// @ts-expect-error - what travels is text, and the data of a named failure is an object
failure("x", 404).body(instant);
failure(404).body(instant);
// What travels has no "detail", whatever the value is called.
failure("x", 404).body(
  twoWay({
    decode: (wire) => ({ detail: (wire as { readonly text: string }).text }),
    encode: ({ detail }): { readonly text: string } => ({ text: detail }),
  }),
);
const Detailed = twoWay({
  decode: (wire) => ({ text: (wire as { readonly detail: string }).detail }),
  encode: ({ text }): { readonly detail: string } => ({ detail: text }),
});
// @ts-expect-error - problem details own "detail"
failure("x", 404).body(Detailed);

// --- bare, with a name

interface Errors {
  readonly errors: Readonly<Record<string, readonly string[]>>;
}
const Missing = failure("article-not-found", 404).bare<Errors>();
expectType(Missing.name).is<"article-not-found">();
const Listed = failure("listed", 400).bare<readonly string[]>().headers({ "x-a": string() });
const Coded = failure("coded", 422).bare(z.object({ count: z.string().transform(Number) }));
const Empty = failure("empty", 410).headers({ "x-b": string().optional() }).bare(noBody);
// What problem details own is free here, and so is a body that is not an object.
failure("x", 404).bare<{ readonly status: string }>().bare<string>().body<string>();
failure("x", 404).bare(type<null>());
failure("x", 404).bare<any>();
failure(404).bare<string>();
// @ts-expect-error - the type is written
failure("x", 404).bare();
// @ts-expect-error - Date
failure("x", 404).bare<{ readonly at: Date }>();
// @ts-expect-error - Date, also after .bare
failure("x", 404).bare<string>().body<{ readonly at: Date }>();
failure("x", 404).bare(json<{ readonly a: string }>());
failure("x", 404).bare(bytes()).body(plainText());
// @ts-expect-error - only clients send multipart
failure(404).body(multipart({}));
// @ts-expect-error - problem details are JSON
failure("x", 404).body(plainText());
for (const name of ["else", "default", "other", "4XX", "5XX"] as const) {
  // @ts-expect-error - the name is reserved
  failure(name, 404);
}
get().failure(Missing, Listed, Coded, Empty, failure(423), Taken);
get()
  .failure(Missing)
  .failure(Listed)
  .failure(failure("c", 404.5 as number));
// @ts-expect-error - one bare failure per status
get().failure(Missing, failure("comment-not-found", 404).bare<Errors>());
// @ts-expect-error - one bare failure per status
get().failure(Missing, NotFound);
// @ts-expect-error - one bare failure per status
get().failure(NotFound, Taken, Missing);
// @ts-expect-error - one bare failure per status
get().failure(Taken).failure(Missing).failure(Held, failure(404));
get().failure(Teapot, Bare, failure("4XX"), failure("other")).failure(failure(404), failure(409));
// @ts-expect-error - one bare failure per status, none of which has another name
get().failure(Teapot, Bare).failure(failure(404), failure(400));
// @ts-expect-error - one bare failure per status, the last one named
get().failure(Teapot, Bare).failure(failure(404), NotFound);
// @ts-expect-error - one bare failure per status, after others
get().failure(Taken, Held, Missing, failure("comment-not-found", 404).bare<Errors>());
const bare = rootResource(
  "v1",
  { failures: [Missing] },
  {
    read: get().response<User>().failure(Listed, Coded, Empty),
  },
);
createServer().route(bare.read, ({ fail }) => {
  if (found) fail(Missing, { errors: { body: ["is missing"] } });
  if (found) fail(Listed, ["a"], { headers: { "x-a": "b" } });
  if (found) fail(Coded, { count: "1" });
  if (found) fail(Empty);
  // @ts-expect-error - its body is missing
  fail(Missing);
  // @ts-expect-error - its header is missing
  fail(Listed, ["a"]);
  return found;
});
export async function bares() {
  const result = await createClient().request(bare.read);
  expectType(
    result.match({
      ok: ({ name }) => name,
      "article-not-found": ({ errors }, { status }) => [errors, status] as const,
      else: (body, { failure: { name }, headers }) => [body, name, headers] as const,
    }),
  ).is<
    | string
    | readonly [Errors["errors"], 404]
    | readonly [
        readonly string[] | { count: number } | undefined,
        "listed" | "coded" | "empty",
        { readonly "x-a": string } | { readonly "x-b": string | undefined } | {},
      ]
  >();
  if (result.failedWith(Listed)) {
    expectType(result.headers["x-a"]).is<string>();
    expectType(result.failure.body).is<readonly string[]>();
  }
}

// --- in a tree

const api = rootResource(
  "v1",
  { failures: [Unauthorized, Teapot] },
  {
    users: staticResource("users", {
      create: post().request<User>().response<User>().failure(Taken, Held, Limited, Busy, Bare),
      plain: get(),
      dated: get("dated").response<User>().failure(Closed, Paused),
      user: dynamicResource(
        "user",
        { type: uuid(), failures: [NotFound] },
        { find: get().response<User>().failure(Gone, BareSchema), remove: post("remove") },
      ),
    }),
  },
);
expectType<InferFailure<typeof api.users.plain>["name"]>().is<"unauthorized" | "418">();
expectType<InferFailure<typeof api.users.user.find>["name"]>().is<
  "unauthorized" | "418" | "not-found" | "gone" | "422"
>();
// Several named ones share a status.
expectType<Extract<InferFailure<typeof api.users.user.find>, { status: 404 }>["name"]>().is<
  "not-found" | "gone"
>();
type OfCreate<Name> = Extract<InferFailure<typeof api.users.create>, { name: Name }>;
expectType<OfCreate<"taken">["body"]>().is<{ readonly email: string }>();
expectType<OfCreate<"held">["body"]>().is<{ until: number }>();
expectType<OfCreate<"limited">["body"]>().is<undefined>();
expectType<OfCreate<"400">["body"]>().is<{ readonly errors: readonly string[] }>();
expectType<OfCreate<"taken">["status"]>().is<409>();
expectType<OfCreate<"taken">["title"]>().is<string>();
expectType<OfCreate<"taken">["detail"]>().is<string | undefined>();

// --- the server fails

const server = createServer();
declare const user: User | undefined;
declare const found: User;

server.route(api.users.user.find, ({ fail }) => user ?? fail(NotFound));
server.route(api.users.user.find, ({ fail }) => fail(Gone));
server.route(api.users.user.find, ({ fail }) => {
  if (!user) return fail(Unauthorized);
  return user;
});
server.route(api.users.user.find, async ({ fail }) => {
  if (!user) return fail(NotFound);
  return user;
});
server.route(api.users.user.remove, ({ fail }) => {
  fail(NotFound);
});
server.route(api.users.user.remove, ({ fail }) => fail(NotFound));
server.route(api.users.create, ({ fail }) => {
  expectType(fail(Limited, undefined, { headers: { "retry-after": 3 } })).is<never>();
  fail(Taken, { email: "a" });
  fail(Taken, { email: "a" }, { detail: "d", instance: "/i", headers: { "x-a": "b" } });
  fail(Held, { until: "1" });
  fail(Busy, { load: 1 });
  fail(Busy, { load: 1 }, { headers: { "retry-after": 3 } });
  fail(Limited, undefined, { headers: { "retry-after": 3 }, detail: "d" });
  fail(Bare, { errors: [] });
  fail(Unauthorized);
  fail(Unauthorized, undefined, { detail: "d" });
  fail(Teapot);
  // @ts-expect-error - not declared here
  fail(NotFound);
  // @ts-expect-error - not declared here, though the name is
  fail(failure("taken", 410));
  // @ts-expect-error - its data is missing
  fail(Taken);
  // @ts-expect-error - its data is missing
  fail(Taken, {});
  fail(Taken, {
    // @ts-expect-error - text
    email: 1,
  });
  fail(Held, {
    // @ts-expect-error - the server gives the schema's input
    until: 1,
  });
  fail(Taken, {
    email: "a",
    // @ts-expect-error - no such member
    name: "b",
  });
  // @ts-expect-error - it has no data
  fail(Unauthorized, { a: 1 });
  // @ts-expect-error - retry-after is missing
  fail(Limited);
  // @ts-expect-error - retry-after is missing
  fail(Limited, undefined, {});
  fail(Limited, undefined, {
    headers: {
      // @ts-expect-error - a number
      "retry-after": "3",
    },
  });
  // One of two: both are declared.
  fail(user ? Teapot : Unauthorized);
  // @ts-expect-error - the second is not declared
  fail(user ? Unauthorized : NotFound);
  // @ts-expect-error - the second has data
  fail(user ? Unauthorized : Taken);
  fail(
    Taken,
    { email: "a" },
    {
      // @ts-expect-error - no such option
      title: "t",
    },
  );
  // @ts-expect-error - a failure is a value
  fail("taken");
  // @ts-expect-error - a failure is a value
  fail(404);
  // @ts-expect-error - a failure is given
  fail();
  return found;
});

server.route(api.users.dated, ({ fail }) => {
  fail(Closed, { since: new Date() });
  fail(Paused, { until: new Date() });
  fail(Closed, {
    // @ts-expect-error - the server gives the value, not what travels
    since: "2026-01-01T00:00:00Z",
  });
  return found;
});

// --- the client tells them apart

const client = createClient();
export async function results() {
  const result = await client.request(api.users.create, found);
  if (result.ok) {
    expectType(result.body).is<User>();
    // @ts-expect-error - a success has no failure
    result.failure;
  } else {
    expectType(result.failure.name).is<
      "taken" | "held" | "limited" | "busy" | "400" | "unauthorized" | "418"
    >();
    expectType(result.status).is<409 | 423 | 429 | 503 | 400 | 401 | 418>();
    // @ts-expect-error - a failure has no body beside it
    result.body;
    switch (result.failure.name) {
      case "taken":
        expectType(result.failure.body).is<{ readonly email: string }>();
        expectType(result.failure.status).is<409>();
        break;
      case "held":
        expectType(result.failure.body).is<{ until: number }>();
        break;
      case "unauthorized":
        expectType(result.failure.body).is<undefined>();
        break;
      case Bare.name:
        expectType(result.failure.body).is<{ readonly errors: readonly string[] }>();
        break;
      // @ts-expect-error - not declared here
      case "not-found":
        break;
      default:
        expectType(result.failure.name).is<"limited" | "busy" | "418">();
    }
  }
  if (result.failedWith(Taken)) {
    expectType(result.ok).is<false>();
    expectType(result.status).is<409>();
    expectType(result.failure.name).is<"taken">();
    expectType(result.failure.body).is<{ readonly email: string }>();
  }
  if (result.failedWith(Held)) {
    expectType(result.failure.body).is<{ until: number }>();
  }
  if (result.failedWith(Limited)) {
    expectType(result.headers["retry-after"]).is<number>();
  }
  if (result.failedWith(Busy)) {
    expectType(result.headers["retry-after"]).is<number | undefined>();
  }
  if (result.failedWith(Unauthorized)) {
    expectType(result.status).is<401>();
  }
  // @ts-expect-error - not declared here
  result.failedWith(NotFound);
  // @ts-expect-error - a failure is a value
  result.failedWith("taken");

  // Two on one status are told apart.
  const missing = await client.request(api.users.user("1").find);
  if (missing.failedWith(NotFound)) {
    expectType(missing.failure.name).is<"not-found">();
  } else if (missing.failedWith(Gone)) {
    expectType(missing.failure.name).is<"gone">();
  }
  // Of a schema with both directions the client gets the value.
  const dated = await client.request(api.users.dated);
  if (dated.failedWith(Closed)) {
    expectType(dated.failure.body).is<{ since: Date }>();
  }
  if (dated.failedWith(Paused)) {
    expectType(dated.failure.body).is<{ until: Date }>();
  }
  // What is left when one is handled.
  const left = await client.request(api.users.plain);
  if (!left.failedWith(Unauthorized) && !left.ok) {
    expectType(left.failure.name).is<"418">();
  }
}

// --- match: exhaustive, and nothing else

export async function matches() {
  const pending = client.request(api.users.user("1").find);
  const result = await pending;
  const all = {
    unauthorized: () => "u" as const,
    "418": () => 418 as const,
    "not-found": () => null,
    [Gone.name]: () => undefined,
    "422": (body: { count: number }) => body.count,
  };
  const matched = result.match({ ...all, ok: (body) => body });
  expectType(matched).is<User | "u" | 418 | null | undefined | number>();
  const later = pending.match({ ...all, ok: async (body) => body });
  expectType(later).is<Promise<User | "u" | 418 | null | undefined | number>>();
  result.match({
    ok: (body, answer) => {
      expectType(body).is<User>();
      expectType(answer.status).is<200>();
      expectType(answer.ok).is<true>();
    },
    unauthorized: (body, answer) => {
      expectType(body).is<undefined>();
      expectType(answer.status).is<401>();
      expectType(answer.failure.name).is<"unauthorized">();
    },
    "418": () => {},
    "not-found": (body, answer) => {
      expectType(answer.failure.detail).is<string | undefined>();
    },
    [Gone.name]: (body, answer) => {
      expectType(answer.failure.name).is<"gone">();
    },
    [BareSchema.name]: (body) => {
      expectType(body).is<{ count: number }>();
    },
  });
  // A name of digits is the same property as a number.
  const byNumber = {
    ok: () => 1,
    unauthorized: () => 1,
    "not-found": () => 1,
    [Gone.name]: () => 1,
    422: (body: { count: number }) => body.count,
  };
  expectType(result.match({ ...byNumber, 418: () => "tea" })).is<number | string>();
  expectType(pending.match({ ...byNumber, 418: () => "tea" })).is<Promise<number | string>>();
  result.match({
    ...byNumber,
    418: (body, answer) => {
      expectType(answer.status).is<418>();
    },
  });
  // @ts-expect-error - no case for "418"
  result.match(byNumber);
  result.match({
    ...byNumber,
    418: () => 1,
    // @ts-expect-error - no such failure is declared
    404: () => 1,
  });
  // @ts-expect-error - no case for ok
  result.match({ ...all });
  const some: Partial<typeof all> = all;
  // @ts-expect-error - each case may be missing
  result.match({ ...some, ok: () => 1 });
  // @ts-expect-error - each case may be missing
  pending.match({ ...some, ok: () => 1 });
  result.match({
    ...all,
    // @ts-expect-error - undefined handles nothing
    ok: undefined,
  });
  // @ts-expect-error - no case for "gone" and others
  result.match({ ok: () => 1, unauthorized: () => 2 });
  // @ts-expect-error - no case for "gone" and others
  pending.match({ ok: () => 1, unauthorized: () => 2 });
  // @ts-expect-error - no case at all
  result.match({});
  result.match({
    ...all,
    ok: () => 1,
    // @ts-expect-error - no such failure is declared
    taken: () => 2,
  });
  pending.match({
    ...all,
    ok: () => 1,
    // @ts-expect-error - no such failure is declared
    [Taken.name]: () => 2,
  });
  result.match({
    ...all,
    // @ts-expect-error - a case is a function
    ok: 1,
  });
  result.match({
    ...all,
    ok: () => 1,
    // @ts-expect-error - its data is not text
    "422": (body: string) => body,
  });
}

// --- match with else: exactly the rest, and never ok

export async function rests() {
  const pending = client.request(api.users.user("1").find);
  const result = await pending;
  result.match({
    ok: (body) => body,
    "not-found": (body) => body,
    else: (body, answer) => {
      expectType(body).is<undefined | { count: number }>();
      expectType(answer.failure.name).is<"unauthorized" | "418" | "gone" | "422">();
      expectType(answer.status).is<401 | 404 | 418 | 422>();
      expectType(answer.ok).is<false>();
    },
  });
  result.match({
    ok: () => 1,
    418: () => 2,
    "422": ({ count }) => count,
    else: (_, { failure: { name } }) => {
      expectType(name).is<"unauthorized" | "not-found" | "gone">();
    },
  });
  expectType(result.match({ ok: ({ name }) => name, else: () => null })).is<string | null>();
  expectType(result.match({ ok: () => 1, gone: () => true, else: (_, { status }) => status })).is<
    number | boolean
  >();
  expectType(
    pending.match({ ok: async ({ name }) => name, else: async (_, { failure: { name } }) => name }),
  ).is<Promise<string>>();
  const wanted: "a" | "b" = result.match({ ok: () => "a", else: () => "b" });
  void wanted;
  result.match({
    ok: () => 1,
    unauthorized: () => 1,
    418: () => 1,
    "not-found": () => 1,
    [Gone.name]: () => 1,
    "422": () => 1,
    else: (body, answer) => {
      expectType(body).is<never>();
      expectType(answer).is<never>();
    },
  });
  // @ts-expect-error - no case for ok
  result.match({ else: () => 1 });
  // @ts-expect-error - no case for ok
  pending.match({ "not-found": () => 1, else: (body) => body });
  result.match({
    ok: () => 1,
    // @ts-expect-error - undefined handles nothing
    else: undefined,
  });
  result.match({
    ok: () => 1,
    // @ts-expect-error - no such failure is declared
    taken: () => 2,
    else: () => 3,
  });
  // @ts-expect-error - no case for the rest, where some cases take a parameter
  result.match({ ok: ({ name }) => name, "not-found": () => null });
}

// --- the error that bodyOrThrow throws

export function caught(error: unknown) {
  if (error instanceof FailureError && error.failedWith(Taken)) {
    expectType(error.failure.body).is<{ readonly email: string }>();
    expectType(error.failure.name).is<"taken">();
    expectType(error.failure.status).is<409>();
  }
}

// --- many failures on one endpoint

type Many<All extends readonly AnyFailure[] = []> = All["length"] extends 60
  ? All
  : Many<[...All, Failure<`f-${All["length"] & number}`, 400>]>;
declare const many: Many;
const crowded = get().failure(...many);
expectType<(typeof crowded)["~definition"]["failures"]["name"]>().is<Many[number]["name"]>();
// @ts-expect-error - one of them stands there twice
get().failure(...many, many[0]);

// --- failures over any

declare const anything: any;
const open = rootResource("v1", {
  plain: get("plain"),
  unknown: get("unknown").failure(failure(400).body<unknown>()),
  any: get("any").failure(failure("any", 400).body<any>()),
  wide: get("wide").failure(failure(wideName, wideStatus)),
});
expectType<InferFailure<typeof open.unknown>["body"]>().is<unknown>();
expectType<InferFailure<typeof open.any>["body"]>().is<any>();
failure(404).body<any>();
expectType<InferFailure<typeof open.wide>["name"]>().is<string>();
server.route(open.plain, ({ fail }) => fail(anything));

// --- for a range of statuses

interface ApiError {
  readonly code: number;
}
const Other = failure("other").body<ApiError>();
const Client4 = failure("4XX").body<{ readonly client: string }>();
const Server5 = failure("5XX").headers({ "retry-after": integer() });
const NearOther = failure("other").body(oneOfBodies(json<string>(), plainText()));
expectType(Other.name).is<"other">();
expectType(Other.status).is<"other">();
expectType(failure("4XX")).is<Failure<"4XX", "4XX">>();
export const ranges: AnyFailure[] = [Other, Client4, Server5, failure("5XX")];
// @ts-expect-error - a named failure has a status
failure("user-not-found");
// @ts-expect-error - not a range
failure("6XX");
// @ts-expect-error - a range has no further status
failure("other", 500);
// @ts-expect-error - one failure for each range
get().failure(Other, NearOther);
// @ts-expect-error - one failure for each range
get().failure(Other).failure(NearOther);
get().failure(Other, Client4, Server5, Bare, NotFound);

const ranged = rootResource(
  "v1",
  { failures: [Other, Server5] },
  {
    read: get().response<User>().failure(failure(404).body<string>()),
    near: get("near").response<User>().failure(NearOther, Client4),
    nearer: staticResource(
      "nearer",
      { failures: [NearOther] },
      { read: get().response<User>(), plain: get("plain").failure(failure("other")) },
    ),
  },
);
declare const computed: number;
createServer().route(ranged.read, ({ fail }) => {
  if (found) fail(Other, { code: 17 }, { status: 418 });
  if (found) fail(Other, { code: 17 }, { status: computed });
  if (found) fail(Server5, undefined, { status: 503, headers: { "retry-after": 1 } });
  // @ts-expect-error - its status is missing
  fail(Other);
  // @ts-expect-error - its status is missing
  fail(Other, { code: 17 });
  // @ts-expect-error - its status is missing
  fail(Other, { code: 17 }, {});
  // @ts-expect-error - not a failure's status
  fail(Other, { code: 17 }, { status: 200 });
  // @ts-expect-error - not a status of 5XX
  fail(Server5, undefined, { status: 499, headers: { "retry-after": 1 } });
  // @ts-expect-error - its header is missing
  fail(Server5, undefined, { status: 500 });
  // @ts-expect-error - not its data
  fail(Other, { code: "17" }, { status: 500 });
  // @ts-expect-error - not declared here
  fail(Client4, { client: "a" }, { status: 400 });
  // @ts-expect-error - other failures have one status
  fail(failure(404).body<string>(), "a", { status: 404 });
  return found;
});
createServer().route(ranged.near, ({ fail }) => {
  if (found) fail(NearOther, "a", { status: 500 });
  if (found) fail(Client4, { client: "a" }, { status: 499 });
  // @ts-expect-error - a nearer range replaces it
  fail(Other, { code: 17 }, { status: 500 });
  // @ts-expect-error - not a status of 4XX
  fail(Client4, { client: "a" }, { status: 500 });
  return found;
});
export async function rangeResults() {
  const result = await createClient().request(ranged.read);
  if (result.failedWith(Other)) {
    expectType(result.status).is<number>();
    expectType(result.failure.body.code).is<number>();
    expectType(result.failure.status).is<number>();
  }
  expectType(
    result.match({
      ok: ({ name }) => name,
      "404": (text) => text,
      other: ({ code }, { status }) => [code, status] as const,
      else: (body, { headers }) => [body, headers["retry-after"]] as const,
    }),
  ).is<string | readonly [number, number] | readonly [undefined, number]>();
  result.match({ ok: () => 1, other: () => 2, else: () => 3 });
  // @ts-expect-error - there is no case for 5XX
  result.match({ ok: () => 1, "404": () => 2, other: () => 3 });
  const near = await createClient().request(ranged.near);
  // @ts-expect-error - a nearer range replaces it
  near.failedWith(Other);
  if (near.failedWith(NearOther)) {
    expectType(near.failure.body).is<string>();
  }
}
expectType<InferFailure<typeof ranged.nearer.read>["name"]>().is<"other" | "5XX">();
expectType<
  Extract<InferFailure<typeof ranged.nearer.read>, { name: "other" }>["body"]
>().is<string>();
expectType<
  Extract<InferFailure<typeof ranged.nearer.plain>, { name: "other" }>["body"]
>().is<undefined>();

// --- successes of a range

const successes = rootResource("v1", {
  any: get().response(type<User>(), { status: "2XX" }),
  some: post()
    .response(type<User>(), { status: 201 })
    .response(type<string>(), { status: "2XX", headers: { "x-a": string() } }),
  none: del().response(noBody, { status: "2XX" }),
});
// @ts-expect-error - one response for the range
get().response(type<User>(), { status: "2XX" }).response(type<string>(), { status: "2XX" });
// @ts-expect-error - not a range of successes
get().response(type<User>(), { status: "4XX" });
createServer().route(successes.any, ({ respond }) => respond(found, { status: 203 }));
createServer().route(successes.any, ({ respond }) => respond(found, { status: computed }));
// @ts-expect-error - the status is missing
createServer().route(successes.any, () => found);
createServer().route(successes.any, ({ respond }) => {
  // @ts-expect-error - the status is missing
  respond(found);
  // @ts-expect-error - the status is missing
  respond(found, {});
  // @ts-expect-error - not a success
  respond(found, { status: 300 });
  // @ts-expect-error - 204 has no body
  respond(found, { status: 204 });
  // @ts-expect-error - not the value
  return respond("a", { status: 200 });
});
createServer().route(successes.some, ({ respond }) => {
  if (found) return respond(found, { status: 201 });
  // @ts-expect-error - 201 has another body
  respond("a", { status: 201, headers: { "x-a": "b" } });
  // @ts-expect-error - its header is missing
  respond("a", { status: 202 });
  return respond("a", { status: 202, headers: { "x-a": "b" } });
});
createServer().route(successes.none, ({ respond }) => respond(undefined, { status: 204 }));
export async function successResults() {
  const any = await createClient().request(successes.any);
  expectType(any.status).is<number>();
  expectType(any.body).is<User>();
  const some = await createClient().request(successes.some);
  expectType(some.body).is<User | string>();
}
