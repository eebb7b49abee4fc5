import { dynamicResource, get, rootResource } from "bough";
import { createClient, noticeDeprecated } from "bough/client";
import type { DeprecationNotice } from "bough/types";
import { createServer } from "bough/server";
import { describe, expect, test } from "vitest";

const api = rootResource("v1", {
  list: get().response<string>().deprecated({
    since: "2026-11-01",
    sunset: "2027-05-01",
    link: "https://example.com/moving",
  }),
  plain: get("plain").response<string>().deprecated(),
  fresh: get("fresh").response<string>(),
  user: dynamicResource(
    "user",
    { deprecated: { sunset: "2027-05-01" } },
    { find: get().response<string>() },
  ),
});

const EPOCH = new Date(0);

/** What the client tells of calls to an endpoint whose server sends these headers. */
async function noticed(
  headers: Record<string, string>,
  endpoint: typeof api.list | typeof api.fresh | typeof api.plain = api.fresh,
): Promise<DeprecationNotice[]> {
  const notices: DeprecationNotice[] = [];
  const client = createClient({
    baseUrl: "https://example.test",
    fetch: async () => Response.json("a", { headers }),
    around: noticeDeprecated((notice) => notices.push(notice)),
  });
  for (const _ of [1, 2]) {
    await client.request(endpoint).bodyOrThrow();
  }
  return notices;
}

describe("noticeDeprecated", () => {
  test("is called once for each endpoint and client, by the declaration", async () => {
    expect(await noticed({}, api.list)).toStrictEqual([
      {
        endpoint: api.list,
        since: new Date("2026-11-01T00:00:00Z"),
        sunset: new Date("2027-05-01T00:00:00Z"),
        link: "https://example.com/moving",
      },
    ]);
    expect(await noticed({}, api.plain)).toStrictEqual([{ endpoint: api.plain }]);
    expect(await noticed({})).toEqual([]);
  });

  test("is called once for an endpoint, whatever its ids", async () => {
    const server = createServer();
    server.route(api.user.find, () => "u");
    const seen: string[] = [];
    const make = () =>
      createClient({
        fetch: (url, init) => server.fetch(url, init),
        around: noticeDeprecated(({ endpoint, sunset }) =>
          seen.push(`${endpoint.template} ${sunset?.getUTCFullYear()}`),
        ),
      });
    const client = make();
    await client.request(api.user("a").find);
    await client.request(api.user("b").find);
    expect(seen).toEqual(["/v1/{user} 2027"]);
    await make().request(api.user("a").find);
    expect(seen.length).toBe(2);
  });

  test.each<[Record<string, string>, Omit<DeprecationNotice, "endpoint">]>([
    [{ deprecation: "@1793491200" }, { since: new Date("2026-11-01T00:00:00Z") }],
    [{ deprecation: "@1793491200;a=b" }, { since: new Date("2026-11-01T00:00:00Z") }],
    [{ deprecation: "Sun, 01 Nov 2026 00:00:00 GMT" }, { since: new Date("2026-11-01T00:00:00Z") }],
    [{ deprecation: "true" }, {}],
    [{ deprecation: "@x", sunset: "soon" }, {}],
    [
      { deprecation: "@0", sunset: "Thu, 01 Jan 1970 00:00:00 GMT" },
      { since: EPOCH, sunset: EPOCH },
    ],
    [{ deprecation: "@-1" }, { since: new Date(-1_000) }],
    [{ deprecation: "?1", sunset: "?1" }, {}],
    [{ deprecation: "@1e999", sunset: "@1e999" }, {}],
    [{ deprecation: "@1.5", sunset: "1" }, {}],
    [{ deprecation: "@999999999999999" }, {}],
    [
      { deprecation: "@1793491200", sunset: "Sat, 01 May 2027 00:00:00 GMT" },
      { since: new Date("2026-11-01T00:00:00Z"), sunset: new Date("2027-05-01T00:00:00Z") },
    ],
    [
      { deprecation: "true", link: '<https://a.test/x>; rel="deprecation"; type="text/html"' },
      { link: "https://a.test/x" },
    ],
    [
      {
        deprecation: "true",
        link: '</next>; rel="next", </why>; title="a, b"; rel=deprecation, </v2>; rel="successor-version"',
      },
      { link: "/why" },
    ],
    [{ deprecation: "true", link: '</next>; rel="next"' }, {}],
    [{ deprecation: "true", link: "<".repeat(60_000) }, {}],
  ])("%j of a server that alone says so", async (headers, expected) => {
    expect(await noticed(headers)).toStrictEqual([{ endpoint: api.fresh, ...expected }]);
  });

  test("prefers what the server says, and is not called for a sunset alone", async () => {
    const sunset = "Mon, 01 May 2028 00:00:00 GMT";
    expect(await noticed({ sunset }, api.list)).toMatchObject([
      { since: new Date("2026-11-01T00:00:00Z"), sunset: new Date("2028-05-01T00:00:00Z") },
    ]);
    // A resource may go without any deprecation (RFC 8594 1).
    expect(await noticed({ sunset })).toEqual([]);
  });

  test("ignores a malformed date in favour of the declared one", async () => {
    expect(await noticed({ deprecation: "?1", sunset: "soon" }, api.list)).toMatchObject([
      { since: new Date("2026-11-01T00:00:00Z"), sunset: new Date("2027-05-01T00:00:00Z") },
    ]);
  });

  test("rejects the call with what it throws, so that a test can forbid deprecated calls", async () => {
    const client = createClient({
      baseUrl: "https://example.test",
      fetch: async () => Response.json("a"),
      around: noticeDeprecated(({ endpoint }) => {
        throw new Error(`${endpoint.template} is deprecated`);
      }),
    });
    await expect(client.request(api.list)).rejects.toThrow("/v1 is deprecated");
  });
});
