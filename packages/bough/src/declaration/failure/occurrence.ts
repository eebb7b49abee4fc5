// One occurrence of a failure: what is given beside the declared value when the server
// fails. A failure carries these types, so that the compiler works them out once.
import type { TypedBody } from "../body/body.ts";
import type { ParametersGiven, RequiredNames } from "../parameter/parameter.ts";

/** What a failure carries besides its name and status. */
export interface Detail {
  /** `Absent` for none. */
  readonly body: TypedBody;
  /** Response headers by name. */
  readonly headers: object;
  /** Whether there is neither. */
  readonly plain: boolean;
}

/** Headers that are not declared: text, or several lines. */
export type RawHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Headers of an answer: the declared ones typed, others beside them. */
export type HeadersGiven<H> = [keyof H] extends [never]
  ? RawHeaders
  : ParametersGiven<H> & { readonly [name: string]: unknown };

/** What is given after the failure: its data, then members of this occurrence. */
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

/** Members of an occurrence, whatever headers the failure declares. */
export interface AnyOccurrence {
  readonly detail?: string;
  readonly instance?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** Members of this occurrence of a failure (RFC 9457 3.1.4, 3.1.5), and its headers. */
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
