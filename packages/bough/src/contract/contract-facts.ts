// What server and client both act on, in a contract.

/** Where the version of a resource is, and what writes need of it. */
export interface ContractConditional {
  /** The path of the version in the response; for a write, in what the client has read. Absent if it is not in a body. */
  readonly version?: string;
  /** The name of the failure for a resource that has changed; absent for a rejection. */
  readonly changed?: string;
  /** Whether a write without `If-Match` is a 428; absent for GET. */
  readonly required?: boolean;
}

/** How an endpoint can be repeated. */
export interface ContractIdempotent {
  /** Whether a request without a key is refused. */
  readonly required: boolean;
  /** Seconds for which the server keeps a response, if its store says so. */
  readonly lifetime?: number;
}
