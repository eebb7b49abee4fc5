// The functions that declare resources, and the checks of their arguments in types. The place of a resource is
// given by its `parent` argument, or by the tree that contains it.
import type {
  ChildSentences,
  ErrorFormatSentences,
  NameTwice,
  ParameterSentences,
  ResourceSentences,
  SecuritySentences,
} from "../../shared/internal/type-error.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import type { AnyErrorFormat } from "../../facts/error-formats/declared.ts";
import type { RejectionsBody } from "../body/body.ts";
import type { None } from "../../shared/internal/record.ts";
import type { CookieOptionCheck } from "../../facts/cookies/declared.ts";
import type {
  AnyParameter,
  EachParameterCheck,
  ParameterLike,
  ParameterReceived,
  ParameterParts,
} from "../parameter/parameter.ts";
import type {
  AffixedShape,
  Callable,
  Dynamic,
  DynamicShape,
  Node,
  NamesIn,
  Resource,
  Root,
  Static,
  StaticShape,
  ChildCheck,
  Children,
  IdCheck,
  InheritedFrom,
  InheritedFromRoot,
  ResourceOptions,
} from "./resource-node.ts";
import type {
  Below,
  Plain,
  NoPosition,
  Position,
  Shape,
  Segment,
  SegmentBut,
} from "../endpoint/position.ts";
import { declare } from "./place.ts";
import type { AnyResource, Child } from "./placement.ts";

// The argument in the middle is a type, a parent or options. Look for a resource before
// options: its child may be called `failures`.
type ParentOf<M> = M extends {
  readonly "~child": unknown;
  readonly "~position": infer P extends Position;
}
  ? P
  : NoPosition;
type IdOf<M> = M extends Child
  ? string
  : M extends ParameterLike
    ? ParameterReceived<M>
    : M extends { readonly type: infer T }
      ? ParameterReceived<T>
      : string;

type Kind = "root" | "static" | "dynamic";
// Each wrong option has its own error.
type OptionsCheck<O, C, K extends Kind> = {
  readonly [Key in keyof O]: Key extends "type"
    ? K extends "dynamic"
      ? IdCheck<O[Key], C>
      : ResourceSentences["staticType"]
    : Key extends "headers" | "parameters"
      ? RecordCheck<O[Key], Key>
      : Key extends "cookies"
        ? CookieOptionCheck<O[Key]>
        : Key extends "rejections"
          ? K extends "root"
            ? O extends HasErrors
              ? ErrorFormatSentences["both"]
              : RejectionsBody<O[Key]>
            : ResourceSentences["rootRejections"]
          : Key extends "errors"
            ? K extends "root"
              ? O[Key] extends AnyErrorFormat
                ? O[Key]
                : ErrorFormatSentences["errors"]
              : ErrorFormatSentences["root"]
            : Key extends "prefix" | "suffix"
              ? K extends "dynamic"
                ? AffixCheck<O[Key]>
                : ResourceSentences["staticAffix"]
              : Key extends
                    | "failures"
                    | "security"
                    | "meta"
                    | "deprecated"
                    | "describe"
                    | "stability"
                    | "trailingSlash"
                ? O[Key] extends ResourceOptions[Key]
                  ? O[Key] extends readonly [] | readonly never[]
                    ? EmptyList<Key, O[Key]>
                    : O[Key]
                  : ResourceSentences[Key]
                : ResourceSentences["option"];
};
interface HasErrors {
  readonly errors: unknown;
}
type AffixCheck<Text> = Text extends "" | `${string}${NotInAffix}${string}` | number | object
  ? ResourceSentences["affix"]
  : Text;
type NotInAffix = "/" | "?" | "#" | "%" | "{" | "}" | "\\";
type EmptyList<Key, List> = Key extends "security" ? SecuritySentences["none"] : List;
type RecordCheck<R, Key extends "headers" | "parameters"> = [R] extends [ParameterParts]
  ? R
  : R extends AnySchema | ParameterLike
    ? ResourceSentences[Key]
    : R extends object
      ? EachParameterCheck<R, None>
      : ResourceSentences[Key];
type ParentCheck<M, C, K extends Kind> = K extends "root"
  ? ResourceSentences["rootParent"]
  : M extends AnyResource
    ? M extends { readonly "~position": { readonly path: `${string}*}${string}` } }
      ? ChildSentences["subresource"]
      : [NamesAbove<M> & NamesIn<C>] extends [never]
        ? M
        : NameTwice<NamesAbove<M> & NamesIn<C> & string>
    : ResourceSentences[M extends Child | string ? "parent" : "typeInOptions"];
type NamedParent<M, C, K extends Kind> = [C] extends [Child | string] ? M : ParentCheck<M, C, K>;
// The first of two arguments in the middle: a type before a parent, or a parent before options.
type FirstCheck<F, C> = F extends Child
  ? NamedParent<F, C, "dynamic">
  : F extends AnyParameter | AnySchema | ((...given: never) => unknown)
    ? IdCheck<F, C>
    : ResourceSentences["parent"];
// Options after a parent.
type LastCheck<O, C, K extends Kind> = [C] extends [Child | string]
  ? O
  : O extends Child | ParameterLike | ((...given: never) => unknown)
    ? ResourceSentences["options"]
    : OptionsCheck<O, C, K>;
// If the children are wrong, only they have an error.
// The check is not distributive: the compiler would then ignore `const` and widen literals in the options.
type MiddleCheck<M, C, K extends Kind> = [M] extends [AnyParameter | AnySchema]
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

type FreeName<Name extends string, C, Above> = SegmentBut<Name, NamesIn<C> | Above>;
// A name that is not imported has the type `any`, the only one that is an object and a string here. The
// compiler reports the name, and no other error may follow. `IsAny` does not recognize it.
type NamesAbove<M> = [M] extends [string] ? never : keyof ParentOf<M>["ids"];

/**
 * Declares a root without a segment, for APIs whose first segments differ.
 * @example
 * export const api = rootResource({ users, teams });
 */
export function rootResource<C extends Children & ChildCheck<C>>(children: C): Root<"", C>;
/**
 * Declares a root: its segment is the first of every path below. Without a segment, its options can come first.
 * @example
 * export const api = rootResource("v1", { users: staticResource("users", { list: get() }) });
 */
export function rootResource<const S extends string | object, C extends Children & ChildCheck<C>>(
  first: [S] extends [string] ? Segment<S> : MiddleCheck<S, C, "root">,
  children: C,
): [S] extends [string] ? Root<S, C> : Root<"", C, InheritedFromRoot<S>>;
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

/**
 * Declares a fixed segment.
 * @example
 * const users = staticResource("users", { list: get().response<User[]>() });
 */
export function staticResource<const S extends string, C extends Children & ChildCheck<C>>(
  segment: Segment<S>,
  children: C,
): Static<S, C>;
/** Declares a fixed segment below a parent, or with options. */
export function staticResource<
  const S extends string,
  const M extends object,
  C extends Children & ChildCheck<C>,
>(
  segment: Segment<S>,
  middle: MiddleCheck<M, C, "static">,
  children: C,
): [M] extends [Child] ? StaticBelow<S, M, ParentOf<M>, C> : Static<S, C, InheritedFrom<M>>;
/** Declares a fixed segment below a parent, with options. */
export function staticResource<
  const S extends string,
  M extends object,
  const O extends object,
  C extends Children & ChildCheck<C>,
>(
  segment: Segment<S>,
  parent: NamedParent<M, C, "static">,
  options: LastCheck<O, C, "static">,
  children: C,
): StaticBelow<S, O, ParentOf<M>, C>;
export function staticResource(...given: unknown[]): unknown {
  return declare("static", given);
}

/**
 * Declares a segment with an id. Without a type, the id is a string that isn't empty.
 * @example
 * const user = dynamicResource("user", uuid(), { find: get().response<User>() });
 */
export function dynamicResource<const Name extends string, C extends Children & ChildCheck<C>>(
  name: FreeName<Name, C, never>,
  children: C,
): Dynamic<Name, string, C>;
/** Declares a segment with an id, with the type of the id, a parent, or options. */
export function dynamicResource<
  const Name extends string,
  const M extends object,
  C extends Children & ChildCheck<C>,
>(
  name: FreeName<Name, C, NamesAbove<M>>,
  middle: MiddleCheck<M, C, "dynamic">,
  children: C,
): [M] extends [ParameterLike]
  ? Dynamic<Name, ParameterReceived<M>, C>
  : DynamicBelow<Name, IdOf<M>, M, ParentOf<M>, C>;
/** Declares a segment with an id below a parent, with the type of the id or with options. */
export function dynamicResource<
  const Name extends string,
  F extends object,
  const M extends object,
  C extends Children & ChildCheck<C>,
>(
  name: FreeName<Name, C, NamesAbove<F> | NamesAbove<M>>,
  first: FirstCheck<F, C>,
  second: F extends Child ? LastCheck<M, C, "dynamic"> : NamedParent<M, C, "dynamic">,
  children: C,
): DynamicBelow<Name, IdOf<F extends Child ? M : F>, M, ParentOf<F extends Child ? F : M>, C>;
export function dynamicResource(...given: unknown[]): unknown {
  return declare("dynamic", given);
}

type StaticBelow<S extends string, M, P extends Position, C extends object> = Resource<
  Node<Below<P, StaticShape<S, InheritedFrom<M>>>, StaticShape<S, InheritedFrom<M>>, C>
>;
type DynamicBelow<Name extends string, Id, M, P extends Position, C extends object> = BelowShape<
  DynamicFrom<Name, Id, M>,
  P,
  C
>;
type BelowShape<S extends Shape, P extends Position, C extends object> = Resource<
  Callable<Below<P, S>, S, C>
>;
// The shape of a dynamic resource with this type, these options or this parent.
type DynamicFrom<Name extends string, Id, M> = M extends Child | ParameterLike
  ? DynamicShape<Name, Id, Plain>
  : M extends { readonly prefix: string } | { readonly suffix: string }
    ? AffixedShape<
        DynamicShape<Name, Id, InheritedFrom<M>>,
        AffixOf<M, "prefix">,
        AffixOf<M, "suffix">
      >
    : DynamicShape<Name, Id, InheritedFrom<M>>;
type AffixOf<M, Key extends "prefix" | "suffix"> = M extends {
  readonly [K in Key]: infer Text extends string;
}
  ? Text
  : "";
