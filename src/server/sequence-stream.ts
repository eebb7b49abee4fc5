// A sequence that a handler gives, as the stream of an answer. What goes wrong before the
// first item is still the handler's; what goes wrong later breaks the stream, for a cut
// answer must never look whole.
import { bytesOf, iteratorOf } from "../codec/byte-stream.ts";
import type { Sequence } from "../codec/byte-stream.ts";

/** How a sequence is written. */
export interface SequenceRules {
  readonly toText: (item: unknown) => string | Promise<string>;
  /** Milliseconds of quiet before `comment` is sent; `undefined` for never. */
  readonly keepAlive: number | undefined;
  readonly comment: string;
  /** Hears what breaks the stream. */
  readonly report: (error: unknown) => void;
}

// A client waits for the head of a quiet stream, and a handler may still fail: whichever
// comes first.
const HEAD_WAIT = 200;

/** The stream of a sequence, once its head may be sent; rejects with what its first step throws. */
export async function sequenceStream(
  items: Sequence<unknown>,
  rules: SequenceRules,
): Promise<ReadableStream<Uint8Array>> {
  const iterator = iteratorOf(items);
  let next: Promise<IteratorResult<unknown>> | undefined = step(iterator);
  await within(next, HEAD_WAIT);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          next ??= step(iterator);
          const come = await within(next, rules.keepAlive);
          if (come === undefined) {
            controller.enqueue(bytesOf(rules.comment));
            return;
          }
          next = undefined;
          if (come.done) {
            controller.close();
          } else {
            controller.enqueue(bytesOf(await rules.toText(come.value)));
          }
        } catch (error) {
          rules.report(error);
          throw error;
        }
      },
      cancel() {
        // A step under way is told by the call's signal.
        Promise.resolve(iterator.return?.()).catch(rules.report);
      },
    },
    { highWaterMark: 0 },
  );
}

function step(
  iterator: AsyncIterator<unknown> | Iterator<unknown>,
): Promise<IteratorResult<unknown>> {
  const next = (async () => iterator.next())();
  // It is looked at when somebody reads, which may be never.
  next.catch(() => undefined);
  return next;
}

/** What a promise comes to; `undefined` when the time is over first. */
function within<T>(promise: Promise<T>, milliseconds: number | undefined): Promise<T | undefined> {
  if (milliseconds === undefined) {
    return promise;
  }
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, undefined);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
