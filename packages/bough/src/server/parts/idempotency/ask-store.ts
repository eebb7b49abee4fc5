// Asks a store, and does not wait forever for it. A handler has as much time as it needs.
import type { IdempotencyStore, IdempotentRequest, StoredResponse } from "./store.ts";

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
      `the idempotency store has said nothing for ${PATIENCE / 1_000} seconds`,
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
