// Code over any endpoint: wrappers, hooks, factories, and trees annotated by pieces.
import {
  bind,
  del,
  dynamicResource,
  failure,
  get,
  hrefOf,
  integer,
  list,
  post,
  rootResource,
  staticResource,
  string,
  type,
  uuid,
} from "bough";
import { endpointsOf } from "bough/contract";
import type {
  AnyEndpoint,
  BoundEndpoint,
  Dynamic,
  InferBody,
  InferFailure,
  InferIds,
  InferParameters,
  InferRequest,
  InferResponse,
  InferReturn,
  Root,
  Static,
  TypedEndpoint,
} from "bough";
import type { RequestOptions, Result } from "bough/client";
import type { Call, Handler, Handlers } from "bough/server";
import { createClient } from "bough/client";
import { createServer } from "bough/server";
import type { Routes } from "bough/server";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { z } from "zod";
import { expectType } from "../support/types.ts";
import type { Flat } from "../support/types.ts";
import type { UntypedEndpoint, Segment, PendingResult, RequestArguments } from "bough/types";

interface User {
  readonly id: string;
  readonly name: string;
}
interface NewUser {
  readonly name: string;
}

const NotFound = failure("not-found", 404);
const Taken = failure("taken", 409).body<{ readonly email: string }>();

const api = rootResource("v1", {
  users: staticResource("users", {
    list: get()
      .parameters({ limit: integer().default(20), tag: list(string()) })
      .response<User[]>(),
    search: get("search").parameters({ q: string() }).response<User[]>(),
    create: post().request<NewUser>().response(type<User>(), { status: 201 }).failure(Taken),
    import: post("import")
      .request(z.object({ at: z.string().transform(Number) }))
      .response(z.object({ count: z.string().transform(Number) })),
    user: dynamicResource("user", uuid(), {
      find: get().response<User>().failure(NotFound),
      remove: del().failure(NotFound),
    }),
  }),
});
const { users } = api;
const client = createClient();
const server = createServer();
declare const user: User;

// --- a wrapper of client.request that awaits and returns the body

async function call<E extends BoundEndpoint>(endpoint: E, ...rest: RequestArguments<E>) {
  return (await client.request(endpoint, ...rest)).bodyOrThrow();
}
export async function wrapped() {
  expectType(await call(users.user("1").find)).is<User>();
  expectType(await call(users.list)).is<User[]>();
  expectType(await call(users.list, { parameters: { limit: 1 } })).is<User[]>();
  expectType(await call(users.create, { name: "Ada" })).is<User>();
  expectType(await call(users.import, { at: "1" })).is<{ count: number }>();
  expectType(await call(users.user("1").remove)).is<undefined>();
  expectType(await call(bind(users.user.find, { user: "1" }))).is<User>();
  // @ts-expect-error - the body is missing
  await call(users.create);
  await call(users.create, {
    // @ts-expect-error - text
    name: 1,
  });
  // @ts-expect-error - the path parameter "user" has no value
  await call(users.user.find);
  // @ts-expect-error - a parameter is missing
  await call(users.search);
  // @ts-expect-error - it is not in a tree
  await call(get());
}

// With the type written, the pending result kept, or options of the wrapper's own.
async function typed<E extends BoundEndpoint>(
  endpoint: E,
  ...rest: RequestArguments<E>
): Promise<InferResponse<E>> {
  return client.request(endpoint, ...rest).bodyOrThrow();
}
function pending<E extends BoundEndpoint>(
  endpoint: E,
  ...rest: RequestArguments<E>
): PendingResult<E> {
  return client.request(endpoint, ...rest);
}
async function logged<E extends BoundEndpoint>(
  endpoint: E,
  ...rest: RequestArguments<E>
): Promise<Result<E>> {
  const result = await client.request(endpoint, ...rest);
  console.log(endpoint.method, endpoint.path, endpoint.template, result.status, result.ok);
  return result;
}
async function orUndefined<E extends BoundEndpoint>(
  endpoint: E,
  ...rest: RequestArguments<E>
): Promise<InferResponse<E> | undefined> {
  return (await client.request(endpoint, ...rest).bodyOrNull()) ?? undefined;
}
export async function others() {
  expectType(await typed(users.import, { at: "1" })).is<{ count: number }>();
  expectType(await pending(users.user("1").find).bodyOrNull(NotFound)).is<User | null>();
  expectType(await orUndefined(users.user("1").find)).is<User | undefined>();
  const result = await logged(users.create, { name: "Ada" });
  if (result.failedWith(Taken)) expectType(result.failure.body).is<{ readonly email: string }>();
  if (result.ok) expectType(result.body).is<User>();
}

// --- a generic query hook

interface QueryResult<Data, Failed> {
  readonly data: Data | undefined;
  readonly failure: Failed | undefined;
}
interface QueryOptions<Data> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>;
}
declare function useQueryOf<Data>(options: QueryOptions<Data>): QueryResult<Data, never>;

function queryOptions<E extends BoundEndpoint>(
  endpoint: E,
  ...rest: RequestArguments<E>
): QueryOptions<InferResponse<E>> {
  return {
    queryKey: [endpoint.method, endpoint.path, ...rest],
    queryFn: () => client.request(endpoint, ...rest).bodyOrThrow(),
  };
}
declare function useQuery<E extends BoundEndpoint>(
  endpoint: E,
  ...rest: RequestArguments<E>
): QueryResult<InferResponse<E>, InferFailure<E>>;
declare function useMutation<E extends BoundEndpoint>(
  endpoint: E,
): { readonly mutate: (...rest: RequestArguments<E>) => Promise<InferResponse<E>> };

expectType(useQueryOf(queryOptions(users.user("1").find)).data).is<User | undefined>();
expectType(useQueryOf(queryOptions(users.search, { parameters: { q: "a" } })).data).is<
  User[] | undefined
>();
expectType(useQuery(users.user("1").find).data).is<User | undefined>();
expectType(useQuery(users.user("1").find).failure?.name).is<"not-found" | undefined>();
expectType(useMutation(users.create).mutate({ name: "Ada" })).is<Promise<User>>();
expectType(useMutation(users.user("1").remove).mutate()).is<Promise<undefined>>();
// @ts-expect-error - the body is missing
useMutation(users.create).mutate();
// @ts-expect-error - a parameter is missing
queryOptions(users.search);
// @ts-expect-error - the path parameter "user" has no value
queryOptions(users.user.find);
// @ts-expect-error - the path parameter "user" has no value
useMutation(users.user.remove);

// --- what is asked of any endpoint

expectType<InferRequest<typeof users.import>>().is<{ at: string }>();
expectType<InferBody<typeof users.import>>().is<{ at: number }>();
expectType<InferReturn<typeof users.import>>().is<{ count: string }>();
expectType<InferResponse<typeof users.import>>().is<{ count: number }>();
expectType<Flat<InferIds<typeof users.user.find>>>().is<{ readonly user: string }>();
expectType<Flat<InferParameters<typeof users.search>>>().is<{ readonly q: string }>();
expectType<InferFailure<typeof users.create>["name"]>().is<"taken">();
expectType<RequestArguments<typeof users.create>[0]>().is<NewUser>();
expectType<Result<BoundEndpoint>["status"]>().is<number>();
expectType<Result<BoundEndpoint>["ok"]>().is<boolean>();
export const searchOptions: RequestOptions<typeof users.search> = { parameters: { q: "a" } };
// @ts-expect-error - q is missing
export const noSearchOptions: RequestOptions<typeof users.search> = {};

// --- calls that are kept, of whatever endpoint

interface Kept {
  readonly endpoint: BoundEndpoint;
  readonly rest: RequestArguments<BoundEndpoint>;
}
function keep<E extends BoundEndpoint>(endpoint: E, ...rest: RequestArguments<E>): Kept {
  return { endpoint, rest: rest as RequestArguments<BoundEndpoint> };
}
export const kept: Kept[] = [
  keep(users.create, { name: "Ada" }),
  { endpoint: users.list, rest: [undefined, { parameters: { limit: 1 }, headers: {} }] },
];
export async function answer({ endpoint, rest }: Kept): Promise<unknown> {
  hrefOf(endpoint, { parameters: { limit: 1 } });
  client.urlOf(endpoint, { parameters: { limit: 1 } });
  void client.request(endpoint, undefined, { parameters: { limit: 1 }, timeout: 1 });
  // @ts-expect-error - parameters stand under their names
  void client.request(endpoint, undefined, { parameters: 1 });
  // @ts-expect-error - no such option
  void client.request(endpoint, undefined, { parameter: {} });
  // @ts-expect-error - parameters stand under their names
  hrefOf(endpoint, { parameters: 1 });
  const result = await client.request(endpoint, ...rest);
  if (result.ok) return result.body;
  // @ts-expect-error - nothing is known of its headers
  result.headers.etag;
  expectType(result.failure.name).is<string>();
  return result.failure.body;
}
export const results: Promise<Result<BoundEndpoint>>[] = [
  client.request(users.list),
  client.request(users.create, { name: "Ada" }),
  client.request(users.user("1").remove),
];

// A success and a failure apart, whose types are those of the endpoint.
async function apart<E extends BoundEndpoint>(
  endpoint: E,
  ...rest: RequestArguments<E>
): Promise<{ readonly data: InferResponse<E> } | { readonly error: InferFailure<E> }> {
  const result = await client.request(endpoint, ...rest);
  return result.ok ? { data: result.bodyOrThrow() } : { error: result.failure as InferFailure<E> };
}
export async function inParts() {
  const parts = await apart(users.create, { name: "Ada" });
  if ("data" in parts) expectType(parts.data).is<User>();
  else expectType(parts.error.body).is<{ readonly email: string }>();
}

for (const endpoint of endpointsOf(api)) {
  expectType(endpoint).is<UntypedEndpoint>();
  expectType(endpoint.path).is<string>();
  void client.request(endpoint);
  void client.request(endpoint, { name: "Ada" }, { parameters: { limit: 1 }, timeout: 1 });
  // @ts-expect-error - no such option
  void client.request(endpoint, undefined, { parameter: {} });
  hrefOf(endpoint);
  hrefOf(endpoint, { parameters: { limit: 1 } });
  // @ts-expect-error - parameters stand under their names
  hrefOf(endpoint, { parameters: 1 });
  const bound = bind(endpoint, { user: "1" });
  void client.request(bound).bodyOrNull();
  hrefOf(bound);
  client.urlOf(bound);
  server.route(endpoint, ({ body, ids, parameters, headers, fail, respond, header }) => {
    expectType(body).is<unknown>();
    expectType(ids).is<Readonly<Record<string, unknown>>>();
    Object.entries({ ...parameters, ...headers });
    if (header("x") === undefined) fail(NotFound);
    fail(Taken, { email: "" });
    // @ts-expect-error - its data is missing
    fail(Taken);
    return ids.user === "1" ? respond(user, { status: 201 }) : user;
  });
  server.route(endpoint, () => {});
  server.route(endpoint, async () => [1], {
    limits: { body: 1 },
    request: z.object({ a: z.string() }),
  });
  server.guard([NotFound], () => ({ a: 1 })).route(endpoint, ({ a }) => a);
  // @ts-expect-error - only its view gives it
  server.route(endpoint, ({ a }) => a);
  const below = server.at(api.users.user).guard([NotFound], ({ ids }) => ({ key: ids.user }));
  below.route(endpoint, ({ ids, key }) => {
    expectType(ids).is<Readonly<Record<string, unknown>>>();
    return key.length;
  });
  // @ts-expect-error - only its view gives it
  below.route(endpoint, ({ a }) => a);
  // @ts-expect-error - one handler
  server.route(endpoint, { list: () => user });
}
for (const endpoint of server.unrouted(api)) server.route(endpoint, () => user);
export const walked: Handler<UntypedEndpoint> = ({ ids }) => ids;
for (const endpoint of endpointsOf(api)) server.route(endpoint, walked);
// @ts-expect-error - of a typed endpoint more is known
export const typedBack: typeof users.list = endpointsOf(api)[0];
export function describeAll(endpoints: readonly AnyEndpoint[]): string[] {
  return endpoints.map(({ method, template, meta, description, failures }) =>
    [method, template, meta.tag, description.summary, failures.length].join(" "),
  );
}
describeAll([users.list, users.user.find, users.user("1").find]);

// --- a factory of resources, and handlers generic over it

function crud<const Name extends string, Item>(name: Segment<Name>, schema: z.ZodType<Item>) {
  return staticResource(name, {
    list: get().response(type<Item[]>({ unchecked: true })),
    create: post().request(schema).response(type<{ readonly id: string }>(), { status: 201 }),
    item: dynamicResource("item", uuid(), {
      find: get()
        .response(type<Item>({ unchecked: true }))
        .failure(NotFound),
      rename: post("rename").request<NewUser>().response<string>(),
    }),
  });
}
interface Book {
  readonly title: string;
  readonly year: number;
}
interface Film {
  readonly length: number;
}
declare const Year: z.ZodType<number, string>;
const books = crud("books", z.object({ title: z.string(), year: Year }).readonly());
const films = crud("films", z.object({ length: z.string().transform(Number) }).readonly());
const shop = rootResource("v1", { books, films });
expectType(shop.books.path).is<"/v1/books">();
expectType(shop.films.item.find.path).is<"/v1/films/{item}">();
expectType<InferBody<typeof shop.books.create>>().is<Readonly<{ title: string; year: number }>>();
expectType<InferBody<typeof shop.films.create>>().is<Readonly<{ length: number }>>();
expectType(client.request(shop.films.item("1").find).bodyOrThrow()).is<
  Promise<Readonly<{ length: number }>>
>();
expectType(client.request(shop.films.create, { length: "1" }).bodyOrThrow()).is<
  Promise<{ readonly id: string }>
>();
// @ts-expect-error - a segment is one
crud("books/all", Year);
// @ts-expect-error - a segment is not empty
crud("", Year);

// The schema itself as the type parameter: unchecked, since it is not known yet.
function schemed<const Name extends string, S extends z.ZodType>(name: Segment<Name>, schema: S) {
  const item = type(schema, { unchecked: true });
  return staticResource(name, {
    list: get().response(type(z.array(schema), { unchecked: true })),
    create: post().request(item).response(item, { status: 201 }).failure(NotFound),
  });
}
function standard<const Name extends string, S extends StandardSchemaV1>(
  name: Segment<Name>,
  schema: S,
) {
  return staticResource(name, { create: post().request(type(schema, { unchecked: true })) });
}
const archive = rootResource("v1", {
  books: schemed("books", z.object({ year: z.string().transform(Number) })),
  notes: standard("notes", z.object({ text: z.string().transform(Number) })),
});
expectType(archive.books.create.path).is<"/v1/books">();
expectType<InferRequest<typeof archive.books.create>>().is<{ year: string }>();
expectType<InferBody<typeof archive.books.create>>().is<{ year: number }>();
expectType<InferReturn<typeof archive.books.list>>().is<{ year: string }[]>();
expectType<InferResponse<typeof archive.books.list>>().is<{ year: number }[]>();
expectType<InferRequest<typeof archive.notes.create>>().is<{ text: string }>();
expectType<InferBody<typeof archive.notes.create>>().is<{ text: number }>();
server.route(archive.books, {
  list: () => [{ year: "1" }],
  create: ({ body, fail }) => (body.year > 1 ? { year: "2" } : fail(NotFound)),
});

interface Store<Item> {
  readonly all: () => Promise<Item[]>;
  readonly add: (item: Item) => Promise<string>;
  readonly item: (id: string) => Promise<Item | undefined>;
}
declare const bookStore: Store<Book>;
declare const filmStore: Store<Film>;
type Crud<Name extends string, Item> = ReturnType<typeof crud<Name, Item>>;

// Handlers of any resource of the factory, wherever it stands.
function crudHandlers<Item>(store: Store<Item>): Handlers<Crud<string, Item>> {
  return {
    list: () => store.all(),
    create: async ({ body }) => ({ id: await store.add(body) }),
    item: {
      find: async ({ ids, fail }) => {
        expectType(ids.item).is<string>();
        return (await store.item(ids.item)) ?? fail(NotFound);
      },
      rename: ({ body }) => body.name,
    },
  };
}
server.route(shop.books, crudHandlers(bookStore));
server.route(shop.films, crudHandlers(filmStore));
server.route(shop.films, { ...crudHandlers(filmStore), list: () => [{ length: 1 }] });
// @ts-expect-error - a book is no film
server.route(shop.films, crudHandlers(bookStore));

// Routes of any resource of the factory.
function routeCrud<const Name extends string, Item>(
  resource: Crud<Name, Item>,
  store: Store<Item>,
) {
  server.route(resource.list, () => store.all());
  server.route(resource.create, async ({ body }) => ({ id: await store.add(body) }));
  server.route(resource.item.find, async ({ ids, fail }) => {
    expectType(ids.item).is<string>();
    return (await store.item(ids.item)) ?? fail(NotFound);
  });
}
routeCrud(books, bookStore);
routeCrud(films, filmStore);

// A factory may take the name of a dynamic resource as well.
function named<const Many extends string, const One extends string, Item>(
  many: Segment<Many>,
  one: Segment<One>,
) {
  return staticResource(many, {
    one: dynamicResource(one, uuid(), {
      find: get().response(type<Item>({ unchecked: true })),
      owner: staticResource("owner", { find: get() }),
    }),
    archived: staticResource("archived", { one: dynamicResource(one, { remove: del() }) }),
  });
}
const tasks = rootResource("v1", {
  tasks: named<"tasks", "task", { title: string }>("tasks", "task"),
}).tasks;
expectType(tasks.one.find.path).is<"/v1/tasks/{task}">();
expectType(tasks.archived.one.remove.path).is<"/v1/tasks/archived/{task}">();
server.route(tasks.one.find, ({ ids }) => ({ title: ids.task }));
client.request(tasks.one("a").find);
// @ts-expect-error - {task} has no value
client.request(tasks.one.find);
// @ts-expect-error - {task} stands in the factory already
dynamicResource("task", { tasks: named<"tasks", "task", unknown>("tasks", "task") });
// @ts-expect-error - braces are none of a name's
named("tasks", "{task}");

// --- a route wrapper that adds logging

// Over the endpoints it is for.
type Logged = typeof users.list | typeof users.user.find;
function logging<E extends Logged>(endpoint: E, handler: Handler<E>): Handler<E> {
  return (given) => {
    console.log(endpoint.method, endpoint.template, given.header("user-agent"));
    return handler(given);
  };
}
server.route(
  users.user.find,
  logging(users.user.find, ({ ids, fail }) => (ids.user === "1" ? user : fail(NotFound))),
);
server.route(
  users.list,
  logging(users.list, ({ parameters }) => {
    expectType(parameters.limit).is<number>();
    return [user];
  }),
);
logging(users.user.find, () => ({
  id: "1",
  // @ts-expect-error - text
  name: 1,
}));

// Over any endpoint.
function timing<E extends TypedEndpoint>(
  endpoint: E & AnyEndpoint,
  handler: Handler<E>,
): Handler<E> {
  return (given) => {
    console.log(endpoint.method, endpoint.template, given.header("user-agent"));
    return handler(given);
  };
}
server.route(
  users.user.find,
  timing(users.user.find, ({ ids, fail }) => (ids.user === "1" ? user : fail(NotFound))),
);
server.route(users.user, {
  find: timing(users.user.find, () => user),
  remove: timing(users.user.remove, ({ ids }) => {
    expectType(ids.user).is<string>();
  }),
});
timing(users.user.find, () => ({
  id: "1",
  // @ts-expect-error - text
  name: 1,
}));

// Over any, around the handler.
const loggedRoutes = server.around(async ({ endpoint }, next) => {
  const answer = await next();
  console.log(endpoint.method, endpoint.template, answer.status);
  return answer;
});
loggedRoutes.route(users.list, () => [user]);

// Over any, and routed there.
function loggedAt<E extends TypedEndpoint & AnyEndpoint>(endpoint: E, handler: Handler<E>): void {
  server.route(endpoint, (given) => {
    console.log(endpoint.method, endpoint.template, given.header("user-agent"));
    return handler(given);
  });
}
loggedAt(users.user.find, ({ ids, fail }) => (ids.user === "1" ? user : fail(NotFound)));
// @ts-expect-error - text
loggedAt(users.user.find, () => ({ id: "1", name: 1 }));
function routed<E extends TypedEndpoint>(endpoint: E & AnyEndpoint, handler: Handler<E>): void {
  server.route(endpoint, handler);
}
routed(users.list, () => [user]);
function guarded<E extends TypedEndpoint>(endpoint: E, handler: Handler<E, Session>): void {
  server.guard(() => ({ session: { name: "Ada" } })).route(endpoint, handler);
  // @ts-expect-error - it needs a session
  server.route(endpoint, handler);
  // @ts-expect-error - no handler
  server.route(endpoint, { find: handler });
  // @ts-expect-error - the value of another endpoint
  server.route(endpoint, () => user);
}
guarded(users.list, ({ session }) => [{ id: "1", name: session.name }]);

// --- handlers and guards written apart

interface Session {
  readonly session: { readonly name: string };
}
const whoAmI: Handler<typeof users.user.find, Session> = ({ session, ids }) => ({
  id: ids.user,
  name: session.name,
});
const view: Routes<Session> = server.guard(() => ({ session: { name: "Ada" } }));
view.route(users.user.find, whoAmI);
// @ts-expect-error - it needs a session
server.route(users.user.find, whoAmI);
const userHandlers: Handlers<typeof users.user, Session> = {
  find: whoAmI,
  remove: ({ session, fail }) => {
    if (session.name === "") fail(NotFound);
  },
};
view.route(users.user, userHandlers);
export function nameOf({ session, ids }: Call<typeof users.user.find, Session>): string {
  return session.name + ids.user;
}

// --- trees annotated by pieces

const people = staticResource("people", {
  person: dynamicResource("person", integer(), { find: get().response<User>() }),
});
const annotated: Root<"v1", { people: typeof people }> = rootResource("v1", { people });
expectType(annotated.people.person.find.path).is<"/v1/people/{person}">();
hrefOf(annotated.people.person(7).find);
const annotatedStatic: Static<"people", { list: (typeof listOnly)["list"] }> = staticResource(
  "people",
  { list: get().response<User[]>() },
);
const listOnly = { list: get().response<User[]>() };
expectType(annotatedStatic.list.path).is<"/people">();
const annotatedDynamic: Dynamic<"group", number, { people: typeof people }> = dynamicResource(
  "group",
  integer(),
  { people },
);
annotatedDynamic(7).people;
// @ts-expect-error - another segment
export const wrongSegment: Root<"v2", { people: typeof people }> = rootResource("v1", { people });
// @ts-expect-error - other children
export const wrongChildren: Root<"v1", { persons: typeof people }> = rootResource("v1", { people });
// @ts-expect-error - another id
export const wrongId: Dynamic<"a", string, { a: typeof people }> = dynamicResource("a", integer(), {
  a: people,
});
export const pieces: Root<
  "v1",
  { people: typeof people; annotatedStatic: typeof annotatedStatic }
> = rootResource("v1", { people, annotatedStatic });
expectType(pieces.annotatedStatic.list.path).is<"/v1/people">();

// --- schemas at route, of types that are not known yet

export function routeItems<const Name extends string, Item>(
  resource: Crud<Name, Item>,
  schema: z.ZodType<Item, Item>,
): void {
  server.route(resource.create, () => ({ id: "1" }), { request: z.any() });
  server.route(resource.item.find, ({ fail }) => fail(NotFound), { response: schema });
  server.route(resource.list, () => [], { response: z.array(schema) });
}
export function routeWrapped<Item>(schema: z.ZodType<Item, Item>): void {
  const wrappers = rootResource("v1", {
    put: post("put").request(type<{ item: Item }>({ unchecked: true })),
    all: get("all").response(type<{ items: Item[] }>({ unchecked: true })),
  });
  server.route(wrappers.put, () => {}, { request: z.object({ item: schema }) });
  server.route(wrappers.put, () => {}, {
    request: z.object({ item: schema, more: z.string().optional() }),
  });
  server.route(wrappers.all, () => ({ items: [] }), {
    response: z.object({ items: z.array(schema) }),
  });
}
declare const opaque: StandardSchemaV1;
declare const anything: any;
for (const schema of [opaque, anything]) {
  server.route(users.create, () => user, { request: schema });
  server.route(users.list, () => [user], { response: anything });
}
server.route(users.list, () => [user], { response: opaque });
