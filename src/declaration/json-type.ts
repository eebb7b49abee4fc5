// Whether a type known by its type alone survives JSON: what is sent is what
// arrives. A question to the compiler; nothing here exists at run time.
import type { IsAny } from "../internal/identity.ts";
import type { BodySentences } from "../internal/type-error.ts";

type Primitive = string | number | boolean | null | undefined;

/**
 * `Kept` where JSON keeps `T`, a sentence where it does not.
 *
 * `JsonCheck<{ id: string }, []>` is `[]`; `JsonCheck<{ at: Date }, []>` is the sentence.
 */
export type JsonCheck<T, Kept> =
  IsAny<T> extends true
    ? Kept
    : unknown extends T
      ? Kept
      : [T] extends [undefined]
        ? BodySentences["notJson"]
        : [Glance<T>] extends [true]
          ? Kept
          : [T] extends [Json<T>]
            ? Kept
            : BodySentences["notJson"];

// Most bodies are objects of primitives and of lists of primitives: one look at
// their members answers, without a mapped type. It never recurses, since a
// recursive glance does not end on `type Json = … | Json[]`.
type Glance<T> = T extends Primitive
  ? true
  : T extends readonly (infer Element)[]
    ? undefined extends Element
      ? false
      : Flat<Element>
    : Flat<T>;

type Flat<T> = T extends Primitive
  ? true
  : T extends readonly unknown[]
    ? false
    : T extends object
      ? T[keyof T] extends Primitive | readonly (string | number | boolean | null)[]
        ? true
        : false
      : false;

// A lazy mapped type: assignability to it recurses as deep as `T` does and ends
// where `T` repeats. Lists are compared by element, since mapping an array type
// would recurse without end.
type Json<T> = unknown extends T
  ? T
  : T extends Primitive
    ? T
    : T extends bigint | symbol | ((...given: never) => unknown)
      ? never
      : T extends readonly (infer Element)[]
        ? {
            readonly [index: number]: unknown extends Element
              ? unknown
              : undefined extends Element
                ? never
                : Json<Element>;
          }
        : T extends object
          ? { readonly [Key in keyof T]: Json<T[Key]> }
          : never;
