// The arguments of `fail` after the failure: its data, detail, instance and headers. They are types
// of the failure, so the compiler computes them once.
import type { TypedBody } from "../body/body.ts";
import type { ParametersInput, RequiredNames } from "../parameter/parameter.ts";
import type { Ranging, StatusIn } from "./status-range.ts";

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
