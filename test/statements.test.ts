// Pages say what is sent, checked, masked and refused, and readers rely on it when they delete code that did the same.
// Each statement is a sentence of its page and the code that proves it. A page that says something else fails here.
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { type as arktype } from "arktype";
import {
  apiKey,
  dynamicResource,
  failure,
  get,
  integer,
  post,
  rootResource,
  string,
  type,
} from "bough";
import { errorFormat } from "bough/existing";
import { createClient, InvalidResponseError } from "bough/client";
import { routing } from "bough/fastify";
import { accessLog, authenticate, createServer } from "bough/server";
import type { ServerOptions } from "bough/server";
import type { Observer } from "bough/types";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { Schema } from "effect";
import fastify from "fastify";
import { Hono } from "hono";
import * as valibot from "valibot";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { repository } from "./support/staged-package.ts";
import { api as users, schemas } from "./support/user-schemas.ts";

const read = (page: string): string => readFileSync(join(repository, "docs", page), "utf8");

/** Sentences, each after its page, and the code that proves them. */
function states(sentences: readonly string[], proof: () => unknown): void {
  test(sentences[0] ?? "", async () => {
    for (const one of sentences) {
      const [page = "", sentence] = one.split(/: (.*)/);
      expect(read(page), page).toContain(sentence);
    }
    await proof();
  });
}

afterEach(() => {
  vi.restoreAllMocks();
});

interface Person {
  readonly id: string;
  readonly name: string;
}
const shown = { id: "0190163d-8694-739b-aea5-966c26f8ad91", name: "Ada" };
/** As a database returns it. */
const row = { ...shown, passwordHash: "secret" };

const api = rootResource("v1", {
  me: get("me").response<Person>(),
  greet: post("greet").request<{ name: string }>().response<unknown>(),
});

/** A schema of any library. */
type Checks = StandardSchemaV1<Person, Person>;

/** What the server sends if the handler returns the row. */
async function sent(response?: Checks, options: ServerOptions = {}): Promise<unknown> {
  const server = createServer({ onError: () => undefined, ...options });
  if (response === undefined) server.route(api.me, () => row);
  else server.route(api.me, () => row, { response });
  const got = await server.fetch("http://h.test/v1/me");
  return got.status === 200 ? got.json() : got.status;
}

function postJson(body: string): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json" }, body };
}

/** A client whose server sends this value. */
const clientOf = (value: unknown, options = {}) =>
  createClient({ ...options, fetch: () => Promise.resolve(Response.json(value)) });

states(
  [
    "guide/from-nestjs.md: if `find` returns a row with `passwordHash`, the server sends the hash",
    "guide/from-orpc.md: `.response<User>()` alone checks nothing at run time, and sends undeclared properties",
    "concepts/questions.md: it does compile, and the server sends them all",
  ],
  async () => {
    expect(await sent()).toEqual(row);
  },
);

states(
  [
    "guide/from-nestjs.md: It then sends only the properties that `User` declares",
    "guide/validation.md: | schemas from types | is removed |",
    "guide/validation.md: So a `passwordHash` that a database returns never leaves the server",
    "guide/schemas.md: A **response** is sent without properties that its type doesn't have.",
    "guide/schemas.md: | sends all responses as handlers return them, undeclared properties included |",
  ],
  async () => {
    const found = async (options: ServerOptions): Promise<unknown> => {
      vi.spyOn(console, "warn").mockReturnValue();
      const server = createServer({ schemas, ...options });
      server.route(users.users.user.find, () => row);
      return (await server.fetch(`http://h.test/v1/users/${row.id}`)).json();
    };
    expect(await found({})).toEqual(shown);
    expect(await found({ validateResponses: false })).toEqual(row);
  },
);

states(
  [
    "guide/validation.md: zod's `z.object`, Valibot's `v.object`, Effect's `Schema.Struct` | is removed",
    "guide/from-nestjs.md: `{ response: schema }` on the route",
    "guide/from-trpc.md: `.response<T>()` with `{ response: schema }` on the route",
    "guide/from-ts-rest.md: | `responseValidation: true` | `{ response: schema }` on the route",
  ],
  async () => {
    const { object, string: text } = valibot;
    const struct = Schema.Struct({ id: Schema.String, name: Schema.String });
    expect(await sent(z.object({ id: z.string(), name: z.string() }))).toEqual(shown);
    expect(await sent(object({ id: text(), name: text() }))).toEqual(shown);
    expect(await sent(Schema.toStandardSchemaV1(struct))).toEqual(shown);
  },
);

states(
  [
    'guide/validation.md: `type({ … })` | **is sent**, unless you add `"+": "delete"`',
    "guide/validation.md: | `z.looseObject`, `v.looseObject` | **is sent** |",
    "guide/validation.md: | `z.strictObject`, `v.strictObject` | the response is a 500 |",
  ],
  async () => {
    const { looseObject, strictObject, string: text } = valibot;
    expect(await sent(arktype({ id: "string", name: "string" }))).toEqual(row);
    expect(await sent(arktype({ "+": "delete", id: "string", name: "string" }))).toEqual(shown);
    expect(await sent(z.looseObject({ id: z.string(), name: z.string() }))).toEqual(row);
    expect(await sent(looseObject({ id: text(), name: text() }))).toEqual(row);
    expect(await sent(z.strictObject({ id: z.string(), name: z.string() }))).toBe(500);
    expect(await sent(strictObject({ id: text(), name: text() }))).toBe(500);
  },
);

states(
  [
    "guide/validation.md: turn it off for this endpoint with `{ response: false }`",
    "guide/validation.md: The server then sends undeclared properties too.",
  ],
  async () => {
    const schema = z.object({ id: z.string(), name: z.string() });
    const server = createServer({ schemas });
    server.route(users.users.user.find, () => row, { response: false });
    const found = await server.fetch(`http://h.test/v1/users/${row.id}`);
    expect(await found.json()).toEqual(row);
    expect(await sent(schema, { validateResponses: false })).toEqual(row);
  },
);

states(
  [
    "guide/failures.md: With a type, it sends every property that you pass to `fail`.",
    "guide/nestjs.md: No guards, interceptors, pipes or filters run for them",
  ],
  async () => {
    const Known = failure("known", 409).body<{ id: string }>();
    const failing = rootResource({ first: get("first").failure(Known), second: get("second") });
    const server = createServer({ onError: () => undefined });
    server.route(failing.first, ({ fail }) => fail(Known, row));
    server.route(failing.second, () => {
      throw Object.assign(new Error("Not Found"), { status: 404, getStatus: () => 404 });
    });
    expect(await (await server.fetch("http://h.test/first")).json()).toMatchObject(row);
    expect((await server.fetch("http://h.test/second")).status).toBe(500);
  },
);

states(
  ["guide/fastify.md: removes properties from the responses of Fastify's own routes only"],
  async () => {
    const app = fastify();
    const response = { 200: { type: "object", properties: { name: { type: "string" } } } };
    app.get("/old", { schema: { response } }, () => row);
    routing(app).route(api.me, () => row);
    expect((await app.inject("/old")).json()).toEqual({ name: "Ada" });
    expect((await app.inject("/v1/me")).json()).toEqual(row);
  },
);

states(
  [
    "guide/from-hono-rpc.md: Without a schema, any JSON reaches the handler.",
    "guide/from-express.md: | `req.body` | `body`, validated only if it has [a schema]",
    "guide/handlers.md: | `body` | the decoded body. Only [a schema](validation.md) validates it |",
    "guide/bodies.md: | content | the body, decoded, and validated if it has a schema |",
    "guide/validation.md: `body.name.trim()` throws if `name` is a number, and the client gets a 500",
    "concepts/which-library.md: | paths, methods, media types, parameters; bodies with a schema |",
  ],
  async () => {
    const statusOf = async (request?: z.ZodType<{ name: string }>): Promise<number> => {
      const server = createServer({ onError: () => undefined });
      const handler = ({ body }: { body: { name: string } }): string => body.name.trim();
      if (request === undefined) server.route(api.greet, handler);
      else server.route(api.greet, handler, { request });
      return (await server.fetch("http://h.test/v1/greet", postJson('{"name":1}'))).status;
    };
    expect(await statusOf()).toBe(500);
    expect(await statusOf(z.object({ name: z.string() }))).toBe(400);
  },
);

const Named = z.object({ name: z.string() });
const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
const checked = rootResource("v2", {
  named: get("named").response(Named),
  at: get("at")
    .parameters({ from: instant })
    .response(z.object({ at: instant })),
  length: post("length")
    .request(z.object({ text: z.string().transform((text) => text.length) }))
    .response(z.number().transform((length) => `${length}`)),
});

states(
  [
    "guide/from-hono-rpc.md: already decoded; validated if the declaration has a schema",
    "guide/validation.md: The server validates by it, and the client checks responses by it",
    "guide/client.md: `false` skips the declaration's schemas, except [two-way](validation.md#two-way-schemas-and-dates) ones",
  ],
  async () => {
    const wrong = { name: 1, at: "never" };
    const off = { validateResponses: false };
    expect(await clientOf(wrong).request(api.me).bodyOrThrow()).toEqual(wrong);
    await expect(clientOf(wrong).request(checked.named)).rejects.toThrow(InvalidResponseError);
    expect(await clientOf(wrong, off).request(checked.named).bodyOrThrow()).toEqual(wrong);
    const at = clientOf(wrong, off).request(checked.at, { parameters: { from: new Date(0) } });
    await expect(at).rejects.toThrow(InvalidResponseError);
  },
);

states(
  [
    "guide/validation.md: | on the server | on the server; on both sides if the schema is [two-way]",
    "guide/from-ts-rest.md: Use a parameter type with `.check(schema)`, or a `z.codec`.",
  ],
  async () => {
    const server = createServer();
    const seen: unknown[] = [];
    server.route(checked.length, ({ body: { text } }) => text);
    server.route(checked.at, ({ parameters: { from } }) => ({ at: from }));
    const client = createClient({
      fetch: async (url, init) => {
        const response = await server.fetch(url, init);
        seen.push(init.body, await response.clone().json());
        return response;
      },
    });
    expect(await client.request(checked.length, { text: "abc" }).bodyOrThrow()).toBe("3");
    const from = new Date(0);
    expect(await client.request(checked.at, { parameters: { from } }).bodyOrThrow()).toEqual({
      at: from,
    });
    expect(seen).toEqual(['{"text":"abc"}', "3", undefined, { at: from.toISOString() }]);
  },
);

/** The packages that a module of a page imports at run time, and those that its imports import. */
function importsOf(modules: ReadonlyMap<string, string>, name: string): string[] {
  const text = modules.get(name) ?? "";
  return [...text.matchAll(/^import (?!type ).*? from "(.+?)";/gm)].flatMap(([, source = ""]) =>
    source.startsWith(".") ? importsOf(modules, posix.normalize(source)) : [source],
  );
}

states(["guide/from-orpc.md: The client then doesn't bundle zod."], () => {
  const blocks = read("guide/from-orpc.md").matchAll(/^```ts\n\/\/ ([\w.]+)([^]*?)^```/gm);
  const modules = new Map([...blocks].map(([, name = "", text = ""]) => [name, text]));
  expect(new Set(importsOf(modules, "client.ts"))).toEqual(new Set(["bough", "bough/client"]));
});

states(
  [
    "guide/from-hono-rpc.md: | `testClient(app)` | `createClient({ fetch: async (url, init) => app.request(url, init) })` |",
  ],
  async () => {
    const app = new Hono().get("/v1/me", (context) => context.json(shown));
    expect(
      await createClient({ fetch: async (url, init) => app.request(url, init) })
        .request(api.me)
        .bodyOrThrow(),
    ).toEqual(shown);
  },
);

states(
  [
    "guide/from-express.md: `?item=a&item=b` was an array in Express, and is a 400 now.",
    "guide/from-express.md: Parameters that you don't declare are ignored, as before.",
    "guide/from-express.md: A body with malformed JSON is a 400 in your error format.",
    'guide/from-express.md: `title` is made from the failure\'s name: "Order not found"',
    "guide/from-express.md: a 500 in the declared format, with the code `internal-server-error`",
    "guide/from-nestjs.md: An id that isn't a UUID is a 404, not a 400",
  ],
  async () => {
    const OrderNotFound = failure("order-not-found", 404);
    const errors = errorFormat(type<{ error: string; message: string }>(), { code: "error" });
    const notes = rootResource(
      { errors },
      {
        list: get().parameters({ item: string().optional() }),
        create: post().request<{ text: string }>().failure(OrderNotFound),
        note: dynamicResource("note", integer(), { find: get() }),
      },
    );
    const server = createServer({ onError: () => undefined });
    server.errors(notes, ({ code, title }) => ({ error: code, message: title }));
    server.route(notes.list, () => undefined);
    server.route(notes.create, ({ body, fail }) => {
      if (body.text.trim() === "") fail(OrderNotFound);
    });
    const ask = async (path: string, init?: RequestInit): Promise<unknown> => {
      const response = await server.fetch(`http://h.test${path}`, init);
      return response.status === 204 ? 204 : [response.status, await response.json()];
    };
    expect(await ask("/?item=a&item=b")).toMatchObject([400, { error: "invalid-request" }]);
    expect(await ask("/?item=a&other=b")).toBe(204);
    expect(await ask("/", postJson("{"))).toMatchObject([400, { error: "invalid-request" }]);
    expect(await ask("/", postJson('{"text":""}'))).toEqual([
      404,
      { error: "order-not-found", message: "Order not found" },
    ]);
    expect(await ask("/", postJson("{}"))).toMatchObject([500, { error: "internal-server-error" }]);
    expect(await ask("/abc")).toMatchObject([404, { error: "not-found" }]);
  },
);

states(
  [
    "guide/logging.md: Only declared [API keys](authentication.md#api-keys) are masked",
    "guide/logging.md: | `header(name)` | a header of the request, unmasked: credentials too |",
    "concepts/questions.md: API keys in the query are `***` in both.",
  ],
  async () => {
    const Key = apiKey("key", { query: "key" });
    const keyed = rootResource({ it: get().security(Key).response<number>() });
    const lines: string[] = [];
    const seen: unknown[] = [];
    const observer: Observer = async ({ target, header }, next) => {
      seen.push(target, header("x-key"));
      await next();
    };
    const server = createServer({ observe: [observer, accessLog((line) => lines.push(line))] });
    server.secured([authenticate(Key, (key) => ({ key }))]).route(keyed.it, () => 1);
    await server.fetch("http://h.test/?key=a&token=b", { headers: { "x-key": "c" } });
    expect(seen).toEqual(["/?key=***&token=b", "c"]);
    expect(lines[0]).toContain('"target":"/?key=***&token=b"');
  },
);

states(
  ["guide/multi-tenancy.md: an endpoint that's routed elsewhere skips the check"],
  async () => {
    const Stranger = failure("stranger", 404);
    const tenants = rootResource({
      tenant: dynamicResource(
        "tenant",
        { failures: [Stranger] },
        {
          inside: get("inside").response<number>(),
          beside: get("beside").response<number>(),
        },
      ),
    });
    const server = createServer();
    const members = server.at(tenants.tenant).guard([Stranger], ({ fail }) => fail(Stranger));
    members.route(tenants.tenant.inside, () => 1);
    server.route(tenants.tenant.beside, () => 1);
    expect((await server.fetch("http://h.test/acme/inside")).status).toBe(404);
    expect((await server.fetch("http://h.test/acme/beside")).status).toBe(200);
  },
);
