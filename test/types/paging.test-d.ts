// `.paged()`: where it can be declared, and the names that it takes.
import {
  dateTime,
  failure,
  get,
  integer,
  noBody,
  post,
  query,
  rootResource,
  string,
  type,
  type InferItem,
} from "bough";
import { createClient, items, pages } from "bough/client";
import type { PagedArguments } from "bough/types";
import { createServer } from "bough/server";
import { expectType } from "../support/types.ts";

interface User {
  readonly id: string;
  readonly age: number;
  readonly profile: { readonly key: string };
}
interface Page {
  readonly users: readonly User[];
  readonly next: string | null;
  readonly position?: number;
  readonly meta: {
    readonly next?: string;
    readonly users: User[];
    readonly deep: { list: User[] };
  };
  readonly has_more: boolean;
  readonly count: number;
  readonly "@odata.nextLink"?: string;
}
const parameters = {
  after: string().optional(),
  position: integer().optional(),
  since: dateTime().optional(),
  page: integer().default(1),
};

// --- forms

const list = get().parameters(parameters).response<Page>();
export const api = rootResource("v1", {
  cursor: list.paged({ items: "users", next: { after: "next" } }),
  deep: list.paged({ items: "meta.users", next: { after: "meta.next" }, more: "has_more" }),
  names: list.paged({ items: ["meta", "users"], next: { after: ["meta", "next"] } }),
  number: list.paged({ items: "users", next: { position: "position" } }),
  last: list.paged({ items: "users", next: { after: { last: "id" } }, more: "has_more" }),
  lastDeep: list.paged({ items: "users", next: { after: { last: "profile.key" } } }),
  url: list.paged({ items: "users", next: "next" }),
  dotted: list.paged({ items: "users", next: ["@odata.nextLink"] }),
  page: list.paged({ items: "users", page: "page", first: 1, total: "count" }),
  offset: list.paged({ items: "users", offset: "position", more: "has_more" }),
  link: list.paged({ link: true, items: "users" }),
  array: get().response<readonly User[]>().paged({ link: true }),
  search: query().request<{ text: string }>().response<User[]>().paged({ link: true }),
  // A parameter of a resource is known to `verify` alone.
  inherited: get()
    .response<Page>()
    .paged({ items: "users", next: { after: "next" } }),
});

// --- what follows

list
  .paged({ items: "users", next: { after: "next" } })
  .describe({ summary: "Users" })
  .meta({ a: 1 });

// The documents of some vendors declare the array as optional.
get()
  .response<{ value?: { id: string }[]; nextLink?: string }>()
  .paged({ items: "value", next: "nextLink" });

// --- faults
// @ts-expect-error - no such property
list.paged({ items: "people", next: { after: "next" } });
// @ts-expect-error - no array
list.paged({ items: "next", next: { after: "next" } });
// @ts-expect-error - three names
list.paged({ items: "meta.deep.list", next: { after: "next" } });
// @ts-expect-error - three names
list.paged({ items: ["meta", "deep", "list"], next: { after: "next" } });
// @ts-expect-error - no such property
list.paged({ items: "users", next: { after: "nxt" } });
// @ts-expect-error - a number
list.paged({ items: "users", next: { after: "position" } });
// @ts-expect-error - text
list.paged({ items: "users", next: { position: "next" } });
// @ts-expect-error - text
list.paged({ items: "users", next: { since: "next" } });
// @ts-expect-error - no such property of a user
list.paged({ items: "users", next: { after: { last: "key" } } });
// @ts-expect-error - a number
list.paged({ items: "users", next: { after: { last: "age" } } });
// @ts-expect-error - a number is no URL
list.paged({ items: "users", next: "count" });
// @ts-expect-error - one name with a dot is a list
list.paged({ items: "users", next: "@odata.nextLink" });
// @ts-expect-error - no boolean
list.paged({ items: "users", next: { after: "next" }, more: "next" });
// @ts-expect-error - no number
list.paged({ items: "users", page: "page", total: "next" });
// @ts-expect-error - text counts nothing
list.paged({ items: "users", page: "after" });
// @ts-expect-error - neither
list.paged({ items: "users" });
// @ts-expect-error - both
list.paged({ items: "users", page: "page", offset: "position" });
// @ts-expect-error - no such option
list.paged({ items: "users", next: { after: "next" }, totl: "count" });
// @ts-expect-error - which one is the array?
list.paged({ link: true });
// @ts-expect-error - a link needs no cursor
list.paged({ link: true, items: "users", next: "next" });
const plain = get().parameters(parameters);
// @ts-expect-error - before its response
plain.paged({ items: "users", next: { after: "next" } });
const early = get().response<Page>().paged({ items: "users", next: "next" });
// @ts-expect-error - before its parameters
early.parameters(parameters);
// @ts-expect-error - POST changes something
post().response<Page>().paged({ items: "users", next: "next" });
// @ts-expect-error - twice
list.paged({ items: "users", next: "next" }).paged({ items: "users", next: "next" });

// --- at run time

get()
  .response<any>()
  .paged({ items: "users", next: { after: "next.token" }, more: "more" });
get()
  .response<{ data: unknown }>()
  .paged({ items: "data", next: { after: { last: "id" } } });

// --- calling

const client = createClient();
async function read(): Promise<void> {
  for await (const user of items(client, api.cursor, { parameters: { position: 1 } })) {
    expectType(user).is<User>();
  }
  for await (const user of items(client, api.array)) {
    expectType(user).is<User>();
  }
  for await (const user of items(client, api.search, { text: "a" }, { timeout: 5 })) {
    expectType(user).is<User>();
  }
  for await (const page of pages(client, api.link)) {
    expectType(page.ok).is<true>();
    expectType(page.body).is<Page>();
    expectType(page.status).is<200>();
  }
}
void read;
expectType<InferItem<typeof api.names>>().is<User>();

const Gone = failure("gone", 410);
const more = rootResource("v2", {
  any: get().response<any>().paged({ link: true }),
  plain: get("plain").response<Page>(),
  none: get("none"),
  failing: get("failing").response<User[]>().paged({ link: true }).failure(Gone),
});
for await (const item of items(client, more.any)) {
  expectType(item).is<unknown>();
}
for await (const { ok, status } of pages(client, more.failing)) {
  expectType(ok).is<true>();
  expectType(status).is<200>();
}
// @ts-expect-error - it declares no pages
items(client, more.plain);
// @ts-expect-error - nor this one
pages(client, more.none);
// @ts-expect-error - no such parameter
items(client, api.cursor, { parameters: { before: "a" } });
// @ts-expect-error - the body is missing
items(client, api.search);

export function all<E extends typeof api.cursor>(endpoint: E, ...rest: PagedArguments<E>): void {
  // oxlint-disable-next-line typescript/no-misused-spread -- a sentence is not passed: no endpoint fits it
  items(client, endpoint, ...rest);
}

// --- serving

const server = createServer();
server.route(api.link, ({ respond, parameters: { page } }) =>
  respond({} as Page, { link: `<?page=${page + 1}>; rel="next"` }),
);
server.route(api.array, ({ respond }) => respond([], { link: undefined }));
// @ts-expect-error - a string
server.route(api.array, ({ respond }) => respond([], { link: 2 }));
// @ts-expect-error - its next page is in the body
server.route(api.cursor, ({ respond }) => respond({} as Page, { link: "<?page=2>" }));
server.route(api.cursor, () => ({}) as Page);
const linked = rootResource("v3", {
  counted: get("counted")
    .response(type<User[]>(), { headers: { "x-count": integer() } })
    .paged({ link: true }),
  cached: get("cached").response<User[]>().response(noBody, { status: 304 }).paged({ link: true }),
});
server.route(linked.counted, ({ respond }) =>
  respond([], { headers: { "x-count": 1 }, link: "<?page=2>" }),
);
server.route(linked.cached, ({ respond }) => respond([], { status: 200, link: "<?page=2>" }));
// @ts-expect-error - the header is missing
server.route(linked.counted, ({ respond }) => respond([], { link: "<?page=2>" }));
