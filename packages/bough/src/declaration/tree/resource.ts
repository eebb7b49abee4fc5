// Resources: the nodes of the tree. Each function below declares one; where it
// stands is decided by its parent, or by the tree it is put into.
import type {
  ChildSentences,
  NameTwice,
  ParameterSentences,
  ResourceSentences,
} from "../../internal/type-error.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { AnyBody, Bodied, RejectionsBody } from "../body/body.ts";
import type { Nothing } from "../../internal/record.ts";
import type { Failing } from "../endpoint/definition.ts";
import type { Description } from "../endpoint/endpoint-data.ts";
import type { AnyFailure } from "../failure/failure.ts";
import type {
  AnyParameter,
  EachParameterCheck,
  NoParameter,
  ParameterLike,
  ParameterReceived,
  ParameterRecord,
  TwoWaySchema,
} from "../parameter/parameter.ts";
import type {
  Callable,
  DeclaredEndpoint,
  Dynamic,
  DynamicShape,
  Fixed,
  NamesIn,
  Root,
  Static,
  StaticShape,
  View,
} from "./located.ts";
import type { Below, Inherited, Plain, Nowhere, Place } from "../endpoint/place.ts";
import type { AnyEndpoint } from "./placed-endpoint.ts";
import { declare } from "./resource-declare.ts";
import type { AnyResource, Child } from "./placement.ts";
import type { Segment, SegmentBut } from "../endpoint/segment.ts";

/** The children of a resource by name. */
export interface Children {
  readonly [name: string]: object;
}

/** Options of a resource; `failures` and `headers` hold for every endpoint below it. */
export interface ResourceOptions {
  readonly type?: ParameterLike;
  readonly parent?: AnyResource;
  readonly failures?: readonly AnyFailure[];
  readonly headers?: object;
  /** The body of every rejection below a root, instead of problem details. */
  readonly rejections?: AnyBody | AnySchema;
  readonly describe?: Description;
}

type InheritedFrom<O> = O extends Child | ParameterLike
  ? Plain
  : Inheriting<
      O extends { readonly failures: readonly (infer F extends Failing)[] } ? F : never,
      O extends { readonly headers: infer H extends object } ? H : Nothing
    >;
/** What the options of a resource give to everything below it. */
export interface Inheriting<F extends Failing, H extends object> {
  readonly failures: F;
  readonly headers: H;
}
type InheritedFromRoot<O> = O extends { readonly rejections: infer B }
  ? InheritingRejections<InheritedFrom<O>, B>
  : InheritedFrom<O>;
/** The options of a root with `rejections`, as types. */
export interface InheritingRejections<I extends Inherited, B> {
  readonly failures: I["failures"];
  readonly headers: I["headers"];
  readonly rejections: Bodied<B>;
}

// The argument in the middle is a type, a parent or options; a resource is looked
// for before options, since a child may be called `failures`.
type ParentOf<M> = M extends {
  readonly "~child": unknown;
  readonly "~place": infer P extends Place;
}
  ? P
  : M extends { readonly parent: { readonly "~place": infer P extends Place } }
    ? P
    : Nowhere;
type IdOf<M> = M extends Child
  ? string
  : M extends ParameterLike
    ? ParameterReceived<M>
    : M extends { readonly type: infer T }
      ? ParameterReceived<T>
      : string;

interface Required {
  readonly "~presence": "required";
}
type IdCheck<T, C> = T extends AnyParameter
  ? T extends Required
    ? T
    : T extends { readonly "~presence": "segments" }
      ? SegmentsCheck<T, C[keyof C]>
      : ParameterSentences["optionalId"]
  : T extends TwoWaySchema
    ? T
    : NoParameter<T>;

// What stands below takes no further segment.
type SegmentsCheck<T, Child> = [Child] extends [DeclaredEndpoint]
  ? [Child] extends [{ readonly "~definition": { readonly start: { readonly subpath: "" } } }]
    ? T
    : ChildSentences["subpath"]
  : ChildSentences["subresource"];

type Kind = "root" | "static" | "dynamic";
// What is wrong sits on its own option.
type OptionsCheck<O, C, K extends Kind> = {
  readonly [Key in keyof O]: Key extends "type"
    ? K extends "dynamic"
      ? IdCheck<O[Key], C>
      : ResourceSentences["staticType"]
    : Key extends "headers"
      ? HeadersCheck<O[Key]>
      : Key extends "parent"
        ? ParentCheck<O[Key], C, K>
        : Key extends "rejections"
          ? K extends "root"
            ? RejectionsBody<O[Key]>
            : ResourceSentences["rootRejections"]
          : Key extends "failures" | "describe"
            ? O[Key] extends ResourceOptions[Key]
              ? O[Key]
              : ResourceSentences[Key]
            : ResourceSentences["option"];
};
type HeadersCheck<H> = [H] extends [ParameterRecord]
  ? H
  : H extends AnySchema | ParameterLike
    ? ResourceSentences["headers"]
    : H extends object
      ? EachParameterCheck<H, Nothing>
      : ResourceSentences["headers"];
type ParentCheck<M, C, K extends Kind> = K extends "root"
  ? ResourceSentences["rootParent"]
  : M extends AnyResource
    ? M extends { readonly "~place": { readonly path: `${string}*}` } }
      ? ChildSentences["subresource"]
      : [NamesAbove<M> & NamesIn<C>] extends [never]
        ? M
        : NameTwice<NamesAbove<M> & NamesIn<C> & string>
    : ResourceSentences[M extends Child | string ? "parent" : "typeInOptions"];
// Where the children are none, the fault sits on them.
type MiddleCheck<M, C, K extends Kind> = M extends AnyParameter | AnySchema
  ? K extends "dynamic"
    ? IdCheck<M, C>
    : ResourceSentences["staticType"]
  : [C] extends [Child | string]
    ? M
    : M extends Child
      ? ParentCheck<M, C, K>
      : M extends (...given: never) => unknown
        ? K extends "dynamic"
          ? ParameterSentences["notCalled"]
          : ResourceSentences["options"]
        : OptionsCheck<M, C, K>;

// Nearly all children are sound: one comparison answers, and only then is each looked at.
type ChildCheck<C> = [C] extends [SoundChildren] ? unknown : ChildFaults<C>;
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

type FreeName<Name extends string, C, Above> = SegmentBut<Name, NamesIn<C> | Above>;
type NamesAbove<M> = keyof ParentOf<M>["ids"];

/** Declares a root without a segment, for APIs whose first segments differ. */
export function rootResource<C extends Children & ChildCheck<C>>(children: C): Root<"", C>;
/** Declares a root: its segment is the first of every path below. */
export function rootResource<const S extends string, C extends Children & ChildCheck<C>>(
  segment: Segment<S>,
  children: C,
): Root<S, C>;
/** Declares a root with options. */
export function rootResource<
  const S extends string,
  const O extends object,
  C extends Children & ChildCheck<C>,
>(
  segment: Segment<S>,
  options: MiddleCheck<O, C, "root">,
  children: C,
): Root<S, C, InheritedFromRoot<O>>;
export function rootResource(...given: unknown[]): unknown {
  return declare("root", typeof given[0] === "string" ? given : [undefined, ...given]);
}

/** Declares a fixed segment. */
export function staticResource<const S extends string, C extends Children & ChildCheck<C>>(
  segment: Segment<S>,
  children: C,
): Static<S, C>;
/** Declares a fixed segment below a parent, or with options. */
export function staticResource<
  const S extends string,
  const M extends object,
  C extends Children & ChildCheck<C>,
>(segment: Segment<S>, middle: MiddleCheck<M, C, "static">, children: C): StaticBelow<S, M, C>;
export function staticResource(...given: unknown[]): unknown {
  return declare("static", given);
}

/** Declares one segment chosen at run time; its id is text. */
export function dynamicResource<const Name extends string, C extends Children & ChildCheck<C>>(
  name: FreeName<Name, C, never>,
  children: C,
): Dynamic<Name, string, C>;
/** Declares one segment chosen at run time, with the type of its id, a parent, or options. */
export function dynamicResource<
  const Name extends string,
  const M extends object,
  C extends Children & ChildCheck<C>,
>(
  name: FreeName<Name, C, NamesAbove<M>>,
  middle: MiddleCheck<M, C, "dynamic">,
  children: C,
): DynamicBelow<Name, IdOf<M>, M, ParentOf<M>, C>;
/** Declares one segment chosen at run time, with the type of its id, below a parent. */
export function dynamicResource<
  const Name extends string,
  T extends ParameterLike,
  M extends object,
  C extends Children & ChildCheck<C>,
>(
  name: FreeName<Name, C, NamesAbove<M>>,
  type: IdCheck<T, C>,
  parent: [C] extends [Child | string] ? M : ParentCheck<M, C, "dynamic">,
  children: C,
): DynamicBelow<Name, IdOf<T>, Nothing, ParentOf<M>, C>;
export function dynamicResource(...given: unknown[]): unknown {
  return declare("dynamic", given);
}

type StaticBelow<S extends string, M, C extends object> = Fixed<
  StaticShape<S, InheritedFrom<M>>,
  C,
  Below<ParentOf<M>, StaticShape<S, InheritedFrom<M>>>
>;
type DynamicBelow<Name extends string, Id, M, P extends Place, C extends object> = Callable<
  DynamicShape<Name, Id, InheritedFrom<M>>,
  C,
  Below<P, DynamicShape<Name, Id, InheritedFrom<M>>>
> &
  View<C, Below<P, DynamicShape<Name, Id, InheritedFrom<M>>>>;
