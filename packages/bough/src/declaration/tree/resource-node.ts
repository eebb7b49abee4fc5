// The type of a resource in a tree: its path, its children, and the names of ids below it.
// resource-build.ts builds the values.
import type { NotAnEndpoint } from "../../internal/type-error.ts";
import type { TypedBody } from "../body/body.ts";
import type { None } from "../../internal/record.ts";
import type { TypedErrorFormat } from "../../facts/error-formats/declared.ts";
import type { Definition } from "../endpoint/definition.ts";
import type {
  Below,
  WithIds,
  Inherited,
  Plain,
  NoPosition,
  Position,
  Shape,
} from "../endpoint/position.ts";
import type { Endpoint } from "./placed-endpoint.ts";
import type { AnyResource } from "./placement.ts";

/** A resource of shape `S` with children `C`. `P` is the position of everything below it. */
export interface ResourceNode<S extends Shape, C, P extends Position> extends AnyResource {
  readonly path: P["bound"] extends true ? string : P["path"];
  readonly "~shape": S;
  readonly "~children": C;
  readonly "~position": P;
  readonly "~names": S["name"] | NamesIn<C>;
  /** The compiler's error if an endpoint is expected. */
  readonly "~definition": readonly [NotAnEndpoint];
}

/** A dynamic resource, which is called with its id. */
export interface Callable<S extends Shape, C, P extends Position> extends ResourceNode<S, C, P> {
  (id: S["id"]): Resource<P["path"], ResourceNode<S, C, WithIds<P, S["name"]>>>;
}

// Editors print the type arguments in order and cut off the end, so the path is first.
/** A resource and its path; callable if its id has no value yet. */
export type Resource<_Path extends string, R extends HasPosition> = R &
  View<R["~children"], R["~position"]>;
interface HasPosition {
  readonly "~children": unknown;
  readonly "~position": Position;
}
/** A resource of shape `S` in a tree; callable if its id has no value yet. */
export type NodeOf<S extends Shape, C, P extends Position> = S["kind"] extends "dynamic"
  ? Resource<P["path"], Callable<S, C, P>>
  : Resource<P["path"], ResourceNode<S, C, P>>;

/** The children of a resource at its position. */
export type View<C, P extends Position> = { readonly [Name in keyof C]: MountedChild<C[Name], P> };

/** A child in its tree. */
export type MountedChild<N, P extends Position> = N extends DeclaredEndpoint
  ? Endpoint<
      `${N["~definition"]["start"]["method"]} ${P["path"]}${N["~definition"]["start"]["tail"]}`,
      N["~definition"],
      P
    >
  : N extends Declared
    ? NodeOf<N["~shape"], N["~children"], Below<P, N["~shape"]>>
    : never;
/** The members of an endpoint's declaration that a tree uses. */
export interface DeclaredEndpoint {
  readonly "~child": "endpoint";
  readonly "~definition": Definition;
}
interface Declared {
  readonly "~shape": Shape;
  readonly "~children": object;
}
interface HasNames {
  readonly "~names": unknown;
}
/** The names of dynamic resources among these children and below them. */
export type NamesIn<C> = C[keyof C] extends HasNames ? C[keyof C]["~names"] : never;

/** The declaration of `rootResource` without its children. */
export interface RootShape<S extends string, I extends Inherited> {
  readonly kind: "root";
  readonly piece: S extends "" ? "" : `/${S}`;
  readonly name: never;
  readonly id: never;
  readonly ids: None;
  readonly gives: I;
}
/** A root with the option `rejections` or `errors`. */
export interface RejectingRoot {
  readonly "~shape": { readonly gives: { readonly rejections: TypedBody } };
}
/** A root with the option `errors`. */
export interface FormattedRoot {
  readonly "~shape": { readonly gives: { readonly format: TypedErrorFormat } };
}
/** The declaration of `staticResource` without its children. */
export interface StaticShape<S extends string, I extends Inherited> {
  readonly kind: "static";
  readonly piece: `/${S}`;
  readonly name: never;
  readonly id: never;
  readonly ids: None;
  readonly gives: I;
}
/** The declaration of `dynamicResource` without its children. */
export interface DynamicShape<Name extends string, Id, I extends Inherited> {
  readonly kind: "dynamic";
  readonly piece: Id extends readonly string[] ? `/{${Name}*}` : `/{${Name}}`;
  readonly name: Name;
  readonly id: Id;
  readonly ids: { readonly [Key in Name]: Id };
  readonly gives: I;
}

/** The same for an id with text around it. */
export interface AffixedShape<S extends Shape, Prefix extends string, Suffix extends string> {
  readonly kind: "dynamic";
  readonly piece: S["piece"] extends `/${infer Id}` ? `/${Prefix}${Id}${Suffix}` : never;
  readonly name: S["name"];
  readonly id: S["id"];
  readonly ids: S["ids"];
  readonly gives: S["gives"];
}

/** The type of a root, to annotate a large API by pieces: `Root<"v1", { users: typeof users }>`. */
export type Root<S extends string, C extends object, I extends Inherited = Plain> = Resource<
  RootShape<S, I>["piece"],
  ResourceNode<RootShape<S, I>, C, Below<NoPosition, RootShape<S, I>>>
>;

/** The type of a static resource without a parent. */
export type Static<S extends string, C extends object, I extends Inherited = Plain> = Resource<
  StaticShape<S, I>["piece"],
  ResourceNode<StaticShape<S, I>, C, Below<NoPosition, StaticShape<S, I>>>
>;

/** The type of a dynamic resource without a parent. `Id` is the type of its id. */
export type Dynamic<
  Name extends string,
  Id,
  C extends object,
  I extends Inherited = Plain,
> = Resource<
  DynamicShape<Name, Id, I>["piece"],
  Callable<DynamicShape<Name, Id, I>, C, Below<NoPosition, DynamicShape<Name, Id, I>>>
>;
