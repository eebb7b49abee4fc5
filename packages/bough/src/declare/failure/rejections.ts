// The rejections that Bough itself sends, as data: the server sends them, OpenAPI documents and contracts list them,
// and docs/errors.md explains them.
import { statusPhrase } from "../../shared/http/status.ts";

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

const ROWS: readonly (readonly [status: number, type: string, when: When])[] = [
  [400, "invalid-request", takesInput],
  [401, "unauthorized", isSecured],
  [403, "forbidden", isSecured],
  [404, "not-found", hasIds],
  [405, "method-not-allowed", never],
  [406, "not-acceptable", hasContent],
  [408, "request-timeout", hasBody],
  [409, "idempotency-key-in-progress", isIdempotent],
  [412, "precondition-failed", mayHaveChanged],
  [413, "content-too-large", hasBody],
  [414, "uri-too-long", always],
  [415, "unsupported-media-type", hasBody],
  [416, "range-not-satisfiable", hasRanges],
  [422, "idempotency-key-reused", isIdempotent],
  [428, "precondition-required", needsVersion],
  [431, "request-header-fields-too-large", always],
  [500, "internal-server-error", always],
  [501, "not-implemented", always],
  [503, "service-unavailable", always],
  [505, "http-version-not-supported", never],
];

export const REJECTIONS: readonly RejectionRow[] = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ ROWS.map(([status, type, when]) => ({
    status,
    type,
    title: statusPhrase(status),
    when,
  })),
);

const BY_STATUS: ReadonlyMap<number, RejectionRow> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ REJECTIONS.map((row) => [row.status, row]),
);

export function rejectionRow(status: number): RejectionRow | undefined {
  return BY_STATUS.get(status);
}
