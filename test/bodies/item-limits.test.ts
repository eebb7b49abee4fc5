// What is read item by item is bounded on both sides: whoever sends an item may never end it.
import { events, get, jsonLines, post, rootResource } from "bough";
import { createClient, InvalidResponseError } from "bough/client";
import type { ClientOptions } from "bough/client";
import { createServer } from "bough/server";
import { describe, expect, test } from "vitest";
import { until } from "../support/chunks.ts";

const api = rootResource({
  live: get("live").response(events()),
  all: get("all").response(jsonLines()),
  add: post("add").request(jsonLines<string>()).response<number>(),
});
const utf8 = new TextEncoder();
const KIBIBYTE = 1_024;

/** A client whose answer begins with `text` and goes on with 1 KiB of `more` for ever. */
function endless(mediaType: string, text: string, more: string, limits?: ClientOptions["limits"]) {
  const state = { bytes: 0, cancelled: false, asked: 0 };
  const chunks = [utf8.encode(text)];
  const client = createClient({
    limits,
    reconnect: { delay: 1 },
    fetch: async () => {
      state.asked++;
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            const chunk = chunks.shift() ?? utf8.encode(more.repeat(KIBIBYTE));
            state.bytes += chunk.byteLength;
            controller.enqueue(chunk);
          },
          cancel() {
            state.cancelled = true;
          },
        },
        { highWaterMark: 0 },
      );
      return Promise.resolve(new Response(body, { headers: { "content-type": mediaType } }));
    },
  });
  return { client, state };
}

describe("an item that never ends is no answer", () => {
  test.each([
    ["1 MiB if left out", undefined, 1_048_576],
    ["as the client says", { item: 5_000 }, 5_000],
  ])("events: %s", async (_what, limits, bound) => {
    const begin = 'id: 7\ndata: "first"\n\ndata: "';
    const { client, state } = endless("text/event-stream", begin, "x", limits);
    const { seen, error } = await until(await client.request(api.live).bodyOrThrow());
    expect(seen).toEqual(["first"]);
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({
      message: `GET http://localhost/live: the 200 response doesn't match its declaration: body must not have an event longer than ${bound} characters`,
      issues: [
        { in: "body", name: "", message: `must not have an event longer than ${bound} characters` },
      ],
    });
    // It is not asked for again, and what it sends is no longer read.
    expect(state).toMatchObject({ cancelled: true, asked: 1 });
    expect(state.bytes).toBeLessThan(bound + 4 * KIBIBYTE);
  });

  test.each([
    ["1 MiB if left out", undefined, 1_048_576],
    ["as the client says", { item: 5_000 }, 5_000],
  ])("JSON lines: %s", async (_what, limits, bound) => {
    const { client, state } = endless("application/jsonl", '"first"\n"', "x", limits);
    const { seen, error } = await until(await client.request(api.all).bodyOrThrow());
    expect(seen).toEqual(["first"]);
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({
      message: `GET http://localhost/all: the 200 response doesn't match its declaration: body must not have a line longer than ${bound} bytes, line 2`,
    });
    expect(state).toMatchObject({ cancelled: true, asked: 1 });
    expect(state.bytes).toBeLessThan(bound + 4 * KIBIBYTE);
  });

  test("a line that is no JSON says which one it is", async () => {
    const { client } = endless("application/jsonl", '"first"\n{\n', " ");
    const { error } = await until(await client.request(api.all).bodyOrThrow());
    expect(error).toMatchObject({
      name: "InvalidResponseError",
      issues: [{ in: "body", name: "", message: "must be valid, line 2" }],
    });
  });
});

describe("an item as large as its bound", () => {
  const large = "x".repeat(2 * 1_048_576);

  test("arrives, and a larger one where the client has no bound", async () => {
    for (const [text, item] of [
      ["x".repeat(98), 100],
      [large, Infinity],
    ] as const) {
      const server = createServer();
      server.route(api.all, () => [text]);
      server.route(api.live, () => [text]);
      // "data: " and two line ends stand around an event's data.
      const lines = createClient({ fetch: server.fetch, limits: { item } });
      const live = createClient({ fetch: server.fetch, limits: { item: item + 8 } });
      expect(await until(await lines.request(api.all).bodyOrThrow())).toEqual({
        seen: [text],
        error: undefined,
      });
      expect(await until(await live.request(api.live).bodyOrThrow())).toEqual({
        seen: [text],
        error: undefined,
      });
    }
  });

  test("events that are many are no large one", async () => {
    const server = createServer();
    const many = Array.from({ length: 200 }, (_, index) => index);
    server.route(api.live, () => many);
    const client = createClient({ fetch: server.fetch, limits: { item: 20 } });
    expect((await until(await client.request(api.live).bodyOrThrow())).seen).toEqual(many);
  });
});

describe("a server", () => {
  const sum = async ({ body }: { body: AsyncIterable<string> }): Promise<number> => {
    let length = 0;
    for await (const text of body) {
      length += text.length;
    }
    return length;
  };

  test("refuses a line above its limit, however large a body may be", async () => {
    const server = createServer({ limits: { body: Infinity } });
    server.route(api.add, sum);
    const client = createClient({ fetch: server.fetch });
    const half = "x".repeat(600_000);
    expect(await client.request(api.add, [half, half, half]).bodyOrThrow()).toBe(1_800_000);
    await expect(client.request(api.add, ["a", half + half])).rejects.toMatchObject({
      name: "RejectionError",
      status: 400,
      errors: [{ in: "body", message: "must not have a line longer than 1048576 bytes, line 2" }],
    });
  });

  test("takes the limit of a route", async () => {
    const server = createServer();
    server.route(api.add, sum, { limits: { item: 10 } });
    const client = createClient({ fetch: server.fetch });
    expect(await client.request(api.add, ["12345678", "12345678"]).bodyOrThrow()).toBe(16);
    await expect(client.request(api.add, ["123456789"])).rejects.toMatchObject({ status: 400 });
  });
});
