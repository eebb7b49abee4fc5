// The error of a call that got no answer, or only a part of one.
import { CallError } from "./call-error.ts";
import type { Call } from "./client-options.ts";

/** Thrown where no whole answer came: no connection, or it broke; `cause` is what `fetch` threw. */
export class TransportError extends CallError {
  override readonly name = "TransportError";
  readonly code = "transport";
}

/** The error of a call that gets no whole answer; an abort is no fault, it ends it with its reason. */
export function noAnswer(call: Call, cause: unknown): unknown {
  return call.signal?.aborted
    ? call.signal.reason
    : new TransportError(call, "no whole answer: see cause", { cause });
}
