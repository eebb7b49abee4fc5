// Resources: the nodes of the tree. Each function below declares one; where it
// stands is decided by its parent, or by the tree it is put into.
import type {
  ChildSentences,
  NameTwice,
  ParameterSentences,
  ResourceSentences,
} from "../internal/type-error.ts";
import type { AnySchema } from "../schema/standard-schema.ts";
import type { Definition, Nothing } from "./definition.ts";
import type { Description, EndpointDeclaration } from "./endpoint.ts";
import type { AnyFailure } from "./failure.ts";
import type {
  AnyParameter,
  ParameterCheck,
  ParameterLike,
  ParameterReceived,
  TwoWaySchema,
} from "./parameter.ts";
import type { Below, Given, Nowhere, Place, Shape } from "./place.ts";
import type { Endpoint } from "./placed-endpoint.ts";
import { declare } from "./resource-declare.ts";
import type { AnyResource, Child } from "./placement.ts";
import type { Segment } from "./segment.ts";

/** The children of a resource by name. */
export interface Children {
  readonly [name: string]: object;
}

/** A resource of shape `S`; `P` is the place of what stands below it. */
export interface Located<S extends Shape, P extends Place> extends AnyResource {
  readonly path: P["bound"] extends true ? string : P["path"];
  readonly "~shape": S;
  readonly "~place": P;
  readonly "~names": S["name"] | NamesIn<S["children"]>;
}

/** A dynamic resource is called with its id. */
export interface Callable<S extends Shape, P extends Place> extends Located<S, P> {
  (id: S["id"]): Fixed<S, Given<P, S["name"]>>;
}

type Fixed<S extends Shape, P extends Place> = Located<S, P> & View<S["children"], P>;
export type Resource<S extends Shape, P extends Place> = S["kind"] extends "dynamic"
  ? Callable<S, P> & View<S["children"], P>
  : Located<S, P> & View<S["children"], P>;

/** The children of a resource where it stands. */
export type View<C, P extends Place> = { readonly [Name in keyof C]: Mount<C[Name], P> };

/** A child where it stands. */
export type Mount<N, P extends Place> =
  N extends EndpointDeclaration<infer D>
    ? Endpoint<PathOf<P, D>, D, P>
    : N extends { readonly "~shape": infer S extends Shape }
      ? Resource<S, Below<P, S>>
      : never;
type PathOf<P extends Place, D extends Definition> = D["subpath"] extends ""
  ? P["path"] extends ""
    ? "/"
    : P["path"]
  : `${P["path"]}/${D["subpath"]}`;

type NamesIn<C> = {
  [Name in keyof C]: C[Name] extends { readonly "~names": infer N } ? N : never;
}[keyof C];

/** What a resource's options give to everything below it. */
export interface Inherited {
  readonly failures: unknown;
  readonly headers: object;
}

interface NothingInherited {
  readonly failures: never;
  readonly headers: Nothing;
}

interface RootShape<S extends string, C extends object, I extends Inherited> {
  readonly kind: "root";
  readonly piece: S extends "" ? "" : `/${S}`;
  readonly name: never;
  readonly id: never;
  readonly children: C;
  readonly failures: I["failures"];
  readonly headers: I["headers"];
}
interface StaticShape<S extends string, C extends object, I extends Inherited> {
  readonly kind: "static";
  readonly piece: `/${S}`;
  readonly name: never;
  readonly id: never;
  readonly children: C;
  readonly failures: I["failures"];
  readonly headers: I["headers"];
}
interface DynamicShape<Name extends string, Id, C extends object, I extends Inherited> {
  readonly kind: "dynamic";
  readonly piece: Id extends readonly string[] ? `/{${Name}*}` : `/{${Name}}`;
  readonly name: Name;
  readonly id: Id;
  readonly children: C;
  readonly failures: I["failures"];
  readonly headers: I["headers"];
}

/** A root: `Root<"v1", { users: typeof users }>`, for annotating a large tree by pieces. */
export type Root<
  S extends string,
  C extends object,
  I extends Inherited = NothingInherited,
> = Fixed<RootShape<S, C, I>, Below<Nowhere, RootShape<S, C, I>>>;

/** A static resource that names no parent. */
export type Static<
  S extends string,
  C extends object,
  I extends Inherited = NothingInherited,
> = Fixed<StaticShape<S, C, I>, Below<Nowhere, StaticShape<S, C, I>>>;

/** A dynamic resource that names no parent; `Id` is the type of its id. */
export type Dynamic<
  Name extends string,
  Id,
  C extends object,
  I extends Inherited = NothingInherited,
> = Callable<DynamicShape<Name, Id, C, I>, Below<Nowhere, DynamicShape<Name, Id, C, I>>> &
  View<C, Below<Nowhere, DynamicShape<Name, Id, C, I>>>;

/** Options of a resource; `failures` and `headers` hold for every endpoint below it. */
export interface ResourceOptions {
  readonly type?: ParameterLike;
  readonly parent?: AnyResource;
  readonly failures?: readonly AnyFailure[];
  readonly headers?: object;
  readonly describe?: Description;
}

type InheritedFrom<O> = O extends Child | ParameterLike
  ? NothingInherited
  : {
      readonly failures: O extends { readonly failures: readonly (infer F)[] } ? F : never;
      readonly headers: O extends { readonly headers: infer H extends object } ? H : Nothing;
    };

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

type IdCheck<T> = T extends AnyParameter
  ? NonNullable<T["~types"]>[2] extends "required"
    ? T
    : ParameterSentences["optionalId"]
  : T extends TwoWaySchema
    ? T
    : ParameterSentences["oneWay"];

type OptionsCheck<O> = {
  readonly [Key in keyof O]: Key extends "type"
    ? IdCheck<O[Key]>
    : Key extends "headers"
      ? ParameterCheck<O[Key], Nothing>
      : Key extends keyof ResourceOptions
        ? O[Key]
        : ResourceSentences["option"];
};
type MiddleCheck<M, C> = "~child" extends keyof C
  ? M
  : M extends Child
    ? M
    : M extends AnyParameter | AnySchema
      ? IdCheck<M>
      : OptionsCheck<M>;
type StaticMiddleCheck<M, C> = M extends AnyParameter | AnySchema
  ? ResourceSentences["staticType"]
  : MiddleCheck<M, C>;

type ChildCheck<C> = "~child" extends keyof C
  ? ChildSentences["parentLast"]
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
                : ChildSentences["plainObject"];
    };

type FreeName<Name extends string, C, Above> = string extends Name
  ? Name
  : Name extends NamesIn<C> | Above
    ? NameTwice<Name>
    : Segment<Name>;
type NamesAbove<M> = Extract<keyof ParentOf<M>["ids"], string>;

/** Declares a root without a segment, for APIs whose first segments differ. */
export function rootResource<C extends Children>(children: ChildCheck<C>): Root<"", C>;
/** Declares a root: its segment is the first of every path below. */
export function rootResource<const S extends string, C extends Children>(
  segment: Segment<S>,
  children: ChildCheck<C>,
): Root<S, C>;
/** Declares a root with options. */
export function rootResource<const S extends string, const O extends object, C extends Children>(
  segment: Segment<S>,
  options: OptionsCheck<O>,
  children: ChildCheck<C>,
): Root<S, C, InheritedFrom<O>>;
export function rootResource(...given: readonly unknown[]): unknown {
  return declare("root", typeof given[0] === "string" ? given : [undefined, ...given]);
}

/** Declares a fixed segment. */
export function staticResource<const S extends string, C extends Children>(
  segment: Segment<S>,
  children: ChildCheck<C>,
): Static<S, C>;
/** Declares a fixed segment below a parent, or with options. */
export function staticResource<const S extends string, const M extends object, C extends Children>(
  segment: Segment<S>,
  middle: StaticMiddleCheck<M, C>,
  children: ChildCheck<C>,
): StaticBelow<S, M, C>;
export function staticResource(...given: readonly unknown[]): unknown {
  return declare("static", given);
}

/** Declares one segment chosen at run time; its id is text. */
export function dynamicResource<const Name extends string, C extends Children>(
  name: FreeName<Name, C, never>,
  children: ChildCheck<C>,
): Dynamic<Name, string, C>;
/** Declares one segment chosen at run time, with the type of its id, a parent, or options. */
export function dynamicResource<
  const Name extends string,
  const M extends object,
  C extends Children,
>(
  name: FreeName<Name, C, NamesAbove<M>>,
  middle: MiddleCheck<M, C>,
  children: ChildCheck<C>,
): DynamicBelow<Name, IdOf<M>, M, ParentOf<M>, C>;
/** Declares one segment chosen at run time, with the type of its id, below a parent. */
export function dynamicResource<
  const Name extends string,
  T extends ParameterLike,
  M extends AnyResource,
  C extends Children,
>(
  name: FreeName<Name, C, NamesAbove<M>>,
  type: IdCheck<T>,
  parent: M,
  children: ChildCheck<C>,
): DynamicBelow<Name, IdOf<T>, Nothing, ParentOf<M>, C>;
export function dynamicResource(...given: readonly unknown[]): unknown {
  return declare("dynamic", given);
}

type StaticBelow<S extends string, M, C extends object> = Fixed<
  StaticShape<S, C, InheritedFrom<M>>,
  Below<ParentOf<M>, StaticShape<S, C, InheritedFrom<M>>>
>;
type DynamicBelow<Name extends string, Id, M, P extends Place, C extends object> = Callable<
  DynamicShape<Name, Id, C, InheritedFrom<M>>,
  Below<P, DynamicShape<Name, Id, C, InheritedFrom<M>>>
> &
  View<C, Below<P, DynamicShape<Name, Id, C, InheritedFrom<M>>>>;
