// The latest events of a channel in this process. Subscribers are places in it, so one event is kept once for all.
import type { LoggedEvent, LogPage } from "./event-log.ts";

const EVENTS = 1_000;
/** Of texts, as their length. */
const BYTES = 1_000_000;

interface Entry extends LoggedEvent {
  /** The position before it. */
  readonly before: string;
}

export class Ring {
  readonly start: string;
  /** The number of the first event here, and that of the next one to come. */
  first = 0;
  end = 0;
  /** The position behind the last event. */
  position: string;
  readonly #entries = new Map<number, Entry>();
  /** The number of the event after a position. */
  readonly #places = new Map<string, number>();
  #bytes = 0;

  constructor(start: string, position: string) {
    this.start = start;
    this.position = position;
    this.#places.set(position, 0);
  }

  /** The number of the event after a position; `undefined` if it is not here. */
  placeOf(start: string, position: string): number | undefined {
    return start === this.start ? this.#places.get(position) : undefined;
  }

  /** An event by its number; `undefined` at the end. */
  at(number: number): LoggedEvent | undefined {
    return this.#entries.get(number);
  }

  add({ events, position }: LogPage): void {
    for (const event of events) {
      this.#entries.set(this.end++, { ...event, before: this.position });
      this.#bytes += event.data.length;
      this.position = event.position;
      this.#places.set(event.position, this.end);
    }
    this.position = position;
    this.#places.set(position, this.end);
    while (this.end - this.first > EVENTS || (this.#bytes > BYTES && this.end - this.first > 1)) {
      this.#removeFirst();
    }
  }

  #removeFirst(): void {
    const entry = this.#entries.get(this.first);
    this.#entries.delete(this.first++);
    if (entry !== undefined) {
      this.#bytes -= entry.data.length;
      this.#places.delete(entry.before);
    }
  }
}
