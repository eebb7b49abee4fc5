// Clients that stop reading, over real sockets. What is sent is larger than the kernel buffers.
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { bytes, get, rootResource, stream } from "bough";
import { listen, toListener } from "bough/node";
import { createServer } from "bough/server";
import type { FetchServer } from "bough/types";
import { afterEach, describe, expect, test, vi } from "vitest";
import { coreOf } from "../../serve/create-server.ts";

const MIB = 1_048_576;
const SIZE = 32 * MIB;
const STALL = 300;
const WAIT = { timeout: 15_000, interval: 20 };

const api = rootResource({
  whole: get("whole").response(bytes("application/octet-stream")),
  streamed: get("streamed").response(stream("application/octet-stream")),
  patient: get("patient").response(bytes("application/octet-stream")),
  quiet: get("quiet").response(stream("application/octet-stream")),
});

const signals: AbortSignal[] = [];
const opened: (() => unknown)[] = [];
let ended: Promise<unknown>;

afterEach(async () => {
  signals.length = 0;
  await Promise.all(opened.splice(0).map((close) => close()));
});

function streamOf(source: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done === true) {
        controller.close();
      } else {
        controller.enqueue(value);
      }
    },
  });
}

async function* chunks(): AsyncGenerator<Uint8Array> {
  for (let count = 0; count < SIZE / 65_536; count++) {
    yield new Uint8Array(65_536);
  }
}

async function* quietly(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1);
  await pause(3 * STALL);
  yield new Uint8Array(1);
}

function serverWith(stall: number, ofRoute?: number): FetchServer {
  const server = createServer({ limits: { stall }, onError: () => undefined });
  const content = new Uint8Array(SIZE);
  server.route(api.whole, () => content);
  server.route(api.streamed, ({ signal }) => {
    signals.push(signal);
    return streamOf(chunks());
  });
  server.route(api.patient, () => content, {
    limits: ofRoute === undefined ? {} : { stall: ofRoute },
  });
  server.route(api.quiet, () => streamOf(quietly()));
  return server;
}

async function portOf(server: FetchServer): Promise<number> {
  const listening = await listen(server);
  opened.push(() => listening.close({ grace: 0 }));
  // A client that is paused does not see that its connection has ended.
  ended = once(listening.server, "connection").then(([socket]) => once(socket as Socket, "close"));
  return listening.port;
}

/** Asks for paths at once, and reads nothing. */
async function ask(port: number, ...paths: readonly string[]): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" });
  await once(socket, "connect");
  socket.on("error", () => undefined);
  opened.push(() => socket.destroy());
  socket.pause();
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: h.test\r\n\r\n`).join(""));
  return socket;
}

/** Reads to the end of the connection; gives how many bytes came. */
async function drained(socket: Socket, ends: (bytes: number) => boolean): Promise<number> {
  let size = 0;
  const closed = new Promise<void>((resolve) => {
    socket.on("data", (chunk) => {
      size += chunk.length;
      if (ends(size)) {
        resolve();
      }
    });
    socket.once("close", () => resolve());
  });
  socket.resume();
  await closed;
  return size;
}

describe("a client that takes nothing of what waits for it", () => {
  test.each(["/whole", "/streamed", "/patient"])("loses its connection: %s", async (path) => {
    const port = await portOf(serverWith(STALL));
    const began = performance.now();
    const socket = await ask(port, path);
    await ended;
    expect(performance.now() - began).toBeGreaterThan(STALL * 0.9);
    expect(await drained(socket, (size) => size > SIZE)).toBeLessThan(SIZE);
    if (path === "/streamed") {
      expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    }
  });

  test("loses it with pipelined requests, too", async () => {
    const socket = await ask(await portOf(serverWith(STALL)), "/quiet", "/whole", "/quiet");
    await ended;
    expect(await drained(socket, (size) => size > SIZE)).toBeLessThan(SIZE);
  });

  test("has the time of the route", async () => {
    await ask(await portOf(serverWith(Infinity, STALL)), "/patient");
    await ended;
    const patient = serverWith(STALL, Infinity);
    const long = await ask(await portOf(patient), "/patient");
    await pause(4 * STALL);
    expect(await drained(long, (size) => size > SIZE)).toBeGreaterThan(SIZE);
  });

  test("has all the time where the server is the project's", async () => {
    const http = createHttpServer(toListener(serverWith(STALL)));
    await once(http.listen(0, "127.0.0.1"), "listening");
    opened.push(() => http.close());
    const socket = await ask((http.address() as AddressInfo).port, "/whole");
    await pause(4 * STALL);
    expect(await drained(socket, (size) => size > SIZE)).toBeGreaterThan(SIZE);
  });
});

describe("a client keeps its connection", () => {
  test.each(["/whole", "/streamed"])("while it takes something now and then: %s", async (path) => {
    const port = await portOf(serverWith(2 * STALL));
    const socket = await ask(port, path);
    let size = 0;
    let since = 0;
    socket.on("data", (chunk) => {
      size += chunk.length;
      since += chunk.length;
      if (since > 2 * MIB) {
        socket.pause();
      }
    });
    for (let count = 0; count < 10; count++) {
      since = 0;
      socket.resume();
      await pause(STALL / 2);
    }
    const most = size;
    since = -Infinity;
    socket.resume();
    await vi.waitFor(() => expect(size).toBeGreaterThanOrEqual(SIZE), WAIT);
    expect(most).toBeLessThan(SIZE);
  });

  test("while the handler has nothing to send", async () => {
    const socket = await ask(await portOf(serverWith(STALL)), "/quiet");
    await pause(2 * STALL);
    let text = "";
    socket.on("data", (chunk) => (text += chunk.toString("latin1")));
    socket.resume();
    const content = "\r\n\r\n1\r\n\0\r\n1\r\n\0\r\n0\r\n\r\n";
    await vi.waitFor(() => expect(text).toContain(content), WAIT);
  });
});

test("a minute is the default", () => {
  expect(coreOf("listen", createServer()).stall).toBe(60_000);
});
