// What an endpoint's types are, one question per type: for code over any endpoint.
import type { Given, Received } from "./body.ts";
import type { Definition, Nothing } from "./definition.ts";
import type { AnyFailure, FailureHeaders, FailureReceived } from "./failure.ts";
import type { ParametersReceived } from "./parameter.ts";
import type { Place } from "./place.ts";

/** What these types ask of an endpoint. */
export interface TypedEndpoint {
  readonly "~definition": Definition;
  readonly "~place": Place;
}

/** What the client gives as the body; `undefined` where none is declared. */
export type InferRequest<E extends TypedEndpoint> = Given<E["~definition"]["request"]>;

/** What the handler gets as the body; `undefined` where none is declared. */
export type InferBody<E extends TypedEndpoint> = Received<E["~definition"]["request"]>;

/** What the handler gives: the response's value; `undefined` where none is declared. */
export type InferReturn<E extends TypedEndpoint> = [E["~definition"]["replies"]] extends [never]
  ? undefined
  : GivenReply<E["~definition"]["replies"]>;
type GivenReply<R> = R extends { readonly body: infer B } ? Given<B> : never;

/** What the client gets: the body of any declared success but 304. */
export type InferResponse<E extends TypedEndpoint> = [E["~definition"]["replies"]] extends [never]
  ? undefined
  : ReceivedReply<E["~definition"]["replies"]>;
type ReceivedReply<R> = R extends { readonly status: 304 }
  ? never
  : R extends { readonly body: infer B }
    ? Received<B>
    : never;

/** The query parameters as the handler gets them. */
export type InferParameters<E extends TypedEndpoint> = ParametersReceived<
  E["~definition"]["parameters"]
>;

/** The request headers as the handler gets them, those of the resources above included. */
export type InferHeaders<E extends TypedEndpoint> = ParametersReceived<HeadersOf<E>>;

/** The declared request headers by name, those of the resources above included. */
export type HeadersOf<E extends TypedEndpoint> = keyof E["~place"]["headers"] extends never
  ? E["~definition"]["headers"]
  : E["~definition"]["headers"] & E["~place"]["headers"];

/** The ids by name, as the handler gets them. */
export type InferIds<E extends TypedEndpoint> = E["~place"]["ids"];

/** The declared failures as values, those of the resources above included. */
export type FailuresOf<E extends TypedEndpoint> = Extract<
  E["~definition"]["failures"] | E["~place"]["failures"],
  AnyFailure
>;

/** A declared failure as the client gets it, discriminated by `name`. */
export type InferFailure<E extends TypedEndpoint> = FailureView<FailuresOf<E>>;

/** What the client sees of a failure. */
export type FailureView<F> = F extends AnyFailure
  ? {
      readonly name: F["name"];
      readonly status: F["status"];
      readonly title: string;
      readonly detail: string | undefined;
      readonly instance: string | undefined;
      readonly body: FailureReceived<F>;
    }
  : never;

/** The plain data of a success, discriminated by `status`. */
export type SuccessData<R> = [R] extends [never]
  ? {
      readonly ok: true;
      readonly status: number;
      readonly headers: Nothing;
      readonly body: undefined;
    }
  : EachSuccess<R>;
type EachSuccess<R> = R extends {
  readonly status: infer Status;
  readonly body: infer B;
  readonly headers: infer H;
}
  ? {
      readonly ok: true;
      readonly status: Status;
      readonly headers: ParametersReceived<H>;
      readonly body: Received<B>;
    }
  : never;

/** The plain data of a declared failure. */
export type FailureResult<F> = F extends AnyFailure
  ? {
      readonly ok: false;
      readonly status: F["status"];
      readonly headers: ParametersReceived<FailureHeaders<F>>;
      readonly failure: FailureView<F>;
    }
  : never;
