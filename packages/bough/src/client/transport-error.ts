// The error of a call that got no answer, or only a part of one.
import { CallError } from "./call-error.ts";

/** Thrown where no whole answer came: no connection, or it broke; `cause` is what `fetch` threw. */
export class TransportError extends CallError {
  override readonly name = "TransportError";
  readonly code = "transport";
}
