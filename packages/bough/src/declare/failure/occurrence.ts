// The arguments of `fail` after the failure: its data, detail, instance and headers, and the status of a failure that
// stands for a range. They are types
// of the failure, so the compiler computes them once.
import type { TypedBody } from "../body/body.ts";
import type { ParametersInput, RequiredNames } from "../parameter/parameter.ts";
import type { FailureSentences } from "../../shared/internal/type-error.ts";

/** The types of a failure besides its name and status. */
export interface Detail {
  /** `NoRequest` if it has no data. */
  readonly body: TypedBody;
  /** Response headers by name. */
  readonly headers: object;
  /** Whether it has neither data nor headers. */
  readonly plain: boolean;
}

/** Undeclared headers: text, or a list with one text per line. */
export type RawHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The headers of an answer: declared ones with their types, and others. */
export type HeadersGiven<H> = [keyof H] extends [never]
  ? RawHeaders
  : ParametersInput<H> & { readonly [name: string]: unknown };

/** The arguments of `fail` after the failure. */
export type Occurrence<D extends Detail> = D["plain"] extends true
  ? [data?: undefined, options?: OccurrenceOptions]
  : [RequiredNames<D["headers"]>] extends [never]
    ? undefined extends D["body"]["~given"]
      ? [data?: D["body"]["~given"], options?: OptionsWith<D["headers"]>]
      : [data: D["body"]["~given"], options?: OptionsWith<D["headers"]>]
    : [
        data: D["body"]["~given"],
        options: OptionsWith<D["headers"]> & { readonly headers: HeadersGiven<D["headers"]> },
      ];

/** The arguments of `fail` after a failure for a range: the options have the status. */
export type RangeOccurrence<
  F extends Ranging & { readonly "~detail": Detail },
  Status extends number,
> = [
  data: F["~detail"]["body"]["~given"],
  options: RangeOptions<F["~detail"]["headers"]> & {
    readonly status: StatusIn<F["status"], Status>;
  },
];
type RangeOptions<H> = [RequiredNames<H>] extends [never]
  ? { readonly headers?: HeadersGiven<H> }
  : { readonly headers: HeadersGiven<H> };

/** More arguments than `fail` has: those of a failure for a range depend on the status. */
export type Unlike = [never, never, never];

/** The `detail` and `instance` of the problem (RFC 9457 3.1.4, 3.1.5), and headers. */
export interface OccurrenceOptions {
  readonly detail?: string;
  readonly instance?: string;
  readonly headers?: RawHeaders;
}
interface OptionsWith<H> {
  readonly detail?: string;
  readonly instance?: string;
  readonly headers?: HeadersGiven<H>;
}

/** The statuses of a failure for a range: `"other"` is every status from 400 to 599. */
export type StatusRange = "4XX" | "5XX" | "other";

/** A failure for a range, by its types. */
export interface Ranging {
  readonly status: StatusRange;
}

/** The status of an answer: a declared one, or any number for a range. */
export type StatusNumber<Status> = Status extends number ? Status : number;

/** The failures of `F` that no failure of `Near` replaces: a nearer range replaces an inherited one. */
export type Unreplaced<F, Near extends { readonly status: unknown }> = F extends Ranging
  ? F["status"] extends Near["status"]
    ? never
    : F
  : F;

/** `Status` if it is in the range, else an error. The server checks a computed status. */
export type StatusIn<Range, Status extends number> = number extends Status
  ? number
  : `${Status}` extends `${Range extends "4XX" ? 4 : Range extends "5XX" ? 5 : 4 | 5}${Digit}${Digit}`
    ? Status
    : Range extends "4XX"
      ? FailureSentences["outside4XX"]
      : Range extends "5XX"
        ? FailureSentences["outside5XX"]
        : FailureSentences["status"];
export type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** The lowest and the highest status of each range. */
export const RANGES: ReadonlyMap<unknown, readonly [low: number, high: number]> = new Map([
  ["4XX", [400, 499]],
  ["5XX", [500, 599]],
  ["other", [400, 599]],
]);
