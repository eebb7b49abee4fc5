// A channel that this process subscribes to. One watch and one ring serve all subscribers: the first that waits at the
// end of the ring reads for all. Without a subscriber that waits, nothing is read.
import { untilAborted } from "../../shared/internal/until-aborted.ts";
import type { Bounds, EventLog, LogPage } from "./event-log.ts";
import { Ring } from "./ring.ts";

const PAGE = { events: 100, bytes: 262_144 };
/** Milliseconds until an engine that failed is asked again. */
const DELAY = 50;
const LONGEST_DELAY = 5_000;

/** What a channel needs of its topic. */
export interface ChannelContext {
  readonly log: EventLog;
  /** The tag of the ids of a channel. */
  tagOf(channel: string, start: string): Promise<string>;
  /** Told once that the engine is away, and once that it is back. */
  away(error: unknown): void;
  back(): void;
}

/** Wakes all that wait for it. */
class Bell {
  readonly #waiting = new Set<() => void>();

  /** Resolves at the next ring, or after some milliseconds, or when the signal aborts. */
  wait(signal: AbortSignal, milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#waiting.delete(done);
        signal.removeEventListener("abort", done);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.#waiting.add(done);
      signal.addEventListener("abort", done);
      if (signal.aborted) {
        done();
      }
    });
  }

  ring(): void {
    this.#waiting.forEach((done) => done());
  }
}

/** A subscriber that waits for more. */
interface Waiting {
  wake(): void;
}

export class Channel {
  readonly name: string;
  /** Subscribers that are there or on their way. */
  users = 0;
  /** Resolves when wake-ups are certain to come. */
  readonly ready: Promise<void>;
  ring: Ring | undefined;
  readonly #context: ChannelContext;
  readonly #ending = new AbortController();
  /** Subscribers at the end of the ring. */
  #waiting = new Set<Waiting>();
  readonly #woken = new Bell();
  #isStale = false;
  #isFilling = false;

  constructor(name: string, context: ChannelContext) {
    this.name = name;
    this.#context = context;
    this.ready = this.#watch();
    // Each subscriber gets the rejection.
    this.ready.catch(() => undefined);
  }

  /** The state of the channel. The first subscriber's is where the ring begins. */
  async bounds(position?: string): Promise<Bounds> {
    const bounds = await this.#context.log.bounds(this.name, position);
    this.ring ??= new Ring(bounds.start, bounds.last);
    return bounds;
  }

  /** Reads a page; waits for an engine that is away, until the signal aborts. */
  async read(start: string, after: string, signal: AbortSignal): Promise<LogPage | undefined> {
    return this.#patiently(signal, () =>
      this.#context.log.read(this.name, { start, after, ...PAGE }),
    );
  }

  /** Wakes the subscriber when the ring may have changed, or when it leaves. */
  wait(subscriber: Waiting): void {
    this.#waiting.add(subscriber);
    this.#fillIfStale();
  }

  leave(subscriber: Waiting): void {
    this.#waiting.delete(subscriber);
    subscriber.wake();
  }

  end(): void {
    this.#ending.abort();
  }

  async #watch(): Promise<void> {
    const stop = await this.#context.log.watch(this.name, () => {
      this.#isStale = true;
      this.#woken.ring();
      this.#fillIfStale();
    });
    const { signal } = this.#ending;
    signal.addEventListener("abort", stop);
    if (signal.aborted) {
      stop();
    }
  }

  #fillIfStale(): void {
    const { ring } = this;
    if (ring === undefined || !this.#isStale || this.#isFilling || this.#waiting.size === 0) {
      return;
    }
    this.#isFilling = true;
    // It waits for an engine that fails, so it never rejects.
    void this.#fill(ring).finally(() => {
      this.#isFilling = false;
      const woken = this.#waiting;
      this.#waiting = new Set();
      woken.forEach((subscriber) => subscriber.wake());
    });
  }

  async #fill(ring: Ring): Promise<void> {
    // A wake-up from here on is for events that this read may not see.
    this.#isStale = false;
    const { signal } = this.#ending;
    const page = await this.read(ring.start, ring.position, signal);
    if (signal.aborted) {
      return;
    }
    if (page === undefined) {
      // Events are missing here. Each subscriber asks for its own position, and hears it.
      const bounds = await this.#patiently(signal, () => this.#context.log.bounds(this.name));
      this.ring = bounds && new Ring(bounds.start, bounds.last);
    } else {
      ring.add(page);
      this.#isStale ||= page.more;
    }
  }

  async #patiently<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T | undefined> {
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        const said = await untilAborted(ask(), signal);
        this.#context.back();
        return said;
      } catch (error) {
        if (!signal.aborted) {
          this.#context.away(error);
        }
      }
      const delay = Math.min(DELAY * 2 ** Math.min(attempt, 10), LONGEST_DELAY);
      // Random, so that many channels do not come back at one moment. A wake-up says that the engine is back.
      await this.#woken.wait(signal, delay * (0.75 + Math.random() / 2));
    }
    return undefined;
  }
}
