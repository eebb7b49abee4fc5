import { get, integer, noBody, rootResource, type } from "bough";
import { createClient, items } from "bough/client";
import { createServer } from "bough/server";
import { describe, expect, test } from "vitest";

const COUNT = 7;
const parameters = { page: integer({ min: 1 }).default(1) };
const api = rootResource("v1", {
  list: get("list").parameters(parameters).response<number[]>().paged({ link: true }),
  old: get("old")
    .parameters(parameters)
    .response(type<number[]>(), { headers: { "x-count": integer() } })
    .paged({ link: true })
    .deprecated({ link: "https://docs.test/old" }),
  cached: get("cached")
    .parameters(parameters)
    .response<number[]>()
    .response(noBody, { status: 304 })
    .paged({ link: true }),
});

function pageAt(page: number): { readonly found: number[]; readonly link: string | undefined } {
  const found = Array.from({ length: COUNT }, (_, index) => index).slice(page * 3 - 3, page * 3);
  return { found, link: page < 3 ? `<?page=${page + 1}>; rel="next"` : undefined };
}
const server = createServer({
  cors: { origins: ["https://app.test"] },
});
server.route(api.list, ({ respond, parameters: { page } }) => {
  const { found, link } = pageAt(page);
  return respond(found, { link });
});
server.route(api.old, ({ respond, parameters: { page } }) => {
  const { found, link } = pageAt(page);
  return respond(found, { link, headers: { "x-count": COUNT } });
});
server.route(api.cached, ({ respond, parameters: { page } }) => {
  const { found, link } = pageAt(page);
  return page > 2 ? respond(undefined, { status: 304 }) : respond(found, { status: 200, link });
});

const ask = async (path: string, headers: Record<string, string> = {}): Promise<Headers> =>
  (await server.fetch(new Request(`http://a.test${path}`, { headers }))).headers;

describe("the link of a page", () => {
  test("is sent, and read by the client", async () => {
    expect((await ask("/v1/list")).get("link")).toBe('<?page=2>; rel="next"');
    expect((await ask("/v1/list?page=3")).get("link")).toBeNull();
    const client = createClient({ fetch: server.fetch });
    const found: number[] = [];
    for await (const item of items(client, api.list)) found.push(item);
    expect(found).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test("stands beside other headers, links and statuses", async () => {
    const headers = await ask("/v1/old");
    expect(headers.get("link")).toBe(
      '<?page=2>; rel="next", <https://docs.test/old>; rel="deprecation"',
    );
    expect(headers.get("x-count")).toBe("7");
    expect((await ask("/v1/cached")).get("link")).toBe('<?page=2>; rel="next"');
    expect((await ask("/v1/cached?page=3")).get("link")).toBeNull();
  });

  test("is exposed to pages of other origins", async () => {
    const headers = await ask("/v1/list", { origin: "https://app.test" });
    expect(headers.get("access-control-expose-headers")?.toLowerCase()).toContain("link");
  });

  test.each<[unknown, string]>([
    ["?page=2", 'gave the link "?page=2" to respond: write <?page=3>; rel="next"'],
    [2, "gave the link 2 to respond"],
    ["<?page=2>\n", "a name or a value that a header cannot have"],
  ])("%j is an error of the handler", async (link, message) => {
    const errors: unknown[] = [];
    const own = createServer({ onError: (error) => errors.push(error) });
    own.route(api.list, ({ respond }) => respond([], { link: link as string }));
    const { status } = await own.fetch(new Request("http://a.test/v1/list"));
    expect(status).toBe(500);
    expect(String(errors[0])).toContain(message);
  });

  test("is added to those that a handler writes itself", async () => {
    const own = createServer();
    own.route(api.list, ({ respond }) =>
      respond([], {
        link: '<?page=2>; rel="next"',
        headers: { Link: '</style.css>; rel="preload"' },
      }),
    );
    const { headers } = await own.fetch(new Request("http://a.test/v1/list"));
    expect(headers.get("link")).toBe('</style.css>; rel="preload", <?page=2>; rel="next"');
  });
});
