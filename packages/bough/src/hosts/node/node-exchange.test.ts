import { AsyncLocalStorage } from "node:async_hooks";
import { createServer as createHttpServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import {
  bytes,
  del,
  dynamicResource,
  failure,
  get,
  json,
  post,
  rootResource,
  stream,
  string,
  type,
} from "bough";
import { listen, toListener, type ListenOptions, type Listening } from "bough/node";
import { createServer } from "bough/server";
import type { Limits, FetchServer } from "bough/types";
import { afterEach, describe, expect, test, vi } from "vitest";
import { exchangeRaw, linesOf, RawClient } from "../../../../../test/support/raw-client.ts";

const Unauthorized = failure("unauthorized", 401);
const api = rootResource({
  send: post("send").request<unknown>().response(type<unknown>()),
  guarded: post("guarded").request<unknown>().response(type<unknown>()).failure(Unauthorized),
  wait: get("wait").response<unknown>(),
  raw: post("raw").response<unknown>(),
  remove: del("raw"),
  stream: post("stream").request(stream()),
  mirror: post("mirror").request(stream()).response(stream()),
  undeclared: post("undeclared").response(stream()),
  bytes: post("bytes").request(bytes("a/b")).response(bytes("a/b")),
});

const open: Listening[] = [];
const unhandled = vi.fn();
process.on("unhandledRejection", unhandled);
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ close }) => close({ grace: 0 })));
  expect(unhandled).not.toHaveBeenCalled();
});

async function serve(server: FetchServer, options: ListenOptions = {}): Promise<number> {
  const listening = await listen(server, options);
  open.push(listening);
  return listening.port;
}

/** A server that answers a body with itself, and refuses at the guard. */
async function echo(
  limits: Limits = {},
): Promise<{ port: number; handled: unknown[]; errors: unknown[] }> {
  const handled: unknown[] = [];
  const errors: unknown[] = [];
  const server = createServer({ limits, onError: (error) => errors.push(error) });
  server.route(api.send, ({ body }) => {
    handled.push(body);
    return body;
  });
  server
    .guard([Unauthorized], ({ fail }) => fail(Unauthorized))
    .route(api.guarded, ({ body }) => handled.push(body));
  server.route(api.remove, () => {
    handled.push("removed");
  });
  return { port: await serve(server), handled, errors };
}

const post1 = (target: string, ...headers: string[]): string =>
  `${[`POST ${target} HTTP/1.1`, "host: h.test", ...headers].join("\r\n")}\r\n\r\n`;
const JSON_TYPE = "content-type: application/json";
const GET = (target: string): string => `GET ${target} HTTP/1.1\r\nhost: h.test\r\n\r\n`;
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

describe("a body", () => {
  test("arrives in pieces", async () => {
    const { port } = await echo();
    const client = await RawClient.open(port);
    client.write(post1("/send", JSON_TYPE, "content-length: 7"));
    for (const piece of '"abcde"') {
      client.write(piece);
      await pause(2);
    }
    expect(await client.next()).toMatchObject({ status: 200, body: '"abcde"' });
    client.destroy();
  });

  test("D3: counts on the bytes that arrive, one over is 413", async () => {
    const { port, handled } = await echo({ body: 10 });
    const chunked = (size: number): Promise<{ status: number }> =>
      exchangeRaw(
        port,
        `${post1("/send", JSON_TYPE, "transfer-encoding: chunked")}${size.toString(16)}\r\n"${"x".repeat(size - 2)}"\r\n0\r\n\r\n`,
      );
    expect((await chunked(10)).status).toBe(200);
    expect((await chunked(11)).status).toBe(413);
    expect(handled).toEqual(["xxxxxxxx"]);
  });

  test("K2: that is cut off never reaches a handler", async () => {
    const { port, handled, errors } = await echo();
    const client = await RawClient.open(port);
    client.write(`${post1("/send", JSON_TYPE, "content-length: 100")}"12345"`);
    await client.flushed();
    client.socket.end();
    await client.closed;
    const reset = await RawClient.open(port);
    reset.write(`${post1("/send", JSON_TYPE, "transfer-encoding: chunked")}7\r\n"12345"\r\n`);
    await reset.flushed();
    await pause(20);
    reset.socket.resetAndDestroy();
    await pause(20);
    expect(handled).toEqual([]);
    expect(errors).toEqual([]);
  });

  test("that is thrown away after the answer does not look empty to who reads it later", async () => {
    const server = createServer({ limits: { body: 1e6 } });
    let later: (() => Promise<number>) | undefined;
    server.route(api.stream, ({ body }) => {
      later = async () => {
        let size = 0;
        for await (const chunk of body) {
          size += chunk.byteLength;
        }
        return size;
      };
    });
    const port = await serve(server);
    const body = new Uint8Array(500_000);
    const { status } = await fetch(`http://127.0.0.1:${port}/stream`, { method: "POST", body });
    expect(status).toBe(204);
    await pause(50);
    await expect(later?.()).rejects.toThrow("the body did not arrive completely");
    // Its start is thrown away, and the rest comes to the reader.
    const client = await RawClient.open(port);
    client.write(`${post1("/stream", "content-type: a/b", "content-length: 2")}a`);
    expect((await client.next()).status).toBe(204);
    const read = later?.();
    client.write("b");
    await expect(read).rejects.toThrow("the body did not arrive completely");
    client.destroy();
  });

  test("J7: that does not come is 408, and the connection ends", async () => {
    const { port, handled } = await echo({ idle: 40 });
    const client = await RawClient.open(port);
    client.write(`${post1("/send", JSON_TYPE, "content-length: 10")}"1`);
    const began = Date.now();
    const response = await client.next();
    expect(Date.now() - began).toBeGreaterThanOrEqual(35);
    expect(response.status).toBe(408);
    expect(linesOf(response, "connection")).toEqual(["close"]);
    expect(JSON.parse(response.body)).toMatchObject({ type: "urn:bough:request-timeout" });
    client.write('2345678"');
    await client.closed;
    expect(handled).toEqual([]);
  });

  test("J7: a byte now and then does not hold the deadline off", async () => {
    const { port } = await echo({ idle: 60 });
    const client = await RawClient.open(port);
    client.write(post1("/send", JSON_TYPE, "content-length: 1000"));
    const timer = setInterval(() => client.write("1"), 10);
    expect((await client.next()).status).toBe(408);
    clearInterval(timer);
    client.destroy();
  });

  test("no limit in time is no timer that fires at once", async () => {
    const { port } = await echo({ idle: Infinity });
    const client = await RawClient.open(port);
    client.write(post1("/send", JSON_TYPE, "content-length: 1"));
    await pause(30);
    expect((await client.write("1").next()).status).toBe(200);
    client.destroy();
  });

  test("D5, K4: where none is declared is not a second request", async () => {
    const { port, handled } = await echo();
    const client = await RawClient.open(port);
    const inner = "DELETE /raw HTTP/1.1\r\nhost: h.test\r\n\r\n";
    client.write(
      `DELETE /raw HTTP/1.1\r\nhost: h.test\r\ncontent-length: ${inner.length}\r\n\r\n${inner}${GET("/nothing")}`,
    );
    expect((await client.next()).status).toBe(204);
    expect((await client.next()).status).toBe(404);
    expect(handled).toEqual(["removed"]);
    client.destroy();
  });

  test("D5, K4: a chunked one where none is declared ends the connection", async () => {
    const { port, handled } = await echo();
    const client = await RawClient.open(port);
    client.write(
      "DELETE /raw HTTP/1.1\r\nhost: h.test\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n",
    );
    const response = await client.next();
    expect(response.status).toBe(204);
    expect(linesOf(response, "connection")).toEqual(["close"]);
    client.write(`0\r\n\r\n${GET("/nothing")}`);
    await client.closed;
    expect(client.rest).toBe("");
    expect(handled).toEqual(["removed"]);
  });

  test.each([
    ["a length beside chunks", ["content-length: 5", "transfer-encoding: chunked"], "0\r\n\r\nG"],
    ["two lengths", ["content-length: 5", "content-length: 6"], "hello!"],
    [
      "chunks twice",
      ["transfer-encoding: chunked", "transfer-encoding: chunked, chunked"],
      "0\r\n\r\n",
    ],
    ["a space before the colon", ["content-length : 5"], "hello"],
    ["a folded line", ["transfer-encoding:", " chunked"], "0\r\n\r\n"],
    ["a bad chunk size", ["transfer-encoding: chunked"], "0x5\r\nhello\r\n0\r\n\r\n"],
  ])("K4: %s never gives a second answer", async (_name, framing, content) => {
    const { port, handled } = await echo();
    const client = await RawClient.open(port);
    client.write(post1("/send", JSON_TYPE, ...framing) + content + GET("/nothing"));
    expect((await client.next()).status).toBe(400);
    await client.closed;
    expect(client.rest).toBe("");
    expect(handled).toEqual([]);
  });

  test("K4: a pipelined request behind a small refused body is answered once", async () => {
    const { port } = await echo();
    const client = await RawClient.open(port);
    client.write(
      `${post1("/send", "content-type: text/plain", "content-length: 5")}hello${GET("/nothing")}`,
    );
    expect((await client.next()).status).toBe(415);
    expect((await client.next()).status).toBe(404);
    client.destroy();
  });

  test("K4: a pipelined request behind a body over the limit is not read out of it", async () => {
    const { port, handled } = await echo({ body: 100 });
    const client = await RawClient.open(port);
    const inner = `${post1("/send", JSON_TYPE, "content-length: 1")}1`;
    client.write(
      post1("/send", JSON_TYPE, "content-length: 200000") + inner.repeat(3) + "x".repeat(200_000),
    );
    expect((await client.next()).status).toBe(413);
    await client.closed;
    expect(client.rest).toBe("");
    expect(handled).toEqual([]);
  });
});

test("K4: what follows the last answer of a connection is not processed", async () => {
  for (const framing of ["transfer-encoding: chunked", "content-length: 70000"]) {
    const { port, handled } = await echo();
    const body = framing.startsWith("t") ? "1\r\n1\r\n0\r\n\r\n" : "1".repeat(70_000);
    const client = await RawClient.open(port);
    client.write(`${post1("/guarded", JSON_TYPE, framing)}${body}`);
    client.write("DELETE /raw HTTP/1.1\r\nhost: h.test\r\n\r\n");
    const answer = await client.next();
    expect([answer.status, linesOf(answer, "connection")]).toEqual([401, ["close"]]);
    await pause(100);
    expect(handled).toEqual([]);
    client.destroy();
  }
});

describe("an early answer is read by a client that reads only after writing 8 MiB", () => {
  const size = 8 * 1024 * 1024;
  const cases = [
    ["413", "/send", JSON_TYPE],
    ["415", "/send", "content-type: text/plain"],
    ["401 of a guard", "/guarded", JSON_TYPE],
    ["404", "/nothing", JSON_TYPE],
  ].flatMap(([status = "", target = "", type = ""]) =>
    [true, false].map((declared) => ({ status, target, type, declared })),
  );

  test.each(cases)(
    "D3: $status, declared length: $declared",
    async ({ status, target, type, declared }) => {
      const { port, handled } = await echo(status === "415" ? { body: 2 * size } : {});
      const client = await RawClient.open(port);
      client.socket.pause();
      const framing = declared ? `content-length: ${size}` : "transfer-encoding: chunked";
      client.write(post1(target, type, framing));
      const piece = Buffer.alloc(65_536, 0x20);
      for (let written = 0; written < size; written += piece.length) {
        if (!declared) {
          client.write(`${piece.length.toString(16)}\r\n`);
        }
        client.write(piece);
        if (!declared) {
          client.write("\r\n");
        }
        await client.flushed();
      }
      if (!declared) {
        client.write("0\r\n\r\n");
      }
      await pause(20);
      client.socket.resume();
      const response = await client.next();
      expect(response.status).toBe(Number(status.slice(0, 3)));
      expect(linesOf(response, "connection")).toEqual(["close"]);
      expect(JSON.parse(response.body)).toMatchObject({ status: response.status });
      await client.closed;
      expect(handled).toEqual([]);
    },
  );

  test("a HEAD with a body has its head alone", async () => {
    const { port } = await echo();
    const client = await RawClient.open(port);
    client.write(
      "HEAD /nothing HTTP/1.1\r\nhost: h.test\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n",
    );
    expect((await client.next("HEAD")).status).toBe(404);
    client.write("0\r\n\r\n");
    await client.closed;
    expect(client.rest).toBe("");
  });

  test("no more than drainBytes is drained", async () => {
    const server = createServer();
    const port = await serve(server, { drainBytes: 100_000 });
    const client = await RawClient.open(port);
    client.write(post1("/nothing", "content-length: 100000000"));
    const response = await client.next();
    expect(response.status).toBe(404);
    const piece = Buffer.alloc(65_536, 0x20);
    // The rest is what lies in the buffers between them.
    for (let count = 0; count < 400 && !client.socket.destroyed; count++) {
      client.write(piece);
      await pause(1);
    }
    expect(client.socket.destroyed).toBe(true);
  });

  test("a client that stops writing is let go after 2 s", async () => {
    const { port } = await echo();
    const client = await RawClient.open(port);
    const began = Date.now();
    client.write(post1("/nothing", "content-length: 1000000"));
    expect((await client.next()).status).toBe(404);
    await client.closed;
    expect(Date.now() - began).toBeGreaterThan(1_500);
  });

  test("a client that leaves while it is drained is let go", async () => {
    const { port } = await echo();
    const client = await RawClient.open(port);
    client.write(post1("/nothing", "content-length: 1000000"));
    expect((await client.next()).status).toBe(404);
    client.socket.resetAndDestroy();
    await client.closed;
    await pause(10);
  });
});

describe("Expect: 100-continue", () => {
  const expecting = (target: string, ...headers: string[]): string =>
    post1(target, "expect: 100-continue", ...headers);

  test("K3: is answered 100 when the body is wanted", async () => {
    const { port } = await echo();
    const client = await RawClient.open(port);
    client.write(expecting("/send", JSON_TYPE, "content-length: 1"));
    await vi.waitFor(() => expect(client.rest).toBe("HTTP/1.1 100 Continue\r\n\r\n"));
    expect(await client.write("1").next()).toMatchObject({ status: 200, interim: [100] });
    client.destroy();
  });

  test.each([
    ["413", "/send", JSON_TYPE, "content-length: 9999999"],
    ["415", "/send", "content-type: text/plain", "content-length: 1"],
    ["401", "/guarded", JSON_TYPE, "content-length: 1"],
    ["404", "/nothing", JSON_TYPE, "content-length: 1"],
  ])("K3: has an early %s and no 100", async (status, target, type, length) => {
    const { port, handled } = await echo();
    const client = await RawClient.open(port);
    const response = await client.write(expecting(target, type, length)).next();
    expect(response).toMatchObject({ status: Number(status), interim: [] });
    expect(linesOf(response, "connection")).toEqual(["close"]);
    client.write(GET("/nothing"));
    client.socket.end();
    await client.closed;
    expect(client.rest).toBe("");
    expect(handled).toEqual([]);
  });

  test("without a body is nothing to wait for", async () => {
    const { port } = await echo();
    const client = await RawClient.open(port);
    client.write("DELETE /raw HTTP/1.1\r\nhost: h.test\r\nexpect: 100-continue\r\n\r\n");
    const response = await client.next();
    expect(response).toMatchObject({ status: 204, interim: [] });
    // Node's own rule: an expectation that was not met ends the connection.
    expect(linesOf(response, "connection")).toEqual(["close"]);
    client.destroy();
  });

  test("is answered when a handler reads the body of the Request", async () => {
    const server = createServer();
    server.route(api.raw, async ({ request }) => request.text());
    const client = await RawClient.open(await serve(server));
    client.write(expecting("/raw", "content-length: 5"));
    await vi.waitFor(() => expect(client.rest).toBe("HTTP/1.1 100 Continue\r\n\r\n"));
    expect(await client.write("hello").next()).toMatchObject({ status: 200, body: '"hello"' });
    client.destroy();
  });

  test.each([["mirror"], ["undeclared"]])(
    "is answered before the head of a stream that is made of the body: %s",
    async (name) => {
      const server = createServer();
      server.route(api.mirror, ({ body }) => body);
      server.route(api.undeclared, ({ request }) => request.body as ReadableStream<Uint8Array>);
      const client = await RawClient.open(await serve(server));
      client.write(expecting(`/${name}`, "content-type: a/b", "content-length: 5"));
      await vi.waitFor(() => expect(client.rest).toContain("200 OK"));
      expect(await client.write("hello").next()).toMatchObject({
        status: 200,
        interim: [100],
        body: "hello",
      });
      client.destroy();
    },
  );

  test("is answered once, however many pieces a body comes in", async () => {
    const server = createServer();
    server.route(api.raw, async ({ request }) => request.text());
    const client = await RawClient.open(await serve(server));
    client.write(expecting("/raw", "content-length: 5"));
    for (const piece of "hello") {
      await pause(5);
      client.write(piece);
    }
    expect(await client.next()).toMatchObject({ status: 200, interim: [100], body: '"hello"' });
    client.destroy();
  });

  test("K3: an early 413 is not put off by lines whose names are as long as those that count", async () => {
    const { port, handled } = await echo();
    const others = ["from: a", "cookie: a=b", "x-request-id: 1", "cache-control: no-cache"];
    others.push("accept-charset: utf-8", "x-forwarded-port: 1", "if-modified-since: 1");
    const client = await RawClient.open(port);
    client.write(expecting("/send", JSON_TYPE, "content-length: 9999999", ...others));
    expect(await client.next()).toMatchObject({ status: 413, interim: [] });
    expect(handled).toEqual([]);
    client.destroy();
  });

  test("is not answered where a handler has looked at the request alone", async () => {
    const server = createServer();
    server.route(api.undeclared, ({ request }) => new Blob([request.method]).stream());
    const client = await RawClient.open(await serve(server));
    client.write(expecting("/undeclared", "content-length: 5"));
    expect(await client.next()).toMatchObject({ status: 200, interim: [], body: "POST" });
    client.destroy();
  });

  test("is answered before an answer in bytes that waits for another", async () => {
    const server = createServer();
    let release: (text: string) => void = () => undefined;
    server.route(api.wait, () => new Promise((resolve) => (release = resolve)));
    const answered = new Promise<void>((resolve) => {
      server.route(api.bytes, ({ body }) => {
        setTimeout(resolve);
        return body;
      });
    });
    const client = await RawClient.open(await serve(server));
    client.write(GET("/wait") + expecting("/bytes", "content-type: a/b", "content-length: 5"));
    client.write("hello");
    await answered;
    release("first");
    expect(await client.next()).toMatchObject({ status: 200, body: '"first"' });
    expect(await client.next()).toMatchObject({ status: 200, interim: [100], body: "hello" });
    client.destroy();
  });

  test("is not answered behind an answer", async () => {
    const server = createServer();
    const bodies: ReadableStream[] = [];
    server.route(api.stream, ({ body }) => {
      bodies.push(body);
    });
    const client = await RawClient.open(await serve(server));
    client.write(expecting("/stream", "content-type: a/b", "content-length: 5"));
    expect(await client.next()).toMatchObject({ status: 204, interim: [] });
    const read = bodies[0]?.getReader().read();
    await pause(20);
    expect(client.rest).toBe("");
    client.write("hello");
    await Promise.allSettled([read, client.closed]);
  });
});

describe("the signal", () => {
  async function waiting(): Promise<{
    port: number;
    calls: { signal: AbortSignal }[];
    release: () => void;
    errors: unknown[];
  }> {
    const calls: { signal: AbortSignal }[] = [];
    const errors: unknown[] = [];
    let release: () => void = () => undefined;
    const server = createServer({ onError: (error) => errors.push(error) });
    server.route(api.wait, (call) => {
      calls.push(call);
      return new Promise((resolve) => (release = () => resolve("done")));
    });
    return { port: await serve(server), calls, release: () => release(), errors };
  }
  const until = (holds: () => boolean): Promise<void> =>
    vi.waitFor(() => expect(holds()).toBe(true));

  test("K1: aborts at a disconnect, and the late answer harms nobody", async () => {
    const { port, calls, release, errors } = await waiting();
    const client = await RawClient.open(port);
    client.write(GET("/wait"));
    await until(() => calls.length === 1);
    const { signal } = calls[0] as { signal: AbortSignal };
    const aborted = new Promise<void>((resolve) =>
      signal.addEventListener("abort", () => resolve()),
    );
    client.destroy();
    await aborted;
    expect(signal.reason).toMatchObject({ name: "AbortError" });
    release();
    await pause(10);
    expect(errors).toEqual([]);
  });

  test("K1: is aborted already when it is first read after a disconnect", async () => {
    const { port, calls, release } = await waiting();
    const client = await RawClient.open(port);
    client.write(GET("/wait"));
    await until(() => calls.length === 1);
    client.destroy();
    await pause(30);
    expect(calls[0]?.signal.aborted).toBe(true);
    release();
  });

  test("K1: never aborts after the answer is handed over", async () => {
    const { port, calls, release } = await waiting();
    const client = await RawClient.open(port);
    client.write(GET("/wait"));
    await until(() => calls.length === 1);
    const early = calls[0]?.signal;
    release();
    await client.next();
    client.destroy();
    await pause(30);
    expect(early?.aborted).toBe(false);
    expect(calls[0]?.signal.aborted).toBe(false);
  });

  test("never aborts while a refused body is drained", async () => {
    let signal: AbortSignal | undefined;
    const server = createServer();
    server
      .guard([Unauthorized], (call) => {
        signal = call.signal;
        return call.fail(Unauthorized);
      })
      .route(api.guarded, () => "never");
    const client = await RawClient.open(await serve(server));
    client.write(post1("/guarded", JSON_TYPE, "content-length: 1000000"));
    expect((await client.next()).status).toBe(401);
    client.socket.resetAndDestroy();
    await pause(30);
    expect(signal?.aborted).toBe(false);
  });

  test("first read after the answer, is not aborted", async () => {
    const { port, calls, release } = await waiting();
    const client = await RawClient.open(port);
    client.write(GET("/wait"));
    await until(() => calls.length === 1);
    release();
    await client.next();
    client.destroy();
    await pause(30);
    expect(calls[0]?.signal.aborted).toBe(false);
  });

  test("K1: a disconnect in a guard keeps the handler from a body that never came", async () => {
    const handled: unknown[] = [];
    let proceed: () => void = () => undefined;
    const server = createServer();
    server
      .guard(async () => {
        await new Promise<void>((resolve) => (proceed = resolve));
        return {};
      })
      .route(api.send, ({ body }) => handled.push(body));
    const client = await RawClient.open(await serve(server));
    client.write(`${post1("/send", JSON_TYPE, "content-length: 1")}1`);
    await pause(20);
    client.socket.resetAndDestroy();
    await pause(20);
    proceed();
    await pause(20);
    expect(handled).toEqual([]);
  });
});

describe("the Request", () => {
  test("has the raw path, the configured origin, every header line and the signal", async () => {
    const seen: Request[] = [];
    const server = createServer();
    server.route(api.wait, (call) => {
      seen.push(call.request, call.request);
      return call.request.signal.aborted;
    });
    const port = await serve(server, { origin: "https://books.test/ignored" });
    await exchangeRaw(port, "GET /wait?a=1 HTTP/1.1\r\nhost: evil\r\nx-a: 1\r\nx-a: 2\r\n\r\n");
    await exchangeRaw(port, "GET http://evil/wait?a=1 HTTP/1.1\r\nhost: evil\r\n\r\n");
    expect(seen[0]).toBe(seen[1]);
    expect(seen.map(({ url }) => url)).toEqual(Array(4).fill("https://books.test/wait?a=1"));
    expect(seen[0]?.headers.get("x-a")).toBe("1, 2");
    expect(seen[0]?.method).toBe("GET");
  });

  test("is there for whoever writes a rejection, whatever was refused", async () => {
    const seen: string[] = [];
    const server = createServer();
    const shaped = rootResource("a", { rejections: type<string>() }, { get: get() });
    server.rejections(shaped, (_, { request }) => {
      seen.push(`${request.method} ${request.url}`);
      return "refused";
    });
    server.route(shaped.get, () => undefined);
    const port = await serve(server);
    for (const line of [
      "TRACE /a",
      "GET //evil/a",
      "GET ftp://evil/a",
      "GET *",
      "GET /%zz",
      "POST /a",
    ]) {
      await exchangeRaw(port, `${line} HTTP/1.1\r\nhost: h.test\r\n\r\n`);
    }
    expect(seen).toEqual([
      "TRACE http://localhost/a",
      "GET http://localhost//evil/a",
      "GET http://localhost/a",
      "GET http://localhost/*",
      "GET http://localhost/%zz",
      "POST http://localhost/a",
    ]);
  });

  test("made by a guard leaves a large body to be decoded", async () => {
    const server = createServer();
    server
      .guard(({ request }) => ({ agent: request.headers.get("user-agent") }))
      .route(api.send, ({ body }) => (body as string).length);
    const port = await serve(server);
    const text = JSON.stringify("x".repeat(900_000));
    const response = await exchangeRaw(
      port,
      post1("/send", JSON_TYPE, `content-length: ${text.length}`) + text,
    );
    expect(response).toMatchObject({ status: 200, body: "900000" });
  });

  test("cloned and read by a guard leaves the body to be decoded", async () => {
    const server = createServer();
    server
      .guard(async ({ request }) => ({ raw: await request.clone().text() }))
      .route(api.send, ({ body, raw }) => [body, raw]);
    const port = await serve(server);
    const response = await exchangeRaw(
      port,
      `${post1("/send", JSON_TYPE, "content-length: 3")} 1 `,
    );
    expect(response.body).toBe('[1," 1 "]');
  });

  test("read by a guard itself is a 500 that says what to do", async () => {
    const errors: unknown[] = [];
    const server = createServer({ onError: (error) => errors.push(error) });
    server
      .guard(async ({ request }) => ({ raw: await request.text() }))
      .route(api.send, () => "never");
    const port = await serve(server);
    const response = await exchangeRaw(port, `${post1("/send", JSON_TYPE, "content-length: 1")}1`);
    expect(response.status).toBe(500);
    expect(errors).toEqual([
      expect.objectContaining({
        code: "taken-body",
        message:
          "POST /send: the body was read before it was decoded: read call.request.clone(), and keep middleware that reads bodies off this endpoint",
      }),
    ]);
  });

  test("gives a body that no declaration reads, in pieces and to its end", async () => {
    const server = createServer();
    server.route(api.raw, async ({ request }) => (await request.text()).length);
    const client = await RawClient.open(await serve(server));
    client.write(post1("/raw", "transfer-encoding: chunked"));
    for (let count = 0; count < 5; count++) {
      client.write(`10000\r\n${"x".repeat(65_536)}\r\n`);
      await pause(3);
    }
    client.write("0\r\n\r\n");
    const response = await client.next();
    expect(response).toMatchObject({ status: 200, body: String(5 * 65_536) });
    expect(linesOf(response, "connection")).toEqual(["keep-alive"]);
    client.destroy();
  });

  test("has no body once it was decoded", async () => {
    const server = createServer();
    server.route(api.send, ({ request }) => request.body === null);
    const port = await serve(server);
    const response = await exchangeRaw(port, `${post1("/send", JSON_TYPE, "content-length: 1")}1`);
    expect(response.body).toBe("true");
  });

  test("a body cut off fails its reader", async () => {
    const failed: unknown[] = [];
    const server = createServer({ onError: (error) => failed.push(error) });
    server.route(api.raw, async ({ request }) => request.text());
    const client = await RawClient.open(await serve(server));
    client.write(`${post1("/raw", "content-length: 100")}hello`);
    await pause(20);
    client.destroy();
    await vi.waitFor(() => expect(failed).toHaveLength(1));
  });

  test("a body that was cut off before it is read fails its reader", async () => {
    const failed: unknown[] = [];
    const server = createServer({ onError: (error) => failed.push(error) });
    server.route(api.raw, async ({ request }) => {
      await pause(40);
      return request.text();
    });
    const client = await RawClient.open(await serve(server));
    client.write(`${post1("/raw", "content-length: 100")}hello`);
    await pause(20);
    client.destroy();
    await vi.waitFor(() => expect(failed).toHaveLength(1));
  });
});

describe("headers", () => {
  test("are joined whatever their name, and inherit nothing", async () => {
    const server = createServer();
    server.route(api.wait, ({ header }) =>
      ["authorization", "Cookie", "X-A", "constructor", "__proto__", "none"].map(
        (name) => header(name) ?? null,
      ),
    );
    const port = await serve(server);
    const lines = [
      "authorization: a",
      "authorization: b",
      "cookie: a=1",
      "cookie: b=2",
      "x-a: 1",
      "x-a: 2",
    ];
    const { body } = await exchangeRaw(
      port,
      `GET /wait HTTP/1.1\r\nhost: h\r\n${lines.join("\r\n")}\r\n\r\n`,
    );
    expect(JSON.parse(body)).toEqual(["a, b", "a=1; b=2", "1, 2", null, null, null]);
  });

  test("HTTP/1.0 needs no Host, HTTP/1.1 does", async () => {
    const server = createServer();
    server.route(api.wait, () => "here");
    const port = await serve(server);
    expect((await exchangeRaw(port, "GET /wait HTTP/1.0\r\n\r\n")).status).toBe(200);
    expect((await exchangeRaw(port, "GET /wait HTTP/1.1\r\n\r\n")).status).toBe(400);
  });

  test("N13, G5: Set-Cookie lines stay apart, and Latin-1 is sent as it is", async () => {
    const server = createServer();
    server.route(api.wait, ({ respond }) =>
      respond("x", { headers: { "set-cookie": ["a=1, 2", "b=2"], "x-name": "é" } }),
    );
    const response = await exchangeRaw(await serve(server), GET("/wait"));
    expect(linesOf(response, "set-cookie")).toEqual(["a=1, 2", "b=2"]);
    expect(linesOf(response, "x-name")).toEqual(["é"]);
  });

  test("a text and a head in another encoding than the text's arrive both", async () => {
    const server = createServer();
    server.route(api.send, ({ body, respond }) =>
      respond(body, { headers: { "x-name": "é", "x-more": "ü" } }),
    );
    const port = await serve(server);
    for (const text of ['"ascii"', '"é"', '"😀 ÿ"']) {
      const bytes = Buffer.from(text);
      const sent = `${post1("/send", JSON_TYPE, `content-length: ${bytes.length}`)}${bytes.toString("latin1")}`;
      const response = await exchangeRaw(port, sent);
      expect(linesOf(response, "x-name")).toEqual(["é"]);
      expect(linesOf(response, "content-length")).toEqual([String(bytes.length)]);
      expect(response.body).toBe(text);
    }
  });

  test("a stream has its head as it is, whether its first chunk is there or comes later", async () => {
    const server = createServer();
    const name = { headers: { "x-name": string() } };
    const root = rootResource({ parts: get("parts").response(stream(), name) });
    let give: (content: Uint8Array) => void = () => undefined;
    const content = new Promise<Uint8Array>((resolve) => {
      give = resolve;
    });
    server.route(root.parts, ({ respond }) =>
      respond(
        (async function* () {
          yield await content;
        })(),
        { headers: { "x-name": "é ÿ" } },
      ),
    );
    const client = await RawClient.open(await serve(server));
    client.write(GET("/parts"));
    // Its head comes before there is anything of it.
    await vi.waitFor(() => expect(client.rest).toContain("\r\n\r\n"));
    give(new TextEncoder().encode("x"));
    for (const response of [await client.next(), await client.write(GET("/parts")).next()]) {
      expect(linesOf(response, "x-name")).toEqual(["é ÿ"]);
      expect(response.body).toBe("x");
    }
  });

  test("an early answer has its head and its text as they are", async () => {
    const server = createServer();
    const Refused = failure("refused", 401).body<{ why: string }>();
    const refusing = post("refusing").request<unknown>().failure(Refused);
    const root = rootResource({ refusing });
    server
      .guard([Refused], ({ fail, header }) =>
        fail(Refused, { why: header("x-why") ?? "" }, { headers: { "x-name": "é" } }),
      )
      .route(root.refusing, () => undefined);
    const port = await serve(server);
    for (const why of ["plain", "é"]) {
      const sent = post1("/refusing", JSON_TYPE, "content-length: 100000", `x-why: ${why}`);
      const response = await exchangeRaw(port, sent);
      expect(linesOf(response, "connection")).toEqual(["close"]);
      expect(linesOf(response, "x-name")).toEqual(["é"]);
      expect(JSON.parse(response.body)).toMatchObject({ why });
    }
  });
});

describe("toListener", () => {
  async function mounted(
    before: (res: import("node:http").ServerResponse) => void,
    requireHostHeader = true,
  ): Promise<{ port: number; end: () => void }> {
    const server = createServer({ codecs: [json(), { ...json(), mediaType: "text/json" }] });
    server.route(api.wait, ({ respond }) => respond("x", { headers: { "set-cookie": "b=2" } }));
    server.route(api.send, ({ body }) => body);
    const listener = toListener(server);
    const http = createHttpServer({ requireHostHeader }, (req, res) => {
      before(res);
      listener(req, res);
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    return {
      port: (http.address() as AddressInfo).port,
      end: () => {
        http.closeAllConnections();
        http.close();
      },
    };
  }

  test("serves, and keeps what middleware has set", async () => {
    const { port, end } = await mounted((res) => {
      res.setHeader("vary", "Origin");
      res.setHeader("set-cookie", ["a=1"]);
      res.setHeader("x-set", "1");
      res.setHeader("content-type", "text/html");
    });
    const response = await exchangeRaw(port, GET("/wait"));
    expect(response).toMatchObject({ status: 200, body: '"x"' });
    expect(linesOf(response, "vary").toSorted()).toEqual(["Accept", "Origin"]);
    expect(linesOf(response, "set-cookie").toSorted()).toEqual(["a=1", "b=2"]);
    expect(linesOf(response, "x-set")).toEqual(["1"]);
    expect(linesOf(response, "content-type")).toEqual(["application/json"]);
    end();
  });

  test("an answer's own headers win over those of middleware", async () => {
    const { port, end } = await mounted((res) => {
      res.setHeader("X-Powered-By", "others");
      res.setHeader("Content-Type", "text/html");
      res.setHeader("Cache-Control", "public");
    });
    const response = await exchangeRaw(port, GET("/nothing"));
    expect(linesOf(response, "x-powered-by")).toEqual(["others"]);
    expect(linesOf(response, "content-type")).toEqual(["application/problem+json"]);
    expect(linesOf(response, "cache-control")).toEqual(["no-store"]);
    end();
  });

  test("keeps what middleware has set where it adds nothing", async () => {
    const { port, end } = await mounted((res) => {
      res.setHeader("vary", "Origin");
      res.setHeader("set-cookie", "a=1");
    });
    const response = await exchangeRaw(port, GET("/nothing"));
    expect(linesOf(response, "vary")).toEqual(["Origin"]);
    expect(linesOf(response, "set-cookie")).toEqual(["a=1"]);
    end();
  });

  test("I3: refuses HTTP/1.1 without a Host where Node does not", async () => {
    const { port, end } = await mounted(() => undefined, false);
    expect((await exchangeRaw(port, "GET /wait HTTP/1.1\r\n\r\n")).status).toBe(400);
    expect((await exchangeRaw(port, "GET /wait HTTP/1.0\r\n\r\n")).status).toBe(200);
    end();
  });

  test("leaves Expect to the server it is given to", async () => {
    const { port, end } = await mounted(() => undefined);
    const response = await exchangeRaw(
      port,
      `${post1("/send", JSON_TYPE, "expect: 100-continue", "content-length: 1")}1`,
    );
    expect(response).toMatchObject({ status: 200, interim: [100] });
    end();
  });
});

describe("many at once", () => {
  test("I1: 1,000 requests keep their own ids, parameters, context and storage", async () => {
    const storage = new AsyncLocalStorage<string>();
    const items = rootResource({
      item: dynamicResource("id", { find: post().request<string>().response<string[]>() }),
    });
    const server = createServer();
    const wait = (): Promise<void> => pause(Math.random() * 20);
    server
      .guard(async ({ ids, header }) => {
        storage.enterWith(header("x-mark") ?? "");
        await wait();
        return { own: String(ids["id"]) };
      })
      .around(async (_call, next) => {
        await wait();
        return next();
      })
      .route(items.item.find, async ({ ids, own, body, header, request }) => {
        await wait();
        return [
          ids.id,
          own,
          body,
          header("x-mark") ?? "",
          new URL(request.url).pathname,
          storage.getStore() ?? "",
        ];
      });
    const port = await serve(server);
    const client = Array.from({ length: 20 }, () => RawClient.open(port));
    const clients = await Promise.all(client);
    await Promise.all(
      clients.map(async (connection, lane) => {
        const marks = Array.from({ length: 50 }, (_, at) => `m${lane}-${at}`);
        const bytes = marks.map((mark) => {
          const body = JSON.stringify(mark);
          return (
            post1(`/${mark}`, JSON_TYPE, `x-mark: ${mark}`, `content-length: ${body.length}`) + body
          );
        });
        connection.write(bytes.join(""));
        for (const mark of marks) {
          const { body } = await connection.next();
          expect(JSON.parse(body)).toEqual([mark, mark, mark, mark, `/${mark}`, mark]);
        }
        connection.destroy();
      }),
    );
  });

  test("Node's own client is served too", async () => {
    const { port } = await echo();
    const status = await new Promise((resolve) => {
      sendRequest({ port, host: "127.0.0.1", path: "/nothing" }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    expect(status).toBe(404);
  });
});
