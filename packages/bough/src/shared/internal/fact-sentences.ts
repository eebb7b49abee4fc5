// The error messages of the compiler about what server and client both act on. type-error.ts has the others.
import type { Refused } from "./type-error.ts";

/** What server and client both act on: `.idempotent()`, `.conditional()`. */
export interface FactSentences {
  readonly idempotentMethod: "only POST and PATCH need keys: other methods repeat";
  readonly storeAlone: "pass { store: memoryStore(), scope }";
  readonly conditionalMethod: "only GET, PUT, PATCH and DELETE";
  readonly conditionalResponse: "declare the response before";
  readonly conditionalRead: "only PUT, PATCH and DELETE change: remove it";
  readonly changedStatus: "pass a failure of status 412";
  readonly versionPath: 'the response has no such property: "article.version"';
  readonly versionSteps: 'name a property, or two: "article.version"';
  readonly versionType: "a version is a string, a number or a bigint";
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

/** The endpoints of `update`. */
export interface UpdateSentences {
  readonly unconditional: "it has no version: declare .conditional(…)";
  readonly unread: "read doesn't return the version that this takes";
}

/** `route` of an `.idempotent()` endpoint on a view without a store. */
export type NotIdempotent =
  Refused<"it declares .idempotent(): route it on server.idempotent({ store, scope })">;
