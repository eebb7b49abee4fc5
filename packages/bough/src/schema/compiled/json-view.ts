// A value as JSON.stringify sees it.

/** The value that JSON.stringify writes for a member or an element; `undefined` if it writes none. */
export function jsonView(value: unknown, key: string): unknown {
  switch (typeof value) {
    case "object":
      return value === null ? null : unboxed(withoutMethod(value, key));
    case "bigint":
      return withoutMethod(value, key);
    case "function":
    case "symbol":
      return undefined;
    default:
      return value;
  }
}

function withoutMethod(value: object | bigint, key: string): unknown {
  const { toJSON } = value as { readonly toJSON?: unknown };
  // The seam: what the method takes and gives is only known to its author.
  return typeof toJSON === "function" ? (toJSON.call(value, key) as unknown) : value;
}

function unboxed(value: unknown): unknown {
  return value instanceof Number || value instanceof String || value instanceof Boolean
    ? value.valueOf()
    : typeof value === "function" || typeof value === "symbol"
      ? undefined
      : value;
}
