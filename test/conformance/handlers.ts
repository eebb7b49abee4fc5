// The handlers of the servers by hand, and the faults that they may have.
import { EventSchema, NewUserSchema, TOKEN, UserSchema, type User } from "./api.ts";

/** A response before a framework sends it. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is wrong in a server; the faults of the servers by hand. */
export const FAULTS = [
  "create: 200 instead of 201",
  "create: no Location",
  "create: Location leads nowhere",
  "create: does not store",
  "create: loses the age",
  "create: loses the tags",
  "create: the response lacks the email",
  "create: the response has a number as name",
  "create: 500 for non-ASCII names",
  "create: 500 for an empty array",
  "create: 500 for age 0",
  "create: 500 for null",
  "create: 500 for quotes",
  "create: accepts a missing name",
  "create: accepts a missing role",
  "create: accepts any role",
  "create: accepts an age of 151",
  "create: accepts a name of 51 characters",
  "create: accepts an empty name",
  "create: accepts six tags",
  "create: accepts an object as email",
  "create: accepts a zip that does not match",
  "create: 500 for a missing member",
  "create: 500 for broken JSON",
  "create: XML without its type",
  "find: 500 instead of 404",
  "find: 404 is not the declared failure",
  "find: responds with another user",
  "find: the id is not a UUID",
  "find: 302",
  "find: text/html",
  "find: broken JSON",
  "find: accepts an id that is not a UUID",
  "list: an object instead of an array",
  "list: accepts limit=abc",
  "list: accepts limit=101",
  "list: 500 for an unknown role",
  "list: lacks what was created",
  "list: an undeclared status 206",
  "replace: does not store",
  "replace: 500",
  "replace: accepts a missing email",
  "replace: 404 for what exists",
  "remove: does not remove",
  "remove: 404 for what exists",
  "remove: 200 instead of 204",
  "echo: an integer becomes a string",
  "echo: loses the date",
  "echo: 500 for large numbers",
  "echo: 500 for an emoji",
  "about: JSON instead of text",
  "about: 500",
  "notes: open to everybody",
  "notes: accepts every token",
  "notes: a negative count",
] as const;

/** One of them. */
export type HandFault = (typeof FAULTS)[number];

/** What a framework passes. A body that is not JSON is `undefined`. */
export interface Handlers {
  readonly list: (query: Readonly<Record<string, unknown>>) => Reply;
  readonly create: (body: unknown) => Reply;
  readonly find: (id: string) => Reply;
  readonly replace: (id: string, body: unknown) => Reply;
  readonly remove: (id: string) => Reply;
  readonly echo: (body: unknown) => Reply;
  readonly about: () => Reply;
  readonly count: (authorization: string | undefined) => Reply;
  readonly brokenJson: () => Reply;
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const CRASH: Reply = { status: 500, body: { error: "internal" } };

function problem(status: number, type = "about:blank", more: object = {}): Reply {
  const headers = { "content-type": "application/problem+json" };
  return { status, headers, body: { type, title: "Problem", status, ...more } };
}

const invalid = (): Reply => problem(400);

/** Handlers of one server. */
export function handlers(fault?: HandFault): Handlers {
  const users = new Map<string, User>();
  const is = (...names: readonly HandFault[]): boolean =>
    fault !== undefined && names.includes(fault);
  const missing = (): Reply => {
    if (is("find: 500 instead of 404")) return CRASH;
    return is("find: 404 is not the declared failure")
      ? { status: 404, body: { error: "gone" } }
      : problem(404, "urn:problem-type:user-not-found");
  };
  // The schema without what the fault accepts.
  const accepts = (body: unknown): boolean => {
    const given = { ...(Object(body) as Partial<User>) };
    if (
      is(
        "create: accepts a missing name",
        "create: accepts an empty name",
        "create: accepts a name of 51 characters",
      )
    ) {
      const isTolerated =
        (given.name === undefined && is("create: accepts a missing name")) ||
        (given.name === "" && is("create: accepts an empty name")) ||
        (typeof given.name === "string" &&
          given.name.length > 50 &&
          is("create: accepts a name of 51 characters"));
      if (isTolerated) given.name = "tolerated";
    }
    if (is("create: accepts a missing role") && given.role === undefined) given.role = "member";
    if (is("create: accepts any role") && typeof given.role === "string") given.role = "member";
    if (is("create: accepts an age of 151") && given.age === 151) given.age = 150;
    if (is("create: accepts six tags") && Array.isArray(given.tags))
      given.tags = given.tags.slice(0, 5);
    if (is("create: accepts an object as email") && typeof given.email === "object")
      given.email = "a@b.example";
    if (is("create: accepts a zip that does not match") && given.address) delete given.address;
    if (is("replace: accepts a missing email") && given.email === undefined)
      given.email = "a@b.example";
    return NewUserSchema.safeParse(given).success;
  };
  const crashes = (body: unknown): boolean => {
    const text = JSON.stringify(body) ?? "";
    const { name, age, tags, nick } = Object(body) as Partial<User>;
    return (
      // oxlint-disable-next-line no-control-regex -- everything but ASCII
      (is("create: 500 for non-ASCII names") && /[^\x00-\x7f]/.test(String(name))) ||
      (is("create: 500 for an empty array") && tags?.length === 0) ||
      (is("create: 500 for age 0") && age === 0) ||
      (is("create: 500 for null") && nick === null) ||
      (is("create: 500 for quotes") && String(name).includes("'")) ||
      (is("create: 500 for a missing member") && !text.includes('"role"'))
    );
  };
  const stored = (id: string, body: unknown): User => {
    const members = Object.entries(Object(body)).filter(([name]) => name in UserSchema.shape);
    const user = { ...(Object.fromEntries(members) as User), id };
    const { address } = user;
    if (address !== undefined) user.address = { city: address.city, zip: address.zip };
    if (is("create: loses the age")) delete user.age;
    if (is("create: loses the tags")) user.tags = [];
    return user;
  };
  return {
    list: (query) => {
      const { limit = "20", role } = query;
      const isRole = role === undefined || role === "member" || role === "admin";
      if (!isRole && is("list: 500 for an unknown role")) return CRASH;
      const count = Number(limit);
      const isCount = Number.isInteger(count) && count >= 1 && count <= 100;
      const isTolerated =
        (is("list: accepts limit=abc") && Number.isNaN(count)) ||
        (is("list: accepts limit=101") && count === 101);
      if (!isRole || (!isCount && !isTolerated)) return invalid();
      if (is("list: an object instead of an array")) return { status: 200, body: { users: [] } };
      const all = [...users.values()].filter((user) => role === undefined || user.role === role);
      const shown = is("list: lacks what was created") ? all.slice(0, -1) : all.reverse();
      return {
        status: is("list: an undeclared status 206") ? 206 : 200,
        body: shown.slice(0, isCount ? count : 20),
      };
    },
    create: (body) => {
      if (is("create: 500 for broken JSON") && body === undefined) return CRASH;
      if (crashes(body)) return CRASH;
      if (!accepts(body)) return invalid();
      const user = stored(crypto.randomUUID(), body);
      if (!is("create: does not store")) users.set(user.id, user);
      const location = is("create: Location leads nowhere")
        ? `/v1/people/${user.id}`
        : `/v1/users/${user.id}`;
      const { email, ...rest } = user;
      return {
        status: is("create: 200 instead of 201") ? 200 : 201,
        headers: {
          ...(is("create: no Location") ? {} : { location }),
          ...(is("create: XML without its type") ? { "content-type": "application/xml" } : {}),
        },
        body: is("create: the response lacks the email")
          ? rest
          : {
              ...rest,
              email,
              ...(is("create: the response has a number as name") ? { name: 7 } : {}),
            },
      };
    },
    find: (id) => {
      if (!UUID.test(id))
        return is("find: accepts an id that is not a UUID")
          ? { status: 200, body: { id } }
          : invalid();
      const user = users.get(id);
      if (user === undefined) return missing();
      if (is("find: 302")) return { status: 302, headers: { location: "/elsewhere" } };
      if (is("find: text/html"))
        return { status: 200, headers: { "content-type": "text/html" }, body: "<p>user</p>" };
      if (is("find: broken JSON")) {
        return { status: 200, headers: { "content-type": "application/json" }, body: '{"id": ' };
      }
      if (is("find: responds with another user"))
        return { status: 200, body: { ...user, id: crypto.randomUUID() } };
      return { status: 200, body: is("find: the id is not a UUID") ? { ...user, id: "1" } : user };
    },
    replace: (id, body) => {
      if (!UUID.test(id) || !accepts(body)) return invalid();
      const user = users.get(id);
      if (user === undefined || is("replace: 404 for what exists")) return missing();
      if (is("replace: 500")) return CRASH;
      const changed = stored(id, body);
      if (!is("replace: does not store")) users.set(id, changed);
      return {
        status: 200,
        body: is("replace: accepts a missing email")
          ? Object.assign({ email: "a@b.example" }, changed)
          : changed,
      };
    },
    remove: (id) => {
      if (!UUID.test(id)) return invalid();
      const isThere = users.has(id);
      if (!isThere || is("remove: 404 for what exists")) return missing();
      if (!is("remove: does not remove")) users.delete(id);
      return is("remove: 200 instead of 204")
        ? { status: 200, body: { removed: true } }
        : { status: 204 };
    },
    echo: (body) => {
      const event = EventSchema.safeParse(body);
      if (!event.success) return invalid();
      const { kind, when, ...rest } = event.data;
      if (is("echo: 500 for large numbers") && Math.abs(rest.ratio) > 1e12) return CRASH;
      if (is("echo: 500 for an emoji") && /\p{Emoji_Presentation}/u.test(rest.text)) return CRASH;
      return {
        status: 200,
        body: {
          ...rest,
          kind: is("echo: an integer becomes a string") ? String(kind) : kind,
          ...(is("echo: loses the date") ? {} : { when }),
        },
      };
    },
    about: () => {
      if (is("about: 500")) return CRASH;
      return is("about: JSON instead of text")
        ? { status: 200, body: { about: "users" } }
        : { status: 200, headers: { "content-type": "text/plain; charset=utf-8" }, body: "users" };
    },
    count: (authorization) => {
      const isKnown =
        authorization === `Bearer ${TOKEN}` ||
        is("notes: open to everybody") ||
        (is("notes: accepts every token") && authorization !== undefined);
      if (!isKnown) {
        const refused = problem(401);
        return { ...refused, headers: { ...refused.headers, "www-authenticate": "Bearer" } };
      }
      return { status: 200, body: { count: is("notes: a negative count") ? -1 : users.size } };
    },
    brokenJson: () => (is("create: 500 for broken JSON") ? CRASH : invalid()),
  };
}
