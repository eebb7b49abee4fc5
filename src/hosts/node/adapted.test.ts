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

function adapted(head: Partial<IncomingMessage>): Adapted {
  const req = Object.assign(new IncomingMessage(new Socket()), { httpVersion: "1.1", ...head });
  const res = new ServerResponse(req);
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
    header("x-many"),
    request.headers.get("x-many"),
  ]);
  const { req, res, written } = adapted({
    method: "POST",
    url: "/send",
    headers: {
      host: "h.test",
      "content-type": "application/json",
      "content-length": "1",
      "x-many": ["a", "b"],
    },
  });
  req.push("1");
  req.push(null);
  toListener(server)(req, res);
  await once(res, "finish");
  expect(res.statusCode).toBe(200);
  expect(written.join("")).toContain('[1,"a, b","a, b"]');
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
