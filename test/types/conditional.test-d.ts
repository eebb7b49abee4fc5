// `.conditional()`: where it can be declared, and what handlers, calls and results have by it.
import {
  bearer,
  del,
  dynamicResource,
  failure,
  get,
  integer,
  patch,
  post,
  put,
  rootResource,
  string,
  type,
} from "bough";
import { createClient, update } from "bough/client";
import { authenticate, createServer } from "bough/server";
import type { Call, Handlers } from "bough/server";
import { expectType } from "../support/types.ts";

interface Article {
  title: string;
  version: number;
  tags?: string[];
  draft?: number;
  author: { id: string; born: string | null };
}

const Changed = failure("article-changed", 412).body<{ current: number }>();
const Moved = failure("article-moved", 412);
const User = bearer("user");
const api = rootResource("v1", {
  article: dynamicResource("slug", {
    find: get().response<Article>().conditional({ version: "version" }),
    update: put()
      .request<{ title: string }>()
      .response<Article>()
      .conditional({ version: "version", changed: Changed }),
    patch: patch()
      .request<{ title: string }>()
      .parameters({ dry: string().optional() })
      .conditional({ version: "article.version", required: false }),
    remove: del().security(User).conditional({ version: "version" }),
    plain: get("plain").response<string>(),
  }),
  raw: dynamicResource("id", integer(), {
    find: get().response<Article>().conditional(),
    replace: put().request<Article>().conditional({ changed: Moved }),
    remove: del().conditional(),
  }),
});
const { article, raw } = api;

// --- declaring

get().response<Article>().conditional({ version: "author.id" });
// @ts-expect-error - a POST creates
post().conditional();
// @ts-expect-error - declare the response first
get().conditional();
// @ts-expect-error - no such property
get().response<Article>().conditional({ version: "versoin" });
// @ts-expect-error - no such property below
get().response<Article>().conditional({ version: "author.version" });
// @ts-expect-error - it may be missing
get().response<Article>().conditional({ version: "draft" });
// @ts-expect-error - it may be null
get().response<Article>().conditional({ version: "author.born" });
// @ts-expect-error - an array is no version
get().response<Article>().conditional({ version: "tags" });
// @ts-expect-error - three names
put().conditional({ version: "a.b.c" });
// @ts-expect-error - no name
put().conditional({ version: "" });
// @ts-expect-error - GET changes nothing
get().response<Article>().conditional({ changed: Changed });
// @ts-expect-error - nor does it need If-Match
get().response<Article>().conditional({ required: false });
// @ts-expect-error - a 412
put().conditional({ changed: failure("gone", 410) });
// @ts-expect-error - true or false
put().conditional({ required: 1 });
// @ts-expect-error - no such option
put().conditional({ versions: "version" });
// @ts-expect-error - the failure is declared already
put().conditional({ changed: Moved }).failure(Moved);
put().failure(Moved).conditional({ changed: Moved });
get().response(type<unknown>()).conditional({ version: "version" });

// --- serving

declare const stored: Article;
const server = createServer();
server.route(article.find, ({ notModified }) => {
  notModified(3);
  notModified("3");
  notModified(3n);
  // @ts-expect-error - no version
  notModified(undefined);
  return stored;
});
server.route(article.update, ({ ifMatch, changed, expect, body, fail }) => {
  expectType(ifMatch).is<readonly string[] | "*" | null>();
  expectType(body).is<{ title: string }>();
  expect(stored.version, { current: 1 });
  expect(undefined, { current: 1 });
  if (ifMatch === null) {
    return changed({ current: 1 });
  }
  if (ifMatch === "*") {
    return fail(Changed, { current: 1 });
  }
  // @ts-expect-error - the failure has data
  expect(1);
  // @ts-expect-error - the failure has data
  return changed();
});
server.route(article.patch, ({ ifMatch, changed, expect }) => {
  expectType(ifMatch).is<readonly string[] | "*" | undefined>();
  expect(1);
  changed();
});
server
  .secured([authenticate(User, (token) => ({ id: token }))])
  .route(article.remove, ({ principal, ifMatch }) => {
    expectType(principal).is<{ id: string }>();
    expectType(ifMatch).is<readonly string[] | "*">();
  });
server.route(article.plain, (call) => {
  // @ts-expect-error - it declares no version
  void call.ifMatch;
  // @ts-expect-error - it declares no version
  return call.respond("", { etag: "1" });
});
server.route(raw, {
  find: ({ respond, notModified }) => {
    notModified(1);
    return respond(stored, { etag: 7, headers: { "x-a": "1" } });
  },
  replace: ({ changed, fail }) => (Math.random() > 0 ? changed() : fail(Moved)),
  remove: ({ ifMatch }) => {
    expectType(ifMatch).is<readonly string[] | "*">();
  },
});
server.route(raw.find, ({ respond }) =>
  // @ts-expect-error - no version
  respond(stored, { etag: null }),
);
server.route(article.find, ({ respond }) =>
  // @ts-expect-error - the body has the version
  respond(stored, { etag: 1 }),
);
const handlers: Handlers<typeof raw> = {
  find: ({ respond }) => respond(stored, { etag: 7 }),
  replace: ({ ifMatch, changed }) => (ifMatch === null ? undefined : changed()),
  remove: ({ expect }) => expect(1),
};
server.route(raw, handlers);
declare const called: Call<typeof article.update>;
expectType(called.ifMatch).is<readonly string[] | "*" | null>();

// --- calling

const client = createClient();
const slug = article("a");
const changes = { title: "b" };
const result = await client.request(slug.update, changes, { ifMatch: stored });
if (!result.ok) {
  expectType(result.failure.name).is<"article-changed">();
  expectType(result.failure.body).is<{ current: number }>();
}
void client.request(slug.update, changes, { ifMatch: null });
// @ts-expect-error - what has the version
void client.request(slug.update, changes, { ifMatch: "*" });
void client.request(raw(1).replace, stored, { ifMatch: "*" });
void client.request(slug.update, changes, { ifMatch: { version: 3 }, timeout: 1 });
// @ts-expect-error - it is required
void client.request(slug.update, changes);
// @ts-expect-error - it is required
void client.request(slug.update, changes, {});
// @ts-expect-error - what has the version, not the version
void client.request(slug.update, changes, { ifMatch: stored.version });
// @ts-expect-error - only PUT creates
void client.request(slug.patch, changes, { ifMatch: null });
void client.request(slug.patch, changes);
void client.request(slug.patch, changes, { ifMatch: { article: stored } });
void client.request(slug.patch, changes, { ifMatch: undefined, parameters: { dry: "x" } });
// @ts-expect-error - the version is deeper
void client.request(slug.patch, changes, { ifMatch: stored });
void client.request(slug.remove, { ifMatch: stored });
// @ts-expect-error - it is required
void client.request(slug.remove);
// @ts-expect-error - it declares no version
void client.request(slug.plain, { ifMatch: stored });
// @ts-expect-error - nothing is written
void client.request(slug.find, { ifMatch: stored });

const found = await client.request(raw(1).find);
expectType(found.etag).is<string>();
expectType((await client.request(slug.find)).etag).is<string | undefined>();
void client.request(raw(1).remove, { ifMatch: found.etag });
void client.request(raw(1).replace, stored, { ifMatch: null });
// @ts-expect-error - the etag of a result
void client.request(raw(1).remove, { ifMatch: stored });

// --- update

const updated = await update(client, { read: slug.find, write: slug.update }, (body) => {
  expectType(body).is<Article>();
  return { title: body.title };
});
if (!updated.ok) {
  expectType(updated.failure.name).is<"article-changed">();
}
void update(client, { read: slug.find, write: slug.remove }, () => undefined, { timeout: 1 });
void update(client, { read: raw(1).find, write: raw(1).replace }, (body) => body);
// @ts-expect-error - another body
void update(client, { read: slug.find, write: slug.update }, () => ({ title: 1 }));
// @ts-expect-error - it has no version
void update(client, { read: slug.find, write: slug.plain }, () => undefined);
// @ts-expect-error - no response with this version
void update(client, { read: slug.plain, write: slug.update }, () => changes);
// @ts-expect-error - its version is in no body
void update(client, { read: slug.find, write: raw(1).remove }, () => undefined);
// @ts-expect-error - without an id
void update(client, { read: article.find, write: slug.update }, () => changes);
