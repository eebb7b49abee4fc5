// The end of an invocation. Lambda stops a function at its timeout without a response, so work ends earlier.
import { fieldsOf } from "../../shared/internal/record.ts";
import { LONGEST_TIMER } from "../../shared/internal/later.ts";

/** The context of an invocation, as far as Bough reads it. */
export interface LambdaContext {
  readonly awsRequestId: string;
  readonly getRemainingTimeInMillis: () => number;
}

// Milliseconds in which a handler can still respond.
const EARLIER = 500;

/** When work on an invocation must end. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Call it after the response. */
  readonly clear: () => void;
}

export function deadlineOf(context: LambdaContext): Deadline {
  // A test may pass a context without it.
  const known = typeof fieldsOf(context)["getRemainingTimeInMillis"] === "function";
  const remaining = known ? context.getRemainingTimeInMillis() : LONGEST_TIMER;
  const ending = new AbortController();
  const timer = setTimeout(
    () => ending.abort(new DOMException("the function is about to time out", "TimeoutError")),
    remaining - EARLIER,
  );
  return { signal: ending.signal, clear: () => clearTimeout(timer) };
}
