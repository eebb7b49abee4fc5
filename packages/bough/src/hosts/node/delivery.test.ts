// How answers on node:http end, as an observer sees it.
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { bytes, get, post, rootResource, stream } from "bough";
import { listen, toListener } from "bough/node";
import { createServer, type ServerOptions } from "bough/server";
import type { Observed, FetchServer } from "bough/types";
import { afterEach, expect, test, vi } from "vitest";
import { exchangeRaw, RawClient } from "../../../../../test/support/raw-client.ts";
import { readingOf } from "../../../../../test/support/reading-of.ts";

const SIZE = 33_554_432;
const api = rootResource("v1", {
  whole: get("whole").response(bytes("application/octet-stream")),
  slow: get("slow").response(stream("application/octet-stream")),
  text: get("text").response<string>(),
  upload: post("upload").request<string>().response<string>(),
});

const closing: (() => unknown)[] = [];
let seen: Observed[] = [];
/** Resolves when the server has read so many bytes. */
let read: (count: number) => Promise<void>;

afterEach(async () => {
  seen = [];
  await Promise.all(closing.splice(0).map((close) => close()));
});

function serverWith(options: ServerOptions = {}): FetchServer {
  const server = createServer({
    onError: () => undefined,
    observe: async (_, next) => void seen.push(await next()),
    ...options,
  });
  server.route(api.whole, () => new Uint8Array(SIZE));
  server.route(api.slow, async function* ({ signal }) {
    yield new Uint8Array(1);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  });
  server.route(api.text, () => "a");
  server.route(api.upload, () => "b");
  return server;
}

async function listened(options?: ServerOptions): Promise<number> {
  const listening = await listen(serverWith(options));
  closing.push(() => listening.close({ grace: 0 }));
  read = readingOf(listening.server);
  return listening.port;
}

const head = (path: string, rest = "", method = "GET"): string =>
  `${method} /v1/${path} HTTP/1.1\r\nhost: h.test\r\n${rest}\r\n`;

test("a client that stops reading has stalled", async () => {
  const socket = connect(await listened({ limits: { stall: 200 } }), "127.0.0.1");
  socket.on("error", () => undefined).pause();
  socket.write(head("whole"));
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  expect(seen).toMatchObject([{ status: 200, outcome: "stalled" }]);
  socket.destroy();
});

test("a client that ends its connection has left", async () => {
  const socket = connect(await listened(), "127.0.0.1");
  socket.on("error", () => undefined).pause();
  socket.write(head("whole"));
  await read(head("whole").length);
  expect(seen).toEqual([]);
  socket.destroy();
  await vi.waitFor(() => expect(seen).toMatchObject([{ status: 200, outcome: "left" }]));
});

test("pipelined requests behind one whose client leaves have left", async () => {
  const client = await RawClient.open(await listened());
  client.write(head("slow") + head("text"));
  await read((head("slow") + head("text")).length);
  client.destroy();
  await vi.waitFor(() => expect(seen).toHaveLength(2));
  expect(seen.map(({ outcome }) => outcome)).toEqual(["left", "left"]);
});

test("a head that middleware throws at is a broken answer", async () => {
  const listener = toListener(serverWith());
  const http = createHttpServer((req, res) => {
    res.writeHead = () => {
      throw new Error("no head");
    };
    listener(req, res);
  });
  await once(http.listen(0, "127.0.0.1"), "listening");
  closing.push(() => http.close());
  const { port } = http.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}/v1/text`).catch(() => undefined);
  await vi.waitFor(() =>
    expect(seen).toMatchObject([{ outcome: "broken", error: new Error("no head") }]),
  );
});

test("a body that is too large, and is still being written, is answered", async () => {
  const port = await listened({ limits: { body: 10 } });
  const client = await RawClient.open(port);
  client.write(
    head("upload", "content-type: application/json\r\ncontent-length: 100000\r\n", "POST"),
  );
  expect((await client.next("POST")).status).toBe(413);
  client.destroy();
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  expect(seen).toMatchObject([{ status: 413, rejection: "urn:bough:content-too-large" }]);
});

test("a version that is not spoken is seen", async () => {
  const text = "GET /v1/text HTTP/2.0\r\nhost: h.test\r\n\r\n";
  expect((await exchangeRaw(await listened(), text)).status).toBe(505);
  await vi.waitFor(() => expect(seen).toMatchObject([{ status: 505, outcome: "answered" }]));
});

test("a request to a server that closes is seen", async () => {
  const listening = await listen(serverWith());
  const client = await RawClient.open(listening.port);
  client.write(head("slow"));
  await vi.waitFor(() => expect(client.rest).toContain("200"));
  const closed = listening.close({ grace: 200 });
  client.write(head("text"));
  await closed;
  await vi.waitFor(() => expect(seen).toHaveLength(2));
  expect(seen).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ status: 200, outcome: "left" }),
      expect.objectContaining({ status: 503, outcome: "left" }),
    ]),
  );
  client.destroy();
});
