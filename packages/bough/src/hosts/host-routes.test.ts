import { createServer as createHttpServer } from "node:http";
import { routing as routingOnExpress } from "bough/express";
import { routing as routingOnFastify } from "bough/fastify";
import { routing as routingOnHono } from "bough/hono";
import { routing as routingOnNode } from "bough/node";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";

type Routing = (app: never, options?: never) => unknown;
interface Given {
  readonly routing: Routing;
  readonly needed: string;
  readonly apps: () => readonly unknown[];
}

const hosts: Readonly<Record<string, Given>> = {
  node: {
    routing: routingOnNode,
    needed: "expected a server of node:http or undefined",
    apps: () => [createHttpServer(), undefined],
  },
  express: {
    routing: routingOnExpress,
    needed: "expected an application or router of Express",
    apps: () => [express(), express.Router()],
  },
  fastify: {
    routing: routingOnFastify,
    needed: "expected an app of Fastify",
    apps: () => [fastify()],
  },
  hono: {
    routing: routingOnHono,
    needed: "expected an application of Hono",
    apps: () => [new Hono(), new Hono().basePath("/api")],
  },
};

describe.each(Object.entries(hosts))("routing on %s", (name, { routing, needed, apps }) => {
  test("takes what its host makes", () => {
    for (const app of apps()) {
      expect(() => routing(app as never)).not.toThrow();
    }
  });

  test("refuses other values, and applications of other hosts", () => {
    const others = Object.entries(hosts).flatMap(([other, given]) =>
      other === name ? [] : given.apps(),
    );
    for (const app of [...others, null, 5, "app", {}, { cors: {} }, () => undefined]) {
      // Without a server, routing on node:http gives a listener.
      if (name !== "node" || app !== undefined) {
        expect(() => routing(app as never)).toThrow(needed);
      }
    }
  });

  test.each([
    [null, "routing: expected an options object { "],
    ["/api", "routing: expected an options object { "],
    [
      { strictParameters: "true" },
      'routing: expected strictParameters to be true or false, received "true"',
    ],
    [{ codecs: [] }, "routing: codecs is empty: bodies need a codec, such as codecs: [json()]"],
  ])("refuses the options %o", (options, message) => {
    expect(() => routing(apps()[0] as never, options as never)).toThrow(message);
  });
});

test("Fastify over HTTP/2 is refused, in a plugin too, before a body gets lost", async () => {
  const app = fastify({ http2: true });
  const message =
    "routing: expected an app that speaks HTTP/1.1, received one with the option http2: remove it, and let a proxy speak HTTP/2";
  expect(() => routingOnFastify(app)).toThrow(new TypeError(message));
  app.register(async (plugin) => void routingOnFastify(plugin));
  await expect(app.ready()).rejects.toThrow(message);
});

test("a wrong basePath is named by the function that got it", () => {
  expect(() => routingOnNode(undefined, { basePath: "api" })).toThrow(
    new TypeError('routing: expected basePath to be a path such as "/api", received "api"'),
  );
});
