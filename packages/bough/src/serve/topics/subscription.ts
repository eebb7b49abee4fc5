// One subscriber: a place in the ring of its channel, or a position in the log while it is behind the ring. One event
// wakes thousands, so it is not a generator: each gets its item in one step, as it is woken.
import type { Channel } from "./channel.ts";
import type { LoggedEvent } from "./event-log.ts";
import type { Ring } from "./ring.ts";
import type { Subscription } from "./topic.ts";

/** Where a subscriber begins in the log of its channel. */
export interface Place {
  readonly start: string;
  readonly position: string;
}

/** What a subscription needs of its topic. */
export interface SubscriptionContext<T> {
  /** Aborts when the subscription ends. */
  readonly ending: AbortController;
  /** The id of a position. */
  readonly idOf: (position: string) => string;
  /** The item that it gets for an event. */
  readonly itemOf: (event: LoggedEvent) => T;
  /** The error if an event after a position is gone. */
  readonly missed: (position: string) => Error;
}

const DONE: IteratorResult<never, undefined> = { done: true, value: undefined };

/** The items after a place, until the subscription ends. */
export class ChannelSubscription<T> implements Subscription<T> {
  readonly position: string;
  readonly #channel: Channel;
  readonly #context: SubscriptionContext<T>;
  readonly #start: string;
  /** The position behind its last event. */
  #after: string;
  #ring: Ring | undefined;
  /** The number of its next event in the ring. */
  #number = 0;
  /** What is left of a page of the log, the next one last. */
  #page: LoggedEvent[] = [];
  /** Whether the last page had no events. */
  #isAtEnd = false;
  #isWaiting = false;
  /** Of the call of `next` that has not ended. */
  #resolve: (next: IteratorResult<T, undefined>) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  /** How many calls of `next` have not ended, and the last one. */
  #calls = 0;
  #last: Promise<unknown> | undefined;

  constructor(channel: Channel, { start, position }: Place, context: SubscriptionContext<T>) {
    this.#channel = channel;
    this.#context = context;
    this.#start = start;
    this.#after = position;
    this.position = context.idOf(position);
  }

  next(): Promise<IteratorResult<T, undefined>> {
    const next =
      this.#calls++ === 0
        ? this.#next()
        : Promise.allSettled([this.#last]).then(() => this.#next());
    this.#last = next;
    return next;
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#context.ending.abort();
    return DONE;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Looks again, if it waits: its channel may have more, or it has ended. */
  wake(): void {
    if (this.#isWaiting) {
      this.#isWaiting = false;
      this.#settle();
    }
  }

  #next(): Promise<IteratorResult<T, undefined>> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#settle();
    });
  }

  /** Settles the call of `next`, now or when there is more. */
  #settle(): void {
    const { ending, itemOf } = this.#context;
    const { aborted } = ending.signal;
    try {
      const event = aborted ? undefined : this.#take();
      if (event !== undefined || aborted) {
        const next = event === undefined ? DONE : { done: false as const, value: itemOf(event) };
        this.#calls--;
        this.#resolve(next);
      } else if (this.#ring !== undefined || this.#isAtEnd) {
        this.#isAtEnd = false;
        this.#isWaiting = true;
        this.#channel.wait(this);
      } else {
        this.#read().then(
          () => this.#settle(),
          (error: unknown) => this.#fail(error),
        );
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#calls--;
    this.#context.ending.abort();
    this.#reject(error);
  }

  /** The next event of the page, or else of the ring. */
  #take(): LoggedEvent | undefined {
    const event = this.#page.pop() ?? this.#ofRing();
    this.#after = event?.position ?? this.#after;
    return event;
  }

  #ofRing(): LoggedEvent | undefined {
    const { ring } = this.#channel;
    if (this.#ring !== ring || (ring !== undefined && this.#number < ring.first)) {
      const number = ring?.placeOf(this.#start, this.#after);
      this.#ring = number === undefined ? undefined : ring;
      this.#number = number ?? 0;
    }
    const event = this.#ring?.at(this.#number);
    if (event !== undefined) {
      this.#number++;
    }
    return event;
  }

  /** Reads the page behind its last event. */
  async #read(): Promise<void> {
    const { signal } = this.#context.ending;
    const page = await this.#channel.read(this.#start, this.#after, signal);
    if (page !== undefined) {
      this.#page = page.events.toReversed();
      // A position may move without events.
      this.#after = page.position;
      // The ring may not be there yet.
      this.#isAtEnd = page.events.length === 0;
    } else if (!signal.aborted) {
      throw this.#context.missed(this.#after);
    }
  }
}
