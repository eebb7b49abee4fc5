// Serving: what handlers get and give, guards, and what `route` refuses where.
import {
  del,
  dynamicResource,
  failure,
  get,
  integer,
  list,
  noBody,
  patch,
  post,
  put,
  rootResource,
  staticResource,
  string,
  type,
  uuid,
} from "bough";
import type { AnyEndpoint } from "bough";
import type { Call, Handler, Handlers } from "bough/server";
import { createServer } from "bough/server";
import type { Around, Guard, Routes, Server } from "bough/server";
import * as v from "valibot";
import { z } from "zod";
import { expectType } from "../support/types.ts";
import type { Flat } from "../support/types.ts";
import type { UntypedEndpoint, HandlerResponse, Limits } from "bough/types";

interface User {
  readonly id: string;
  readonly name: string;
}
interface NewUser {
  readonly name: string;
}

const NotFound = failure("not-found", 404);
const Taken = failure("taken", 409).body<{ readonly email: string }>();
const Unauthorized = failure("unauthorized", 401);

const notes = staticResource("notes", {
  list: get().response<readonly string[]>(),
  note: dynamicResource("note", integer(), { read: get().response<{ readonly note: number }>() }),
});
const api = rootResource("v1", {
  users: staticResource("users", {
    list: get()
      .parameters({ limit: integer().default(20), tag: list(string()) })
      .response<User[]>(),
    create: post()
      .request<NewUser>()
      .response(type<User>(), { status: 201 })
      .failure(Taken, Unauthorized),
    import: post("import")
      .request(z.object({ at: z.string().transform(Number) }))
      .headers({ "idempotency-key": uuid() })
      .response(z.object({ count: z.string().transform(Number) })),
    user: dynamicResource("user", uuid(), {
      find: get().response<User>().failure(NotFound),
      replace: put()
        .request<NewUser>()
        .response<User>()
        .response(type<string>(), { status: 201, headers: { location: string() } })
        .response(noBody, { status: 204 }),
      located: patch().response(type<User>(), {
        headers: { location: string(), age: integer().optional() },
      }),
      tagged: get("tagged").response(type<User>(), { headers: { etag: string().optional() } }),
      remove: del().failure(NotFound, Unauthorized),
      friends: staticResource("friends", {
        friend: dynamicResource("friend", integer(), { remove: del() }),
      }),
    }),
  }),
  notes,
});
const api2 = rootResource("v2", { notes });
const { users } = api;
const server = createServer();
declare const user: User;

// --- what a handler gets

server.route(users.list, (call) => {
  expectType(call.body).is<undefined>();
  expectType<Flat<typeof call.parameters>>().is<{
    readonly limit: number;
    readonly tag: readonly string[];
  }>();
  expectType<Flat<typeof call.headers>>().is<{}>();
  expectType<Flat<typeof call.ids>>().is<{}>();
  expectType(call.request).is<Request>();
  expectType(call.header("x")).is<string | undefined>();
  expectType(call.signal).is<AbortSignal>();
  expectType(call.endpoint).is<AnyEndpoint>();
  expectType(call.host).is<unknown>();
  expectType(call.urlOf(users.user("1").find)).is<string>();
  expectType(call.urlOf(users.list, { parameters: { limit: 3 } })).is<string>();
  // @ts-expect-error - user has no value
  call.urlOf(users.user.find);
  // @ts-expect-error - no such member
  call.params;
  return [user];
});
server.route(
  users.import,
  ({ body, headers, parameters, ids, fail, respond, header, signal, idOf }) => {
    expectType(body).is<{ at: number }>();
    expectType(headers["idempotency-key"]).is<string>();
    expectType(signal.aborted).is<boolean>();
    // The handler gives what the schema takes.
    return { count: "1" };
  },
);
server.route(users.create, ({ body }) => {
  expectType(body).is<NewUser>();
  return user;
});
server.route(users.user.friends.friend.remove, ({ ids }) => {
  expectType(ids.user).is<string>();
  expectType(ids.friend).is<number>();
  // @ts-expect-error - no such id
  ids.other;
});

// --- what a handler gives

server.route(users.list, () => [user]);
server.route(users.list, async () => [user]);
server.route(users.list, () => Promise.resolve([user]));
server.route(users.list, ({ respond }) => respond([user]));
server.route(users.list, async ({ respond }) => respond([user], { status: 200 }));
server.route(users.list, ({ respond }) => respond([user], { headers: { "x-total": "1" } }));
server.route(users.list, ({ respond, parameters }) =>
  parameters.limit > 1 ? [user] : respond([user], { headers: { etag: "a" } }),
);
server.route(users.list, () => {
  throw new Error("no");
});
server.route(users.user.find, () => ({ id: "1", name: "Ada" }));
server.route(users.user.find, () => ({
  id: "1",
  // @ts-expect-error - text
  name: 1,
}));
// @ts-expect-error - name is text
server.route(users.user.find, async () => ({ id: "1", name: 1 }));
// @ts-expect-error - name is missing
server.route(users.user.find, () => ({ id: "1" }));
// @ts-expect-error - one user, not a list
server.route(users.user.find, () => [user]);
// @ts-expect-error - the value is returned
server.route(users.user.find, () => {});
// @ts-expect-error - the value is returned
server.route(users.user.find, async () => undefined);
// @ts-expect-error - no user is no answer
server.route(users.user.find, (): User | undefined => user);
server.route(users.import, () => ({
  // @ts-expect-error - the schema's input
  count: 1,
}));
server.route(users.user.find, ({ respond }) =>
  respond(
    // @ts-expect-error - name is missing
    { id: "1" },
  ),
);
server.route(users.user.find, ({ respond }) =>
  respond(user, {
    // @ts-expect-error - not declared
    status: 201,
  }),
);

// Nothing where no response is declared; another 2xx by respond.
server.route(users.user.remove, () => {});
server.route(users.user.remove, async () => {});
server.route(users.user.remove, () => undefined);
server.route(users.user.remove, ({ respond }) => respond());
server.route(users.user.remove, ({ respond }) => respond(undefined, { status: 202 }));
server.route(users.user.remove, ({ respond }) =>
  respond(
    // @ts-expect-error - no body is declared
    user,
  ),
);
// @ts-expect-error - no body is declared
server.route(users.user.remove, () => user);

// Several statuses: only respond, status and value as a pair.
server.route(users.user.replace, ({ respond }) => respond(user, { status: 200 }));
server.route(users.user.replace, ({ respond }) => respond(undefined, { status: 204 }));
server.route(users.user.replace, async ({ respond }) =>
  respond("id", { status: 201, headers: { location: "/x", "x-more": "a" } }),
);
server.route(users.user.replace, async ({ respond, ids }) => {
  if (ids.user === "1") return respond(user, { status: 200 });
  return respond(undefined, { status: 204 });
});
// @ts-expect-error - several statuses are declared
server.route(users.user.replace, () => user);
// @ts-expect-error - several statuses are declared
server.route(users.user.replace, async () => user);
server.route(users.user.replace, ({ respond }) =>
  respond(
    // @ts-expect-error - 201 has a text
    user,
    { status: 201, headers: { location: "/x" } },
  ),
);
// @ts-expect-error - the status is said
server.route(users.user.replace, ({ respond }) => respond(user));
server.route(users.user.replace, ({ respond }) =>
  respond(user, {
    // @ts-expect-error - not declared
    status: 202,
  }),
);
server.route(users.user.replace, ({ respond }) =>
  respond(
    "id",
    // @ts-expect-error - location is missing
    { status: 201 },
  ),
);

// A status that is one of several takes a value and headers that fit each.
const upserts = rootResource("upserts", {
  same: put().response<User>().response(type<User>(), { status: 201 }),
  other: put()
    .response<User>()
    .response(noBody, { status: 202 })
    .response(type<User>(), { status: 201, headers: { location: string() } }),
});
declare const isNew: boolean;
server.route(upserts.same, ({ respond }) => respond(user, { status: isNew ? 201 : 200 }));
server.route(upserts.other, ({ respond }) =>
  respond(user, { status: isNew ? 201 : 200, headers: { location: "/x" } }),
);
server.route(upserts.other, ({ respond }) =>
  respond(
    // @ts-expect-error - 202 has no body
    user,
    { status: isNew ? 202 : 200 },
  ),
);
server.route(upserts.other, ({ respond }) =>
  respond(
    // @ts-expect-error - 200 has a body
    undefined,
    { status: isNew ? 202 : 200 },
  ),
);
server.route(upserts.other, ({ respond }) =>
  respond(
    user,
    // @ts-expect-error - 201 has a location
    { status: isNew ? 201 : 200 },
  ),
);

// A response header that must be there.
server.route(users.user.located, ({ respond }) => respond(user, { headers: { location: "/x" } }));
server.route(users.user.located, ({ respond }) =>
  respond(user, { status: 200, headers: { location: "/x", age: 3 } }),
);
server.route(users.user.tagged, () => user);
server.route(users.user.tagged, ({ respond }) => respond(user, { headers: { etag: "a" } }));
// @ts-expect-error - location is declared
server.route(users.user.located, () => user);
// @ts-expect-error - location is declared
server.route(users.user.located, ({ respond }) => respond(user));
server.route(users.user.located, ({ respond }) =>
  respond(user, {
    headers: {
      // @ts-expect-error - text
      location: 1,
    },
  }),
);
server.route(users.user.located, ({ respond }) =>
  respond(user, {
    headers: {
      location: "/x",
      // @ts-expect-error - a number
      age: "3",
    },
  }),
);

// --- idOf

server.route(users.user.friends.friend.remove, ({ idOf }) => {
  expectType(idOf(users.user)).is<string>();
  expectType(idOf(users.user.friends.friend)).is<number>();
  // @ts-expect-error - not on the path
  idOf(api.notes.note);
  // @ts-expect-error - a static resource has no id
  idOf(users);
  // @ts-expect-error - an endpoint has no id
  idOf(users.user.find);
  // @ts-expect-error - no resource
  idOf("user");
});
// Of the piece that was placed, and of the placed one.
server.route(api2.notes.note.read, ({ idOf }) => {
  expectType(idOf(api2.notes.note)).is<number>();
  expectType(idOf(notes.note)).is<number>();
  // @ts-expect-error - of another tree
  idOf(api.notes.note);
  return { note: 1 };
});
const below = staticResource("below", api.notes.note, { read: get() });
server.route(below.read, ({ idOf }) => {
  expectType(idOf(api.notes.note)).is<number>();
});

// --- a whole resource

server.route(api.notes, { list: () => ["a"], note: { read: ({ ids }) => ({ note: ids.note }) } });
server.route(api.notes, {
  list: async () => ["a"],
  note: {
    read: ({ ids, respond }) => {
      expectType(ids.note).is<number>();
      return respond({ note: 1 });
    },
  },
});
server.route(api2, { notes: { list: () => [], note: { read: () => ({ note: 1 }) } } });
server.route(users.user.friends, {
  friend: {
    remove: ({ ids }) => {
      expectType(ids.user).is<string>();
      expectType(ids.friend).is<number>();
    },
  },
});
server.route(api.notes, {
  list: () => ["a"],
  note: {
    read: () => ({
      // @ts-expect-error - a number
      note: "1",
    }),
  },
});
server.route(api.notes, {
  // @ts-expect-error - a list of texts
  list: () => [1],
  note: { read: () => ({ note: 1 }) },
});
server.route(api.notes, {
  list: () => ["a"],
  note: {
    read: () => ({ note: 1 }),
    // @ts-expect-error - nothing of this name stands here
    write: () => {},
  },
});
server.route(api.notes, {
  list: () => ["a"],
  note: { read: () => ({ note: 1 }) },
  // @ts-expect-error - nothing of this name stands here
  more: () => {},
});
// @ts-expect-error - no handler for "note"
server.route(api.notes, { list: () => ["a"] });
// @ts-expect-error - no handler for "read"
server.route(api.notes, { list: () => ["a"], note: {} });
// @ts-expect-error - no handler for "list", "note"
server.route(api.notes, {});
// @ts-expect-error - no handler for "read"
server.route(api.notes.note, {});
// @ts-expect-error - no handler for "notes", "users"
server.route(api, {});
// @ts-expect-error - no handler for "note"
server.route(api.notes, { list: ({ respond }) => respond(["a"]) });
// @ts-expect-error - no handler for "read"
server.route(api.notes, { list: ({ respond }) => respond(["a"]), note: {} });
// @ts-expect-error - no handler for "remove"
server.route(users.user.friends, { friend: {} });
server.route(api.notes, {
  list: () => ["a"],
  // @ts-expect-error - a handler is a function
  note: { read: undefined },
});
// @ts-expect-error - handlers are an object
server.route(api.notes, undefined);
// @ts-expect-error - handlers are an object
server.route(api.notes, null);
server.route(api.notes, {
  // @ts-expect-error - a handler is a function
  list: ["a"],
  note: { read: () => ({ note: 1 }) },
});
// @ts-expect-error - handlers, not one handler
server.route(api.notes, () => ["a"]);
// @ts-expect-error - one handler, not handlers
server.route(api.notes.list, { list: () => ["a"] });

// Written apart.
const noteHandlers: Handlers<typeof api.notes> = {
  list: () => ["a"],
  note: { read: ({ ids }) => ({ note: ids.note }) },
};
server.route(api.notes, noteHandlers);
const listNotes: Handler<typeof api.notes.list> = () => ["a"];
server.route(api.notes.list, listNotes);
server.route(api.notes, { list: listNotes, note: noteHandlers.note });
export const wrongHandlers: Handlers<typeof api.notes> = {
  list: () => ["a"],
  // @ts-expect-error - read is missing
  note: {},
};
export const readNote = ({ ids }: Call<typeof api.notes.note.read>) => ({ note: ids.note });
server.route(api.notes.note.read, readNote);
// A handler of one endpoint is none of another.
// @ts-expect-error - another endpoint
server.route(users.list, listNotes);

// --- what is no node

// @ts-expect-error - its id is given
server.route(users.user("1").find, () => user);
// @ts-expect-error - its id is given
server.route(api.notes.note(1), { read: () => ({ note: 1 }) });
// @ts-expect-error - it is not in a tree
server.route(get(), () => {});
// @ts-expect-error - it is not in a tree
server.route(get().response<User>(), () => user);
// @ts-expect-error - no endpoint
server.route("/users", () => []);
// @ts-expect-error - no resource
server.route({ list: get() }, { list: () => {} });
// @ts-expect-error - its id is given
server.route(api.notes.note(1), {});
// @ts-expect-error - the handler is missing
server.route(users.list);

// --- options of route: what stays on the server

server.route(
  users.create,
  ({ body }) => {
    expectType(body).is<{ name: number }>();
    return user;
  },
  { request: z.object({ name: z.string().transform(Number) }) },
);
server.route(
  users.create,
  ({ body }) => {
    expectType(body).is<{ name: string }>();
    return user;
  },
  { request: v.object({ name: v.string() }) },
);
server.route(users.create, () => user, { request: z.unknown() });
server.route(users.user.find, () => user, {
  response: z.object({ id: z.string(), name: z.string() }),
});
server.route(users.user.find, () => ({ id: 1, name: "Ada" }), {
  response: z.object({ id: z.number().transform(String), name: z.string() }),
});
server.route(users.list, () => [user], { limits: { body: 1, depth: 3, idle: 5 } });
server.route(users.list, () => [user], {});
server.route(users.list, () => [user], { response: false });
// @ts-expect-error - only `false` turns validation off
server.route(users.list, () => [user], { response: true });
// @ts-expect-error - the options of a resource are not those of its endpoints
server.route(api.notes, noteHandlers, { response: false });
server.route(api.notes, noteHandlers, { limits: { body: 1 } });
server.route(
  api.notes,
  {
    list: ({ parameters }) => {
      expectType(parameters).is<{}>();
      return ["a"];
    },
    note: { read: ({ ids }) => ({ note: ids.note }) },
  },
  { limits: { body: 1 } },
);
server
  .at(api.notes)
  .route(
    api.notes,
    { list: ({ respond }) => respond(["a"]), note: { read: ({ ids }) => ({ note: ids.note }) } },
    { limits: { body: 1 } },
  );
server.route(
  api.notes,
  { list: server.handler(() => ["a"]), note: { read: ({ ids }) => ({ note: ids.note }) } },
  { limits: { body: 1 } },
);
// @ts-expect-error - no handler for "list"
server.route(
  api.notes,
  { note: { read: ({ ids }) => ({ note: ids.note }) } },
  { limits: { body: 1 } },
);
server.route(
  api.notes,
  {
    list: ({ respond }) => respond(["a"]),
    // @ts-expect-error - no handler for "read"
    note: {},
  },
  { limits: { body: 1 } },
);
server.route(
  api.notes,
  {
    list: ({ respond }) => respond(["a"]),
    // @ts-expect-error - a number
    note: { read: ({ ids }) => ({ note: String(ids.note) }) },
  },
  { limits: { body: 1 } },
);
server.route(
  api.notes,
  {
    list: ({ respond }) => respond(["a"]),
    note: { read: ({ ids }) => ({ note: ids.note }) },
    // @ts-expect-error - no such endpoint
    other: ({ ids }) => ids,
  },
  { limits: { body: 1 } },
);
server.route(
  api.notes,
  { list: ({ respond }) => respond(["a"]), note: { read: ({ ids }) => ({ note: ids.note }) } },
  // @ts-expect-error - no such option
  { limit: { body: 1 } },
);
server.route(users.create, () => user, {
  // @ts-expect-error - the client gives a text
  request: z.object({ name: z.number() }),
});
server.route(users.create, () => user, {
  // @ts-expect-error - the client gives no email
  request: z.object({ name: z.string(), email: z.string() }),
});
server.route(users.create, () => user, {
  // @ts-expect-error - no schema
  request: { name: "string" },
});
server.route(users.user.find, () => user, {
  // @ts-expect-error - the client gets a name
  response: z.object({ id: z.string() }),
});
server.route(users.user.find, () => user, {
  // @ts-expect-error - the client gets a text
  response: z.object({ id: z.string().transform(Number), name: z.string() }),
});
server.route(users.user.find, () => user, {
  // @ts-expect-error - nothing is sent
  request: z.object({ name: z.string() }),
});
server.route(users.list, () => [user], {
  // @ts-expect-error - no such option
  schema: z.object({}),
});
server.route(users.list, () => [user], {
  limits: {
    // @ts-expect-error - no such limit
    size: 1,
  },
});
server.route(api.notes, noteHandlers, {
  // @ts-expect-error - schemas stand beside one endpoint
  request: z.object({}),
});
server.route(
  users.user.find,
  // @ts-expect-error - the schema takes a number
  () => user,
  { response: z.object({ id: z.number().transform(String), name: z.string() }) },
);

// --- with

declare function authenticate(request: Request): Promise<User | undefined>;
const authed = server.guard([Unauthorized], async ({ request, fail }) => ({
  user: (await authenticate(request)) ?? fail(Unauthorized),
}));
expectType(authed).is<Routes<unknown & { user: User }, typeof Unauthorized>>();
authed.route(users.create, ({ user, body }) => {
  expectType(user).is<User>();
  expectType(body).is<NewUser>();
  return user;
});
authed.route(users.user.remove, ({ user, fail }) => {
  if (user.id === "1") fail(NotFound);
});
// @ts-expect-error - the guard may fail with "unauthorized", which this does not declare
authed.route(users.list, () => [user]);
authed.route(users.user.friends, {
  friend: {
    // @ts-expect-error - the guard may fail with "unauthorized", which this does not declare
    remove: () => {},
  },
});
const guarded = rootResource("v1", { failures: [Unauthorized] }, { notes });
authed.route(guarded.notes, {
  list: ({ user }) => [user.name],
  note: {
    read: ({ user, ids }) => {
      expectType(user).is<User>();
      return { note: ids.note };
    },
  },
});
// @ts-expect-error - no handler for "note"
authed.route(guarded.notes, { list: ({ user }) => [user.name] });
// @ts-expect-error - only its view gives a user
server.route(users.create, ({ user }) => user);

// A view stands where one is asked for that gives less, whatever its guards may fail with.
expectType<Routes>(server);
expectType<Routes>(authed);
expectType<Routes<{ user: User }>>(authed);
// @ts-expect-error - gives no user
expectType<Routes<{ user: User }>>(server);
// A view of either of two gives what both give.
const either = Math.random() < 0.5 ? authed : authed.guard(() => ({ tenant: 1 }));
either.route(users.create, ({ user }) => {
  expectType(user).is<User>();
  return user;
});
// @ts-expect-error - only one of them gives a tenant
either.route(users.create, ({ tenant }) => tenant);
// A server or a view of whatever type, a part of one, and `route` bound to one.
export function mounted<S extends Server, V extends Routes<{ user: User }, typeof Unauthorized>>(
  one: S,
  view: V,
  part: Pick<Routes<{ user: User }>, "route">,
): S {
  one.route(users.list, ({ parameters }) => [{ ...user, name: String(parameters.limit) }]);
  view.route(guarded.notes.list, ({ user }) => [user.name]);
  part.route(users.create, ({ user }) => user);
  // @ts-expect-error - only its view gives a user
  one.route(users.create, ({ user }) => user);
  return one;
}
mounted(server, authed, authed);
const routeAuthed = authed.route.bind(authed);
routeAuthed(guarded.notes.list, ({ user }) => [user.name]);
const routeOpen = server.route.bind(server);
routeOpen(users.list, ({ parameters }) => [{ ...user, name: String(parameters.limit) }]);
// @ts-expect-error - a name is text
routeOpen(users.list, () => [{ ...user, name: 1 }]);
// What stands in for one, in a test, has its methods alone.
export const stub: Routes = {
  route: () => undefined,
  guard: () => stub,
  around: () => stub,
  idempotent: () => stub as never,
  secured: () => stub as never,
  authorize: () => stub,
  at: () => undefined as never,
  handler: () => () => undefined as never,
  rejections: () => undefined,
  errors: () => undefined,
  unrouted: () => [],
  unvalidated: () => [],
  unsecured: () => [],
};

// What a guard reads.
server.guard((call) => {
  expectType(call.ids).is<Readonly<Record<string, unknown>>>();
  expectType(call.idOf(users.user)).is<string | undefined>();
  expectType(call.header("x")).is<string | undefined>();
  expectType(call.request).is<Request>();
  expectType(call.endpoint).is<AnyEndpoint>();
  expectType(call.signal).is<AbortSignal>();
  expectType(call.host).is<unknown>();
  // @ts-expect-error - not decoded yet
  call.body;
  // @ts-expect-error - not decoded yet
  call.parameters;
  // @ts-expect-error - not decoded yet
  call.headers;
  // @ts-expect-error - nothing is listed
  call.fail(Unauthorized);
  return {};
});
server.guard([Unauthorized], ({ fail }) => {
  fail(Unauthorized);
  // @ts-expect-error - not listed
  fail(NotFound);
  return {};
});
// A failure may be in the list and never happen.
server
  .guard([Unauthorized, NotFound], () => ({ a: 1 }))
  .route(users.user.remove, ({ a }) => {
    expectType(a).is<number>();
  });
// @ts-expect-error - the call has a body
server.guard(() => ({ body: 1 }));
// @ts-expect-error - the call has a fail
server.guard([Unauthorized], () => ({ fail: 1 }));
// @ts-expect-error - the call has ids
server.guard(async () => ({ ids: {} }));
// @ts-expect-error - a guard gives an object
server.guard(() => {});
// @ts-expect-error - a guard gives an object
server.guard(() => 1);
// @ts-expect-error - failures are a list
server.guard(Unauthorized, () => ({}));
// @ts-expect-error - failures are values
server.guard(["unauthorized"], () => ({}));

// What a guard gives may be one of several.
declare const session: { readonly user: User } | undefined;
const optional = server.guard(() => session ?? { user: undefined });
optional.route(users.user.tagged, ({ user: current }) => {
  expectType(current).is<User | undefined>();
  return user;
});
server
  .guard([Unauthorized], async ({ fail }) => {
    if (isNew) return { role: "admin" as const, user };
    return { role: "guest" as const, user: session ? null : fail(Unauthorized) };
  })
  .route(users.user.remove, (call) => {
    expectType(call.role).is<"admin" | "guest">();
    if (call.role === "admin") expectType(call.user).is<User>();
    else expectType(call.user).is<null>();
  });
// @ts-expect-error - one of the two has a name the call has
server.guard(() => (isNew ? { a: 1 } : { a: 1, body: 1 }));
// @ts-expect-error - a guard gives an object
server.guard(() => session);

// Views accumulate.
const traced = authed
  .guard(({ user }) => {
    expectType(user).is<User>();
    return { trace: user.id };
  })
  .guard([NotFound], async ({ trace, user, fail }) => ({
    tenant: trace === user.name ? 1 : fail(NotFound),
  }));
traced.route(users.user.remove, ({ user, trace, tenant }) => {
  expectType(user).is<User>();
  expectType(trace).is<string>();
  expectType(tenant).is<number>();
});
// @ts-expect-error - both guards may fail, one of them undeclared here
traced.route(users.create, () => user);

// --- view.handler inside an object of handlers

const named = server.guard(() => ({ name: "Ada" }));
const replaced: Handler<typeof users.user.replace> = ({ respond }) =>
  respond(undefined, { status: 204 });
// It knows its endpoint by its place.
server.route(users.user, {
  find: named.handler(({ name, ids, body, fail }) => {
    expectType(name).is<string>();
    expectType(ids.user).is<string>();
    expectType(body).is<undefined>();
    return name === "" ? fail(NotFound) : { id: ids.user, name };
  }),
  replace: replaced,
  located: ({ respond }) => respond(user, { headers: { location: "/" } }),
  tagged: named.handler(async ({ name, respond }) => respond({ id: "1", name })),
  remove: authed.handler(({ user, ids, fail }) => {
    expectType(user).is<User>();
    expectType(ids.user).is<string>();
    if (user.id === "1") fail(Unauthorized);
  }),
  friends: {
    friend: {
      remove: named.handler(({ ids }) => {
        expectType(ids.friend).is<number>();
      }),
    },
  },
});
// Also in the routes of a view, beside handlers of that view, and written apart.
named.route(api.notes, {
  list: ({ name }) => [name],
  note: {
    read: named.handler(({ name, ids }) => {
      expectType(name).is<string>();
      return { note: ids.note };
    }),
  },
});
named.route(api.notes, {
  list: named.handler(({ name }) => [name]),
  note: { read: ({ ids }) => ({ note: ids.note }) },
});
const wrappedNotes: Handlers<typeof api.notes> = {
  list: named.handler(({ name }) => [name]),
  note: { read: named.handler(({ ids }) => ({ note: ids.note })) },
};
server.route(api.notes, { ...wrappedNotes, list: named.handler(() => ["a"]) });
server.route(
  api.notes.list,
  named.handler(({ name }) => [name]),
);
const wrappedList: Handler<typeof api.notes.list> = named.handler(({ name }) => [name]);
server.route(api.notes, { list: wrappedList, note: wrappedNotes.note });
export const namedApart = named.handler<typeof api.notes.note.read>(({ ids }) => ({
  note: ids.note,
}));
// Schemas and limits stand beside it.
const created = rootResource("v1", { create: post().request<NewUser>().response<User>() });
server.route(created, {
  create: named.handler(
    ({ body, name }) => {
      expectType(body).is<{ name: number }>();
      return { id: body.name, name };
    },
    {
      request: z.object({ name: z.string().transform(Number) }),
      response: z.object({ id: z.number().transform(String), name: z.string() }),
      limits: { body: 1 },
    },
  ),
});
server.route(created, {
  create: named.handler(() => user, {
    // @ts-expect-error - the client gives a text
    request: z.object({ name: z.number() }),
  }),
});
server.route(created, {
  create: named.handler(() => user, {
    // @ts-expect-error - no such option
    limit: {},
  }),
});
server.route(api.notes.note, {
  read: named.handler(() => ({
    // @ts-expect-error - a number
    note: "1",
  })),
});
server.route(api.notes.note, {
  // @ts-expect-error - the value is returned
  read: named.handler(() => {}),
});
server.route(api.notes.note, {
  // @ts-expect-error - the guard may fail with "unauthorized", which this does not declare
  read: authed.handler(() => ({ note: 1 })),
});
server.route(api.notes, {
  ...wrappedNotes,
  // @ts-expect-error - the guard may fail with "unauthorized", which this does not declare
  list: authed.handler(({ user }) => [user.id]),
});
// @ts-expect-error - its endpoint is not known here
named.handler(({ name }) => [name]);
// @ts-expect-error - no handler for "note"
server.route(api.notes, { list: named.handler(() => ["a"]) });

// --- one piece in several places

for (const placed of [api.notes, api2.notes]) {
  server.route(placed.note.read, ({ ids, idOf }) => {
    expectType(ids.note).is<number>();
    expectType(idOf(notes.note)).is<number>();
    return { note: ids.note };
  });
  server.route(placed.note.read, () => ({
    // @ts-expect-error - a number
    note: "1",
  }));
  server.route(placed, {
    list: ({ respond }) => respond(["a"]),
    note: { read: ({ ids }) => ({ note: ids.note }) },
  });
  // @ts-expect-error - no handler for "note"
  server.route(placed, { list: () => ["a"] });
}

// --- around

const timed = server.around(async (call, next) => {
  expectType(call.endpoint).is<AnyEndpoint>();
  expectType(call.request).is<Request>();
  const answer = await next();
  expectType(answer).is<HandlerResponse>();
  expectType(answer.status).is<number>();
  expectType(answer.headers).is<Headers>();
  // @ts-expect-error - an answer is opaque
  answer.body;
  return answer;
});
timed.route(users.list, () => [user]);
authed.around(({ user, fail, body, parameters, headers, ids, idOf }, next) => {
  expectType(user).is<User>();
  expectType(body).is<unknown>();
  expectType([parameters, headers, ids]).is<Readonly<Record<string, unknown>>[]>();
  expectType(idOf(users.user)).is<string | undefined>();
  // @ts-expect-error - nothing is listed
  fail(NotFound);
  return next();
});
// @ts-expect-error - an around answers by next()
server.around(({ respond }, next) => next());
const conflicting = authed.around([NotFound, Taken], async ({ user, fail }, next) => {
  if (user.id === "") fail(NotFound);
  if (user.id === "1") fail(Taken, { email: user.id });
  // @ts-expect-error - not listed
  fail(Unauthorized);
  return next();
});
expectType(conflicting).is<
  Routes<unknown & { user: User }, typeof Unauthorized | typeof NotFound | typeof Taken>
>();
server
  .around([NotFound], (_call, next) => next())
  .route(users.user.find, ({ ids }) => ({ id: ids.user, name: "" }));
// @ts-expect-error - the around may fail with "taken", which this does not declare
conflicting.route(users.user.remove, () => {});
server.route(api.notes.note, {
  // @ts-expect-error - the around may fail with "not-found", which this does not declare
  read: conflicting.handler(() => ({ note: 1 })),
});
// @ts-expect-error - failures are a list
server.around(NotFound, (_call, next) => next());

// Guards and arounds that other files share, by name.
const guard = (async ({ request, fail }) => ({
  user: (await authenticate(request)) ?? fail(Unauthorized),
})) satisfies Guard<typeof Unauthorized>;
const tenantOf: Guard<never, { readonly user: User }, { readonly tenant: string }> = ({
  user,
}) => ({
  tenant: user.id,
});
const unlessTaken: Around<typeof Taken, { readonly user: User }> = async ({ user, fail }, next) =>
  user.id === "" ? fail(Taken, { email: "" }) : next();
const logAround: Around = (_call, next) => next();
server
  .guard([Unauthorized], guard)
  .guard(tenantOf)
  .around(logAround)
  .around([Taken], unlessTaken)
  .route(users.create, ({ user: current, tenant }) => {
    expectType(current).is<User>();
    expectType(tenant).is<string>();
    return current;
  });
// A longer list allows more than the guard needs.
server.guard([Unauthorized, NotFound], guard).around([NotFound, Taken], logAround);
// @ts-expect-error - its failure is not listed
server.guard(guard);
// @ts-expect-error - no guard gives a user
server.guard(tenantOf);
// @ts-expect-error - no guard gives a user
server.around([Taken], unlessTaken);
// @ts-expect-error - it needs a user
export const needless: Guard<never, {}> = ({ user }) => ({ user });
// @ts-expect-error - the answer is returned
server.around(async (call, next) => {
  await next();
});
// @ts-expect-error - the answer is that of next
server.around(() => ({ status: 200 }));
timed
  .guard(() => ({ a: 1 }))
  .around((call, next) => {
    expectType(call.a).is<number>();
    return next();
  });

// --- at: a view of what stands below a resource

const atUser = server.at(users.user).guard([NotFound], async ({ ids, fail, header }) => {
  expectType<Flat<typeof ids>>().is<{ readonly user: string }>();
  // @ts-expect-error - no such id on the path
  ids.friend;
  return { owner: header("x") === ids.user ? user : fail(NotFound) };
});
atUser.route(users.user.find, ({ ids, owner }) => {
  expectType(ids.user).is<string>();
  expectType(owner).is<User>();
  return owner;
});
// With a subpath, further down, as an object, wrapped.
const userView = server.at(users.user).guard(({ ids }) => ({ name: ids.user }));
userView.route(users.user.tagged, ({ name, ids }) => ({ id: ids.user, name }));
userView.route(users.user.friends.friend.remove, ({ name, ids }) => {
  expectType(name).is<string>();
  expectType(ids.friend).is<number>();
});
userView.route(users.user.friends, { friend: { remove: ({ name }) => void name } });
server.route(users.user.friends, {
  friend: { remove: userView.handler(({ name, ids }) => void [name, ids.friend]) },
});
userView.route(users.user.find, ({ ids }) => ({ id: ids.user, name: "" }), {
  response: z.object({ id: z.string(), name: z.string() }),
});
// @ts-expect-error - no handler for "friend"
userView.route(users.user.friends, {});
// @ts-expect-error - above the resource
userView.route(users.list, () => [user]);
// @ts-expect-error - above the resource
userView.route(users, {});
// @ts-expect-error - elsewhere
userView.route(api.notes.list, () => ["a"]);
server.route(api.notes, {
  // @ts-expect-error - elsewhere
  list: userView.handler(() => ["a"]),
  note: { read: () => ({ note: 1 }) },
});
// @ts-expect-error - the guard may fail with "not-found", which this does not declare
atUser.route(users.user.tagged, () => user);
// @ts-expect-error - its id is given
userView.route(users.user("1").find, () => user);
// @ts-expect-error - text
userView.route(users.user.find, () => ({ id: "1", name: 1 }));

// Whole segments are compared.
const near = rootResource("near", {
  a: staticResource("a", { list: get(), sub: get("sub") }),
  ab: staticResource("ab", { list: get() }),
  "a/b": staticResource("b", { list: get() }),
});
server.at(near.a).route(near.a.list, () => {});
server.at(near.a).route(near.a.sub, () => {});
// @ts-expect-error - another segment
server.at(near.a).route(near.ab.list, () => {});
server.at(near).route(near.ab.list, () => {});
const bare = rootResource({ list: get(), a: staticResource("a", { list: get() }) });
server.at(bare).route(bare.list, () => {});
server.at(bare).route(bare.a.list, () => {});
server.at(bare).route(bare, { list: () => {}, a: { list: () => {} } });
// By a parent that is named.
server.at(api.notes.note).route(below.read, ({ ids }) => void ids.note.toFixed());
// @ts-expect-error - the piece stands elsewhere
server.at(notes.note).route(api.notes.note.read, () => ({ note: 1 }));

// Around, at again, on a view that gives more.
authed
  .at(users.user)
  .around([NotFound], async ({ ids, user: current, fail }, next) =>
    ids.user === current.id ? next() : fail(NotFound),
  )
  .at(users.user.friends.friend)
  .around(({ ids, body }, next) => {
    expectType(ids.user).is<string>();
    expectType(ids.friend).is<number>();
    expectType(body).is<unknown>();
    return next();
  })
  .at(users.user.friends.friend);
// @ts-expect-error - above the resource
server.at(users.user.friends.friend).at(users.user);
// @ts-expect-error - its id is given
server.at(users.user("1"));
// @ts-expect-error - an endpoint
server.at(users.user.find);
// @ts-expect-error - no resource
server.at("/users");

// A guard that needs an id, by name; of one of two trees.
const ownNote = (({ ids, fail }) => {
  expectType(ids.note).is<number>();
  return { own: ids.note === 1 ? true : fail(Unauthorized) };
}) satisfies Guard<typeof Unauthorized, { readonly ids: { readonly note: number } }>;
server
  .at(guarded.notes.note)
  .guard([Unauthorized], ownNote)
  .route(guarded.notes.note, {
    read: ({ own, ids }) => ({ note: own ? ids.note : 0 }),
  });
const loggedNote: Around<never, { readonly ids: { readonly note: number } }> = ({ ids }, next) => {
  expectType(ids.note).is<number>();
  return next();
};
server.at(guarded.notes.note).around(loggedNote);
// @ts-expect-error - the ids are not known
server.guard([Unauthorized], ownNote);
// @ts-expect-error - another id
server.at(users.user).guard([Unauthorized], ownNote);
for (const placed of [api.notes, api2.notes]) {
  server
    .at(placed.note)
    .guard(({ ids }) => ({ id: ids.note }))
    .route(placed.note.read, ({ id }) => ({ note: id }));
}

// --- unrouted, unvalidated

expectType(server.unrouted(api, api2)).is<UntypedEndpoint[]>();
expectType(server.unrouted()).is<UntypedEndpoint[]>();
expectType(server.unvalidated(users)).is<UntypedEndpoint[]>();
// @ts-expect-error - resources
server.unrouted(users.list);

// --- an initial context

interface Env {
  readonly REGION: string;
}
const worker = createServer<{ env: Env }>();
worker.route(users.list, ({ env }) => [{ id: env.REGION, name: "" }]);
worker
  .guard(({ env }) => ({ region: env.REGION }))
  .route(users.user.tagged, ({ region, env }) => {
    expectType(region).is<string>();
    expectType(env).is<Env>();
    return user;
  });
expectType(worker.handle(new Request("http://h.test"), { env: { REGION: "a" } })).is<
  Promise<Response>
>();
// @ts-expect-error - the context is given
worker.handle(new Request("http://h.test"));
// @ts-expect-error - the context is given whole
worker.handle(new Request("http://h.test"), { env: {} });
// @ts-expect-error - it is handle instead
worker.fetch;
// @ts-expect-error - there is no context
server.handle;
export const serverFetch: typeof fetch = server.fetch;
export const entry = { fetch: (request: Request, env: Env) => worker.handle(request, { env }) };
expectType(server.fetch("http://h.test", { method: "POST" })).is<Promise<Response>>();
server.fetch(new URL("http://h.test"));
server.fetch(new Request("http://h.test"));

// --- options of a server

createServer({
  basePath: "/api",
  publicUrl: "https://example.test",
  strictParameters: true,
  validateResponses: false,
  requireSchemas: true,
  limits: { body: 1, target: 1, names: 1, depth: 1, idle: 1 },
  onError: (error, call) => {
    expectType(error).is<unknown>();
    expectType(call?.endpoint).is<AnyEndpoint | undefined>();
  },
});
createServer({
  // @ts-expect-error - no such option
  prefix: "/api",
});
createServer({
  limits: {
    // @ts-expect-error - a number
    body: "1mb",
  },
});
createServer<{ env: Env }>({ basePath: "/api" });
expectType<Limits["body"]>().is<number | undefined>();

// --- any, never, unknown

declare const anything: any;
declare const unknown: unknown;
server.route(users.list, () => anything);
server.route(users.list, anything);
server.route(users.user.remove, () => anything);
// @ts-expect-error - unknown are no users
server.route(users.list, () => unknown);
// @ts-expect-error - unknown is no handler
server.route(users.list, unknown);
const open = rootResource("v1", {
  any: post("any").request<any>().response<any>(),
  unknown: post("unknown").request<unknown>().response<unknown>(),
  never: post("never").request<never>().response<never>(),
});
server.route(open.any, ({ body }) => {
  expectType(body).is<any>();
  return 1;
});
server.route(open.unknown, ({ body }) => {
  expectType(body).is<unknown>();
  return body;
});
server.route(open.never, ({ body }) => {
  expectType(body).is<never>();
  return body;
});
server.route(open, {
  any: ({ body }) => body,
  unknown: ({ body }) => body,
  never: ({ body }) => body,
});
