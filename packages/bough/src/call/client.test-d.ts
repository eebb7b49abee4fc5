// Types of calls: what must hold, and what must not compile. Checked by tsc alone.
import { z } from "zod";
import { noBody, type } from "../declare/body/body.ts";
import { failure } from "../declare/failure/failure.ts";
import type {
  FailuresOf,
  InferFailure,
  InferIds,
  InferRequest,
  InferResponse,
  TypedEndpoint,
} from "../declare/endpoint/infer.ts";
import { list } from "../declare/parameter/list.ts";
import { boolean, dateTime, integer, string, uuid } from "../declare/parameter/parameter-types.ts";
import type { AnyEndpoint, BoundEndpoint } from "../declare/tree/placement.ts";
import { dynamicResource, rootResource, staticResource } from "../declare/tree/resource.ts";
import { del, get, post, put, query } from "../declare/endpoint/verbs.ts";
import type { ClientAround, ClientOptions, Fetch } from "./client-options.ts";
import { createClient } from "./create-client.ts";
import { followRedirects } from "./follow-redirects.ts";
import { FailureError } from "./call-error.ts";
import type { RequestArguments, RequestOptions } from "./request-arguments.ts";
import type { PendingResult, Result } from "./result.ts";

interface User {
  readonly id: string;
  readonly name: string;
}
interface NewUser {
  readonly name: string;
}

const NotFound = failure("user-not-found", 404);
const Gone = failure("gone", 410);
const Taken = failure("email-taken", 409).body<{ readonly email: string }>();
const Limited = failure("limited", 429).headers({ "retry-after": integer() });
const Unauthorized = failure("unauthorized", 401);

const api = rootResource(
  "v1",
  { failures: [Unauthorized] },
  {
    users: staticResource("users", {
      list: get()
        .parameters({
          limit: integer().default(20),
          tag: list(string()),
          since: dateTime().optional(),
        })
        .response<User[]>(),
      search: get("search")
        .parameters({ q: string(), exact: boolean().optional() })
        .response<User[]>(),
      create: post()
        .request<NewUser>()
        .response(type<User>(), { status: 201 })
        .failure(Taken, Limited),
      import: post("import")
        .request(z.object({ at: z.string().transform(Number) }))
        .headers({ "idempotency-key": uuid() })
        .response(z.object({ count: z.string().transform(Number) })),
      user: dynamicResource("user", uuid(), {
        find: get().response<User>().failure(NotFound, Gone),
        cached: get("cached").response<User>().response(noBody, { status: 304 }),
        replace: put().request<NewUser>().response<User>().response(type<User>(), { status: 201 }),
        either: query()
          .request<NewUser>()
          .response<User>()
          .response(type<string>(), { status: 202 }),
        remove: del(),
        tagged: get("tagged").response(type<User>(), {
          headers: { etag: string(), total: integer().optional() },
        }),
      }),
    }),
  },
);
const { users } = api;
const client = createClient();
const user = users.user("1");

/** Compiles only where the two types are one. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(..._same: Same<A, B> extends true ? [] : [never]): void => {};

export async function bodies(): Promise<void> {
  same<User, Awaited<ReturnType<typeof find>>>();
  const find = () => client.request(user.find).bodyOrThrow();
  const found = await client.request(user.find).bodyOrThrow();
  same<typeof found, User>();
  const orNull = await client.request(user.find).bodyOrNull();
  same<typeof orNull, User | null>();
  const of = await client.request(user.find).bodyOrNull(NotFound, Gone);
  same<typeof of, User | null>();
  const nothing = await client.request(user.remove).bodyOrThrow();
  same<typeof nothing, undefined>();
  const cached = await client.request(user.cached).bodyOrThrow();
  same<typeof cached, User>();
  const either = await client.request(user.either, { name: "x" }).bodyOrThrow();
  same<typeof either, User | string>();
  const output = await client
    .request(users.import, { at: "1" }, { headers: { "idempotency-key": "x" } })
    .bodyOrThrow();
  same<typeof output, { count: number }>();
  // @ts-expect-error - Taken is not declared by this endpoint
  await client.request(user.find).bodyOrNull(Taken);
}

export async function results(): Promise<void> {
  const result = await client.request(users.create, { name: "x" });
  if (result.ok) {
    same<typeof result.body, User>();
    same<typeof result.status, 201>();
    // @ts-expect-error - a success has no failure
    void result.failure;
  } else {
    same<typeof result.failure.name, "email-taken" | "limited" | "unauthorized">();
    same<typeof result.status, 409 | 429 | 401>();
    if (result.failure.name === "email-taken") {
      same<typeof result.failure.body, { readonly email: string }>();
      same<typeof result.failure.status, 409>();
    }
    if (result.failure.name === "unauthorized") {
      same<typeof result.failure.body, undefined>();
    }
  }
  if (result.failedWith(Taken)) {
    const email: string = result.failure.body.email;
    void email;
  }
  if (result.failedWith(Limited)) {
    const seconds: number = result.headers["retry-after"];
    void seconds;
  }
  // @ts-expect-error - Gone is not declared by this endpoint
  result.failedWith(Gone);
  const response: Response = result.response;
  void response;

  const two = await client.request(user.either, { name: "x" });
  if (two.ok && two.status === 202) {
    same<typeof two.body, string>();
  }
  const tagged = await client.request(user.tagged);
  if (tagged.ok) {
    const headers: { readonly etag: string; readonly total: number | undefined } = tagged.headers;
    void headers;
  }
  const removed = await client.request(user.remove);
  if (removed.ok) {
    same<typeof removed.status, number>();
  }
}

export async function matches(): Promise<void> {
  const matched = await client.request(users.create, { name: "x" }).match({
    ok: (body, result) => {
      same<typeof body, User>();
      same<typeof result.status, 201>();
      return body.name;
    },
    [Taken.name]: (body) => body.email.length,
    limited: (body, result) => [body, result.headers["retry-after"]] as const,
    unauthorized: async () => Promise.resolve(true),
  });
  same<typeof matched, string | number | readonly [undefined, number] | boolean>();
  const result = await client.request(user.find);
  const now = result.match({
    ok: ({ name }) => name,
    "user-not-found": () => null,
    gone: () => null,
    unauthorized: () => null,
  });
  same<typeof now, string | null>();
  // @ts-expect-error - no case for "gone" and "unauthorized"
  result.match({ ok: () => 1, "user-not-found": () => 2 });
  // @ts-expect-error - no case for ok
  result.match({ gone: () => 1, "user-not-found": () => 2, unauthorized: () => 3 });
  result.match({
    ok: () => 1,
    "user-not-found": () => 2,
    gone: () => 3,
    unauthorized: () => 4,
    // @ts-expect-error - no such failure is declared
    nope: () => 5,
  });
}

export function requests(): void {
  void client.request(users.list);
  void client.request(users.list, {});
  void client.request(users.list, { parameters: { limit: 1, tag: ["a"], since: new Date() } });
  void client.request(users.list, { parameters: { limit: undefined, tag: undefined } });
  void client.request(users.list, {
    signal: AbortSignal.timeout(1),
    timeout: 5,
    accept: "text/csv",
    url: new URL("http://h.test"),
    init: { cache: "no-store", headers: { a: "b" } },
  });
  void client.request(users.search, { parameters: { q: "x" } });
  void client.request(users.create, { name: "x" }, { timeout: 1 });
  void client.request(user.remove, { timeout: 1 });

  // @ts-expect-error - the path parameter "user" has no value
  void client.request(users.user.find);
  // @ts-expect-error - this endpoint is not in a tree
  void client.request(get());
  // @ts-expect-error - an endpoint is not called
  void client.request(user.find());
  // @ts-expect-error - a resource is no endpoint
  void client.request(users);
  // @ts-expect-error - the body is missing
  void client.request(users.create);
  // @ts-expect-error - name is text
  void client.request(users.create, { name: 1 });
  // @ts-expect-error - the client gives the schema's input
  void client.request(users.import, { at: 1 }, { headers: { "idempotency-key": "x" } });
  // @ts-expect-error - a header is missing
  void client.request(users.import, { at: "1" });
  // @ts-expect-error - a parameter is missing
  void client.request(users.search);
  // @ts-expect-error - a parameter is missing
  void client.request(users.search, { parameters: { exact: true } });
  // @ts-expect-error - limit is a number
  void client.request(users.list, { parameters: { limit: "3" } });
  // @ts-expect-error - no such parameter
  void client.request(users.list, { parameters: { limits: 3 } });
  // @ts-expect-error - no such option
  void client.request(users.list, { parameter: {} });
  // @ts-expect-error - nothing to send
  void client.request(user.remove, { name: "x" });
  // @ts-expect-error - no parameters here
  void client.request(user.find, { parameters: { limit: 3 } });
}

export function urls(): void {
  const url: string = client.urlOf(user.find);
  void url;
  client.urlOf(users.list, { parameters: { limit: 3 } });
  client.urlOf(users.search, { parameters: { q: "x" } });
  // @ts-expect-error - a parameter is missing
  client.urlOf(users.search);
  // @ts-expect-error - the path parameter "user" has no value
  client.urlOf(users.user.find);
  // Of an endpoint that is `any` nothing is known, and nothing is refused.
  const untyped: ReturnType<typeof JSON.parse> = user.find;
  client.urlOf(untyped);
  client.urlOf(untyped, { parameters: { q: "x" } });
}

// A wrapper over any endpoint keeps its type.
async function call<E extends BoundEndpoint>(endpoint: E, ...rest: RequestArguments<E>) {
  return (await client.request(endpoint, ...rest)).bodyOrThrow();
}

// A hook over any endpoint, as a query library would have it.
interface QueryOptions<Data> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>;
}
function queryOf<E extends BoundEndpoint>(
  endpoint: E,
  ...rest: RequestArguments<E>
): QueryOptions<InferResponse<E>> {
  return {
    queryKey: [endpoint.method, endpoint.path, ...rest],
    queryFn: () => client.request(endpoint, ...rest).bodyOrThrow(),
  };
}
function useQuery<E extends BoundEndpoint>(
  endpoint: E,
  ...rest: RequestArguments<E>
): { readonly data: InferResponse<E> | undefined; readonly failure: InferFailure<E> | undefined } {
  const pending: PendingResult<E> = client.request(endpoint, ...rest);
  void pending;
  return { data: undefined, failure: undefined };
}

export async function wrappers(): Promise<void> {
  const found = await call(user.find);
  same<typeof found, User>();
  const listed = await call(users.list, { parameters: { limit: 1 } });
  same<typeof listed, User[]>();
  const created = await call(users.create, { name: "x" });
  same<typeof created, User>();
  // @ts-expect-error - the body is missing
  await call(users.create);
  // @ts-expect-error - the path parameter "user" has no value
  await call(users.user.find);
  const data = await queryOf(users.search, { parameters: { q: "x" } }).queryFn({
    signal: AbortSignal.timeout(1),
  });
  same<typeof data, User[]>();
  const used = useQuery(user.find);
  same<typeof used.data, User | undefined>();
  same<NonNullable<typeof used.failure>["name"], "user-not-found" | "gone" | "unauthorized">();
}

export type Inferred = [
  Same<InferRequest<typeof users.import>, { at: string }>,
  Same<InferResponse<typeof users.list>, User[]>,
  Same<InferIds<typeof user.find>["user"], string>,
  Same<FailuresOf<typeof user.find>["name"], "user-not-found" | "gone" | "unauthorized">,
];
const inferred: Inferred = [true, true, true, true];
void inferred;

const options: RequestOptions<typeof users.search> = { parameters: { q: "x" }, timeout: 1 };
void options;
declare const result: Result<typeof user.find>;
declare const any: AnyEndpoint & TypedEndpoint;
void [result.ok, any.path];

const around: ClientAround = async ({ headers, method, url, endpoint, signal }, next) => {
  headers.set("x", `${method} ${url} ${endpoint.template} ${signal?.aborted}`);
  return next();
};
const serverFetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response> = fetch;
const fetches: Fetch[] = [fetch, globalThis.fetch, serverFetch];
export const configured: ClientOptions[] = [
  { around, fetch: fetches[0], retry: 2, redirects: followRedirects, timeout: 5 },
  { baseUrl: new URL("http://h.test"), headers: { a: "b", c: undefined } },
  { headers: () => ({ a: "b" }), retry: { attempts: 2, delay: (n) => n, statuses: [503] } },
  { headers: async ({ url }) => Promise.resolve({ url }), retry: { attempts: 1, delay: 5 } },
  { baseUrl: undefined, fetch: undefined, codecs: undefined, timeout: undefined },
  // @ts-expect-error - a function follows redirects
  { redirects: "manual" },
];

export function errors(error: unknown): void {
  if (error instanceof FailureError) {
    same<typeof error.failure.name, string>();
    same<typeof error.failure.body, unknown>();
    if (error.failedWith(Taken)) {
      const email: string = error.failure.body.email;
      const status: 409 = error.failure.status;
      void [email, status];
    }
  }
}
