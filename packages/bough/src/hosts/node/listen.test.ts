import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { get, post, rootResource, type } from "bough";
import { listen, toListener, type Listening } from "bough/node";
import { createServer, type ServerOptions } from "bough/server";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { exchangeRaw, linesOf, RawClient } from "../../../../../test/support/raw-client.ts";
import { readingOf } from "../../../../../test/support/reading-of.ts";

const api = rootResource({
  slow: get("slow").response<string>(),
  quick: get("quick").response<string>(),
  send: post("send").request<string>().response(type<string>()),
});

interface Running extends Listening {
  readonly release: (text?: string) => void;
  /** Resolves when the slow handler has begun. */
  readonly begun: () => Promise<AbortSignal>;
  /** Resolves when the server has read so many bytes. */
  readonly read: (count: number) => Promise<void>;
}

const open: Listening[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ close }) => close({ grace: 0 })));
});

async function serve(
  options: Parameters<typeof listen>[1] = {},
  serving: ServerOptions = {},
): Promise<Running> {
  const server = createServer(serving);
  const waiting: ((text: string) => void)[] = [];
  const signals: AbortSignal[] = [];
  let wake: () => void = () => undefined;
  server.route(api, {
    slow: ({ signal }) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        signals.push(signal);
        wake();
      }),
    quick: () => "quick",
    send: ({ body }) => body,
  });
  const listening = await listen(server, options);
  open.push(listening);
  return {
    ...listening,
    read: readingOf(listening.server),
    release: (text = "slow") => waiting.shift()?.(text),
    begun: async () => {
      while (signals.length === 0) {
        await new Promise<void>((resolve) => (wake = resolve));
      }
      return signals.shift() as AbortSignal;
    },
  };
}

const request = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: h.test\r\n\r\n`;

describe("listen", () => {
  test("takes a free port of 127.0.0.1 and tells its URL", async () => {
    const { url, port, server } = await serve();
    expect(url).toBe(`http://127.0.0.1:${port}`);
    expect(port).toBeGreaterThan(0);
    expect(server.listening).toBe(true);
    expect(await (await fetch(`${url}/quick`)).json()).toBe("quick");
  });

  test("writes an IPv6 host in brackets", async () => {
    const { url, port } = await serve({ hostname: "::1" });
    expect(url).toBe(`http://[::1]:${port}`);
  });

  test("rejects with Node's error when the port is taken", async () => {
    const { port } = await serve();
    await expect(listen(createServer(), { port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  test("refuses what is no server", () => {
    expect(() => listen({} as never)).toThrow(
      "listen: got no server; pass what createServer() returned",
    );
    expect(() => toListener(undefined as never)).toThrow(
      "toListener: got no server; pass what createServer() returned",
    );
  });

  test("refuses a port that is none", () => {
    expect(() => listen(createServer(), 3000 as never)).toThrow(
      "listen: expected an options object { port, hostname, keepAliveTimeout, origin, drainBytes }, received 3000",
    );
  });

  test.each([
    [
      "listen",
      { port: "socket" },
      'expected port to be a whole number from 0 to 65535, received "socket"',
    ],
    [
      "listen",
      { port: Number.NaN },
      "expected port to be a whole number from 0 to 65535, received NaN",
    ],
    [
      "listen",
      { port: 65_536 },
      "expected port to be a whole number from 0 to 65535, received 65536",
    ],
    ["listen", { port: "" }, 'expected port to be a whole number from 0 to 65535, received ""'],
    [
      "listen",
      { port: [80] },
      "expected port to be a whole number from 0 to 65535, received a list",
    ],
    [
      "listen",
      { hostname: "" },
      'expected hostname to be a host name or an address, such as "0.0.0.0", received ""',
    ],
    [
      "listen",
      { hostname: null },
      'expected hostname to be a host name or an address, such as "0.0.0.0", received null',
    ],
    [
      "listen",
      { keepAliveTimeout: Number.NaN },
      "expected keepAliveTimeout to be a whole number of milliseconds from 0, received NaN",
    ],
    [
      "listen",
      { keepAliveTimeout: "5000" },
      'expected keepAliveTimeout to be a whole number of milliseconds from 0, received "5000"',
    ],
    ["listen", { drainBytes: "x" }, 'expected drainBytes to be a number from 0, received "x"'],
    [
      "toListener",
      { drainBytes: Number.NaN },
      "expected drainBytes to be a number from 0, received NaN",
    ],
    [
      "toListener",
      { origin: Symbol("o") },
      'expected origin to be scheme, host and port, such as "https://example.com", received Symbol(o)',
    ],
    ["toListener", null, "expected an options object { origin, drainBytes }, received null"],
  ])("%s refuses %o", (asked, options, fault) => {
    const given = asked === "listen" ? listen : toListener;
    expect(() => given(createServer(), options as never)).toThrow(
      new TypeError(`${asked}: ${fault}`),
    );
  });

  test("takes a port as an environment gives it", async () => {
    const { port } = await serve({ port: "0" as never });
    expect(port).toBeGreaterThan(0);
  });

  test("refuses an option of another name", () => {
    expect(() => listen(createServer(), { host: "0.0.0.0" } as never)).toThrow(
      new TypeError(
        'listen: unknown option "host": the options are port, hostname, keepAliveTimeout, origin, drainBytes',
      ),
    );
    expect(() => toListener(createServer(), { drain: 1 } as never)).toThrow(
      new TypeError('toListener: unknown option "drain": the options are origin, drainBytes'),
    );
  });

  test("refuses an origin that is none", () => {
    const refused = (origin: string): void => {
      expect(() => listen(createServer(), { origin })).toThrow(
        `listen: expected origin to be scheme, host and port, such as "https://example.com", received "${origin}"`,
      );
    };
    refused("example");
    refused("localhost:3000");
  });

  test("K6: idle connections stay open for 72 s, headers may take longer", async () => {
    const { server } = await serve();
    expect(server.keepAliveTimeout).toBe(72_000);
    expect(server.headersTimeout).toBe(73_000);
    const { server: other } = await serve({ keepAliveTimeout: 100 });
    expect(other.keepAliveTimeout).toBe(100);
    expect(other.headersTimeout).toBe(60_000);
  });

  test("K6: idle connections stay open for longer than Node waits for a request", async () => {
    const { server } = await serve({ keepAliveTimeout: 620_000 });
    expect(server.keepAliveTimeout).toBe(620_000);
    expect(server.headersTimeout).toBe(621_000);
    expect(server.requestTimeout).toBe(621_000);
    const { server: other } = await serve({ keepAliveTimeout: 95_000 });
    expect(other.requestTimeout).toBe(300_000);
  });

  test("a connection carries one request after the other", async () => {
    const { port } = await serve();
    const client = await RawClient.open(port);
    for (let count = 0; count < 3; count++) {
      const response = await client.write(request("/quick")).next();
      expect(response.status).toBe(200);
      expect(linesOf(response, "connection")).toEqual(["keep-alive"]);
    }
    client.destroy();
  });
});

describe("CONNECT", () => {
  async function tunnel(): Promise<{ client: RawClient; served: Socket }> {
    const { port, server } = await serve();
    const accepted = once(server, "connection");
    const client = await RawClient.open(port);
    const [served] = (await accepted) as [Socket];
    const asked = once(server, "connect");
    client.write("CONNECT other.test:1 HTTP/1.1\r\nhost: other.test:1\r\n\r\n");
    await asked;
    return { client, served };
  }

  test("is answered 501, and its connection ends", async () => {
    const { client, served } = await tunnel();
    const closed = once(served, "close");
    expect((await client.next()).status).toBe(501);
    await client.closed;
    await closed;
  });

  test("harms nobody when its client resets the connection", async () => {
    const { client, served } = await tunnel();
    // Not by `once` of node:events, which would listen to errors as well.
    const closed = new Promise((resolve) => served.once("close", resolve));
    client.socket.resetAndDestroy();
    await closed;
    expect(served.listenerCount("error")).toBeGreaterThan(0);
  });

  test("ends its connection when its client writes on", async () => {
    const { client, served } = await tunnel();
    const closed = once(served, "close");
    client.write("what would go through the tunnel");
    expect((await client.next()).status).toBe(501);
    await closed;
  });
});

describe("close", async () => {
  /** What is asked on an open connection of a server that is closing. */
  async function askedLate(serving?: ServerOptions) {
    const { port, close, begun, release, read } = await serve({}, serving);
    const client = await RawClient.open(port);
    client.write(request("/slow"));
    await begun();
    const closed = close();
    client.write(request("/quick"));
    await read(`${request("/slow")}${request("/quick")}`.length);
    release();
    expect((await client.next()).status).toBe(200);
    return { client, refused: await client.next(), closed };
  }

  test("K5: closes idle connections and those never used at once", async () => {
    const { port, close } = await serve();
    const idle = await RawClient.open(port);
    await idle.write(request("/quick")).next();
    const unused = await RawClient.open(port);
    // Nobody waits as long as that: what is closed is closed before the grace is over.
    await close({ grace: 3_600_000 });
    await Promise.all([idle.closed, unused.closed]);
  });

  test("K5: takes no new connection", async () => {
    const { port, close, begun, release } = await serve();
    const client = await RawClient.open(port);
    client.write(request("/slow"));
    await begun();
    const closed = close();
    const late = connect(port, "127.0.0.1");
    const [error] = (await once(late, "error")) as [NodeJS.ErrnoException];
    expect(error.code).toBe("ECONNREFUSED");
    release();
    await closed;
  });

  test("K5: an answer in flight is finished with Connection: close", async () => {
    const { port, close, begun, release } = await serve();
    const client = await RawClient.open(port);
    client.write(request("/slow"));
    const signal = await begun();
    let resolved = false;
    const closed = close().then(() => (resolved = true));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(resolved).toBe(false);
    release();
    const response = await client.next();
    expect(response).toMatchObject({ status: 200, body: '"slow"' });
    expect(linesOf(response, "connection")).toEqual(["close"]);
    await client.closed;
    await closed;
    expect(signal.aborted).toBe(false);
  });

  test("K5: an answer that its client takes slowly comes whole", async () => {
    const { port, close, begun, release } = await serve();
    const client = await RawClient.open(port);
    client.write(request("/slow"));
    await begun();
    client.socket.pause();
    const text = "x".repeat(16 * 1024 * 1024);
    release(text);
    // It is handed over, and more than the connection holds.
    await new Promise((resolve) => setTimeout(resolve, 50));
    // A grace that no slow machine takes: after it, the answer would be broken off.
    const closed = close({ grace: 3_600_000 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    client.socket.resume();
    await client.closed;
    expect(client.rest.length).toBeGreaterThan(text.length);
    await closed;
  });

  test("leaves a connection the destroy that others have given it", async () => {
    const { server, port, close, begun, release } = await serve();
    const destroyed = vi.fn();
    server.on("connection", (socket) => {
      const { destroy } = Object.getPrototypeOf(socket) as Socket;
      socket.destroy = (error?: Error) => {
        destroyed();
        return destroy.call(socket, error);
      };
    });
    const client = await RawClient.open(port);
    client.write(request("/slow"));
    await begun();
    client.socket.pause();
    release("x".repeat(16 * 1024 * 1024));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await close({ grace: 50 });
    expect(destroyed).toHaveBeenCalled();
    client.socket.destroy();
  });

  test("K5: a request that comes later on an open connection is 503", async () => {
    const { client, refused, closed } = await askedLate();
    expect(refused.status).toBe(503);
    expect(linesOf(refused, "connection")).toEqual(["close"]);
    expect(JSON.parse(refused.body)).toEqual({
      type: "urn:bough:service-unavailable",
      title: "Service Unavailable",
      status: 503,
      detail: "the server is closing",
    });
    await client.closed;
    await closed;
  });

  test("K5: a page of another origin can read the 503", async () => {
    const { refused, closed } = await askedLate({ cors: { origins: "*" } });
    expect(refused.status).toBe(503);
    expect(linesOf(refused, "access-control-allow-origin")).toEqual(["*"]);
    await closed;
  });

  test("K5: a request whose head is half there is 503", async () => {
    const { port, close, read } = await serve();
    const client = await RawClient.open(port);
    const half = "GET /quick HTTP/1.1\r\nho";
    client.write(half);
    await read(half.length);
    const closed = close();
    const response = await client.write("st: h.test\r\n\r\n").next();
    expect(response.status).toBe(503);
    expect(linesOf(response, "connection")).toEqual(["close"]);
    await client.closed;
    await closed;
  });

  test("K5: pipelined answers in flight all come whole", async () => {
    const { port, close, begun, release } = await serve();
    const client = await RawClient.open(port);
    client.write(request("/slow") + request("/slow"));
    await begun();
    await begun();
    const closed = close();
    release("first");
    const first = await client.next();
    expect(first.body).toBe('"first"');
    release("second");
    const second = await client.next();
    expect(second.body).toBe('"second"');
    expect(linesOf(second, "connection")).toEqual(["close"]);
    await client.closed;
    await closed;
  });

  test("K5: pipelined answers that are ready in another order come whole", async () => {
    const { port, close, begun, release } = await serve();
    const client = await RawClient.open(port);
    client.write(request("/slow") + request("/quick"));
    await begun();
    const closed = close();
    release();
    expect((await client.next()).body).toBe('"slow"');
    expect((await client.next()).body).toBe('"quick"');
    await client.closed;
    await closed;
  });

  test("K5: after the grace every signal aborts and the sockets end", async () => {
    const { port, close, begun } = await serve();
    const client = await RawClient.open(port);
    client.write(request("/slow"));
    const signal = await begun();
    const began = Date.now();
    await close({ grace: 50 });
    expect(Date.now() - began).toBeGreaterThanOrEqual(45);
    expect(signal.aborted).toBe(true);
    await client.closed;
    await expect(client.next()).rejects.toThrow("the connection ended");
  });

  test("a body that is half there ends with the grace", async () => {
    const { port, close, read } = await serve();
    const client = await RawClient.open(port);
    const half =
      'POST /send HTTP/1.1\r\nhost: h.test\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n"';
    client.write(half);
    await read(half.length);
    await close({ grace: 30 });
    await client.closed;
  });

  test("a grace without end is no timer that fires at once", async () => {
    const { port, close, begun, release } = await serve();
    const client = await RawClient.open(port);
    client.write(request("/slow"));
    await begun();
    const closed = close({ grace: Infinity });
    await new Promise((resolve) => setTimeout(resolve, 30));
    release();
    expect((await client.next()).status).toBe(200);
    await closed;
  });

  test.each([
    [{ grace: Number.NaN }, "expected grace to be a number from 0, received NaN"],
    [{ grace: "5000" }, 'expected grace to be a number from 0, received "5000"'],
  ])("refuses %o, and goes on serving", async (options, fault) => {
    const { close, url } = await serve();
    expect(() => close(options as never)).toThrow(new TypeError(`close: ${fault}`));
    expect((await fetch(`${url}/quick`)).status).toBe(200);
  });

  test.each([
    ["the listener of a signal", "SIGTERM"],
    ["what waits for an event", ["SIGTERM", 15]],
    ["the listener of an event", new Event("abort")],
    ["what catches an error", Object.assign(new Error("gone"), { code: "ECONNRESET" })],
    ["a callback's callback", () => undefined],
    ["the listener of a child's end", null],
  ])("is %s as it stands", async (_what, given) => {
    const { close, server } = await serve();
    await close(given as never);
    expect(server.listening).toBe(false);
  });

  // Jest and Mocha wait for a callback that a function has a parameter for; Vitest reads a first one.
  const { close } = await listen(createServer());
  afterAll(close);
  test("is a test's hook as it stands: it asks for no callback and no fixture", () => {
    expect(close).toHaveLength(0);
  });

  test("twice is once", async () => {
    const { close } = await serve();
    const first = close({ grace: 5 });
    expect(close()).toBe(first);
    await first;
    expect(close()).toBe(first);
  });

  test("leaves no handle behind", async () => {
    const handles = (): number =>
      process.getActiveResourcesInfo().filter((name) => /TCP|Timeout/.test(name)).length;
    const before = handles();
    const { port, close } = await serve();
    await exchangeRaw(port, request("/quick"));
    await close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(handles()).toBeLessThanOrEqual(before);
  });
});
