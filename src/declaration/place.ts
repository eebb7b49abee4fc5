// Where a resource or endpoint stands: what the chain of resources above it has
// given it. Types only; the run-time side is placement.ts.
import type { Nothing } from "./definition.ts";

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
  /** Failures that hold below. */
  readonly failures: unknown;
  /** Request headers that hold below. */
  readonly headers: object;
}

/** Above every root. */
export interface Nowhere {
  readonly path: "";
  readonly ids: Nothing;
  readonly open: never;
  readonly bound: false;
  readonly failures: never;
  readonly headers: Nothing;
}

/** The place of an endpoint's declaration: none yet. */
export interface Unplaced extends Place {
  readonly unplaced: true;
}

/** A resource's declaration, apart from where it stands. */
export interface Shape {
  readonly kind: "root" | "static" | "dynamic";
  /** The path it contributes: `/users`, `/{user}`, or nothing for a root without segment. */
  readonly piece: string;
  /** The parameter's name; `never` unless dynamic. */
  readonly name: string;
  readonly id: unknown;
  readonly children: object;
  readonly failures: unknown;
  readonly headers: object;
}

/** The place below a resource of shape `S` that stands at `P`. */
export interface Below<P extends Place, S extends Shape> {
  readonly path: `${P["path"]}${S["piece"]}`;
  readonly ids: [S["name"]] extends [never]
    ? P["ids"]
    : P["ids"] & { readonly [Name in S["name"]]: S["id"] };
  readonly open: P["open"] | S["name"];
  readonly bound: P["bound"];
  readonly failures: P["failures"] | S["failures"];
  readonly headers: keyof S["headers"] extends never ? P["headers"] : P["headers"] & S["headers"];
}

/** The same place with the ids of `Names` given. */
export interface Given<P extends Place, Names> {
  readonly path: P["path"];
  readonly ids: P["ids"];
  readonly open: Exclude<P["open"], Names>;
  readonly bound: true;
  readonly failures: P["failures"];
  readonly headers: P["headers"];
}
