// Tests of types that several parts use.

/** Whether `T` is `any`. */
export type IsAny<T> = 0 extends 1 & T ? true : false;

/** Whether two types are each assignable to the other. */
export type Mutual<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
