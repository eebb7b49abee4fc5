// A value as JSON.stringify sees it.

/** The value that JSON.stringify writes for a member or an element; `undefined` if it writes none. */
export function jsonView(value: unknown, key: string): unknown {
  if (typeof value === "object") {
    return value === null ? null : unboxed(withoutMethod(value, key));
  }
  if (typeof value === "bigint") {
    return withoutMethod(value, key);
  }
  return typeof value === "function" || typeof value === "symbol" ? undefined : value;
}

function withoutMethod(value: object | bigint, key: string): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is known about the member, and it may be absent
  const { toJSON } = value as { readonly toJSON?: unknown };
  // Only the author of the method knows its types.
  return typeof toJSON === "function" ? (toJSON.call(value, key) as unknown) : value;
}

const BOXES: ReadonlySet<unknown> = /* @__PURE__ */ new Set([Number, String, Boolean]);

function unboxed(value: unknown): unknown {
  if (typeof value === "function" || typeof value === "symbol") {
    return undefined;
  }
  return typeof value === "object" && value !== null && BOXES.has(value.constructor)
    ? value.valueOf()
    : value;
}
