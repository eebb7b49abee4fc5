import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { get, post, rootResource, type } from "bough";
import { routing, type NodeRoutes } from "bough/node";
import { HandlerError } from "bough/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { exchangeRaw, RawClient } from "../../../../../test/support/raw-client.ts";

const api = rootResource("v1", {
  list: get("users").response<string>(),
  create: post("users").request<number>().response(type<number>()),
});

const open: Server[] = [];
const errors: unknown[] = [];
const quiet = { onError: (error: unknown) => void errors.push(error) };
afterEach(() => {
  errors.length = 0;
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(server: Server): Promise<number> {
  open.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

function routeAll(routes: NodeRoutes): NodeRoutes {
  routes.route(api, {
    list: ({ host }) => `${host.req.url} ${host.res.headersSent}`,
    create: ({ body }) => body,
  });
  return routes;
}

const request = (target: string, method = "GET"): string =>
  `${method} ${target} HTTP/1.1\r\nhost: h.test\r\ncontent-length: 0\r\n\r\n`;
const own: RequestListener = (req, res) => void res.end(`own ${req.url?.slice(0, 9)}`);

describe("routing on node:http", () => {
  test("stands before the listeners that are there", async () => {
    const server = createServer(own);
    routeAll(routing(server, quiet));
    const port = await serve(server);
    const body = async (target: string, method = "GET"): Promise<string> =>
      (await exchangeRaw(port, request(target, method))).body;
    expect(await body("/v1/users")).toBe('"/v1/users false"');
    expect(await body("/v1/users", "DELETE")).toContain("urn:bough:method-not-allowed");
    expect(await body("/v1/%zz")).toContain("urn:bough:invalid-request");
    expect(await body("/v1/other")).toBe("own /v1/other");
    expect(await body("/")).toBe("own /");
    expect(await body("/%zz")).toBe("own /%zz");
    expect(await body("/a#b")).toBe("own /a#b");
    expect(await body("http://h.test/v1/users")).toBe('"http://h.test/v1/users false"');
    expect(await body(`/search?${"x".repeat(9_000)}`)).toBe("own /search?x");
    expect(await body("*", "OPTIONS")).toBe("own *");
  });

  test("answers 404 where there is no listener", async () => {
    const server = createServer();
    routeAll(routing(server, quiet));
    const port = await serve(server);
    const { status, body } = await exchangeRaw(port, request("/other"));
    expect([status, body]).toEqual([404, expect.stringContaining("urn:bough:not-found")]);
  });

  test("gives a listener for a server or a chain of the project's own", async () => {
    const { listener } = routeAll(routing(undefined, quiet));
    const port = await serve(
      createServer((req, res) => {
        res.setHeader("x-own", "1");
        listener(req, res, () => own(req, res));
      }),
    );
    const answer = await exchangeRaw(port, request("/v1/users"));
    expect(answer.headers).toContainEqual(["x-own", "1"]);
    expect((await exchangeRaw(port, request("/other"))).body).toBe("own /other");
  });

  test("stands below a basePath", async () => {
    const server = createServer(own);
    routeAll(routing(server, { ...quiet, basePath: "/api" }));
    const port = await serve(server);
    const body = async (target: string): Promise<string> =>
      (await exchangeRaw(port, request(target))).body;
    expect(await body("/api/v1/users")).toBe('"/api/v1/users false"');
    expect(await body("/v1/users")).toBe("own /v1/users");
    expect(await body("/api/other")).toBe("own /api/othe");
  });

  test("checks the Host of what is its own alone", async () => {
    const server = createServer(own);
    routeAll(routing(server, quiet));
    const port = await serve(server);
    const status = async (target: string): Promise<number> =>
      (await exchangeRaw(port, `GET ${target} HTTP/1.1\r\nhost: a,b\r\n\r\n`)).status;
    expect([await status("/v1/users"), await status("/other")]).toEqual([400, 200]);
  });

  test("tells of a body that was read before", async () => {
    const { listener } = routeAll(routing(undefined, quiet));
    const port = await serve(
      createServer((req, res) => {
        req.resume().on("end", () => listener(req, res));
      }),
    );
    const answer = await exchangeRaw(
      port,
      "POST /v1/users HTTP/1.1\r\nhost: h.test\r\ncontent-type: application/json\r\ncontent-length: 1\r\n\r\n1",
    );
    expect(answer.status).toBe(500);
    expect(errors).toEqual([expect.any(HandlerError)]);
  });

  test("takes an origin for call.request.url", async () => {
    const routes = routing(undefined, { ...quiet, origin: "https://a.test", drainBytes: 0 });
    routes.route(api.list, (call) => call.request.url);
    const port = await serve(createServer((req, res) => routes.listener(req, res)));
    const { body } = await exchangeRaw(port, request("/v1/users?a"));
    expect(body).toBe('"https://a.test/v1/users?a"');
  });
});

test("a connection that is reset while it is drained harms nobody, whatever is pipelined on it", async () => {
  const server = createServer((_req, res) => res.end("mine"));
  routeAll(routing(server, quiet));
  const port = await serve(server);
  const unheard = vi.fn();
  process.on("uncaughtException", unheard);
  const chunk = "1\r\n1\r\n";
  const begin = (path: string): string =>
    `POST ${path} HTTP/1.1\r\nhost: h.test\r\ntransfer-encoding: chunked\r\n\r\n${chunk}`;
  const client = await RawClient.open(port);
  expect((await client.write(begin("/v1/users")).next()).status).toBe(415);
  // What has come with the next request is told of all the same.
  server.prependOnceListener("request", ({ socket }) => socket.destroy());
  const end = `${chunk.repeat(9)}0\r\n\r\n`;
  const small = "POST /v1/users HTTP/1.1\r\nhost: h.test\r\ncontent-length: 1\r\n\r\n1";
  client.write(`${end}${begin("/v1/users")}${end}${small}`);
  await client.closed;
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("uncaughtException", unheard);
  expect(unheard).not.toHaveBeenCalled();
});
