// The deprecation of an endpoint as data. Clients are told before an endpoint goes: by headers, in documents, and by
// the client's `noticeDeprecated`.

/** A day in UTC, `2027-05-01`. */
export type Day = `${number}-${number}-${number}`;

/** Since when an endpoint is deprecated, when it goes, and where to read what to do. */
export interface Deprecation {
  /** The day from which the endpoint is deprecated, in UTC (RFC 9745). */
  readonly since?: Day;
  /** The day on which the endpoint goes, in UTC (RFC 8594). */
  readonly sunset?: Day;
  /** The URL of a page that says what to do. */
  readonly link?: string;
}
