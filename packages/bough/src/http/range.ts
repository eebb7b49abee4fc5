// One byte range of a body whose size is known (RFC 9110 14). Several ranges, other units and what
// is malformed are answered with the whole, as the standard allows.

/** A range of bytes, both ends included, as in `Content-Range`. */
export interface ByteRange {
  /** The position of its first byte. */
  readonly start: number;
  /** The position of its last byte. */
  readonly end: number;
}

/** Reads a `Range` header against a body of `size` bytes: its part, all of it (200), or none (416). */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | "whole" | "unsatisfiable" {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined) return "whole";
  if (first === "") return suffix(last, size);
  if (last !== "" && isLess(last, first)) return "whole";
  // A text too long for a number becomes one that is too large, Infinity at last: compared, never added to.
  const start = Number(first);
  if (start >= size) return "unsatisfiable";
  return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}

/** `-500`: so many bytes at the end. */
function suffix(length: string, size: number): ByteRange | "whole" | "unsatisfiable" {
  if (length === "") return "whole";
  if (Number(length) === 0) return "unsatisfiable";
  // Satisfiable, but no range says "none of no bytes".
  if (size === 0) return "whole";
  return { start: Math.max(size - Number(length), 0), end: size - 1 };
}

/** Compares as digits: as numbers, large neighbours are equal. */
function isLess(a: string, b: string): boolean {
  const [left, right] = [a.replace(/^0+/, ""), b.replace(/^0+/, "")];
  return left.length === right.length ? left < right : left.length < right.length;
}
