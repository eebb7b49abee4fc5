// Notifications, on a separate connection. It is opened again when it breaks, and proves with a probe that it
// delivers anything: a pooler in transaction mode accepts LISTEN and gives its connection to others.
import { randomUUID } from "node:crypto";
import type { Client, ClientConfig } from "pg";
import { NOTIFICATION } from "./migrate.ts";
import type { PostgresPool } from "./pool.ts";

/** How `pg` connects to listen. */
export type ListenConfiguration = ClientConfig;

/** Milliseconds in which a probe arrives. */
const PROBE = 2_000;
/** Milliseconds between two signs of life. */
const HEARTBEAT = 15_000;
const DELAY = 50;
const LONGEST_DELAY = 5_000;

interface ListeningOptions {
  readonly pool: PostgresPool;
  readonly listen: ListenConfiguration | undefined;
  /** Gets each payload, and `""` after notifications may have been lost. */
  heard(this: void, payload: string): void;
}

/** Listens; resolves with what ends it, or with `undefined` if notifications do not arrive. */
export async function listening(
  options: ListeningOptions,
): Promise<(() => Promise<void> | void) | undefined> {
  const { pool, listen, heard } = options;
  if (pool.listen !== undefined) {
    return pool.listen(NOTIFICATION, heard);
  }
  if (listen === undefined && pool.options === undefined) {
    return undefined;
  }
  const listener = new Listener(options);
  await listener.connect();
  if (await listener.delivers()) {
    return () => listener.close();
  }
  await listener.close();
  return undefined;
}

class Listener {
  readonly #options: ListeningOptions;
  readonly #probes = new Map<string, () => void>();
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: ListeningOptions) {
    this.#options = options;
  }

  async connect(): Promise<void> {
    const { pool, listen } = this.#options;
    const { default: pg } = await import("pg");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a pool connects with its own options
    const client = new pg.Client((listen ?? pool.options) as ClientConfig);
    client.on("notification", ({ payload = "" }) => this.#heard(payload));
    let isLost = false;
    const lost = (): void => {
      if (!isLost) {
        isLost = true;
        clearTimeout(this.#timer);
        void client.end().catch(() => undefined);
        if (this.#client === client) {
          this.#client = undefined;
          void this.#reconnect();
        }
      }
    };
    client.on("error", lost);
    client.on("end", lost);
    try {
      await client.connect();
      await client.query(`listen ${NOTIFICATION}`);
    } catch (error) {
      lost();
      throw error;
    }
    this.#client = client;
    this.#beat(client, lost);
    if (this.#isOver) {
      await this.close();
    }
  }

  /** Whether a notification of another connection arrives here. */
  async delivers(): Promise<boolean> {
    const probe = `probe ${randomUUID()}`;
    const heard = new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), PROBE);
      this.#probes.set(probe, () => {
        clearTimeout(timer);
        resolve(true);
      });
    });
    await this.#options.pool.query(`select pg_notify('${NOTIFICATION}', $1)`, [probe]);
    return heard.finally(() => this.#probes.delete(probe));
  }

  async close(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  #heard(payload: string): void {
    if (payload.startsWith("probe ")) {
      this.#probes.get(payload)?.();
    } else {
      this.#options.heard(payload);
    }
  }

  async #reconnect(): Promise<void> {
    for (let delay = DELAY; !this.#isOver; delay = Math.min(2 * delay, LONGEST_DELAY)) {
      await new Promise((resolve) => setTimeout(resolve, delay * (0.75 + Math.random() / 2)));
      if (this.#isOver) {
        return;
      }
      try {
        await this.connect();
        this.#options.heard("");
        return;
      } catch {
        // Again, later.
      }
    }
  }

  /** Asks for a sign of life now and then: a connection whose other end is gone says nothing. */
  #beat(client: Client, lost: () => void): void {
    this.#timer = setTimeout(() => {
      const silent = setTimeout(lost, HEARTBEAT);
      client
        .query("select 1")
        .then(() => {
          if (this.#client === client) {
            this.#beat(client, lost);
          }
          return undefined;
        }, lost)
        .finally(() => clearTimeout(silent));
    }, HEARTBEAT).unref();
  }
}
