// A store in the memory of one process, beside the transaction of the handler.
import { amount, isCount, option, verifyTable } from "../../options/option-table.ts";
import { StoreUnavailable } from "./ask-store.ts";
import type { IdempotencyStore, IdempotentRequest, StoredResponse } from "./store.ts";

/** The options of `memoryStore`. */
export interface MemoryStoreOptions {
  /** Milliseconds for which a response is kept: 86,400,000, a day. */
  readonly lifetime?: number;
  /** How many keys one scope may have: 10,000. A further one gets a 503 until a key has expired. */
  readonly perScope?: number;
  /** Bytes of all kept responses: 100,000,000. Beyond them, every new key gets a 503. */
  readonly bytes?: number;
}

interface Entry {
  readonly fingerprint: string;
  readonly scope: string;
  readonly expires: number;
  /** `undefined` while the handler runs. */
  response: StoredResponse | undefined;
  bytes: number;
}

const OPTIONS = {
  lifetime: amount,
  perScope: option("a whole number from 0", isCount),
  bytes: amount,
};
/** Bytes of an entry without its response. */
const ENTRY = 500;
/** Seconds after which a client without room may try again at the latest. */
const LONGEST_WAIT = 60;

/**
 * Keeps responses in the memory of this process: for development, tests and servers of one process. A key is forgotten
 * after its `lifetime` and when the process ends, and never to make room.
 *
 * @example
 * server.idempotent({ store: memoryStore(), scope: ({ principal }) => principal.id });
 */
export function memoryStore(options: MemoryStoreOptions = {}): IdempotencyStore {
  verifyTable("memoryStore", options, OPTIONS);
  return new MemoryStore(options);
}

class MemoryStore implements IdempotencyStore {
  readonly lifetime: number;
  readonly #perScope: number;
  readonly #bytes: number;
  // In the order in which they expire.
  readonly #entries = new Map<string, Entry>();
  readonly #counts = new Map<string, number>();
  #total = 0;

  constructor({
    lifetime = 86_400_000,
    perScope = 10_000,
    bytes = 100_000_000,
  }: MemoryStoreOptions) {
    this.lifetime = lifetime;
    this.#perScope = perScope;
    this.#bytes = bytes;
  }

  async run(
    { key, scope, endpoint, fingerprint }: IdempotentRequest,
    execute: () => Promise<StoredResponse>,
  ): ReturnType<IdempotencyStore["run"]> {
    const now = Date.now();
    this.#removeExpired(now);
    const id = `${key} ${endpoint} ${scope}`;
    const known = this.#entries.get(id);
    if (known !== undefined) {
      return known.fingerprint === fingerprint ? (known.response ?? "in-progress") : "reused";
    }
    this.#makeSure(scope, now);
    const expires = now + this.lifetime;
    const entry: Entry = { fingerprint, scope, expires, response: undefined, bytes: ENTRY };
    this.#entries.set(id, entry);
    this.#add(scope, 1, ENTRY);
    try {
      entry.response = await execute();
    } catch (error) {
      this.#remove(id, entry);
      throw error;
    }
    const size = JSON.stringify(entry.response).length;
    entry.bytes += size;
    this.#total += size;
    return entry.response;
  }

  // Throws if there is no room for a key of this scope.
  #makeSure(scope: string, now: number): void {
    if ((this.#counts.get(scope) ?? 0) >= this.#perScope || this.#total >= this.#bytes) {
      const [oldest] = this.#entries.values();
      const seconds = Math.ceil(((oldest?.expires ?? now) - now) / 1_000);
      const after = Math.min(Math.max(seconds, 1), LONGEST_WAIT);
      throw new StoreUnavailable("there is no room for a further idempotency key", after);
    }
  }

  #removeExpired(now: number): void {
    for (const [id, entry] of this.#entries) {
      if (entry.expires > now) {
        return;
      }
      if (entry.response !== undefined) {
        this.#remove(id, entry);
      }
    }
  }

  #remove(id: string, entry: Entry): void {
    this.#entries.delete(id);
    this.#add(entry.scope, -1, -entry.bytes);
  }

  #add(scope: string, keys: number, bytes: number): void {
    const count = (this.#counts.get(scope) ?? 0) + keys;
    this.#total += bytes;
    if (count === 0) {
      this.#counts.delete(scope);
    } else {
      this.#counts.set(scope, count);
    }
  }
}
