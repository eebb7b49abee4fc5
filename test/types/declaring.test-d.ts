// Declaring resources: what compiles, what the compiler refuses, and where.
import {
  bind,
  boolean,
  bigint,
  dateTime,
  del,
  dynamicResource,
  failure,
  get,
  hrefOf,
  integer,
  list,
  oneOf,
  post,
  rootResource,
  segments,
  slash,
  staticResource,
  string,
  uuid,
  verify,
} from "bough";
import {
  endpointAt,
  endpointsOf,
  inspect,
  resourcesOf,
  type EndpointMatch,
  type QueryIssue,
  type Inspection,
} from "bough/contract";
import type {
  AnyEndpoint,
  AnyResource,
  BoundEndpoint,
  InferFailure,
  InferHeaders,
  InferIds,
  InferParameters,
} from "bough";
import type { Client } from "bough/client";
import type { Server } from "bough/server";
import { z } from "zod";
import { expectType } from "../support/types.ts";
import type { Flat } from "../support/types.ts";
import type { UntypedEndpoint } from "bough/types";

interface User {
  readonly id: string;
  readonly name: string;
}

const NotFound = failure("user-not-found", 404);
const Unauthorized = failure("unauthorized", 401);
const Limited = failure("limited", 429);

const api = rootResource("v1", {
  health: get("health"),
  users: staticResource("users", {
    list: get().response<User[]>(),
    create: post().request<User>(),
    user: dynamicResource("user", uuid(), {
      find: get().response<User>().failure(NotFound),
      avatar: get("avatar/large").response<string>(),
      friends: staticResource("friends", {
        friend: dynamicResource("friend", integer(), { remove: del() }),
      }),
    }),
  }),
  files: dynamicResource("file", segments(), { read: get().response<string>() }),
});

// --- paths are literal types; with ids given they are text

expectType(api.path).is<"/v1">();
expectType(api.health.path).is<"/v1/health">();
expectType(api.users.path).is<"/v1/users">();
expectType(api.users.list.path).is<"/v1/users">();
expectType(api.users.user.path).is<"/v1/users/{user}">();
expectType(api.users.user.find.path).is<"/v1/users/{user}">();
expectType(api.users.user.avatar.path).is<"/v1/users/{user}/avatar/large">();
expectType(api.users.user.friends.friend.remove.path).is<"/v1/users/{user}/friends/{friend}">();
expectType(api.files.path).is<"/v1/{file*}">();
expectType(api.files.read.path).is<"/v1/{file*}">();
expectType(api.users.user("42").path).is<string>();
expectType(api.users.user("42").find.path).is<string>();
expectType(api.users.user.find.template).is<"/v1/users/{user}">();
expectType(api.users.user("42").find.template).is<"/v1/users/{user}">();
expectType(api.users.user.find.method).is<"GET">();
expectType(api.users.user.avatar.subpath).is<"avatar/large">();
expectType(api.users.list.subpath).is<"">();
expectType(api.users.list.resource).is<AnyResource>();

// --- roots

expectType(rootResource({ a: get() }).path).is<"">();
expectType(rootResource({ a: get() }).a.path).is<"/">();
expectType(rootResource({ a: staticResource("a", { b: get("b") }) }).a.b.path).is<"/a/b">();
expectType(rootResource("v1", {}).path).is<"/v1">();
expectType(rootResource({}).path).is<"">();
expectType(staticResource("users", {}).path).is<"/users">();
expectType(dynamicResource("user", {}).path).is<"/{user}">();
expectType(rootResource("v1", { failures: [Unauthorized] }, { a: get() }).a.path).is<"/v1">();
// Options without a segment.
const unnamed = rootResource({ failures: [Unauthorized] }, { a: get("a") });
expectType(unnamed.path).is<"">();
expectType(unnamed.a.path).is<"/a">();
expectType<InferFailure<typeof unnamed.a>["name"]>().is<"unauthorized">();
expectType(rootResource({ trailingSlash: true }, { a: get("a") }).a.path).is<"/a/">();
// @ts-expect-error - unknown option
rootResource({ failure: [Unauthorized] }, { a: get() });
// @ts-expect-error - security is a list with something in it
rootResource({ security: [] }, { a: get() });
// @ts-expect-error - a root has no parent
rootResource(api, { a: get() });
// @ts-expect-error - a root has no type
rootResource(uuid(), { a: get() });
// Roots of their own, one per version.
export const versions: AnyResource[] = [rootResource("v1", {}), rootResource("v2", {}), api];

// A name that only run time knows leaves the path open.
declare const wide: string;
expectType(rootResource(wide, { a: get("a") }).a.path).is<`/${string}/a`>();
expectType(staticResource(wide, { a: get() }).path).is<`/${string}`>();
dynamicResource(wide, integer(), { a: get() })(1).a;
declare const either: "a" | "b";
expectType(staticResource(either, { x: get() }).path).is<"/a" | "/b">();

// --- ids: typed by the parameter type, text where none is given

expectType<Parameters<typeof api.users.user>>().is<[id: string]>();
expectType<Parameters<typeof api.users.user.friends.friend>>().is<[id: number]>();
expectType<Parameters<typeof api.files>>().is<[id: readonly string[]]>();
expectType<Flat<InferIds<typeof api.users.list>>>().is<{}>();
expectType<Flat<InferIds<typeof api.users.user.find>>>().is<{ readonly user: string }>();
expectType<Flat<InferIds<typeof api.users.user.friends.friend.remove>>>().is<{
  readonly user: string;
  readonly friend: number;
}>();
expectType<Flat<InferIds<typeof api.files.read>>>().is<{ readonly file: readonly string[] }>();
expectType<Parameters<typeof dynamicResourceDefault>>().is<[id: string]>();
const dynamicResourceDefault = dynamicResource("a", { b: get() });
expectType<Parameters<typeof ids.a>>().is<[id: Date]>();
expectType<Parameters<typeof ids.b>>().is<[id: bigint]>();
expectType<Parameters<typeof ids.c>>().is<[id: boolean]>();
expectType<Parameters<typeof ids.d>>().is<[id: "x" | "y"]>();
expectType<Parameters<typeof ids.e>>().is<[id: Date]>();
expectType<Parameters<typeof ids.f>>().is<[id: string & z.$brand<"UserId">]>();
expectType<Parameters<typeof ids.g>>().is<[id: number]>();
const ids = {
  a: dynamicResource("a", dateTime(), { get: get() }),
  b: dynamicResource("b", bigint(), { get: get() }),
  c: dynamicResource("c", boolean(), { get: get() }),
  d: dynamicResource("d", oneOf("x", "y"), { get: get() }),
  e: dynamicResource(
    "e",
    z.codec(z.iso.datetime(), z.date(), {
      decode: (text) => new Date(text),
      encode: (value) => value.toISOString(),
    }),
    { get: get() },
  ),
  f: dynamicResource("f", uuid().check(z.string().brand("UserId")), { get: get() }),
  g: dynamicResource("g", { type: integer() }, { get: get() }),
};

// --- binding

expectType<Flat<InferIds<typeof bound.friends.friend.remove>>>().is<{
  readonly user: string;
  readonly friend: number;
}>();
const bound = api.users.user("42");
export const callable: BoundEndpoint[] = [
  api.health,
  api.users.list,
  bound.find,
  bound.friends.friend(7).remove,
  api.files(["a", "b"]).read,
  bind(api.users.user.find, { user: "42" }),
  bind(bound.friends.friend.remove, { friend: 7 }),
  bind(api.users.list, {}),
];
// @ts-expect-error - the id of user has no value
export const open: BoundEndpoint = api.users.user.find;
// @ts-expect-error - the id of friend has no value
export const halfOpen: BoundEndpoint = bound.friends.friend.remove;

// @ts-expect-error - an id is text here
api.users.user(42);
// @ts-expect-error - an id is given
api.users.user();
// @ts-expect-error - an id is there
api.users.user(undefined);
// @ts-expect-error - one id
api.users.user("42", "43");
// @ts-expect-error - its id is given already
bound("42");
// @ts-expect-error - a number here
bound.friends.friend("7");
// @ts-expect-error - a list of texts
api.files("a/b");
// @ts-expect-error - a static resource takes no id
api.users("42");
// @ts-expect-error - nothing of this name stands here
api.users.user("42").users;
// @ts-expect-error - an endpoint is no function
api.users.list();
// @ts-expect-error - declarations are frozen
api.users = api.users;
// @ts-expect-error - declarations are frozen
api.users.list.method = "GET";

// @ts-expect-error - user has no value
bind(api.users.user.find, {});
// @ts-expect-error - an id is text here
bind(api.users.user.find, { user: 42 });
// @ts-expect-error - no such id
bind(api.users.user.find, { user: "42", friend: 7 });
// @ts-expect-error - no such id
bind(api.users.list, { user: "42" });
// @ts-expect-error - it has a value already
bind(api.users.user("42").find, { user: "43" });
bind(api.users.user("42").friends.friend.remove, {
  friend: 7,
  // @ts-expect-error - it has a value already
  user: "43",
});
bind(api.users.user("42").friends.friend.remove, { friend: 7 });
bind(api.users.list, {});
declare const friendIds: { readonly user: string; readonly friend: number };
bind(api.users.user.friends.friend.remove, friendIds);
bind(api.users.user.friends.friend.remove, { ...friendIds });
// @ts-expect-error - user has a value already
bind(api.users.user("42").friends.friend.remove, friendIds);

hrefOf(bound.find);
hrefOf(api.users.list);
// @ts-expect-error - user has no value
hrefOf(api.users.user.find);
// @ts-expect-error - friend has no value
hrefOf(bound.friends.friend.remove);

// --- options

const guarded = staticResource(
  "guarded",
  {
    failures: [Unauthorized],
    headers: { "x-tenant": integer() },
    describe: { summary: "Guarded" },
  },
  {
    read: get().failure(NotFound).headers({ "x-more": string().optional() }),
    deep: dynamicResource(
      "deep",
      { type: integer(), failures: [Limited], headers: { "x-deep": boolean() } },
      { read: get() },
    ),
  },
);
expectType<InferFailure<typeof guarded.read>["name"]>().is<"user-not-found" | "unauthorized">();
expectType<InferFailure<typeof guarded.deep.read>["name"]>().is<"unauthorized" | "limited">();
expectType<Flat<InferHeaders<typeof guarded.read>>>().is<{
  readonly "x-tenant": number;
  readonly "x-more": string | undefined;
}>();
expectType<Flat<InferHeaders<typeof guarded.deep.read>>>().is<{
  readonly "x-tenant": number;
  readonly "x-deep": boolean;
}>();
expectType<Parameters<typeof guarded.deep>>().is<[id: number]>();
// What a tree gives reaches a piece placed into it, and what a parent gives reaches its child.
const placedBelow = rootResource("v1", { failures: [Limited] }, { guarded });
expectType<InferFailure<typeof placedBelow.guarded.read>["name"]>().is<
  "user-not-found" | "unauthorized" | "limited"
>();
const named = staticResource("named", guarded.deep, { read: get() });
expectType<InferFailure<typeof named.read>["name"]>().is<"unauthorized" | "limited">();
expectType<Flat<InferHeaders<typeof named.read>>>().is<{
  readonly "x-tenant": number;
  readonly "x-deep": boolean;
}>();
const both = staticResource("both", guarded, { failures: [Limited] }, { read: get() });
expectType<InferFailure<typeof both.read>["name"]>().is<"unauthorized" | "limited">();
expectType(both.path).is<"/guarded/both">();
const dynamicBoth = dynamicResource("id", api.users, { type: integer() }, { read: get() });
expectType(dynamicBoth.read.path).is<"/v1/users/{id}">();
expectType<Parameters<typeof dynamicBoth>>().is<[id: number]>();
staticResource("empty", {}, { read: get() });
dynamicResource("empty", {}, { read: get() });

staticResource(
  "a",
  // @ts-expect-error - no such option
  { failure: [Unauthorized] },
  { read: get() },
);
staticResource(
  "a",
  // @ts-expect-error - a schema goes one way
  { headers: { "x-tenant": z.string() } },
  { read: get() },
);
staticResource(
  "a",
  // @ts-expect-error - a static segment has no type
  uuid(),
  { read: get() },
);
rootResource(
  "a",
  // @ts-expect-error - a root has no parent
  api,
  { read: get() },
);
dynamicResource(
  "a",
  // @ts-expect-error - a schema goes one way
  z.uuid(),
  { read: get() },
);
dynamicResource(
  "a",
  // @ts-expect-error - coercion goes one way
  z.coerce.number(),
  { read: get() },
);
dynamicResource(
  "a",
  // @ts-expect-error - an id is always there
  integer().optional(),
  { read: get() },
);
dynamicResource(
  "a",
  // @ts-expect-error - an id is always there
  integer().default(1),
  { read: get() },
);
dynamicResource(
  "a",
  // @ts-expect-error - a list is no id
  list(integer()),
  { read: get() },
);
dynamicResource(
  "a",
  // @ts-expect-error - an id is always there
  { type: integer().optional() },
  { read: get() },
);
dynamicResource(
  "a",
  // @ts-expect-error - an id is always there
  integer().optional(),
  api.users,
  { read: get() },
);
dynamicResource(
  "a",
  // @ts-expect-error - a schema goes one way
  z.coerce.number(),
  api.users,
  { read: get() },
);
dynamicResource(
  "a",
  integer(),
  // @ts-expect-error - the parent must be a resource: api.users
  { read: get() },
  { read: get() },
);
// @ts-expect-error - an endpoint is no parent
dynamicResource("a", integer(), get(), { read: get() });
// @ts-expect-error - an endpoint is no parent
dynamicResource("a", get(), { read: get() });
// @ts-expect-error - an endpoint is no parent
staticResource("a", api.users.list, { read: get() });
// @ts-expect-error - pass the parent before the children
dynamicResource("a", integer(), { read: get() }, api.users);
// @ts-expect-error - a root has no parent
rootResource("a", api, { read: get() });
// @ts-expect-error - children stand in an object
rootResource("a", get());
// @ts-expect-error - children stand in an object
rootResource(get());
// @ts-expect-error - children stand in an object
staticResource("a", api.users, get());
// @ts-expect-error - children stand in an object
dynamicResource("a", integer(), get());

// Parameters of a resource hold for every endpoint below, as headers do.
const paged = rootResource(
  "paged",
  { parameters: { limit: integer().default(20), trace: string() } },
  {
    list: get().parameters({ q: string().optional() }),
    deep: dynamicResource(
      "deep",
      { parameters: { unit: oneOf("mm", "inch").optional() }, headers: { "x-a": string() } },
      { read: get(), more: post("more").request<string>() },
    ),
  },
);
expectType<Flat<InferParameters<typeof paged.list>>>().is<{
  readonly limit: number;
  readonly trace: string;
  readonly q: string | undefined;
}>();
expectType<Flat<InferParameters<typeof paged.deep.read>>>().is<{
  readonly limit: number;
  readonly trace: string;
  readonly unit: "mm" | "inch" | undefined;
}>();
expectType<Flat<InferParameters<typeof placedBelow.guarded.read>>>().is<{}>();
const pagedBelow = staticResource("below", paged.deep, { read: get() });
expectType<keyof InferParameters<typeof pagedBelow.read>>().is<"limit" | "trace" | "unit">();
hrefOf(paged.list, { parameters: { trace: "t", q: "q" } });
// @ts-expect-error - trace is missing
hrefOf(paged.list, { parameters: { q: "q" } });
// @ts-expect-error - trace is missing
hrefOf(paged.list);
// @ts-expect-error - not declared
hrefOf(paged.list, { parameters: { trace: "t", unit: "mm" } });
export async function inherited(client: Client, server: Server) {
  await client.request(paged.list, { parameters: { trace: "t", limit: 5, q: "q" } });
  // @ts-expect-error - trace is missing
  await client.request(paged.list);
  // @ts-expect-error - trace is missing
  await client.request(paged.list, { parameters: { limit: 5 } });
  const read = paged.deep("1").read;
  await client.request(read, { parameters: { trace: "t", unit: "mm" }, headers: { "x-a": "a" } });
  // @ts-expect-error - the header is missing
  await client.request(read, { parameters: { trace: "t" } });
  const both = { parameters: { trace: "t" }, headers: { "x-a": "a" } };
  await client.request(paged.deep("1").more, "body", both);
  client.urlOf(read, { parameters: { trace: "t" } });
  server.route(paged.list, ({ parameters }) => {
    expectType<Flat<typeof parameters>>().is<Flat<InferParameters<typeof paged.list>>>();
    return undefined;
  });
  server.route(paged.deep, {
    read: ({ parameters: { limit, trace, unit } }) => void [limit + 1, trace.at(0), unit?.at(0)],
    more: ({ parameters }) => {
      // @ts-expect-error - not declared
      return void parameters.q;
    },
  });
}
// @ts-expect-error - parameters are named one by one
staticResource("a", { parameters: integer() }, { read: get() });
// @ts-expect-error - a schema goes one way
staticResource("a", { parameters: { limit: z.coerce.number() } }, { read: get() });

// An option is what it is called.
const described = { summary: "…" };
const shared: readonly [typeof NotFound, typeof Limited] = [NotFound, Limited];
dynamicResource(
  "a",
  api.users,
  {
    type: integer(),
    failures: shared,
    headers: { etag: string() },
    describe: described,
  },
  { read: get() },
);
// @ts-expect-error - failures are a list
rootResource("a", { failures: NotFound }, { read: get() });
// @ts-expect-error - failures are a list
staticResource("a", { failures: NotFound }, { read: get() });
// @ts-expect-error - failures are a list
dynamicResource("a", { failures: NotFound }, { read: get() });
// @ts-expect-error - a list of failures
staticResource("a", { failures: ["not-found"] }, { read: get() });
// @ts-expect-error - the parent must be a resource: api.users
staticResource("a", get(), { failures: [NotFound] }, { read: get() });
// @ts-expect-error - the parent must be a resource: api.users
dynamicResource("a", get(), { type: integer() }, { read: get() });
// @ts-expect-error - the parent comes before the options
staticResource("a", { failures: [NotFound] }, api.users, { read: get() });
// @ts-expect-error - the parent is an argument
staticResource("a", { parent: api.users }, { read: get() });
// @ts-expect-error - pass an object
staticResource("a", api.users, integer(), { read: get() });
// @ts-expect-error - no such option
staticResource("a", api.users, { failure: [NotFound] }, { read: get() });
// @ts-expect-error - a static segment has no type
staticResource("a", api.users, { type: integer() }, { read: get() });
// @ts-expect-error - no such option
dynamicResource("a", api.users, { failure: [NotFound] }, { read: get() });
// @ts-expect-error - an id can't have .optional(), .default() or list()
dynamicResource("a", api.users, { type: integer().optional() }, { read: get() });
// @ts-expect-error - a description is an object
staticResource("a", { describe: 3 }, { read: get() });
// @ts-expect-error - a summary is text
staticResource("a", { describe: { summary: 3 } }, { read: get() });
// @ts-expect-error - a parameter goes both ways
staticResource("a", { headers: { etag: z.string() } }, { read: get() });
// @ts-expect-error - headers are named one by one
staticResource("a", { headers: string() }, { read: get() });
// @ts-expect-error - headers are named one by one
rootResource("a", { headers: z.object({ etag: z.string() }) }, { read: get() });
// @ts-expect-error - headers are named one by one
dynamicResource("a", { headers: "etag" }, { read: get() });
// @ts-expect-error - a static segment has no type
staticResource("a", { type: integer() }, { read: get() });
// @ts-expect-error - a root has no type
rootResource("a", { type: integer() }, { read: get() });
// @ts-expect-error - a type is a parameter type
dynamicResource("a", { type: 3 }, { read: get() });

// --- children

rootResource("v1", {
  // @ts-expect-error - a plain object is not a resource
  users: { list: get() },
  health: get("health"),
});
rootResource("v1", {
  users: staticResource("users", {
    // @ts-expect-error - call it: get()
    list: get,
    find: get("find"),
  }),
});
rootResource("v1", {
  // @ts-expect-error - not a resource
  users: "users",
});
rootResource("v1", {
  // @ts-expect-error - not a resource
  users: undefined,
});
rootResource("v1", {
  // @ts-expect-error - a schema is no resource
  users: z.object({}),
});
rootResource("v1", {
  users: staticResource("users", {
    // @ts-expect-error - a failure is no endpoint
    missing: NotFound,
  }),
});
rootResource("v1", {
  // @ts-expect-error - every resource has its own path
  path: get("path"),
});
rootResource("v1", {
  // @ts-expect-error - an await on the resource would hang
  then: get("then"),
});
rootResource("v1", {
  // @ts-expect-error - reserved
  "~standard": get("standard"),
});
staticResource("users", {
  // @ts-expect-error - every resource has its own path
  path: get("path"),
});
dynamicResource("user", {
  // @ts-expect-error - an await on the resource would hang
  then: staticResource("then", { read: get() }),
});
dynamicResource("user", integer(), {
  // @ts-expect-error - reserved
  "~shape": get("shape"),
});
staticResource("users", api, {
  // @ts-expect-error - a plain object is not a resource
  user: { find: get() },
});
dynamicResource("user", uuid(), api, {
  // @ts-expect-error - a plain object is not a resource
  friends: { find: get() },
});
// @ts-expect-error - children are an object
rootResource("v1", get());
// @ts-expect-error - children are an object
rootResource("v1", [get()]);
// @ts-expect-error - children are there
rootResource("v1");
// @ts-expect-error - children are there
staticResource("users");
// @ts-expect-error - children are there
dynamicResource("user");

// The parent comes before the children.
// @ts-expect-error - parent last
staticResource("users", { list: get() }, api);
// @ts-expect-error - parent last
dynamicResource("user", { find: get() }, api.users);
// @ts-expect-error - parent last
dynamicResource("user", uuid(), { find: get() }, api.users);

// Children whose names only run time knows.
const plain = () => get("plain").response<string>();
const record: Record<string, ReturnType<typeof plain>> = { a: plain() };
rootResource("v1", record);

// --- any name is a child's

const oddChildren = {
  name: get("name").response<"name">(),
  length: get("length").response<"length">(),
  call: get("call").response<"call">(),
  apply: get("apply").response<"apply">(),
  bind: get("bind").response<"bind">(),
  constructor: get("constructor").response<"constructor">(),
  toString: get("to-string").response<"toString">(),
  valueOf: get("value-of").response<"valueOf">(),
  hasOwnProperty: get("has-own-property").response<"hasOwnProperty">(),
  prototype: get("prototype").response<"prototype">(),
  caller: get("caller").response<"caller">(),
  arguments: get("arguments").response<"arguments">(),
  parent: get("parent").response<"parent">(),
  failures: get("failures").response<"failures">(),
  type: get("type").response<"type">(),
  headers: get("headers").response<"headers">(),
  describe: get("describe").response<"describe">(),
  method: get("method").response<"method">(),
  get: get("get").response<"get">(),
  delete: del("delete"),
  "a-b c": get("a-b").response<"a-b c">(),
  1: get("one").response<1>(),
};
const odd = rootResource("v1", {
  fixed: staticResource("static", oddChildren),
  dynamic: dynamicResource("dynamic", integer(), oddChildren),
});
expectType(odd.fixed.name.path).is<"/v1/static/name">();
expectType(odd.fixed.constructor.path).is<"/v1/static/constructor">();
expectType(odd.fixed.toString.path).is<"/v1/static/to-string">();
expectType(odd.fixed.prototype.path).is<"/v1/static/prototype">();
expectType(odd.fixed["a-b c"].path).is<"/v1/static/a-b">();
expectType(odd.fixed[1].path).is<"/v1/static/one">();
expectType(odd.dynamic.name.path).is<"/v1/{dynamic}/name">();
expectType(odd.dynamic.length.path).is<"/v1/{dynamic}/length">();
expectType(odd.dynamic.call.path).is<"/v1/{dynamic}/call">();
expectType(odd.dynamic.apply.path).is<"/v1/{dynamic}/apply">();
expectType(odd.dynamic.bind.path).is<"/v1/{dynamic}/bind">();
expectType(odd.dynamic.constructor.path).is<"/v1/{dynamic}/constructor">();
expectType(odd.dynamic.toString.path).is<"/v1/{dynamic}/to-string">();
expectType(odd.dynamic.prototype.path).is<"/v1/{dynamic}/prototype">();
expectType(odd.dynamic.caller.path).is<"/v1/{dynamic}/caller">();
expectType(odd.dynamic.arguments.path).is<"/v1/{dynamic}/arguments">();
expectType(odd.dynamic(1).name.method).is<"GET">();
expectType(odd.dynamic(1).call.method).is<"GET">();
expectType(odd.dynamic(1).constructor.method).is<"GET">();
export const oddBound: BoundEndpoint[] = [
  odd.fixed.name,
  odd.fixed.call,
  odd.fixed.hasOwnProperty,
  odd.dynamic(1).length,
  odd.dynamic(1).apply,
  odd.dynamic(1).toString,
];
// A resource as a parent, whose children have the names of options.
const belowOdd = staticResource("below", odd.dynamic, { read: get() });
expectType(belowOdd.read.path).is<"/v1/{dynamic}/below">();
expectType<InferFailure<typeof belowOdd.read>>().is<never>();
expectType<Flat<InferHeaders<typeof belowOdd.read>>>().is<{}>();

// --- the three styles, and their mixture

const Api = rootResource("v1", { failures: [Unauthorized] }, { health: get("health") });
const Users = staticResource("users", Api, { list: get().response<User[]>() });
const User = dynamicResource("user", uuid(), Users, { find: get().response<User>() });
const Friends = staticResource("friends", User, {});
const Friend = dynamicResource("friend", integer(), Friends, { remove: del() });
expectType(Users.list.path).is<"/v1/users">();
expectType(User.find.path).is<"/v1/users/{user}">();
expectType(Friend.remove.path).is<"/v1/users/{user}/friends/{friend}">();
expectType<Flat<InferIds<typeof Friend.remove>>>().is<{
  readonly user: string;
  readonly friend: number;
}>();
expectType<InferFailure<typeof Friend.remove>["name"]>().is<"unauthorized">();
expectType<Parameters<typeof Friend>>().is<[id: number]>();
// @ts-expect-error - the parent is not changed
Api.Users;
// @ts-expect-error - user has no value
hrefOf(Friend(7).remove);
dynamicResource("group", Api, { find: get() })("a").find;
expectType<Parameters<typeof ofParent>>().is<[id: string]>();
const ofParent = dynamicResource("group", Api, { find: get() });
// A parent that stands in a nested tree, and a piece placed below a named parent.
const nestedParent = staticResource("more", api.users.user.friends.friend, {
  users: staticResource("u", { list: get() }),
});
expectType(nestedParent.users.list.path).is<"/v1/users/{user}/friends/{friend}/more/u">();
// A parent whose ids are given: what stands below has them too.
const belowBound = staticResource("below", bound, { read: get() });
hrefOf(belowBound.read);

const piece = dynamicResource("note", integer(), { read: get().response<string>() });
const v1 = rootResource("v1", { notes: staticResource("notes", { piece }) });
const v2 = rootResource("v2", { piece });
expectType(piece.read.path).is<"/{note}">();
expectType(v1.notes.piece.read.path).is<"/v1/notes/{note}">();
expectType(v2.piece.read.path).is<"/v2/{note}">();
expectType(v2.piece(1).read.method).is<"GET">();
// @ts-expect-error - a number here too
v2.piece("1");

// --- slash

export const joined: BoundEndpoint[] = [
  slash(Api, Users, User("42"), Friends, Friend(7), Friend.remove),
  slash(User("42"), Friend(7), Friend.remove),
  slash(Users, Users.list),
  slash(User("42"), User.find),
  slash(api, api.users.user("42"), api.users.user.friends.friend(7).remove),
];
expectType(slash(Users, Users.list).path).is<"/v1/users">();
expectType(slash(Api, User).path).is<"/v1/users/{user}">();
expectType<Parameters<typeof friendOf42>>().is<[id: number]>();
const friendOf42 = slash(User("42"), Friend);
hrefOf(friendOf42(7).remove);
hrefOf(slash(User("42"), Friends, Friend(7)).remove);
// @ts-expect-error - friend has no value
hrefOf(friendOf42.remove);
// @ts-expect-error - user has no value
hrefOf(slash(Users, User.find));
// @ts-expect-error - user has no value
hrefOf(slash(Users, Friend(7), Friend.remove));
// @ts-expect-error - users is not below user
slash(User("42"), Users);
// @ts-expect-error - another tree
slash(Api, User("42"), v2.piece.read);
// @ts-expect-error - users is not below friends
slash(Api, Friends, Users, User("42"));
slash(
  Api,
  Users,
  // @ts-expect-error - not below users
  Api.health,
);
// @ts-expect-error - a declaration is not in a tree
slash(Api, get());
// @ts-expect-error - nothing is below an endpoint
slash(api, api.users.list, api.users.user("42").find);
// @ts-expect-error - nothing is below an endpoint
slash(api.users.list, api.users);

// --- listing

expectType(endpointsOf(api)).is<UntypedEndpoint[]>();
expectType(endpointsOf(Api, Users, User)).is<UntypedEndpoint[]>();
expectType(resourcesOf(api, v2)).is<AnyResource[]>();
expectType(inspect(api.users.user)).is<Inspection>();
expectType(inspect(api).kind).is<"root" | "static" | "dynamic">();
expectType(verify(api, v2)).is<void>();
expectType(endpointAt(api, "GET", "/v1/users")).is<EndpointMatch | undefined>();
expectType(endpointAt([Api, Users], "GET", "/v1/users")).is<EndpointMatch | undefined>();
const matched = endpointAt(api, "GET", "/v1/users");
if (matched?.issues === undefined) {
  expectType(matched?.parameters).is<Readonly<Record<string, unknown>> | undefined>();
} else {
  expectType(matched.issues).is<readonly QueryIssue[]>();
  expectType(matched.parameters).is<undefined>();
}
endpointsOf(bound);

// ---- affixes, verbs and trailing slashes
const slashed = rootResource(
  "v1",
  { trailingSlash: true, failures: [Unauthorized] },
  {
    home: get(),
    calls: staticResource("calls", {
      batch: post(":batchGet"),
      call: dynamicResource(
        "sid",
        { type: integer(), prefix: "c-", suffix: ".json" },
        { find: get(), publish: post(":publish"), deep: post(":publish/now") },
      ),
      plain: staticResource("plain", { trailingSlash: false }, { read: get() }),
      inherits: staticResource("inherits", { failures: [NotFound] }, { read: get() }),
    }),
    rest: dynamicResource("path", { type: segments(), suffix: ".git" }, { copy: post(":copy") }),
  },
);
const { calls } = slashed;
expectType(slashed.path).is<"/v1">();
expectType(slashed.home.path).is<"/v1/">();
expectType(slashed.home.template).is<"/v1/">();
expectType(calls.batch.template).is<"/v1/calls:batchGet/">();
expectType(calls.call.path).is<"/v1/calls/c-{sid}.json">();
expectType(calls.call.find.template).is<"/v1/calls/c-{sid}.json/">();
expectType(calls.call.publish.template).is<"/v1/calls/c-{sid}.json:publish/">();
expectType(calls.call.deep.template).is<"/v1/calls/c-{sid}.json:publish/now/">();
expectType(calls.call(7).publish.template).is<"/v1/calls/c-{sid}.json:publish/">();
expectType(calls.call(7).publish.path).is<string>();
expectType(calls.plain.read.template).is<"/v1/calls/plain">();
expectType(calls.inherits.read.template).is<"/v1/calls/inherits/">();
expectType(slashed.rest.copy.template).is<"/v1/{path*}.git:copy/">();
expectType<InferIds<typeof calls.call.publish>>({ sid: 7 }).is<{ readonly sid: number }>();
expectType(rootResource({ batch: post(":batch") }).batch.template).is<"/:batch">();
expectType(rootResource("v1", { batch: post(":batch") }).batch.template).is<"/v1:batch">();
expectType(get("a:b")).is<ReturnType<typeof get<"a:b">>>();
const Avatar = dynamicResource("name", api.users, { suffix: ".png" }, { show: get() });
expectType(Avatar.show.template).is<"/v1/users/{name}.png">();
// `verify` checks a text that the compiler does not know.
expectType(dynamicResource("sid", { suffix: wide }, { find: get() }).path).is<`/{sid}${string}`>();
// @ts-expect-error - "%" would be an escape
dynamicResource("sid", { suffix: "%2E" }, { find: get() });
// @ts-expect-error - only ids have a prefix
rootResource("v1", { prefix: "x" }, { find: get() });
// @ts-expect-error - the verb is empty
get(":/x");
// @ts-expect-error - only endpoints can be below segments()
staticResource("more", slashed.rest, {});

// @ts-expect-error - an endpoint is no resource
endpointsOf(api.users.list);
// @ts-expect-error - a plain object is not a resource
resourcesOf({ api });
// @ts-expect-error - an endpoint's declaration is no resource
inspect(get());

// --- segments

// @ts-expect-error - a segment cannot be empty
rootResource("", { a: get() });
// @ts-expect-error - one segment
rootResource("v1/users", { a: get() });
// @ts-expect-error - one segment
staticResource("/users", { a: get() });
// @ts-expect-error - one segment
staticResource("users/", { a: get() });
// @ts-expect-error - a dot segment
staticResource(".", { a: get() });
// @ts-expect-error - a dot segment
staticResource("..", { a: get() });
// @ts-expect-error - braces
staticResource("{user}", { a: get() });
// @ts-expect-error - braces
dynamicResource("{user}", { a: get() });
// @ts-expect-error - a name cannot be empty
dynamicResource("", integer(), { a: get() });
// @ts-expect-error - one segment
dynamicResource("user/friend", integer(), api, { a: get() });
// @ts-expect-error - one segment
staticResource("users/all", api, { a: get() });
staticResource("...", { a: get() });
staticResource("a.b", { a: get() });
staticResource("crème brûlée", { a: get() });
staticResource(":id", { a: get() });
// @ts-expect-error - a segment is text
staticResource(1, { a: get() });

get("me");
get("me/settings");
// @ts-expect-error - an empty segment
get("/me");
// @ts-expect-error - an empty segment
get("me/");
// @ts-expect-error - an empty segment
get("me//settings");
// @ts-expect-error - a dot segment
get("me/../you");
// @ts-expect-error - braces: use dynamicResource
get("{user}");
get(wide);

// --- segments(): only endpoints stand below, matched last

dynamicResource("file", segments(), { read: get(), write: post() });

// Nor does a resource that names such a one as its parent.
staticResource(
  "more",
  // @ts-expect-error - only endpoints can be below segments()
  api.files,
  { read: get() },
);
dynamicResource(
  "more",
  // @ts-expect-error - only endpoints can be below segments()
  api.files,
  { read: get() },
);
dynamicResource(
  "more",
  integer(),
  // @ts-expect-error - only endpoints can be below segments()
  api.files,
  { read: get() },
);

// --- one name once in a chain

dynamicResource(
  // @ts-expect-error - {id} is already in this path: rename one
  "id",
  { sub: dynamicResource("id", { read: get() }) },
);
dynamicResource(
  // @ts-expect-error - {id} is already in this path: rename one
  "id",
  integer(),
  { sub: staticResource("sub", { deep: dynamicResource("id", { read: get() }) }) },
);
dynamicResource(
  // @ts-expect-error - {user} is already in this path: rename one
  "user",
  api.users.user,
  { read: get() },
);
dynamicResource(
  // @ts-expect-error - {user} is already in this path: rename one
  "user",
  uuid(),
  Friends,
  { read: get() },
);
dynamicResource(
  // @ts-expect-error - {user} is already in this path: rename one
  "user",
  api.users.user.friends,
  { type: uuid() },
  { read: get() },
);
staticResource(
  "posts",
  // @ts-expect-error - {user} is already in this path: rename one
  api.users.user,
  { user: dynamicResource("user", { read: get() }) },
);
staticResource(
  "posts",
  // @ts-expect-error - {user} is already in this path: rename one
  api.users.user,
  { failures: [NotFound] },
  { post: dynamicResource("post", { by: dynamicResource("user", { read: get() }) }) },
);
dynamicResource(
  "post",
  // @ts-expect-error - {user} is already in this path: rename one
  api.users.user,
  { user: dynamicResource("user", { read: get() }) },
);
dynamicResource(
  "post",
  uuid(),
  // @ts-expect-error - {user} is already in this path: rename one
  api.users.user.friends,
  { user: dynamicResource("user", { read: get() }) },
);
staticResource("posts", api.users.user, { post: dynamicResource("post", { read: get() }) });
// Side by side a name may stand twice.
rootResource("v1", {
  a: staticResource("a", { id: dynamicResource("id", { read: get() }) }),
  b: staticResource("b", { id: dynamicResource("id", { read: get() }) }),
});
dynamicResource("user", {
  read: get(),
  a: dynamicResource("a", { read: get() }),
  b: staticResource("b", { a: dynamicResource("a", { read: get() }) }),
});

// --- any, never, unknown

declare const anything: any;
declare const nothing: never;
declare const unknown: unknown;
rootResource("v1", { a: anything });
api.users.user(anything);
api.users.user(nothing);
// @ts-expect-error - unknown is no text
api.users.user(unknown);
// @ts-expect-error - unknown are no children
rootResource("v1", unknown);
rootResource("v1", {
  // @ts-expect-error - unknown is no child
  a: unknown,
});
dynamicResource(
  "a",
  // @ts-expect-error - unknown is no type
  unknown,
  { read: get() },
);
// @ts-expect-error - unknown is no id
bind(api.users.user.find, { user: unknown });

// Headers hold below a resource, whether failures stand beside them or not.
const keyed = rootResource("v1", {
  a: staticResource("a", { headers: { "x-key": uuid() } }, { read: get() }),
});
expectType<Flat<InferHeaders<typeof keyed.a.read>>>().is<{ readonly "x-key": string }>();

// --- stability

get().stability("experimental");
// @ts-expect-error - what is not experimental says nothing
get().stability("stable");
rootResource({ stability: "experimental" }, { a: get("a") });
// @ts-expect-error - use "experimental", or remove stability
rootResource({ stability: "beta" }, { a: get("a") });
