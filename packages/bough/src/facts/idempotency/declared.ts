// `.idempotent()`: its options, its headers, and what calls and views have by it.
import type { Definition, Facts, StartFact, InputFact } from "../../declare/endpoint/definition.ts";
import type { EndpointDeclaration } from "../../declare/endpoint/endpoint.ts";
import type { FactSentences } from "../../shared/internal/fact-sentences.ts";
import type { Refused } from "../../shared/internal/type-error.ts";

/** The request header (draft-ietf-httpapi-idempotency-key-header-07). */
export const KEY_HEADER = "idempotency-key";
/** The response header that says whether the handler ran for a key. */
export const KEY_STATUS_HEADER = "idempotency-status";

/** The options of `.idempotent()`. */
export interface IdempotentOptions {
  /** `false` serves requests without a key too. */
  readonly required?: boolean | undefined;
}

declare module "../../declare/endpoint/definition.ts" {
  interface FactData {
    /** The options of `.idempotent()`; `undefined` if the endpoint does not declare it. */
    readonly idempotent?: IdempotentOptions | undefined;
  }
  interface FactOptions extends KeyOption {}
}
declare module "../../declare/endpoint/endpoint.ts" {
  interface EndpointDeclaration<D extends Definition> {
    /**
     * Lets a call be repeated: the client sends an `Idempotency-Key`, one for each call and the same for its retries, and
     * the server runs the handler once for each key. `{ required: false }` serves requests without a key too.
     */
    readonly idempotent: IdempotentCall<D>;
  }
}
type IdempotentCall<D extends Definition> = D["start"]["method"] extends "POST" | "PATCH"
  ? (options?: IdempotentOptions) => EndpointDeclaration<WithKey<D>>
  : (...given: Refused<FactSentences["idempotentMethod"]>) => never;

/** The option of a call of an `.idempotent()` endpoint. */
export interface KeyOption {
  /**
   * The key of the call: 1 to 255 visible ASCII characters. Keep it to repeat the call after the program has ended.
   * Default: a new UUID, the same for the retries of the call.
   */
  readonly idempotencyKey?: string | undefined;
}

/** A definition after `.idempotent()`. */
export interface WithKey<D extends Definition> {
  readonly start: StartFact<D["start"], Idempotent>;
  readonly request: D["request"];
  readonly responses: D["responses"];
  readonly input: InputFact<D["input"]>;
  readonly failures: D["failures"];
  readonly sent: WithKey<D>;
}
/** The fact of `.idempotent()`. */
export interface Idempotent extends Facts {
  readonly idempotent: true;
  readonly "~options": KeyOption;
  readonly "~needs": Keyed;
}
/** The mark on calls of a view of `idempotent`. */
export interface Keyed {
  /** Types only; absent at run time. */
  readonly "~idempotent": true;
}
