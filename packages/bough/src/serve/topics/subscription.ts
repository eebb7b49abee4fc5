// One subscriber: a place in the ring of its channel, or a position in the log while it is behind the ring.
import type { Channel } from "./channel.ts";
import type { LoggedEvent } from "./event-log.ts";
import type { Ring } from "./ring.ts";

/** Where a subscriber begins in the log of its channel. */
export interface Place {
  readonly start: string;
  readonly position: string;
}

/** A subscriber, for its channel. */
export interface Subscriber<T> {
  /** Aborts when the subscription ends. */
  readonly signal: AbortSignal;
  /** Called when its channel may have more. */
  wake: () => void;
  /** Ends the subscription. */
  readonly end: () => void;
  /** The item that it gets for an event. */
  readonly itemOf: (event: LoggedEvent) => T;
  /** The error if an event after a position is gone. */
  readonly missed: (position: string) => Error;
}

/** The items after a place, until the subscription ends. */
export async function* itemsAfter<T>(
  channel: Channel,
  { start, position }: Place,
  subscriber: Subscriber<T>,
): AsyncGenerator<T, void, undefined> {
  const { signal, itemOf } = subscriber;
  let at: { readonly ring: Ring; number: number } | undefined;
  try {
    while (!signal.aborted) {
      const { ring } = channel;
      if (at?.ring !== ring || (at !== undefined && at.number < at.ring.first)) {
        at = undefined;
      }
      const number = at === undefined ? ring?.placeOf(start, position) : at.number;
      if (ring !== undefined && number !== undefined) {
        at ??= { ring, number };
        const event = ring.at(number);
        if (event === undefined) {
          await channel.more(subscriber);
          continue;
        }
        at.number++;
        position = event.position;
        yield itemOf(event);
        continue;
      }
      const page = await channel.read(start, position, signal);
      if (signal.aborted) {
        return;
      }
      if (page === undefined) {
        throw subscriber.missed(position);
      }
      for (const event of page.events) {
        position = event.position;
        yield itemOf(event);
        if (signal.aborted) {
          return;
        }
      }
      position = page.position;
      if (page.events.length === 0) {
        // The end of the log, where the ring is not yet.
        await channel.more(subscriber);
      }
    }
  } finally {
    subscriber.end();
  }
}

/** Items that end when their reader leaves, even if it never began or a next one is still awaited. */
export function endable<T>(
  items: AsyncGenerator<T, void, undefined>,
  end: () => void,
): AsyncIterableIterator<T> {
  return {
    next: () => items.next(),
    return: async () => {
      end();
      await items.return();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
