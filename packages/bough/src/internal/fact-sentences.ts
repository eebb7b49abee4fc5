// The error messages of the compiler about what server and client both act on. type-error.ts has the others.
import type { Refused } from "./type-error.ts";

/** What server and client both act on: `.idempotent()`. */
export interface FactSentences {
  readonly idempotentMethod: "only POST and PATCH need keys: other methods repeat";
}

/** `.paged()`, and the functions that read pages. */
export interface PagingSentences {
  readonly method: "only GET and QUERY have pages";
  readonly response: "declare .response(…) before .paged(…)";
  readonly parameters: "declare .parameters(…) before .paged(…)";
  readonly twice: ".paged(…) is declared twice";
  readonly form: "use one of next, page, offset and link";
  readonly option: "unknown option: see PagedOptions";
  readonly noItems: "name the array of the response: { items }";
  readonly items: 'name an array of the response, at most two deep: "meta.users"';
  readonly cursor: "name a property whose type this parameter takes, at most two deep";
  readonly url: "name a string of the response: the URL of the next page";
  readonly more: "name a boolean of the response, at most two deep";
  readonly total: "name a number of the response, at most two deep";
  readonly count: "this parameter is not a number";
  readonly notPaged: "it has no pages: declare .paged(…)";
}

/** `route` of an `.idempotent()` endpoint on a view without a store. */
export type NotIdempotent =
  Refused<"it declares .idempotent(): route it on server.idempotent({ store, scope })">;
