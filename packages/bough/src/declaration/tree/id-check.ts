// Checks the type of an id.
import type { ChildSentences, ParameterSentences } from "../../internal/type-error.ts";
import type { AnyParameter, NoParameter, TwoWaySchema } from "../parameter/parameter.ts";
import type { DeclaredEndpoint } from "./resource-node.ts";

interface Required {
  readonly "~presence": "required";
}
/** `T` if an id above the children `C` can have it, else a sentence. */
export type IdCheck<T, C> = T extends AnyParameter
  ? T extends Required
    ? T
    : T extends { readonly "~presence": "segments" }
      ? SegmentsCheck<T, C[keyof C]>
      : ParameterSentences["optionalId"]
  : T extends TwoWaySchema
    ? T
    : NoParameter<T>;

// Only endpoints without a subpath, or with a verb for one, can be below `segments()`.
type SegmentsCheck<T, Child> = [Child] extends [DeclaredEndpoint]
  ? [Child] extends [
      { readonly "~definition": { readonly start: { readonly subpath: "" | `:${string}` } } },
    ]
    ? T
    : ChildSentences["subpath"]
  : ChildSentences["subresource"];
