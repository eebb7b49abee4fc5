// Request bodies that may be left out, on every host: which of no content, an empty body and a body is
// `undefined` for the handler.
import { createServer as createHttpServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import {
  body,
  bytes,
  file,
  integer,
  json,
  jsonLines,
  multipart,
  plainText,
  post,
  put,
  rootResource,
  stream,
  string,
  type,
} from "bough";
import { oneOfBodies, form } from "bough/existing";
import type { Codec } from "bough";
import { createClient } from "bough/client";
import { routing as routingOnExpress } from "bough/express";
import { routing as routingOnFastify } from "bough/fastify";
import { createServer } from "bough/server";
import type { Routes } from "bough/server";
import express from "express";
import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { exchangeRaw } from "../support/raw-client.ts";
import { everyHost } from "../support/node-hosts.ts";
import type { OpenHost } from "../support/node-hosts.ts";

const hex: Codec<"text/x-hex"> = {
  mediaType: "text/x-hex",
  encode: (value) => (value as number).toString(16),
  decode: (content) => Number.parseInt(new TextDecoder().decode(content), 16),
};

interface ReadUpTo {
  readonly last: number;
}
const optional = { optional: true } as const;

const api = rootResource({
  read: put("read").request(type<ReadUpTo>(), optional).response<unknown>(),
  checked: put("checked")
    .request(z.object({ last: z.number().default(7) }), optional)
    .response<unknown>(),
  json: put("json").request(json<ReadUpTo>(), optional).response<unknown>(),
  patched: put("patched")
    .request(json(type<ReadUpTo>(), { mediaType: "application/merge-patch+json" }), optional)
    .response<unknown>(),
  hex: put("hex").request(body<number, "text/x-hex">(hex), optional).response<unknown>(),
  either: put("either")
    .request(oneOfBodies(json<ReadUpTo>(), plainText()), optional)
    .response<unknown>(),
  text: put("text").request(plainText(), optional).response<unknown>(),
  form: put("form")
    .request(form({ last: integer().optional() }), optional)
    .response<unknown>(),
  png: put("png").request(bytes("image/png"), optional).response<unknown>(),
  any: put("any").request(bytes(), optional).response<unknown>(),
  video: put("video").request(stream("video/mp4"), optional).response<unknown>(),
  stream: put("stream").request(stream(), optional).response<unknown>(),
  lines: put("lines").request(jsonLines<number>(), optional).response<unknown>(),
  parts: post("parts")
    .request(multipart({ title: string(), notes: file().optional() }), optional)
    .response<unknown>(),
});

async function gathered(items: AsyncIterable<unknown> | undefined): Promise<unknown> {
  if (items === undefined) {
    return "absent";
  }
  const all: unknown[] = [];
  for await (const item of items) {
    all.push(item instanceof Uint8Array ? [...item] : item);
  }
  return all.flat();
}
const told = (given: unknown): unknown =>
  given === undefined ? "absent" : given instanceof Uint8Array ? [...given] : given;

function route(routes: Routes): void {
  routes.route(api, {
    read: (call) => told(call.body),
    checked: (call) => told(call.body),
    json: (call) => told(call.body),
    patched: (call) => told(call.body),
    hex: (call) => told(call.body),
    either: (call) => told(call.body),
    text: (call) => told(call.body),
    form: (call) => told(call.body),
    png: (call) => told(call.body),
    any: (call) => told(call.body),
    video: (call) => gathered(call.body),
    stream: (call) => gathered(call.body),
    lines: (call) => gathered(call.body),
    parts: (call) => told(call.body?.fields),
  });
}

const CHUNKED = ["transfer-encoding: chunked"];
/** A request by its head and its content. */
async function send(
  port: number,
  target: string,
  lines: readonly string[],
  content = "",
): Promise<unknown> {
  const method = target === "/parts" ? "POST" : "PUT";
  const wire = lines.includes("transfer-encoding: chunked")
    ? `${content && `${content.length.toString(16)}\r\n${content}\r\n`}0\r\n\r\n`
    : content;
  const head = [`${method} ${target} HTTP/1.1`, "host: h", "connection: close", ...lines];
  const raw = await exchangeRaw(port, Buffer.from(`${head.join("\r\n")}\r\n\r\n${wire}`), method);
  return raw.status === 200 ? (JSON.parse(raw.body) as unknown) : raw.status;
}

const withParsers: readonly [name: string, open: () => Promise<OpenHost>][] = [
  [
    "express with express.json()",
    async () => {
      const app = express();
      app.use(express.json({ type: ["json", "+json"] }), express.text(), express.urlencoded());
      route(routingOnExpress(app));
      const server = createHttpServer(app);
      await once(server.listen(0, "127.0.0.1"), "listening");
      return {
        port: (server.address() as AddressInfo).port,
        close: async () => {
          server.closeAllConnections();
          server.close();
        },
      };
    },
  ],
  [
    "fastify with a parser of its own",
    async () => {
      const app = fastify({ forceCloseConnections: true });
      app.addContentTypeParser(
        "application/json",
        { parseAs: "string" },
        (_request, text, done) => {
          done(null, text === "" ? undefined : JSON.parse(text as string));
        },
      );
      route(routingOnFastify(app) as Routes);
      await app.listen({ port: 0, host: "127.0.0.1" });
      return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
    },
  ],
];

describe.each([
  ...everyHost.map(({ name, open }) => [name, () => open(route)] as const),
  ...withParsers,
])("an optional body on %s", (_name, open) => {
  let host: OpenHost;
  beforeAll(async () => {
    host = await open();
  });
  afterAll(() => host.close());

  const targets = Object.values(api).flatMap((child: unknown) => {
    const template = (Object(child) as { template?: unknown }).template;
    return typeof template === "string" ? [template] : [];
  });

  test.each(targets)("%s: no content and no Content-Type is undefined", async (target) => {
    expect(await send(host.port, target, [])).toBe("absent");
    expect(await send(host.port, target, ["content-length: 0"])).toBe("absent");
    expect(await send(host.port, target, CHUNKED)).toBe("absent");
  });

  test.each([
    ["/read", "application/json"],
    ["/checked", "application/json"],
    ["/json", "application/json"],
    ["/patched", "application/merge-patch+json"],
    ["/hex", "text/x-hex"],
    ["/either", "application/json"],
  ])("%s: an empty body with a Content-Type is undefined too", async (target, type) => {
    for (const framing of ["content-length: 0", "transfer-encoding: chunked"]) {
      expect(await send(host.port, target, [`content-type: ${type}`, framing])).toBe("absent");
    }
    expect(await send(host.port, target, [`content-type: ${type}`])).toBe("absent");
  });

  test.each([
    ["/either", "text/plain", ""],
    ["/text", "text/plain", ""],
    ["/form", "application/x-www-form-urlencoded", {}],
    ["/png", "image/png", []],
    ["/any", "image/gif", []],
    ["/video", "video/mp4", []],
    ["/stream", "image/gif", []],
    ["/lines", "application/jsonl", []],
    ["/parts", "multipart/form-data; boundary=b", 400],
  ])("%s: an empty body with a Content-Type is an empty value", async (target, type, expected) => {
    for (const framing of ["content-length: 0", "transfer-encoding: chunked"]) {
      const lines = [`content-type: ${type}`, framing];
      expect(await send(host.port, target, lines)).toEqual(expected);
    }
  });

  test.each([
    ["/any", [97]],
    ["/stream", [97]],
    ["/read", 415],
    ["/text", 415],
    ["/video", 415],
    ["/lines", 415],
    ["/parts", 415],
  ])("%s: content without a Content-Type is %j", async (target, expected) => {
    expect(await send(host.port, target, ["content-length: 1"], "a")).toEqual(expected);
    expect(await send(host.port, target, CHUNKED, "a")).toEqual(expected);
  });

  test("a body that is there is decoded and validated", async () => {
    const type = "content-type: application/json";
    const json = (target: string, text: string): Promise<unknown> =>
      send(host.port, target, [type, `content-length: ${text.length}`], text);
    expect(await json("/read", '{"last":3}')).toEqual({ last: 3 });
    expect(await json("/checked", "{}")).toEqual({ last: 7 });
    expect(await json("/checked", '{"last":"x"}')).toBe(400);
    expect(await send(host.port, "/read", [type, ...CHUNKED], '{"last":3}')).toEqual({ last: 3 });
    expect(
      await send(host.port, "/lines", ["content-type: application/jsonl", ...CHUNKED], "1\n2\n"),
    ).toEqual([1, 2]);
  });

  test("the client leaves it out, with options or without", async () => {
    const client = createClient({ baseUrl: `http://127.0.0.1:${host.port}` });
    expect(await client.request(api.read).bodyOrThrow()).toBe("absent");
    expect(await client.request(api.read, undefined).bodyOrThrow()).toBe("absent");
    const options = { init: { headers: { "content-type": "application/json" } } };
    expect(await client.request(api.read, undefined, options).bodyOrThrow()).toBe("absent");
    expect(await client.request(api.stream).bodyOrThrow()).toBe("absent");
    expect(await client.request(api.parts).bodyOrThrow()).toBe("absent");
    expect(await client.request(api.text, "").bodyOrThrow()).toBe("");
    expect(await client.request(api.read, { last: 1 }, options).bodyOrThrow()).toEqual({ last: 1 });
  });
});

test("a Request without content has no optional body, and one with a stream may have none", async () => {
  const server = createServer();
  route(server);
  const answer = async (init: object): Promise<unknown> =>
    (await server.fetch(new Request("http://h/stream", { method: "PUT", ...init }))).json();
  expect(await answer({})).toBe("absent");
  const none = new ReadableStream({ start: (controller) => controller.close() });
  expect(await answer({ body: none, duplex: "half" })).toBe("absent");
});
