// A store in the memory of one process, beside the transaction of the handler.
import { amount, isCount, option, verifyTable } from "../../options/option-table.ts";
import { rejection } from "../../exchange/rejection.ts";
import { StoreUnavailable } from "./ask-store.ts";
import type { IdempotencyStore, IdempotentRequest, StoredResponse } from "./store.ts";

/** The options of `memoryStore`. */
export interface MemoryStoreOptions {
  /** Milliseconds for which a response is kept: 86,400,000, a day. */
  readonly lifetime?: number;
  /** How many keys one scope may have: 10,000. A further one gets a 503 until a key has expired. */
  readonly perScope?: number;
  /** Bytes of all keys and responses: 100,000,000. Beyond them, every new key gets a 503. */
  readonly bytes?: number;
  /** Bytes of the keys and responses of one scope: a tenth of `bytes`. Beyond them, its new keys get a 503. */
  readonly bytesPerScope?: number;
}

interface Entry {
  readonly id: string;
  readonly fingerprint: string;
  readonly scope: string;
  /** The share of its scope, and that of all. */
  readonly shares: readonly Share[];
  readonly expires: number;
  /** `undefined` while the handler runs. */
  response: StoredResponse | undefined;
  /** While the handler runs, the bytes that are reserved for its response. */
  bytes: number;
}

const OPTIONS = {
  lifetime: amount,
  perScope: option("a whole number from 0", isCount),
  bytes: amount,
  bytesPerScope: amount,
};
/** Bytes of an entry without its response. */
const ENTRY = 500;
/** Bytes that a call reserves before its handler runs. A larger response is kept if there is room. */
const RESERVED = 16_384;

/** What is kept of a response without room: the handler does not run again. */
const TOO_LARGE: StoredResponse = {
  status: 500,
  headers: [],
  body: null,
  rejection: /* @__PURE__ */ rejection(
    500,
    "the first call with this key has ended, but its response was too large to keep",
  ),
};

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

/** The entries of one scope, or all of them, in the order in which they expire. */
class Share {
  readonly entries = new Set<Entry>();
  readonly #keys: number;
  readonly #limit: number;
  #bytes = 0;
  #running = 0;

  constructor(keys: number, limit: number) {
    this.#keys = keys;
    this.#limit = limit;
  }

  fits(bytes: number): boolean {
    return this.#bytes + bytes <= this.#limit;
  }

  /** Seconds until there may be room for a key with these bytes; 0 if there is, `Infinity` for never. */
  wait(now: number, bytes: number): number {
    const hasKey = this.entries.size < this.#keys;
    if (hasKey && this.fits(bytes)) {
      return 0;
    }
    if (hasKey && this.#running > 0) {
      // A call that ends gives back what it has reserved.
      return 1;
    }
    const [oldest] = this.entries;
    return oldest === undefined ? Infinity : Math.max(Math.ceil((oldest.expires - now) / 1_000), 1);
  }

  /** Adds what an entry needs, or takes it away. */
  count({ response, bytes }: Entry, by: 1 | -1): void {
    this.#bytes += by * bytes;
    this.#running += response === undefined ? by : 0;
  }
}

class MemoryStore implements IdempotencyStore {
  readonly lifetime: number;
  readonly #limits: { readonly keys: number; readonly bytes: number; readonly reserved: number };
  readonly #known = new Map<string, Entry>();
  readonly #all: Share;
  readonly #scopes = new Map<string, Share>();

  constructor({
    lifetime = 86_400_000,
    perScope: keys = 10_000,
    bytes: all = 100_000_000,
    bytesPerScope: bytes = all / 10,
  }: MemoryStoreOptions) {
    this.lifetime = lifetime;
    this.#limits = { keys, bytes, reserved: Math.max(ENTRY, Math.min(RESERVED, bytes, all)) };
    this.#all = new Share(Infinity, all);
  }

  async run(
    { key, scope, endpoint, fingerprint }: IdempotentRequest,
    execute: () => Promise<StoredResponse>,
  ): ReturnType<IdempotencyStore["run"]> {
    const now = Date.now();
    this.#removeExpired(now);
    const id = `${key} ${endpoint} ${scope}`;
    const known = this.#known.get(id);
    if (known !== undefined) {
      return known.fingerprint === fingerprint ? (known.response ?? "in-progress") : "reused";
    }
    const { keys, bytes, reserved } = this.#limits;
    const own = this.#scopes.get(scope) ?? new Share(keys, bytes);
    const after = Math.max(own.wait(now, reserved), this.#all.wait(now, reserved));
    if (after > 0) {
      throw new StoreUnavailable("there is no room for a further idempotency key", after);
    }
    const expires = now + this.lifetime;
    const shares = [own, this.#all];
    const entry = { id, fingerprint, scope, shares, expires, response: undefined, bytes: reserved };
    this.#scopes.set(scope, own);
    this.#add(entry);
    try {
      const response = await execute();
      keep(entry, response);
      return response;
    } catch (error) {
      this.#remove(entry);
      throw error;
    }
  }

  #removeExpired(now: number): void {
    for (const entry of this.#all.entries) {
      if (entry.expires > now) {
        return;
      }
      if (entry.response !== undefined) {
        this.#remove(entry);
      }
    }
  }

  #add(entry: Entry): void {
    this.#known.set(entry.id, entry);
    for (const share of entry.shares) {
      share.entries.add(entry);
      share.count(entry, 1);
    }
  }

  #remove(entry: Entry): void {
    this.#known.delete(entry.id);
    for (const share of entry.shares) {
      share.entries.delete(entry);
      share.count(entry, -1);
    }
    if (entry.shares.some(({ entries }) => entries.size === 0)) {
      this.#scopes.delete(entry.scope);
    }
  }
}

/** Keeps the response of an entry, in place of what was reserved for it. */
function keep(entry: Entry, response: StoredResponse): void {
  const { shares } = entry;
  shares.forEach((share) => share.count(entry, -1));
  const bytes = ENTRY + sizeOf(JSON.stringify(response));
  const fits = shares.every((share) => share.fits(bytes));
  entry.response = fits ? response : TOO_LARGE;
  entry.bytes = fits ? bytes : ENTRY;
  shares.forEach((share) => share.count(entry, 1));
}

/** Bytes of a string in memory, at most. */
function sizeOf(text: string): number {
  return /[^\0-\xff]/.test(text) ? 2 * text.length : text.length;
}
