// Records: objects of names and values, as values and as types; and tests of any types.

/** A record of any values. */
export interface Named {
  readonly [name: string]: unknown;
}

/** A record without names. */
export interface None {}

/** Two records as one; the first alone when the other says nothing. */
export type Merged<A extends object, B extends object> = [keyof A] extends [never]
  ? B
  : [keyof B] extends [never]
    ? A
    : A & B;

/** Two records as one, in which a name that both have has its value in `B`. */
export type Overridden<A extends object, B extends object> = [keyof A] extends [never]
  ? B
  : [keyof B] extends [never]
    ? A
    : { readonly [Name in keyof A | keyof B]: Name extends keyof B ? B[Name] : A[Name & keyof A] };

/** The members of any value, of which nothing is known; none for `null` and `undefined`. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value);
}

/**
 * Whether a value is an object of names and values: not an iterable such as a list, a `Map` or
 * `Headers`, and not a promise.
 */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" &&
    value !== null &&
    !(Symbol.iterator in value) &&
    !("then" in value && typeof value.then === "function")
  );
}

/** Whether `T` is `any`. */
export type IsAny<T> = 0 extends 1 & T ? true : false;

/** Whether two types are each assignable to the other. */
export type Mutual<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
