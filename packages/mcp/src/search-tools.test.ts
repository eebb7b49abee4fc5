import { describe, expect, test, vi } from "vitest";
import { api, ask, call, ID, serverOf } from "../../../test/support/mcp-api.ts";
import { contractOf } from "bough/contract";
import { SearchIndex } from "./search-index.ts";

const server = serverOf({ expose: [api.users, api.me], writes: true, style: "search" });
const text = async (name: string, given: object): Promise<string> =>
  (await call(server, name, given)).body.result.content[0].text;

describe("the style search", () => {
  test("has four tools, and three without writes", async () => {
    const names = async (of: typeof server): Promise<string[]> =>
      (await ask(of, "tools/list")).body.result.tools.map(({ name }: { name: string }) => name);
    expect(await names(server)).toEqual(["search", "describe", "read", "write"]);
    expect(await names(serverOf({ expose: [api.users], style: "search" }))).toEqual([
      "search",
      "describe",
      "read",
    ]);
  });

  test("finds signatures by words", async () => {
    const found = await text("search", { words: "find a user" });
    expect(found.split("\n")[0]).toBe(
      "users.user(id).find(): User | user-not-found  // Finds a user.",
    );
    expect(await text("search", { words: "LIST" })).toBe(
      "users.list({ limit?, tags? }): User[]  // Lists users.",
    );
    expect(await text("search", { words: "rename" })).toContain(
      "users.user(id).rename(object): User | user-not-found",
    );
    expect(await text("search", { words: "zebra" })).toBe(
      "no endpoint has one of these words: try others",
    );
    expect(await text("search", { words: "users" })).toContain(
      "users.user(id).picture(): image/png | user-not-found",
    );
  });

  test("looks at 20 words, and in the index only at those that begin with them", async () => {
    const others = Array.from({ length: 20 }, (_, at) => `other${at}x`).join(" ");
    expect(await text("search", { words: `rename ${others}` })).toContain(".rename(");
    expect(await text("search", { words: `${others} rename` })).toMatch(/^no endpoint/);

    const contract = contractOf(api);
    const [one] = contract.endpoints;
    const endpoints = Array.from({ length: 1_000 }, (_, at) => ({
      ...(one ?? expect.fail()),
      summary: `Thing${at} word${at}`,
    }));
    const index = new SearchIndex(endpoints);
    const compared = vi.spyOn(String.prototype, "startsWith");
    try {
      index.search(`word99 ${others} `.repeat(100_000));
      // word99 has ten longer words; each of the 20 words ends at one that does not begin with it.
      expect(compared.mock.calls.length).toBeLessThanOrEqual(30);
      expect(index.search("word99 other").map(({ summary }) => summary)[0]).toBe("Thing99 word99");
    } finally {
      compared.mockRestore();
    }
  });

  test("describes endpoints", async () => {
    const { body } = await call(server, "describe", { endpoints: ["users.user(id).find(): User"] });
    expect(body.result.structuredContent).toEqual({
      endpoints: [
        {
          endpoint: "users.user.find",
          request: "GET /v1/users/{user}",
          description: "Finds a user. By its id.",
          arguments: expect.objectContaining({ required: ["ids"] }),
          result: expect.objectContaining({ required: ["id", "name"] }),
          failures: [{ name: "user-not-found", status: 404, title: "User not found" }],
        },
      ],
    });
  });

  test("reads and writes", async () => {
    const found = await call(server, "read", { endpoint: "users.user.find", ids: { user: ID } });
    expect(found.body.result.structuredContent).toEqual({ id: ID, name: "Ada" });
    const created = await call(server, "write", {
      endpoint: "users.create",
      body: { name: "Bob" },
    });
    expect(created.body.result.structuredContent).toEqual({ id: ID, name: "Bob" });
  });

  test.each([
    ["search", {}, "/words", "must be a string"],
    ["describe", { endpoints: [] }, "/endpoints", "must be a list of names"],
    ["describe", { endpoints: ["a"] }, "/endpoints", 'no endpoint is called "a": use search'],
    [
      "read",
      { endpoint: "constructor" },
      "/endpoint",
      'no endpoint is called "constructor": use search',
    ],
    ["read", { endpoint: "users.create" }, "/endpoint", "users.create is POST: use write"],
    ["write", { endpoint: "users.list" }, "/endpoint", "users.list is GET: use read"],
  ])("%s with %j says what is wrong", async (name, given, pointer, message) => {
    const { body } = await call(server, name, given);
    expect(body.result).toMatchObject({
      isError: true,
      structuredContent: { errors: [{ pointer, message }] },
    });
  });

  test("does not call what is not exposed", async () => {
    const own = serverOf({ expose: [api.users.list], style: "search" });
    const { body } = await call(own, "read", { endpoint: "users.user.find", ids: { user: ID } });
    expect(body.result.isError).toBe(true);
  });
});
