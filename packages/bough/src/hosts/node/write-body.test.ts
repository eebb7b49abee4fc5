import { once } from "node:events";
import {
  createServer as createHttpServer,
  IncomingMessage,
  ServerResponse,
  type RequestListener,
} from "node:http";
import { connect, Socket, type AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { exchangeRaw, RawClient } from "../../../../../test/support/raw-client.ts";
import { endPlainly, endWith } from "./write-body.ts";

/** A server; how many gathering writes its sockets made. */
async function serve(listener: RequestListener): Promise<{ port: number; gathered: () => number }> {
  let count = 0;
  const http = createHttpServer(listener);
  http.on("connection", (socket: Socket) => {
    const writev = socket._writev?.bind(socket);
    socket._writev = (...given) => {
      count += 1;
      writev?.(...given);
    };
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return { port: (http.address() as AddressInfo).port, gathered: () => count };
}

const GET = "GET / HTTP/1.1\r\nhost: h.test\r\n\r\n";
const answer = (res: ServerResponse, content: string, encoding: BufferEncoding = "utf8"): void => {
  res.writeHead(200, { "content-length": Buffer.byteLength(content) });
  endWith(res, { content, encoding });
};

test("a text leaves with its head, in one plain write", async () => {
  const finished = vi.fn();
  const { port, gathered } = await serve((_req, res) => {
    res.on("finish", finished);
    answer(res, '{"n":"ä€😀"}');
  });
  expect(await exchangeRaw(port, GET)).toMatchObject({ status: 200, body: '{"n":"ä€😀"}' });
  expect([gathered(), finished.mock.calls.length]).toEqual([0, 1]);
  // What is spied on is what `end` takes.
  const direct = await serve((_req, res) => {
    res.writeHead(200, { "content-length": 2 });
    res.end("ok");
  });
  await exchangeRaw(direct.port, GET);
  expect(direct.gathered()).toBe(1);
});

test("a framework that ends an answer itself makes one plain write, too", async () => {
  for (const content of ['{"n":1}', '{"n":"ä€😀"}']) {
    const { port, gathered } = await serve((_req, res) => {
      endPlainly(res);
      res.writeHead(200, { "content-length": Buffer.byteLength(content) });
      res.end(content);
    });
    expect(await exchangeRaw(port, GET)).toMatchObject({ status: 200, body: content });
    expect(gathered()).toBe(0);
  }
  // Whatever else it passes goes to Node.
  const finished = vi.fn();
  const { port } = await serve((_req, res) => {
    endPlainly(res);
    res.writeHead(200, { "content-length": 1 });
    res.end("é", "latin1", finished);
  });
  expect(await exchangeRaw(port, GET)).toMatchObject({ status: 200 });
  expect(finished).toHaveBeenCalledOnce();
});

test("answers that wait for one before them come whole and in order", async () => {
  const waiting: (() => void)[] = [];
  const { port } = await serve((req, res) => {
    waiting.push(() => answer(res, req.url ?? ""));
    if (waiting.length === 3) waiting.toReversed().forEach((send) => send());
  });
  const client = await RawClient.open(port);
  client.write(["/1", "/2", "/3"].map((path) => GET.replace("/", path)).join(""));
  expect([await client.next(), await client.next(), await client.next()]).toMatchObject([
    { body: "/1" },
    { body: "/2" },
    { body: "/3" },
  ]);
  client.destroy();
});

test("more than a socket takes at once comes whole", async () => {
  const long = "0123456789".repeat(3_000_000);
  const { port } = await serve((_req, res) => answer(res, long, "latin1"));
  const client = connect(port, "127.0.0.1");
  client.write(GET.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n"));
  await once(client, "readable");
  const all = await text(client);
  expect(all.slice(all.indexOf("\r\n\r\n") + 4) === long).toBe(true);
});

test.each(["write", "end"] as const)(
  "middleware in place of %s is given all of it by end",
  async (name) => {
    const given: unknown[] = [];
    const { port } = await serve((_req, res) => {
      const { end } = res;
      if (name === "write") res.write = () => expect.fail("a piece");
      res.end = (...what: unknown[]) => {
        given.push(what);
        return Reflect.apply(end, res, what) as typeof res;
      };
      answer(res, "all");
    });
    expect(await exchangeRaw(port, GET)).toMatchObject({ body: "all" });
    expect(given).toEqual([["all", "utf8"]]);
  },
);

test("a socket of another kind is written to as it likes", async () => {
  const pipe = new PassThrough();
  const write = vi.spyOn(pipe, "write");
  const res = new ServerResponse(new IncomingMessage(new Socket()));
  res.shouldKeepAlive = false;
  res.assignSocket(pipe as never);
  res.on("finish", () => pipe.end());
  answer(res, "all");
  expect(await text(pipe)).toMatch(/\r\n\r\nall$/);
  // The second piece is the empty one of `end`.
  expect(write).toHaveBeenCalledTimes(2);
});

test("bytes and nothing are ended with", async () => {
  const { port } = await serve((req, res) => {
    res.writeHead(200, { "content-length": req.url === "/" ? 2 : 0 });
    const content = req.url === "/" ? Uint8Array.of(0x6f, 0x6b) : undefined;
    endWith(res, { content, encoding: "utf8" });
  });
  expect(await exchangeRaw(port, GET)).toMatchObject({ body: "ok" });
  expect(await exchangeRaw(port, GET.replace("/", "/none"))).toMatchObject({ body: "" });
});
