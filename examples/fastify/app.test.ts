import type { AddressInfo } from "node:net";
import { createClient } from "bough/client";
import type { Client } from "bough/client";
import { encode } from "cborg";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "./api.ts";
import { createApp } from "./app.ts";

describe("the Fastify example", () => {
  const headers = { authorization: "Bearer open-sesame" };
  let app: FastifyInstance;
  let url: string;
  let client: Client;

  beforeAll(async () => {
    app = createApp();
    await app.listen({ port: 0, host: "127.0.0.1" });
    url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    client = createClient({ baseUrl: url, headers });
  });

  afterAll(() => app.close());

  test("serves the API to those whom its own hook lets in", async () => {
    const note = { id: 1, author: "ada", text: "buy milk" };
    const created = await client.request(api.notes.create, { text: " buy milk " });
    expect(created).toMatchObject({ status: 201, body: note });
    expect(created.response.headers.get("location")).toBe("/v1/notes/1");
    expect(await client.request(api.notes.note(1).find).bodyOrThrow()).toEqual(note);
    expect(await client.request(api.notes.note(9).find).bodyOrNull()).toBe(null);
    const stranger = await fetch(`${url}/v1/notes`);
    expect(stranger.status).toBe(401);
    expect(await stranger.json()).toEqual({ error: "who are you?" });
  });

  test("takes CBOR by the parser it had", async () => {
    const post = (body: Uint8Array<ArrayBuffer>): Promise<Response> =>
      fetch(`${url}/v1/notes`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/cbor" },
        body,
      });
    const created = await post(new Uint8Array(encode({ text: "in CBOR" })));
    expect([created.status, await created.json()]).toMatchObject([201, { text: "in CBOR" }]);
    expect((await post(new Uint8Array(encode({ text: "" })))).status).toBe(400);
    expect((await post(new Uint8Array([255]))).status).toBe(400);
  });

  test("still has the routes it had", async () => {
    const health = await fetch(`${url}/health`);
    expect(await health.json()).toEqual({ status: "up" });
  });
});
