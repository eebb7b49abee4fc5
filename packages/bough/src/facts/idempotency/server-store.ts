// Where the responses of idempotent endpoints are kept: the interface of stores, and one in the memory of a process.
import { type Rejection, rejection } from "../../serve/exchange/rejection.ts";
import type { AroundCall } from "../../serve/handler/step-types.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { fromBase64, toBase64 } from "../../shared/internal/encodings.ts";
import type { Answer } from "../../serve/exchange/answer.ts";
import { rejectionAnswer } from "../../serve/response/write-failure.ts";
import { amount, isCount, option, verifyTable } from "../../serve/options/option-table.ts";

/** A request with a key, as a store sees it. */
export interface IdempotentRequest {
  /** The SHA-256 of the key, as 64 hexadecimal digits. */
  readonly key: string;
  /** What `scope` returned, such as the id of a user; empty for anonymous callers. */
  readonly scope: string;
  /** The method and the template without names: `POST /v1/orders/{}`. */
  readonly endpoint: string;
  /** The SHA-256 of what was asked: ids, parameters and body. */
  readonly fingerprint: string;
  /** The call, with the values of the guards of its view. */
  readonly call: AroundCall<never>;
}

/** A response to keep, as plain JSON. A store keeps and returns it as it is. */
export interface StoredResponse {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string | null;
  /** Whether `body` is bytes in Base64. */
  readonly base64?: true;
  /** The declared failure, if the response is one. */
  readonly failure?: StoredFailure;
  /** The rejection, if the response is one. */
  readonly rejection?: Rejection;
}

/** A declared failure, before the error format of its root writes it. */
export interface StoredFailure {
  readonly name: string;
  readonly unwritten?: {
    readonly data: object | undefined;
    readonly detail: string | undefined;
    readonly instance: string | undefined;
  };
}

/** Keeps the responses of idempotent endpoints. */
export interface IdempotencyStore {
  /** Milliseconds for which a response is kept; documents publish it. */
  readonly lifetime?: number;
  /**
   * Finds the response that is kept for `scope`, `endpoint` and `key`; or runs the handler by `execute`, at most once,
   * and keeps what it resolves to. Resolves to that response; to `"in-progress"` at once if another call runs; to
   * `"reused"` if the kept response has another `fingerprint`.
   */
  run(
    request: IdempotentRequest,
    execute: () => Promise<StoredResponse>,
  ): Promise<StoredResponse | "in-progress" | "reused">;
}

/** What is kept of a handler that threw. */
export const BROKEN: StoredResponse = {
  status: 500,
  headers: [],
  body: null,
  rejection: rejection(500),
};

/** The response with complete content, which a store can keep. */
export async function whole(answer: Answer): Promise<Answer> {
  return answer.body instanceof ReadableStream
    ? { ...answer, body: new Uint8Array(await new Response(answer.body).arrayBuffer()) }
    : answer;
}

/** What a store keeps of a response. Cookies are not given twice. */
export function storedOf({
  status,
  headers,
  body,
  failure,
  unwritten,
  rejection: refused,
}: Answer): StoredResponse {
  const kept = headers.filter((_, at) => headers[at - (at % 2)]?.toLowerCase() !== "set-cookie");
  const { data, detail, instance } = unwritten ?? {};
  return {
    status,
    headers: kept,
    body: body instanceof Uint8Array ? toBase64(body) : typeof body === "string" ? body : null,
    ...(body instanceof Uint8Array ? { base64: true } : {}),
    ...(failure && {
      failure: { name: failure.name, ...(unwritten && { unwritten: { data, detail, instance } }) },
    }),
    ...(refused && { rejection: refused }),
  };
}

/** The response that was kept, to be sent again. Its error format is written anew. */
export function replayOf(stored: StoredResponse, { failures }: AnyEndpoint): Answer {
  const { status, headers, body, base64: isBase64, failure: kept, rejection: refused } = stored;
  if (refused !== undefined) {
    return rejectionAnswer(refused);
  }
  const failure = kept && failures.find(({ name }) => name === kept.name);
  const answer = {
    status,
    headers,
    body: body === null ? undefined : isBase64 === true ? fromBase64(body) : body,
    ...(failure && { failure }),
  };
  const { unwritten } = kept ?? {};
  return failure !== undefined && unwritten !== undefined
    ? { ...answer, unwritten: { failure, ...unwritten } }
    : answer;
}

/** Milliseconds for a store: to start, and to keep a response. */
const PATIENCE = 10_000;

/** A store that does not respond, or is full. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  /** Seconds after which a client may try again; `Infinity` for never. */
  readonly retryAfter: number;

  constructor(text: string, retryAfter: number) {
    super(text);
    this.retryAfter = retryAfter;
  }
}

/** What a store says; rejects with `StoreUnavailable` if it says nothing. Then it can no longer run the handler. */
export function askStore(
  store: IdempotencyStore,
  request: IdempotentRequest,
  handle: () => Promise<StoredResponse>,
): ReturnType<IdempotencyStore["run"]> {
  return new Promise((resolve, reject) => {
    const silent = new StoreUnavailable(
      `the idempotency store has not responded for ${PATIENCE / 1_000} seconds`,
      1,
    );
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const watch = (): void => {
      timer = setTimeout(() => {
        isOver = true;
        reject(silent);
      }, PATIENCE);
    };
    let running: Promise<StoredResponse> | undefined;
    const execute = async (): Promise<StoredResponse> => {
      if (isOver) {
        throw silent;
      }
      clearTimeout(timer);
      running ??= handle().finally(watch);
      return running;
    };
    const asked = async (): ReturnType<IdempotencyStore["run"]> => store.run(request, execute);
    watch();
    asked()
      .then(resolve, reject)
      .finally(() => {
        isOver = true;
        clearTimeout(timer);
      });
  });
}

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
