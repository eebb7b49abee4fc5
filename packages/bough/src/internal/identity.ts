// Tests of types that several parts use.
//
// Two ways to ask about a type parameter as a whole, not about each member of a union: `[X] extends [Y]`, and
// `(X & {}) extends Y`, which loses `null` and `undefined` and does not narrow `X`, but costs less: the compiler
// compares tuples as lists, with all their members.

/** Whether `T` is `any`. */
export type IsAny<T> = 0 extends 1 & T ? true : false;

/** Whether two types are each assignable to the other. */
export type Mutual<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
