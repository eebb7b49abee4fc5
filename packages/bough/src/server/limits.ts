// The bounds of requests, by name.
import { LONGEST_TIMER } from "../internal/longest-timer.ts";
import { amount, verifyTable } from "./option-table.ts";
import type { OptionTable } from "./option-table.ts";

/** Bounds of one server or route; `Infinity` for none. */
export interface Limits {
  /** Bytes of a request body, counted as they arrive: 1 MiB. */
  readonly body?: number;
  /** Bytes of a request target: 8 KiB. */
  readonly target?: number;
  /** Bytes of one path segment: 1,024. */
  readonly segment?: number;
  /** Bytes of one of the JSON lines that a handler reads as they come: 1 MiB. */
  readonly item?: number;
  /** Names in a query: 1,000. */
  readonly names?: number;
  /** Levels of nesting in JSON: 64. */
  readonly depth?: number;
  /** Parts of a multipart body: 1,000. */
  readonly parts?: number;
  /** Milliseconds for a body to arrive: 30,000. */
  readonly idle?: number;
}

export const DEFAULT_LIMITS: Required<Limits> = {
  body: 1_048_576,
  target: 8_192,
  segment: 1_024,
  item: 1_048_576,
  names: 1_000,
  depth: 64,
  parts: 1_000,
  idle: 30_000,
};

const OPTIONS: OptionTable = Object.fromEntries(
  Object.keys(DEFAULT_LIMITS).map((name) => [name, amount]),
);

/** These limits with others in place of some; throws `TypeError` for one that bounds nothing. */
export function withLimits(base: Required<Limits>, given?: Limits): Required<Limits> {
  // Few routes have limits of their own: the others share the server's.
  if (given === undefined) {
    return base;
  }
  verifyTable("limits", given, OPTIONS);
  const limits = { ...base };
  for (const name of Object.keys(base) as (keyof Limits)[]) {
    limits[name] = given[name] ?? base[name];
  }
  limits.idle = Math.min(limits.idle, LONGEST_TIMER);
  return limits;
}
