// Rejections that a test can ask for.
import type { AnyEndpoint } from "bough";

const USUAL = [400, 401, 403, 404, 406, 408, 413, 414, 415, 416, 431, 500, 501, 503];
const IN_PROGRESS = 409;
const REUSED = 422;

/** The statuses with which Bough itself refuses requests for an endpoint. */
export function refusalsOf({ idempotent, conditional, method }: AnyEndpoint): readonly number[] {
  return [
    ...USUAL,
    ...(idempotent === undefined ? [] : [IN_PROGRESS, REUSED]),
    ...(conditional === undefined ? [] : method === "GET" ? [412] : [412, 428]),
  ].toSorted((a, b) => a - b);
}

/** The headers that such a rejection has besides, names and values. */
export function headersOfRefusal(
  status: number,
  { idempotent }: AnyEndpoint,
): readonly (readonly [name: string, value: string])[] {
  if (idempotent === undefined) {
    return [];
  }
  return status === IN_PROGRESS
    ? [
        ["idempotency-status", "in-progress"],
        ["retry-after", "1"],
      ]
    : status === REUSED
      ? [["idempotency-status", "reused"]]
      : [];
}
