// The content of an answer as a stream of its caller's own.
import type { Received } from "./body-format.ts";
import { broken } from "./received-content.ts";

/** The chunks of an answer; what breaks it fails as any other call does, and who leaves it ends it, whatever it waits for. */
export function receivedStream(
  received: Pick<Received, "response" | "call" | "TransportError">,
): ReadableStream<Uint8Array> {
  const reader = received.response.body?.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await reader?.read().catch((error: unknown) => {
          throw broken(received, error);
        });
        if (next?.value) {
          controller.enqueue(next.value);
        } else {
          controller.close();
        }
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
