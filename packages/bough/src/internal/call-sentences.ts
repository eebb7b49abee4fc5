// The error messages of the compiler about calls: `client.request` and `createQueries`. type-error.ts has the others.

/** A call without its body: `client.request(api.users.create)`. */
export type NoBodyGiven<Endpoint extends string> = `${Endpoint} has a request body: pass it second`;

/** A call without its options: `client.request(api.user("1").replace, body)`. */
export type NoOptionsGiven<
  Endpoint extends string,
  Name,
  Place extends string,
> = `pass { ${Name & string} } ${Place} to ${Endpoint}`;

/** A parameter among the options: `client.request(api.users.list, { limit: 5 })`. */
export interface CallSentences {
  readonly options: "pass { parameters }";
}
