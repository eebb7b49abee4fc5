// The whole body of a failure that is written in the error format of its root, as a type.
import type { StatusRange } from "./status-range.ts";

/** A failure below a root with an error format. The member is optional, so that every failure is assignable. */
export interface InFormat<B> {
  /** Types only; absent at run time. */
  readonly "~errorBody"?: readonly [B];
}

/** The whole body of a failure in an error format; `unknown` if its root is not known. */
export type ErrorBodyOf<F> = F extends SentBare
  ? undefined
  : F extends NamedInFormat<infer B>
    ? B
    : unknown;
type SentBare =
  | { readonly "~detail": { readonly bare: true } }
  | { readonly name: `${bigint}` | StatusRange };
// With its name it is not a weak type: a failure without a format then has the body `unknown`.
interface NamedInFormat<B> extends InFormat<B> {
  readonly name: string;
}
