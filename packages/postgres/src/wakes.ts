// The wake-ups of a topic: notifications on a separate connection, or a poll of the counters. Either wakes all after
// it was interrupted.
import { createHash } from "node:crypto";
import { listening, type ListenConfiguration } from "./listening.ts";
import { NOTIFICATION } from "./migrate.ts";
import { rowsOf, type PostgresPool } from "./pool.ts";

/** Milliseconds between two polls, where notifications don't arrive. */
const POLL = 250;

export interface WakesOptions {
  readonly pool: PostgresPool;
  readonly name: string;
  readonly listen: ListenConfiguration | undefined;
  /** Milliseconds between two polls; `undefined` for notifications. */
  readonly poll: number | undefined;
  readonly onWarning: (message: string) => void;
}

/** Who waits for one channel. */
interface Watched {
  readonly channel: string;
  readonly wakers: Set<() => void>;
  /** The last position that a poll has seen. */
  last: string | undefined;
}

export class Wakes {
  readonly #options: WakesOptions;
  /** By the hash of the channel. */
  readonly #watched = new Map<string, Watched>();
  #ready: Promise<void> | undefined;
  #stop: () => Promise<void> | void = () => undefined;
  #isOver = false;

  constructor(options: WakesOptions) {
    this.#options = options;
  }

  async watch(channel: string, wake: () => void): Promise<() => void> {
    const hash = hashOf(this.#options.name, channel);
    const watched = this.#watched.get(hash) ?? { channel, wakers: new Set(), last: undefined };
    this.#watched.set(hash, watched);
    watched.wakers.add(wake);
    const stop = (): void => {
      watched.wakers.delete(wake);
      if (watched.wakers.size === 0 && this.#watched.get(hash) === watched) {
        this.#watched.delete(hash);
      }
    };
    this.#ready ??= this.#begin();
    try {
      await this.#ready;
    } catch (error) {
      this.#ready = undefined;
      stop();
      throw error;
    }
    return stop;
  }

  /** Wakes all, in each process that listens. A poll sees what has changed. */
  async wakeAll(): Promise<void> {
    await this.#options.pool.query(`select pg_notify('${NOTIFICATION}', '')`);
    this.#wakeAll();
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#ready?.catch(() => undefined);
    await this.#stop();
  }

  async #begin(): Promise<void> {
    const { pool, name, listen, poll, onWarning } = this.#options;
    if (poll === undefined) {
      const stop = await listening({
        pool,
        listen,
        heard: (hash) => this.#heard(hash),
      });
      if (stop !== undefined) {
        this.#stop = stop;
        return;
      }
      onWarning(
        `topic "${name}": LISTEN delivers nothing on this connection, as behind PgBouncer in transaction mode: it asks every ${POLL} ms instead. Pass the configuration of a direct connection as \`listen\`.`,
      );
    }
    this.#poll(poll ?? POLL);
  }

  #heard(hash: string): void {
    if (hash === "") {
      this.#wakeAll();
    } else {
      this.#watched.get(hash)?.wakers.forEach((wake) => wake());
    }
  }

  #wakeAll(): void {
    this.#watched.forEach(({ wakers }) => wakers.forEach((wake) => wake()));
  }

  #poll(milliseconds: number): void {
    const timer = setTimeout(() => {
      void this.#ask()
        .catch(() => this.#watched.forEach((watched) => (watched.last = undefined)))
        .finally(() => {
          if (!this.#isOver) {
            this.#poll(milliseconds);
          }
        });
    }, milliseconds).unref();
    this.#stop = () => clearTimeout(timer);
  }

  /** Wakes the channels whose count has changed since the last poll, or that it has not seen yet. */
  async #ask(): Promise<void> {
    const { pool, name } = this.#options;
    const watched = new Map([...this.#watched.values()].map((one) => [one.channel, one]));
    if (watched.size === 0) {
      return;
    }
    const rows = await rowsOf<{ channel: string; last: string; start: string | null }>(
      pool,
      `select channel, last::text as last, start::text as start from bough_channels
       where topic = $1 and channel = any($2::text[])`,
      name,
      ["", ...watched.keys()],
    );
    const start = rows.find(({ channel }) => channel === "")?.start ?? "";
    const found = new Map(rows.map(({ channel, last }) => [channel, last]));
    for (const [channel, one] of watched) {
      const last = `${start} ${found.get(channel) ?? 0}`;
      if (one.last !== last) {
        one.last = last;
        one.wakers.forEach((wake) => wake());
      }
    }
  }
}

/** What a notification carries. The function `bough_give_positions` computes the same. */
function hashOf(topic: string, channel: string): string {
  return createHash("md5").update(`${topic}\n${channel}`).digest("hex");
}
