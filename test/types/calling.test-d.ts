// Calling: the arguments of a call, its result, and what is refused where.
import {
  boolean,
  dateTime,
  del,
  dynamicResource,
  failure,
  get,
  hrefOf,
  integer,
  list,
  noBody,
  post,
  put,
  query,
  rootResource,
  staticResource,
  string,
  type,
  uuid,
} from "bough";
import { head } from "bough/existing";
import {
  type RequestOptions,
  type Result,
  CallError,
  FailureError,
  InvalidRequestError,
  InvalidResponseError,
  NotModifiedError,
  RejectionError,
  TimeoutError,
  TransportError,
  UnexpectedResponseError,
} from "bough/client";
import type { RequestArguments, PendingResult } from "bough/types";
import { createClient, followRedirects } from "bough/client";
import type { ClientOptions } from "bough/client";
import { createServer } from "bough/server";
import { z } from "zod";
import { expectType } from "../support/types.ts";

interface User {
  readonly id: string;
  readonly name: string;
}
interface NewUser {
  readonly name: string;
}

const NotFound = failure("not-found", 404);
const Gone = failure("gone", 410);
const Taken = failure("taken", 409).body<{ readonly email: string }>();
const Unauthorized = failure("unauthorized", 401);

const api = rootResource(
  "v1",
  { failures: [Unauthorized], headers: { "x-tenant": string().optional() } },
  {
    users: staticResource("users", {
      list: get()
        .parameters({
          limit: integer().default(20),
          tag: list(string()),
          since: dateTime().optional(),
        })
        .response<User[]>(),
      search: query("search")
        .parameters({ q: string(), exact: boolean().optional() })
        .request<NewUser>()
        .response<User[]>(),
      create: post()
        .request<NewUser>()
        .response(type<User>(), { status: 201, headers: { location: string() } })
        .failure(Taken),
      import: post("import")
        .request(z.object({ at: z.string().transform(Number) }))
        .headers({ "idempotency-key": uuid() })
        .response(z.object({ count: z.string().transform(Number) })),
      user: dynamicResource("user", uuid(), {
        find: get().response<User>().failure(NotFound, Gone),
        exists: head("exists"),
        cached: get("cached").response<User>().response(noBody, { status: 304 }),
        replace: put()
          .request<NewUser>()
          .response<User>()
          .response(type<string>(), { status: 202, headers: { "retry-after": integer() } })
          .response(noBody, { status: 204 }),
        remove: del(),
        friends: staticResource("friends", {
          friend: dynamicResource("friend", integer(), { remove: del() }),
        }),
      }),
    }),
  },
);
const { users } = api;
const user = users.user("1");
const client = createClient({ baseUrl: "https://example.test" });
const ada: NewUser = { name: "Ada" };

// --- arguments: a body only where one is declared, options where something in them is needed

client.request(users.list);
client.request(users.list, {});
client.request(users.list, { parameters: { limit: 1, tag: ["a"], since: new Date() } });
client.request(users.list, { headers: { "x-tenant": "a" } });
client.request(users.list, {
  signal: AbortSignal.timeout(1),
  timeout: 5,
  accept: "application/json",
  url: "/v1/users?page=2",
  limits: { body: 1_000, item: Infinity },
  init: { cache: "no-store" },
});
client.request(users.create, ada);
client.request(users.create, ada, { timeout: 5, url: new URL("https://example.test/v1/users") });
client.request(users.create, ada, { headers: { "x-tenant": "a" } });
client.request(users.search, ada, { parameters: { q: "a" } });
client.request(users.import, { at: "1" }, { headers: { "idempotency-key": "a" } });
client.request(users.import, { at: "1" }, { headers: { "idempotency-key": "a", "x-tenant": "b" } });
client.request(user.remove);
client.request(user.friends.friend(7).remove);

// @ts-expect-error - the path parameter "user" has no value
client.request(users.user.find);
// @ts-expect-error - the path parameter "friend" has no value
client.request(user.friends.friend.remove);
// @ts-expect-error - the path parameter "user" has no value
client.request(users.user.friends.friend(7).remove);
// @ts-expect-error - the path parameter "user" has no value
client.request(users.user.replace, ada);
// @ts-expect-error - it is not in a tree
client.request(get());
// @ts-expect-error - an endpoint is not called
client.request(user.find());
// @ts-expect-error - a resource is no endpoint
client.request(users);
// @ts-expect-error - a resource is no endpoint
client.request(user);
// @ts-expect-error - no endpoint
client.request("/v1/users");
// @ts-expect-error - no endpoint
client.request({ method: "GET", path: "/v1/users" });
// @ts-expect-error - the body is missing
client.request(users.create);
// @ts-expect-error - the body is there
client.request(users.create, undefined);
client.request(users.create, {
  // @ts-expect-error - text
  name: 1,
});
// @ts-expect-error - name is missing
client.request(users.create, {});
client.request(users.create, {
  name: "Ada",
  // @ts-expect-error - no such member
  email: "ada@example.test",
});
client.request(
  users.import,
  {
    // @ts-expect-error - the client gives the schema's input
    at: 1,
  },
  { headers: { "idempotency-key": "a" } },
);
// @ts-expect-error - a header is missing
client.request(users.import, { at: "1" });
// @ts-expect-error - a parameter is missing
client.request(users.search, ada);
client.request(users.search, ada, {
  // @ts-expect-error - q is missing
  parameters: { exact: true },
});
client.request(users.list, {
  parameters: {
    // @ts-expect-error - a number
    limit: "1",
  },
});
client.request(users.list, {
  parameters: {
    // @ts-expect-error - no such parameter
    limits: 1,
  },
});
client.request(users.list, {
  // @ts-expect-error - no such option
  parameter: {},
});
client.request(users.list, {
  // @ts-expect-error - parameters stand in parameters
  limit: 1,
});
client.request(users.list, {
  headers: {
    // @ts-expect-error - no such header
    authorization: "a",
  },
});
client.request(user.find, {
  parameters: {
    // @ts-expect-error - no parameters here
    limit: 1,
  },
});
client.request(user.remove, {
  // @ts-expect-error - nothing to send
  name: "Ada",
});
// @ts-expect-error - nothing to send
client.request(user.remove, ada, {});
client.request(users.list, {
  // @ts-expect-error - milliseconds
  timeout: "5s",
});
client.request(users.list, {
  limits: {
    // @ts-expect-error - bytes
    body: "1MB",
  },
});
client.request(users.list, {
  limits: {
    // @ts-expect-error - no such limit
    depth: 1,
  },
});

// --- results

expectType(client.request(user.find)).is<PendingResult<typeof user.find>>();
export const plainPromise: Promise<Result<typeof user.find>> = client.request(user.find);

export async function results() {
  const created = await client.request(users.create, ada);
  expectType(created).is<Result<typeof users.create>>();
  expectType(created.response).is<Response>();
  if (created.ok) {
    expectType(created.status).is<201>();
    expectType(created.body).is<User>();
    expectType(created.headers.location).is<string>();
  } else {
    expectType(created.status).is<409 | 401>();
    expectType(created.failure.name).is<"taken" | "unauthorized">();
  }
  const removed = await client.request(user.remove);
  if (removed.ok) {
    expectType(removed.status).is<number>();
    expectType(removed.body).is<undefined>();
  }
  const replaced = await client.request(user.replace, ada);
  if (replaced.ok) {
    expectType(replaced.status).is<200 | 202 | 204>();
    if (replaced.status === 200) {
      expectType(replaced.body).is<User>();
    } else if (replaced.status === 202) {
      expectType(replaced.body).is<string>();
      expectType(replaced.headers["retry-after"]).is<number>();
    } else {
      expectType(replaced.body).is<undefined>();
    }
    // @ts-expect-error - not declared
    replaced.status === 201;
  }
  const cached = await client.request(user.cached);
  if (cached.ok && cached.status === 304) expectType(cached.body).is<undefined>();
  if (cached.ok && cached.status === 200) expectType(cached.body).is<User>();
  // @ts-expect-error - a body only where the result is a success
  created.body;
  // @ts-expect-error - a failure only where there is one
  created.failure;
}

export async function accessors() {
  const pending = client.request(user.find);
  expectType(pending.bodyOrThrow()).is<Promise<User>>();
  expectType(pending.bodyOrNull()).is<Promise<User | null>>();
  expectType(pending.bodyOrNull(NotFound, Gone)).is<Promise<User | null>>();
  expectType(pending.bodyOrNull(Unauthorized)).is<Promise<User | null>>();
  const result = await pending;
  expectType(result.bodyOrThrow()).is<User>();
  expectType(result.bodyOrNull()).is<User | null>();
  expectType(result.bodyOrNull(NotFound)).is<User | null>();
  // @ts-expect-error - not declared here
  pending.bodyOrNull(Taken);
  // @ts-expect-error - not declared here
  result.bodyOrNull(NotFound, Taken);
  // @ts-expect-error - a failure is a value
  result.bodyOrNull("not-found");
  // @ts-expect-error - only the awaited result is asked
  pending.failedWith(NotFound);

  expectType(await client.request(user.remove).bodyOrThrow()).is<undefined>();
  expectType(await client.request(user.exists).bodyOrThrow()).is<undefined>();
  expectType(await client.request(user.cached).bodyOrThrow()).is<User>();
  expectType(await client.request(user.replace, ada).bodyOrThrow()).is<User | string | undefined>();
  const imported = client.request(
    users.import,
    { at: "1" },
    { headers: { "idempotency-key": "a" } },
  );
  expectType(await imported.bodyOrThrow()).is<{ count: number }>();
  const matched = client.request(users.create, ada).match({
    ok: (body, { headers }) => `${body.name} ${headers.location}`,
    taken: ({ email }) => email.length,
    unauthorized: () => null,
  });
  expectType(await matched).is<string | number | null>();
}

// --- URLs

expectType(client.urlOf(user.find)).is<string>();
expectType(client.urlOf(users.list, { parameters: { limit: 1 } })).is<string>();
expectType(hrefOf(users.search, { parameters: { q: "a" } })).is<string>();
// @ts-expect-error - a parameter is missing
client.urlOf(users.search);
// @ts-expect-error - the path parameter "user" has no value
client.urlOf(users.user.find);
// @ts-expect-error - it is not in a tree
client.urlOf(get());
// @ts-expect-error - it is not in a tree
hrefOf(get());
hrefOf(user.find, {
  parameters: {
    // @ts-expect-error - no parameters here
    limit: 1,
  },
});

// --- a client's options

export const configured: ClientOptions[] = [
  {},
  { baseUrl: "https://example.test/api" },
  { baseUrl: new URL("https://example.test/api") },
  { fetch },
  { fetch: createServer().fetch },
  { headers: { authorization: "a" } },
  { headers: () => ({ authorization: "a" }) },
  { headers: async () => Promise.resolve({ authorization: "a" }) },
  { timeout: 5, retry: 2, redirects: followRedirects },
  { retry: { attempts: 2, delay: (attempt) => attempt * 100 } },
  { retry: { attempts: 2, maxDelay: 60_000 } },
  { limits: { body: 1_000 } },
  {
    around: async (exchange, next) => {
      exchange.headers.set("x", exchange.method);
      return next();
    },
  },
  {
    // @ts-expect-error - a function follows redirects
    redirects: "manual",
  },
  {
    // @ts-expect-error - no such option
    url: "https://example.test",
  },
  {
    // @ts-expect-error - milliseconds
    timeout: "5s",
  },
  {
    retry: {
      attempts: 2,
      // @ts-expect-error - milliseconds
      maxDelay: "30s",
    },
  },
  {
    headers: {
      // @ts-expect-error - text
      "x-a": 1,
    },
  },
];
createClient({ fetch: createServer().fetch });

// --- errors: one class each, all of them CallErrors

export function caught(error: unknown) {
  if (error instanceof CallError) {
    expectType(error.url).is<string>();
    expectType(error.method).is<string>();
  }
  if (error instanceof RejectionError) expectType(error.status).is<number>();
  if (error instanceof UnexpectedResponseError) expectType(error.status).is<number>();
  if (error instanceof FailureError) expectType(error.failure.name).is<string>();
}
export const errors: (new (...given: never) => CallError)[] = [
  FailureError,
  InvalidRequestError,
  InvalidResponseError,
  NotModifiedError,
  RejectionError,
  TimeoutError,
  TransportError,
  UnexpectedResponseError,
];

// --- any, never, unknown

declare const anything: any;
declare const unknown: unknown;
const open = rootResource("v1", {
  any: post("any").request<any>().response<any>(),
  unknown: post("unknown").request<unknown>().response<unknown>(),
  never: post("never").request<never>().response<never>(),
});
expectType(client.request(open.any, 1).bodyOrThrow()).is<Promise<any>>();
expectType(client.request(open.unknown, { a: 1 }).bodyOrThrow()).is<Promise<unknown>>();
expectType(client.request(open.never, anything as never).bodyOrThrow()).is<Promise<never>>();
client.request(users.create, anything);
client.request(users.list, anything);
// @ts-expect-error - a body is declared
client.request(open.any);
// @ts-expect-error - a body is declared
client.request(open.unknown);
// @ts-expect-error - a resource is no endpoint
client.request(users);
// @ts-expect-error - a resource is no endpoint
client.urlOf(open);
// @ts-expect-error - a resource is no endpoint
hrefOf(open);
// @ts-expect-error - unknown is no new user
client.request(users.create, unknown);
// @ts-expect-error - unknown is no endpoint
client.request(unknown);
export const options: RequestOptions<typeof users.search> = { parameters: { q: "a" }, timeout: 1 };
export const optionsOfUnknown: RequestOptions<typeof open.unknown> = {
  signal: AbortSignal.timeout(1),
};
export const someArguments: RequestArguments<typeof users.create> = [ada, { timeout: 5 }];
// @ts-expect-error - the body is missing
export const noArguments: RequestArguments<typeof users.create> = [];

// --- what is wanted where `match` stands keeps the literals of its cases

type Created =
  | { readonly kind: "created"; readonly user: User }
  | { readonly kind: "taken"; readonly email: string }
  | { readonly kind: "signed out" };
export async function created(): Promise<Created> {
  const pending = client.request(users.create, ada);
  const now: Created = (await pending).match({
    ok: (user) => ({ kind: "created", user }),
    taken: ({ email }) => ({ kind: "taken", email }),
    unauthorized: () => ({ kind: "signed out" }),
  });
  const fixed = (await pending).match({
    ok: () => "yes",
    taken: () => "no",
    unauthorized: () => "no",
  });
  expectType(fixed).is<string>();
  // @ts-expect-error - a case of another kind
  const other: Created = (await pending).match({
    ok: (user) => ({ kind: "found", user }),
    taken: ({ email }) => ({ kind: "taken", email }),
    unauthorized: () => ({ kind: "signed out" }),
  });
  // Nothing is inferred from it: of an overload that does not fit, the next one is asked.
  const joined: (string | number)[] = ["a"].concat(
    (await pending).match({ ok: () => "b", taken: () => "c", unauthorized: () => "d" }),
  );
  overloaded((await pending).match({ ok: () => 1, taken: () => 2, unauthorized: () => 3 }));
  // @ts-expect-error - what the cases return is inferred: with a type written no case would be asked for
  (await pending).match<string>({ ok: (user) => user.name });
  // @ts-expect-error - the same of the promise
  void pending.match<string>({ ok: (user) => user.name });
  void [now, other, joined];
  return pending.match({
    ok: (user) => ({ kind: "created", user }),
    taken: async ({ email }) => ({ kind: "taken", email }),
    unauthorized: () => ({ kind: "signed out" }),
  });
}
declare function overloaded(text: string): void;
declare function overloaded(count: number): void;
