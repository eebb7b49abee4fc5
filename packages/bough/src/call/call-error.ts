// The errors of a call: one class for each outcome that is not declared, each with the endpoint, the method and the
// URL.
import type { AnyEndpoint } from "../declare/tree/placement.ts";
import { textOf } from "../shared/internal/record.ts";
import { printable } from "../shared/internal/wrong-argument.ts";
import type { FailureView } from "../declare/endpoint/infer.ts";
import type { AnyFailure } from "../declare/failure/failure.ts";

/** The endpoint, method and URL of a call. */
export interface CallInfo {
  readonly endpoint: AnyEndpoint;
  readonly method: string;
  /** Empty until it is known. */
  readonly url: string;
  /** Origin and base path of the client, without a user. */
  readonly base?: string | undefined;
}

/** One mistake in a request or a response. */
export interface CallIssue {
  readonly in: "path" | "query" | "header" | "body" | "url" | "credential";
  /** The name of the parameter, header or security scheme. In a body the path to the value, `items.0.id`; empty for the whole body. */
  readonly name: string;
  readonly message: string;
}

/** Adds an issue to those of a request or an answer. */
export function addIssue(
  issues: Pick<CallIssue[], "push">,
  place: CallIssue["in"],
  name: string,
  message: string,
): void {
  issues.push({ in: place, name, message });
}

/** The base class of all errors of a call, one for each outcome that is not declared. */
export abstract class CallError extends Error {
  abstract override readonly name: string;
  /** The same for every error of a class. */
  abstract readonly code: string;
  /** Not enumerable, so that a logged error does not show the whole declaration. */
  declare readonly endpoint: AnyEndpoint;
  declare readonly method: string;
  /** Empty if the URL could not be built. */
  declare readonly url: string;

  constructor(
    { method, url, endpoint, base = "" }: CallInfo,
    text: string,
    fields: ErrorFields = {},
  ) {
    const { issues = [], errors = issues } = fields;
    // The text may contain parts of an answer.
    super(
      printable(`${method} ${base}${endpoint.template}: ${text}${errors.map(describe).join("; ")}`),
      fields,
    );
    Object.assign(this, { url, method }, fields);
    Object.defineProperty(this, "endpoint", { value: endpoint });
  }
}

/** The fields of one class of errors. The text ends with the issues or errors. */
interface ErrorFields extends ErrorOptions {
  readonly [name: string]: unknown;
  readonly issues?: readonly Describable[];
  readonly errors?: readonly Describable[];
}

interface Describable {
  readonly in?: unknown;
  readonly pointer?: unknown;
  readonly name?: unknown;
  readonly message: string;
}

// An issue as text: `query "limit" must be an integer`. It may come from an answer, so its members
// may have any type.
function describe({ in: place, pointer, name = pointer, message }: Describable): string {
  return [textOf(place), textOf(name) && JSON.stringify(name), message].filter(textOf).join(" ");
}

/** The message of a thrown value. */
export function messageOf(thrown: unknown): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only its message is read, and a value without one is shown as text
  return (thrown as Error | undefined)?.message ?? String(thrown);
}

/** Any failure, as the client sees it. */
export type AnyFailureView = Omit<FailureView<AnyFailure>, "body" | "errorBody"> & {
  readonly body: unknown;
  /** The whole body in the error format of the root; `undefined` for other failures. */
  readonly errorBody?: unknown;
};

/** `bodyOrThrow` and `bodyOrNull` throw it for a declared failure, which it carries. */
export class FailureError extends CallError {
  override readonly name = "FailureError";
  readonly code = "failure";
  declare readonly status: number;
  declare readonly failure: AnyFailureView;

  /** Checks whether the response was this failure; narrows `failure`. */
  failedWith<F extends AnyFailure>({ name }: F): this is { readonly failure: FailureView<F> } {
    return this.failure?.name === name;
  }
}

/**
 * The client throws it before it sends anything, if it cannot send the request: no URL, header or body can carry a
 * value, or the server would refuse it.
 */
export class InvalidRequestError extends CallError {
  override readonly name = "InvalidRequestError";
  readonly code = "invalid-request";
  declare readonly issues: readonly CallIssue[];
}

/**
 * The client throws it for a declared response that cannot be decoded, or that its schema rejects.
 */
export class InvalidResponseError extends CallError {
  override readonly name = "InvalidResponseError";
  readonly code = "invalid-response";
  declare readonly status: number;
  declare readonly issues: readonly CallIssue[];
}

/** `bodyOrThrow` throws it for a declared 304 (RFC 9110 15.4.5). */
export class NotModifiedError extends CallError {
  override readonly name = "NotModifiedError";
  readonly code = "not-modified";
}

/** One mistake that the server found in the request. */
export interface RejectionIssue {
  readonly in?: string;
  /** Of a parameter or header. */
  readonly name?: string;
  /** Where in the body, as a JSON Pointer (RFC 6901). */
  readonly pointer?: string;
  readonly message: string;
}

/**
 * The client throws it if the server rejects the request: 404 for an unknown path, 415, 400 … or a
 * 500.
 */
export class RejectionError extends CallError {
  override readonly name = "RejectionError";
  readonly code = "rejection";
  declare readonly status: number;
  /** `urn:bough:…`, or `about:blank` if the response does not contain it. */
  declare readonly type: string;
  declare readonly title: string | undefined;
  declare readonly detail: string | undefined;
  declare readonly errors: readonly RejectionIssue[];
  /** In the format that the root declares by `rejections`; `undefined` for problem details. */
  declare readonly body: unknown;
}

/**
 * The client throws it if the response is not complete within the call's `timeout`. After an abort by the caller, a call
 * rejects with the reason of the signal instead.
 */
export class TimeoutError extends CallError {
  override readonly name = "TimeoutError";
  readonly code = "timeout";
  /** Milliseconds. */
  declare readonly timeout: number;
}

/**
 * The client throws it if there is no complete response: no connection, or it broke. `cause` is
 * the error of `fetch`.
 */
export class TransportError extends CallError {
  override readonly name = "TransportError";
  readonly code = "transport";
}

/** The client throws it for a response that the endpoint does not declare. */
export class UnexpectedResponseError extends CallError {
  override readonly name = "UnexpectedResponseError";
  readonly code = "unexpected-response";
  /** 0 for a redirect in a browser, which hides the status. */
  declare readonly status: number;
  declare readonly headers: Headers;
  /** The beginning of the body, 64 KiB at most. */
  declare readonly text: string;
}
