// What `respond` gives: a value with its status and headers, to be returned.

/** What `respond` takes after the value. */
export interface RespondOptions {
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
}

/** An answer that a handler has made and has to return. */
export class RespondedValue {
  readonly value: unknown;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>> | undefined;

  constructor(value: unknown, { status, headers }: RespondOptions = {}) {
    this.value = value;
    this.status = status;
    this.headers = headers;
  }
}
