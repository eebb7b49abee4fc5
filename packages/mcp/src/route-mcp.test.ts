import { describe, expect, test } from "vitest";
import { z } from "zod";
import { api, ask, call, ID, serverOf, Token } from "../../../test/support/mcp-api.ts";
import { get } from "bough";
import { anonymous } from "bough";
import { rootResource } from "bough";
import { createServer } from "bough/server";
import { authenticate } from "bough/server";
import type { RouteMcpOptions } from "./mcp-options.ts";
import { routeMcp } from "./route-mcp.ts";

describe("tools", () => {
  test("are the reads of a resource, and endpoints that are named themselves", async () => {
    const names = async (options: Partial<RouteMcpOptions>): Promise<string[]> =>
      (await ask(serverOf(options), "tools/list")).body.result.tools.map(
        ({ name }: { name: string }) => name,
      );
    const reads = ["users_list", "users_user_find", "users_user_picture"];
    expect(await names({ expose: [api.users] })).toEqual(reads);
    expect(await names({ expose: [api.users.user.remove, api.me] })).toEqual([
      "users_user_remove",
      "me",
    ]);
    expect(await names({ expose: [api.users], writes: true })).toEqual([
      "users_list",
      "users_create",
      "users_user_find",
      "users_user_rename",
      "users_user_remove",
      "users_user_picture",
    ]);
  });

  test("say what they take, return and do", async () => {
    const { body } = await ask(serverOf({ expose: [api.users], writes: true }), "tools/list");
    const [listing, creating, finding, , removing] = body.result.tools;
    expect(listing).toEqual({
      name: "users_list",
      description: "Lists users.",
      inputSchema: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        properties: {
          parameters: {
            type: "object",
            properties: {
              limit: { type: "integer", minimum: 1, maximum: 50 },
              tags: { type: "array", items: { type: "string" } },
            },
            additionalProperties: false,
          },
        },
        additionalProperties: false,
      },
      outputSchema: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "array",
        items: { $ref: "#/$defs/User" },
        $defs: { User: expect.objectContaining({ type: "object" }) },
      },
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
      },
    });
    expect(finding.annotations.title).toBe("Finds a user.");
    expect(finding.description).toBe("Finds a user. By its id.");
    expect(finding.inputSchema.properties.ids.required).toEqual(["user"]);
    expect(finding.outputSchema).toMatchObject({ type: "object", required: ["id", "name"] });
    expect(creating.inputSchema.required).toEqual(["body"]);
    expect(creating.annotations).toEqual({
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
    });
    expect(removing.annotations).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
    });
    expect(removing.outputSchema).toBeUndefined();
  });

  test("call endpoints with ids, parameters and bodies", async () => {
    const server = serverOf({ expose: [api.users], writes: true });
    const found = await call(server, "users_user_find", { ids: { user: ID } });
    expect(found).toMatchObject({
      status: 200,
      body: {
        jsonrpc: "2.0",
        id: 1,
        result: {
          resultType: "complete",
          content: [{ type: "text", text: JSON.stringify({ id: ID, name: "Ada" }) }],
          structuredContent: { id: ID, name: "Ada" },
        },
      },
    });
    const listed = await call(server, "users_list", {
      parameters: { limit: 3, tags: ["a b", "ü&"] },
    });
    expect(listed.body.result.structuredContent).toEqual([{ id: ID, name: "3 a b+ü&" }]);
    const created = await call(server, "users_create", { body: { name: "Bob" } });
    expect(created.body.result.structuredContent).toEqual({ id: ID, name: "Bob" });
    const removed = await call(server, "users_user_remove", { ids: { user: ID } });
    expect(removed.body.result.content).toEqual([{ type: "text", text: "204 No Content" }]);
    const picture = await call(server, "users_user_picture", { ids: { user: ID } });
    expect(picture.body.result.content).toEqual([
      { type: "image", data: "AQID", mimeType: "image/png" },
    ]);
  });

  test("answer failures, rejections and wrong arguments as errors that a model can read", async () => {
    const server = serverOf({ expose: [api.users], writes: true });
    const other = "7d444840-9dc0-11d1-b245-5ffdce74fad3";
    const failed = await call(server, "users_user_find", { ids: { user: other } });
    expect(failed.status).toBe(200);
    expect(failed.body.result).toMatchObject({
      isError: true,
      structuredContent: { type: "urn:problem-type:user-not-found", status: 404 },
    });
    const refused = await call(server, "users_create", { body: { name: "" } });
    expect(refused.body.result).toMatchObject({
      isError: true,
      structuredContent: { status: 400, errors: [{ in: "body", pointer: "/name" }] },
    });
    const wrong = await call(server, "users_user_rename", {
      ids: { user: "..", id: 1 },
      parameters: 1,
      headers: { host: "a" },
      more: 1,
    });
    expect(wrong.body.result.isError).toBe(true);
    expect(wrong.body.result.structuredContent.errors).toEqual([
      {
        pointer: "/more",
        message: "is not an argument: the arguments are ids, parameters, headers, body",
      },
      { pointer: "/ids/id", message: "is not declared: user" },
      { pointer: "/parameters", message: "must be an object of values by name" },
      { pointer: "/headers/host", message: "is not declared: there are none" },
      { pointer: "/ids/user", message: 'must not be ".."' },
      { pointer: "/body", message: "is missing" },
    ]);
  });
});

describe("credentials", () => {
  test("are those of the caller, and no others are passed on", async () => {
    const server = serverOf({ expose: [api.me] });
    const seen = await call(
      server,
      "me",
      {},
      {
        authorization: "Bearer secret-token-1",
        cookie: "session=1",
        origin: "http://localhost:3000",
        "x-forwarded-for": "1.2.3.4",
        traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "accept-language": "de",
      },
    );
    const { who, seen: names } = seen.body.result.structuredContent;
    expect(names.toSorted()).toEqual(["accept", "accept-language", "authorization", "traceparent"]);
    // The API says the token that it was given; the model does not get it.
    expect(who).toBe('{"token":"***"}');
    expect(JSON.stringify(seen.body)).not.toContain("secret-token");
    const keyed = await call(server, "me", {}, { "x-api-key": "partner-key-1" });
    expect(keyed.body.result.structuredContent.who).toBe('{"key":"***"}');
  });

  test("that are missing are an error for the model, or a challenge for the client", async () => {
    const alone = await call(serverOf({ expose: [api.me] }), "me");
    expect(alone.status).toBe(200);
    expect(alone.body.result).toMatchObject({ isError: true, structuredContent: { status: 401 } });
    const server = serverOf({
      expose: [api.me],
      publicUrl: "https://api.example.com",
      authorizationServers: ["https://login.example.com"],
    });
    const asked = await call(server, "me", {}, { authorization: "Bearer wrong" });
    expect(asked.status).toBe(401);
    expect(asked.headers.get("www-authenticate")).toBe(
      'Bearer error="invalid_token", resource_metadata="https://api.example.com/.well-known/oauth-protected-resource/mcp"',
    );
    const metadata = await server.fetch(
      "http://localhost/.well-known/oauth-protected-resource/mcp",
    );
    expect(await metadata.json()).toEqual({
      resource: "https://api.example.com/mcp",
      authorization_servers: ["https://login.example.com"],
      bearer_methods_supported: ["header"],
    });
  });

  test("of the MCP endpoint itself are checked by a view", async () => {
    const server = createServer({ requireSecurity: true });
    const app = server.secured([
      authenticate(Token, (token) => (token === "a" ? token : undefined)),
    ]);
    const open = rootResource("v1", { now: get("now").security(anonymous).response(z.string()) });
    server.route(open.now, () => "noon");
    routeMcp(app, open, {
      expose: [open],
      security: [Token],
      publicUrl: "https://api.example.com",
      authorizationServers: ["https://login.example.com"],
      onWarning: () => undefined,
    });
    const refused = await ask(server, "tools/list");
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toContain("resource_metadata=");
    expect(refused.body).toEqual({
      jsonrpc: "2.0",
      error: { code: -32_600, message: "Unauthorized" },
    });
    expect((await ask(server, "tools/list", {}, { authorization: "Bearer a" })).status).toBe(200);
  });
});
