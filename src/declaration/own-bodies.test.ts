// What bodies with media types of their own refuse before anything is sent.
import { bytes, file, get, jsonLines, multipart, rootResource, stream, string } from "bough";
import { createClient, TransportError } from "bough/client";
import { afterEach, describe, expect, test, vi } from "vitest";
import { sentStream } from "../codec/byte-stream.ts";
import type { AnyBody } from "./body.ts";

const sent = (body: AnyBody, value: unknown): unknown => body["~format"]?.send?.(value, undefined);

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("what is no content of its kind is refused", () => {
  test.each([
    ["bytes", bytes(), "text", /bytes are a Uint8Array/],
    ["a stream", stream(), 3, /a stream is a ReadableStream/],
    ["JSON Lines", jsonLines(), { a: 1 }, /JSON Lines are an iterable/],
    [
      "a file that is missing",
      multipart({ text: string(), one: file() }),
      { text: "" },
      /one is missing/,
    ],
  ])("%s", (_what, body, value, message) => {
    expect(() => sent(body, value)).toThrow(message);
  });
});

test("bytes that break off are no answer", async () => {
  const api = rootResource("v1", { read: get().response(bytes()) });
  const client = createClient({
    fetch: async () =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            start: (controller) => controller.error(new Error("cut")),
          }),
        ),
      ),
  });
  await expect(client.request(api.read)).rejects.toBeInstanceOf(TransportError);
});

test("a platform that takes a stream for text is not given one", () => {
  class TextRequest {
    readonly headers = new Headers({ "content-type": "text/plain;charset=UTF-8" });
  }
  vi.stubGlobal("Request", TextRequest);
  expect(() => sentStream(new ReadableStream(), undefined)).toThrow(
    /cannot send a stream: give a Blob/,
  );
});
