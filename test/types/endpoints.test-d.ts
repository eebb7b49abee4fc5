// Declaring endpoints: the chain, the bodies that JSON keeps, and what is refused where.
import { type as arktype } from "arktype";
import {
  boolean,
  dateTime,
  del,
  dynamicResource,
  failure,
  get,
  integer,
  json,
  list,
  noBody,
  patch,
  post,
  put,
  query,
  rootResource,
  staticResource,
  string,
  type,
} from "bough";
import { head } from "bough/existing";
import type {
  AnyEndpoint,
  AnyFailure,
  AnyResource,
  InferBody,
  InferFailure,
  InferHeaders,
  InferParameters,
  InferRequest,
  InferResponse,
  InferReturn,
} from "bough";
import type { ResponseData, Body, Description } from "bough/types";
import { Schema } from "effect";
import * as v from "valibot";
import { z } from "zod";
import { expectType } from "../support/types.ts";
import type { Flat } from "../support/types.ts";

interface User {
  readonly id: string;
  readonly name: string;
}

const NotFound = failure("not-found", 404);
const Taken = failure("taken", 409).body<{ readonly by: string }>();
const Limited = failure("limited", 429);
const Bare = failure(400);

// --- verbs

const verbs = rootResource("v1", {
  get: get("a"),
  query: query("a"),
  post: post("a"),
  put: put("a"),
  patch: patch("a"),
  del: del("a"),
  head: head("a"),
});
expectType(verbs.get.method).is<"GET">();
expectType(verbs.query.method).is<"QUERY">();
expectType(verbs.post.method).is<"POST">();
expectType(verbs.put.method).is<"PUT">();
expectType(verbs.patch.method).is<"PATCH">();
expectType(verbs.del.method).is<"DELETE">();
expectType(verbs.head.method).is<"HEAD">();

// --- nothing declared

const plain = get();
expectType<InferRequest<typeof plain>>().is<undefined>();
expectType<InferBody<typeof plain>>().is<undefined>();
expectType<InferReturn<typeof plain>>().is<undefined>();
expectType<InferResponse<typeof plain>>().is<undefined>();
expectType<InferFailure<typeof plain>>().is<never>();
expectType<Flat<InferParameters<typeof plain>>>().is<{}>();
expectType<Flat<InferHeaders<typeof plain>>>().is<{}>();

// --- bodies: by type, by schema (which goes one way), by body

const byType = post().request<User>().response<User[]>();
expectType<InferRequest<typeof byType>>().is<User>();
expectType<InferBody<typeof byType>>().is<User>();
expectType<InferReturn<typeof byType>>().is<User[]>();
expectType<InferResponse<typeof byType>>().is<User[]>();

const byZod = post()
  .request(z.object({ at: z.string().transform(Number) }))
  .response(z.object({ count: z.string().transform(Number) }));
expectType<InferRequest<typeof byZod>>().is<{ at: string }>();
expectType<InferBody<typeof byZod>>().is<{ at: number }>();
expectType<InferReturn<typeof byZod>>().is<{ count: string }>();
expectType<InferResponse<typeof byZod>>().is<{ count: number }>();

const byValibot = put()
  .request(v.object({ at: v.pipe(v.string(), v.transform(Number)) }))
  .response(v.object({ count: v.pipe(v.string(), v.transform(Number)) }));
expectType<InferRequest<typeof byValibot>>().is<{ at: string }>();
expectType<InferBody<typeof byValibot>>().is<{ at: number }>();
expectType<InferReturn<typeof byValibot>>().is<{ count: string }>();
expectType<InferResponse<typeof byValibot>>().is<{ count: number }>();

const byArktype = patch()
  .request(arktype({ at: "string.integer.parse" }))
  .response(arktype({ count: "string.integer.parse" }));
expectType<InferRequest<typeof byArktype>>().is<{ at: string }>();
expectType<InferBody<typeof byArktype>>().is<{ at: number }>();
expectType<InferReturn<typeof byArktype>>().is<{ count: string }>();
expectType<InferResponse<typeof byArktype>>().is<{ count: number }>();

const byEffect = query()
  .request(
    Schema.toStandardSchemaV1(Schema.Struct({ at: Schema.NumberFromString, name: Schema.String })),
  )
  .response(Schema.toStandardSchemaV1(Schema.Struct({ count: Schema.NumberFromString })));
expectType<InferRequest<typeof byEffect>>().is<{
  readonly at: string;
  readonly name: string;
}>();
expectType<InferBody<typeof byEffect>>().is<{ readonly at: number; readonly name: string }>();
expectType<InferReturn<typeof byEffect>>().is<{ readonly count: string }>();
expectType<InferResponse<typeof byEffect>>().is<{ readonly count: number }>();

const byBody = post().request(type<User>()).response(type<User>());
expectType<InferRequest<typeof byBody>>().is<User>();
expectType<InferBody<typeof byBody>>().is<User>();
expectType<InferReturn<typeof byBody>>().is<User>();
expectType(type<User>()).is<Body<User>>();

// --- responses: one per status

const created = post().response(type<User>(), { status: 201 });
expectType<InferResponse<typeof created>>().is<User>();
const accepted = post().response(noBody, { status: 202 });
expectType<InferResponse<typeof accepted>>().is<undefined>();
const several = put()
  .response(z.object({ count: z.string().transform(Number) }))
  .response(type<User>(), { status: 201 })
  .response(noBody, { status: 204 });
expectType<InferResponse<typeof several>>().is<{ count: number } | User | undefined>();
const cached = get().response<User>().response(noBody, { status: 304 });
expectType<InferResponse<typeof cached>>().is<User>();
get().response(noBody);
get().response(noBody, {});
get().response(noBody, { status: 204, description: "Nothing", headers: { etag: string() } });
get().response(noBody, { status: 205 });
get().response(noBody, { status: 301, headers: { location: string() } });
get().response(type<User>(), {
  status: 203,
  headers: { etag: string(), age: integer().optional() },
});

// Statuses that nobody has registered, up to 399.
const odd = get()
  .response(type<User>(), { status: 218 })
  .response(noBody, { status: 306, headers: { location: string() }, description: "Elsewhere" })
  .response(type<string>(), { status: 399 });
expectType<typeof odd extends { "~definition": { responses: { status: infer S } } } ? S : 0>().is<
  218 | 306 | 399
>();
expectType<InferResponse<typeof odd>>().is<User | string | undefined>();
get().response(type<User>(), { status: 209 }).response(type<User>(), { status: 299 });
// @ts-expect-error - 218 stands twice
get().response(type<User>(), { status: 218 }).response(type<User>(), { status: 218 });
// @ts-expect-error - 1xx is no response
get().response(type<User>(), { status: 199 });
// @ts-expect-error - 400 is a failure
get().response(type<User>(), { status: 400 });
// @ts-expect-error - not an integer
get().response(type<User>(), { status: 218.5 });
// @ts-expect-error - a header is not a text
get().response(type<User>(), { status: 218, headers: { "x-a": "text" } });
// @ts-expect-error - the status is not known
get().response(type<User>(), { status: Number("218") });

// @ts-expect-error - status 200 stands twice
get().response<User>().response<string>();
// @ts-expect-error - status 201 stands twice
get().response(type<User>(), { status: 201 }).response(type<string>(), { status: 201 });
// @ts-expect-error - noBody is 204
get().response(noBody).response(noBody, { status: 204 });
// @ts-expect-error - 204 has no body
get().response(type<User>(), { status: 204 });
// @ts-expect-error - 205 has no body
get().response(type<User>(), { status: 205 });
// @ts-expect-error - 304 has no body
get().response(z.object({}), { status: 304 });
get().response(type<User>(), {
  // @ts-expect-error - 204 has no body
  status: 204,
});
get().response(type<User>(), {
  // @ts-expect-error - failures are declared by .failure
  status: 404,
});
get().response(type<User>(), {
  // @ts-expect-error - an interim status
  status: 103,
});
get().response(type<User>(), {
  // @ts-expect-error - a status is a number
  status: "200",
});
get().response(type<User>(), {
  headers: {
    // @ts-expect-error - a schema goes one way
    etag: z.string(),
  },
});
get().response(type<User>(), {
  // @ts-expect-error - a description is text
  description: 1,
});
// @ts-expect-error - the type is written
get().response();
// @ts-expect-error - the type is written
post().request();
// @ts-expect-error - the type is written
get().response<User>().response();
// @ts-expect-error - a body has no status of its own
get().response(201);
// @ts-expect-error - no body
get().response({ status: 201 });
// @ts-expect-error - no body
get().response("text");
// @ts-expect-error - a parameter type is no body
get().response(string());
// @ts-expect-error - a parameter type is no body
post().request(string());
// @ts-expect-error - no body
post().request({ name: "Ada" });

// --- requests

// @ts-expect-error - GET has no body: query()
get().request<User>();
// @ts-expect-error - HEAD has no body: query()
head().request<User>();
// @ts-expect-error - GET has no body: query()
get().request(z.object({ name: z.string() }));
// @ts-expect-error - GET has no body: query()
get("me").request(type<User>());
query().request<User>();
del().request<User>();
// @ts-expect-error - declared already
post().request<User>().request<User>();
post()
  .request(z.object({ name: z.string() }))
  .response<User>()
  // @ts-expect-error - declared already
  .request(type<User>());

// --- any order, each call a new value

const forth = post()
  .parameters({ limit: integer() })
  .headers({ "x-a": string() })
  .request<User>()
  .response<User>()
  .failure(NotFound)
  .describe({ summary: "Forth" })
  .meta({ cached: true });
const back = post()
  .meta({ cached: true })
  .describe({ summary: "Back" })
  .failure(NotFound)
  .response<User>()
  .request<User>()
  .headers({ "x-a": string() })
  .parameters({ limit: integer() });
const orders = rootResource("v1", { forth, back });
expectType<Flat<InferParameters<typeof forth>>>().is<Flat<InferParameters<typeof back>>>();
expectType<Flat<InferHeaders<typeof forth>>>().is<Flat<InferHeaders<typeof back>>>();
expectType<InferFailure<typeof orders.forth>>().is<InferFailure<typeof orders.back>>();
expectType<InferRequest<typeof forth>>().is<InferRequest<typeof back>>();
expectType<Flat<InferParameters<typeof forth>>>().is<{ readonly limit: number }>();
expectType<Flat<InferHeaders<typeof back>>>().is<{ readonly "x-a": string }>();
expectType<InferFailure<typeof orders.back>["name"]>().is<"not-found">();
expectType(orders.back.meta.cached).is<true>();

// --- parameters, headers, failures and meta merge; a name stands once

const merged = get()
  .parameters({ a: integer() })
  .parameters({ b: boolean().default(false), c: list(string()) })
  .headers({ "x-a": string() })
  .headers({ "x-b": dateTime().optional() })
  .failure(NotFound)
  .failure(Taken, Limited)
  .failure(Bare)
  .meta({ a: 1 })
  .meta({ b: "two" });
expectType<Flat<InferParameters<typeof merged>>>().is<{
  readonly a: number;
  readonly b: boolean;
  readonly c: readonly string[];
}>();
expectType<Flat<InferHeaders<typeof merged>>>().is<{
  readonly "x-a": string;
  readonly "x-b": Date | undefined;
}>();
const placed = rootResource("v1", { plain, merged });
expectType<InferFailure<typeof placed.merged>["name"]>().is<
  "not-found" | "taken" | "limited" | "400"
>();
expectType<InferFailure<typeof placed.plain>>().is<never>();
expectType(placed.merged.meta.a).is<1>();
expectType(placed.merged.meta.b).is<"two">();
expectType(placed.merged.meta.other).is<unknown>();

get().parameters({ a: integer() }).parameters({
  b: integer(),
  // @ts-expect-error - a stands twice
  a: string(),
});
get().headers({ "x-a": integer() }).headers({
  // @ts-expect-error - x-a stands twice
  "x-a": integer(),
});
// A parameter and a header may share a name.
get().parameters({ a: integer() }).headers({ a: integer() });
// @ts-expect-error - not-found stands twice
get().failure(NotFound, NotFound);
get()
  .failure(NotFound)
  // @ts-expect-error - not-found stands twice
  .failure(NotFound);
get()
  .failure(NotFound)
  // @ts-expect-error - not-found stands twice, whatever its status
  .failure(Taken, failure("not-found", 410));
get()
  .failure(Bare)
  // @ts-expect-error - 400 stands twice
  .failure(failure(400).body<User>());
// @ts-expect-error - a failure is given
get().failure();
// @ts-expect-error - a status is no failure
get().failure(404);
// Several named failures share a status; a bare one is alone on its own.
get().failure(failure("a", 404), failure("b", 404), failure(409)).failure(failure(410));
declare const anyStatus: number;
get().failure(failure("a", 404), failure(anyStatus)).failure(failure("b", anyStatus));
// @ts-expect-error - a bare failure is alone on its status
get().failure(failure("a", 404), failure(409), failure("b", 409));
// @ts-expect-error - a bare failure is alone on its status
get().failure(failure(409)).failure(failure("a", 404), failure("b", 409));
// @ts-expect-error - a name is no failure
get().failure("not-found");

// --- documentation

get().describe({
  summary: "s",
  description: "d",
  tags: ["t"],
  operationId: "o",
  examples: { one: { value: 1 } },
});
get().describe({
  // @ts-expect-error - no such member
  title: "t",
});
get().describe({
  // @ts-expect-error - a summary is text
  summary: 1,
});
// @ts-expect-error - meta is an object
get().meta("cached");

// --- the option meta of resources

const described = rootResource(
  "v1",
  { meta: { public: false, audit: { level: 1 } } },
  {
    list: get(),
    health: get("health").meta({ public: true }).meta({ owner: "a" }).meta({ owner: "b" }),
    users: staticResource("users", { meta: { audit: "none" } }, { create: post() }),
  },
);
expectType(described.list.meta.public).is<false>();
expectType(described.list.meta.audit.level).is<1>();
expectType(described.list.meta.other).is<unknown>();
expectType(described.health.meta.public).is<true>();
expectType(described.health.meta.owner).is<"b">();
expectType(described.users.create.meta.audit).is<"none">();
expectType(described.users.create.meta.public).is<false>();
const team = staticResource("teams", described, { meta: { public: true } }, { list: get() });
expectType(team.list.meta.public).is<true>();
expectType(team.list.meta.audit.level).is<1>();
// @ts-expect-error - meta is an object
staticResource("users", { meta: "public" }, { list: get() });

// --- an endpoint's own members

const { find } = rootResource("v1", {
  find: get("find").parameters({ a: integer() }).response<User>().failure(NotFound),
});
expectType(find.method).is<"GET">();
expectType(find.path).is<"/v1/find">();
expectType(find.template).is<"/v1/find">();
expectType(find.subpath).is<"find">();
expectType(find.resource).is<AnyResource>();
expectType(find.responses).is<readonly ResponseData[]>();
expectType(find.failures).is<readonly AnyFailure[]>();
expectType(find.description).is<Description>();
expectType(find.request).is<AnyEndpoint["request"]>();
expectType(find.parameters).is<AnyEndpoint["parameters"]>();
expectType(find.headers).is<AnyEndpoint["headers"]>();
expectType(find.meta.anything).is<unknown>();
export const untyped: AnyEndpoint[] = [find, orders.forth, verbs.head];
// @ts-expect-error - a declaration is not in a tree
export const unplaced: AnyEndpoint = get();

// --- bodies that JSON keeps

interface Tree {
  readonly value: number;
  readonly children: readonly Tree[];
  readonly parent?: Tree | undefined;
}
type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
type MutableJson =
  | string
  | number
  | boolean
  | null
  | MutableJson[]
  | { [name: string]: MutableJson };
type UserId = string & { readonly __brand: "UserId" };
type Cents = number & { readonly __cents: unique symbol };
declare enum Colour {
  Red = "red",
  Blue = "blue",
}
declare enum Level {
  Low,
  High,
}
interface Branded {
  readonly id: UserId;
  readonly price: Cents;
  readonly brand: string & z.$brand<"B">;
}
interface Loose {
  readonly a?: string;
  readonly b: number | undefined;
  readonly c?: { readonly d?: readonly string[] | undefined };
}
interface Wide {
  readonly a: any;
  readonly b: unknown;
  readonly c: object;
  readonly d: {};
  readonly e: readonly unknown[];
  readonly f: any[];
  readonly g: null;
  readonly h: never;
}
interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
  readonly tuple: readonly [string, number];
  readonly record: Record<string, Item>;
  readonly map: { readonly [name: `x-${string}`]: number };
}
type Shape =
  | { readonly kind: "circle"; readonly radius: number }
  | { readonly kind: "square"; readonly side: number };
class Point {
  readonly x: number = 0;
  readonly y: number = 0;
}
interface Inherited extends User {
  readonly deep: { readonly deeper: { readonly deepest: readonly User[][] } };
}

post().request<User>().response<Tree>();
post().request<Json>().response<MutableJson>();
post().request<Branded>().response<Colour>();
post().request<Loose>().response<{ readonly level: Level }>();
post().request<Wide>().response<Page<User>>();
post().request<Shape>().response<Point>();
post().request<Inherited>().response<Record<string, User | null>>();
post().request<unknown>().response<any>();
post().request<object>().response<{}>();
post().request<string>().response<number>();
post().request<boolean>().response<null>();
post().request<"a" | "b">().response<1 | 2>();
post().request<never>().response<string[]>();
post().request<(User | null)[]>().response<readonly [User, ...string[]]>();
post().request<Partial<User>>().response<Pick<User, "id"> & { readonly more: number }>();
expectType(type<Tree>()).is<Body<Tree>>();
expectType(type<any>()).is<Body<any>>();
expectType(type<unknown>()).is<Body<unknown>>();
failure("f", 400).body<Tree>();
failure("f", 400).body<Wide>();
const anyBody = post().request<any>().response<any>();
expectType<InferRequest<typeof anyBody>>().is<any>();
expectType<InferResponse<typeof anyBody>>().is<any>();
const unknownBody = post().request<unknown>().response<unknown>();
expectType<InferBody<typeof unknownBody>>().is<unknown>();
expectType<InferReturn<typeof unknownBody>>().is<unknown>();
const neverBody = post().request<never>().response<never>();
expectType<InferBody<typeof neverBody>>().is<never>();
expectType<InferResponse<typeof neverBody>>().is<never>();
const wideBody = post().response<Colour>().request<Json>();
expectType<InferResponse<typeof wideBody>>().is<Colour>();
expectType<InferRequest<typeof wideBody>>().is<Json>();

// --- bodies that JSON would change

interface Dated {
  readonly at: Date;
}
interface Methodical {
  readonly name: string;
  greet(): string;
}
interface Serialized {
  readonly name: string;
  toJSON(): string;
}
class Account {
  readonly name: string = "";
  rename(): void {}
}

// @ts-expect-error - Date
post().request<Date>();
// @ts-expect-error - Date
post().request<Dated>();
// @ts-expect-error - Date
post().request<readonly Dated[]>();
// @ts-expect-error - Date
post().request<{ readonly deep: { readonly deeper: readonly { readonly at: Date }[] } }>();
// @ts-expect-error - Date
post().request<{ readonly at?: Date }>();
// @ts-expect-error - Date
post().request<{ readonly at: string | Date }>();
// @ts-expect-error - Date
post().request<User | Date>();
// @ts-expect-error - Date
post().request<Record<string, Date>>();
// @ts-expect-error - Date
post().request<[string, Date]>();
// @ts-expect-error - Date
get().response<Page<Date>>();
// @ts-expect-error - bigint
post().request<bigint>();
// @ts-expect-error - bigint
post().request<{ readonly id: bigint }>();
// @ts-expect-error - symbol
post().request<symbol>();
// @ts-expect-error - symbol
get().response<{ readonly id: symbol }>();
// @ts-expect-error - Map
get().response<Map<string, User>>();
// @ts-expect-error - Set
get().response<{ readonly tags: ReadonlySet<string> }>();
// @ts-expect-error - bytes
get().response<Uint8Array>();
// @ts-expect-error - bytes
get().response<{ readonly data: ArrayBuffer }>();
// @ts-expect-error - Blob
get().response<{ readonly data: Blob }>();
// @ts-expect-error - a function
get().response<() => void>();
// @ts-expect-error - a function
get().response<{ readonly callback: (text: string) => void }>();
// @ts-expect-error - a method
get().response<Methodical>();
// @ts-expect-error - a method
get().response<readonly Account[]>();
// @ts-expect-error - toJSON
get().response<Serialized>();
// @ts-expect-error - URL has methods
get().response<{ readonly url: URL }>();
// @ts-expect-error - a promise has methods
get().response<Promise<User>>();
// @ts-expect-error - an element is undefined
get().response<(string | undefined)[]>();
// @ts-expect-error - void is no value
get().response<void>();
// @ts-expect-error - void is no value
get().response<{ readonly a: void }>();
// @ts-expect-error - an element is undefined
get().response<{ readonly list: readonly (User | undefined)[] }>();
// @ts-expect-error - Date
type<Dated>();
// @ts-expect-error - Date
get().response(type<Dated>(), { status: 201 });
get().response<User>().response(
  // @ts-expect-error - Date
  type<Dated>(),
  { status: 201 },
);
// @ts-expect-error - Date
failure("f", 400).body<Dated>();
// @ts-expect-error - Date
failure(400).body<Dated>();

// Anything beside what JSON keeps.
type Pair = readonly [unknown, Pair | string];
interface Node {
  readonly payload: unknown;
  readonly next: Node | null;
  readonly pairs: readonly [unknown, Node][];
}
get().response<{ readonly a: unknown; readonly b?: string; readonly c: object; readonly d: {} }>();
get().response<{ readonly a: any; readonly b?: { readonly c: readonly number[] } }>();
get().response<readonly [unknown, string]>();
get().response<readonly [any, { readonly a: string }?]>();
get().response<readonly [unknown, ...string[]]>();
get().response<readonly unknown[]>();

// The last members of a tuple may be left out; none of them is undefined otherwise.
get().response<[longitude: number, latitude: number, height?: number]>();
get().response<{ readonly at: readonly [number, { readonly deep: readonly string[] }?][] }>();
// @ts-expect-error - Date
get().response<[string, Date?]>();
// @ts-expect-error - Date
get().response<{ readonly at: [number, { readonly deep: readonly Date[] }?] }>();
// @ts-expect-error - an element is undefined
get().response<[string, number | undefined]>();
// @ts-expect-error - an element is undefined
get().response<readonly (string | undefined)[] | null>();
// @ts-expect-error - an element is undefined
get().response<[string, ...(number | undefined)[]]>();
get().response<any[]>();
get().response<Record<string, unknown> & { readonly a: string; readonly user: User }>();
get().response<{ readonly a: unknown; readonly b: Json; readonly c: Tree[]; readonly d: Colour }>();
get().response<Pair>();
get().response<Node>();

// What a one-way schema puts on the wire: its input from the client, its output from the server.
post().request(z.object({ at: z.string().transform((text) => new Date(text)) }));
get().response(z.object({ at: z.date().transform((value) => value.toISOString()) }));
// @ts-expect-error - the client would send a Date
post().request(z.object({ at: z.date() }));
// @ts-expect-error - the server would send a Date
get().response(z.object({ at: z.string().transform((text) => new Date(text)) }));
// @ts-expect-error - the server would send a bigint
get().response(z.bigint(), { status: 201 });
// @ts-expect-error - the client would send a Map
put().request(v.map(v.string(), v.string()));
// @ts-expect-error - the client would send a bigint
put().request(arktype({ id: "bigint" }));

// Beside anything as well.
// @ts-expect-error - Date
get().response<{ readonly a: unknown; readonly at: Date }>();
// @ts-expect-error - Date
get().response<{ readonly a: any; readonly at: Date }>();
// @ts-expect-error - Date
get().response<{ readonly a: object; readonly at: Date }>();
// @ts-expect-error - Date
get().response<{ readonly a: {}; readonly at: Date }>();
// @ts-expect-error - Date
get().response<readonly [unknown, Date]>();
// @ts-expect-error - Date
get().response<[any, Date]>();
// @ts-expect-error - Date
get().response<{ readonly pair: readonly [unknown, Date] }>();
// @ts-expect-error - undefined
get().response<[unknown, undefined]>();
// @ts-expect-error - Date
get().response<Record<string, unknown> & { readonly at: Date }>();
// @ts-expect-error - a Map
get().response<readonly { readonly a: unknown; readonly all: Map<string, string> }[]>();
// @ts-expect-error - a Date
get().response<{ readonly inner: { readonly a: unknown; readonly at: Date } }>();
// @ts-expect-error - a Date, beside anything and far down
get().response<{ readonly x: { readonly y: { readonly a: any; readonly at: Date } } }>();
// @ts-expect-error - a Date, beside anything in a list
get().response<{ readonly a: any; readonly at: Date }[]>();
// @ts-expect-error - a Date, beside anything in a list of lists
get().response<{ readonly x: { readonly a: any; readonly at: Date }[][] }>();
// @ts-expect-error - lists of lists of dates
get().response<{ readonly rows: readonly Date[][] }>();
get().response<{ readonly rows: readonly (readonly { readonly a: any; readonly b: Tree }[])[] }>();
// @ts-expect-error - a method
get().response<{ readonly a: unknown; run(): void }>();
// @ts-expect-error - an element is undefined
get().response<{ readonly a: unknown; readonly all: readonly (string | undefined)[] }>();
// @ts-expect-error - a bigint, through a type that repeats itself
get().response<Tuple>();
type Tuple = readonly [unknown, Tuple | bigint];
// @ts-expect-error - a class
get().response<typeof Account>();
// @ts-expect-error - a class
get().response<{ readonly made: typeof Account }>();
// @ts-expect-error - a constructor
get().response<{ readonly make: new () => User }>();
// @ts-expect-error - a constructor
get().response<{ readonly a: { readonly make: abstract new () => User } }>();

// --- generics: a type parameter that is not resolved

export function unchecked<T>() {
  return get().response(type<T>({ unchecked: true }));
}
expectType<InferResponse<ReturnType<typeof unchecked<User>>>>().is<User>();
export function checked<T>() {
  // @ts-expect-error - an unresolved type parameter cannot be checked
  type<T>();
  // @ts-expect-error - an unresolved type parameter cannot be checked
  get().response<T>();
  // @ts-expect-error - an unresolved type parameter cannot be checked
  post().request<T>();
}
// @ts-expect-error - it says what it leaves out
type<User>({});
type<User>();
type<Dated>({ unchecked: true });

// A schema whose type is not known yet.
export function uncheckedSchema<S extends z.ZodType>(schema: S) {
  // @ts-expect-error - an unresolved schema cannot be checked
  post().request(schema);
  // @ts-expect-error - an unresolved schema cannot be checked
  get().response(schema);
  const body = type(schema, { unchecked: true });
  return post()
    .request(body)
    .response(body, { status: 201 })
    .response(type(z.array(schema), { unchecked: true }));
}
const ofSchema = uncheckedSchema(z.object({ at: z.string().transform(Number) }));
expectType<InferRequest<typeof ofSchema>>().is<{ at: string }>();
expectType<InferBody<typeof ofSchema>>().is<{ at: number }>();
expectType<InferReturn<typeof ofSchema>>().is<{ at: string } | { at: string }[]>();
expectType<InferResponse<typeof ofSchema>>().is<{ at: number } | { at: number }[]>();
// @ts-expect-error - it says what it leaves out
type(z.date());
// @ts-expect-error - no schema
type("user", { unchecked: true });

// --- json()

json();
json({ strict: true });

// --- a long chain keeps its type in a tree

const tree = rootResource("v1", {
  items: staticResource("items", {
    item: dynamicResource("item", integer(), {
      /** Replaces. */
      replace: put("draft")
        .request(z.string().transform(Number))
        .response(z.string().transform(Number)),
    }),
  }),
});
expectType<InferRequest<typeof tree.items.item.replace>>().is<string>();
expectType<InferBody<typeof tree.items.item.replace>>().is<number>();
expectType<InferReturn<typeof tree.items.item.replace>>().is<string>();
expectType<InferResponse<typeof tree.items.item.replace>>().is<number>();
expectType(tree.items.item.replace.path).is<"/v1/items/{item}/draft">();
