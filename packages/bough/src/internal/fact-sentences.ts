// The error messages of the compiler about what server and client both act on. type-error.ts has the others.
import type { Refused } from "./type-error.ts";

/** What server and client both act on: `.idempotent()`. */
export interface FactSentences {
  readonly idempotentMethod: "only POST and PATCH need keys: other methods repeat";
}

/** `route` of an `.idempotent()` endpoint on a view without a store. */
export type NotIdempotent =
  Refused<"it declares .idempotent(): route it on server.idempotent({ store, scope })">;
