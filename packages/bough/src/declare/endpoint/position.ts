// The position of a resource or endpoint in a tree, as a type: its path, its ids, and what it inherits.
// tree/placement.ts has the run-time side.
import type { Merged, None, Overridden } from "../../shared/internal/record.ts";
import type { AnySecurity } from "../../facts/security/declared.ts";
import type { Failing } from "./definition.ts";
import type { Unreplaced } from "../failure/occurrence.ts";
import type { NameTwice, SegmentSentences } from "../../shared/internal/type-error.ts";

/** The path, the ids and the inherited declarations of a position. */
export interface Position {
  /** The path template. */
  readonly path: string;
  /** The types of the ids by name. */
  readonly ids: object;
  /** The names of the ids without a value. */
  readonly open: PropertyKey;
  /** Whether an id has a value; `path` is then any string. */
  readonly bound: boolean;
  readonly inherited: Inherited;
}

/** The failures, headers, parameters, cookies and meta that resources give to everything below. */
export interface Inherited {
  readonly failures: Failing;
  readonly headers: object;
  readonly parameters: object;
  readonly cookies: object;
  readonly meta: object;
  /** The names of the headers, parameters and cookies, to check in one step whether there are any. */
  readonly names: PropertyKey;
  /** The end of every path below; `never` if the resources above decide. */
  readonly slash: Slash;
  /** A union of alternatives; `never` if none is declared. */
  readonly security: AnySecurity;
  /** The failures of these alternatives, for endpoints without security of their own. */
  readonly refusals: Failing;
  /** What the error format of the root adds to each failure; `unknown` without one. */
  readonly errors: unknown;
}
/** A slash at the end of paths, or nothing. */
export type Slash = "/" | "";

/** Nothing is inherited. The name is short because hovers show it. */
export interface Plain {
  readonly failures: never;
  readonly headers: None;
  readonly parameters: None;
  readonly cookies: None;
  readonly meta: None;
  readonly names: never;
  readonly slash: "";
  readonly security: never;
  readonly refusals: never;
  readonly errors: unknown;
  /** Without this member, an `Inherited` without failures would be assignable. */
  readonly plain: true;
}

// Flat, because hovers and declaration files print every type argument: a chain of positions would repeat each resource
// above.
/** The position of a resource or endpoint in a tree. */
export interface Place<Path extends string, Ids extends object, I extends Inherited> {
  readonly path: Path;
  readonly ids: Ids;
  readonly open: keyof Ids;
  readonly bound: false;
  readonly inherited: I;
}

/** The position of a resource of shape `S` that has no parent. */
export interface Top<S extends Shape> {
  readonly path: S["piece"];
  readonly ids: S["ids"];
  readonly open: S["name"];
  readonly bound: false;
  readonly inherited: S["gives"] extends Plain ? Plain : InheritedBy<Plain, S["gives"]>;
}

/** The position above every root. */
export interface NoPosition {
  readonly path: "";
  readonly ids: None;
  readonly open: never;
  readonly bound: false;
  readonly inherited: Plain;
}

/** The position of a declaration that is not in a tree. */
export interface FreePosition extends Position {
  readonly unplaced: true;
  readonly ids: None;
  readonly inherited: Plain;
}

// Shapes and positions do not contain the children, because the compiler visits every object literal
// in a type again at each use.
/** The declaration of a resource, without its children and its position. */
export interface Shape {
  readonly kind: "root" | "static" | "dynamic";
  /** The part of the path that it adds: `/users`, `/{user}`, or "" for a root without a segment. */
  readonly piece: string;
  /** The parameter's name; `never` unless dynamic. */
  readonly name: string;
  readonly id: unknown;
  /** The id by its name; empty unless dynamic. */
  readonly ids: object;
  readonly gives: Inherited;
}

// Most resources have no id above and skip the check of `bound`. One alias for both places would cost instantiations.
/** The position below a resource of shape `S` at `P`. */
export type Below<P extends Position, S extends Shape> = keyof P["ids"] extends never
  ? Place<
      `${P["path"]}${S["piece"]}`,
      S["ids"],
      S["gives"] extends Plain ? P["inherited"] : InheritedBy<P["inherited"], S["gives"]>
    >
  : BelowId<P, S>;
type BelowId<P extends Position, S extends Shape> = P["bound"] extends true
  ? WithIds<Below<WithoutIds<P>, S>, Exclude<keyof P["ids"], P["open"]>>
  : Place<
      `${P["path"]}${S["piece"]}`,
      Joined<P["ids"], S["ids"]>,
      S["gives"] extends Plain ? P["inherited"] : InheritedBy<P["inherited"], S["gives"]>
    >;
type WithoutIds<P extends Position> = Place<P["path"], P["ids"], P["inherited"]>;

// One object type, so that editors show it as one.
type Joined<A, B> = keyof B extends never ? A : { readonly [Name in keyof (A & B)]: (A & B)[Name] };

/** The declarations that a position inherits: those of a resource, `Own`, added to those from above. */
export interface InheritedBy<Above extends Inherited, Own extends Inherited> {
  readonly failures: Unreplaced<Above["failures"], Own["failures"]> | Own["failures"];
  readonly headers: Merged<Above["headers"], Own["headers"]>;
  readonly parameters: Merged<Above["parameters"], Own["parameters"]>;
  readonly cookies: Merged<Above["cookies"], Own["cookies"]>;
  readonly meta: Overridden<Above["meta"], Own["meta"]>;
  readonly names: Above["names"] | Own["names"];
  readonly slash: [Own["slash"]] extends [never] ? Above["slash"] : Own["slash"];
  // The nearest one replaces the others.
  readonly security: Own["security"] extends never ? Above["security"] : Own["security"];
  readonly refusals: Own["security"] extends never ? Above["refusals"] : Own["refusals"];
  readonly errors: unknown extends Own["errors"] ? Above["errors"] : Own["errors"];
}

/** The same position after the ids of `Names` got values. */
export interface WithIds<P extends Position, Names> {
  readonly path: P["path"];
  readonly ids: P["ids"];
  readonly open: Exclude<P["open"], Names>;
  readonly bound: true;
  readonly inherited: P["inherited"];
}

/**
 * `Name` if it can be one path segment or the name of a parameter, else a sentence for the compiler, which knows literals
 * only. Any other `string` passes here, and `verify` checks it.
 */
export type Segment<Name extends string> = Name extends NoSegment ? SegmentFault<Name> : Name;

/**
 * The same for the name of a parameter, which must not be one of `Taken`. If `Taken` is `never`, it is a
 * `Segment` to the compiler, so a generic function may pass on a name. No name is inferred from an error.
 */
export type SegmentBut<Name extends string, Taken> = Name extends NoSegment | Taken
  ? NoInfer<NameFault<Name, Taken>>
  : Name;
type NameFault<Name extends string, Taken> = [Taken] extends [never]
  ? SegmentFault<Name>
  : Name extends Taken
    ? NameTwice<Name>
    : SegmentFault<Name>;

type NoSegment = "" | "." | ".." | `${string}${"/" | "{" | "}"}${string}`;
type SegmentFault<Name extends string> = Name extends ""
  ? SegmentSentences["empty"]
  : Name extends `${string}/${string}`
    ? SegmentSentences["slash"]
    : Name extends "." | ".."
      ? SegmentSentences["dot"]
      : SegmentSentences["brace"];

/** `Subpath` if it consists of segments joined by `/`, or begins with a verb, else an error. */
export type SubpathCheck<Subpath extends string> = Subpath extends ""
  ? Subpath
  : Subpath extends ":" | `:/${string}`
    ? SegmentSentences["verb"]
    : SegmentsCheck<Subpath>;
type SegmentsCheck<Subpath extends string> = Subpath extends `${infer First}/${infer Rest}`
  ? Segment<First> extends First
    ? Rest extends ""
      ? SegmentSentences["subpath"]
      : SegmentsCheck<Rest> extends Rest
        ? Subpath
        : SegmentsCheck<Rest>
    : First extends ""
      ? SegmentSentences["subpath"]
      : Segment<First>
  : Segment<Subpath>;
