// Heads that Node's parser lets pass and that no endpoint may get, on every host that stands on it.
import { bytes, get, plainText, put, rootResource } from "bough";
import type { Routes } from "bough/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nodeHosts } from "../support/node-hosts.ts";
import type { OpenHost } from "../support/node-hosts.ts";
import { exchangeRaw, linesOf, RawClient } from "../support/raw-client.ts";
import type { RawResponse } from "../support/raw-client.ts";

const api = rootResource("v1", {
  text: put("text").request(plainText()).response<string>(),
  lines: put("lines").request(bytes()).response<number>(),
  home: get("home").response<string>(),
});

const many = (count: number): string => "a:b\r\n".repeat(count);

describe.each(nodeHosts)("$name", ({ name, own, open }) => {
  const handled: string[] = [];
  let host: OpenHost;

  beforeAll(async () => {
    host = await open((routes: Routes) => {
      const guarded = routes.guard(({ header }) => {
        handled.push(`guard ${header("x-last") ?? ""}`.trim());
        return {};
      });
      guarded.route(api.text, ({ body }) => {
        handled.push(body);
        return body;
      });
      guarded.route(api.lines, ({ body }) => body.length);
      guarded.route(api.home, () => "home");
    });
  });

  afterAll(() => host.close());

  async function send(
    method: string,
    target: string,
    rest: string,
  ): Promise<RawResponse & { handled: string[] }> {
    handled.length = 0;
    const head = `${method} ${target} HTTP/1.1\r\nhost: h.test\r\n`;
    const answer = await exchangeRaw(host.port, head + rest, method);
    return { ...answer, handled: handled.splice(0) };
  }

  test.each([
    ["a length", "content-length: 5\r\n\r\nhello"],
    ["chunks", "transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"],
  ])("1,100 lines before %s", async (_, framing) => {
    const type = "content-type: text/plain\r\n";
    const answer = await send("PUT", "/v1/text", `${type}${many(1_100)}x-last: z\r\n${framing}`);
    if (own) {
      expect([answer.status, answer.body]).toEqual([200, '"hello"']);
      expect(answer.handled).toEqual(["guard z", "hello"]);
    } else {
      expect([answer.status, linesOf(answer, "connection")]).toEqual([431, ["close"]]);
      expect(JSON.parse(answer.body)).toEqual({
        type: "urn:bough:request-header-fields-too-large",
        title: "Request Header Fields Too Large",
        status: 431,
        detail: "the request must have fewer than 1,000 header lines",
      });
      expect(answer.handled).toEqual([]);
    }
  });

  test("990 lines arrive whole", async () => {
    const rest = `content-type: text/plain\r\n${many(990)}content-length: 2\r\n\r\nhi`;
    expect((await send("PUT", "/v1/text", rest)).handled).toEqual(["guard", "hi"]);
  });

  test("a second Host behind 1,100 lines reaches no endpoint", async () => {
    const answer = await send("GET", "/v1/home", `${many(1_100)}host: evil.test\r\n\r\n`);
    expect([answer.status, answer.handled]).toEqual([own ? 400 : 431, []]);
  });

  test.each([
    ["before a length", "transfer-encoding:\r\ncontent-length: 2\r\n\r\nhi"],
    ["alone", "transfer-encoding: \r\n\r\n"],
    ["before another", "transfer-encoding:\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
  ])("RFC 9112 6.3: an empty Transfer-Encoding %s is 400", async (_, rest) => {
    const type = "content-type: text/plain\r\n";
    const answer = await send("PUT", "/v1/text", type + rest);
    expect([answer.status, answer.handled]).toEqual([400, []]);
    expect(linesOf(answer, "connection")).toEqual(["close"]);
    expect(JSON.parse(answer.body)).toMatchObject({
      errors: [{ in: "header", name: "transfer-encoding", message: "must not be empty" }],
    });
  });

  test("RFC 9112 6.3: what follows an empty Transfer-Encoding is no request", async () => {
    handled.length = 0;
    const client = await RawClient.open(host.port);
    const head = (method: string, path: string): string =>
      `${method} ${path} HTTP/1.1\r\nhost: h.test\r\n`;
    const smuggled = `${head("GET", "/v1/home")}\r\n`;
    client.write(`${head("PUT", "/v1/text")}transfer-encoding:\r\n\r\n${smuggled}`);
    expect((await client.next()).status).toBe(400);
    await client.closed;
    expect([handled, client.rest]).toEqual([[], ""]);
  });

  test.each(["http", "https"])("RFC 9110 4.2.4: %s://a@b/… is 400", async (scheme) => {
    const rest = "content-type: application/octet-stream\r\ncontent-length: 2\r\n\r\nhi";
    const answer = await send("PUT", `${scheme}://a@b/v1/lines`, rest);
    expect([answer.status, answer.handled]).toEqual([400, []]);
  });

  test.each(["GET", "POST"])("RFC 9112 3.2.4: %s * reaches no endpoint", async (method) => {
    const answer = await send(method, "*", "\r\n");
    // Elsewhere it is the project's, or is refused by node-server.
    const isBoughs = own || name === "toListener";
    expect([answer.status, answer.handled]).toEqual([isBoughs || name === "hono" ? 400 : 404, []]);
    if (isBoughs) {
      expect(JSON.parse(answer.body)).toMatchObject({
        errors: [{ in: "path", message: "the target must not be * for this method" }],
      });
    }
  });
});
