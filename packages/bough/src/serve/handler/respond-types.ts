// The return value of a handler, as types: a value, or the result of `respond`.
import type {
  Alternative,
  GivenBy,
  NameOf,
  NameOption,
  OneOfBodies,
} from "../../declare/body/alternatives.ts";
import type { AnyResponse } from "../../declare/endpoint/definition.ts";
import type { Digit, HeadersGiven, RawHeaders } from "../../declare/failure/occurrence.ts";
import type { RequiredNames } from "../../declare/parameter/parameter.ts";
import type { CookiesGiven } from "../../facts/cookies/declared.ts";
import type { IsUnion } from "../../shared/internal/record.ts";
import type { BodySentences, RouteSentences } from "../../shared/internal/type-error.ts";

/** The return type of a handler: the value, the result of `respond`, or a promise of either. */
export type HandlerReturn<Value> = Value | RespondResult | Promise<Value | RespondResult>;

/** The return type of a handler that must call `respond`. `Why` is a sentence. */
export type MustRespond<Why> = RespondResult<Why> | Promise<RespondResult<Why>>;

/** Why a handler must call `respond`: several statuses, or a required header. `never` if it need not. */
export type NeedsRespond<Replies> =
  IsUnion<Replies> extends true
    ? RouteSentences["statuses"]
    : Replies extends { readonly headers: infer H }
      ? [RequiredNames<H>] extends [never]
        ? Replies extends OfRange
          ? RouteSentences["range"]
          : never
        : RouteSentences["headers"]
      : never;

/** The opaque result of `respond`. Return it from the handler. */
export interface RespondResult<Why = unknown> {
  readonly "~responded": Why;
}

/** `respond(value, { status, headers, cookies, mediaType })`; status, media type and value are checked together. */
export type Respond<R extends AnyResponse> = [R] extends [never]
  ? (
      value?: undefined,
      options?: { readonly status?: number; readonly headers?: RawHeaders },
    ) => RespondResult
  : RangeIn<R["status"]> extends true
    ? RespondRange<R>
    : IsUnion<R> extends true
      ? <const Status extends number, const Name extends NamesOf<R> = never>(
          value: ValueOf<R, Status, Name>,
          options: RespondOptions<R, Status> & {
            readonly status: Status extends R["status"] ? Status : R["status"];
            readonly mediaType?: Name;
          },
        ) => RespondResult<NeedsRespond<R>>
      : R extends ResponseOfSeveral
        ? RespondNamed<R>
        : R extends Linked
          ? RespondLinked<R>
          : RespondOne<R>;
// An untyped endpoint can have any status.
type RangeIn<Status> = number extends Status ? false : "2XX" extends Status ? true : false;
// An endpoint can declare statuses beside a range. They take precedence.
type RespondRange<R extends AnyResponse> = <
  const Status extends number,
  const Name extends NamesOf<R> = never,
>(
  value: ValueOf<R, Nearest<R, Status>, Name>,
  options: RespondOptions<R, Nearest<R, Status>> & {
    readonly status: SuccessStatus<R, Status>;
    readonly mediaType?: Name;
  },
) => RespondResult<NeedsRespond<R>>;
type Nearest<R extends AnyResponse, Status> = Status extends R["status"] ? Status : "2XX";
type SuccessStatus<R extends AnyResponse, Status extends number> = number extends Status
  ? number
  : Status extends R["status"]
    ? Status
    : `${Status}` extends `2${Digit}${Digit}`
      ? Status extends 204 | 205
        ? undefined extends ResponseAt<R, "2XX">["body"]["~received"]
          ? Status
          : BodySentences["nullBody"]
        : Status
      : RouteSentences["not2XX"];
interface OfRange {
  readonly status: "2XX";
}
interface ResponseOfSeveral extends AnyResponse {
  readonly body: OneOfBodies<Alternative>;
}
type RespondNamed<R extends ResponseOfSeveral> = [RequiredNames<R["headers"]>] extends [never]
  ? <const Name extends string = never>(
      value: GivenBy<R["body"], Name>,
      options?: NameOption<R["body"]["~alternatives"], Name> & {
        readonly status?: R["status"];
        readonly headers?: HeadersGiven<R["headers"]>;
        readonly cookies?: CookiesGiven<R["cookies"]>;
      },
    ) => RespondResult
  : <const Name extends string = never>(
      value: GivenBy<R["body"], Name>,
      options: NameOption<R["body"]["~alternatives"], Name> & {
        readonly status?: R["status"];
        readonly headers: HeadersGiven<R["headers"]>;
        readonly cookies?: CookiesGiven<R["cookies"]>;
      },
    ) => RespondResult<RouteSentences["headers"]>;
type RespondOne<R extends AnyResponse> = [RequiredNames<R["headers"]>] extends [never]
  ? (
      value: R["body"]["~given"],
      options?: {
        readonly status?: R["status"];
        readonly headers?: HeadersGiven<R["headers"]>;
        readonly cookies?: CookiesGiven<R["cookies"]>;
      },
    ) => RespondResult
  : (
      value: R["body"]["~given"],
      options: {
        readonly status?: R["status"];
        readonly headers: HeadersGiven<R["headers"]>;
        readonly cookies?: CookiesGiven<R["cookies"]>;
      },
    ) => RespondResult<RouteSentences["headers"]>;
interface Linked extends AnyResponse {
  readonly link: true;
}
interface LinkOption {
  /** The header `Link`: `<?page=3>; rel="next"`, a reference relative to the URL of the request (RFC 8288). */
  readonly link?: string | undefined;
}
type RespondLinked<R extends Linked> = [RequiredNames<R["headers"]>] extends [never]
  ? (
      value: R["body"]["~given"],
      options?: LinkOption & {
        readonly status?: R["status"];
        readonly headers?: HeadersGiven<R["headers"]>;
        readonly cookies?: CookiesGiven<R["cookies"]>;
      },
    ) => RespondResult
  : (
      value: R["body"]["~given"],
      options: LinkOption & {
        readonly status?: R["status"];
        readonly headers: HeadersGiven<R["headers"]>;
        readonly cookies?: CookiesGiven<R["cookies"]>;
      },
    ) => RespondResult<RouteSentences["headers"]>;
type ResponseAt<Replies, Status> = Replies extends { readonly status: Status } ? Replies : never;
// If the status is a union, the value must fit each of its members: the compiler infers the intersection of
// the parameters from a union of functions.
type ValueOf<Replies, Status, Name> =
  TakesValue<ResponseAt<Replies, Status>, Name> extends (value: infer Value) => void
    ? Value
    : never;
type TakesValue<R, Name> = R extends ResponseOfSeveral
  ? (value: GivenBy<R["body"], Name>) => void
  : R extends { readonly body: { readonly "~given": infer Value } }
    ? (value: Value) => void
    : never;
type RespondOptions<Replies, Status> =
  TakesOptions<ResponseAt<Replies, Status>> extends (options: infer Options) => void
    ? Options
    : never;
type NamesOf<R> = R extends ResponseOfSeveral ? NameOf<R["body"]["~alternatives"]> : never;
type TakesOptions<R> = R extends { readonly headers: infer H; readonly cookies: infer C }
  ? (
      options: ([RequiredNames<H>] extends [never]
        ? { readonly headers?: HeadersGiven<H> }
        : { readonly headers: HeadersGiven<H> }) & {
        readonly cookies?: CookiesGiven<C>;
      } & (R extends Linked ? LinkOption : unknown),
    ) => void
  : never;
