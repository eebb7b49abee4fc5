// The deprecation of an endpoint as data. Clients are told before an endpoint goes: by headers, in documents, and by
// the client's `noticeDeprecated`.

/** A day in UTC, `2027-05-01`. */
export type Day = `${number}-${number}-${number}`;

/** Since when an endpoint is deprecated, when it goes, and what replaces it. */
export interface Deprecation {
  /** The day from which the endpoint is deprecated, in UTC (RFC 9745). */
  readonly since?: Day;
  /** The day on which the endpoint goes, in UTC (RFC 8594). */
  readonly sunset?: Day;
  /**
   * The endpoint to use instead: its name from the export of its root, `v2.users.list`, or its key,
   * `GET /v2/users/{}`.
   */
  readonly successor?: string;
  /** The URL of a page that says what to do. */
  readonly link?: string;
}
