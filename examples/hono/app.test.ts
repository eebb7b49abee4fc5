import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { createClient } from "bough/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "./api.ts";
import { createApp } from "./app.ts";

describe("the Hono example", () => {
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    server = serve({ fetch: createApp().fetch, port: 0, hostname: "127.0.0.1" }) as Server;
    if (!server.listening) {
      await once(server, "listening");
    }
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const client = (token?: string) =>
    createClient({
      baseUrl: `${origin}/api`,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });

  test("serves the declared notes behind its own middleware", async () => {
    const created = await client("open-sesame").request(api.notes.create, { text: " a note " });
    const note = created.bodyOrThrow();
    expect(note).toMatchObject({ author: "ada", text: "a note" });
    expect(created.ok && created.headers.location).toBe(`/api/v1/notes/${note.id}`);
    expect(await client().request(api.notes.list).bodyOrThrow()).toEqual([note]);
    expect(await client().request(api.notes.note(note.id).find).bodyOrThrow()).toEqual(note);
    const removed = await client("open-sesame").request(api.notes.note(note.id).remove);
    expect(removed.status).toBe(204);
    expect(await client().request(api.notes.note(note.id).find).bodyOrNull()).toBeNull();
  });

  test("refuses what the declaration does not allow", async () => {
    const stranger = await client().request(api.notes.create, { text: "a" });
    expect(stranger.ok ? "" : stranger.failure.name).toBe("unauthorized");
    expect(!stranger.ok && stranger.failure.errorBody).toEqual({
      error: "Unauthorized",
      code: "no-token",
    });
    const { url, headers } = await fetch(`${origin}/api/v1/notes`, { method: "DELETE" });
    expect([url, headers.get("allow")]).toEqual([
      `${origin}/api/v1/notes`,
      "GET, POST, HEAD, OPTIONS",
    ]);
    const empty = client("open-sesame").request(api.notes.create, { text: " " });
    await expect(empty).rejects.toMatchObject({
      name: "RejectionError",
      status: 400,
      body: { error: "Bad Request", code: "invalid-request" },
    });
  });

  test("keeps its own routes, and its own words for what is not there", async () => {
    expect(await (await fetch(`${origin}/health`)).text()).toBe("ok");
    const headers = { authorization: "Bearer open-sesame" };
    expect(await (await fetch(`${origin}/whoami`, { headers })).json()).toBe("ada");
    expect(await (await fetch(`${origin}/api/v1/none`)).json()).toEqual({ error: "not found" });
    const long = await fetch(`${origin}/api/v1/notes`, {
      method: "POST",
      body: JSON.stringify({ text: "a".repeat(20_000) }),
      headers: { "content-type": "application/json", origin: "https://notes.test" },
    });
    expect([long.status, await long.text()]).toEqual([413, "Payload Too Large"]);
    expect(long.headers.get("access-control-allow-origin")).toBe("https://notes.test");
  });
});
