// A sequence that a handler gives, as the stream of an answer. What goes wrong before the
// first item is written is still the handler's; what goes wrong later breaks the stream, for
// a cut answer must never look whole.
import { bytesOf, iteratorOf } from "../../codec/byte-stream.ts";
import type { Sequence } from "../../codec/byte-stream.ts";
import { inContext } from "../../internal/in-context.ts";
import { LONGEST_TIMER } from "../../internal/longest-timer.ts";

/** How a sequence is written. */
export interface SequenceRules {
  readonly toText: (item: unknown) => string | Promise<string>;
  /** Milliseconds of quiet before `comment` is sent; `undefined` for never. */
  readonly keepAlive: number | undefined;
  readonly comment: string;
  /** Written once the sequence is done; nothing if left out. */
  readonly last?: string | undefined;
  /** Hears what breaks the stream. */
  readonly report: (error: unknown) => void;
}

// A client waits for the head of a quiet stream, and a handler may still fail: whichever
// comes first.
const HEAD_WAIT = 200;

/** The next item as it is written; without one at the end. */
interface Step {
  readonly text: string | undefined;
}

/** The stream of a sequence, once its head may be sent; rejects with what its first item comes to. */
export async function sequenceStream(
  items: Sequence<unknown>,
  rules: SequenceRules,
): Promise<ReadableStream<Uint8Array>> {
  const iterator = iteratorOf(items);
  const leave = inContext(() => iterator.return?.());
  const take = inContext(() => step(iterator, rules, leave));
  let next: Pending<Step> | undefined = new Pending(take());
  await next.within(HEAD_WAIT);
  let left: { readonly reason: unknown } | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          next ??= new Pending(take());
          const come = await next.within(rules.keepAlive);
          if (left) {
            return;
          }
          if (come === undefined) {
            controller.enqueue(bytesOf(rules.comment));
            return;
          }
          next = undefined;
          if (come.text === undefined) {
            if (rules.last !== undefined) {
              controller.enqueue(bytesOf(rules.last));
            }
            controller.close();
          } else {
            controller.enqueue(bytesOf(come.text));
          }
        } catch (error) {
          // Whoever waits with the signal of a client that has gone is told so by an error,
          // often by the signal's own reason, which may be anything.
          const told = left && (error === left.reason || isAbort(error));
          if (!told) {
            rules.report(error);
          }
          throw error;
        }
      },
      cancel(reason) {
        left = { reason };
        // Comments end, and a quiet stream must not keep its process; what its handler comes to is heard of.
        next?.stopTimer();
        // A step under way is told by the call's signal.
        leave().catch(rules.report);
      },
    },
    { highWaterMark: 0 },
  );
}

async function step(
  iterator: AsyncIterator<unknown> | Iterator<unknown>,
  { toText }: SequenceRules,
  leave: () => Promise<unknown>,
): Promise<Step> {
  const { done, value } = await iterator.next();
  if (done === true) {
    return { text: undefined };
  }
  try {
    return { text: await toText(value) };
  } catch (error) {
    // An item that cannot be written ends the sequence, which does not know of it.
    leave().catch(() => undefined);
    throw error;
  }
}

function isAbort(error: unknown): boolean {
  return (error as Partial<Error> | null | undefined)?.name === "AbortError";
}

// What is waited for again and again: a promise would keep what every wait leaves on it for as long
// as it is pending, and a stream may be quiet for days.
class Pending<T> {
  readonly #promise: Promise<T>;
  #settled = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wake: () => void = () => undefined;

  constructor(promise: Promise<T>) {
    this.#promise = promise;
    const settle = (): void => {
      this.#settled = true;
      this.stopTimer();
      this.#wake();
    };
    // It is looked at when somebody reads, which may be never.
    promise.then(settle, settle);
  }

  /** A wait under way goes on until the promise settles. */
  stopTimer(): void {
    clearTimeout(this.#timer);
  }

  /** What it comes to; `undefined` when the time is over first. */
  async within(milliseconds: number | undefined): Promise<T | undefined> {
    if (!this.#settled && milliseconds !== undefined && milliseconds <= LONGEST_TIMER) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        this.#timer = setTimeout(resolve, milliseconds);
      });
      if (!this.#settled) {
        return undefined;
      }
    }
    return this.#promise;
  }
}
