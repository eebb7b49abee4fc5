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
    needed: "a server of node:http is needed, or undefined",
    apps: () => [createHttpServer(), undefined],
  },
  express: {
    routing: routingOnExpress,
    needed: "an application or router of Express is needed",
    apps: () => [express(), express.Router()],
  },
  fastify: {
    routing: routingOnFastify,
    needed: "an app of Fastify is needed",
    apps: () => [fastify()],
  },
  hono: {
    routing: routingOnHono,
    needed: "an application of Hono is needed",
    apps: () => [new Hono(), new Hono().basePath("/api")],
  },
};

describe.each(Object.entries(hosts))("routing on %s", (name, { routing, needed, apps }) => {
  test("takes what its host makes", () => {
    for (const app of apps()) {
      expect(() => routing(app as never)).not.toThrow();
    }
  });

  test("refuses the applications of others, and what is none", () => {
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
    [null, "routing: got null for its options, but takes { "],
    ["/api", 'routing: got "/api" for its options, but takes { '],
    [
      { strictParameters: "true" },
      'routing: strictParameters is "true", but true or false is needed',
    ],
    [{ codecs: [] }, "routing: codecs is empty, but bodies need one: codecs: [json()]"],
  ])("refuses the options %o", (options, message) => {
    expect(() => routing(apps()[0] as never, options as never)).toThrow(message);
  });
});

test("Fastify over HTTP/2 is refused, in a plugin too, before a body gets lost", async () => {
  const app = fastify({ http2: true });
  const message =
    "routing: the app speaks HTTP/2, but one that speaks HTTP/1.1 is needed: leave out its option http2, and let a proxy speak HTTP/2";
  expect(() => routingOnFastify(app)).toThrow(new TypeError(message));
  app.register(async (plugin) => void routingOnFastify(plugin));
  await expect(app.ready()).rejects.toThrow(message);
});

test("a basePath that is none is told of by the function that got it", () => {
  expect(() => routingOnNode(undefined, { basePath: "api" })).toThrow(
    new TypeError('routing: basePath "api" is no path: write it as "/api"'),
  );
});
