// A failure is a declared answer with a status from 400 to 599. The declaration, the server's `fail` and the
// client's `failedWith` use the same value. It is not an exception.
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { SchemaSent } from "../../schema/two-way.ts";
import type { IsAny } from "../../internal/identity.ts";
import type {
  FailureSentences,
  ProblemMember,
  Refused,
  ReservedFailureNames,
} from "../../internal/type-error.ts";
import type { PROBLEM_MEMBERS } from "../../http/problem-details.ts";
import { negotiated, noBody } from "../body/body.ts";
import type {
  Absent,
  AnyBody,
  Bodied,
  BodyKind,
  JsonRest,
  NoBody,
  TypedBody,
} from "../body/body.ts";
import { readFailure } from "./failure-read.ts";
import type { Merged, Nothing } from "../../internal/record.ts";
import type { AnyOccurrence, Detail, Occurrence } from "./occurrence.ts";
import type { Named, ParameterCheck, ParameterParts } from "../parameter/parameter.ts";

/** A failure without data and headers. */
export interface NoDetail {
  readonly body: Absent;
  readonly headers: Nothing;
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
  readonly body: Bodied<B>;
  readonly headers: H;
  readonly plain: false;
  readonly bare: true;
}
interface IsBare {
  readonly bare: true;
}

/** A declared failure: `failure("user-not-found", 404)`. */
export interface Failure<Name extends string, Status extends number, D extends Detail = NoDetail> {
  readonly name: Name;
  readonly status: Status;
  /** Absolute or relative URI of the problem type; `undefined` for a bare failure (RFC 9457 3.1.1). */
  readonly type: string | undefined;
  /** The problem's short summary, the same for every occurrence (RFC 9457 3.1.3). */
  readonly title: string;
  readonly description: string | undefined;
  readonly "~failure": FailureData;
  /** Types only; absent at run time. */
  readonly "~detail": D;
  /** Types only; absent at run time. */
  readonly "~occurrence": Occurrence<D>;
  /**
   * Adds data: `.body<T>()` declares its type, `.body(schema)` also validates it in the server.
   * The data of a named failure is an object, whose members become members of the problem.
   */
  body<B = NoData>(
    body?: FailureBody<B>,
    ...check: D extends IsBare ? BareRest<B> : DataRest<B, Name>
  ): Failure<
    Name,
    Status,
    D extends IsBare ? BareDetail<B, D["headers"]> : DetailWithBody<B, D["headers"]>
  >;
  /**
   * Sends the body as it is, without problem details: `.bare<T>()`, `.bare(schema)`, or
   * `.bare(noBody)` to send no body. The name is then not sent. A status has at most one bare failure.
   */
  bare<B = NoData>(
    body?: BareBody<B>,
    ...check: BareRest<B>
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
  readonly status: number;
  readonly type: string | undefined;
  readonly title: string;
  readonly description: string | undefined;
  readonly "~failure": FailureData;
}

/** A failure with the members that `fail` and results are typed by. */
export interface TypedFailure extends AnyFailure {
  readonly "~detail": Detail;
  readonly "~occurrence": [data?: unknown, options?: AnyOccurrence];
}

/** The documentation of a failure. */
export interface FailureOptions {
  /** The URI of the problem type; default `urn:problem-type:<name>`. */
  readonly type?: string;
  /** The title of the problem; default: made from the name. */
  readonly title?: string;
  readonly description?: string;
}

/** The data that the server gives to `fail`; `undefined` if the failure has no data. */
export type FailureGiven<F> = F extends TypedFailure ? F["~detail"]["body"]["~given"] : never;

/** The data that the client gets; `undefined` if the failure has no data. */
export type FailureReceived<F> = F extends TypedFailure ? F["~detail"]["body"]["~received"] : never;

/** The response headers that a failure declares; empty if its type is not known. */
export type FailureHeaders<F> = F extends TypedFailure ? F["~detail"]["headers"] : Nothing;

interface NoData {
  readonly "~none": never;
}

type Reserved = (typeof PROBLEM_MEMBERS)[number];
// The data is written as problem details, so it has no media type.
interface OwnBody {
  readonly "~body": Exclude<BodyKind, "negotiated">;
}
type FailureBody<B> = B extends OwnBody
  ? FailureSentences["data"]
  : B extends AnyBody | AnySchema
    ? B
    : FailureSentences["data"];

type BareBody<B> = B extends NoBody ? B : FailureBody<B>;

type BareRest<B> = [B] extends [NoData]
  ? IsAny<B> extends true
    ? []
    : Refused<FailureSentences["noBareType"]>
  : B extends NoBody
    ? []
    : JsonRest<DataSent<B>>;

type DataRest<B, Name extends string> = [B] extends [NoData]
  ? IsAny<B> extends true
    ? []
    : Refused<FailureSentences["noType"]>
  : DataCheck<DataSent<B>, Name>;
// The type in the message.
type DataSent<B> = B extends AnySchema ? SchemaSent<B> : Bodied<B>["~received"];

// The data of a named failure becomes members of the problem, beside `type`, `title` and the others.
type DataCheck<T, Name extends string> = Name extends `${bigint}`
  ? JsonRest<T>
  : IsAny<T> extends true
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
type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/**
 * Declares a bare failure without a name: its body is sent unchanged. An endpoint has one bare
 * failure per status.
 */
export function failure<const Status extends number | string>(
  status: Status extends number ? FailureStatus<Status> : FailureSentences["noStatus"],
): Failure<`${Status}`, Status & number>;
/** Declares a named failure, which is sent as problem details of its own type (RFC 9457). */
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
  const bare = typeof first === "number";
  const name = `${first}`;
  return make({
    name,
    status: bare ? first : (status ?? 0),
    type: bare ? undefined : (options.type ?? `urn:problem-type:${name}`),
    title: options.title ?? titleOf(name),
    description: options.description,
    "~failure": { body: undefined, headers: Object.freeze({}), bare, read: readFailure },
  });
}

function make(failed: AnyFailure): Failure<string, number> {
  const data = Object.freeze(failed["~failure"]);
  const made = {
    ...failed,
    body: (body?: AnyBody | AnySchema): unknown =>
      make({ ...failed, "~failure": { ...data, body: body === undefined ? negotiated : body } }),
    bare: (body: AnyBody | AnySchema = negotiated): unknown =>
      make({
        ...failed,
        type: undefined,
        "~failure": { ...data, bare: true, body: body === noBody ? undefined : body },
      }),
    headers: (headers: object): unknown =>
      make({
        ...failed,
        "~failure": { ...data, headers: Object.freeze({ ...data.headers, ...headers }) },
      }),
  };
  // The static type of each failure exists for the compiler only; the value is the same for all.
  return Object.freeze(made) as unknown as Failure<string, number>;
}

// "user-not-found" becomes "User not found".
function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");
}
