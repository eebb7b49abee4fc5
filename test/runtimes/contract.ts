// What every host has to keep alike: an API with every kind of segment, method and answer,
// and its handlers, which do not know where they run.
import { AsyncLocalStorage } from "node:async_hooks";
import {
  bytes,
  dynamicResource,
  failure,
  get,
  integer,
  list,
  patch,
  post,
  put,
  query,
  rootResource,
  segments,
  staticResource,
  stream,
  string,
  type,
} from "bough";
import { head } from "bough/existing";
import type { Routes } from "bough/server";

const Unauthorized = failure("unauthorized", 401);
const Busy = failure("busy", 503).headers({ "retry-after": integer() });

const NAMED = { headers: { "x-name": string() } } as const;

/** Every kind of segment, method and answer. */
const contract = rootResource("v1", {
  // Declared before what is static: the tree has to put it behind.
  users: staticResource("users", {
    user: dynamicResource("user", string(), {
      find: get().response<string>(),
      change: patch().request<{ n: number }>().response<string>(),
    }),
    me: get("me").response<string>(),
    search: query("users:search").request<{ text: string }>().response<string>(),
    plus: get("a+b").response<string>(),
    list: get()
      .parameters({ limit: integer({ min: 1 }).default(3), tag: list(string()) })
      .response<unknown>(),
    create: post().request<{ name: string }>().response(type<string>(), { status: 201 }),
  }),
  numbers: dynamicResource("number", integer(), { find: get("number").response<number>() }),
  files: staticResource("files", {
    file: dynamicResource("path", segments(), { read: get().response<unknown>() }),
  }),
  odd: staticResource(":odd*", { x: get("x?").response<string>() }),
  umlaut: staticResource("ü", { here: get().response<string>() }),
  only: head("only").response(type<string>()),
  gone: put("gone"),
  secret: get("secret").response<string>().failure(Unauthorized),
  busy: get("busy").failure(Busy),
  upload: post("upload").request(stream()).response(type<number>()),
  download: get("download").response(stream("text/plain")),
  slow: get("slow").response<string>(),
  context: post("context").request<number>().response(type<unknown>()),
  broken: get("broken").response<string>(),
  lossy: get("lossy").response<unknown>(),
  url: get("url").response<unknown>(),
  named: get("named").response(type<string>(), NAMED),
  namedStream: get("named-stream").response(stream("text/plain"), NAMED),
  noted: get("noted").response(bytes()),
  old: get("old")
    .parameters({ limit: integer().optional() })
    .response<string>()
    .deprecated({ since: "2026-11-01", sunset: "2027-05-01", link: "https://example.test/old" }),
  unrouted: get("unrouted"),
});

/** What a host's own middleware put around a request: its `x-id`. */
export const requests = new AsyncLocalStorage<string>();
/** The signals of calls to `slow`, and who waits for the next. */
export const signals: AbortSignal[] = [];
export const begun: (() => void)[] = [];

/** Text that is not there as a whole when its answer begins. */
async function* inTime(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
  await new Promise((resolve) => setTimeout(resolve, 5));
  yield new TextEncoder().encode(text);
}

/** A module of handlers that does not know where it runs. */
export function routeContract(routes: Routes): void {
  const { users } = contract;
  // What is registered last is matched all the same.
  routes.route(users.user.find, ({ ids }) => `user ${ids.user}`);
  routes.route(users.user.change, ({ ids, body }) => `${ids.user} ${body.n}`);
  routes.route(users.me, () => "me");
  routes.route(users.search, ({ body }) => body.text);
  routes.route(users.plus, () => "plus");
  routes.route(users.list, ({ parameters }) => parameters);
  routes.route(users.create, ({ body }) => body.name, { limits: { body: 200 } });
  routes.route(contract.numbers.find, ({ ids }) => ids.number);
  routes.route(contract.files.file.read, ({ ids }) => ids.path);
  routes.route(contract.odd.x, () => "odd");
  routes.route(contract.umlaut.here, () => "ü");
  routes.route(contract.only, () => "only");
  routes.route(contract.gone, ({ respond }) => respond(undefined, { status: 205 }));
  routes
    .guard([Unauthorized], ({ header, fail }) =>
      header("authorization") === "Bearer a" ? { me: "a" } : fail(Unauthorized),
    )
    .route(contract.secret, ({ me }) => me);
  routes.route(contract.busy, ({ fail }) =>
    fail(Busy, undefined, { headers: { "retry-after": 3 } }),
  );
  routes.route(contract.upload, async ({ body }) => {
    let size = 0;
    for await (const chunk of body) {
      size += chunk.byteLength;
    }
    return size;
  });
  routes.route(contract.download, () => new Blob(["one ", "two"]).stream());
  routes.route(contract.slow, ({ signal }) => {
    signals.push(signal);
    begun.shift()?.();
    return new Promise((resolve) => signal.addEventListener("abort", () => resolve("gone")));
  });
  routes.route(contract.context, async ({ body }) => {
    const before = requests.getStore();
    await new Promise((resolve) => setTimeout(resolve, 1));
    return [body, before, requests.getStore()];
  });
  routes.route(contract.broken, () => {
    throw new Error("secret");
  });
  routes.route(contract.lossy, () => ({ mean: Number.NaN }));
  // Beyond ASCII: a head is Latin-1.
  const headers = { "x-name": "Zoë" };
  routes.route(contract.named, ({ respond }) => respond("é", { headers }));
  routes.route(contract.namedStream, ({ respond }) => respond(inTime("é"), { headers }));
  routes.route(contract.noted, () => new Blob(["a note"], { type: "text/plain" }));
  routes.route(contract.old, () => "old");
  routes.route(contract.url, ({ request, urlOf }) => [
    new URL(request.url).pathname,
    urlOf(users.me),
  ]);
}
