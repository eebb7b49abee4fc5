// Checks the children of a resource in types.
import type { ChildSentences } from "../../internal/type-error.ts";
import type { AnyEndpoint } from "./placed-endpoint.ts";
import type { AnyResource, Child } from "./placement.ts";

/** The children of a resource by name. */
export interface Children {
  readonly [name: string]: object;
}

// Nearly all children are valid. They are compared as a whole first, and one by one only if that fails.
/** `unknown` if all children are valid, else an object with an error for each wrong child. */
export type ChildCheck<C> = [C] extends [SoundChildren] ? unknown : ChildFaults<C>;
// Two types, because an optional property may conflict with an index signature.
type SoundChildren = ChildRecord & ReservedNames;
interface ChildRecord {
  readonly [name: string]: Child;
}
interface ReservedNames {
  readonly [reserved: `~${string}`]: never;
  readonly path?: never;
  readonly then?: never;
}
// `verify` checks names that the compiler does not know.
type ChildFaults<C> = C extends { readonly [name: string]: Child }
  ? string extends keyof C
    ? unknown
    : EachChildFault<C>
  : EachChildFault<C>;
type EachChildFault<C> = C extends Child
  ? ChildSentences[C extends AnyResource ? "parentLast" : "inObject"]
  : {
      readonly [Name in keyof C]: Name extends "path"
        ? ChildSentences["path"]
        : Name extends "then"
          ? ChildSentences["then"]
          : Name extends `~${string}`
            ? ChildSentences["tilde"]
            : C[Name] extends Child
              ? C[Name]
              : C[Name] extends (...given: never) => unknown
                ? ChildSentences["notCalled"]
                : C[Name] extends AnyEndpoint
                  ? ChildSentences["placed"]
                  : ChildSentences["plainObject"];
    };
