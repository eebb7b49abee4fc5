// Handlers for every endpoint of the every-feature API. What a handler gets is kept in
// `seen`, so that a test can hold it against what was sent.
import { authenticate, createServer, memoryStore } from "bough/server";
import type { ServerOptions } from "bough/server";
import type { FetchServer } from "bough/types";
import {
  api,
  api2,
  api3,
  BookingNotFound,
  Authorized,
  Conflict,
  Device,
  Gone,
  Group,
  Groups,
  HeaderKey,
  Members,
  NamedToken,
  NotFound,
  OwnToken,
  Password,
  QueryKey,
  Session,
  SignedIn,
  Slow,
  Teapot,
  Other,
  Lost,
  Moved,
  Moving,
  Overlap,
  Unauthorized,
  UserToken,
} from "../every-feature-api.ts";
import type { Item, Json } from "../every-feature-api.ts";

/** What the last handler got. */
export interface Seen {
  readonly endpoint: string;
  readonly ids: unknown;
  readonly parameters: unknown;
  readonly headers: unknown;
  readonly body: unknown;
}

export interface EveryFeatureServer {
  readonly server: FetchServer;
  readonly seen: Seen[];
  readonly errors: unknown[];
}

/** A server of the every-feature API, each endpoint routed in some way. */
export function everyFeatureServer(options: ServerOptions = {}): EveryFeatureServer {
  const seen: Seen[] = [];
  const errors: unknown[] = [];
  const server = createServer({ onError: (error) => errors.push(error), ...options });
  const keep = (
    call: Omit<Seen, "endpoint"> & {
      readonly endpoint: { readonly template: string; readonly method: string };
    },
  ): void => {
    const { endpoint, ids, parameters, headers, body } = call;
    seen.push({
      endpoint: `${endpoint.method} ${endpoint.template}`,
      ids,
      parameters,
      headers,
      body,
    });
  };
  const item = (id: string): Item => ({ id, name: "n" });
  const { items } = api;
  server.route(items.list, (call) => {
    keep(call);
    return null;
  });
  server.route(items.create, (call) => {
    keep(call);
    const { body, fail, respond } = call;
    if (body.name === "conflict") fail(Conflict, { holder: "me", attempts: "3" });
    if (body.name === "slow")
      fail(Slow, undefined, { headers: { "retry-after": 7 }, detail: "later" });
    return respond(body, { headers: { location: `/v1/items/${encodeURIComponent(body.id)}` } });
  });
  server.idempotent({ store: memoryStore(), scope: () => "all" }).route(api.orders, {
    place: (call) => {
      keep(call);
      const { body, fail, respond } = call;
      if (body.name === "conflict") fail(Conflict, { holder: "me", attempts: "3" });
      return respond(body, { headers: { location: `/v1/orders/${seen.length}` } });
    },
    change: (call) => {
      keep(call);
      return call.body;
    },
  });
  server.route(api.shelves, {
    list: (call) => {
      keep(call);
      return {
        items: [item("a")],
        meta: { next: call.parameters.after === undefined ? "a" : null },
      };
    },
    linked: (call) => {
      keep(call);
      const { respond, parameters } = call;
      const link = parameters.page < 2 ? `<?page=${parameters.page + 1}>; rel="next"` : undefined;
      return respond([item("a")], { link });
    },
  });
  server.route(api.drafts.draft, {
    find: (call) => {
      keep(call);
      if (call.ids.draft === "missing") call.fail(NotFound);
      call.notModified(3);
      return { text: "a", version: 3 };
    },
    replace: (call) => {
      keep(call);
      const { ids, body, expect } = call;
      expect(ids.draft === "new" ? undefined : 3, { current: { text: "a", version: 3 } });
      return { ...body, version: 4 };
    },
    change: (call) => {
      keep(call);
      const { ifMatch, body, changed } = call;
      if (Array.isArray(ifMatch) && !ifMatch.includes("3")) changed();
      return { ...body, version: 4 };
    },
    remove: (call) => {
      keep(call);
      call.expect(3);
    },
    read: (call) => {
      keep(call);
      return call.respond("text", { etag: "r1" });
    },
    write: (call) => {
      keep(call);
      call.expect("r1");
    },
  });
  server.route(items.search, (call) => {
    keep(call);
    return { total: "41", hidden: undefined };
  });
  server.route(items.echo, (call) => {
    keep(call);
    return call.body;
  });
  server.route(items.item, {
    find: (call) => {
      keep(call);
      const { ids, fail } = call;
      if (ids.item === "missing") fail(NotFound);
      if (ids.item === "gone") fail(Gone, { since: "2020" });
      if (ids.item === "teapot") fail(Teapot, { short: true });
      if (ids.item === "lost") fail(Lost);
      if (/^[45]\d\d$/.test(ids.item)) fail(Other, `no ${ids.item}`, { status: Number(ids.item) });
      if (ids.item === "moving")
        fail(Moving, { errors: { body: ["is moving"] } }, { headers: { "retry-after": 5 } });
      if (ids.item === "secret")
        fail(Unauthorized, undefined, { headers: { "www-authenticate": "Bearer" } });
      return item(ids.item);
    },
    exists: keep,
    any: (call) => {
      keep(call);
      const status = Number(call.ids.item);
      return call.respond({ status }, { status });
    },
    replace: (call) => {
      keep(call);
      const { body, respond } = call;
      if (body.name === "gone") return respond(undefined, { status: 204 });
      return body.name === "later"
        ? respond({ queued: true }, { status: 202 })
        : respond(body, { status: 200 });
    },
    change: (call) => {
      keep(call);
      return { ...item(call.ids.item), name: call.body.name };
    },
    remove: keep,
    parts: {
      part: {
        read: (call) => {
          keep(call);
          return { item: call.idOf(items.item), part: call.idOf(items.item.parts.part) };
        },
        day: {
          read: (call) => {
            keep(call);
            return { day: call.ids.day.toISOString() };
          },
        },
      },
    },
  });
  server.route(api.files, {
    read: (call) => {
      keep(call);
      return { path: call.ids.path };
    },
  });
  server.route(api.calls, {
    all: (call) => {
      keep(call);
      return "all";
    },
    batch: (call) => {
      keep(call);
      return call.body;
    },
    call: {
      read: (call) => {
        keep(call);
        return call.ids.sid;
      },
      play: (call) => {
        keep(call);
        return call.idOf(api.calls.call);
      },
    },
    export: {
      read: (call) => {
        keep(call);
        return call.ids.format;
      },
      start: (call) => {
        keep(call);
        return call.ids.format;
      },
    },
  });
  server.route(api.trees, {
    read: (call) => {
      keep(call);
      return { path: call.ids.tree };
    },
    copy: (call) => {
      keep(call);
      return { path: call.ids.tree };
    },
  });
  server.route(api.bodies, {
    text: ({ body }) => body,
    form: ({ body }) => ({ ...body }) as Json,
    nested: ({ body }) => ({ ...body }) as Json,
    spread: ({ parameters, body }) => ({ parameters, body }) as unknown as Json,
    bytes: ({ body }) => body,
    stream: ({ body }) => body,
    lines: ({ body }) => body,
    async *events({ body }) {
      for (const data of body) {
        yield { data };
      }
    },
    ended: ({ body }) => body.map((data) => ({ data })),
    tokens: ({ body }) => body,
    async *told({ body }) {
      for (const [index, data] of body.entries()) {
        yield { event: "value", data, id: String(index) };
        yield { event: "a text", data: JSON.stringify(data) };
      }
      yield { event: "item", data: item("last") };
    },
    parts: async ({ body: { fields, files } }) => {
      const arrived: Json[] = [];
      for await (const { filename = null, mediaType, text } of files) {
        arrived.push([filename, mediaType, await text()]);
      }
      return { ...fields, files: arrived };
    },
    typed: async ({ body: { fields, files } }) => {
      const { json, plain, text, raw, maybe = null, several } = fields;
      const arrived: Json[] = [];
      for await (const one of files) {
        arrived.push(await one.text());
      }
      return { json, plain, text, raw: [...raw], maybe, several, files: arrived };
    },
    buffered: ({ body: { fields, files } }) => ({
      ...fields,
      files: files.files.map(({ bytes }) => new TextDecoder().decode(bytes)),
    }),
    either: ({ body }) => body,
    sent: ({ mediaType, body }) => ({
      mediaType,
      body: mediaType === "multipart/form-data" ? body.fields.text : body,
    }),
    differ: ({ body: { values, stream }, respond }) =>
      stream
        ? respond(
            values.map((data) => ({ data })),
            { mediaType: "text/event-stream" },
          )
        : respond(values, { mediaType: "application/json" }),
    optional: ({ body }) => (body === undefined ? "absent" : body),
    named: ({ body }) => JSON.stringify(body),
    kept: ({ body }) => body,
    dated: ({ body }) => body,
  });
  server.route(api.cookies, {
    seen: ({ cookies }) => ({ ...cookies }) as Json,
    set: ({ body: { session }, respond, fail }) =>
      session === "missing"
        ? fail(NotFound, undefined, { cookies: { session: null } })
        : respond("set", { cookies: { session, "__Host-page": 2 } }),
  });
  routeSecured(server);
  server.route(api["with space"].read, () => "é");
  // A piece that stands in two trees has a handler at each of its places.
  server.rejections(api2, ({ status, type, errors: issues }, { respond }) =>
    respond(
      { code: type, messages: issues.map(({ message }) => message) },
      { status: status === 400 ? 422 : status },
    ),
  );
  server.route(api.old, {
    notes: ({ parameters: { search = null, q = null } }) => ({ search, q }),
    plain: () => null,
  });
  server.route(api.notes.all, () => [api.notes.path]);
  server.route(api2.notes.all, () => [api2.notes.path]);
  server.errors(api3, ({ code, title, detail, data, errors: issues }) => ({
    error: { code, message: detail ?? title, details: data ?? issues },
  }));
  server.route(api3.notes.all, () => [api3.notes.path]);
  server.route(api3.notes.note.read, (call) => ({ note: call.ids.note }));
  server.route(api3.bookings.booking.find, ({ ids: { booking: id }, fail }) =>
    id === "missing"
      ? fail(BookingNotFound, undefined, { headers: { "x-tries": 2 } })
      : id === "taken"
        ? fail(Overlap, { with: "1" }, { detail: "no room" })
        : id === "moved"
          ? fail(Moved, { to: "2" })
          : { id },
  );
  server.route(api.notes.note.read, (call) => {
    keep(call);
    return { note: call.ids.note };
  });
  server.route(api2.notes.note.read, (call) => {
    keep(call);
    return { note: call.ids.note };
  });
  const odd = (): string => "odd";
  server.route(api.odd, {
    name: odd,
    length: odd,
    call: odd,
    apply: odd,
    bind: odd,
    constructor: odd,
    toString: odd,
    odd: { name: odd, length: odd, call: odd, constructor: odd },
  });
  server.route(Groups.list, () => "groups");
  server.route(Group.find, ({ ids }) => ({ group: ids.group }));
  server.route(Members.member.find, ({ ids }) => ({ group: ids.group, member: ids.member }));
  return { server, seen, errors };
}

/** The principal is the credential, so that a test can hold it against what was sent. */
function routeSecured(server: FetchServer): void {
  const accept = <T>(credential: T): T => credential;
  const app = server.secured([
    authenticate(UserToken, (token, { scopes, forbid }) =>
      token === "forbidden" ? forbid() : token === "expired" ? undefined : { token, scopes },
    ),
    authenticate(NamedToken, (token, { forbid }) => (token === "forbidden" ? forbid() : token)),
    authenticate(Password, accept),
    authenticate(OwnToken, accept),
    authenticate(HeaderKey, accept),
    authenticate(QueryKey, accept),
    authenticate(Session, accept),
    authenticate(Authorized, (token, { scopes }) => ({ token, scopes })),
    authenticate(SignedIn, accept),
    authenticate(Device, ({ fingerprint256 }) => fingerprint256),
  ]);
  const who = ({ principal = null, scheme }: { principal?: unknown; scheme: unknown }): Json =>
    ({ principal, scheme }) as Json;
  app.route(api.secured, {
    token: who,
    roles: who,
    password: who,
    own: who,
    header: who,
    query: who,
    cookie: who,
    authorized: who,
    signedIn: who,
    device: who,
    named: who,
    either: who,
    both: who,
    maybe: who,
    open: who,
  });
}
