// `.idempotent()`: where it can be declared, routed and called.
import { bearer, boolean, del, get, patch, post, rootResource } from "bough";
import { createClient } from "bough/client";
import { createQueries } from "bough-query";
import { authenticate, createServer, memoryStore } from "bough/server";
import type { RoutesOf } from "bough/types";
import { expectType } from "../support/types.ts";

const User = bearer("user");
const api = rootResource("v1", {
  add: post().security(User).request<{ item: string }>().response<number>().idempotent(),
  change: patch().idempotent({ required: false }).request<string>().response<string>(),
  plain: post("plain").response<number>(),
});

// --- declaring

// @ts-expect-error - GET repeats anyway
get().idempotent();
// @ts-expect-error - and DELETE
del().idempotent();
// @ts-expect-error - no such option
post().idempotent({ require: true });
// @ts-expect-error - true or false
post().idempotent({ required: 1 });

// --- serving

const server = createServer();
const app = server.secured([authenticate(User, (token) => ({ id: token }))]);
const store = memoryStore();
const members = app.idempotent({
  store,
  scope: ({ principal, ids }) => {
    expectType(principal).is<{ id: string }>();
    return typeof ids === "object" ? principal.id : undefined;
  },
});
members.route(api.add, ({ body, principal }) => {
  expectType(body).is<{ item: string }>();
  expectType(principal).is<{ id: string }>();
  return 1;
});
members.route(api, { add: () => 1, change: ({ body }) => body, plain: () => 1 });
// @ts-expect-error - a number is declared
members.route(api.add, () => "1");
// @ts-expect-error - its view keeps no responses
app.route(api.add, () => 1);
// @ts-expect-error - nor this one
server.route(api.change, ({ body }: { body: string }) => body);
app.route(api, {
  // @ts-expect-error - nor here
  add: () => 1,
  // @ts-expect-error - nor here
  change: () => "",
  plain: () => 1,
});
app.route(api.plain, () => 1);
// A view of it keeps them too.
members
  .guard(() => ({ at: 1 }))
  .around((_, next) => next())
  .route(api.add, ({ at }) => at);
declare const shared: RoutesOf<typeof members>;
shared.route(api.add, () => 1);
// @ts-expect-error - whose keys they are
app.idempotent({ store });
// @ts-expect-error - text
app.idempotent({ store, scope: () => 1 });
// @ts-expect-error - no store
app.idempotent({ store: {}, scope: () => "a" });

// --- calling

const client = createClient({ idempotency: { quoted: false } });
expectType(client.request(api.add, { item: "a" }, { idempotencyKey: "k" }).bodyOrThrow()).is<
  Promise<number>
>();
client.request(api.change, "a", { idempotencyKey: "k" });
// @ts-expect-error - a string
client.request(api.change, "a", { idempotencyKey: 1 });
// @ts-expect-error - it takes no key
client.request(api.plain, { idempotencyKey: "k" });

const both = rootResource("v2", {
  change: patch()
    .parameters({ dry: boolean() })
    .request<string>()
    .response<string>()
    .conditional({ version: "version" })
    .idempotent(),
  chosen: patch("chosen").idempotent().conditional({ version: "version", required: false }),
});
client.request(both.change, "a", {
  idempotencyKey: "k",
  ifMatch: { version: 1 },
  parameters: { dry: true },
});
// @ts-expect-error - the version is required, as it is without a key
client.request(both.change, "a", { idempotencyKey: "k", parameters: { dry: true } });
client.request(both.chosen);
client.request(both.chosen, { idempotencyKey: "k" });
// @ts-expect-error - a version is no text here
client.request(both.chosen, { ifMatch: "3" });

const { mutationFn } = createQueries(client).mutationOptions(api.add);
// The key is the mutation's own, so its variable is the body alone.
expectType<Parameters<NonNullable<typeof mutationFn>>[0]>().is<{ item: string }>();
