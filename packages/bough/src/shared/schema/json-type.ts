// Whether a type known by its type alone survives JSON: what is sent is what
// arrives. A question to the compiler; nothing here exists at run time.
import type { AnySchema } from "./standard-schema.ts";
import type { JsonWouldChange, JsonWouldChangeThisType } from "../internal/type-error.ts";

type Primitive = string | number | boolean | null | undefined;

/**
 * `Kept` where JSON keeps `T`, a sentence where it does not.
 *
 * `JsonCheck<{ id: string }, []>` is `[]`; `JsonCheck<{ at: Date }, []>` is the sentence.
 */
export type JsonCheck<T, Kept> = Distorted<T> extends never ? Kept : JsonFault<T>;

/**
 * The sentence for a type that JSON does not keep, with the members that it changes.
 *
 * `JsonFault<{ author: { born: Date } }>` is `JsonWouldChange<"author.born">`.
 */
export type JsonFault<T> = FaultAt<Nearest<Place<"", Distorted<T>>>>;
type FaultAt<Path> = [Path] extends [""] ? JsonWouldChangeThisType : JsonWouldChange<Path>;

/**
 * The members of a union that JSON does not keep; `never` where it keeps all.
 *
 * `Distorted<{ id: string } | { at: Date }>` is `{ at: Date }`.
 */
export type Distorted<T> = T extends Scalar | List
  ? Changed<T>
  : T[keyof T] extends Flat
    ? T extends Unfit
      ? T extends Checked
        ? never
        : T
      : never
    : T extends Checked
      ? never
      : T extends Code
        ? T
        : Looked<T[keyof T]> extends never
          ? never
          : Changed<T>;

// Most bodies are objects of scalars and of lists of them, or hold such objects: a look at their members answers,
// without a mapped type. It never recurses, since a recursive glance does not end on `type Json = … | Json[]`.
type Looked<M> = M extends Flat ? never : M extends List ? Glanced<M[number]> : Glanced<M>;
// The members of a list are its methods too, so a list is compared by element.
type Glanced<M> = M extends Scalar | List
  ? Changed<M>
  : M[keyof M] extends Flat
    ? unknown extends M
      ? "anything"
      : M extends Unfit
        ? M
        : never
    : Changed<M>;
type Changed<T> = [T] extends [Json<T>] ? never : T;

// Bodies and schemas are looked at where they are made.
type Checked = { readonly "~body": unknown } | AnySchema;

type List = readonly unknown[];
type Scalar = string | number | boolean | null;
type Flat = Scalar | undefined | readonly Scalar[];
type Unfit = void | bigint | symbol | Code;
type Code = ((...given: never) => unknown) | (abstract new (...given: never) => unknown);

// A lazy mapped type: assignability to it recurses as deep as `T` does and ends where `T` repeats. Lists are compared
// by element, since mapping an array type would recurse without end.
type Json<T> = unknown extends T
  ? T
  : T extends Primitive
    ? T
    : T extends bigint | symbol | Code
      ? never
      : T extends List
        ? undefined extends T[number]
          ? JsonTuple<T>
          : { readonly [index: number]: Json<T[number]> }
        : T extends object
          ? unknown extends T[keyof T]
            ? JsonObject<T>
            : T[keyof T] extends Flat
              ? T
              : JsonObject<T>
          : never;
// An object with a member of type `any` is compared by member, as the other members may be anything.
type JsonObject<T> = { readonly [Key in keyof T]: Json<T[Key]> };

type JsonItem<Element> = unknown extends Element
  ? unknown
  : undefined extends Element
    ? never
    : Json<Element>;
// In a list of anything there is nothing to compare; in a tuple that holds anything, or whose last members may be left
// out, its members are. By `as` the mapped type is an object and stays lazy.
type JsonTuple<T extends readonly unknown[]> = unknown[] extends T
  ? T
  : number extends T["length"]
    ? unknown extends T[number]
      ? JsonMembers<T>
      : never
    : JsonMembers<T>;
type JsonMembers<T extends readonly unknown[]> = {
  readonly [Key in keyof T as Key extends `${number}` ? Key : never]: JsonItem<Required<T>[Key]>;
};

// The search for the members that JSON changes, of a refused type only. It goes from the surface downwards, so it
// names the nearest ones and ends where a type repeats.
interface Place<Path extends string, T> {
  readonly path: Path;
  readonly type: T;
}
type Nearest<At, Steps extends readonly unknown[] = []> =
  Ends<At> extends never
    ? Steps["length"] extends 4
      ? PathOf<At>
      : Nearest<Below<At>, [...Steps, At]>
    : Ends<At>;
type PathOf<At> = At extends Place<infer Path, unknown> ? Path : never;
// The paths at which a type ends the search, as it changes by itself and not by a member.
type Ends<At> =
  At extends Place<infer Path, infer T> ? (Whole<T> extends never ? never : Path) : never;
type Whole<T> = T extends List ? never : T extends Unfit | Value ? T : never;
// A Date, a Map, bytes, a File: the search does not go into their methods.
type Value =
  | { readonly toJSON: Code }
  | { readonly arrayBuffer: Code }
  | { readonly [Symbol.iterator]: Code }
  | { readonly [Symbol.match]: Code }
  | { readonly [Symbol.toStringTag]: string };
type Below<At> = At extends Place<infer Path, infer T> ? BelowType<Path, T> : never;
type BelowType<Path extends string, T> = T extends List
  ? PlaceOf<`${Path}[]`, T[number]>
  : {
      [Key in keyof T]-?: PlaceOf<Joined<Path, NameOf<Key>>, Exclude<T[Key], undefined>>;
    }[keyof T];
type PlaceOf<Path extends string, T> = unknown extends T
  ? never
  : Distorted<T> extends never
    ? never
    : Place<Path, Distorted<T>>;
type Joined<Path extends string, Name extends string> = Path extends "" ? Name : `${Path}.${Name}`;
// Every name of an index signature is `*`.
type NameOf<Key> =
  {} extends Readonly<Record<Key & PropertyKey, 1>> ? "*" : `${Key & (string | number)}`;
