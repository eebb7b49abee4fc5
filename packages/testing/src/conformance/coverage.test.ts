import { failure, get, rootResource, dynamicResource, integer } from "bough";
import { createServer } from "bough/server";
import { describe, expect, test } from "vitest";
import { coverage } from "./coverage.ts";

const NotFound = failure("not-found", 404);
const api = rootResource("v1", {
  all: get("all").response<string>(),
  item: dynamicResource("item", integer(), { find: get().response<string>().failure(NotFound) }),
});

describe("coverage", () => {
  test("lists what no call has met, and what nobody declared", async () => {
    const seen = coverage();
    const server = createServer({ observe: seen, onError: () => undefined });
    server.route(api.all, () => "all");
    server.route(api.item.find, ({ ids, fail }) => {
      if (ids.item === 1) throw new Error("a fault");
      return ids.item === 2 ? "two" : fail(NotFound);
    });
    expect(seen.report(api)).toEqual({
      unmet: ["GET /v1/all 200", "GET /v1/{} 200", "GET /v1/{} 404 not-found"],
      undeclared: [],
    });
    const get_ = async (path: string): Promise<unknown> =>
      server.fetch(new Request(`http://localhost/v1/${path}`));
    await get_("1");
    await get_("1");
    await get_("2");
    await get_("nothing");
    expect(seen.report()).toEqual({
      unmet: ["GET /v1/all 200", "GET /v1/{} 404 not-found"],
      undeclared: ["GET /v1/{} 500 (2 times)"],
    });
    await get_("3");
    await get_("all");
    expect(seen.report().unmet).toEqual([]);
  });

  test("takes a 304 for the success that a client has already", async () => {
    const seen = coverage();
    const server = createServer({ observe: seen });
    const versioned = rootResource("v1", {
      find: get("one").response<{ readonly version: number }>().conditional({ version: "version" }),
    });
    server.route(versioned.find, () => ({ version: 1 }));
    const headers = { "if-none-match": '"1"' };
    expect((await server.fetch(new Request("http://localhost/v1/one", { headers }))).status).toBe(
      304,
    );
    expect(seen.report(versioned)).toEqual({ unmet: ["GET /v1/one 200"], undeclared: [] });
  });
});
