// Finds the route of a request: the steps that every request takes before the pipeline of its endpoint. They
// check target, path and method: 414, 400, 404, 405, 501.
import type { Codec } from "../../shared/codec/codec.ts";
import { isKnownMethod } from "../../shared/http/method.ts";
import { parseTarget, isPlainHost } from "../../shared/http/request-target.ts";
import { readIds } from "../../declare/routing/path-segments.ts";
import type { Ids } from "../../declare/tree/address.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { NOSNIFF } from "../exchange/answer.ts";
import {
  below,
  encodedMount,
  locationOf,
  otherSpelling,
  type BasePath,
  type TrailingSlashMismatch,
} from "../options/base-path.ts";
import { acceptHeader, readTypes } from "../request/representation.ts";
import { varies } from "../request/read-request.ts";
import type { Exchange, MatchedEndpoint } from "../exchange/exchange.ts";
import type { Entry, KnownEndpoints } from "./known-endpoints.ts";
import type { Pipeline } from "./pipeline-run.ts";
import { invalidRequest, rejection, type Rejection } from "../exchange/rejection.ts";

/** The result of dispatching: a route, an answer to OPTIONS, a rejection. */
export type Destination =
  | {
      readonly kind: "route";
      readonly entry: Entry;
      readonly pipeline: () => Pipeline;
      readonly ids: Ids;
      readonly query: string | undefined;
    }
  | {
      readonly kind: "redirect";
      readonly entry: Entry;
      readonly ids: Ids;
      readonly location: string;
    }
  | {
      readonly kind: "options";
      readonly headers: readonly string[];
      readonly methods: readonly string[];
      readonly endpoints: readonly AnyEndpoint[];
    }
  | {
      readonly kind: "rejected";
      readonly rejection: Rejection;
      readonly entry: Entry | undefined;
      readonly ids: Ids;
    };

/** What dispatching depends on. */
export interface DispatchRules {
  readonly known: KnownEndpoints;
  /** The longest target, in bytes. */
  readonly longestTarget: number;
  /** The prefix of every path. */
  readonly basePath: BasePath;
  readonly codecs: readonly Codec[];
  readonly trailingSlashMismatch: TrailingSlashMismatch;
}

const NO_IDS: Ids = Object.freeze({});
const NOT_FOUND = refusal(rejection(404));

/** Finds the route of a request. */
export function dispatch(exchange: Exchange, rules: DispatchRules): Destination {
  const { method, authority } = exchange;
  const target = parseTarget(exchange.target, rules.longestTarget);
  if (target.kind === "too-long") {
    return refusal(rejection(414, target.message));
  }
  if (authority !== undefined && !isPlainHost(authority)) {
    return refusal(
      invalidRequest([{ in: "header", name: "host", message: "must be a plain host[:port]" }]),
    );
  }
  if (target.kind === "asterisk") {
    return method === "OPTIONS"
      ? { kind: "options", headers: NOSNIFF, methods: [], endpoints: [] }
      : refusal(
          invalidRequest([{ in: "path", message: "the target must not be * for this method" }]),
        );
  }
  if (target.kind === "malformed") {
    return refusal(invalidRequest([{ in: "path", message: target.message }]));
  }
  const { query } = target;
  const path = rules.basePath.prefix === "" ? target.path : below(target.path, rules.basePath);
  const found = path === undefined ? NOT_FOUND : reach({ method, path, query }, rules);
  return found === NOT_FOUND && path !== undefined && rules.trailingSlashMismatch === "redirect"
    ? otherSlash({ method, path, query }, rules, exchange.mount)
    : found;
}

/** Method, path and query of a request, below the base path. */
interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly query: string | undefined;
}

function reach(
  { method, path, query }: RequestLine,
  { known, codecs }: DispatchRules,
): Destination {
  const values: string[] = [];
  const entry = known.tree.find(method, path, values);
  const ids =
    entry === undefined ? undefined : entry.ids.length === 0 ? NO_IDS : readIds(entry.ids, values);
  if (entry === undefined || ids === undefined) {
    return otherMethods(method, path, known, codecs);
  }
  const { pipeline } = entry;
  if (pipeline === undefined) {
    const detail = `${entry.endpoint.method} ${entry.endpoint.template} has no handler`;
    return { kind: "rejected", rejection: rejection(501, detail), entry, ids };
  }
  return { kind: "route", entry, pipeline, ids, query };
}

// No endpoint has this path. If one has it with or without a slash at the end, only a request that runs a
// handler is redirected: 405 and OPTIONS need no second request.
function otherSlash(asked: RequestLine, rules: DispatchRules, mount: string = ""): Destination {
  const path = otherSpelling(asked.path);
  const found = path === undefined ? NOT_FOUND : reach({ ...asked, path }, rules);
  if (found.kind !== "route") {
    return found;
  }
  const { entry, ids, query } = found;
  const prefix = encodedMount(mount) + rules.basePath.prefix;
  const location = locationOf({ endpoint: entry.endpoint, ids, query, prefix });
  return { kind: "redirect", entry, ids, location };
}

/** Whether the host answers the request: no endpoint has its path, or the host's route is for another one. */
export function isForOthers(
  found: Destination,
  proposed: ((endpoint: AnyEndpoint) => boolean) | undefined,
): boolean {
  // A redirection runs nothing. A host's router may take the slash at the end for an empty id of another endpoint.
  if (found.kind === "options" || found.kind === "redirect") {
    return false;
  }
  return (
    (found.kind === "rejected" && found.rejection.status === 404) ||
    (found.entry !== undefined && proposed?.(found.entry.endpoint) === false)
  );
}

// No endpoint has this path and method. `Allow` lists the methods of the path (RFC 9110 15.5.6).
function otherMethods(
  method: string,
  path: string,
  known: KnownEndpoints,
  codecs: readonly Codec[],
): Destination {
  const there = known.tree
    .all(path)
    .filter(({ entry, values }) => readIds(entry.ids, values) !== undefined);
  if (there.length === 0) {
    return NOT_FOUND;
  }
  const declared = new Set<string>(there.map(({ entry }) => entry.endpoint.method));
  if (declared.has("GET")) {
    declared.add("HEAD");
  }
  // The method exists, but an id did not decode: there is no such resource.
  if (declared.has(method)) {
    return NOT_FOUND;
  }
  const endpoints = endpointsAt(declared, path, known);
  if (endpoints.size === 0) {
    return NOT_FOUND;
  }
  const methods = [...endpoints.keys(), "OPTIONS"];
  const all = [...new Set(endpoints.values())];
  const vary = all.some((endpoint) => varies(endpoint, codecs)) ? ["vary", "Accept"] : [];
  const allow = ["allow", methods.join(", "), ...vary];
  if (method === "OPTIONS") {
    const reads = all.flatMap((endpoint) => {
      const types = readTypes(endpoint, codecs);
      return types.length > 0 ? acceptHeader(endpoint.method, types) : [];
    });
    const headers = [...NOSNIFF, ...allow, ...reads];
    return { kind: "options", headers, methods, endpoints: all };
  }
  return isKnownMethod(method)
    ? refusal(rejection(405, undefined, allow))
    : refusal(rejection(501, "the server does not know this method", vary));
}

// A method leads to one endpoint. If its ids do not decode, no other endpoint answers the request.
function endpointsAt(
  methods: Iterable<string>,
  path: string,
  known: KnownEndpoints,
): Map<string, AnyEndpoint> {
  const endpoints = new Map<string, AnyEndpoint>();
  for (const method of methods) {
    const values: string[] = [];
    const entry = known.tree.find(method, path, values);
    if (entry !== undefined && readIds(entry.ids, values) !== undefined) {
      endpoints.set(method, entry.endpoint);
    }
  }
  return endpoints;
}

/** The refusal of a request, whatever its path. */
export function refusal(refused: Rejection): Destination {
  return { kind: "rejected", rejection: refused, entry: undefined, ids: NO_IDS };
}

/** The endpoint of a request, if it reached one. */
export function reachedBy(found: Destination): MatchedEndpoint | undefined {
  if (found.kind === "options" || found.entry === undefined) {
    return undefined;
  }
  const { entry, ids } = found;
  return { endpoint: entry.endpoint, ids };
}
