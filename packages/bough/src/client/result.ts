// What a call returns: plain data, and the accessors on it and on its promise.
import type { FailureUndeclared, NoCaseFor, NoSuchFailure } from "../internal/type-error.ts";
import type { Anything } from "../declaration/body.ts";
import type { Failing } from "../declaration/definition.ts";
import type {
  FailureResult,
  FailuresOf,
  FailureView,
  InferResponse,
  SuccessData,
  TypedEndpoint,
} from "../declaration/infer.ts";

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
  /** Calls the case of what was answered; every declared failure has one. */
  match<
    Wanted,
    Value extends Wanted | Anything,
    C extends Partial<Cases<E, Value>> = Unread<E, Value>,
  >(
    cases: ExactCases<E, C>,
    ...check: MissingCase<E, C>
  ): [C] extends [never] ? Wanted : CaseValue<C[keyof C]>;
  /** Whether this failure was answered; narrows the result. */
  failedWith<
    F extends Failing & {
      readonly name: F extends FailuresOf<E> ? string : FailureUndeclared<F["name"]>;
    },
  >(
    failure: F,
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
  /** Calls the case of what was answered; every declared failure has one. */
  match<
    Wanted,
    Value extends Wanted | PromiseLike<Wanted> | Anything,
    C extends Partial<Cases<E, Value>> = Unread<E, Value>,
  >(
    cases: ExactCases<E, C>,
    ...check: MissingCase<E, C>
  ): Promise<[C] extends [never] ? Wanted : Awaited<CaseValue<C[keyof C]>>>;
}

type CaseValue<Case> = Case extends (...given: never) => infer Value ? Value : never;
type MissingCase<E extends TypedEndpoint, C> = [Missing<E, C>] extends [never]
  ? []
  : NoCaseFor<Missing<E, C> & string>;
type Missing<E extends TypedEndpoint, C> = Exclude<
  keyof Cases<E>,
  `${keyof C & (string | number)}`
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
// A case that may be undefined handles nothing.
type ExactCases<E extends TypedEndpoint, C> = typeof unread extends keyof C
  ? C
  : C & {
      readonly [Name in keyof C]-?: Name extends Written<keyof Cases<E>> ? {} : NoSuchFailure;
    };
// Cases that all take a parameter are looked at twice: first without a type of their own. Of these
// nothing is asked, else the compiler would not come to see which of them is missing.
type Unread<E extends TypedEndpoint, Value> = Partial<Cases<E, Value>> & {
  readonly [unread]?: never;
};
declare const unread: unique symbol;
// The name of a bare failure may be written as the number it is: `404: () => null`.
type Written<Name> = Name | (Name extends `${infer Status extends number}` ? Status : never);
