// What type tests assert with: only the compiler reads it.

/** Whether two types are one: neither `any` nor a type that only fits passes. */
export type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Fails to compile unless `Is` is `true`: `type _ = Expect<Equal<A, B>>`. */
export type Expect<Is extends true> = Is;

/** The members of an intersection as one object, so that `Equal` sees the same type in both. */
export type Flat<T> = T extends object ? { [Name in keyof T]: T[Name] } : T;

/** What `expectType` compares with. */
interface Compared<Actual> {
  is<Expected>(
    ...differs: Equal<Actual, Expected> extends true ? [] : [expected: Expected, found: Actual]
  ): void;
}

/** Fails to compile unless the type is exactly this one: `expectType<Id>().is<string>()`. */
export declare function expectType<Actual>(): Compared<Actual>;
/** Fails to compile unless the value has exactly this type: `expectType(user.id).is<string>()`. */
export declare function expectType<Actual>(value: Actual): Compared<Actual>;
