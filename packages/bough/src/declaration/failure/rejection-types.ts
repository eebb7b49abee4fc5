// The problem types of the rejections that Bough itself answers, by status. The server sends them, and OpenAPI
// documents list them.

const TYPES: ReadonlyMap<number, string> = /* @__PURE__ */ new Map([
  [400, "invalid-request"],
  [401, "unauthorized"],
  [403, "forbidden"],
  [404, "not-found"],
  [405, "method-not-allowed"],
  [406, "not-acceptable"],
  [408, "request-timeout"],
  [413, "content-too-large"],
  [414, "uri-too-long"],
  [415, "unsupported-media-type"],
  [416, "range-not-satisfiable"],
  [431, "request-header-fields-too-large"],
  [500, "internal-server-error"],
  [501, "not-implemented"],
  [503, "service-unavailable"],
  [505, "http-version-not-supported"],
]);

/** The statuses of rejections. */
// A spread would stay in the bundle of a client.
export const REJECTION_STATUSES: readonly number[] = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Array.from(/* @__PURE__ */ TYPES.keys()),
);

/** The problem type of a rejection without `urn:bough:`. */
export function rejectionType(status: number): string {
  return TYPES.get(status) ?? "error";
}
