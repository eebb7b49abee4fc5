// Streams the sequence of a handler. Errors before the first item are answered like those of the handler. Later
// errors break the stream, so that an incomplete answer never looks complete.
import { bytesOf, iteratorOf, type Sequence } from "../../../shared/codec/byte-stream.ts";
import { inContext, LONGEST_TIMER } from "../../../shared/internal/later.ts";
import { fieldsOf } from "../../../shared/internal/record.ts";

export interface SequenceRules {
  readonly toText: (item: unknown) => string | Promise<string>;
  /** Milliseconds without an item before `comment` is sent; `undefined` for never. */
  readonly keepAlive: number | undefined;
  readonly comment: string;
  /** Written before the first item; nothing if left out. */
  readonly first?: string | undefined;
  /** Written after the last item; nothing if left out. */
  readonly last?: string | undefined;
  /** Gets the error that breaks the stream. */
  readonly report: (error: unknown) => void;
}

// A client waits for the head of a quiet stream, and a handler may still fail. The head is sent after the first
// item or after this many milliseconds, and at once if something comes before the items.
const HEAD_WAIT = 200;

/** The text of the next item; `undefined` at the end. */
interface Step {
  readonly text: string | undefined;
}

/** Resolves with the stream when its head can be sent; rejects with the error of the first item. */
export async function sequenceStream(
  items: Sequence<unknown>,
  rules: SequenceRules,
): Promise<ReadableStream<Uint8Array>> {
  const iterator = iteratorOf(items);
  const leave = inContext(() => iterator.return?.());
  const take = inContext(() => step(iterator, rules, leave));
  let next: Pending<Step> | undefined = new Pending(take());
  await next.within(rules.first === undefined ? HEAD_WAIT : 0);
  let left: { readonly reason: unknown } | undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (rules.first !== undefined) {
          controller.enqueue(bytesOf(rules.first));
        }
      },
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
          // After the client disconnects, generators usually throw the abort reason, which may be any value. That is
          // expected, so it is not reported.
          const told = left && (error === left.reason || fieldsOf(error)["name"] === "AbortError");
          if (!told) {
            rules.report(error);
          }
          throw error;
        }
      },
      cancel(reason) {
        left = { reason };
        // Stops the comments: a timer would keep the process alive. The end of the handler is still reported.
        next?.stopTimer();
        // The call's signal ends a pending step.
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
    // The sequence ends, because an item cannot be written.
    leave().catch(() => undefined);
    throw error;
  }
}

// A result that is awaited repeatedly. Each `await` adds a reaction to a pending promise, and a stream may be quiet
// for days.
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
    // Keeps a rejection from being unhandled if nobody reads.
    promise.then(settle, settle);
  }

  /** A pending wait continues until the promise settles. */
  stopTimer(): void {
    clearTimeout(this.#timer);
  }

  /** The result; `undefined` if the time is over first. */
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
