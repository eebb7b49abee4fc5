// An endpoint's declaration: a method, and what is sent and answered. It stands in
// no tree yet; placed in one it becomes an `Endpoint`, which has a path.
import type { Method } from "../http/method.ts";
import type { AnySchema } from "../schema/standard-schema.ts";
import type { BodySentences, FailureTwice, Refused } from "../internal/type-error.ts";
import type { AnyBody, Body, JsonRest, RequestBody, ResponseBody } from "./body.ts";
import type {
  Definition,
  Nothing,
  Reply,
  WithFailures,
  WithHeaders,
  WithMeta,
  WithParameters,
  WithReply,
  WithRequest,
} from "./definition.ts";
import type { EndpointData } from "./endpoint-data.ts";
import type { AnyFailure } from "./failure.ts";
import type { Unplaced } from "./place.ts";
import type { ParameterCheck, ParameterParts } from "./parameter.ts";

/** What documentation says of an endpoint or resource. */
export interface Description {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly operationId?: string;
  readonly examples?: Readonly<Record<string, unknown>>;
}

/** A declared response as data. */
export interface ReplyData {
  readonly status: number;
  readonly body: AnyBody | AnySchema;
  readonly headers: ParameterParts;
  readonly description: string | undefined;
}

/** What `.response(body, options)` takes. */
export interface ReplyOptions {
  /** 200 if left out, 204 for `noBody`. */
  readonly status?: number;
  readonly headers?: object;
  readonly description?: string;
}

/** An endpoint's declaration: the value of `get()`, `post()` … and of each call of its chain. */
export interface EndpointDeclaration<D extends Definition> {
  readonly "~child": "endpoint";
  readonly "~data": EndpointData;
  /** Types only; absent at run time. */
  readonly "~definition": D;
  readonly "~place": Unplaced;
  readonly "~names": never;

  /**
   * The request body: `.request<T>()` for one known by its type alone, `.request(schema)` for a
   * Standard Schema, which the server validates with, `.request(body)` for any other.
   */
  request<B = NoType>(
    body?: RequestBody<B>,
    ...check: RequestRest<B, D>
  ): EndpointDeclaration<WithRequest<D, Bodied<B>>>;
  /**
   * A response: `.response<T>()` for a 200 whose body is known by its type alone,
   * `.response(schema | body, { status, headers, description })` for any other.
   */
  response<B = NoType, const O extends ReplyOptions = Nothing>(
    body?: ResponseBody<B>,
    options?: ReplyCheck<B, O, D>,
    ...check: ResponseRest<B, O, D>
  ): EndpointDeclaration<WithReply<D, Reply<StatusOf<B, O>, Bodied<B>, HeadersOf<O>>>>;
  /** Query parameters, each by a two-way parameter type. */
  parameters<const R extends object>(
    parameters: ParameterCheck<R, D["parameters"]>,
  ): EndpointDeclaration<WithParameters<D, R>>;
  /** Request headers, each by a two-way parameter type. */
  headers<const R extends object>(
    headers: ParameterCheck<R, D["headers"]>,
  ): EndpointDeclaration<WithHeaders<D, R>>;
  /** Failures that the endpoint may answer with. */
  failure<const F extends readonly AnyFailure[]>(
    ...failures: FailureCheck<F, D["failures"]>
  ): EndpointDeclaration<WithFailures<D, F[number]>>;
  /** Documentation: summary, description, tags, deprecated, operationId, examples. */
  describe(description: Description): EndpointDeclaration<D>;
  /** Anything the project wants to read back at `endpoint.meta`. */
  meta<const M extends object>(meta: M): EndpointDeclaration<WithMeta<D, M>>;
}

// Stands for a type argument that was not written.
interface NoType {
  readonly "~none": never;
}

/** A body or schema as it is, a type as the body that is known by it. */
type Bodied<B> = B extends AnyBody | AnySchema ? B : Body<B>;

type RequestRest<B, D extends Definition> = D["method"] extends "GET" | "HEAD"
  ? Refused<BodySentences["noRequestBody"]>
  : [D["request"]] extends [undefined]
    ? TypeRest<B, BodySentences["noRequestType"]>
    : Refused<BodySentences["requestTwice"]>;

type ResponseRest<B, O, D extends Definition> =
  StatusOf<B, O> extends StatusesOf<D["replies"]>
    ? Refused<BodySentences["statusTwice"]>
    : TypeRest<B, BodySentences["noType"]>;

type TypeRest<B, Sentence extends string> = B extends AnyBody | AnySchema
  ? []
  : [B] extends [NoType]
    ? Refused<Sentence>
    : JsonRest<B>;

type StatusesOf<R> = R extends { readonly status: infer S } ? S : never;

type StatusOf<B, O> = O extends { readonly status: infer S extends number }
  ? S
  : B extends { readonly "~body": "none" }
    ? 204
    : 200;
type HeadersOf<O> = O extends { readonly headers: infer H extends object } ? H : Nothing;

type ReplyCheck<B, O, D extends Definition> = {
  readonly [Key in keyof O]: Key extends "status"
    ? StatusCheck<B, O[Key], D>
    : Key extends "headers"
      ? ParameterCheck<O[Key], Nothing>
      : O[Key];
};
type StatusCheck<B, Status, D extends Definition> =
  Status extends StatusesOf<D["replies"]>
    ? BodySentences["statusTwice"]
    : Status extends 204 | 205 | 304
      ? B extends { readonly "~body": "none" }
        ? Status
        : BodySentences["nullBody"]
      : Status extends number
        ? `${Status}` extends `2${string}` | `3${string}`
          ? Status
          : BodySentences["notSuccess"]
        : Status;

type NamesOf<F> = F extends { readonly name: infer Name } ? Name : never;

type FailureCheck<F extends readonly AnyFailure[], Existing> = {
  readonly [Index in keyof F]: F[Index] extends { readonly name: infer Name extends string }
    ? Name extends NamesOf<Existing> | NamesOfOthers<F, Index>
      ? FailureTwice<Name>
      : F[Index]
    : F[Index];
};
type NamesOfOthers<F extends readonly unknown[], Index> = {
  readonly [Other in keyof F]: Other extends Index ? never : NamesOf<F[Other]>;
}[number];
