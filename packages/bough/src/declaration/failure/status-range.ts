// The statuses that one failure can stand for: all from 400 to 499, all from 500 to 599, or both.
import type { FailureSentences } from "../../internal/type-error.ts";

/** The statuses of a failure for a range: `"other"` is every status from 400 to 599. */
export type StatusRange = "4XX" | "5XX" | "other";

/** A failure for a range, by its types. */
export interface Ranging {
  readonly status: StatusRange;
}

/** The status of an answer: a declared one, or any number for a range. */
export type StatusNumber<Status> = Status extends number ? Status : number;

/**
 * The failures of `F` that no failure of `Near` replaces: a nearer range replaces an inherited one.
 */
export type Unreplaced<F, Near extends { readonly status: unknown }> = F extends Ranging
  ? F["status"] extends Near["status"]
    ? never
    : F
  : F;

/** `Status` if it is in the range, else an error. The server checks a computed status. */
export type StatusIn<Range, Status extends number> = number extends Status
  ? number
  : `${Status}` extends `${Range extends "4XX" ? 4 : Range extends "5XX" ? 5 : 4 | 5}${Digit}${Digit}`
    ? Status
    : Range extends "4XX"
      ? FailureSentences["outside4XX"]
      : Range extends "5XX"
        ? FailureSentences["outside5XX"]
        : FailureSentences["status"];
/** A decimal digit. */
export type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** The lowest and the highest status of each range. */
export const RANGES: ReadonlyMap<unknown, readonly [low: number, high: number]> = new Map([
  ["4XX", [400, 499]],
  ["5XX", [500, 599]],
  ["other", [400, 599]],
]);
