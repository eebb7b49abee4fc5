import fc from "fast-check";
import { z } from "zod";
import { describe, expect, test } from "vitest";
import { api, ask, call, ID, send, serverOf } from "../../../test/support/mcp-api.ts";
import { post } from "bough";
import { rootResource } from "bough";
import { createServer } from "bough/server";
import { routeMcp } from "./route-mcp.ts";

const server = serverOf({
  expose: [api.users],
  instructions: "Users\u0007 of a shop.",
  info: { title: "Shop", version: "1.2.0" },
});
const HANDSHAKE = { "mcp-protocol-version": "2025-11-25" };

function rpc(method: string, params: object = {}, more: object = {}): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params, ...more });
}

describe("2026-07-28", () => {
  test("discovers the server", async () => {
    const { body } = await ask(server, "server/discover");
    expect(body.result).toEqual({
      resultType: "complete",
      supportedVersions: ["2026-07-28", "2025-11-25"],
      capabilities: { tools: {}, prompts: {}, resources: {} },
      instructions: "Users of a shop.",
      ttlMs: 300_000,
      cacheScope: "private",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "Shop", version: "1.2.0" } },
    });
  });

  test.each([
    ["tools/list", "tools", 3],
    ["prompts/list", "prompts", 0],
    ["resources/list", "resources", 0],
    ["resources/templates/list", "resourceTemplates", 0],
  ])("lists with %s, and says for how long", async (method, member, count) => {
    const { body } = await ask(server, method);
    expect(body.result[member]).toHaveLength(count);
    expect(body.result).toMatchObject({
      resultType: "complete",
      ttlMs: 300_000,
      cacheScope: "private",
    });
  });

  test.each([
    ["a version that nobody knows", { "mcp-protocol-version": "v9" }, "v9", 400, -32_022],
    [
      "another version in the header",
      { "mcp-protocol-version": "2025-11-25" },
      "2026-07-28",
      400,
      -32_020,
    ],
    ["another method in the header", { "mcp-method": "tools/call" }, "2026-07-28", 400, -32_020],
    ["another case of the method", { "mcp-method": "TOOLS/LIST" }, "2026-07-28", 400, -32_020],
  ])("refuses %s", async (_, headers, version, status, code) => {
    const params = {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    };
    const refused = await send(server, rpc("tools/list", params), {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/list",
      ...headers,
    });
    expect([refused.status, refused.body.error.code, refused.body.id]).toEqual([status, code, 1]);
    if (code === -32_022) {
      expect(refused.body.error.data).toEqual({
        supported: ["2026-07-28", "2025-11-25"],
        requested: "v9",
      });
    }
  });

  test("refuses a request without the header of its version, or without its metadata", async () => {
    const { body, status } = await send(
      server,
      rpc("tools/list", { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } }),
    );
    expect([status, body.error.code]).toEqual([400, -32_020]);
    for (const params of [
      {},
      { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } },
    ]) {
      const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };
      const refused = await send(server, rpc("tools/list", params), headers);
      expect([refused.status, refused.body.error.code]).toEqual([400, -32_602]);
    }
  });

  test.each([
    "initialize",
    "ping",
    "logging/setLevel",
    "resources/subscribe",
    "subscriptions/listen",
    "toString",
    "a/b",
  ])("does not know the method %s", async (method) => {
    const { status, body } = await ask(server, method);
    expect([status, body]).toEqual([
      404,
      { jsonrpc: "2.0", id: 1, error: { code: -32_601, message: `Method not found: ${method}` } },
    ]);
  });

  test.each([
    ["tools/call", { name: "none" }, "Unknown tool: none"],
    [
      "tools/call",
      { name: "users_list", arguments: [] },
      "Invalid params: arguments must be an object",
    ],
    ["tools/call", {}, "Invalid params: name must be a string"],
    ["prompts/get", { name: "none" }, "Unknown prompt: none"],
    ["resources/read", { uri: "a:b" }, "Resource not found"],
    ["tools/list", { cursor: "2" }, "Invalid params: the list has one page, so there is no cursor"],
  ])("refuses the params of %s: %j", async (method, params, message) => {
    const { status, body } = await ask(server, method, params);
    expect([status, body.error.code, body.error.message]).toEqual([400, -32_602, message]);
  });

  test("compares Mcp-Name, in base64 too", async () => {
    const named = (name: string): Promise<number> =>
      call(server, "users_list", {}, { "mcp-name": name }).then(({ status }) => status);
    expect(await named("users_list")).toBe(200);
    expect(await named(`=?base64?${btoa("users_list")}?=`)).toBe(200);
    expect(await named("users_find")).toBe(400);
    expect(await named("=?base64?%%%?=")).toBe(400);
    expect(await named("=?base64?/w==?=")).toBe(400);
  });
});

describe("2025-11-25", () => {
  test("shakes hands, whatever version a client wishes", async () => {
    for (const protocolVersion of ["2025-11-25", "2024-11-05"]) {
      const { status, body, headers } = await send(
        server,
        rpc("initialize", { protocolVersion, capabilities: {}, clientInfo: {} }),
      );
      expect(status).toBe(200);
      expect(body.result).toEqual({
        protocolVersion: "2025-11-25",
        serverInfo: { name: "Shop", version: "1.2.0" },
        capabilities: { tools: {}, prompts: {}, resources: {} },
        instructions: "Users of a shop.",
      });
      expect(headers.get("mcp-session-id")).toBeNull();
    }
    const initialized = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect(await send(server, initialized, HANDSHAKE)).toMatchObject({
      status: 202,
      body: undefined,
    });
    expect((await send(server, rpc("ping"), HANDSHAKE)).body).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: {},
    });
  });

  test("shows objects as structured content only", async () => {
    const { body } = await send(server, rpc("tools/list"), HANDSHAKE);
    expect(
      body.result.tools.map(
        ({ outputSchema }: { outputSchema?: object }) => outputSchema !== undefined,
      ),
    ).toEqual([false, true, false]);
    const called = (name: string, given: object): string =>
      rpc("tools/call", { name, arguments: given });
    const listed = await send(server, called("users_list", {}), HANDSHAKE);
    expect(Object.keys(listed.body.result)).toEqual(["content"]);
    const found = await send(server, called("users_user_find", { ids: { user: ID } }), HANDSHAKE);
    expect(found.body.result.structuredContent).toEqual({ id: ID, name: "Ada" });
  });

  test("refuses with 200, because the message was a request", async () => {
    const { status, body } = await send(server, rpc("server/discover"), HANDSHAKE);
    expect([status, body.error.code]).toEqual([200, -32_601]);
    const missing = await send(server, rpc("resources/read", { uri: "a:b" }));
    expect([missing.status, missing.body.error.code]).toEqual([200, -32_002]);
    const version = await send(server, rpc("tools/list"), { "mcp-protocol-version": "2025-06-18" });
    expect([version.status, version.body.error.code]).toEqual([400, -32_022]);
  });
});

const DEEP = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;

describe("bad input", () => {
  test.each([
    ["nothing", "", -32_700],
    ["no JSON", "{", -32_700],
    ["a prototype", '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{}}}', -32_600],
    ["a deep value", `{"params":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, -32_600],
    ["a deep id", rpc("ping", {}, { id: 0 }).replace('"id":0', `"id":${DEEP}`), -32_600],
    ["a deep argument", rpc("tools/call", { name: "0" }).replace('"0"', DEEP), -32_600],
    ["a batch", `[${rpc("ping")}]`, -32_600],
    ["an empty batch", "[]", -32_600],
    ["null", "null", -32_600],
    ["a text", '"ping"', -32_600],
    ["another version of JSON-RPC", rpc("ping", {}, { jsonrpc: "1.0" }), -32_600],
    ["an id of null", rpc("ping", {}, { id: null }), -32_600],
    ["an id that is an object", rpc("ping", {}, { id: {} }), -32_600],
    ["a fraction as id", rpc("ping", {}, { id: 1.5 }), -32_600],
    ["no method", '{"jsonrpc":"2.0","id":1}', -32_600],
    ["a method that is no text", rpc("ping", {}, { method: 1 }), -32_600],
    ["params by position", rpc("ping", [] as object), -32_600],
    ["a response", '{"jsonrpc":"2.0","id":1,"result":{}}', -32_600],
  ])("%s is refused", async (_, text, code) => {
    const { status, body } = await send(server, text);
    expect([status, body.jsonrpc, body.error.code]).toEqual([400, "2.0", code]);
    expect(body.id).toBeUndefined();
  });

  test.each([[{ toString: 1 }], [{ valueOf: null }], [[{ toString: 1 }]], [[]], [null], [1]])(
    "%j as a name is refused",
    async (wrong) => {
      for (const [method, member] of [
        ["tools/call", "name"],
        ["prompts/get", "name"],
        ["resources/read", "uri"],
      ] as const) {
        const { status, body } = await send(server, rpc(method, { [member]: wrong }), HANDSHAKE);
        expect([status, body.error]).toEqual([
          200,
          { code: -32_602, message: `Invalid params: ${member} must be a string` },
        ]);
      }
      const searched = serverOf({ expose: [api], style: "search" });
      for (const [name, given] of [
        ["read", { endpoint: wrong }],
        ["describe", { endpoints: [wrong] }],
        ["search", { words: wrong }],
      ] as const) {
        expect((await call(searched, name, given)).body.result.isError).toBe(true);
      }
    },
  );

  test("of HTTP is refused in the words of the protocol", async () => {
    const small = createServer({ limits: { body: 100 } });
    const own = rootResource("v1", { go: post().response(z.string()) });
    small.route(own.go, () => "gone");
    routeMcp(small, own, { expose: [own.go], onWarning: () => undefined });
    const long = await send(small, rpc("ping", { text: "a".repeat(200) }));
    expect([long.status, long.body.error.code]).toEqual([413, -32_600]);
    expect((await send(small, rpc("ping"), { "content-type": "text/plain" })).status).toBe(415);
    for (const method of ["GET", "DELETE", "PUT"]) {
      const { status } = await server.fetch("http://localhost/mcp", { method });
      expect(status).toBe(405);
    }
  });

  test.each([
    ["http://evil.example/mcp", {}, 403],
    ["http://localhost.evil.example/mcp", {}, 403],
    ["http://localhost/mcp", { host: "evil.example" }, 403],
    ["http://localhost/mcp", { origin: "https://evil.example" }, 403],
    ["http://localhost/mcp", { origin: "http://127.0.0.1.evil.example" }, 403],
    ["http://localhost/mcp", { origin: "null" }, 403],
    ["http://localhost/mcp", { origin: "http://localhost:6274" }, 200],
    ["http://127.0.0.1:3000/mcp", {}, 200],
    ["http://[::1]:3000/mcp", {}, 200],
    ["https://api.example.com/mcp", {}, 200],
    ["https://api.example.com/mcp", { origin: "https://api.example.com" }, 200],
  ])("%s with %j gets %i", async (url, headers, expected) => {
    const own = serverOf({ expose: [api.users], publicUrl: "https://api.example.com" });
    const { status } = await own.fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: rpc("ping"),
    });
    expect(status).toBe(expected);
  });
});

describe("any arguments", () => {
  const places = fc.record(
    {
      ids: fc.oneof(fc.record({ user: fc.jsonValue() }), fc.jsonValue()),
      parameters: fc.oneof(
        fc.dictionary(fc.constantFrom("limit", "tags", "other"), fc.jsonValue()),
        fc.constant({ tags: ["\ud800"] }),
      ),
      headers: fc.jsonValue(),
      body: fc.jsonValue(),
      endpoint: fc.constantFrom("users.list", "users.create", "users.user.find", "\ud800"),
      endpoints: fc.jsonValue(),
      words: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );

  test.each(["tools", "search"] as const)("of the style %s are never a 5xx", async (style) => {
    const own = serverOf({ expose: [api], writes: true, style });
    const { body } = await ask(own, "tools/list");
    const names: string[] = body.result.tools.map(({ name }: { name: string }) => name);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), places, async (name, given) => {
        const { status, body: got } = await call(own, name, given);
        expect(got.jsonrpc).toBe("2.0");
        // The key __proto__ is refused with the whole message.
        expect(status).toBe(got.error === undefined ? 200 : 400);
        expect(got.result?.structuredContent?.status ?? 0).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
  });

  test("with half a surrogate pair are refused", async () => {
    const { body } = await call(server, "users_list", { parameters: { tags: ["\ud800"] } });
    expect(body.result.structuredContent.errors).toEqual([
      { pointer: "/parameters", message: "must not have half a surrogate pair" },
    ]);
  });
});

describe("x-mcp-header", () => {
  const text = (keywords: object) => z.string().meta({ "x-mcp-header": "Region", ...keywords });

  test("is compared with the argument", async () => {
    const own = rootResource("v1", {
      go: post()
        .request(
          z.object({
            region: text({}),
            to: z.object({ at: z.int().meta({ "x-mcp-header": "At" }) }).optional(),
          }),
        )
        .response(z.string()),
    });
    const server_ = createServer();
    server_.route(own.go, ({ body }) => body.region);
    routeMcp(server_, own, { expose: [own.go], onWarning: () => undefined });
    const sent = async (body: object, headers: Record<string, string>): Promise<unknown> => {
      const { status, body: got } = await call(server_, "go", { body }, headers);
      return status === 200 ? got.result.structuredContent : got.error.code;
    };
    expect(await sent({ region: "eu" }, { "mcp-param-region": "eu" })).toBe("eu");
    expect(await sent({ region: "日" }, { "mcp-param-region": "=?base64?5pel?=" })).toBe("日");
    expect(
      await sent(
        { region: "eu", to: { at: 7 } },
        { "mcp-param-region": "eu", "mcp-param-at": "7.0" },
      ),
    ).toBe("eu");
    for (const headers of [
      {},
      { "mcp-param-region": "us" },
      { "mcp-param-region": "eu", "mcp-param-at": "1" },
    ]) {
      expect(await sent({ region: "eu" }, headers as Record<string, string>)).toBe(-32_020);
    }
  });

  test.each<[string, z.ZodType]>([
    ["twice", z.object({ a: text({}), b: text({}) })],
    ["in a list", z.array(text({}))],
    ["on an object", z.object({}).meta({ "x-mcp-header": "A" })],
    ["with no name of a header", z.object({ a: text({ "x-mcp-header": "A b" }) })],
  ])("is refused %s", (_, schema) => {
    const own = rootResource("v1", { go: post().request(schema).response(z.string()) });
    const server_ = createServer();
    server_.route(own.go, () => "");
    expect(() => routeMcp(server_, own, { expose: [own.go] })).toThrow("x-mcp-header");
  });
});
