// The error that `fail` throws. It is an answer, so it has no stack, which would cost more than the rest of
// the answer.
import type { AnyFailure } from "../../declaration/failure/failure.ts";

/** The data of one occurrence of a failure. */
export interface Occurrence {
  /** The status of a failure for a range. */
  readonly status?: number | undefined;
  /** The cause of this occurrence (RFC 9457 3.1.4). */
  readonly detail?: string | undefined;
  /** A URI of this occurrence (RFC 9457 3.1.5). */
  readonly instance?: string | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly cookies?: Readonly<Record<string, unknown>> | undefined;
}

/** The error that `fail` throws. If your handler catches it, rethrow it. */
export class Failed {
  readonly name = "Failed";
  readonly failure: AnyFailure;
  readonly data: unknown;
  readonly occurrence: Occurrence;
  readonly #thrown = true;

  constructor(failure: AnyFailure, data: unknown, occurrence: Occurrence = {}) {
    this.failure = failure;
    this.data = data;
    this.occurrence = occurrence;
  }

  get message(): string {
    return `answered with the failure "${this.failure.name}"`;
  }

  /** Whether `fail` has thrown this. Unlike `instanceof`, it runs no code of a foreign value. */
  static "~is"(value: unknown): value is Failed {
    return typeof value === "object" && value !== null && #thrown in value && value.#thrown;
  }
}
/** Whether a value is a declared failure. Modules that import each other leave holes in lists. */
export function isFailure(value: unknown): value is AnyFailure {
  return typeof value === "object" && value !== null && "~failure" in value;
}

// `instanceof Error` is true, so that loggers know it. The constructor of Error, which takes the stack, does
// not run.
Object.setPrototypeOf(Failed.prototype, Error.prototype);
