import { once } from "node:events";
import {
  connect,
  createServer as createHttp2Server,
  type Http2Server,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { post, rootResource, type } from "bough";
import { routing, toListener } from "bough/node";
import { createServer } from "bough/server";
import { afterEach, describe, expect, test } from "vitest";

const api = rootResource("v1", { echo: post("echo").request<unknown>().response(type<unknown>()) });
const opened: Http2Server[] = [];
afterEach(() => opened.splice(0).forEach((server) => server.close()));

async function answersOf(
  server: Http2Server,
  requests: readonly OutgoingHttpHeaders[],
): Promise<readonly (readonly [status: unknown, body: unknown])[]> {
  opened.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    return await Promise.all(
      requests.map(async (headers) => {
        const sent = client.request(headers, { endStream: false });
        sent.end("{}");
        const [head] = (await once(sent, "response")) as [IncomingHttpHeaders];
        return [head[":status"], await json(sent)] as const;
      }),
    );
  } finally {
    client.close();
  }
}

describe("a request of HTTP/2", () => {
  const echo = { ":method": "POST", ":path": "/v1/echo", "content-type": "application/json" };
  const refused = [
    505,
    {
      type: "urn:bough:http-version-not-supported",
      title: "HTTP Version Not Supported",
      status: 505,
      detail: "the server supports HTTP/1.1 only: put a proxy before it for HTTP/2",
    },
  ];

  test("is told by 505 that toListener speaks HTTP/1.1, with a Host of its own too", async () => {
    const server = createServer();
    server.route(api.echo, ({ body }) => body);
    // The seam: to the types a listener of HTTP/1.1 is none of HTTP/2.
    const http2 = createHttp2Server(toListener(server) as never);
    expect(await answersOf(http2, [echo, { ...echo, host: "localhost" }])).toEqual([
      refused,
      refused,
    ]);
  });

  test("is told so by routing, and comes to other listeners on paths of their own", async () => {
    const http2 = createHttp2Server((_request, response) => response.end('"theirs"'));
    // The seam: what is not of HTTP/1.1 is found out when it comes.
    routing(http2 as never).route(api.echo, ({ body }) => body);
    expect(await answersOf(http2, [echo, { ...echo, ":path": "/old" }])).toEqual([
      refused,
      [200, "theirs"],
    ]);
  });
});
