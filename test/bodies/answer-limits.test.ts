// What a client reads as a whole is bounded where it says so: of a few kilobytes a server can make
// gigabytes.
import { gzipSync } from "node:zlib";
import { createServer as createHttpServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { bytes, failure, get, plainText, rootResource, stream } from "bough";
import { createClient, InvalidResponseError, UnexpectedResponseError } from "bough/client";
import type { ClientOptions } from "bough/client";
import { describe, expect, onTestFinished, test, vi } from "vitest";

const Full = failure("full", 507).body<{ free: number }>();
const api = rootResource({
  json: get("json").response<string>().failure(Full),
  text: get("text").response(plainText()),
  bytes: get("bytes").response(bytes("image/png")),
  stream: get("stream").response(stream("image/png")),
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
          message: `cannot be read as ${mediaType}: no whole answer within 5000 bytes`,
        },
      ],
      cause: new TypeError("no whole answer within 5000 bytes"),
    });
    expect(state.cancelled).toBe(true);
    expect(state.bytes).toBeLessThan(limits.body + 4 * KIBIBYTE);
  });

  test("bytes", async () => {
    const { client, state } = answered("image/png", endless("x"), { limits });
    const error: unknown = await client.request(api.bytes).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({
      message: "GET /bytes: answered 200, not as declared: body is larger than 5000 bytes",
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
