// A store in the memory of one process, beside the transaction of the handler.
import { amount, isCount, option, verifyTable } from "../../options/option-table.ts";
import { StoreUnavailable } from "./ask-store.ts";
import type { IdempotencyStore, StoredResponse } from "./store.ts";

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
 */
export function memoryStore(options: MemoryStoreOptions = {}): IdempotencyStore {
  verifyTable("memoryStore", options, OPTIONS);
  const { lifetime = 86_400_000, perScope = 10_000, bytes = 100_000_000 } = options;
  // In the order in which they expire.
  const entries = new Map<string, Entry>();
  const counts = new Map<string, number>();
  let total = 0;

  const add = (scope: string, keys: number, size: number): void => {
    const count = (counts.get(scope) ?? 0) + keys;
    total += size;
    if (count === 0) {
      counts.delete(scope);
    } else {
      counts.set(scope, count);
    }
  };
  const remove = (id: string, entry: Entry): void => {
    entries.delete(id);
    add(entry.scope, -1, -entry.bytes);
  };
  const removeExpired = (now: number): void => {
    for (const [id, entry] of entries) {
      if (entry.expires > now) {
        return;
      }
      if (entry.response !== undefined) {
        remove(id, entry);
      }
    }
  };

  return {
    lifetime,
    run: async ({ key, scope, endpoint, fingerprint }, execute) => {
      const now = Date.now();
      removeExpired(now);
      const id = `${key} ${endpoint} ${scope}`;
      const known = entries.get(id);
      if (known !== undefined) {
        return known.fingerprint === fingerprint ? (known.response ?? "in-progress") : "reused";
      }
      if ((counts.get(scope) ?? 0) >= perScope || total >= bytes) {
        const [oldest] = entries.values();
        const seconds = Math.ceil(((oldest?.expires ?? now) - now) / 1_000);
        const after = Math.min(Math.max(seconds, 1), LONGEST_WAIT);
        throw new StoreUnavailable("there is no room for a further idempotency key", after);
      }
      const entry: Entry = {
        fingerprint,
        scope,
        expires: now + lifetime,
        response: undefined,
        bytes: ENTRY,
      };
      entries.set(id, entry);
      add(scope, 1, ENTRY);
      try {
        entry.response = await execute();
      } catch (error) {
        remove(id, entry);
        throw error;
      }
      const size = JSON.stringify(entry.response).length;
      entry.bytes += size;
      total += size;
      return entry.response;
    },
  };
}
