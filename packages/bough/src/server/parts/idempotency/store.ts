// What keeps the responses of idempotent endpoints. A store in the transaction of a handler keeps a response together
// with its effect; one beside it writes first that the handler runs.
import type { Rejection } from "../../exchange/rejection.ts";
import type { AroundCall } from "../../call/step-types.ts";

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
