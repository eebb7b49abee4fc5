// CONNECT behind requests that are still unanswered: each is answered once, in order.
import { bytes, get, post, rootResource, stream, type } from "bough";
import { listen } from "bough/node";
import { createServer } from "bough/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { RawClient } from "../../../../../test/support/raw-client.ts";

const api = rootResource({
  held: get("held").response<string>(),
  large: get("large").response(stream("text/plain")),
  send: post("send").request(bytes("text/plain")).response(type<string>()),
});
const CONNECT = "CONNECT other.test:1 HTTP/1.1\r\nhost: other.test:1\r\n\r\n";
const GET = "GET /held HTTP/1.1\r\nhost: h.test\r\n\r\n";
const CHUNK = 65_536;
const CHUNKS = 200;

async function serve() {
  const held: (() => void)[] = [];
  const state = { aborted: 0 };
  const server = createServer({ limits: { body: 10 } });
  server.route(api, {
    held: ({ signal }) =>
      new Promise((resolve) => {
        const place = held.push(() => resolve(`${place}`));
        signal.addEventListener("abort", () => state.aborted++);
      }),
    large: () => {
      let count = 0;
      return new ReadableStream({
        pull: (to) => (count++ < CHUNKS ? to.enqueue(new Uint8Array(CHUNK)) : to.close()),
      });
    },
    send: () => "sent",
  });
  const { port, server: http, close } = await listen(server);
  onTestFinished(() => close({ grace: 0 }));
  const asked = vi.fn();
  http.on("connect", asked);
  const client = await RawClient.open(port);
  const write = async (text: string): Promise<RawClient> => {
    client.write(text);
    await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
    return client;
  };
  return { client, write, held, state };
}

test("comes after the answers before it", async () => {
  const { write, held } = await serve();
  const client = await write(GET + GET + CONNECT);
  held[1]?.();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(client.rest).toBe("");
  held[0]?.();
  expect([await client.next(), await client.next(), await client.next()]).toMatchObject([
    { status: 200, body: '"1"' },
    { status: 200, body: '"2"' },
    { status: 501 },
  ]);
  await client.closed;
});

test("lets a stream before it come to its end", async () => {
  const { write } = await serve();
  const client = await write(GET.replace("held", "large") + CONNECT);
  const answer = await client.next();
  expect(answer.body.length).toBe(CHUNK * CHUNKS);
  expect((await client.next()).status).toBe(501);
});

test("is not answered after the last answer of its connection", async () => {
  const { client } = await serve();
  client.write(
    `POST /send HTTP/1.1\r\nhost: h.test\r\ncontent-type: text/plain\r\ncontent-length: ${CHUNK * 2}\r\n\r\n`,
  );
  client.write(new Uint8Array(CHUNK * 2)).write(CONNECT);
  expect((await client.next()).status).toBe(413);
  await client.closed;
  expect(client.rest).toBe("");
});

test.each(["end", "destroy", "resetAndDestroy"] as const)(
  "what is in flight before it hears that its client has left: %s",
  async (leave) => {
    const { write, state } = await serve();
    const client = await write(GET + GET + CONNECT);
    client.socket[leave]();
    await vi.waitFor(() => expect(state.aborted).toBe(2));
    await client.closed;
  },
);
