// Types for code that works with any endpoint: its bodies, parameters, ids, failures and results.
import type { None } from "../../shared/internal/record.ts";
import type { AnyResponse, Definition, Failing, Returns } from "./definition.ts";
import type {
  Alternative,
  Differing,
  NameOf,
  OneOfBodies,
  Picked,
  SeveralBodies,
} from "../body/alternatives.ts";
import type { OptionalBody, TypedBody } from "../body/body.ts";
import type { ErrorBodyOf } from "../../facts/error-formats/declared.ts";
import type { FailureHeaders, FailureReceived } from "../failure/failure.ts";
import type { StatusNumber, Unreplaced } from "../failure/occurrence.ts";
import type { ParametersOutput } from "../parameter/parameter.ts";
import type { Plain, Position } from "./position.ts";

/** The constraint of type parameters for endpoints: `<E extends TypedEndpoint>`. */
export interface TypedEndpoint {
  readonly "~definition": Definition;
  readonly "~position": Position;
}

/** The request body that the client gives to `E`, `undefined` if `E` declares no body. */
export type InferRequest<E extends TypedEndpoint> = GivenOf<E["~definition"]["request"]>;
/** The value that a request body takes as it is declared. */
export type DeclaredGiven<E extends TypedEndpoint> = E["~definition"]["request"]["~given"];
/** The value of a body, or any of those of several bodies that differ. */
export type GivenOf<B extends TypedBody> = B extends Differing
  ? B["~alternatives"]["~given"]
  : B extends OptionalBody<infer Always>
    ? GivenOf<Always> | undefined
    : B["~given"];

/** The request body that the handler of `E` gets, `undefined` if `E` declares no body. */
export type InferBody<E extends TypedEndpoint> = ReceivedOf<E["~definition"]["request"]>;
type ReceivedOf<B extends TypedBody> =
  B extends SeveralBodies<Differing>
    ? B["~alternatives"]["~received"]
    : B extends OptionalBody<infer Always>
      ? ReceivedOf<Always> | undefined
      : B["~received"];
/** The request body that a call has; `unknown` if it is one of several that differ. */
export type DecodedBody<E extends TypedEndpoint> = E["~definition"]["request"]["~received"];

/** The value that the handler of `E` returns, `undefined` if `E` declares no response. */
export type InferReturn<E extends TypedEndpoint> = E["~definition"]["responses"] extends never
  ? undefined
  : GivenOf<E["~definition"]["responses"]["body"]>;

/** An item that the handler of `E` yields, for its return type: `AsyncGenerator<InferYield<typeof api.live>>`. */
export type InferYield<E extends TypedEndpoint> = YieldIn<InferReturn<E>>;
type YieldIn<Items> = Items extends AsyncIterable<infer Item> ? Item : never;

/** The response body that the client gets from `E`: that of any declared success but 304. */
export type InferResponse<E extends TypedEndpoint> = ReceivedBody<E["~definition"]["responses"]>;
/** The body that the client gets from these responses, except 304. */
export type ReceivedBody<R extends AnyResponse> = [R] extends [never]
  ? undefined
  : 304 extends R["status"]
    ? Exclude<R, { readonly status: 304 }>["body"]["~received"]
    : R["body"]["~received"];

/** An endpoint as a call with `accept` sees it. If `Accept` is any text, it is the endpoint itself. */
export type Negotiated<E extends TypedEndpoint, Accept extends string> = string extends Accept
  ? E
  : NegotiatedEndpoint<E, Accept>;

/** An endpoint that responds with one of its representations, the one that the call accepts. */
export interface NegotiatedEndpoint<E extends TypedEndpoint, Accept extends string> {
  readonly "~definition": Returns<
    NegotiatedResponse<E["~definition"]["responses"], Accept>,
    E["~definition"]["failures"],
    E["~definition"]["sent"]
  >;
  readonly "~position": E["~position"];
}
type NegotiatedResponse<R extends AnyResponse, Accept extends string> = R extends ResponseOfSeveral
  ? PickedResponse<R, Accept>
  : R;
interface ResponseOfSeveral extends AnyResponse {
  readonly body: OneOfBodies<Alternative>;
}
interface PickedResponse<R extends ResponseOfSeveral, Accept extends string> {
  readonly status: R["status"];
  readonly headers: R["headers"];
  readonly cookies: R["cookies"];
  readonly body: OneOfBodies<Picked<R["body"]["~alternatives"], Accept>>;
}

/** The query parameters that the handler of `E` gets, those of the resources above included. */
export type InferParameters<E extends TypedEndpoint> = ParametersOutput<ParametersOf<E>>;

/** The declared query parameters by name, with those of the resources above. */
export type ParametersOf<E extends TypedEndpoint> =
  E["~position"]["inherited"]["names"] extends never
    ? E["~definition"]["input"]["parameters"]
    : E["~definition"]["input"]["parameters"] & E["~position"]["inherited"]["parameters"];

/** The request headers that the handler of `E` gets, those of the resources above included. */
export type InferHeaders<E extends TypedEndpoint> = ParametersOutput<HeadersOf<E>>;

/** The declared request headers by name, with those of the resources above. */
export type HeadersOf<E extends TypedEndpoint> = E["~position"]["inherited"]["names"] extends never
  ? E["~definition"]["input"]["headers"]
  : E["~definition"]["input"]["headers"] & E["~position"]["inherited"]["headers"];

/** The request cookies that the handler of `E` gets, those of the resources above included. */
export type InferCookies<E extends TypedEndpoint> = ParametersOutput<CookiesOf<E>>;

/** The declared request cookies by name, with those of the resources above. */
export type CookiesOf<E extends TypedEndpoint> = E["~position"]["inherited"]["names"] extends never
  ? E["~definition"]["input"]["cookies"]
  : E["~definition"]["input"]["cookies"] & E["~position"]["inherited"]["cookies"];

/** The ids that the handler of `E` gets, by name. */
export type InferIds<E extends TypedEndpoint> = E["~position"]["ids"];

/** The declared failures, with those of the resources above. */
export type FailuresOf<E extends TypedEndpoint> = E["~position"]["inherited"] extends Plain
  ? E["~definition"]["failures"]
  : E["~position"]["inherited"]["errors"] &
      (
        | E["~definition"]["failures"]
        | Unreplaced<E["~position"]["inherited"]["failures"], E["~definition"]["failures"]>
        | Refusals<E>
      );

/** The failures of the security that the endpoint has from the resources above. */
export type Refusals<E extends TypedEndpoint> =
  E["~position"]["inherited"]["refusals"] extends never
    ? never
    : E["~definition"]["start"]["security"] extends never
      ? E["~position"]["inherited"]["refusals"]
      : never;

/** The alternatives that hold for an endpoint, as a union; `never` if none is declared. */
export type SecurityOf<E extends TypedEndpoint> =
  E["~definition"]["start"]["security"] extends never
    ? E["~position"]["inherited"]["security"]
    : E["~definition"]["start"]["security"];

/** The declared failures of `E` as the client gets them, a union discriminated by `name`. */
export type InferFailure<E extends TypedEndpoint> = FailureView<FailuresOf<E>>;

/** The failures that the client gets. */
export type FailureView<F> = F extends Failing ? ReceivedFailure<F> : never;
/** A failure that the client gets. */
export interface ReceivedFailure<F extends Failing> {
  readonly name: F["name"];
  readonly status: StatusNumber<F["status"]>;
  readonly title: string;
  readonly detail: string | undefined;
  readonly instance: string | undefined;
  readonly body: FailureReceived<F>;
  /** The whole body in the error format of the root; `undefined` for problem details and a bare failure. */
  readonly errorBody: ErrorBodyOf<F>;
}

/** The data of a success, as a union discriminated by `status`. */
export type SuccessData<R> = [R] extends [never]
  ? NoReceivedResponse
  : R extends AnyResponse
    ? R["body"] extends Several
      ? ReceivedRepresentations<R, R["body"]["~alternatives"]>
      : ReceivedResponse<R>
    : never;
interface Several {
  readonly "~alternatives": Alternative;
}
type ReceivedRepresentations<R extends AnyResponse, B> = B extends Alternative
  ? ReceivedRepresentation<R, B>
  : never;
/** A success in one of several representations. */
export interface ReceivedRepresentation<R extends AnyResponse, B extends Alternative> {
  readonly ok: true;
  readonly status: R["status"];
  readonly headers: ParametersOutput<R["headers"]>;
  /** The media type of the body, without `charset`. */
  readonly mediaType: NameOf<B>;
  readonly body: B["~received"];
}
/** A success of an endpoint without a declared response. */
export interface NoReceivedResponse {
  readonly ok: true;
  readonly status: number;
  readonly headers: None;
  readonly body: undefined;
}
/** A success that the client gets. */
export interface ReceivedResponse<R extends AnyResponse> {
  /** Whether the response is a success; `false` for a declared failure. Narrows the result. */
  readonly ok: true;
  /** The status of the response; narrows the result. */
  readonly status: StatusNumber<R["status"]>;
  /** The declared headers of the response. */
  readonly headers: ParametersOutput<R["headers"]>;
  /** The body of the success; only if `ok` is `true`. */
  readonly body: R["body"]["~received"];
}

/** The data of the result for a declared failure. */
export type FailureResult<F> = F extends Failing ? ReceivedFailureResponse<F> : never;
/** A declared failure that the client gets, with status and headers. */
export interface ReceivedFailureResponse<F extends Failing> {
  readonly ok: false;
  readonly status: StatusNumber<F["status"]>;
  readonly headers: ParametersOutput<FailureHeaders<F>>;
  /** The declared failure: its `name` and `body`; only if `ok` is `false`. */
  readonly failure: ReceivedFailure<F>;
}
