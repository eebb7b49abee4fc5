// The content of an answer as a stream of its caller's own.
import { relayed, streamFrom, typeName } from "../../codec/byte-stream.ts";
import type { Relay } from "../../codec/byte-stream.ts";
import type { BodyFormat, Received } from "./body-format.ts";
import { broken } from "./received-content.ts";

/** Receives answers of which the caller gets what is made of their content, as a whole or as it is read. */
export function receiving(
  read: (received: Received) => unknown,
  whole = false,
): BodyFormat["receive"] & {} {
  return async (received, headers) => {
    const { call, resultOf } = received;
    const result = await resultOf(headers);
    result.body = await read(received);
    call.streams = !whole;
    return result;
  };
}

/** The chunks of an answer; what breaks it fails as any other call does, and who leaves it ends it, whatever it waits for. */
export function receivedStream(
  received: Pick<Received, "response" | "call" | "lost">,
): ReadableStream<Uint8Array> {
  return contentOf(received, received.response, {
    broken: (error) => broken(received, error),
    over: received.call.over,
  });
}

/**
 * The content of an answer of a call as a stream, also where its platform has it only as a whole;
 * an abort breaks it, whether or not `fetch` heard of it.
 */
export function contentOf(
  received: Pick<Received, "call" | "lost">,
  response: Response,
  relay: Relay = {},
): ReadableStream<Uint8Array> {
  const { body } = response;
  // What is left of it would look like all of it.
  if (response.bodyUsed || body?.locked) {
    throw broken(received, new TypeError("somebody else reads the body of the answer"));
  }
  const { signal } = received.call;
  // That of node-fetch is a stream of Node's, which is a sequence.
  const content =
    body && "getReader" in body
      ? body
      : streamFrom(body ?? wholeOf(response), (bytes: Uint8Array) => bytes);
  return relayed(content, { ...relay, chunk: bytesAlone, signal });
}

/** The items of an answer, which is left also where its reader returns before the first: a generator that has not begun ends nothing. */
export function leavable<T>(
  items: AsyncGenerator<T>,
  leave: () => Promise<unknown>,
): AsyncGenerator<T> {
  const end = items.return.bind(items);
  return Object.assign(items, {
    return: async (value: unknown) => {
      // Where it has begun its reader holds the content, and leaves it by itself.
      await leave().catch(() => undefined);
      return end(value);
    },
  });
}

// A stream that somebody made by hand may have anything in it.
function bytesAlone(chunk: unknown): Uint8Array {
  if (!ArrayBuffer.isView(chunk)) {
    throw new TypeError(`a chunk of the answer is ${typeName(chunk)}, and no bytes`);
  }
  return chunk as Uint8Array;
}

async function* wholeOf(response: Response): AsyncGenerator<Uint8Array> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > 0) {
    yield bytes;
  }
}
