// What a client reads as a whole is bounded where it says so: of a few kilobytes a server can make
// gigabytes.
import { gzipSync } from "node:zlib";
import { createServer as createHttpServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { body, bytes, failure, get, plainText, rootResource, stream } from "bough";
import type { Codec } from "bough";
import { createClient, InvalidResponseError, UnexpectedResponseError } from "bough/client";
import type { Client, ClientOptions } from "bough/client";
import { createServer } from "bough/server";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { isWithoutChromium, launchChromium } from "../support/chromium.ts";
import { listening } from "../support/edges.ts";

const Full = failure("full", 507).body<{ free: number }>();
const packed: Codec = {
  mediaType: "application/x-packed",
  encode: (value) => JSON.stringify(value),
  decode: (content) => content.byteLength,
};
const api = rootResource({
  json: get("json").response<string>().failure(Full),
  text: get("text").response(plainText()),
  bytes: get("bytes").response(bytes("image/png")),
  stream: get("stream").response(stream("image/png")),
  packed: get("packed").response(body<number>(packed)),
});
const KIBIBYTE = 1_024;

/** A client whose answer is these chunks, one at a time. */
function answered(
  mediaType: string,
  chunks: Iterable<Uint8Array>,
  { status = 200, ...options }: ClientOptions & { status?: number } = {},
) {
  const state = { bytes: 0, cancelled: false };
  const source = chunks[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = source.next();
        if (next.done) {
          controller.close();
        } else {
          state.bytes += next.value.byteLength;
          controller.enqueue(next.value);
        }
      },
      cancel() {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  const response = new Response(body, { status, headers: { "content-type": mediaType } });
  return { state, client: createClient({ ...options, fetch: () => Promise.resolve(response) }) };
}

function* endless(text: string): Iterable<Uint8Array> {
  for (;;) yield new TextEncoder().encode(text.repeat(KIBIBYTE));
}
const utf8 = (text: string): Uint8Array[] => [new TextEncoder().encode(text)];
const limits = { body: 5_000 };

describe("an answer that is larger is none", () => {
  test.each([
    ["JSON", "json", "application/json", "1"],
    ["text", "text", "text/plain", "a"],
  ] as const)("%s", async (_what, name, mediaType, text) => {
    const { client, state } = answered(mediaType, endless(text), { limits });
    const error: unknown = await client.request(api[name]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({
      status: 200,
      issues: [
        {
          in: "body",
          name: "",
          message: `cannot be read as ${mediaType}: is larger than 5000 bytes: raise limits.body`,
        },
      ],
      cause: new TypeError("is larger than 5000 bytes: raise limits.body"),
    });
    expect(state.cancelled).toBe(true);
    expect(state.bytes).toBeLessThan(limits.body + 4 * KIBIBYTE);
  });

  test("bytes", async () => {
    const { client, state } = answered("image/png", endless("x"), { limits });
    const error: unknown = await client.request(api.bytes).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({
      message:
        "GET http://localhost/bytes: the 200 response doesn't match its declaration: body is larger than 5000 bytes: raise limits.body",
    });
    expect(state.cancelled).toBe(true);
    expect(state.bytes).toBeLessThan(limits.body + 4 * KIBIBYTE);
  });

  test("a failure, of which its beginning is shown", async () => {
    const problem = `{"type":"full","free":${"1".repeat(6_000)}}`;
    const { client } = answered("application/problem+json", utf8(problem), {
      limits,
      status: 507,
    });
    const error: unknown = await client.request(api.json).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toHaveProperty(
      "message",
      "GET http://localhost/json: received 507 application/problem+json, expected 200, 507: is larger than 5000 bytes: raise limits.body",
    );
    expect((error as UnexpectedResponseError).text.slice(0, 15)).toBe('{"type":"full",');
  });

  test("whatever it took on its way", async () => {
    const zipped = gzipSync(JSON.stringify("a".repeat(10_000_000)));
    expect(zipped.byteLength).toBeLessThan(20_000);
    const http = createHttpServer((_req, res) => {
      res.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      res.end(zipped);
    });
    http.listen(0, "127.0.0.1");
    await once(http, "listening");
    onTestFinished(() => {
      http.closeAllConnections();
      http.close();
    });
    const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const bounded = createClient({ baseUrl, limits: { body: 1_000_000 } });
    await expect(bounded.request(api.json)).rejects.toBeInstanceOf(InvalidResponseError);
    const body = await createClient({ baseUrl }).request(api.json).bodyOrThrow();
    expect(body).toHaveLength(10_000_000);
  });
});

const MEBIBYTE = KIBIBYTE * KIBIBYTE;

describe("a client without limits", () => {
  test.each([
    ["JSON", "json", "application/json", "1"],
    ["text", "text", "text/plain", "a"],
    ["a codec", "packed", "application/x-packed", "a"],
  ] as const)("reads 10 MiB on a server runtime: %s", async (_what, name, mediaType, text) => {
    const { client, state } = answered(mediaType, endless(text));
    await expect(client.request(api[name])).rejects.toMatchObject({
      name: "InvalidResponseError",
      message: expect.stringContaining(
        `cannot be read as ${mediaType}: is larger than 10485760 bytes: raise limits.body`,
      ),
    });
    expect(state.cancelled).toBe(true);
    expect(state.bytes).toBeLessThan(10 * MEBIBYTE + 4 * KIBIBYTE);
  });

  test("reads bytes and streams of any size", async () => {
    const chunks = (): Uint8Array[] => Array.from({ length: 11 }, () => new Uint8Array(MEBIBYTE));
    const whole = answered("image/png", chunks()).client;
    expect((await whole.request(api.bytes).bodyOrThrow()).byteLength).toBe(11 * MEBIBYTE);
    const streamed = answered("image/png", chunks()).client;
    const body = await streamed.request(api.stream).bodyOrThrow();
    expect((await new Response(body).arrayBuffer()).byteLength).toBe(11 * MEBIBYTE);
  });

  test.each([
    ["a browser or one of its workers", { product: "Gecko" }],
    ["React Native", { product: "ReactNative" }],
  ])("reads an answer of any size in %s", async (_where, navigator) => {
    vi.stubGlobal("navigator", navigator);
    onTestFinished(() => void vi.unstubAllGlobals());
    const text = "a".repeat(11 * MEBIBYTE);
    expect(await answered("text/plain", utf8(text)).client.request(api.text).bodyOrThrow()).toBe(
      text,
    );
    const bounded = answered("text/plain", utf8(text), { limits }).client;
    await expect(bounded.request(api.text)).rejects.toBeInstanceOf(InvalidResponseError);
  });

  test.each([
    ["Node 24, Deno", { userAgent: "Node.js/24" }],
    ["workerd", { userAgent: "Cloudflare-Workers", product: "" }],
  ])("reads 10 MiB where a navigator names no product: %s", async (_where, navigator) => {
    vi.stubGlobal("navigator", navigator);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { client } = answered("text/plain", endless("a"));
    await expect(client.request(api.text)).rejects.toBeInstanceOf(InvalidResponseError);
  });
});

describe.each([["in memory"], ["on a socket"]])("a server that answers 11 MiB, %s", (where) => {
  const text = "a".repeat(11 * MEBIBYTE);
  const server = createServer();
  server.route(api.text, () => text);
  const open = async (options: ClientOptions = {}): Promise<Client> => {
    if (where === "in memory") {
      return createClient({ ...options, fetch: server.fetch });
    }
    const at = await listening(server);
    onTestFinished(() => at.close({ grace: 0 }));
    return createClient({ ...options, baseUrl: at.url });
  };

  test("is refused with its size, the limit and the option", async () => {
    const client = await open();
    await expect(client.request(api.text)).rejects.toMatchObject({
      name: "InvalidResponseError",
      message: `GET ${client.urlOf(api.text)}: the 200 response doesn't match its declaration: body cannot be read as text/plain: is larger than 10485760 bytes (Content-Length: ${11 * MEBIBYTE}): raise limits.body`,
    });
  });

  test("is read where the client or the call takes more", async () => {
    const body = 12 * MEBIBYTE;
    const client = await open();
    expect(await client.request(api.text, { limits: { body } }).bodyOrThrow()).toBe(text);
    const larger = await open({ limits: { body } });
    expect(await larger.request(api.text).bodyOrThrow()).toBe(text);
    // What a call does not name stays as the client has it.
    expect(await larger.request(api.text, { limits: { item: 1 } }).bodyOrThrow()).toBe(text);
    await expect(larger.request(api.text, { limits: { body: 5 } })).rejects.toMatchObject({
      issues: [{ message: expect.stringContaining("is larger than 5 bytes") }],
    });
  });
});

describe.skipIf(isWithoutChromium("the limit of a browser"))("Chromium", () => {
  test("names a product in a page and in a worker", { timeout: 240_000 }, async () => {
    const browser = await launchChromium(60_000);
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const seen = await page.evaluate(async () => {
      const source = new Blob(["postMessage(navigator.product)"]);
      const worker = new Worker(URL.createObjectURL(source));
      const ofWorker = await new Promise((resolve) => {
        worker.addEventListener("message", ({ data }) => resolve(data));
      });
      return [navigator.product, ofWorker];
    });
    expect(seen).toEqual(["Gecko", "Gecko"]);
  });
});

describe("an answer is whole", () => {
  test("up to the bound, and without one", async () => {
    const text = `"${"a".repeat(4_998)}"`;
    for (const given of [limits, { item: 1 }, undefined]) {
      const { client } = answered("application/json", utf8(text), { limits: given });
      expect(await client.request(api.json).bodyOrThrow()).toHaveLength(4_998);
    }
    for (const given of [limits, undefined]) {
      const { client } = answered("image/png", [...utf8("x".repeat(5_000))], { limits: given });
      expect(await client.request(api.bytes).bodyOrThrow()).toHaveLength(5_000);
    }
  });

  test("as bytes, where the platform makes a text of a stream, as React Native does", async () => {
    for (const given of [limits, undefined]) {
      const { client } = answered("image/png", [...utf8("ab"), ...utf8("c")], { limits: given });
      vi.stubGlobal("Response", function Native(body: unknown) {
        return { arrayBuffer: async () => new TextEncoder().encode(String(body)).buffer };
      });
      onTestFinished(() => void vi.unstubAllGlobals());
      const body = await client.request(api.bytes).bodyOrThrow();
      vi.unstubAllGlobals();
      expect(new TextDecoder().decode(body.buffer)).toBe("abc");
    }
  });

  test("as a stream, whose reader bounds it", async () => {
    const { client } = answered("image/png", utf8("x".repeat(6_000)), { limits });
    const read = await new Response(await client.request(api.stream).bodyOrThrow()).text();
    expect(read).toHaveLength(6_000);
  });
});
