// A `fetch` that writes responses into the page, like the one of SvelteKit's `load`: on the server, a proxy sees how
// the body is read, and refuses headers that the page will not have. In the browser, the page answers before the
// network.
import { Buffer } from "node:buffer";
import { events, failure, get, integer, post, rootResource } from "bough";
import { createClient, type Client } from "bough/client";
import { createServer } from "bough/server";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const Missing = failure("missing", 404).body<{ readonly id: number }>();
const api = rootResource("v1", {
  users: get("users").parameters({ limit: integer().optional() }).response<string[]>(),
  search: post("search").request<{ readonly text: string }>().response<string[]>(),
  user: get("user").response<string>().failure(Missing),
  tagged: get("tagged").response<string>().conditional(),
  ticks: get("ticks").response(events<number>()),
});
const ORIGIN = "https://shop.test";

const server = createServer({ basePath: "/api" });
server.route(api.users, () => ["Ada", "Grace"]);
server.route(api.search, ({ body }) => [body.text], {
  request: z.object({ text: z.string().min(1) }),
});
server.route(api.user, ({ fail }) => fail(Missing, { id: 1 }));
server.route(api.tagged, ({ respond }) => respond("tagged", { etag: "1" } as never));
server.route(api.ticks, async function* () {
  yield 1;
});

interface Written {
  readonly key: string;
  readonly body: string;
  readonly init: ResponseInit;
}
type Filter = (name: string) => boolean;
/** Which ways to read a body the proxy knows: SvelteKit before 2.32 does not know `body`. */
type Ways = readonly ("text" | "json" | "arrayBuffer" | "body")[];

function keyOf(url: string, { headers, body }: RequestInit): string {
  const sent = typeof body === "string" ? body : JSON.stringify(body);
  const { pathname, search } = new URL(url);
  return JSON.stringify([pathname + search, [...new Headers(headers)], sent]);
}

/** `fetch` of `load` on the server. */
function onServer(page: Written[], filter: Filter, ways: Ways) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    // Another origin than that of the page would be called over the network.
    expect(new URL(url).origin).toBe(ORIGIN);
    const response = await server.fetch(url, init);
    const kept = [...response.headers].filter(([name]) => filter(name));
    const write = (bytes: ArrayBuffer): ArrayBuffer => {
      const body = Buffer.from(bytes).toString("base64");
      page.push({ key: keyOf(url, init), body, init: { status: response.status, headers: kept } });
      return bytes;
    };
    const read = async (): Promise<ArrayBuffer> => write(await response.arrayBuffer());
    const { get: line } = response.headers;
    response.headers.get = (name) => {
      const value = line.call(response.headers, name);
      if (value !== null && !filter(name)) throw new Error(`the page will not have "${name}"`);
      return value;
    };
    return new Proxy(response, {
      get: (_, name) => {
        if (!(ways as readonly unknown[]).includes(name)) {
          const value: unknown = Reflect.get(response, name, response);
          return typeof value === "function" ? value.bind(response) : value;
        }
        if (name === "body") {
          const [rest, own] = (response.body ?? new Blob().stream()).tee();
          void new Response(rest).arrayBuffer().then(write);
          return own;
        }
        if (name === "arrayBuffer") return read;
        const text = async () => new TextDecoder().decode(await read());
        return name === "text" ? text : async () => JSON.parse(await text()) as unknown;
      },
    });
  };
}

/** `fetch` of `load` in the browser, while the page hydrates. */
function inBrowser(page: Written[], requests: string[]) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const at = page.findIndex(({ key }) => key === keyOf(url, init));
    const [written] = at < 0 ? [] : page.splice(at, 1);
    if (written) return new Response(Buffer.from(written.body, "base64"), written.init);
    requests.push(url);
    return server.fetch(url, init);
  };
}

const all: Filter = (name) => name !== "set-cookie";

/** Loads on the server, then in the browser. */
async function loaded<T>(load: (client: Client) => Promise<T>, ways: Ways, filter = all) {
  const page: Written[] = [];
  const requests: string[] = [];
  const baseUrl = `${ORIGIN}/api`;
  const rendered = await load(createClient({ baseUrl, fetch: onServer(page, filter, ways) }));
  const written = page.length;
  const hydrated = await load(createClient({ baseUrl, fetch: inBrowser(page, requests) }));
  return { rendered, hydrated, written, requests };
}

describe.each<[string, Ways]>([
  ["SvelteKit", ["text", "json", "arrayBuffer", "body"]],
  ["SvelteKit before 2.32, which doesn't see body", ["text", "json", "arrayBuffer"]],
])("the page of %s", (_, ways) => {
  test.each<[string, (client: Client) => Promise<unknown>]>([
    ["a body", async (client) => client.request(api.users).bodyOrThrow()],
    [
      "a body of a URL with a query",
      async (client) => client.request(api.users, { parameters: { limit: 1 } }).bodyOrThrow(),
    ],
    [
      "the response of a search",
      async (client) => client.request(api.search, { text: "a" }).bodyOrThrow(),
    ],
    [
      "a declared failure",
      async (client) => {
        const result = await client.request(api.user);
        return result.failedWith(Missing) && { status: result.status, ...result.failure.body };
      },
    ],
    [
      "a rejection",
      async (client) =>
        client
          .request(api.search, { text: "" })
          .then(String, ({ status, type, errors }) => ({ status, type, errors })),
    ],
    ["an ETag", async (client) => (await client.request(api.tagged)).etag],
  ])("has %s, and the browser sends no request for it", async (_what, load) => {
    const { rendered, hydrated, requests } = await loaded(load, ways);
    expect(rendered).toBeDefined();
    expect(hydrated).toEqual(rendered);
    expect(requests).toEqual([]);
  });

  test("has what is read before the call ends", async () => {
    const { written } = await loaded(async (client) => client.request(api.users), ways);
    expect(written).toBe(1);
  });
});

test("a page whose server does not pass Content-Type on says so", async () => {
  const ways = ["text", "json", "arrayBuffer", "body"] as const;
  const load = async (client: Client) => client.request(api.users).bodyOrThrow();
  await expect(loaded(load, ways, () => false)).rejects.toThrow(
    'the page will not have "content-type"',
  );
});

test("a stream is not read into the page", async () => {
  const page: Written[] = [];
  const fetch = onServer(page, all, ["text", "json", "arrayBuffer"]);
  const client = createClient({ baseUrl: `${ORIGIN}/api`, fetch });
  const ticks = await client.request(api.ticks).bodyOrThrow();
  for await (const tick of ticks) expect(tick).toBe(1);
  expect(page).toEqual([]);
});
