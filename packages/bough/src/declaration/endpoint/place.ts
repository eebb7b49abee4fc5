// Where a resource or endpoint stands: what the chain of resources above it has
// given it. Types only; the run-time side is placement.ts.
import type { Merged, Nothing } from "../../internal/record.ts";
import type { Failing } from "./definition.ts";

/** What a chain of resources gives to what stands below it. */
export interface Place {
  /** The path template so far. */
  readonly path: string;
  /** The types of the ids by name. */
  readonly ids: object;
  /** The names of the ids that have no value yet. */
  readonly open: string;
  /** Whether some id has a value: the path is then no template. */
  readonly bound: boolean;
  readonly inherited: Inherited;
}

/** The failures, headers and parameters that resources give to everything below. */
export interface Inherited {
  readonly failures: Failing;
  readonly headers: object;
  readonly parameters: object;
  /** The names of the headers and the parameters, for one question whether there are any. */
  readonly names: PropertyKey;
}

/** Nothing is inherited: a short name, since every hover shows it. */
export interface Plain {
  readonly failures: never;
  readonly headers: Nothing;
  readonly parameters: Nothing;
  readonly names: never;
  /** Tells it from what gives headers alone: those would fit it too. */
  readonly plain: true;
}

/** The place above every root. */
export interface Nowhere {
  readonly path: "";
  readonly ids: Nothing;
  readonly open: never;
  readonly bound: false;
  readonly inherited: Plain;
}

/** The place of an endpoint's declaration: none yet. */
export interface Unplaced extends Place {
  readonly unplaced: true;
  readonly ids: Nothing;
  readonly inherited: Plain;
}

// A shape and a place never hold the children: the compiler walks through every object
// literal in a type again and again, and only there.
/** A resource's declaration, apart from its children and from where it stands. */
export interface Shape {
  readonly kind: "root" | "static" | "dynamic";
  /** The path it contributes: `/users`, `/{user}`, or nothing for a root without segment. */
  readonly piece: string;
  /** The parameter's name; `never` unless dynamic. */
  readonly name: string;
  readonly id: unknown;
  /** The id by its name; nothing unless dynamic. */
  readonly ids: object;
  readonly gives: Inherited;
}

/** The place below a resource of shape `S` at `P`. */
export interface Below<P extends Place, S extends Shape> {
  readonly path: `${P["path"]}${S["piece"]}`;
  readonly ids: keyof P["ids"] extends never ? S["ids"] : Joined<P["ids"], S["ids"]>;
  readonly open: P["open"] | S["name"];
  readonly bound: P["bound"];
  readonly inherited: S["gives"] extends Plain
    ? P["inherited"]
    : InheritedBy<P["inherited"], S["gives"]>;
}

// One object, as an editor shows it.
type Joined<A, B> = keyof B extends never ? A : { readonly [Name in keyof (A & B)]: (A & B)[Name] };

interface InheritedBy<Above extends Inherited, Own extends Inherited> {
  readonly failures: Above["failures"] | Own["failures"];
  readonly headers: Merged<Above["headers"], Own["headers"]>;
  readonly parameters: Merged<Above["parameters"], Own["parameters"]>;
  readonly names: Above["names"] | Own["names"];
}

/** The same place with the ids of `Names` given. */
export interface Given<P extends Place, Names> {
  readonly path: P["path"];
  readonly ids: P["ids"];
  readonly open: Exclude<P["open"], Names>;
  readonly bound: true;
  readonly inherited: P["inherited"];
}
