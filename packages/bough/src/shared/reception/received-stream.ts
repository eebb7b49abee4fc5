// The content of an answer as a stream for the caller.
import { relayed, streamFrom, typeName, type Relay } from "../codec/byte-stream.ts";
import type { Received } from "./received.ts";
import { broken, type Losable } from "./received-content.ts";

/** How a client receives an answer whose body is read by `read`, during the call or after it. */
export function receiving(
  read: (received: Received) => unknown,
  whole = false,
): (received: Received, headers: object) => Promise<unknown> {
  return async (received, headers) => {
    const { call, resultOf } = received;
    const result = await resultOf(headers);
    (result.failure ?? result).body = await read(received);
    call.streams = !whole;
    return result;
  };
}

/** Streams a response body. A broken connection rejects with `TransportError`; cancelling aborts the request immediately. */
export function receivedStream(
  received: Losable & Pick<Received, "response">,
): ReadableStream<Uint8Array> {
  return contentOf(received, received.response, {
    broken: (error) => broken(received, error),
    over: received.call.over,
  });
}

/**
 * The content of an answer as a stream, even if the platform does not stream it. An abort breaks
 * the stream, whether or not `fetch` reacts to it.
 */
export function contentOf(
  received: Losable,
  response: Response,
  relay: Relay = {},
): ReadableStream<Uint8Array> {
  const { body } = response;
  // The rest of the content would look like all of it.
  if (response.bodyUsed || body?.locked) {
    throw broken(received, new TypeError("other code is already reading the response body"));
  }
  const { signal } = received.call;
  // The body of node-fetch is a stream of Node, which is a sequence.
  const content =
    body && "getReader" in body
      ? body
      : streamFrom(body ?? wholeOf(response), (bytes: Uint8Array) => bytes);
  return relayed(content, { ...relay, chunk: bytesAlone, signal });
}

/** Items whose source is closed even if the reader returns before the first one: a generator that has not begun runs no `finally`. */
export function leavable<T>(
  items: AsyncGenerator<T>,
  leave: () => Promise<unknown>,
): AsyncGenerator<T> {
  const end = items.return.bind(items);
  return Object.assign(items, {
    return: async (value: unknown) => {
      // After the first item, the generator holds the content and closes it.
      await leave().catch(() => undefined);
      return end(value);
    },
  });
}

// A custom `fetch` may return a stream of anything.
function bytesAlone(chunk: unknown): Uint8Array {
  if (!ArrayBuffer.isView(chunk)) {
    throw new TypeError(
      `a chunk of the response must be a Uint8Array, received a value ${typeName(chunk)}`,
    );
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all views have the members that are read
  return chunk as Uint8Array;
}

async function* wholeOf(response: Response): AsyncGenerator<Uint8Array> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > 0) {
    yield bytes;
  }
}
