import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { get, post, rootResource, stream, type } from "bough";
import { routing } from "bough/hono";
import { Hono } from "hono";
import { afterEach, describe, expect, test } from "vitest";
import { RawClient } from "../../../../../test/support/raw-client.ts";

const api = rootResource("v1", {
  send: post("send").request<unknown>().response(type<string>()),
  early: post("early").request(stream()).response(type<string>()),
  first: post("first").request(stream()).response(type<string>()),
  next: get("next").response<string>(),
});

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function connected(app: Hono): Promise<RawClient> {
  // The seam: node-server's type of a server has HTTP/2 in it.
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server;
  open.push(server);
  await once(server, "listening");
  return RawClient.open((server.address() as AddressInfo).port);
}

describe("a body that is left", () => {
  const CHUNK = 65_536;
  const CHUNKS = 32;
  const chunk = `${CHUNK.toString(16)}\r\n${" ".repeat(CHUNK)}\r\n`;

  test.each([
    ["is too large by count", "send", "application/json", 413],
    ["its handler does not read", "early", "application/octet-stream", 200],
    ["its handler reads the beginning of", "first", "application/octet-stream", 200],
  ])("that %s is read and thrown away", async (_, path, mediaType, status) => {
    const app = new Hono();
    const routes = routing(app, { onError: () => undefined });
    routes.route(api.send, () => "sent", { limits: { body: CHUNK } });
    routes.route(api.early, () => "early", { limits: { body: Infinity } });
    routes.route(
      api.first,
      async ({ body }) => {
        for await (const part of body) {
          return String(part.byteLength > 0);
        }
        return "none";
      },
      { limits: { body: Infinity } },
    );
    routes.route(api.next, () => "next");
    const client = await connected(app);
    client.write(
      `POST /v1/${path} HTTP/1.1\r\nhost: h\r\ncontent-type: ${mediaType}\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    client.write(`${chunk.repeat(CHUNKS)}0\r\n\r\nGET /v1/next HTTP/1.1\r\nhost: h\r\n\r\n`);
    expect((await client.next()).status).toBe(status);
    // The rest of it was taken from the connection, which goes on.
    expect(await client.next()).toMatchObject({ status: 200, body: '"next"' });
    client.destroy();
  });

  test("keeps nobody waiting for the rest of it", async () => {
    const app = new Hono();
    routing(app).route(api.first, async ({ body }) => {
      for await (const part of body) {
        return String(part.byteLength);
      }
      return "none";
    });
    const client = await connected(app);
    client.write(
      "POST /v1/first HTTP/1.1\r\nhost: h\r\ncontent-type: application/octet-stream\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n",
    );
    expect(await client.next()).toMatchObject({ status: 200, body: '"3"' });
    client.destroy();
  });
});
