// What bodies with media types of their own refuse before anything is sent.
import { bytes, file, get, jsonLines, multipart, rootResource, stream, string } from "bough";
import { createClient, TransportError } from "bough/client";
import { afterEach, describe, expect, test, vi } from "vitest";
import { sentStream } from "../shared/codec/byte-stream.ts";
import type { AnyBody } from "./body/body.ts";

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

describe("a stream to be sent", () => {
  const send = (): unknown => sentStream(new ReadableStream(), undefined);
  const refusal = /cannot send a stream: pass a Blob/;

  test("is not given to a platform that takes it for text", () => {
    class TextRequest {
      readonly headers = new Headers({ "content-type": "text/plain;charset=UTF-8" });
    }
    vi.stubGlobal("Request", TextRequest);
    expect(send).toThrow(refusal);
  });

  test("needs no duplex but on a page: Bun, Deno and workerd do not ask for it", () => {
    class PlainRequest {
      readonly headers = new Headers();
    }
    vi.stubGlobal("Request", PlainRequest);
    expect(send).not.toThrow();
    vi.stubGlobal("location", { origin: "https://app.example.test" });
    expect(send).toThrow(refusal);
  });
});
