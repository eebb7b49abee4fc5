// The children of a resource, as types: which objects fit, and the sentences for those that do not.
import type { ChildSentences } from "../../internal/type-error.ts";
import type { AnyEndpoint } from "./placed-endpoint.ts";
import type { AnyResource, Child } from "./placement.ts";

/** The children of a resource by name. */
export interface Children {
  readonly [name: string]: object;
}

// Nearly all children are sound. Compare them as a whole first, and look at each only if that fails.
/** `unknown` for sound children, else a sentence in the place of each wrong child. */
export type ChildCheck<C> = [C] extends [SoundChildren] ? unknown : ChildFaults<C>;
// Two types, since an optional property does not fit beside an index signature everywhere.
type SoundChildren = ChildRecord & ReservedNames;
interface ChildRecord {
  readonly [name: string]: Child;
}
interface ReservedNames {
  readonly [reserved: `~${string}`]: never;
  readonly path?: never;
  readonly then?: never;
}
// Names that only run time knows are looked at there.
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
