// Parameter types: two-way values for ids, queries and headers.
import { type as arktype } from "arktype";
import {
  bigint,
  boolean,
  date,
  dateTime,
  dynamicResource,
  get,
  hrefOf,
  integer,
  issue,
  list,
  number,
  oneOf,
  parameter,
  rootResource,
  segments,
  staticResource,
  string,
  uuid,
} from "bough";
import type { InferHeaders, InferIds, InferParameters } from "bough";
import type { Issue, Parameter } from "bough/types";
import type { RequestOptions } from "bough/client";
import { createClient } from "bough/client";
import { createServer } from "bough/server";
import * as v from "valibot";
import { z } from "zod";
import { expectType } from "../support/types.ts";
import type { Flat } from "../support/types.ts";

type UserId = string & z.$brand<"UserId">;
type Cents = number & z.$brand<"Cents">;

// --- each has one type on both sides

expectType(string()).is<Parameter<string>>();
expectType(string({ min: 1, max: 5, pattern: /^a/ })).is<Parameter<string>>();
expectType(integer({ min: 1, max: 5 })).is<Parameter<number>>();
expectType(number({ min: 0.5 })).is<Parameter<number>>();
expectType(boolean()).is<Parameter<boolean>>();
expectType(bigint()).is<Parameter<bigint>>();
expectType(uuid()).is<Parameter<string>>();
expectType(date()).is<Parameter<string>>();
expectType(dateTime()).is<Parameter<Date>>();
date({ min: "2026-01-01", max: "2026-12-31" });
dateTime({ min: new Date(0), max: new Date() });
// @ts-expect-error - a day is text
date({ min: new Date(0) });
// @ts-expect-error - an instant is a Date
dateTime({ max: "2026-12-31" });
expectType(oneOf("a", "b")).is<Parameter<"a" | "b">>();
expectType(integer().describe("how many")).is<Parameter<number>>();

string({
  // @ts-expect-error - a bound is a number
  min: "1",
});
string({
  // @ts-expect-error - no such bound
  length: 1,
});
string({
  // @ts-expect-error - a pattern is a regular expression
  pattern: "^a",
});
integer({
  // @ts-expect-error - numbers have no pattern
  pattern: /1/,
});
expectType(oneOf(1, 2, 4)).is<Parameter<1 | 2 | 4>>();
expectType(oneOf("all", 1)).is<Parameter<"all" | 1>>();
// @ts-expect-error - texts and numbers only
oneOf(true);
// @ts-expect-error - one of the numbers
oneOf(1, 2).default(3);
// @ts-expect-error - a description is text
string().describe(1);

// --- what may be left out

const colour = parameter<Rgb>({
  decode: (text) => (text.startsWith("#") ? { rgb: text } : issue("is no colour")),
  encode: (value) => value.rgb,
});
interface Rgb {
  readonly rgb: string;
}
const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (value) => value.toISOString(),
});

const parameters = {
  needed: integer(),
  optional: dateTime().optional(),
  defaulted: boolean().default(false),
  order: oneOf("up", "down").default("up"),
  tags: list(string()),
  numbers: list(integer(), { style: "comma", min: 1, max: 3 }),
  branded: string().check(z.string().brand("UserId")),
  brandedOptional: string().check(z.string().brand("UserId")).optional(),
  refined: integer()
    .check(v.pipe(v.number(), v.minValue(1)))
    .default(1),
  colour,
  colours: list(colour),
  instant,
  instants: list(instant),
};
const api = rootResource("v1", {
  find: get("find").parameters(parameters),
  free: get("free").parameters({ optional: integer().optional(), tags: list(string()) }),
  headed: get("headed").headers({
    "if-match": string(),
    "x-ids": list(integer()),
    "x-at": dateTime().optional(),
    "x-on": boolean().default(true),
  }),
});

// The handler gets the value, the default where there is none.
expectType<Flat<InferParameters<typeof api.find>>>().is<{
  readonly needed: number;
  readonly optional: Date | undefined;
  readonly defaulted: boolean;
  readonly order: "up" | "down";
  readonly tags: readonly string[];
  readonly numbers: readonly number[];
  readonly branded: UserId;
  readonly brandedOptional: UserId | undefined;
  readonly refined: number;
  readonly colour: Rgb;
  readonly colours: readonly Rgb[];
  readonly instant: Date;
  readonly instants: readonly Date[];
}>();
expectType<Flat<InferHeaders<typeof api.headed>>>().is<{
  readonly "if-match": string;
  readonly "x-ids": readonly number[];
  readonly "x-at": Date | undefined;
  readonly "x-on": boolean;
}>();

createServer().route(api.find, ({ parameters }) => {
  expectType(parameters.needed).is<number>();
  expectType(parameters.optional).is<Date | undefined>();
  expectType(parameters.defaulted).is<boolean>();
  expectType(parameters.tags).is<readonly string[]>();
  expectType(parameters.branded).is<UserId>();
  expectType(parameters.colours).is<readonly Rgb[]>();
  // @ts-expect-error - no such parameter
  parameters.limit;
});

// The client gives what must be given, and may leave out the rest.
const client = createClient();
declare const userId: UserId;
const needed = { needed: 1, branded: userId, colour: { rgb: "#fff" }, instant: new Date() };
client.request(api.find, { parameters: needed });
client.request(api.find, {
  parameters: {
    ...needed,
    optional: new Date(),
    defaulted: true,
    order: "down",
    tags: ["a"],
    numbers: [1, 2],
    brandedOptional: userId,
    refined: 3,
    colours: [{ rgb: "#000" }],
    instants: [new Date()],
  },
});
client.request(api.find, {
  parameters: { ...needed, optional: undefined, defaulted: undefined, tags: undefined },
});
client.request(api.free);
client.request(api.free, {});
client.request(api.free, { parameters: {} });
client.request(api.headed, { headers: { "if-match": "a" } });
hrefOf(api.find, { parameters: needed });
hrefOf(api.free);
expectType<Flat<Required<RequestOptions<typeof api.find>>["parameters"]["needed"]>>().is<number>();

// @ts-expect-error - needed parameters are given
client.request(api.find);
// @ts-expect-error - needed parameters are given
client.request(api.find, {});
client.request(api.find, {
  // @ts-expect-error - three more are needed
  parameters: { needed: 1 },
});
client.request(api.find, {
  // @ts-expect-error - needed is missing
  parameters: { branded: userId, colour: { rgb: "" }, instant: new Date() },
});
client.request(api.find, {
  parameters: {
    ...needed,
    // @ts-expect-error - a Date, not its text
    optional: "2026-01-01T00:00:00Z",
  },
});
client.request(api.find, {
  parameters: {
    ...needed,
    // @ts-expect-error - up or down
    order: "sideways",
  },
});
client.request(api.find, {
  parameters: {
    ...needed,
    // @ts-expect-error - the brand is missing
    branded: "42",
  },
});
client.request(api.find, {
  parameters: {
    ...needed,
    // @ts-expect-error - a codec's decoded value
    instant: "2026-01-01T00:00:00Z",
  },
});
client.request(api.find, {
  parameters: {
    ...needed,
    // @ts-expect-error - a list
    tags: "a",
  },
});
client.request(api.find, {
  parameters: {
    ...needed,
    // @ts-expect-error - no such parameter
    limit: 1,
  },
});
client.request(api.find, {
  parameters: {
    ...needed,
    // @ts-expect-error - an absent value is undefined
    optional: null,
  },
});
client.request(api.free, {
  parameters: {
    // @ts-expect-error - a number
    optional: "1",
  },
});
client.request(api.headed, {
  // @ts-expect-error - if-match is missing
  headers: {},
});
hrefOf(api.find, {
  parameters: {
    ...needed,
    // @ts-expect-error - a number
    needed: "1",
  },
});
// @ts-expect-error - needed parameters are given
hrefOf(api.find);

// --- defaults

integer().default(1);
oneOf("a", "b").default("a");
// @ts-expect-error - a default is a value
integer().default("1");
// @ts-expect-error - one of the texts
oneOf("a", "b").default("c");
// @ts-expect-error - a default is given
integer().default();

// --- optional

expectType(integer().optional()).is<
  Parameter<number | undefined, number | undefined, "optional">
>();
expectType(integer().default(1)).is<Parameter<number | undefined, number, "optional">>();
// Of the two the later one counts.
expectType(integer().optional().default(1)).is<Parameter<number | undefined, number, "optional">>();
expectType(integer().default(1).optional()).is<
  Parameter<number | undefined, number | undefined, "optional">
>();
// @ts-expect-error - a default is a value
integer().optional().default(undefined);
// @ts-expect-error - an absent list is []
list(string()).optional();
expectType(list(string()).default(["a"])).is<
  Parameter<readonly string[] | undefined, readonly string[], "list">
>();
// @ts-expect-error - an absent list is its default
list(string()).default(["a"]).optional();
// @ts-expect-error - a default of the list, not of its elements
list(string()).default("a");
// @ts-expect-error - an element is never left out
list(list(string()).default(["a"]));

// --- lists

expectType(list(oneOf("a", "b"))).is<
  Parameter<readonly ("a" | "b")[] | undefined, readonly ("a" | "b")[], "list">
>();
list(integer(), { style: "comma" });
list(integer(), { style: "repeat", min: 1, max: 2 });
list(integer(), { style: "indexed" });
list(integer(), {
  // @ts-expect-error - no such style
  style: "csv",
});
// @ts-expect-error - elements are there
list(string().optional());
// @ts-expect-error - elements are there
list(integer().default(1));
// @ts-expect-error - no lists of lists
list(list(string()));
// @ts-expect-error - a schema goes one way
list(z.string());

// --- check refines or brands the decoded value, and changes no type

expectType(string().check(z.string().brand("UserId"))).is<Parameter<UserId>>();
expectType(integer().check(z.number().brand("Cents"))).is<Parameter<Cents>>();
expectType(string().check(z.email())).is<Parameter<string>>();
expectType(integer().check(z.number().min(1)).check(z.number().brand("Cents"))).is<
  Parameter<Cents>
>();
integer().check(v.pipe(v.number(), v.minValue(1)));
dateTime().check(z.date().min(new Date()));
string().check(z.any());
oneOf("a", "b").check(z.string());
const branded = dynamicResource("user", uuid().check(z.string().brand("UserId")), { find: get() });
expectType<Flat<InferIds<typeof branded.find>>>().is<{ readonly user: UserId }>();
branded(userId);
// @ts-expect-error - the brand is missing
branded("42");
// @ts-expect-error - its output is a number
string().check(z.string().transform(Number));
// @ts-expect-error - it takes texts
integer().check(z.string());
// @ts-expect-error - its output has a default
integer().check(v.pipe(v.number(), v.transform(String)));
// @ts-expect-error - it takes anything, and gives a number
string().check(z.coerce.number());
// @ts-expect-error - it takes texts as well, and gives a number
string().check(z.union([z.string(), z.number()]).transform(Number));
// @ts-expect-error - it takes anything, and gives a Date
string().check(z.any().transform((value) => new Date(value)));
number().check(z.coerce.number());
string().check(z.unknown());
// What is left out is not checked: the handler gets `undefined`, or the default as it was given.
expectType(string().optional().check(z.string().min(1).optional())).is<
  Parameter<string | undefined, string | undefined, "optional">
>();
expectType(string().optional().check(z.string().min(1))).is<
  Parameter<string | undefined, string | undefined, "optional">
>();
expectType(string().optional().check(z.string().brand("UserId"))).is<
  Parameter<UserId | undefined, UserId | undefined, "optional">
>();
expectType(
  string()
    .default("all")
    .check(z.enum(["a", "b"])),
).is<Parameter<"a" | "b" | undefined, string, "optional">>();
expectType(
  string()
    .optional()
    .default("all")
    .check(z.enum(["a", "b"])),
).is<Parameter<"a" | "b" | undefined, string, "optional">>();
expectType(
  string()
    .default("all")
    .optional()
    .check(z.enum(["a", "b"])),
).is<Parameter<"a" | "b" | undefined, "a" | "b" | undefined, "optional">>();
expectType(integer().default(1).check(z.number().min(1))).is<
  Parameter<number | undefined, number, "optional">
>();
expectType(oneOf("a", "b").default("a").check(z.string())).is<
  Parameter<string | undefined, string, "optional">
>();
// Schemas of lists take and give arrays that may be changed; what is given may be neither.
expectType(list(string()).check(z.array(z.string()).max(3))).is<
  Parameter<readonly string[] | undefined, string[], "list">
>();
expectType(list(string()).check(z.array(z.string()).readonly())).is<
  Parameter<readonly string[] | undefined, readonly string[], "list">
>();
list(integer()).check(v.pipe(v.array(v.number()), v.minLength(2)));
list(string()).check(arktype("string[] < 4"));
expectType(segments().check(z.array(z.string()).max(3))).is<
  Parameter<readonly string[], string[], "segments">
>();
expectType(list(string()).check(z.array(z.string().brand("UserId")))).is<
  Parameter<UserId[] | undefined, UserId[], "list">
>();
// @ts-expect-error - its elements are numbers
list(string()).check(z.array(z.number()));
// @ts-expect-error - its output is a number
list(string()).check(z.array(z.string()).transform((values) => values.length));
// What takes nothing else than it gives narrows.
expectType(string().check(z.enum(["a", "b"]))).is<Parameter<"a" | "b">>();
expectType(integer().check(v.picklist([1, 2]))).is<Parameter<1 | 2>>();
expectType(string().check(z.literal("a")).optional()).is<
  Parameter<"a" | undefined, "a" | undefined, "optional">
>();
// @ts-expect-error - it takes some of the texts, and gives numbers
string().check(z.literal("1").transform(Number));
// @ts-expect-error - it takes some of the texts, and gives others
string().check(z.enum(["a", "b"]).transform((text) => `${text}!` as const));
// @ts-expect-error - no schema
string().check((value: string) => value.length > 1);

// --- of one's own

expectType(colour).is<Parameter<Rgb>>();
expectType(issue("no")).is<Issue>();
expectType(
  parameter({ decode: (text): Rgb => ({ rgb: text }), encode: (value: Rgb) => value.rgb }),
).is<Parameter<Rgb>>();
parameter<number>({
  decode: Number,
  // @ts-expect-error - it encodes to text
  encode: (value) => value,
});
parameter<number>({
  // @ts-expect-error - it decodes to a number
  decode: (text) => text,
  encode: String,
});
// @ts-expect-error - both directions
parameter<number>({ decode: Number });
const ownId = dynamicResource("colour", colour, { read: get() });
ownId({ rgb: "#fff" });
// @ts-expect-error - its value, not its text
ownId("#fff");

// --- schemas that know both directions are taken as they are; others go one way

get().parameters({ at: instant }).headers({ "x-at": instant });
dynamicResource("at", instant, { read: get() });
get().parameters({
  limit: integer(),
  // @ts-expect-error - a schema goes one way
  page: z.string(),
});
get().parameters({
  // @ts-expect-error - coercion goes one way
  page: z.coerce.number(),
  limit: integer(),
});
get().parameters({
  // @ts-expect-error - a transform goes one way
  page: z.string().transform(Number),
});
get().parameters({
  // @ts-expect-error - a schema goes one way
  page: v.string(),
});
get().parameters({
  // @ts-expect-error - a schema goes one way
  page: arktype("string"),
});
get().headers({
  // @ts-expect-error - a schema goes one way
  "x-page": z.string(),
});
get().parameters({
  // @ts-expect-error - call it
  limit: integer,
});
get().parameters({
  // @ts-expect-error - no parameter type
  limit: "integer",
});
get().parameters({
  // @ts-expect-error - no parameter type
  limit: 20,
});
get().parameters({
  // @ts-expect-error - no parameter type
  limit: undefined,
});
// @ts-expect-error - named one by one
get().parameters(z.object({ limit: z.number() }));
// @ts-expect-error - named one by one
get().headers(z.object({ limit: z.string() }));
// @ts-expect-error - named one by one
get().parameters(v.object({ limit: v.number() }));
// @ts-expect-error - named one by one
get().parameters(integer());
// @ts-expect-error - parameters are an object
get().parameters([integer()]);
get().parameters({});

// --- ids are there: nothing optional

const ids = rootResource("v1", {
  day: dynamicResource("day", dateTime(), {
    of: staticResource("of", { count: dynamicResource("count", bigint(), { read: get() }) }),
  }),
});
expectType<Flat<InferIds<typeof ids.day.of.count.read>>>().is<{
  readonly day: Date;
  readonly count: bigint;
}>();
ids.day(new Date()).of.count(1n).read;
// @ts-expect-error - a Date
ids.day("2026-01-01");
// @ts-expect-error - a bigint
ids.day(new Date()).of.count(1);

// --- any, never, unknown

declare const anything: any;
declare const unknown: unknown;
get().parameters({ a: anything });
get().parameters({
  // @ts-expect-error - unknown is no parameter type
  a: unknown,
});
const open = rootResource("v1", {
  read: get().parameters({ a: parameter<any>(anything), b: parameter<unknown>(anything) }),
});
expectType<Flat<InferParameters<typeof open.read>>>().is<{
  readonly a: any;
  readonly b: unknown;
}>();
client.request(open.read, { parameters: { a: 1, b: "2" } });
// @ts-expect-error - both are needed
client.request(open.read);
client.request(api.find, { parameters: anything });
client.request(api.find, {
  // @ts-expect-error - unknown are no parameters
  parameters: unknown,
});
