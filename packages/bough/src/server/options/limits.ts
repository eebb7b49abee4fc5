// The limits of requests, by name.
import { LONGEST_TIMER } from "../../internal/longest-timer.ts";
import { amount, verifyTable, type OptionTable } from "./option-table.ts";

/** The limits of a server. `Infinity` removes a limit. */
export interface Limits extends RouteLimits {
  /** Bytes of a request target: 8 KiB. */
  readonly target?: number;
}

/** The limits of one route. `Infinity` removes a limit. */
export interface RouteLimits {
  /** Bytes of a request body, counted as they arrive: 1 MiB. */
  readonly body?: number;
  /** Bytes of one item of JSON Lines that a handler reads while they arrive: 1 MiB. */
  readonly item?: number;
  /** Names in a query: 1,000. */
  readonly names?: number;
  /** Levels of nesting in JSON: 64. More than 500 are never read. */
  readonly depth?: number;
  /** Parts of a multipart body: 1,000. */
  readonly parts?: number;
  /** Milliseconds for a body to arrive: 30,000. */
  readonly idle?: number;
  /**
   * Milliseconds without progress until `listen` resets the connection of a client that does not read its
   * answer: 60,000. It has no effect on other hosts, which own their sockets.
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

/** The limits of a server. Throws `TypeError` for unknown names and wrong values. */
export function serverLimits(given: Limits | undefined): Required<Limits> {
  return withLimits(DEFAULT_LIMITS, given, OPTIONS);
}

/** The limits of a route. Throws `TypeError` for unknown names and wrong values. */
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
  // Few routes have their own limits. The others share the server's.
  if (given === undefined) {
    return base;
  }
  verifyTable("limits", given, options);
  const limits = { ...base };
  for (const name of Object.keys(base).filter(isLimit)) {
    limits[name] = given[name] ?? base[name];
  }
  limits.idle = Math.min(limits.idle, LONGEST_TIMER);
  return limits;
}

function isLimit(name: string): name is keyof Limits {
  return Object.hasOwn(DEFAULT_LIMITS, name);
}
