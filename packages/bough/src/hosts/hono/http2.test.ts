import { once } from "node:events";
import {
  connect,
  createServer,
  type ClientHttp2Session,
  type Http2Server,
  type OutgoingHttpHeaders,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { serve } from "@hono/node-server";
import { del, post, put, rootResource, stream, type } from "bough";
import { routing } from "bough/hono";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const api = rootResource("v1", {
  echo: post("echo").request<unknown>().response(type<unknown>()),
  count: put("count").request(stream()).response(type<number>()),
  remove: del("remove"),
});

const connections: unknown[] = [];
let server: Http2Server;
let client: ClientHttp2Session;

beforeAll(async () => {
  const app = new Hono();
  const routes = routing(app, {
    observe: ({ scheme, authority, httpVersion }, next) => {
      connections.push({ scheme, authority, httpVersion });
      return next();
    },
  });
  routes.route(api.echo, ({ body }) => body, { limits: { body: 100 } });
  routes.route(api.count, async ({ body }) => {
    let count = 0;
    for await (const chunk of body) {
      count += chunk.byteLength;
    }
    return count;
  });
  routes.route(api.remove, () => undefined);
  // The seam: node-server's type of a server has HTTP/1.1 in it.
  server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1", createServer }) as Http2Server;
  await once(server, "listening");
  client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => {
  client.close();
  server.close();
});

async function answerOf(
  headers: OutgoingHttpHeaders,
  body?: string,
): Promise<readonly [status: unknown, body: string]> {
  const sent = client.request(headers, { endStream: body === undefined });
  if (body !== undefined) {
    sent.end(body);
  }
  const [head] = (await once(sent, "response")) as [OutgoingHttpHeaders];
  return [head[":status"], await text(sent)];
}

describe("over HTTP/2", () => {
  const json = { ":method": "POST", ":path": "/v1/echo", "content-type": "application/json" };

  test("a body of no declared length is read", async () => {
    expect(await answerOf(json, '{"a":1}')).toEqual([200, '{"a":1}']);
    expect(await answerOf({ ...json, "content-length": 7 }, '{"a":1}')).toEqual([200, '{"a":1}']);
  });

  test("an observer gets the authority and the version", async () => {
    connections.length = 0;
    await answerOf(json, "1");
    const { port } = server.address() as AddressInfo;
    expect(connections).toEqual([
      { scheme: "http", authority: `127.0.0.1:${port}`, httpVersion: "2" },
    ]);
  });

  test("a body of no declared length is counted", async () => {
    const [status] = await answerOf(json, JSON.stringify("x".repeat(200)));
    expect(status).toBe(413);
  });

  test("a stream is read, and a request without a body has none", async () => {
    const count = { ":method": "PUT", ":path": "/v1/count", "content-type": "text/plain" };
    expect(await answerOf(count, "x".repeat(70_000))).toEqual([200, "70000"]);
    expect((await answerOf(json))[0]).toBe(400);
    expect((await answerOf({ ":method": "DELETE", ":path": "/v1/remove" }))[0]).toBe(204);
  });
});
