import { apiKey, file, get, multipart, post, rootResource, staticResource, string } from "bough";
import { routing } from "bough/hono";
import { Hono } from "hono";
import { z } from "zod";
import { describe, expect, test } from "vitest";
import { api, ask, serverOf } from "../../../test/support/mcp-api.ts";
import { createServer } from "bough/server";
import type { FetchServer } from "bough/types";
import { authenticate } from "bough/server";
import type { RouteMcpOptions } from "./mcp-options.ts";
import { routeMcp } from "./route-mcp.ts";

const js = (value: unknown): never => value as never;

function routed(tree: object): FetchServer {
  const server = createServer();
  const route = (
    server as unknown as { route: (node: unknown, handler: unknown) => void }
  ).route.bind(server);
  for (const node of Object.values(tree)) {
    if (typeof node === "object" && "method" in node) route(node, () => undefined);
  }
  return server;
}

function faultOf(tree: object, options: Partial<RouteMcpOptions> = {}): string {
  try {
    routeMcp(routed(tree), js(tree), {
      expose: [js(tree)],
      writes: true,
      onWarning: () => undefined,
      ...options,
    });
  } catch (error) {
    return String(error);
  }
  return "";
}

describe("invisible characters", () => {
  const tree = (schema: z.ZodType, result: z.ZodType = z.string()): object =>
    rootResource("v1", { go: post("go").request(schema).response(result) });

  test.each<[string, object, string]>([
    ["an enum", tree(z.object({ a: z.enum(["x", "y\u200b"]) })), String.raw`"y\u200b"`],
    ["a const", tree(z.object({ a: z.literal("\u{e0041}b") })), String.raw`"\udb40\udc41b"`],
    ["a default", tree(z.object({ a: z.string().default("b\u2066") })), String.raw`"b\u2066"`],
    ["a name", tree(z.object({ "a\u00ad": z.string() })), String.raw`"a\u00ad"`],
    [
      "a shared name",
      tree(z.object({ "a\u0085": z.int() }).meta({ id: "A" })),
      String.raw`"a\u0085"`,
    ],
    ["a result", tree(z.string(), z.object({ a: z.enum(["\u061c"]) })), String.raw`"\u061c"`],
    ["selectors alone", tree(z.object({ a: z.literal("❤\ufe0f\ufe0f") })), String.raw`"❤\ufe0f"`],
    ["a parameter", rootResource("v1", { go: get().parameters({ "a\u200d": string() }) }), "a"],
  ])("are refused in %s", (_, node, found) => {
    for (const style of ["tools", "search"] as const) {
      expect(faultOf(node, { style })).toContain(
        found === "a"
          ? "has an invisible character in"
          : `has an invisible character in ${found}, which`,
      );
    }
  });

  test("are removed from what a model only reads, and kept in an emoji", async () => {
    const keywords = { title: "t\u200b", "x-note\u200b": ["n\u200b", { "k\u200b": "v\u200b" }] };
    const node = rootResource("v1", {
      go: post("go")
        .request(z.object({ a: z.enum(["❤️", "👩‍💻", "1️⃣", "a\nb"]).meta(keywords) }))
        .response(z.string()),
    });
    const server = routed(node);
    routeMcp(server, node, { expose: [node.go], onWarning: () => undefined });
    const { body } = await ask(server, "tools/list");
    expect(body.result.tools[0].inputSchema.properties.body.properties.a).toEqual({
      title: "t",
      "x-note": ["n", { k: "v" }],
      type: "string",
      enum: ["❤️", "👩‍💻", "1️⃣", "a\nb"],
    });
  });
});

describe("routeMcp", () => {
  test("returns what is exposed", () => {
    const server = createServer();
    const tree = rootResource("v1", { a: get("a"), b: staticResource("b", { c: post() }) });
    server.route(tree, { a: () => undefined, b: { c: () => undefined } });
    const { exposed } = routeMcp(server, tree, {
      expose: [tree.b.c, tree],
      onWarning: () => undefined,
    });
    expect(exposed).toEqual([
      { name: "a", method: "GET", template: "/v1/a", tool: "a" },
      { name: "b.c", method: "POST", template: "/v1/b", tool: "b_c" },
    ]);
  });

  test("refuses an endpoint without a handler, or of another API", () => {
    const server = createServer();
    const tree = rootResource("v1", { a: get("a") });
    server.unrouted(tree);
    expect(() => routeMcp(server, tree, { expose: [tree] })).toThrow(
      "GET /v1/a\n  is exposed to agents and has no handler\n  call routeMcp after the routes of the API, or expose less",
    );
    expect(() => routeMcp(serverOf(), api, { path: "b", expose: [tree.a] })).toThrow(
      "GET /v1/a\n  is not in the API that routeMcp was given\n  expose a part of it",
    );
  });

  test("refuses what a tool cannot carry, all of it at once", () => {
    const Session = apiKey("session", { cookie: "session" });
    const tree = rootResource("v1", {
      upload: post("upload").request(multipart({ picture: file() })),
      cookie: get("cookie").cookies({ theme: string() }),
      host: get("host").headers({ "content-language": string() }),
    });
    expect(faultOf(tree)).toBe(
      [
        "RouteError: POST /v1/upload",
        "  reads multipart/form-data, which a tool cannot send",
        "  add a JSON body, or do not expose upload",
        "GET /v1/cookie",
        '  needs the cookie "theme", and tools send none',
        "  make it optional, or do not expose cookie",
        "GET /v1/host",
        '  needs the header "content-language", which tools cannot set',
        "  make it optional, or do not expose host",
      ].join("\n"),
    );
    const secret = rootResource("v2", { me: get("me").security(Session) });
    const server = createServer();
    server.secured([authenticate(Session, (id) => ({ id }))]).route(secret.me, () => undefined);
    expect(() => routeMcp(server, secret, { expose: [secret] })).toThrow(
      "GET /v2/me\n  needs a credential that is in no header\n  accept one in a header too, or do not expose me",
    );
  });

  test("refuses names that are no names of tools", () => {
    const long = "a".repeat(65);
    const tree = rootResource("v1", { "a-b": get("1"), a_b: get("2"), [long]: get("3") });
    expect(faultOf(tree)).toContain("its tool a_b is also that of GET /v1/1");
    expect(faultOf(tree)).toContain("has 65 characters, and the most are 64");
    expect(faultOf(tree, { style: "search" })).toBe("");
  });

  test("asks for a style above 20 endpoints", () => {
    const many = Object.fromEntries(
      Array.from({ length: 21 }, (_, at) => [`e${at}`, get(`${at}`)]),
    );
    const tree = rootResource("v1", many);
    expect(faultOf(tree)).toContain(
      'style\n  is not given, and 21 endpoints are exposed\n  choose style: "search"',
    );
    expect(faultOf(tree, { style: "tools" })).toBe("");
  });

  test("warns of endpoints without a text", () => {
    const warnings: string[] = [];
    const tree = rootResource("v1", { a: get("a"), b: get("b").describe({ summary: "Does it." }) });
    faultOf(tree, { onWarning: (warning) => warnings.push(warning) });
    expect(warnings).toEqual([
      'GET /v1/a: has no text for the model: add .describe({ summary: "…" }) or JSDoc',
    ]);
  });

  test.each<[string, object, string]>([
    ["an unknown option", { expos: [] }, 'unknown option "expos"'],
    ["no exposure", {}, "expose is missing: expose: [api.users]"],
    [
      "an empty exposure",
      { expose: [] },
      "expected expose to be a list of resources and endpoints",
    ],
    ["a name", { expose: ["users"] }, "expected expose to be a list of resources and endpoints"],
    [
      "a path with a slash",
      { expose: [api], path: "/mcp" },
      "expected path to be a path without slashes",
    ],
    [
      "a host as publicUrl",
      { expose: [api], publicUrl: "api.example.com" },
      "expected publicUrl to be an absolute URL",
    ],
    ["another style", { expose: [api], style: "all" }, 'expected style to be "tools" or "search"'],
    [
      "authorization servers alone",
      { expose: [api], authorizationServers: ["https://a.test"] },
      "authorizationServers needs publicUrl",
    ],
  ])("refuses %s", (_, options, message) => {
    expect(() => routeMcp(createServer(), api, js(options))).toThrow(message);
  });

  test("needs a server", () => {
    expect(() => routeMcp(js(undefined), api, { expose: [api] })).toThrow(
      "routeMcp: expected what createServer() returned or a view of it, received undefined",
    );
    expect(() => routeMcp(routing(new Hono()), api, { expose: [api] })).toThrow(
      "the routes of a host",
    );
  });

  test("routes on a server that requires schemas", () => {
    const tree = rootResource("v1", { a: get("a") });
    const server = createServer({ requireSchemas: true, requireSecurity: false });
    server.route(tree, { a: () => undefined });
    const { exposed } = routeMcp(server, tree, { expose: [tree], onWarning: () => undefined });
    expect(exposed).toHaveLength(1);
  });

  test("passes the initial context of a request on", async () => {
    const server = createServer<{ readonly env: string }>();
    const tree = rootResource("v1", { env: get("env").response(z.string()) });
    server.route(tree.env, ({ env }) => env);
    routeMcp(server, tree, { expose: [tree], onWarning: () => undefined });
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "env" },
    });
    const request = new Request("http://localhost/mcp", {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
    const response = await server.handle(request, { env: "test" });
    expect(await response.json()).toMatchObject({ result: { content: [{ text: '"test"' }] } });
  });
});
