// A failure is a declared answer with a status from 400 to 599, or with any status of a range. The declaration,
// the server's `fail` and the client's `failedWith` use the same value. It is not an exception.
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import type { SchemaSent } from "../../shared/schema/two-way.ts";
import type { IsAny, Merged, Named, None } from "../../shared/internal/record.ts";
import type {
  FailureSentences,
  ProblemMember,
  Refused,
  ReservedFailureNames,
} from "../../shared/internal/type-error.ts";
import type { PROBLEM_MEMBERS } from "../../shared/http/problem-details.ts";
import type { ForEach } from "../body/alternatives.ts";
import {
  negotiated,
  noBody,
  type NoRequest,
  type AnyBody,
  type Bodied,
  type BodyKind,
  type JsonRest,
  type NoType,
  type ResponseBody,
  type TypedBody,
} from "../body/body.ts";
import { readFailure } from "./failure-read.ts";
import type { Detail, Occurrence, Unlike, Digit, StatusRange } from "./occurrence.ts";
import type { ParameterCheck, ParameterParts } from "../parameter/parameter.ts";

/** A failure without data and headers. */
export interface NoDetail {
  readonly body: NoRequest;
  readonly headers: None;
  readonly plain: true;
}

/** The detail of a failure with data. */
export interface DetailWithBody<B, H extends object> {
  readonly body: Bodied<B>;
  readonly headers: H;
  readonly plain: false;
}
/** The detail of a failure with headers. */
export interface DetailWithHeaders<B extends TypedBody, H extends object> {
  readonly body: B;
  readonly headers: H;
  readonly plain: false;
}
/** The detail of a named failure whose body is sent unchanged. */
export interface BareDetail<B, H extends object> {
  readonly body: ForEach<Bodied<B>>;
  readonly headers: H;
  readonly plain: false;
  readonly bare: true;
}
interface IsBare {
  readonly bare: true;
}

/** A declared failure: `failure("user-not-found", 404)`. */
export interface Failure<
  Name extends string,
  Status extends number | StatusRange,
  D extends Detail = NoDetail,
> {
  readonly name: Name;
  /** The status, or the range of statuses. */
  readonly status: Status;
  /** What an error format has at the path of its code: the option `code`, else the name. */
  readonly code: string | number;
  /** Absolute or relative URI of the problem type; `undefined` for a bare failure (RFC 9457 3.1.1). */
  readonly type: string | undefined;
  /** The problem's short summary, the same for every occurrence (RFC 9457 3.1.3). */
  readonly title: string;
  readonly description: string | undefined;
  readonly "~failure": FailureData;
  /** Types only; absent at run time. */
  readonly "~detail": D;
  /** Types only; absent at run time. */
  readonly "~occurrence": Status extends number ? Occurrence<D> : Unlike;
  /**
   * Adds data: `.body<T>()` declares its type, `.body(schema)` also validates it in the server.
   * The data of a named failure is an object, whose members become members of the problem. A bare
   * failure takes every body that a response takes, such as `plainText()`.
   */
  body<B = NoType>(
    body?: Bareness<Name, D> extends IsBare ? ResponseBody<B> : FailureBody<B>,
    ...check: Bareness<Name, D> extends IsBare ? BareRest<B, "noType"> : DataRest<B>
  ): Failure<
    Name,
    Status,
    D extends IsBare ? BareDetail<B, D["headers"]> : DetailWithBody<B, D["headers"]>
  >;
  /**
   * Sends the body as it is, without problem details: `.bare<T>()`, `.bare(schema)`, another body,
   * or `.bare(noBody)` to send no body. The name is then not sent. A status has at most one bare failure.
   */
  bare<B = NoType>(
    body?: ResponseBody<B>,
    ...check: BareRest<B, "noBareType">
  ): Failure<Name, Status, BareDetail<B, D["headers"]>>;
  /** Adds typed response headers. */
  headers<const R extends Named & ParameterCheck<R, D["headers"]>>(
    headers: R,
  ): Failure<
    Name,
    Status,
    D extends IsBare
      ? BareDetail<D["body"], Merged<D["headers"], R>>
      : DetailWithHeaders<D["body"], Merged<D["headers"], R>>
  >;
}

/** The data of a failure. */
export interface FailureData {
  readonly body: AnyBody | AnySchema | undefined;
  readonly headers: ParameterParts;
  readonly bare: boolean;
  /** Reads it in a client; see `readFailure`. */
  readonly read: typeof readFailure;
}

/** Any declared failure. */
export interface AnyFailure {
  readonly name: string;
  /** The status, or the range of statuses: `"4XX"`, `"5XX"` or `"other"`. */
  readonly status: number | StatusRange;
  readonly code: string | number;
  readonly type: string | undefined;
  readonly title: string;
  readonly description: string | undefined;
  readonly "~failure": FailureData;
}

/** A failure with the members that `fail` and results are typed by. */
export interface TypedFailure extends AnyFailure {
  readonly "~detail": Detail;
  readonly "~occurrence": unknown[];
}

/** The options of a named failure. */
export interface FailureOptions {
  /** The URI of the problem type; default `urn:problem-type:<name>`. */
  readonly type?: string;
  /** The title of the problem; default: made from the name. */
  readonly title?: string;
  readonly description?: string;
  /** What an error format has at the path of its code; default: the name. */
  readonly code?: string | number;
}

/** The data that the client gets; `undefined` if the failure has no data. */
export type FailureReceived<F> = F extends TypedFailure ? F["~detail"]["body"]["~received"] : never;

/** The response headers that a failure declares; empty if its type is not known. */
export type FailureHeaders<F> = F extends TypedFailure ? F["~detail"]["headers"] : None;

type Reserved = (typeof PROBLEM_MEMBERS)[number];
// The data of a named failure is written as problem details, so it has no media type.
interface OwnBody {
  readonly "~body": Exclude<BodyKind, "negotiated">;
}
type FailureBody<B> = B extends OwnBody
  ? FailureSentences["data"]
  : B extends AnyBody | AnySchema
    ? B
    : FailureSentences["data"];

// `failure(404)` and `failure("other")` are bare by their names.
type Bareness<Name extends string, D> = Name extends `${bigint}` | StatusRange ? IsBare : D;

type BareRest<B, Sentence extends "noType" | "noBareType"> = [B] extends [NoType]
  ? IsAny<B> extends true
    ? []
    : Refused<FailureSentences[Sentence]>
  : B extends AnyBody
    ? []
    : JsonRest<DataSent<B>>;

type DataRest<B> = [B] extends [NoType]
  ? IsAny<B> extends true
    ? []
    : Refused<FailureSentences["noType"]>
  : DataCheck<DataSent<B>>;
// The type in the message.
type DataSent<B> = B extends AnySchema ? SchemaSent<B> : Bodied<B>["~received"];

// The data of a named failure becomes members of the problem, beside `type`, `title` and the others.
type DataCheck<T> =
  IsAny<T> extends true
    ? []
    : [T] extends [object]
      ? T extends readonly unknown[]
        ? Refused<FailureSentences["notObject"]>
        : [keyof T & Reserved] extends [never]
          ? JsonRest<T>
          : ProblemMember
      : Refused<FailureSentences["notObject"]>;

/** `Name` if a named failure can have it, else an error. */
export type FailureName<Name extends string | number> = Name extends keyof ReservedFailureNames
  ? ReservedFailureNames[Name]
  : Name extends `${bigint}`
    ? FailureSentences["digits"]
    : Name;

/** `Status` if a failure can have it, else an error. */
export type FailureStatus<Status extends number> = number extends Status
  ? Status
  : `${Status}` extends `4${Digit}${Digit}` | `5${Digit}${Digit}`
    ? Status
    : FailureSentences["status"];

/**
 * Declares a bare failure without a name: its body is sent unchanged. An endpoint has one bare
 * failure per status. `failure("4XX")`, `failure("5XX")` and `failure("other")` are failures for
 * every status of a range; `other` is 400 to 599.
 */
export function failure<const Status extends number | string>(
  status: Status extends number
    ? FailureStatus<Status>
    : Status extends StatusRange
      ? Status
      : FailureSentences["noStatus"],
): Failure<`${Status}`, Status & (number | StatusRange)>;
/**
 * Declares a named failure, which is sent as problem details of its own type (RFC 9457).
 *
 * @example
 * export const UserNotFound = failure("user-not-found", 404);
 */
export function failure<const Name extends string, const Status extends number>(
  name: FailureName<Name>,
  status: FailureStatus<Status>,
  options?: FailureOptions,
): Failure<Name, Status>;
export function failure(
  first: string | number,
  status?: number,
  options: FailureOptions = {},
): Failure<string, number> {
  const name = `${first}`;
  // A pattern instead of `RANGES`, which only servers and `verify` need.
  const bare =
    typeof first === "number" || (status === undefined && /^([45]XX|other)$/.test(first));
  return make({
    name,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without a name, it is a status or a range
    status: bare ? (first as number | StatusRange) : (status ?? 0),
    code: options.code ?? name,
    type: bare ? undefined : (options.type ?? `urn:problem-type:${name}`),
    // "user-not-found" becomes "User not found".
    title: options.title ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " "),
    description: options.description,
    "~failure": { body: undefined, headers: Object.freeze({}), bare, read: readFailure },
  });
}

function make(failed: AnyFailure): Failure<string, number> {
  const data = Object.freeze(failed["~failure"]);
  const changed = (change: Partial<FailureData>, { type } = failed): unknown =>
    make({ ...failed, type, "~failure": { ...data, ...change } });
  const made = {
    ...failed,
    body: (body?: AnyBody | AnySchema) => changed({ body: declared(data.bare, body) }),
    bare: (body?: AnyBody | AnySchema) =>
      changed({ bare: true, body: declared(true, body) }, { ...failed, type: undefined }),
    headers: (headers: object) =>
      changed({ headers: Object.freeze({ ...data.headers, ...headers }) }),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of a failure exist for the compiler only, and its value is the same for all
  return Object.freeze<AnyFailure>(made) as Failure<string, number>;
}

// A bare failure without a body has none in its data, either.
function declared(bare: boolean, body: FailureData["body"] = negotiated): FailureData["body"] {
  return bare && body === noBody ? undefined : body;
}
