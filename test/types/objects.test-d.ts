// Parameter types with types inside: objects, records, alternatives, JSON.
import {
  get,
  dynamicResource,
  integer,
  list,
  object,
  oneOf,
  parameter,
  post,
  rootResource,
  segments,
  string,
} from "bough";
import { either, jsonText, record, form } from "bough/existing";
import type { InferBody, InferParameters, InferRequest } from "bough";
import type { Parameter } from "bough/types";
import { createClient } from "bough/client";
import { z } from "zod";
import { expectType } from "../support/types.ts";
import type { Flat } from "../support/types.ts";

// --- object

const range = object({ gte: integer().optional(), lt: integer().optional() });
const point = object({ x: integer(), name: string().optional(), tags: list(string()) });

expectType<typeof range>().is<
  Parameter<
    { readonly gte?: number | undefined; readonly lt?: number | undefined } | undefined,
    { readonly gte: number | undefined; readonly lt: number | undefined },
    "record"
  >
>();
point.optional();
point.default({ x: 1, name: undefined, tags: [] });
// @ts-expect-error - an absent object is {}
range.optional();
// @ts-expect-error - an absent object is {}
range.default({ gte: 1, lt: 2 });
// @ts-expect-error - an absent object is {}
object({ inner: range, all: list(string()), any: record(string()) }).optional();
object({ inner: range, x: integer() }).optional();
// @ts-expect-error - an absent object is {}
object({ inner: range.optional() });
object({
  // @ts-expect-error - a schema goes one way
  x: z.string(),
});
object({
  // @ts-expect-error - this function is not called
  x: string,
});
// @ts-expect-error - members by name
object(z.object({}));
// @ts-expect-error - members by name
object();

// --- record

const metadata = record(string());
expectType<typeof metadata>().is<
  Parameter<
    Readonly<Record<string, string>> | undefined,
    Readonly<Record<string, string>>,
    "record"
  >
>();
// @ts-expect-error - an absent record is {}
metadata.optional();
// @ts-expect-error - an absent record is {}
metadata.default({});
// @ts-expect-error - elements are there
record(string().optional());
expectType(record(list(string()))).is<
  Parameter<
    Readonly<Record<string, readonly string[]>> | undefined,
    Readonly<Record<string, readonly string[]>>,
    "record"
  >
>();
// @ts-expect-error - a schema goes one way
record(z.string());
record(record(integer()));
record(range);

// --- spread

expectType(record(string(), { style: "spread" })).is<
  Parameter<
    Readonly<Record<string, string>> | undefined,
    Readonly<Record<string, string>>,
    "record"
  >
>();
expectType(object({ size: integer() }, { style: "spread" }).optional()).is<
  Parameter<
    { readonly size: number } | undefined,
    { readonly size: number } | undefined,
    "optional"
  >
>();
// @ts-expect-error - an absent record is {}
record(string(), { style: "spread" }).optional();
// @ts-expect-error - objects have two styles
record(string(), { style: "comma" });
// @ts-expect-error - objects have two styles
object({ size: integer() }, { style: "repeat" });

// --- lists of objects

expectType(list(object({ price: string() }))).is<
  Parameter<
    readonly { readonly price: string }[] | undefined,
    readonly { readonly price: string }[],
    "list"
  >
>();

// --- either

expectType(either(integer(), oneOf("all"))).is<Parameter<number | "all">>();
either(integer(), range).optional() satisfies Parameter<unknown, unknown, "optional">;
either(integer(), oneOf("all")).default("all");
// @ts-expect-error - one of the values
either(integer(), oneOf("all")).default("none");
// @ts-expect-error - no optional types inside
either(integer().optional(), string());
// @ts-expect-error - no defaults inside
either(string(), integer().default(1));
// @ts-expect-error - no lists inside
either(list(integer()), string());
// @ts-expect-error - no segments inside
either(segments(), string());
// @ts-expect-error - a schema goes one way
either(z.string(), integer());
// @ts-expect-error - this function is not called
either(string, integer());

// --- jsonText

interface Filter {
  readonly tags: readonly string[];
}
const Page = z.object({ size: z.number(), from: z.string().transform(Number).optional() });

expectType(jsonText<Filter>()).is<Parameter<Filter>>();
expectType(jsonText(Page)).is<
  Parameter<
    { size: number; from?: string | undefined },
    { size: number; from?: number | undefined }
  >
>();
// @ts-expect-error - JSON would change a Date
jsonText<{ at: Date }>();
// @ts-expect-error - JSON would change a Date
jsonText(z.object({ at: z.date() }));
// @ts-expect-error - a schema
jsonText(1);
list(jsonText<Filter>());

// --- parameter with a schema

parameter<number>({ decode: Number, encode: String, schema: { type: "integer", minimum: 1 } });
parameter<number>({
  decode: Number,
  encode: String,
  // @ts-expect-error - a JSON Schema is an object
  schema: "integer",
});

// --- ids are single texts that are always there

// @ts-expect-error - an id is always there
dynamicResource("range", range, { find: get() });
// @ts-expect-error - an id is always there
dynamicResource("metadata", metadata, { find: get() });
dynamicResource("limit", either(integer(), oneOf("all")), { find: get() });
dynamicResource("size", oneOf(1, 2), { find: get() });

// --- on both sides

const api = rootResource(
  "v1",
  { parameters: { metadata } },
  {
    find: get().parameters({ range, point: point.optional(), filter: jsonText(Page).optional() }),
    send: post().request(form({ items: list(object({ price: string() })), metadata })),
  },
);

expectType<Flat<InferParameters<typeof api.find>>>().is<{
  readonly metadata: Readonly<Record<string, string>>;
  readonly range: { readonly gte: number | undefined; readonly lt: number | undefined };
  readonly point:
    | { readonly x: number; readonly name: string | undefined; readonly tags: readonly string[] }
    | undefined;
  readonly filter: { size: number; from?: number | undefined } | undefined;
}>();
expectType<Flat<InferBody<typeof api.send>>>().is<{
  readonly items: readonly { readonly price: string }[];
  readonly metadata: Readonly<Record<string, string>>;
}>();
({ items: [{ price: "p" }] }) satisfies InferRequest<typeof api.send>;

const client = createClient({ baseUrl: "http://x.test" });
client.request(api.find);
client.request(api.find, { parameters: { range: { gte: 1 }, metadata: { a: "b" } } });
client.request(api.find, { parameters: { filter: { size: 1, from: "2" } } });
client.request(api.find, {
  parameters: {
    // @ts-expect-error - no such member
    range: { gt: 1 },
  },
});
client.request(api.find, {
  parameters: {
    // @ts-expect-error - a text
    metadata: { a: 1 },
  },
});
client.request(api.find, {
  parameters: {
    // @ts-expect-error - x is required
    point: { name: "n" },
  },
});
