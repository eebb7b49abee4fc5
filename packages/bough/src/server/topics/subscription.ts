// One subscriber: a place in the ring of its channel, or a position in the log while it is behind the ring.
import type { Channel } from "./channel.ts";
import type { LoggedEvent } from "./event-log.ts";
import type { Ring } from "./ring.ts";

/** Where a subscriber is in the log of its channel. */
export interface Place {
  readonly start: string;
  readonly position: string;
}

/** The events after a place, until the signal aborts. `missed` is the error if one of them is gone. */
export async function* eventsAfter(
  channel: Channel,
  { start, position }: Place,
  signal: AbortSignal,
  missed: (position: string) => Error,
): AsyncGenerator<LoggedEvent, void, undefined> {
  let at: { readonly ring: Ring; number: number } | undefined;
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
        await channel.more(signal);
        continue;
      }
      at.number++;
      position = event.position;
      yield event;
      continue;
    }
    const page = await channel.read(start, position, signal);
    if (signal.aborted) {
      return;
    }
    if (page === undefined) {
      throw missed(position);
    }
    for (const event of page.events) {
      position = event.position;
      yield event;
    }
    position = page.position;
    if (page.events.length === 0) {
      // The end of the log, where the ring is not yet.
      await channel.more(signal);
    }
  }
}

/**
 * Items that end when their reader leaves, even if it never began or a next one is still awaited. `isFresh` says
 * whether the iteration can still be begun.
 */
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
