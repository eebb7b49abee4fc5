// The content of an answer as a stream of its caller's own.
import { relayed, streamFrom } from "../codec/byte-stream.ts";
import type { Received } from "./body-format.ts";
import { broken } from "./received-content.ts";

/** The chunks of an answer; what breaks it fails as any other call does, and who leaves it ends it, whatever it waits for. */
export function receivedStream(
  received: Pick<Received, "response" | "call" | "TransportError">,
): ReadableStream<Uint8Array> {
  return relayed(contentOf(received.response), {
    broken: (error) => broken(received, error),
    over: received.call.over,
  });
}

/** The content of an answer as a stream, also where its platform has it only as a whole. */
export function contentOf(response: Response): ReadableStream<Uint8Array> {
  return response.body ?? streamFrom(wholeOf(response), (bytes) => bytes);
}

async function* wholeOf(response: Response): AsyncGenerator<Uint8Array> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > 0) {
    yield bytes;
  }
}
