// Bodies: what each kind gives and takes on both sides, which schemas go both ways, and what
// is refused where.
import {
  body,
  bytes,
  events,
  file,
  get,
  integer,
  json,
  jsonLines,
  list,
  multipart,
  noBody,
  plainText,
  post,
  put,
  query,
  rootResource,
  stream,
  string,
  twoWay,
  type,
  part,
} from "bough";
import { namedEvents, oneOfBodies, form } from "bough/existing";
import type {
  Codec,
  InferBody,
  InferRequest,
  InferResponse,
  InferReturn,
  UploadedFile,
} from "bough";
import type { EventStream, FileInput, WholeFile } from "bough/types";
import { createClient } from "bough/client";
import { createServer } from "bough/server";
import { Schema } from "effect";
import { z } from "zod";
import { expectType } from "../support/types.ts";

interface User {
  readonly name: string;
  readonly age?: number | undefined;
}
declare const csv: Codec;

const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
/** One way: what the client gives is not what the handler gets. */
const Trimmed = z.object({ age: z.string().transform(Number) });
const EffectDate = twoWay({
  decode: Schema.decodeUnknownSync(Schema.DateFromString),
  encode: Schema.encodeSync(Schema.DateFromString),
});

interface Created {
  readonly name: string;
}
interface Removed {
  readonly id: string;
}
const api = rootResource({
  text: post("text").request(plainText()).response(plainText()),
  form: post("form")
    .request(
      form({
        name: string(),
        age: integer().optional(),
        size: integer().default(1),
        tags: list(string()),
      }),
    )
    .response(form({ n: integer() })),
  json: post("json").request(json<User>()).response(json<User>()),
  oneWay: post("one-way").request(json(Trimmed)).response(json(Trimmed)),
  bytes: post("bytes").request(bytes("image/png")).response(bytes()),
  stream: post("stream").request(stream()).response(stream("video/mp4")),
  lines: post("lines").request(jsonLines<User>()).response(jsonLines(Trimmed)),
  events: get("events").response(events<User>()),
  buffered: post("buffered")
    .request(
      multipart(
        {
          title: string(),
          size: integer().optional(),
          picture: file(),
          note: file().optional(),
          more: file().list({ max: 2 }),
        },
        { buffered: true },
      ),
    )
    .response<string>(),
  ended: get("ended").response(events<User>({ end: "[DONE]", keepAlive: 5 })),
  datedEnded: get("dated-ended").response(events(z.object({ at: instant }), { end: "[DONE]" })),
  tokens: get("tokens").response(events(plainText())),
  tokensEnded: get("tokens-ended").response(events(plainText(), { end: "[DONE]" })),
  dated: get("dated").response(events(z.object({ at: instant }))),
  withData: get("with-data").response(events<{ data: number }>()),
  unknowns: get("unknowns").response(events()),
  union: get("union").response(events<Created | Removed>()),
  mixed: get("mixed").response(events<Created | { data: number }>()),
  told: get("told").response(
    namedEvents({
      created: type<Created>(),
      removed: type<Removed>(),
      dated: z.object({ at: instant }),
      text: plainText(),
      json: json<number>(),
    }),
  ),
  upload: post("upload")
    .request(
      multipart({
        title: string(),
        size: integer().default(1),
        picture: file({ maxBytes: 5e6, mediaTypes: ["image/*"] }),
        note: file().optional(),
        more: file().list({ max: 3 }),
      }),
    )
    .response<number>(),
  either: put("either")
    .request(oneOfBodies(json<User>(), body<User>(csv)))
    .response(oneOfBodies(json<User>(), body<User>(csv), plainText())),
  several: get("several")
    .response(json<User>())
    .response(stream(), { status: 206 })
    .response(noBody, { status: 304 }),
  asked: query("asked").request(jsonLines<number>()).response(jsonLines<number>()),
});
type Api = typeof api;

declare const none: unique symbol;

// What both sides give and get.
expectType<InferRequest<Api["text"]>>().is<string>();
expectType<InferBody<Api["text"]>>().is<string>();
expectType<InferReturn<Api["text"]>>().is<string>();
expectType<InferResponse<Api["text"]>>().is<string>();

const formGiven: InferRequest<Api["form"]> = { name: "a" };
expectType<InferBody<Api["form"]>["age"]>().is<number | undefined>();
expectType<InferBody<Api["form"]>["size"]>().is<number>();
expectType<InferBody<Api["form"]>["tags"]>().is<readonly string[]>();
expectType<InferRequest<Api["form"]>["tags"]>().is<readonly string[] | undefined>();
expectType<InferReturn<Api["form"]>["n"]>().is<number>();
expectType<InferResponse<Api["form"]>["n"]>().is<number>();

expectType<InferRequest<Api["json"]>>().is<User>();
expectType<InferBody<Api["json"]>>().is<User>();
expectType<InferReturn<Api["json"]>>().is<User>();
expectType<InferResponse<Api["json"]>>().is<User>();

// A transform goes one way, on each side.
expectType<InferRequest<Api["oneWay"]>>().is<{ age: string }>();
expectType<InferBody<Api["oneWay"]>>().is<{ age: number }>();
expectType<InferReturn<Api["oneWay"]>>().is<{ age: string }>();
expectType<InferResponse<Api["oneWay"]>>().is<{ age: number }>();

expectType<InferRequest<Api["bytes"]>>().is<Uint8Array | ArrayBuffer | Blob>();
expectType<InferBody<Api["bytes"]>>().is<Uint8Array<ArrayBuffer>>();
expectType<InferResponse<Api["bytes"]>>().is<Uint8Array<ArrayBuffer>>();
expectType<InferBody<Api["stream"]>>().is<ReadableStream<Uint8Array>>();
expectType<InferResponse<Api["stream"]>>().is<ReadableStream<Uint8Array>>();
const streamed: InferRequest<Api["stream"]>[] = [
  new Uint8Array(),
  new ArrayBuffer(),
  new Blob(),
  new File([], "a"),
  new Blob().stream(),
  (async function* () {
    yield new Uint8Array();
  })(),
];

expectType<InferRequest<Api["lines"]>>().is<AsyncIterable<User> | Iterable<User>>();
expectType<InferBody<Api["lines"]>>().is<AsyncIterable<User>>();
expectType<InferReturn<Api["lines"]>>().is<
  AsyncIterable<{ age: string }> | Iterable<{ age: string }>
>();
expectType<InferResponse<Api["lines"]>>().is<AsyncIterable<{ age: number }>>();

expectType<InferResponse<Api["events"]>>().is<EventStream<User>>();
expectType<InferResponse<Api["ended"]>>().is<EventStream<User>>();
expectType<InferResponse<Api["datedEnded"]>>().is<EventStream<{ at: Date }>>();
expectType<InferResponse<Api["tokens"]>>().is<EventStream<string>>();
expectType<InferResponse<Api["tokensEnded"]>>().is<EventStream<string>>();
expectType<InferResponse<Api["dated"]>>().is<EventStream<{ at: Date }>>();
expectType<InferResponse<Api["unknowns"]>>().is<EventStream<unknown>>();

expectType<InferRequest<Api["upload"]>["title"]>().is<string>();
expectType<InferRequest<Api["upload"]>["size"]>().is<number | undefined>();
expectType<InferRequest<Api["upload"]>["picture"]>().is<FileInput>();
expectType<InferRequest<Api["upload"]>["note"]>().is<FileInput | undefined>();
expectType<InferRequest<Api["upload"]>["more"]>().is<readonly FileInput[] | undefined>();
expectType<InferBody<Api["upload"]>["fields"]["title"]>().is<string>();
expectType<InferBody<Api["upload"]>["fields"]["size"]>().is<number>();
expectType<keyof InferBody<Api["upload"]>["fields"]>().is<"title" | "size">();
expectType<InferBody<Api["upload"]>["files"]>().is<
  AsyncIterable<UploadedFile<"picture" | "note" | "more">>
>();

// One value fits every representation; what arrives may be that of any.
expectType<InferRequest<Api["either"]>>().is<User>();
expectType<InferBody<Api["either"]>>().is<User>();
expectType<InferResponse<Api["either"]>>().is<string | User>();
expectType<InferReturn<Api["either"]>>().is<string | User>();

// No body is `any`.
type NoAny<T> = 0 extends 1 & T ? "any" : "fine";
expectType<
  {
    [Name in keyof Api]: Api[Name] extends { readonly "~definition": infer D }
      ? D extends {
          readonly request: { readonly "~given": infer G; readonly "~received": infer R };
        }
        ? NoAny<G> | NoAny<R>
        : "fine"
      : "fine";
  }[Exclude<keyof Api, `~${string}` | "path">]
>().is<"fine">();
expectType<NoAny<InferResponse<Api["events"]>>>().is<"fine">();
expectType<NoAny<InferReturn<Api["dated"]>>>().is<"fine">();

// Schemas that go both ways, wherever the codec stands.
const nested = {
  object: json(z.object({ at: instant, n: z.number() })),
  array: json(z.array(instant)),
  optional: json(z.object({ at: instant.optional() })),
  nullable: json(z.object({ at: instant.nullable() })),
  union: json(z.union([z.object({ at: instant }), z.object({ n: z.number() })])),
  tuple: json(z.tuple([instant, z.string()])),
  rest: json(z.tuple([z.string()], instant)),
  record: json(z.record(z.string(), instant)),
  deep: json(z.object({ a: z.object({ b: z.array(z.object({ at: instant })) }) })),
  deeper: json(
    z.object({ a: z.object({ b: z.array(z.object({ at: instant.nullable().optional() })) }) }),
  ),
  pipe: json(z.object({ at: z.iso.datetime().pipe(instant) })),
  defaulted: json(z.object({ at: instant, n: z.number().default(1) })),
};
type Given<B> = B extends { readonly "~given": infer G } ? G : never;
type Received<B> = B extends { readonly "~received": infer R } ? R : never;
expectType<Given<typeof nested.object>>().is<{ at: Date; n: number }>();
expectType<Received<typeof nested.object>>().is<{ at: Date; n: number }>();
expectType<Given<typeof nested.array>>().is<Date[]>();
expectType<Given<typeof nested.optional>>().is<{ at?: Date | undefined }>();
expectType<Given<typeof nested.nullable>>().is<{ at: Date | null }>();
expectType<Given<typeof nested.union>>().is<{ at: Date } | { n: number }>();
expectType<Given<typeof nested.tuple>>().is<[Date, string]>();
expectType<Given<typeof nested.rest>>().is<[string, ...Date[]]>();
expectType<Given<typeof nested.record>>().is<Record<string, Date>>();
expectType<Given<typeof nested.deep>>().is<{ a: { b: { at: Date }[] } }>();
expectType<Given<typeof nested.deeper>>().is<{
  a: { b: { at?: Date | null | undefined }[] };
}>();
expectType<Given<typeof nested.pipe>>().is<{ at: Date }>();
expectType<Given<typeof nested.defaulted>>().is<{ at: Date; n: number }>();

// A transform beside a codec makes all of it one-way, however deep it stands.
const below = rootResource({
  add: post().request(
    z.object({
      at: instant,
      a: z.object({ b: z.array(z.object({ n: z.string().transform(Number).optional() })) }),
    }),
  ),
});
expectType<InferRequest<typeof below.add>>().is<{
  at: string;
  a: { b: { n?: string | undefined }[] };
}>();
const mixed = json(
  z.object({ at: instant, n: z.string().transform(Number) }).transform(({ n }) => ({ n })),
);
expectType<Given<typeof mixed>>().is<{ at: string; n: string }>();
expectType<Received<typeof mixed>>().is<{ n: number }>();

const dated = json(EffectDate);
expectType<Given<typeof dated>>().is<Date>();
expectType<Received<typeof dated>>().is<Date>();
const datedLines = jsonLines(EffectDate);
expectType<Given<typeof datedLines>>().is<AsyncIterable<Date> | Iterable<Date>>();

// Handlers.
const server = createServer();
server.route(api.events, async function* () {
  yield { name: "a" };
  yield { data: { name: "a" }, id: "1", event: "x", retry: 1 };
});
server.route(api.events, () => [{ name: "a" }, { data: { name: "b" } }]);
server.route(api.dated, async function* () {
  yield { at: new Date() };
  yield { data: { at: new Date() }, id: "1" };
});
server.route(api.withData, async function* () {
  yield { data: { data: 1 }, id: "1" };
});
declare const changes: readonly (Created | Removed)[];
server.route(api.union, async function* () {
  yield { name: "a" };
  yield { id: "a" };
  yield* changes;
  yield* changes.map((data, index) => ({ data, id: String(index) }));
});
server.route(api.mixed, async function* () {
  yield { data: { name: "a" } };
  yield { data: { data: 1 }, id: "1" };
});
// @ts-expect-error - one member of the union has data, so every item is a message
server.route(api.mixed, () => [{ name: "a" }]);
// @ts-expect-error - nor the item that has data
server.route(api.mixed, () => [{ data: 1 }]);
server.route(api.told, async function* () {
  yield { event: "created", data: { name: "a" } };
  yield { event: "removed", data: { id: "a" }, id: "1", retry: 10 };
  yield { event: "dated", data: { at: new Date() } };
  yield { event: "text", data: "a" };
  yield { event: "json", data: 1 };
});
// @ts-expect-error - this event is not declared
server.route(api.told, () => [{ event: "changed", data: { name: "a" } }]);
// @ts-expect-error - an event has the data of its name
server.route(api.told, () => [{ event: "removed", data: { name: "a" } }]);
// @ts-expect-error - the name says what the data is
server.route(api.told, () => [{ data: { name: "a" } }]);
// @ts-expect-error - an event has data
server.route(api.told, () => [{ event: "created" }]);
// @ts-expect-error - an event has the data of its name, not of any
server.route(api.told, () => changes.map((data) => ({ event: "created" as const, data })));
export async function told() {
  for await (const one of await createClient().request(api.told).bodyOrThrow()) {
    expectType(one.id).is<string>();
    expectType(one.event).is<"created" | "removed" | "dated" | "text" | "json">();
    switch (one.event) {
      case "created":
        expectType(one.data).is<Created>();
        break;
      case "dated":
        expectType(one.data).is<{ at: Date }>();
        break;
      case "text":
        expectType(one.data).is<string>();
        break;
      case "json":
        expectType(one.data).is<number>();
        break;
      default:
        expectType(one.data).is<Removed>();
    }
  }
}
// @ts-expect-error - JSON would change this type
namedEvents({ created: type<{ at: Date }>() });
// @ts-expect-error - JSON would change this type
namedEvents({ created: z.object({ at: z.string().transform(() => new Map()) }) });
// @ts-expect-error - an event has JSON or text
namedEvents({ created: bytes() });
// @ts-expect-error - an event has JSON or text
namedEvents({ created: events<number>() });
// @ts-expect-error - an event has JSON or text
namedEvents({ created: noBody });
// @ts-expect-error - an event has JSON or text
namedEvents({ created: "created" });
// @ts-expect-error - milliseconds
namedEvents({ created: type<Created>() }, { keepAlive: "5" });
// @ts-expect-error - only servers send events
post("a").request(namedEvents({ created: type<Created>() }));
server.route(api.tokens, async function* () {
  yield "Hello";
  yield { data: " world", id: "1" };
});
server.route(api.tokensEnded, () => ["Hello", { data: " world" }]);
server.route(api.upload, async ({ body: { fields, files } }) => {
  for await (const part of files) {
    expectType(part.name).is<"picture" | "note" | "more">();
    expectType(part.filename).is<string | undefined>();
    expectType(await part.bytes()).is<Uint8Array<ArrayBuffer>>();
  }
  return fields.size;
});
server.route(api.upload, async ({ body }) => {
  const { fields, file: picture } = await body.one("picture");
  expectType(fields.size).is<number>();
  expectType(picture.bytes).is<Uint8Array<ArrayBuffer>>();
  expectType(picture.name).is<string>();
  expectType(picture.type).is<string>();
  expectType((await body.one("note")).file?.name).is<string | undefined>();
  // @ts-expect-error - this file is optional
  (await body.one("note")).file.name;
  // @ts-expect-error - this is a field
  await body.one("title");
  // @ts-expect-error - no such file
  await body.one("pictures");
  return picture.bytes.length;
});
server.route(api.buffered, ({ body: { fields, files } }) => {
  expectType(fields.title).is<string>();
  expectType(fields.size).is<number | undefined>();
  expectType(files).is<{
    readonly picture: WholeFile;
    readonly note: WholeFile | undefined;
    readonly more: readonly WholeFile[];
  }>();
  expectType(files.picture.bytes).is<Uint8Array<ArrayBuffer>>();
  // @ts-expect-error - no such file
  files.title;
  return fields.title;
});
// @ts-expect-error - the files were read
server.route(api.buffered, ({ body }) => body.one("picture"));
server.route(api.stream, ({ body: content }) => content);
server.route(api.lines, async function* ({ body: users }) {
  for await (const user of users) {
    expectType(user).is<User>();
    yield { age: user.name };
  }
});
server.route(api.several, ({ respond }) => respond(new Blob(), { status: 206 }));

// @ts-expect-error - an item that has data is given within a message
server.route(api.withData, async function* () {
  yield { data: 1 };
});
// @ts-expect-error - an event has the declared data
server.route(api.events, async function* () {
  yield { nam: "a" };
});
// @ts-expect-error - the data of these events is text
server.route(api.tokens, () => [1]);
// @ts-expect-error - the data of these events is text
server.route(api.tokens, () => [{ data: { text: "a" } }]);
// @ts-expect-error - a retry is a number of milliseconds
server.route(api.events, () => [{ data: { name: "a" }, retry: "1" }]);
// @ts-expect-error - events are a sequence
server.route(api.events, () => ({ name: "a" }));
// @ts-expect-error - text is no bytes
server.route(api.bytes, () => "text");
// @ts-expect-error - bytes are there as a whole
server.route(api.bytes, ({ body: content }) => new Blob([content]).stream());
// @ts-expect-error - a stream of texts is no stream of bytes
server.route(api.stream, async function* () {
  yield "text";
});
// @ts-expect-error - lines are a sequence
server.route(api.lines, () => ({ age: "1" }));
// @ts-expect-error - bytes are no text
server.route(api.text, () => new Uint8Array());
// @ts-expect-error - a form has the declared fields
server.route(api.form, () => ({ n: "1" }));
// @ts-expect-error - the status decides on the body
server.route(api.several, ({ respond }) => respond({ name: "a" }, { status: 206 }));

// Calls.
const client = createClient({ baseUrl: "http://h" });
async function calls(): Promise<void> {
  await client.request(api.text, "a");
  await client.request(api.form, { name: "a", tags: ["b"] });
  await client.request(api.stream, new Blob());
  await client.request(api.lines, [{ name: "a" }]);
  await client.request(api.upload, { title: "a", picture: new Blob() });
  await client.request(api.upload, {
    title: "a",
    picture: { content: new Blob().stream(), filename: "a", mediaType: "image/png" },
    more: [new File([], "a"), new Uint8Array()],
  });
  await client.request(api.asked, [1]);
  for await (const user of await client.request(api.events).bodyOrThrow()) {
    expectType(user).is<User>();
  }
  const { messages } = await client.request(api.dated).bodyOrThrow();
  for await (const { data, event, id } of messages) {
    expectType(data.at).is<Date>();
    expectType(event).is<string>();
    expectType(id).is<string>();
  }
  const several = await client.request(api.several);
  if (several.ok && several.status === 206) {
    expectType(several.body).is<ReadableStream<Uint8Array>>();
  }

  // @ts-expect-error - text is a string
  await client.request(api.text, 1);
  // @ts-expect-error - text is needed
  await client.request(api.text);
  // @ts-expect-error - the name is missing
  await client.request(api.form, { tags: [] });
  // @ts-expect-error - an integer is a number
  await client.request(api.form, { name: "a", age: "1" });
  // @ts-expect-error - no such field
  await client.request(api.form, { name: "a", nam: "b" });
  // @ts-expect-error - bytes are no text
  await client.request(api.bytes, "text");
  // @ts-expect-error - bytes are there as a whole
  await client.request(api.bytes, new Blob().stream());
  // @ts-expect-error - a stream has bytes
  await client.request(api.stream, ["text"]);
  // @ts-expect-error - lines are a sequence
  await client.request(api.lines, { name: "a" });
  // @ts-expect-error - each line is of the declared type
  await client.request(api.lines, [{ name: 1 }]);
  // @ts-expect-error - the file is missing
  await client.request(api.upload, { title: "a" });
  // @ts-expect-error - a text is no file
  await client.request(api.upload, { title: "a", picture: "text" });
  // @ts-expect-error - one file is no list
  await client.request(api.upload, { title: "a", picture: new Blob(), more: new Blob() });
  // @ts-expect-error - a field is no file
  await client.request(api.upload, { title: new Blob(), picture: new Blob() });
}

// Declarations.
// @ts-expect-error - events go from the server to the client
post("a").request(events<number>());
// @ts-expect-error - multipart bodies are sent by clients
get("a").response(multipart({ a: string() }));
// @ts-expect-error - multipart bodies are sent by clients
get("a").response(multipart({ a: string() }), { status: 201 });
// @ts-expect-error - a form member goes both ways
form({ age: z.coerce.number() });
// @ts-expect-error - a form member goes both ways
form({ age: z.string().transform(Number) });
// @ts-expect-error - a file stands in multipart
form({ picture: file() });
// @ts-expect-error - streams where it is left out
multipart({ a: string() }, { buffered: false });
// @ts-expect-error - an option is named
multipart({ a: string() }, {});
// @ts-expect-error - no such option
multipart({ a: string() }, { buffered: true, limit: 1 });
// @ts-expect-error - a part is a parameter type or a file
multipart({ age: z.string().transform(Number) }, { buffered: true });
// @ts-expect-error - multipart bodies are sent by clients
get("a").response(multipart({ a: string() }, { buffered: true }));
// @ts-expect-error - a part is a parameter type or a file
multipart({ age: z.string().transform(Number) });
multipart({
  meta: json<User>(),
  type: type<User>(),
  text: plainText(),
  raw: bytes(),
  file: file(),
});
multipart({ meta: json(Trimmed), either: oneOfBodies(json<string>(), plainText()) });
// @ts-expect-error - a part is read as a whole
multipart({ meta: stream() });
// @ts-expect-error - a part is read as a whole
multipart({ meta: jsonLines<User>() });
// @ts-expect-error - a part is read as a whole
multipart({ meta: events<User>() });
// @ts-expect-error - a part is read as a whole
multipart({ meta: multipart({}) });
// @ts-expect-error - a part is read as a whole
multipart({ meta: noBody });
// @ts-expect-error - a part is read as a whole
multipart({ meta: oneOfBodies(json<User>(), jsonLines<User>()) }, { buffered: true });
// @ts-expect-error - write json(schema)
multipart({ meta: type(Trimmed, { unchecked: true }) });
const typedParts = multipart({
  meta: json(Trimmed),
  plain: type<User>(),
  note: string().optional(),
});
expectType<(typeof typedParts)["~received"]["fields"]["meta"]>().is<z.output<typeof Trimmed>>();
expectType<(typeof typedParts)["~received"]["fields"]["plain"]>().is<User>();
expectType<(typeof typedParts)["~given"]["meta"]>().is<z.input<typeof Trimmed>>();

const countedParts = multipart({
  meta: part(json(Trimmed)),
  maybe: part(json(Trimmed)).optional(),
  some: part(json(Trimmed)).list({ min: 1, max: 3 }),
  type: part(type<User>()).optional(),
  either: part(oneOfBodies(json<User>(), plainText())).list(),
  raw: part(bytes("image/png")).optional(),
});
type CountedFields = (typeof countedParts)["~received"]["fields"];
type CountedGiven = (typeof countedParts)["~given"];
expectType<CountedFields["meta"]>().is<z.output<typeof Trimmed>>();
expectType<CountedFields["maybe"]>().is<z.output<typeof Trimmed> | undefined>();
expectType<CountedFields["some"]>().is<readonly z.output<typeof Trimmed>[]>();
expectType<CountedFields["type"]>().is<User | undefined>();
expectType<CountedFields["either"]>().is<readonly (User | string)[]>();
expectType<CountedGiven["meta"]>().is<z.input<typeof Trimmed>>();
expectType<CountedGiven["maybe"]>().is<z.input<typeof Trimmed> | undefined>();
expectType<CountedGiven["some"]>().is<readonly z.input<typeof Trimmed>[] | undefined>();
const giveParts = (_given: CountedGiven): void => undefined;
declare const trimmed: z.input<typeof Trimmed>;
giveParts({ meta: trimmed });
giveParts({ meta: trimmed, maybe: undefined, some: [trimmed] });
// @ts-expect-error - meta is missing
giveParts({ maybe: trimmed });
// @ts-expect-error - a list is given as one
giveParts({ meta: trimmed, some: trimmed });
// @ts-expect-error - an absent list is []
part(json<User>()).list().optional();
// @ts-expect-error - fields have .optional() themselves
part(string());
// @ts-expect-error - files have .optional() themselves
part(file());
// @ts-expect-error - write json(schema)
part(Trimmed);
// @ts-expect-error - a part is read as a whole
part(stream());
// @ts-expect-error - a part is declared once
part(part(json<User>()));
// @ts-expect-error - parts belong to multipart
post("a").request(part(json<User>()));
// @ts-expect-error - a form has no typed parts
form({ a: part(json<User>()) });
// @ts-expect-error - JSON keeps no Date
json<Date>();
// @ts-expect-error - JSON keeps no Date
json<{ at: Date }>();
// @ts-expect-error - JSON keeps no Date
jsonLines<Date>();
// @ts-expect-error - JSON keeps no Date
events<{ at: Date }>();
// @ts-expect-error - JSON keeps no Date
events<{ at: Date }>({ end: "[DONE]" });
// @ts-expect-error - events carry JSON by themselves
events(json<User>());
// @ts-expect-error - events carry JSON by themselves
events(json(Trimmed), { end: "[DONE]" });
// @ts-expect-error - events carry JSON or text
events(bytes());
// @ts-expect-error - events carry JSON or text
events(type<User>());
// @ts-expect-error - the end is the text of an event
events<User>({ end: 1 });
// @ts-expect-error - the end is the text of an event
events(plainText(), { end: null });
// @ts-expect-error - no such option
events(plainText(), { ends: "[DONE]" });
// @ts-expect-error - the text of events has no schema
events(plainText(), z.string());
// @ts-expect-error - JSON keeps no Date
jsonLines(z.date());
// @ts-expect-error - JSON keeps no bigint
events(z.object({ n: z.bigint() }));
// @ts-expect-error - what this transform gives is sent as it is
json(z.string().transform((text) => new Date(text)));
// @ts-expect-error - a media type has a subtype
bytes("png");
// @ts-expect-error - a media type has a subtype
stream("video");
// Each kind goes its way, alone or among others.
post("a").request(oneOfBodies(json<{ a: string }>(), multipart({ a: string() })));
post("a").request(oneOfBodies(type<User>(), json<User>()));
get("a").response(oneOfBodies(json<User>(), oneOfBodies(type<User>(), events<User>())));
// @ts-expect-error - events go from the server to the client
post("a").request(oneOfBodies(json<User>(), oneOfBodies(plainText(), events())));
// @ts-expect-error - multipart bodies are sent by clients
get("a").response(oneOfBodies(json(), multipart({}), events()));
// @ts-expect-error - several are at least two
oneOfBodies(json<User>());
// @ts-expect-error - a schema is a body in json(schema)
oneOfBodies(Trimmed, json<User>());
// @ts-expect-error - a list of files has its own absence
file().list().optional();
// @ts-expect-error - 204 has no body
get("a").response(plainText(), { status: 204 });
// @ts-expect-error - GET has no request body
get("a").request(plainText());
// @ts-expect-error - the request body is declared twice
post("a").request(plainText()).request(json<User>());

void [formGiven, streamed, calls, none, type];
