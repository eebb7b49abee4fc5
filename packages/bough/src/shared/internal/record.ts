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

/** An own member of a record: names from projects and clients must not reach members of `Object.prototype`. */
export function ownOf<T>(
  record: Readonly<Record<string, T>> | undefined,
  name: string,
): T | undefined;
export function ownOf(record: object | undefined, name: string): unknown;
export function ownOf(record: object | undefined, name: string): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any text may be a name, and nothing is known about the value
  return record && Object.hasOwn(record, name) ? record[name as never] : undefined;
}

/** The value if it is text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The value at a path; `undefined` if there is none. Only own members count. */
export function valueAt(value: unknown, path: string | readonly string[]): unknown {
  const steps = typeof path === "string" ? path.split(".") : path;
  return steps.reduce<unknown>((at, step) => ownOf(Object(at), step), value);
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

export type IsUnion<T, Each = T> = T extends unknown ? ([Each] extends [T] ? false : true) : never;

/** Whether two types are each assignable to the other. */
export type Mutual<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
