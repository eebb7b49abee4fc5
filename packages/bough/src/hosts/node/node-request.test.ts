// What arrives of a body after its reader has left: over real sockets, since a chunk that has
// nowhere to go would end the process.
import { plainText, post, rootResource, stream } from "bough";
import { listen, type Listening } from "bough/node";
import { createServer } from "bough/server";
import type { Limits } from "bough/types";
import { afterEach, describe, expect, test } from "vitest";
import { RawClient } from "../../../../../test/support/raw-client.ts";

const api = rootResource({ upload: post("upload").request(stream()).response(plainText()) });
const SIZE = 8 * 1024 * 1024;

const open: Listening[] = [];
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close({ grace: 0 }))));

async function serve(
  handler: (body: ReadableStream<Uint8Array>) => Promise<string>,
  limits: Limits = {},
): Promise<RawClient> {
  const server = createServer({ limits: { body: 2 * SIZE, ...limits } });
  server.route(api.upload, ({ body }) => handler(body));
  const listening = await listen(server);
  open.push(listening);
  const client = await RawClient.open(listening.port);
  return client.write(
    `POST /upload HTTP/1.1\r\nhost: h.test\r\ncontent-type: a/b\r\ncontent-length: ${SIZE}\r\n\r\na`,
  );
}

describe("a body whose reader waits for a chunk", () => {
  test("J7: that comes after its deadline harms nobody", async () => {
    const client = await serve(
      async (body) => {
        const reader = body.getReader();
        while (!(await reader.read()).done);
        return "whole";
      },
      { idle: 50 },
    );
    expect((await client.next()).status).toBe(408);
    client.write("b");
    await client.flushed();
    client.socket.end();
    await client.closed;
  });

  test("and leaves throws away what comes", async () => {
    let left: () => void = () => undefined;
    const leaving = new Promise<void>((resolve) => (left = resolve));
    let answer: () => void = () => undefined;
    const answering = new Promise<void>((resolve) => (answer = resolve));
    const client = await serve(async (body) => {
      const reader = body.getReader();
      await reader.read();
      const waiting = reader.read();
      await reader.cancel();
      expect((await waiting).done).toBe(true);
      left();
      await answering;
      return "left";
    });
    await leaving;
    client.write(Buffer.alloc(SIZE - 1));
    answer();
    expect(await client.next()).toMatchObject({ status: 200, body: "left" });
  });

  test("D3: and is answered before that, does not stop a client that reads only after writing", async () => {
    const client = await serve(async (body) => {
      const reader = body.getReader();
      await reader.read();
      reader.read().catch(() => undefined);
      return "early";
    });
    client.socket.pause();
    // The answer is on its way.
    await new Promise((resolve) => setTimeout(resolve, 50));
    client.write(Buffer.alloc(SIZE - 1));
    await client.flushed();
    client.socket.resume();
    expect(await client.next()).toMatchObject({ status: 200, body: "early" });
  });
});

test("a body that others listen to besides comes whole", async () => {
  const server = createServer({ limits: { body: SIZE } });
  server.route(api.upload, async ({ body }) => {
    let size = 0;
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      await new Promise((resolve) => setTimeout(resolve));
    }
    return `${size}`;
  });
  const listening = await listen(server);
  open.push(listening);
  let heard = 0;
  listening.server.prependListener("request", (req) => {
    req.on("data", (chunk: Buffer) => (heard += chunk.byteLength));
  });
  const response = await fetch(`${listening.url}/upload`, {
    method: "POST",
    headers: { "content-type": "a/b" },
    body: new Uint8Array(SIZE),
  });
  expect(await response.text()).toBe(`${SIZE}`);
  expect(heard).toBe(SIZE);
});
