// One API that uses every feature of the declaration. A new feature starts as a line
// here: server, client and the round trip then fail until they know it.
import {
  anonymous,
  apiKey,
  bearer,
  bigint,
  body,
  boolean,
  bytes,
  cookie,
  date,
  dateTime,
  del,
  dynamicResource,
  events,
  failure,
  file,
  get,
  integer,
  json,
  jsonLines,
  list,
  multipart,
  noBody,
  number,
  object,
  oneOf,
  parameter,
  issue,
  patch,
  plainText,
  post,
  put,
  query,
  rootResource,
  segments,
  staticResource,
  stream,
  string,
  type,
  uuid,
  part,
} from "bough";
import {
  allOf,
  basic,
  either,
  errorFormat,
  head,
  httpAuth,
  jsonText,
  mutualTls,
  namedEvents,
  oauth2,
  oneOfBodies,
  openIdConnect,
  record,
  form,
} from "bough/existing";
import type { Codec } from "bough";
import { z } from "zod";

export interface Item {
  readonly id: string;
  readonly name: string;
  readonly tags?: readonly string[];
  readonly nested?: { readonly deep: readonly (number | null)[] };
}

/** What a body known by its type alone may hold. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

export const NotFound = failure("not-found", 404);
export const Gone = failure("gone", 404, {
  type: "https://example.test/gone",
  title: "Gone for good",
}).body<{
  readonly since: string;
}>();
export const Conflict = failure("conflict", 409).body(
  z.object({ holder: z.string(), attempts: z.string().transform(Number) }),
);
export const Slow = failure("slow-down", 429).headers({ "retry-after": integer({ min: 1 }) });
export const Unauthorized = failure("unauthorized", 401).headers({ "www-authenticate": string() });
export const Teapot = failure(418).body<{ readonly short: boolean }>();

/** Sent as it is; the name is for code. */
export const Moving = failure("moving", 423)
  .headers({ "retry-after": integer() })
  .bare<{ readonly errors: { readonly body: readonly string[] } }>();
/** The same without a body. */
export const Lost = failure("lost", 410).bare(noBody);

/** For every other status from 400, in two formats. */
export const Other = failure("other").body(oneOfBodies(json<Json>(), plainText()));

/** A parameter type of the project's own: a colour. */
const hex = parameter<number>({
  decode: (text) =>
    /^#[\da-f]{6}$/.test(text) ? Number.parseInt(text.slice(1), 16) : issue("is no colour"),
  encode: (value) =>
    Number.isInteger(value) && value >= 0 && value <= 0xff_ff_ff
      ? `#${value.toString(16).padStart(6, "0")}`
      : issue("is no colour"),
  schema: { type: "string", pattern: "^#[\\da-f]{6}$" },
});
/** A zod codec knows both directions. */
const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (value) => value.toISOString(),
});

/** Another way to write any JSON: a codec of the project's own. */
const quoted: Codec = {
  mediaType: "text/x-quoted",
  encode: (value) => encodeURIComponent(JSON.stringify(value)),
  decode: (content) => JSON.parse(decodeURIComponent(new TextDecoder().decode(content))) as unknown,
};

/** Members of its own in a query. */
const range = object({ gte: integer().optional(), within: object({ lt: integer() }).optional() });

/** Members under their own names in a query or form, beside names that are not declared. */
const spread = {
  page: object({ number: integer().optional(), size: integer().default(20) }, { style: "spread" }),
  area: object(
    { from: string(), tags: list(string()), within: range },
    { style: "spread" },
  ).optional(),
  others: record(list(string()), { style: "spread" }),
  limit: integer().optional(),
};

/** Every kind of body with a media type of its own. */
const bodies = staticResource("bodies", {
  text: put("text").request(plainText()).response(plainText()),
  form: post("form")
    .request(form({ text: string(), whole: integer().optional(), tags: list(string()) }))
    .response<Json>(),
  nested: post("nested")
    .request(
      form({
        metadata: record(string()),
        items: list(object({ price: string(), tags: list(string()) })),
        created: range,
      }),
    )
    .response<Json>(),
  spread: post("spread").parameters(spread).request(form(spread)).response<Json>(),
  bytes: put("bytes").request(bytes()).response(bytes()),
  stream: put("stream").request(stream("application/x-a")).response(stream("application/x-a")),
  lines: post("lines").request(jsonLines<Json>()).response(jsonLines<Json>()),
  events: query("events").request<readonly Json[]>().response(events<Json>()),
  ended: query("ended")
    .request<readonly Json[]>()
    .response(events<Json>({ end: "[DONE]" })),
  tokens: query("tokens")
    .request<readonly string[]>()
    .response(events(plainText(), { end: "" })),
  told: query("told")
    .request<readonly Json[]>()
    .response(
      namedEvents(
        { value: type<Json>(), item: type<Item>(), "a text": plainText() },
        { end: "[END]" },
      ),
    ),
  parts: post("parts")
    .request(multipart({ text: string(), tags: list(string()), files: file().list() }))
    .response<Json>(),
  typed: post("typed")
    .request(
      multipart({
        json: json<Json>(),
        plain: type<Json>(),
        text: plainText({ mediaType: "text/csv" }),
        raw: bytes(),
        maybe: part(json<Json>()).optional(),
        several: part(json<Json>()).list({ max: 5 }),
        files: file().list(),
      }),
    )
    .response<Json>(),
  buffered: post("buffered")
    .request(multipart({ text: string(), files: file().list() }, { buffered: true }))
    .response<Json>(),
  either: post("either")
    .request(oneOfBodies(json<Json>(), body<Json>(quoted)))
    .response(oneOfBodies(json<Json>(), body<Json>(quoted))),
  differ: post("differ")
    .request<{ readonly values: readonly Json[]; readonly stream: boolean }>()
    .response(oneOfBodies(json<readonly Json[]>(), events<Json>({ end: "" }))),
  sent: post("sent")
    .request(oneOfBodies(json<readonly Json[]>(), plainText(), multipart({ text: string() })))
    .response<{ readonly mediaType: string; readonly body: Json }>(),
  optional: post("optional")
    .request(type<Json>(), { optional: true, description: "any value", examples: { zero: 0 } })
    .response(type<Json>(), { description: "the same, or absent", examples: { zero: 0 } }),
  named: put("named")
    .request(json(type<Json>(), { mediaType: "application/merge-patch+json" }))
    .response(plainText({ mediaType: "text/csv" })),
  kept: post("kept")
    .request(json<Json>({ protoKeys: "keep" }))
    .response(json<Json>({ protoKeys: "keep" })),
  dated: post("dated")
    .request(z.object({ at: instant, more: z.array(instant).optional() }))
    .response(z.object({ at: instant, more: z.array(instant).optional() })),
});

const parameters = {
  text: string({ min: 1, max: 50 }),
  raw: string({ nul: true }).optional(),
  whole: integer({ min: -1_000, max: 1_000 }).optional(),
  real: number().optional(),
  flag: boolean().default(false),
  large: bigint().optional(),
  key: uuid().optional(),
  when: dateTime({ min: new Date(0) }).optional(),
  day: date({ max: "2099-12-31" }).optional(),
  order: oneOf("up", "down").default("up"),
  tag: list(string()),
  csv: list(integer(), { style: "comma", max: 20 }),
  fields: list(string(), { style: "comma" }).default(["id", "name"]),
  spaced: list(integer(), { style: "space" }),
  piped: list(oneOf("a b", "c"), { style: "pipe" }),
  bracketed: list(string(), { style: "brackets" }),
  indexed: list(string(), { style: "indexed" }),
  items: list(range),
  scale: oneOf(1, 2, 4).optional(),
  limit: either(integer(), oneOf("all"), range).optional(),
  filter: jsonText<{ readonly tags: readonly Json[] }>().optional(),
  page: jsonText(z.object({ size: z.number() })).optional(),
  created: range,
  metadata: record(string()),
  color: hex.optional(),
  even: integer()
    .check(z.number().refine((value) => value % 2 === 0, "is odd"))
    .optional(),
  at: instant,
};

/** Cookies of requests, also of all endpoints below, and cookies that answers set and remove. */
const cookies = staticResource(
  "cookies",
  { cookies: { tenant: string().optional() } },
  {
    seen: get("seen")
      .cookies({ session: string(), page: integer().default(1) })
      .response<Json>(),
    set: post("set")
      .request<{ readonly session: string | null }>()
      .response(type<Json>(), {
        cookies: { session: cookie(string(), { maxAge: 60 }), "__Host-page": cookie(integer()) },
      })
      .failure(NotFound),
  },
);

/** A security scheme of each kind. */
export const UserToken = bearer("user-token", { format: "JWT", description: "of a user" });
export const Password = basic("password", { realm: "the office", dialog: false });
export const OwnToken = httpAuth("own-token", { scheme: "Token" });
export const HeaderKey = apiKey("header-key", { header: "x-api-key" });
export const QueryKey = apiKey("query-key", { query: "key" });
export const Session = apiKey("session", { cookie: "sid" });
export const Authorized = oauth2("authorized", {
  authorizationCode: {
    authorizationUrl: "https://login.example.test/authorize",
    tokenUrl: "https://login.example.test/token",
    refreshUrl: "https://login.example.test/refresh",
    scopes: { "items:read": "Read items", "items:write": "Write items" },
  },
  clientCredentials: { tokenUrl: "https://login.example.test/token", scopes: {} },
});
export const SignedIn = openIdConnect("signed-in", {
  url: "https://login.example.test/.well-known/openid-configuration",
});
export const Device = mutualTls("device");
export const SignedOut = failure("signed-out", 401);
export const NotAllowed = failure("not-allowed", 403);
export const NamedToken = bearer("named-token", {
  unauthorized: SignedOut,
  forbidden: NotAllowed,
});

const secured = staticResource(
  "secured",
  { security: [UserToken] },
  {
    token: get("token").response<Json>(),
    roles: get("roles").security(UserToken.scopes("admin", "owner")).response<Json>(),
    password: get("password").security(Password).response<Json>(),
    own: get("own").security(OwnToken).response<Json>(),
    header: get("header").security(HeaderKey).response<Json>(),
    query: get("query").security(QueryKey).response<Json>(),
    cookie: post("cookie").security(Session).response<Json>(),
    authorized: get("authorized").security(Authorized.scopes("items:read")).response<Json>(),
    signedIn: get("signed-in").security(SignedIn).response<Json>(),
    device: get("device").security(Device).response<Json>(),
    named: get("named").security(NamedToken).response<Json>(),
    either: get("either").security(UserToken, HeaderKey).response<Json>(),
    both: get("both").security(allOf(UserToken, HeaderKey)).response<Json>(),
    maybe: get("maybe").security(UserToken, anonymous).response<Json>(),
    open: get("open").security(anonymous).response<Json>(),
  },
);

/** Calls that can be repeated. */
const orders = staticResource("orders", {
  place: post()
    .request<Item>()
    .response(type<Item>(), { status: 201, headers: { location: string() } })
    .failure(Conflict)
    .idempotent(),
  change: patch("change").request<Json>().response<Json>().idempotent({ required: false }),
});

/** A page of items. */
export interface ItemPage {
  readonly items: readonly Item[];
  readonly meta: { readonly next: string | null };
}

/** Lists with pages. */
const shelves = staticResource("shelves", {
  list: get()
    .parameters({ after: string().optional(), limit: integer({ min: 1, max: 100 }).default(20) })
    .response<ItemPage>()
    .paged({ items: "items", next: { after: "meta.next" } }),
  linked: get("linked")
    .parameters({ page: integer().default(1) })
    .response<readonly Item[]>()
    .paged({ link: true }),
});

/** A text with its version. */
export interface Draft {
  readonly text: string;
  readonly version: number;
}

export const DraftChanged = failure("draft-changed", 412).body<{ readonly current: Draft }>();

/** Versions of a resource, in its body and beside it. */
const drafts = staticResource("drafts", {
  draft: dynamicResource(
    "draft",
    { failures: [NotFound] },
    {
      find: get().response<Draft>().conditional({ version: "version" }),
      replace: put()
        .request<{ readonly text: string }>()
        .response<Draft>()
        .conditional({ version: "version", changed: DraftChanged }),
      change: patch()
        .request<{ readonly text: string }>()
        .response<Draft>()
        .conditional({ version: "version", required: false }),
      remove: del().conditional({ version: "version" }),
      read: get("text").response(plainText()).conditional(),
      write: put("text").request(plainText()).conditional(),
    },
  ),
});

/** Placed in two trees. */
const notes = staticResource("notes", {
  all: get().response<readonly string[]>(),
  note: dynamicResource("note", integer(), { read: get().response<{ readonly note: number }>() }),
});

/** On its way out, with and without a day, and with a parameter on its way out. */
const old = staticResource(
  "old",
  { deprecated: { since: "2026-11-01", link: "https://example.test/moving" } },
  {
    notes: get("notes")
      .parameters({ search: string().optional().deprecated("use q"), q: string().optional() })
      .response<Json>()
      .deprecated({ sunset: "2027-05-01" }),
    plain: get("plain").response<Json>(),
  },
);

/** Any property name is a child's. */
const oddNames = staticResource("odd", {
  name: get("name").response<string>(),
  length: get("length").response<string>(),
  call: get("call").response<string>(),
  apply: get("apply").response<string>(),
  bind: get("bind").response<string>(),
  constructor: get("constructor").response<string>(),
  toString: get("to-string").response<string>(),
  odd: dynamicResource("odd", {
    name: get("name").response<string>(),
    length: get("length").response<string>(),
    call: get("call").response<string>(),
    constructor: get("constructor").response<string>(),
  }),
});

export const api = rootResource(
  "v1",
  {
    failures: [Unauthorized],
    headers: { "x-tenant": string().optional() },
    meta: { team: "core", cached: false },
  },
  {
    items: staticResource("items", {
      /** Lists items. */
      list: get()
        .parameters(parameters)
        .response<Json>()
        .describe({ summary: "Lists items", tags: ["items"] })
        .stability("experimental"),
      create: post()
        .request<Item>()
        .response(type<Item>(), {
          status: 201,
          headers: { location: string(), etag: string().optional() },
        })
        .failure(Conflict, Slow),
      search: query("search")
        .request(z.object({ text: z.string(), page: z.string().transform(Number).default(1) }))
        .response(
          z.object({ total: z.string().transform(Number), hidden: z.undefined().optional() }),
        ),
      echo: post("echo").request<Json>().response<Json>(),
      item: dynamicResource("item", string(), {
        find: get()
          .response<Item>()
          .failure(NotFound, Gone, Teapot, Moving, Lost, Other)
          .meta({ cached: true }),
        exists: head("exists"),
        any: get("any").response(type<{ readonly status: number }>(), { status: "2XX" }),
        replace: put()
          .request<Item>()
          .response(type<Item>(), { status: 200 })
          .response(noBody, { status: 204 })
          .response(type<{ readonly queued: boolean }>(), { status: 202 }),
        change: patch()
          .headers({ "if-match": string(), "x-ids": list(integer()) })
          .request<{ readonly name: string }>()
          .response<Item>(),
        remove: del().failure(NotFound),
        // An id and a query parameter may have one name.
        parts: staticResource(
          "parts",
          { parameters: { unit: oneOf("mm", "inch").default("mm"), part: integer().optional() } },
          {
            part: dynamicResource("part", integer({ min: 0 }), {
              read: get().response<{ readonly item: string; readonly part: number }>(),
              day: dynamicResource("day", dateTime(), {
                read: get("day")
                  .parameters({ zone: string() })
                  .response<{ readonly day: string }>(),
              }),
            }),
          },
        ),
      }),
    }),
    files: dynamicResource("path", segments(), {
      read: get().response<{ readonly path: readonly string[] }>(),
    }),
    "with space": staticResource("a b:c@d+é", { read: get().response<string>() }),
    calls: staticResource(
      "calls",
      { trailingSlash: true },
      {
        all: get().response<string>(),
        batch: post(":batchGet").request<Json>().response<Json>(),
        call: dynamicResource(
          "sid",
          { prefix: "c-", suffix: ".json" },
          { read: get().response<string>(), play: post(":play").response<string>() },
        ),
        export: dynamicResource(
          "format",
          { type: integer(), suffix: ".tar.json", trailingSlash: false },
          { read: get().response<number>(), start: post("start").response<number>() },
        ),
      },
    ),
    trees: dynamicResource(
      "tree",
      { type: segments(), prefix: "t-", suffix: ".git" },
      {
        read: get().response<{ readonly path: readonly string[] }>(),
        copy: post(":copy").response<{ readonly path: readonly string[] }>(),
      },
    ),
    notes,
    old,
    bodies,
    cookies,
    secured,
    orders,
    shelves,
    drafts,
    odd: oddNames,
  },
);

/** The error format of that version: what a server writes is the output of its schema. */
export const Errors = z.object({ code: z.string(), messages: z.array(z.string()) });

/** Another version with the same piece in it, and with an error format of the project's own. */
export const api2 = rootResource("v2", { rejections: Errors }, { notes });

/** An error format of the project's own, in which failures keep their names. */
export interface ApiError {
  readonly error: {
    readonly code: string | number;
    readonly message: string;
    readonly details?: unknown;
  };
}

/** A failure with data, and one whose code is a number. */
export const Overlap = failure("overlap", 409, { code: 40_901 }).body(
  z.object({ with: z.string() }),
);
export const BookingNotFound = failure("booking-not-found", 404).headers({ "x-tries": integer() });
/** A failure that is sent as it is in every format. */
export const Moved = failure("moved", 410).bare<{ readonly to: string }>();

/** The format of that version. */
export const api3Errors = errorFormat(type<ApiError>(), {
  code: "error.code",
  data: "error.details",
});

/** The same piece below a root whose failures and rejections have one format. */
export const api3 = rootResource(
  "v3",
  { errors: api3Errors },
  {
    notes,
    bookings: staticResource("bookings", {
      booking: dynamicResource("booking", string(), {
        find: get().response<{ readonly id: string }>().failure(BookingNotFound, Overlap, Moved),
      }),
    }),
  },
);

/** Declared on their own, the parent named in the call. */
export const Groups = staticResource("groups", api2, { list: get().response<string>() });
export const Group = dynamicResource("group", uuid(), Groups, {
  find: get().response<{ readonly group: string }>(),
});
export const Members = staticResource("members", Group, {
  member: dynamicResource("member", integer(), {
    find: get().response<{ readonly group: string; readonly member: number }>(),
  }),
});
