// The stream of an answer on a Fetch runtime. It reads only on demand, reports how it ended, and ends with the
// signal of its request.

/** The callbacks of a stream. */
export interface StreamWatcher {
  /** It was read to the end. */
  readonly finished: () => void;
  /** A chunk of this many bytes was read. */
  readonly taken: (bytes: number) => void;
  /** It failed. */
  readonly broken: () => void;
  /** Its reader cancelled it. */
  readonly left: (reason: unknown) => void;
}

/** A stream of the same chunks. An abort breaks it with the signal's reason (Fetch 5.6). */
export function watchedStream(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  { finished, taken, broken, left }: StreamWatcher,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let abort = (): void => undefined;
  const unwatch = (): void => signal.removeEventListener("abort", abort);
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        abort = () => {
          controller.error(signal.reason);
          reader.cancel(signal.reason).catch(() => undefined);
        };
        if (signal.aborted) {
          abort();
        } else {
          signal.addEventListener("abort", abort, { once: true });
        }
      },
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (signal.aborted) {
            return;
          }
          if (!done) {
            taken(value.byteLength);
            controller.enqueue(value);
            return;
          }
          finished();
          controller.close();
        } catch (error) {
          broken();
          controller.error(error);
        }
        unwatch();
      },
      cancel(reason) {
        unwatch();
        left(reason);
        // Nobody waits for the source's cleanup.
        reader.cancel(reason).catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
