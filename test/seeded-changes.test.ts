// Changes of an API, one for each family: the old client runs against the new server, and its call fails exactly
// where `compareContracts` says that the change breaks clients.
import {
  bearer,
  dynamicResource,
  events,
  failure,
  get,
  integer,
  oneOf,
  plainText,
  post,
  rootResource,
  string,
  uuid,
  type AnyResource,
} from "bough";
import { createClient, type Client } from "bough/client";
import { contractOf, endpointsOf } from "bough/contract";
import { compareContracts } from "bough-diff";
import { authenticate, createServer } from "bough/server";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const User = z.object({ id: z.string(), name: z.string() });
const Nicked = User.extend({ nick: z.string() });
const NewUser = z.object({ name: z.string() });
const Aged = NewUser.extend({ age: z.number() });
const ada = { id: "1", name: "Ada" };
const nicked = { ...ada, nick: "ada" };
const Gone = failure("gone", 410);
const Token = bearer("token");

const withList = (list = get("users").response(z.array(User))) => rootResource("v1", { list });
const sorted = <const Names extends readonly [string, ...string[]]>(...names: Names) =>
  rootResource("v1", {
    list: get("users")
      .parameters({ sort: oneOf(...names) })
      .response(z.array(User)),
  });
const limited = rootResource("v1", {
  list: get("users").parameters({ limit: integer().optional() }).response(z.array(User)),
});
const found = rootResource("v1", { find: get("user").response(User) });
const nick = rootResource("v1", { find: get("user").response(Nicked) });
const tagged = rootResource("v1", {
  find: get("user").response(User, { headers: { etag: string() } }),
});
const created = rootResource("v1", { create: post("users").request(NewUser).response(User) });
const byId = rootResource("v1", { user: dynamicResource("user", { find: get().response(User) }) });

type Handler = (call: { respond: (value: unknown, options: object) => unknown }) => unknown;
type Call = (client: Client) => PromiseLike<unknown>;

const list = (client: Client) => client.request(withList().list).bodyOrThrow();
const find = (client: Client) => client.request(found.find).bodyOrThrow();
const create = (client: Client) => client.request(created.create, { name: "Ada" }).bodyOrThrow();
const one: Handler = () => ada;
const all: Handler = () => [ada];

/** The APIs before and after, a call of the first one, and the handlers of both. */
type Change = readonly [
  before: AnyResource,
  after: AnyResource,
  call: Call,
  old: Handler,
  young?: Handler,
];

const changes: Readonly<Record<string, Change>> = {
  "an endpoint goes": [withList(), rootResource("v1", { other: get("other") }), list, all],
  "an endpoint comes": [
    withList(),
    rootResource("v1", {
      list: get("users").response(z.array(User)),
      other: get("o").response(z.array(User)),
    }),
    list,
    all,
  ],
  "a path changes": [
    withList(),
    rootResource("v1", { list: get("people").response(z.array(User)) }),
    list,
    all,
  ],
  "a method changes": [
    withList(),
    rootResource("v1", { list: post("users").response(z.array(User)) }),
    list,
    all,
  ],
  "an id gets another name": [
    byId,
    rootResource("v1", { user: dynamicResource("id", { find: get().response(User) }) }),
    (client) => client.request(byId.user("ada").find).bodyOrThrow(),
    one,
  ],
  "an id becomes narrower": [
    byId,
    rootResource("v1", { user: dynamicResource("user", uuid(), { find: get().response(User) }) }),
    (client) => client.request(byId.user("ada").find).bodyOrThrow(),
    one,
  ],
  "a required parameter comes": [withList(), sorted("name"), list, all],
  "an optional parameter comes": [withList(), limited, list, all],
  "an optional parameter goes": [
    limited,
    withList(),
    (client) => client.request(limited.list, { parameters: { limit: 1 } }).bodyOrThrow(),
    all,
  ],
  "a parameter loses a value": [
    sorted("name", "age"),
    sorted("name"),
    (client) =>
      client.request(sorted("name", "age").list, { parameters: { sort: "age" } }).bodyOrThrow(),
    all,
  ],
  "a parameter gets a value": [
    sorted("name"),
    sorted("name", "age"),
    (client) => client.request(sorted("name").list, { parameters: { sort: "name" } }).bodyOrThrow(),
    all,
  ],
  "a request gets a required property": [
    created,
    rootResource("v1", { create: post("users").request(Aged).response(User) }),
    create,
    one,
  ],
  "a request gets an optional property": [
    created,
    rootResource("v1", {
      create: post("users")
        .request(Aged.partial({ age: true }))
        .response(User),
    }),
    create,
    one,
  ],
  "a response loses a property": [
    nick,
    found,
    (client) => client.request(nick.find).bodyOrThrow(),
    () => nicked,
    one,
  ],
  "a response gets a property": [found, nick, find, one, () => nicked],
  "a response gets another status": [
    created,
    rootResource("v1", {
      create: post("users").request(NewUser).response(User, { status: 201 }),
    }),
    create,
    one,
  ],
  "a response gets another media type": [
    found,
    rootResource("v1", { find: get("user").response(plainText()) }),
    find,
    one,
    () => "Ada",
  ],
  "a response becomes a stream": [
    found,
    rootResource("v1", { find: get("user").response(events(User)) }),
    find,
    one,
    all,
  ],
  "a response loses a header": [
    tagged,
    found,
    (client) => client.request(tagged.find).bodyOrThrow(),
    ({ respond }) => respond(ada, { headers: { etag: '"1"' } }),
    one,
  ],
  "a failure comes, which does not happen": [
    found,
    rootResource("v1", { find: get("user").response(User).failure(Gone) }),
    find,
    one,
  ],
  "a credential is needed": [
    found,
    rootResource("v1", { security: [Token] }, { find: get("user").response(User) }),
    find,
    one,
  ],
};

async function isRefused(call: Call, api: AnyResource, handler: Handler): Promise<boolean> {
  const server = createServer({ onError: () => undefined });
  const app = server.secured([authenticate(Token, () => undefined)]);
  for (const endpoint of endpointsOf(api)) {
    app.route(endpoint, handler);
  }
  return Promise.resolve(call(createClient({ fetch: server.fetch }))).then(
    () => false,
    () => true,
  );
}

describe.each(Object.entries(changes))("%s", (_, [before, after, call, old, young = old]) => {
  test("and the old client fails exactly if that breaks clients", async () => {
    const { changes: all } = compareContracts(contractOf(before), contractOf(after));
    const breaking = all.filter(({ effect }) => effect === "breaking").map(({ kind }) => kind);
    const seen = all.map(({ kind, effect }) => `${effect} ${kind}`);
    expect(all.length, "the comparison sees it").toBeGreaterThan(0);
    expect(await isRefused(call, before, old)).toBe(false);
    expect(await isRefused(call, after, young), seen.join(", ")).toBe(breaking.length > 0);
  });
});
