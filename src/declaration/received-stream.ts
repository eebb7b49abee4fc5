// The content of an answer as a stream of its caller's own.
import { relayed } from "../codec/byte-stream.ts";
import type { Received } from "./body-format.ts";
import { broken } from "./received-content.ts";

/** The chunks of an answer; what breaks it fails as any other call does, and who leaves it ends it, whatever it waits for. */
export function receivedStream(
  received: Pick<Received, "response" | "call" | "TransportError">,
): ReadableStream<Uint8Array> {
  return relayed(received.response.body ?? new Blob([]).stream(), {
    broken: (error) => broken(received, error),
    over: received.call.over,
  });
}
