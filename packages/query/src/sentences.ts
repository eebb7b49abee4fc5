// The error messages of the compiler. A message is a string literal type instead of the type of the wrong argument.

/** A message as the type of a rest parameter, for forbidden arguments. */
export type Refused<Sentence extends string> = Sentence & readonly never[];

/** The functions of `createQueries`. */
export interface QuerySentences {
  readonly changes: "it changes data: use queries.mutationOptions";
  readonly streams: "it streams: use queries.streamOptions";
  readonly whole: "it has no items: use queries.queryOptions";
  readonly safe: "it changes nothing: use queries.queryOptions";
  readonly notPaged: "it has no pages: pass { next }, or declare .paged(…)";
}
