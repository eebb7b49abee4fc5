// What a call returns: plain data, and the accessors on it and on its promise.
import type { NoCaseFor, NoSuchFailure, NotDeclaredHere } from "../shared/internal/type-error.ts";
import type { Anything } from "../declare/body/body.ts";
import type { AnyResponse, Failing } from "../declare/endpoint/definition.ts";
import type {
  FailureResult,
  FailuresOf,
  FailureView,
  InferResponse,
  ReceivedBody,
  SuccessData,
  TypedEndpoint,
} from "../declare/endpoint/infer.ts";

/**
 * The result of a call: a success or a declared failure, discriminated by `ok`, `status` and
 * `failure.name`.
 */
export type Result<E extends TypedEndpoint> = Called<E>["result"];
// By a member and not by an alias, whose name and endpoint an editor would show.
interface Called<E extends TypedEndpoint> {
  readonly result: CallResult<E["~definition"]["responses"], FailuresOf<E>>;
}

/** A call's result by the declared responses `R` and failures `F`, as an editor shows it. */
export type CallResult<R extends AnyResponse, F extends Failing> = (
  | SuccessData<R>
  | FailureResult<F>
) &
  ResultAccessors<R, F>;

/** The methods of a result. */
export interface ResultAccessors<R extends AnyResponse, F extends Failing> {
  /** The Fetch response the result was read from. */
  readonly response: Response;
  /** The `ETag` of the response, for the option `ifMatch` of a later call. */
  readonly etag: R extends HasTag ? string : string | undefined;
  /** The success body; a declared failure throws `FailureError`. */
  bodyOrThrow(): ReceivedBody<R>;
  /**
   * Returns the success body, or `null` for these failures; without arguments, for declared failures of status 404 and
   * 410. Any other declared failure throws `FailureError`.
   */
  bodyOrNull(...failures: F[]): ReceivedBody<R> | null;
  /** Calls the case of the response and returns its value: `ok`, one for each declared failure, or `else`. */
  match<
    Wanted,
    Value extends Wanted | Anything,
    C extends Partial<Cases<R, F, Value>> & AnyElse = Unread<R, F, Value>,
    Names extends PropertyKey = never,
  >(
    cases: ExactCases<F, C, Names, Wanted>,
    ...check: MissingCase<F, C>
  ): [C] extends [never] ? Wanted : CaseValue<C[keyof C]>;
  /** Checks whether the response is this failure; narrows the result. */
  failedWith<Given extends Failing>(
    failure: Given,
    ...check: Given extends F ? [] : NotDeclaredHere<Given["name"]>
  ): this is FailureResult<Given>;
}

// The response of a conditional GET whose version is not in its body.
interface HasTag {
  readonly tagged: true;
}

// Its methods one by one: a promise of the result would ask for all of it at once, and most calls
// want nothing but the body. It extends a promise of anything, so that linters see one.
/** The promise of a call's result, with the methods of the result. */
export interface PendingResult<E extends TypedEndpoint> extends Promise<unknown> {
  readonly then: Promise<Result<E>>["then"];
  readonly catch: Promise<Result<E>>["catch"];
  readonly finally: Promise<Result<E>>["finally"];
  /** The success body; a declared failure rejects with `FailureError`. */
  bodyOrThrow(): Promise<InferResponse<E>>;
  /**
   * Resolves to the success body, or to `null` for these failures; without arguments, for declared failures of status
   * 404 and 410. Any other declared failure rejects with `FailureError`.
   */
  bodyOrNull(...failures: FailuresOf<E>[]): Promise<InferResponse<E> | null>;
  /** Calls the case of the response and resolves to its value: `ok`, one for each declared failure, or `else`. */
  match<
    Wanted,
    Value extends Wanted | PromiseLike<Wanted> | Anything,
    C extends Partial<Cases<E["~definition"]["responses"], FailuresOf<E>, Value>> & AnyElse =
      Unread<E["~definition"]["responses"], FailuresOf<E>, Value>,
    Names extends PropertyKey = never,
  >(
    cases: ExactCases<FailuresOf<E>, C, Names, Wanted>,
    ...check: MissingCase<FailuresOf<E>, C>
  ): Promise<[C] extends [never] ? Wanted : Awaited<CaseValue<C[keyof C]>>>;
}

type CaseValue<Case> = Case extends (...given: never) => infer Value ? Value : never;
type MissingCase<F extends Failing, C> = [Missing<F, C>] extends [never]
  ? []
  : NoCaseFor<Missing<F, C>>;
type Missing<F extends Failing, C> = Exclude<
  "else" extends keyof C ? "ok" : "ok" | F["name"],
  NameOf<keyof C>
>;
type FailureNamed<F, Name> = F extends { readonly name: Name } ? F : never;

// What is wanted where `match` stands is only seen through by the compiler, so that literals in the
// cases keep their types: no case is ever `never`, and each may return anything. Neither it nor what
// a case returns has a default: `match<string>(…)` would leave the cases unread, and none missing.
/** One case for the success, one for each declared failure. */
export type Cases<R extends AnyResponse, F extends Failing, Value> = {
  readonly ok: (body: SuccessData<R>["body"], result: SuccessData<R>) => Value;
} & {
  readonly [Name in F["name"]]: (
    body: FailureView<FailureNamed<F, Name>>["body"],
    result: FailureResult<FailureNamed<F, Name>>,
  ) => Value;
};
/** The case for every failure that has none of its own: `Names` are those of the other cases. */
interface Else<F extends Failing, Names, Value> {
  readonly else?: (
    body: FailureView<Others<F, NameOf<Names>>>["body"],
    result: FailureResult<Others<F, NameOf<Names>>>,
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
  F extends Failing,
  C,
  Names extends PropertyKey,
  Value,
> = typeof unread extends Names
  ? { readonly [Name in Names]: unknown }
  : typeof unread extends keyof C
    ? C & Else<F, Names, NoInfer<Value> | Anything>
    : C &
        Else<F, Names, NoInfer<Value> | Anything> & {
          readonly [Name in keyof NoInfer<C>]-?: Name extends Written<"ok" | F["name"] | "else">
            ? {}
            : NoSuchFailure;
        };
// Cases that all take a parameter are looked at twice: first without a type of their own. Of these
// nothing is asked, else the compiler would not come to see which of them is missing.
type Unread<R extends AnyResponse, F extends Failing, Value> = Partial<Cases<R, F, Value>> & {
  readonly [unread]?: never;
};
declare const unread: unique symbol;
type Written<Name> = Name | (Name extends `${infer Status extends number}` ? Status : never);
