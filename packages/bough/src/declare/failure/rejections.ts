// The rejections that Bough itself sends, as data: the server sends them, OpenAPI documents and contracts list them,
// and docs/errors.md explains them.

/** A rejection. */
export interface RejectionRow {
  readonly status: number;
  /** The problem type without `urn:bough:`. */
  readonly type: string;
  readonly title: string;
  /** Whether a request that reached the endpoint may be refused so. */
  readonly when: (endpoint: DescribedRequest) => boolean;
}

/** What a contract says of the requests to an endpoint. */
export interface DescribedRequest {
  readonly path?: readonly unknown[] | undefined;
  readonly query?: unknown;
  readonly headers?: unknown;
  readonly cookies?: unknown;
  readonly request?: unknown;
  readonly idempotent?: unknown;
  readonly conditional?:
    | { readonly changed?: unknown; readonly required?: boolean | undefined }
    | undefined;
  /** Each alternative has the scopes of its schemes by their names; that of nobody is empty. */
  readonly security?: readonly object[] | undefined;
  readonly responses?: readonly { readonly content: readonly { readonly kind: string }[] }[];
}

type When = RejectionRow["when"];
const always: When = () => true;
// A request with another method or version of HTTP is not for the endpoint.
const never: When = () => false;
const hasBody: When = ({ request }) => request !== undefined;
const isSecured: When = ({ security = [] }) =>
  security.some((alternative) => Object.keys(alternative).length > 0);
const isIdempotent: When = ({ idempotent }) => idempotent !== undefined;
const takesInput: When = ({ query, headers, cookies, request, idempotent, conditional }) =>
  (query ?? headers ?? cookies ?? request ?? idempotent ?? conditional) !== undefined;
const mayHaveChanged: When = ({ conditional }) =>
  conditional !== undefined && conditional.changed === undefined;
const needsVersion: When = ({ conditional }) => conditional?.required === true;
const hasIds: When = ({ path = [] }) => path.length > 0;
const hasContent: When = ({ responses = [] }) =>
  responses.some(({ content }) => content.length > 0);
const hasRanges: When = ({ responses = [] }) =>
  responses.some(({ content }) =>
    content.some(({ kind }) => kind === "bytes" || kind === "stream"),
  );

/** All rejections, by status. */
export const REJECTIONS: readonly RejectionRow[] = /* @__PURE__ */ Object.freeze([
  { status: 400, type: "invalid-request", title: "Bad Request", when: takesInput },
  { status: 401, type: "unauthorized", title: "Unauthorized", when: isSecured },
  { status: 403, type: "forbidden", title: "Forbidden", when: isSecured },
  { status: 404, type: "not-found", title: "Not Found", when: hasIds },
  { status: 405, type: "method-not-allowed", title: "Method Not Allowed", when: never },
  { status: 406, type: "not-acceptable", title: "Not Acceptable", when: hasContent },
  { status: 408, type: "request-timeout", title: "Request Timeout", when: hasBody },
  {
    status: 409,
    type: "idempotency-key-in-progress",
    title: "Conflict",
    when: isIdempotent,
  },
  { status: 412, type: "precondition-failed", title: "Precondition Failed", when: mayHaveChanged },
  { status: 413, type: "content-too-large", title: "Content Too Large", when: hasBody },
  { status: 414, type: "uri-too-long", title: "URI Too Long", when: always },
  { status: 415, type: "unsupported-media-type", title: "Unsupported Media Type", when: hasBody },
  { status: 416, type: "range-not-satisfiable", title: "Range Not Satisfiable", when: hasRanges },
  {
    status: 422,
    type: "idempotency-key-reused",
    title: "Unprocessable Content",
    when: isIdempotent,
  },
  {
    status: 428,
    type: "precondition-required",
    title: "Precondition Required",
    when: needsVersion,
  },
  {
    status: 431,
    type: "request-header-fields-too-large",
    title: "Request Header Fields Too Large",
    when: always,
  },
  { status: 500, type: "internal-server-error", title: "Internal Server Error", when: always },
  { status: 501, type: "not-implemented", title: "Not Implemented", when: always },
  { status: 503, type: "service-unavailable", title: "Service Unavailable", when: always },
  {
    status: 505,
    type: "http-version-not-supported",
    title: "HTTP Version Not Supported",
    when: never,
  },
]);

const BY_STATUS: ReadonlyMap<number, RejectionRow> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ REJECTIONS.map((row) => [row.status, row]),
);

/** The rejection with a status. */
export function rejectionRow(status: number): RejectionRow | undefined {
  return BY_STATUS.get(status);
}
