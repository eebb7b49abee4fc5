// The options of a server that its kernel reads, its limits among them, and those that a host adds. `ServerOptions` has
// them, and those of the parts.
import { DecodeError, type Codec } from "../../shared/codec/codec.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import type { ServerCall } from "../handler/call.ts";
import type { TrailingSlashMismatch } from "./base-path.ts";
import { LONGEST_TIMER } from "../../shared/internal/later.ts";
import { amount, verifyTable, type OptionTable } from "./option-table.ts";
import { invalidRequest, type Rejection, type RequestIssue } from "../exchange/rejection.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import type { TakeException } from "../exchange/exchange.ts";

export interface KernelOptions {
  readonly codecs?: readonly Codec[];
  readonly limits?: Limits;
  readonly basePath?: string;
  readonly publicUrl?: string;
  readonly strictParameters?: boolean;
  readonly trailingSlashMismatch?: TrailingSlashMismatch;
  readonly validateResponses?: boolean;
  readonly requireSchemas?: boolean;
  readonly onError?: (error: unknown, call: ServerCall | undefined) => void;
}

/** The options of `route`, at run time. */
export interface RawRouteOptions {
  readonly request?: AnySchema | undefined;
  /** `false` sends the value as the handler returns it. */
  readonly response?: AnySchema | false | undefined;
  readonly limits?: RouteLimits | undefined;
}

/** The options of two views that a handler passes. An outer one that is `undefined` keeps the inner schema. */
export function joinedOptions(
  outer: RawRouteOptions | undefined,
  inner: RawRouteOptions | undefined,
): RawRouteOptions {
  const limits = outer?.limits ?? inner?.limits;
  return {
    request: outer?.request ?? inner?.request,
    response: outer?.response ?? inner?.response,
    limits: limits && { ...inner?.limits, ...outer?.limits },
  };
}

/** The limits of a server. `Infinity` removes a limit. */
export interface Limits extends RouteLimits {
  /** Bytes of a request target: 8 KiB. */
  readonly target?: number;
}

/** The limits of one route. `Infinity` removes a limit. */
export interface RouteLimits {
  /** Bytes of a request body, counted as they arrive. Default: 1 MiB. */
  readonly body?: number;
  /** Bytes of one item of JSON Lines that a handler reads while they arrive. Default: 1 MiB. */
  readonly item?: number;
  /** Names in a query or a form. Default: 1,000. */
  readonly names?: number;
  /** Levels of nesting in JSON. Default: 64. More than 500 are never read. */
  readonly depth?: number;
  /** Parts of a multipart body. Default: 1,000. */
  readonly parts?: number;
  /** Milliseconds for a whole body to arrive, or for the next chunk of a streamed one. Default: 30,000. */
  readonly idle?: number;
  /**
   * Milliseconds without progress after which `listen` resets the connection of a client that does not read its
   * response. Default: 60,000. It has no effect on other hosts, which own their sockets.
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

/** The rules for a body while it is read. */
export interface OpenRules {
  readonly contentType: string;
  readonly limits: Required<Limits>;
  /** Of the body, or of each item of a sequence. */
  readonly schema: AnySchema | undefined;
  /** Called with the rejection, before the reader of the body gets an error. */
  readonly refuse: (refused: Rejection) => void;
}

/** Rejects a body. Returns the error for its reader. */
export function refusedAs(rules: OpenRules, issues: readonly Omit<RequestIssue, "in">[]): Error {
  rules.refuse(invalidRequest(issues.map((issue) => ({ in: "body", ...issue }))));
  return new DecodeError(issues[0]?.message ?? "is not valid", issues[0]?.pointer);
}

/** The host's step between a request that was not refused and its handler: it runs `handle`, or answers by itself. */
export type Admission = (call: ServerCall, handle: () => void) => void;

/** The options that a host adds. */
export interface HostHooks {
  /** Set if there is no host: a request alone is all that handlers need. */
  readonly whole?: boolean;
  /** Called with every new endpoint, before a request can reach it. */
  readonly added?: (endpoint: AnyEndpoint) => void;
  /** Called after all endpoints of a tree. */
  readonly complete?: () => void;
  /** Runs a handler when the host is ready. Without it, the handler runs at once. */
  readonly whenAdmitted?: Admission;
  /** Passes an exception to the host's error handler. `false`: the server answers 500. */
  readonly takeException?: TakeException;
  /** The codecs of rejections. Default: the codecs of the options. */
  readonly codecs?: readonly Codec[] | undefined;
}
