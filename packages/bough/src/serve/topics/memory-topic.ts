// A topic in the memory of one process: for development, tests, and servers of one process whose events may be lost with
// it.
import { isCount, option, verifyTable } from "../options/option-table.ts";
import { createTopic, isTopicText, TOPIC_OPTIONS } from "./create-topic.ts";
import type { Bounds, EventLog, LogPage, ReadFrom } from "./event-log.ts";
import type { Keep, NamedTopic, Topic, TopicOptions } from "./topic.ts";

/** The options of `memoryTopic`. */
export interface MemoryTopicOptions<T> extends TopicOptions<T> {
  /** The name in messages, by default `"memory"`. */
  readonly name?: string;
  /** How much of each channel is kept, by default 10,000 events for a day. */
  readonly keep?: Keep;
}

const COUNT = option("a whole number from 1", (value) => isCount(value) && value > 0);
const KEEP = { events: COUNT, milliseconds: COUNT };

/**
 * Keeps events in the memory of this process: for development, tests and servers of one process.
 *
 * @example
 * const changes = memoryTopic<Change>();
 * await changes.publish(tenant, { kind: "created", booking });
 */
export function memoryTopic<Events>(
  options: MemoryTopicOptions<Events[keyof Events]> & { readonly named: true },
): NamedTopic<Events>;
export function memoryTopic<T = unknown>(options?: MemoryTopicOptions<T>): Topic<T>;
export function memoryTopic(options: MemoryTopicOptions<unknown> = {}): object {
  verifyTable("memoryTopic", options, {
    name: option("a string of 1 to 200 characters", isTopicText),
    keep: option("an object { events, milliseconds }", (value) => typeof value === "object"),
    ...TOPIC_OPTIONS,
  });
  const { keep = {}, name = "memory", ...others } = options;
  verifyTable("memoryTopic: keep", keep, KEEP);
  const { events = 10_000, milliseconds = 86_400_000 } = keep;
  return createTopic(new MemoryLog({ events, milliseconds }), { ...others, name });
}

interface KeptEvent {
  readonly data: string;
  readonly at: number;
}

/** The events of one channel. Positions count from 1. */
interface Log {
  readonly events: Map<number, KeptEvent>;
  last: number;
}

class MemoryLog implements EventLog {
  readonly #keep: Required<Keep>;
  readonly #start = crypto.randomUUID();
  readonly #logs = new Map<string, Log>();
  /** Those with events, in the order of their latest ones. */
  readonly #filled = new Set<Log>();
  readonly #watchers = new Map<string, Set<() => void>>();

  constructor(keep: Required<Keep>) {
    this.#keep = keep;
  }

  async append(channel: string, data: string): Promise<void> {
    const log = this.#logOf(channel);
    this.#logs.set(channel, log);
    log.last++;
    log.events.set(log.last, { data, at: Date.now() });
    log.events.delete(log.last - this.#keep.events);
    this.#filled.delete(log);
    this.#removeExpired(log);
    for (const filled of this.#filled) {
      if (!this.#removeExpired(filled)) {
        break;
      }
    }
    this.#filled.add(log);
    for (const wake of this.#watchers.get(channel) ?? []) {
      wake();
    }
  }

  async bounds(channel: string, position?: string): Promise<Bounds> {
    const { events, last } = this.#logOf(channel);
    const isCurrent = (number: number): boolean => {
      const event = events.get(number);
      return event !== undefined && event.at >= Date.now() - this.#keep.milliseconds;
    };
    const asked = positionOf(position);
    const knows = asked !== undefined && (asked === last || isCurrent(asked === 0 ? 1 : asked));
    return { start: this.#start, last: String(last), knows };
  }

  async read(channel: string, from: ReadFrom): Promise<LogPage | undefined> {
    const { events, last } = this.#logOf(channel);
    const after = positionOf(from.after);
    if (from.start !== this.#start || after === undefined || after > last) {
      return undefined;
    }
    const found = [];
    let bytes = 0;
    let at = after;
    while (at < last && found.length < from.events && bytes < from.bytes) {
      const event = events.get(at + 1);
      if (event === undefined) {
        return undefined;
      }
      at++;
      bytes += event.data.length;
      found.push({ position: String(at), data: event.data });
    }
    return { events: found, position: String(at), more: at < last };
  }

  async watch(channel: string, wake: () => void): Promise<() => void> {
    const watchers = this.#watchers.get(channel) ?? new Set();
    this.#watchers.set(channel, watchers.add(wake));
    return () => {
      watchers.delete(wake);
      if (watchers.size === 0 && this.#watchers.get(channel) === watchers) {
        this.#watchers.delete(channel);
      }
    };
  }

  #logOf(channel: string): Log {
    return this.#logs.get(channel) ?? { events: new Map(), last: 0 };
  }

  /** Removes the events of a channel that have expired, and says whether all have. Their count stays. */
  #removeExpired(log: Log): boolean {
    const oldest = Date.now() - this.#keep.milliseconds;
    for (const [position, { at }] of log.events) {
      if (at >= oldest) {
        return false;
      }
      log.events.delete(position);
    }
    return this.#filled.delete(log);
  }
}

function positionOf(text: string | undefined): number | undefined {
  return text !== undefined && /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : undefined;
}
