// The bounds of requests, by name.
import { LONGEST_TIMER } from "../../internal/longest-timer.ts";
import { amount, verifyTable } from "./option-table.ts";
import type { OptionTable } from "./option-table.ts";

/** The limits of a server. `Infinity` turns one off. */
export interface Limits extends RouteLimits {
  /** Bytes of a request target: 8 KiB. */
  readonly target?: number;
}

/** The limits of one route. `Infinity` turns one off. */
export interface RouteLimits {
  /** Bytes of a request body, counted as they arrive: 1 MiB. */
  readonly body?: number;
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
  /**
   * Milliseconds until `listen` resets the connection of a client that takes none of the bytes that
   * wait for it: 60,000. It has no effect on other hosts, which own their sockets.
   */
  readonly stall?: number;
}

const DEFAULT_LIMITS: Required<Limits> = {
  body: 1_048_576,
  target: 8_192,
  item: 1_048_576,
  names: 1_000,
  depth: 64,
  parts: 1_000,
  idle: 30_000,
  stall: 60_000,
};

const OPTIONS: OptionTable = Object.fromEntries(
  Object.keys(DEFAULT_LIMITS).map((name) => [name, amount]),
);

const { target: _, ...ROUTE_OPTIONS } = OPTIONS;

/** The limits of a server; throws `TypeError` for one that bounds nothing. */
export function serverLimits(given: Limits | undefined): Required<Limits> {
  return withLimits(DEFAULT_LIMITS, given, OPTIONS);
}

/** The limits of a route; throws `TypeError` for one that bounds nothing, and for one that only a server has. */
export function routeLimits(
  server: Required<Limits>,
  given: RouteLimits | undefined,
): Required<Limits> {
  return withLimits(server, given, ROUTE_OPTIONS);
}

function withLimits(
  base: Required<Limits>,
  given: Limits | undefined,
  options: OptionTable,
): Required<Limits> {
  // Few routes have limits of their own: the others share the server's.
  if (given === undefined) {
    return base;
  }
  verifyTable("limits", given, options);
  const limits = { ...base };
  for (const name of Object.keys(base) as (keyof Limits)[]) {
    limits[name] = given[name] ?? base[name];
  }
  limits.idle = Math.min(limits.idle, LONGEST_TIMER);
  return limits;
}
