// One byte range of a body with a known size (RFC 9110 14). For several ranges, other units and malformed
// headers, the response is the whole body, as the standard allows.

/** A range of bytes, both ends included, as in `Content-Range`. */
export interface ByteRange {
  /** The position of its first byte. */
  readonly start: number;
  /** The position of its last byte. */
  readonly end: number;
}

/** Applies a `Range` header to a body of `size` bytes: a part (206), the whole (200) or nothing (416). */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | "whole" | "unsatisfiable" {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined) {
    return "whole";
  }
  if (first === "") {
    return suffix(last, size);
  }
  // As numbers, large ones that differ by one would be equal.
  if (last !== "" && BigInt(last) < BigInt(first)) {
    return "whole";
  }
  // A very long number becomes Infinity, which the comparison below handles.
  const start = Number(first);
  if (start >= size) {
    return "unsatisfiable";
  }
  return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}

/** `-500`: the last 500 bytes. */
function suffix(length: string, size: number): ByteRange | "whole" | "unsatisfiable" {
  if (length === "") {
    return "whole";
  }
  if (Number(length) === 0) {
    return "unsatisfiable";
  }
  // An empty body is satisfiable, but `Content-Range` cannot express an empty range.
  if (size === 0) {
    return "whole";
  }
  return { start: Math.max(size - Number(length), 0), end: size - 1 };
}
