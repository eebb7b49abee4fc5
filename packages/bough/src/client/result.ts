// What a call returns: plain data, and the accessors on it and on its promise.
import type { NoCaseFor, NoSuchFailure, NotDeclaredHere } from "../internal/type-error.ts";
import type { Anything } from "../declaration/body/body.ts";
import type { Failing } from "../declaration/endpoint/definition.ts";
import type {
  FailureResult,
  FailuresOf,
  FailureView,
  InferResponse,
  SuccessData,
  TypedEndpoint,
} from "../declaration/endpoint/infer.ts";

/** A call's result: a success or a declared failure, discriminated by `ok`, `status` and `failure.name`. */
export type Result<E extends TypedEndpoint> = ResultAccessors<E> &
  (
    | SuccessData<E["~definition"]["replies"]>
    | FailureResult<E["~definition"]["failures"]>
    | FailureResult<E["~place"]["inherited"]["failures"]>
  );

/** The accessors of an awaited result. */
export interface ResultAccessors<E extends TypedEndpoint> {
  /** The Fetch response the result was read from. */
  readonly response: Response;
  /** The success body; a declared failure throws `FailureError`. */
  bodyOrThrow(): InferResponse<E>;
  /** `null` for these failures; without arguments for declared failures of status 404 and 410. */
  bodyOrNull(...failures: FailuresOf<E>[]): InferResponse<E> | null;
  /** Calls the case of what was answered: `ok`, one for each declared failure, or `else` for the rest. */
  match<
    Wanted,
    Value extends Wanted | Anything,
    C extends Partial<Cases<E, Value>> & AnyElse = Unread<E, Value>,
    Names extends PropertyKey = never,
  >(
    cases: ExactCases<E, C, Names, Wanted>,
    ...check: MissingCase<E, C>
  ): [C] extends [never] ? Wanted : CaseValue<C[keyof C]>;
  /** Whether this failure was answered; narrows the result. */
  failedWith<F extends Failing>(
    failure: F,
    ...check: F extends FailuresOf<E> ? [] : NotDeclaredHere<F["name"]>
  ): this is FailureResult<F>;
}

// Its methods one by one: a promise of the result would ask for all of it at once, and most calls
// want nothing but the body. It extends a promise of anything, so that linters see one.
/** A call's promise: of the result, with the same accessors. */
export interface PendingResult<E extends TypedEndpoint> extends Promise<unknown> {
  readonly then: Promise<Result<E>>["then"];
  readonly catch: Promise<Result<E>>["catch"];
  readonly finally: Promise<Result<E>>["finally"];
  /** The success body; a declared failure rejects with `FailureError`. */
  bodyOrThrow(): Promise<InferResponse<E>>;
  /** `null` for these failures; without arguments for declared failures of status 404 and 410. */
  bodyOrNull(...failures: FailuresOf<E>[]): Promise<InferResponse<E> | null>;
  /** Calls the case of what was answered: `ok`, one for each declared failure, or `else` for the rest. */
  match<
    Wanted,
    Value extends Wanted | PromiseLike<Wanted> | Anything,
    C extends Partial<Cases<E, Value>> & AnyElse = Unread<E, Value>,
    Names extends PropertyKey = never,
  >(
    cases: ExactCases<E, C, Names, Wanted>,
    ...check: MissingCase<E, C>
  ): Promise<[C] extends [never] ? Wanted : Awaited<CaseValue<C[keyof C]>>>;
}

type CaseValue<Case> = Case extends (...given: never) => infer Value ? Value : never;
type MissingCase<E extends TypedEndpoint, C> = [Missing<E, C>] extends [never]
  ? []
  : NoCaseFor<Missing<E, C> & string>;
type Missing<E extends TypedEndpoint, C> = Exclude<
  "else" extends keyof C ? "ok" : keyof Cases<E>,
  NameOf<keyof C>
>;
type OkResult<E extends TypedEndpoint> = SuccessData<E["~definition"]["replies"]>;
type FailureNamed<F, Name> = F extends { readonly name: Name } ? F : never;

// What is wanted where `match` stands is only seen through by the compiler, so that literals in the
// cases keep their types: no case is ever `never`, and each may return anything. Neither it nor what
// a case returns has a default: `match<string>(…)` would leave the cases unread, and none missing.
/** One case for the success, one for each declared failure. */
export type Cases<E extends TypedEndpoint, Value = unknown> = {
  readonly ok: (body: OkResult<E>["body"], result: OkResult<E>) => Value;
} & {
  readonly [Name in FailuresOf<E>["name"]]: (
    body: FailureView<FailureNamed<FailuresOf<E>, Name>>["body"],
    result: FailureResult<FailureNamed<FailuresOf<E>, Name>>,
  ) => Value;
};
/** The case for every failure that has none of its own: `Names` are those of the other cases. */
interface Else<E extends TypedEndpoint, Names, Value> {
  readonly else?: (
    body: FailureView<Others<FailuresOf<E>, NameOf<Names>>>["body"],
    result: FailureResult<Others<FailuresOf<E>, NameOf<Names>>>,
  ) => Value;
}
interface AnyElse {
  readonly else?: (...given: never) => unknown;
}
type Others<F, Names> = F extends Failing ? (F["name"] extends Names ? never : F) : never;
// The name of a bare failure may be written as the number it is: `404: () => null`.
type NameOf<Key> = `${Key & (string | number)}`;
// A case that may be undefined handles nothing. The first branch is never reached: the compiler
// infers `Names` there, before it looks at the functions.
type ExactCases<
  E extends TypedEndpoint,
  C,
  Names extends PropertyKey,
  Value,
> = typeof unread extends Names
  ? { readonly [Name in Names]: unknown }
  : typeof unread extends keyof C
    ? C & Else<E, Names, NoInfer<Value> | Anything>
    : C &
        Else<E, Names, NoInfer<Value> | Anything> & {
          readonly [Name in keyof NoInfer<C>]-?: Name extends Written<keyof Cases<E> | "else">
            ? {}
            : NoSuchFailure;
        };
// Cases that all take a parameter are looked at twice: first without a type of their own. Of these
// nothing is asked, else the compiler would not come to see which of them is missing.
type Unread<E extends TypedEndpoint, Value> = Partial<Cases<E, Value>> & {
  readonly [unread]?: never;
};
declare const unread: unique symbol;
type Written<Name> = Name | (Name extends `${infer Status extends number}` ? Status : never);
