// Requests and responses that no server of node:http has made, but an adapter: of the event of
// a Lambda, or of a test.
import { once } from "node:events";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { get, jsonLines, post, rootResource } from "bough";
import { toListener } from "bough/node";
import { createServer } from "bough/server";
import { expect, test } from "vitest";

const api = rootResource({
  send: post("send").request<unknown>().response<unknown>(),
  lines: get("lines").response(jsonLines<number>()),
});

interface Adapted {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly written: string[];
}

function adapted(
  head: Partial<IncomingMessage>,
  Made: new (req: IncomingMessage) => ServerResponse = ServerResponse,
): Adapted {
  const req = Object.assign(new IncomingMessage(new Socket()), { httpVersion: "1.1", ...head });
  const res = new Made(req);
  const written: string[] = [];
  // Its `write` tells nothing, and it never drains.
  const socket = Object.assign(new Socket(), {
    write: (chunk: Uint8Array | string, _encoding: unknown, done?: unknown) => {
      written.push(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
      if (typeof done === "function") {
        (done as () => void)();
      }
    },
  });
  res.assignSocket(socket);
  return { req, res, written };
}

test("headers are read from where they are, where a request has no lines of them", async () => {
  const server = createServer();
  server.route(api.send, ({ body, header, request }) => [
    body,
    header("content-length"),
    header("x-many"),
    request.headers.get("x-many"),
  ]);
  const { req, res, written } = adapted({
    method: "POST",
    url: "/send",
    headers: {
      host: "h.test",
      "content-type": "application/json",
      "x-many": ["a", "b"],
    },
  });
  // The seam: adapters have a number there, whatever the type says.
  Object.assign(req.headers, { "content-length": 1 });
  req.push("1");
  req.push(null);
  toListener(server)(req, res);
  await once(res, "finish");
  expect(res.statusCode).toBe(200);
  expect(written.join("")).toContain('[1,"1","a, b","a, b"]');
});

test("a stream goes on where the socket does not tell whether it is to wait", async () => {
  const server = createServer();
  server.route(api.lines, async function* () {
    yield 1;
    yield 2;
  });
  const { req, res, written } = adapted({
    method: "GET",
    url: "/lines",
    rawHeaders: ["host", "h.test"],
  });
  toListener(server)(req, res);
  await once(res, "finish");
  expect(written.join("")).toMatch(/1\n[\s\S]*2\n/);
});

test("a response whose class writes heads in its own way is given no list of headers", async () => {
  class Made extends ServerResponse {
    // Knows what Node's documentation begins with: an object of headers, or none.
    override writeHead(status: number, headers?: object | string): this {
      for (const [name, value] of Object.entries(headers ?? {})) {
        this.setHeader(name, String(value));
      }
      return super.writeHead(status);
    }
  }
  const server = createServer();
  server.route(api.send, ({ body }) => body);
  const { req, res, written } = adapted({ method: "POST", url: "/send" }, Made);
  Object.assign(req, {
    headers: { host: "h.test", "content-type": "application/json", "content-length": "1" },
  });
  req.push("1");
  req.push(null);
  toListener(server)(req, res);
  await once(res, "finish");
  expect(res.getHeaders()).toMatchObject({ "content-type": "application/json" });
  expect(Object.keys(res.getHeaders())).not.toContain("0");
  expect(written.join("")).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*content-length: 1\r\n/);
});

test("a response without a connection may have been made of less than a request", () => {
  const server = createServer();
  server.route(api.send, ({ body }) => body);
  const { req } = adapted({ method: "POST", url: "/send", rawHeaders: ["host", "h.test"] });
  // The seam: adapters write `new ServerResponse({ method })`, whatever the type says.
  const res = new ServerResponse({ method: "POST" } as IncomingMessage);
  toListener(server)(req, res);
  expect([res.statusCode, res.writableEnded]).toEqual([400, true]);
});
