// The declaration of an endpoint: its method, parameters, bodies and failures. In a tree it becomes an
// `Endpoint`, which has a path.
import type { CookieCheck, CookieParts, EachSetCookieCheck } from "../../facts/cookies/declared.ts";
import type { Deprecation } from "../../facts/deprecation/declared.ts";
import type { AnySecurity } from "../../facts/security/declared.ts";
import type { Named, None } from "../../shared/internal/record.ts";
import type {
  BodySentences,
  DeclaredTwice,
  OneBare,
  Refused,
} from "../../shared/internal/type-error.ts";
import type { Distorted, JsonFault } from "../../shared/schema/json-type.ts";
import type { NoBody, NoRequest, NoType, RequestBody, ResponseBody } from "../body/body.ts";
import type { AnyFailure } from "../failure/failure.ts";
import type { Digit } from "../failure/occurrence.ts";
import type { EachParameterCheck, ParameterCheck, ParameterParts } from "../parameter/parameter.ts";
import type {
  DeclaredResponse,
  Definition,
  Failing,
  HasCookies,
  HasStatus,
  Returns,
  Several,
  StatusOf,
  WithChoice,
  WithCookies,
  WithHeaders,
  WithMeta,
  WithOptionalRequest,
  WithParameters,
  WithRequest,
  WithSecurity,
} from "./definition.ts";
import type { Description, EndpointData, Stability } from "./endpoint-data.ts";
import type { FreePosition } from "./position.ts";

export type { Description, ResponseData, RequestData } from "./endpoint-data.ts";

/**
 * The declaration of an endpoint: the value of `get()`, `post()` … and of each call of its chain. The folders of facts/
 * add their calls by declaration merging.
 */
export interface EndpointDeclaration<D extends Definition> {
  readonly "~child": "endpoint";
  readonly "~data": EndpointData;
  /** Types only; absent at run time. */
  readonly "~definition": D;
  readonly "~position": FreePosition;
  readonly "~names": never;

  /**
   * Declares the request body: `.request<T>()` by its type, which the server checks only with its option `schemas`,
   * `.request(schema)` by a Standard Schema, which the server validates it with, or `.request(body)` in another format.
   * The options are `{ optional: true, description, examples }`: the body of an optional request may be left out.
   */
  readonly request: RequestCall<D>;
  /**
   * Declares a response: `.response<T>()` by the type of its body, or
   * `.response(schema | body, { status, headers, cookies, description, examples })`. The default status is 200.
   * A type alone removes no properties from what a handler returns: pass `schemas` to the server, or a schema.
   */
  readonly response: D["responses"] extends never ? FirstResponse<D> : FurtherResponse<D>;
  /** Declares query parameters by name, each with a parameter type. */
  parameters<const R extends Named & ParameterCheck<R, D["input"]["parameters"]>>(
    parameters: R,
  ): EndpointDeclaration<WithParameters<D, R>>;
  /** Declares request headers by name, each with a parameter type. */
  headers<const R extends Named & ParameterCheck<R, D["input"]["headers"]>>(
    headers: R,
  ): EndpointDeclaration<WithHeaders<D, R>>;
  /**
   * Declares request cookies by name, each with a parameter type (RFC 6265). An optional cookie that cannot be
   * decoded counts as absent.
   */
  cookies<const R extends Named & CookieCheck<R, D["input"]["cookies"]>>(
    cookies: R,
  ): EndpointDeclaration<WithCookies<D, R>>;
  /** Declares failures that the endpoint may respond with: `.failure(UserNotFound, EmailTaken)`. */
  readonly failure: D["failures"] extends never ? FirstFailure<D> : FurtherFailure<D>;
  /**
   * Declares who may call the endpoint: one of these schemes, `allOf(A, B)`, or `anonymous`. It
   * replaces the security of the resources above.
   */
  security<const S extends readonly [AnySecurity, ...AnySecurity[]]>(
    ...alternatives: S
  ): EndpointDeclaration<WithSecurity<D, S[number]>>;
  /** Tells callers to stop using the endpoint, in each response: `.deprecated({ sunset: "2027-05-01" })`. */
  deprecated(deprecation?: Deprecation): EndpointDeclaration<D>;
  /** Adds documentation: summary, description, tags, operationId, externalDocs, examples. */
  describe(description: Description): EndpointDeclaration<D>;
  /** Adds data of your own, which you can read from `endpoint.meta`. */
  meta<const M extends object>(meta: M): EndpointDeclaration<WithMeta<D, M>>;
  /** Marks the endpoint as experimental: `bough diff` lists its changes, which never fail the command. */
  stability(stability: Stability): EndpointDeclaration<D>;
}

type RequestCall<D extends Definition> = D["request"] extends NoRequest
  ? D["start"]["method"] extends "GET" | "HEAD" | "QUERY"
    ? ReadRequest<D>
    : <B = NoType, const O extends RequestOptions = Unoptional>(
        body?: RequestBody<B>,
        options?: O,
        ...check: Distorted<B> extends never ? [] : Fault<B, BodySentences["unresolvedType"]>
      ) => EndpointDeclaration<O extends IsOptional ? WithOptionalRequest<D, B> : WithRequest<D, B>>
  : RefusedCall<BodySentences["requestTwice"]>;
type RefusedCall<Sentence extends string> = <_B>(...given: Refused<Sentence>) => never;

type ReadRequest<D extends Definition> = D["start"]["method"] extends "QUERY"
  ? <B = NoType>(
      body?: RequestBody<B>,
      options?: QueryRequest,
      ...check: Distorted<B> extends never ? [] : Fault<B, BodySentences["unresolvedType"]>
    ) => EndpointDeclaration<WithRequest<D, B>>
  : RefusedCall<BodySentences["noRequestBody"]>;

/** The options of `.request(body, options)`. */
export interface RequestOptions {
  /** Whether a request may have no body: the handler then gets `undefined`. */
  readonly optional?: boolean;
  readonly description?: string;
  /** Bodies by name. */
  readonly examples?: Readonly<Record<string, unknown>>;
}
interface IsOptional {
  readonly optional: true;
}
interface QueryRequest extends Omit<RequestOptions, "optional"> {
  readonly optional?: BodySentences["optionalQuery"];
}
// The compiler infers nothing of the options beside a type argument that is written.
interface Unoptional extends Omit<RequestOptions, "optional"> {
  readonly optional?: never;
}

// Most responses have a status of 200 and no choice, which two conditions find out.
type FirstResponse<D extends Definition> = <B = NoType, const O extends object = None>(
  body?: ResponseBody<B>,
  options?: ResponseCheck<B, O>,
  ...check: Distorted<B> extends never ? [] : Fault<B, BodySentences["unresolvedType"]>
) => EndpointDeclaration<
  O extends HasStatus | HasCookies
    ? WithResponse<D, B, O>
    : [B] extends [NoBody | Several]
      ? WithResponse<D, B, O>
      : Returns<DeclaredResponse<200, B, O>, D["failures"], D["sent"]>
>;
// The condition is always met: of `Returns` alone, the compiler would print this alias.
type WithResponse<D extends Definition, B, O> = O extends unknown
  ? Returns<
      D["responses"] | DeclaredResponse<StatusOf<B, O>, B, O>,
      D["failures"],
      B extends Several
        ? WithChoice<D["sent"], B, O>
        : O extends HasCookies
          ? WithChoice<D["sent"], B, O>
          : D["sent"]
    >
  : never;
type FurtherResponse<D extends Definition> = <B = NoType, const O extends object = None>(
  body?: ResponseBody<B>,
  options?: ResponseCheck<B, O>,
  ...check: FurtherCheck<B, O, D["responses"]["status"], BodySentences["unresolvedType"]>
) => EndpointDeclaration<WithResponse<D, B, O>>;

type FurtherCheck<B, O, Taken, Unresolved> =
  Distorted<B> extends never
    ? StatusOf<B, O> extends Taken
      ? Refused<BodySentences["statusTwice"]>
      : []
    : Fault<B, Unresolved>;

// If `B` is an unresolved type parameter, the compiler prints this type as it is written. The last
// argument is the message for that case.
type Fault<B, _Unresolved> = [B] extends [NoType] ? Refused<BodySentences["noType"]> : JsonFault<B>;

// Computes the errors of each member only if the options are wrong.
type ResponseCheck<B, O> = [O] extends [SoundResponse<B>] ? O : ResponseFaults<O>;
interface SoundResponse<B> {
  readonly status?: Success | (B extends NoBody ? 204 | 205 | 304 : never);
  readonly headers?: ParameterParts;
  readonly cookies?: CookieParts;
  readonly description?: string;
  readonly examples?: Readonly<Record<string, unknown>>;
}
type Success =
  | "2XX"
  | (200 | 201 | 202 | 203 | 206 | 207 | 208 | 226)
  | (300 | 301 | 302 | 303 | 305 | 307 | 308);
// Editors suggest the registered statuses only. Any other from 200 to 399 is allowed too.
type OtherSuccess<Status extends number> = `${Status}` extends `${2 | 3}${Digit}${Digit}`
  ? Status
  : BodySentences["notSuccess"];
interface ResponseFaults<O> {
  readonly status?: O extends { readonly status: Success }
    ? Success
    : O extends { readonly status: 204 | 205 | 304 }
      ? BodySentences["nullBody"]
      : O extends { readonly status: infer Status extends number }
        ? OtherSuccess<Status>
        : BodySentences["notSuccess"];
  readonly headers?: EachParameterCheck<O["headers" & keyof O], None>;
  readonly cookies?: EachSetCookieCheck<O["cookies" & keyof O]>;
  readonly description?: string;
  readonly examples?: Readonly<Record<string, unknown>>;
}

interface FirstFailure<D extends Definition> {
  /** Declares failures that the endpoint may respond with: `.failure(UserNotFound, EmailTaken)`. */
  <F extends AnyFailure>(failure: F): EndpointDeclaration<Returns<D["responses"], F, D["sent"]>>;
  <
    F extends AnyFailure & FailureCheck<F, More, never>,
    const More extends readonly [AnyFailure, ...AnyFailure[]],
  >(
    failure: F,
    ...more: More
  ): EndpointDeclaration<Returns<D["responses"], F | More[number], D["sent"]>>;
}
type FurtherFailure<D extends Definition> = <
  F extends AnyFailure & FailureCheck<F, More, D["failures"]>,
  const More extends readonly AnyFailure[],
>(
  failure: F,
  ...more: More
) => EndpointDeclaration<Returns<D["responses"], D["failures"] | F | More[number], D["sent"]>>;

// A constraint instead of the argument's type, since the compiler would infer from the branches of that type.
/** `unknown` if these failures can be declared together, else the error. */
export type FailureCheck<
  F extends AnyFailure,
  More extends readonly AnyFailure[],
  Before extends Failing,
> = F["name"] extends Before["name"]
  ? Twice<F>
  : RepeatedName<More, Before["name"] | F["name"]> extends never
    ? StatusCheck<F, More, Before>
    : Twice<Extract<More[number], WithName<RepeatedName<More, Before["name"] | F["name"]>>>>;
// The first name that is in the list twice or is among `Names`. The recursion is a tail call, so the
// compiler allows lists of any length.
type RepeatedName<F, Names> = F extends readonly [infer First, ...infer Rest]
  ? NamesOf<First> extends Names
    ? NamesOf<First>
    : RepeatedName<Rest, Names | NamesOf<First>>
  : never;
interface WithName<Name> {
  readonly name: Name;
}
// The compiler cannot know whether two `failure(404)` are the same value.
type Twice<F extends Failing> = F["name"] extends `${F["status"]}`
  ? OneBare<F["name"], F["name"], F["status"]>
  : DeclaredTwice<F["name"]>;
// Most endpoints have no bare failure, and need no further check.
type StatusCheck<F extends Failing, More extends readonly Failing[], Before extends Failing> =
  BareAmong<F | More[number] | Before> extends never
    ? unknown
    : NamedAmong<F | More[number] | Before> extends never
      ? unknown
      : Clash<F, More, Before>;
// Bare failures whose names are their statuses differ in status if they differ in name.
type NamedAmong<F> = F extends Failing ? (F["name"] extends `${F["status"]}` ? never : F) : never;
// The error if two failures have the same status and one is bare, in the order of declaration.
type Clash<F extends Failing, More extends readonly Failing[], Before extends Failing> = [
  After<Before, F>,
  After<F, More[number]>,
] extends [never, never]
  ? More extends readonly [infer Next extends Failing, ...infer Rest extends readonly Failing[]]
    ? Clash<Next, Rest, Before>
    : unknown
  : After<Before, F> | After<F, More[number]>;
type After<A extends Failing, B extends Failing> = A extends Failing
  ? B extends Failing
    ? number extends A["status"] | B["status"]
      ? never
      : A["status"] extends B["status"]
        ? BareAmong<A | B> extends never
          ? never
          : OneBare<A["name"], B["name"], A["status"]>
        : never
    : never
  : never;
type BareAmong<F> = F extends Failing
  ? F["name"] extends `${F["status"]}`
    ? F
    : F extends NamedBare
      ? F
      : never
  : never;
interface NamedBare {
  readonly "~detail": { readonly bare: true };
}

type NamesOf<F> = F extends { readonly name: infer Name } ? Name : never;
