// The type of a resource in a tree: its path, its options, its children, and the names of ids below it.
// place.ts builds the values.
import type {
  TypedErrorFormat,
  InFormat,
  AnyErrorFormat,
} from "../../facts/error-formats/declared.ts";
import type { None } from "../../shared/internal/record.ts";
import type {
  ChildSentences,
  NotAnEndpoint,
  ParameterSentences,
} from "../../shared/internal/type-error.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import type { AnyBody, Bodied, TypedBody } from "../body/body.ts";
import type { Definition, Failing } from "../endpoint/definition.ts";
import type { Deprecation } from "../../facts/deprecation/declared.ts";
import type { Description, Stability } from "../endpoint/endpoint-data.ts";
import type {
  Below,
  Inherited,
  Plain,
  Position,
  Shape,
  Top,
  WithIds,
} from "../endpoint/position.ts";
import type { AnyFailure } from "../failure/failure.ts";
import type {
  AnyParameter,
  NoParameter,
  ParameterLike,
  TwoWaySchema,
} from "../parameter/parameter.ts";
import type { AnySecurity, SecurityFailures } from "../../facts/security/declared.ts";
import type { AnyEndpoint, AnyResource, Child, Endpoint } from "./placement.ts";

/** A resource of shape `S` with children `C`. `P` is the position of everything below it. */
export interface Node<P extends Position, S extends Shape, C> extends AnyResource {
  readonly path: P["bound"] extends true ? string : P["path"];
  readonly "~shape": S;
  readonly "~children": C;
  readonly "~position": P;
  /** The children at their position. */
  readonly "~view": View<C, P>;
  readonly "~names": S["name"] | NamesIn<C>;
  /** The compiler's error if an endpoint is expected. */
  readonly "~definition": readonly [NotAnEndpoint];
}

/** A dynamic resource, which is called with its id. */
export interface Callable<P extends Position, S extends Shape, C> extends Node<P, S, C> {
  (id: S["id"]): Resource<Node<WithIds<P, S["name"]>, S, C>>;
}

// Editors print the type arguments in order and cut off the end, so the position is first, whose path is first.
/** A resource in a tree; callable if its id has no value yet. */
export type Resource<R extends HasPosition> = R & R["~view"];
interface HasPosition {
  readonly "~view": unknown;
}
/** A resource of shape `S` in a tree; callable if its id has no value yet. */
export type NodeOf<S extends Shape, C, P extends Position> = S["kind"] extends "dynamic"
  ? Resource<Callable<P, S, C>>
  : Resource<Node<P, S, C>>;

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
  Node<Top<RootShape<S, I>>, RootShape<S, I>, C>
>;

/** The type of a static resource without a parent. */
export type Static<S extends string, C extends object, I extends Inherited = Plain> = Resource<
  Node<Top<StaticShape<S, I>>, StaticShape<S, I>, C>
>;

/** The type of a dynamic resource without a parent. `Id` is the type of its id. */
export type Dynamic<
  Name extends string,
  Id,
  C extends object,
  I extends Inherited = Plain,
> = Resource<Callable<Top<DynamicShape<Name, Id, I>>, DynamicShape<Name, Id, I>, C>>;

/**
 * The options of a resource. `failures`, `security`, `headers`, `parameters`, `cookies`, `meta`,
 * `deprecated`, `stability` and `trailingSlash` apply to every endpoint below it.
 */
export interface ResourceOptions {
  /** The type of a dynamic resource's id: `{ type: uuid() }`. Default: any string that isn't empty. */
  readonly type?: ParameterLike;
  /** The text before the id in its segment: `/v{version}`. */
  readonly prefix?: string;
  /** The text after the id in its segment: `/{sid}.json`. */
  readonly suffix?: string;
  /** Whether the path of every endpoint below ends in a slash. */
  readonly trailingSlash?: boolean;
  /** Failures of every endpoint below. */
  readonly failures?: readonly AnyFailure[];
  /** The alternatives for the endpoints below that don't declare their own security. */
  readonly security?: readonly AnySecurity[];
  /** Request headers of every endpoint below. */
  readonly headers?: object;
  /** Query parameters of every endpoint below. */
  readonly parameters?: object;
  /** Request cookies of every endpoint below. */
  readonly cookies?: object;
  /** Your own data, which you can read from `meta` of every endpoint below. */
  readonly meta?: object;
  /** The body of all rejections below a root, instead of problem details. */
  readonly rejections?: AnyBody | AnySchema;
  /** The format of all rejections and failures below a root, instead of problem details. */
  readonly errors?: AnyErrorFormat;
  /** Declares that callers should stop using every endpoint below; an endpoint adds to it with `.deprecated(…)`. */
  readonly deprecated?: Deprecation;
  /** The documentation of the resource. Its tags apply to endpoints below that declare none. */
  readonly describe?: Description;
  /** `"experimental"` marks the endpoints below: `bough diff` lists their changes, which never fail the command. */
  readonly stability?: Stability;
}

/** What a resource with these options gives to everything below. */
export type InheritedFrom<O> = O extends Child | ParameterLike ? Plain : Inheriting<O>;
/** The failures, headers, parameters, cookies, meta, slash and security of one resource's options. */
export interface Inheriting<O> {
  readonly failures: O extends { readonly failures: readonly (infer F extends Failing)[] }
    ? F
    : never;
  readonly headers: RecordIn<O, "headers">;
  readonly parameters: RecordIn<O, "parameters">;
  readonly cookies: RecordIn<O, "cookies">;
  readonly meta: RecordIn<O, "meta">;
  readonly names:
    | keyof RecordIn<O, "headers">
    | keyof RecordIn<O, "parameters">
    | keyof RecordIn<O, "cookies">;
  readonly slash: O extends { readonly trailingSlash: infer T }
    ? T extends true
      ? "/"
      : ""
    : never;
  readonly security: SecurityIn<O>;
  readonly refusals: Extract<SecurityFailures<SecurityIn<O>>, Failing>;
  readonly errors: unknown;
}
type SecurityIn<O> = O extends { readonly security: readonly (infer S extends AnySecurity)[] }
  ? S
  : never;
type RecordIn<O, Key extends string> = O extends { readonly [Name in Key]: infer R extends object }
  ? R
  : None;
/** What a root with these options gives to everything below. */
export type InheritedFromRoot<O> = O extends HasErrors
  ? InheritingErrors<O>
  : O extends HasRejections
    ? InheritingRejections<O>
    : InheritedFrom<O>;
interface HasErrors {
  readonly errors: TypedErrorFormat;
}
interface HasRejections {
  readonly rejections: unknown;
}
/** The options of a root with `rejections`, as types. */
export interface InheritingRejections<O extends HasRejections> extends Inheriting<O> {
  // Its failures stay problem details, also below a root with `errors`.
  readonly errors: {};
  readonly rejections: Bodied<O["rejections"]>;
}
/** The options of a root with `errors`, as types. */
export interface InheritingErrors<O extends HasErrors> extends Inheriting<O> {
  readonly errors: InFormat<O["errors"]["~body"]["~received"]>;
  readonly rejections: O["errors"]["~body"];
  readonly format: O["errors"];
}

// Compares whole segments: `/users/{user}/x` is below `/users/{user}`, `/users/{user}x` is not.
/** A resource or endpoint at `Path` or below. */
export interface BelowPath<Path extends string> {
  readonly "~position": { readonly path: Path | `${Path}/${string}` };
}

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
