// The registration of a handler: it is checked, so that no request meets a mistake. Its pipeline is built at the first
// call, because a starting process has many endpoints and calls few of them.
import type { Codec } from "../../shared/codec/codec.ts";
import {
  chainOf,
  templateOf,
  type AnyEndpoint,
  type Placement,
} from "../../declare/tree/placement.ts";
import type { CallScope, RawHandler } from "../handler/call.ts";
import {
  routeLimits,
  type KernelOptions,
  type RawRouteOptions,
  type Limits,
  type HostHooks,
} from "../options/kernel-options.ts";
import { warn } from "../options/report.ts";
import { isUnvalidated, RouteError, type KnownEndpoints, type Entry } from "./known-endpoints.ts";
import type { PartList, GivenRoute, RouteFault } from "./part.ts";
import { pipelineOf, type Pipeline, type Route } from "./pipeline-run.ts";
import type { AnyFailure } from "../../declare/failure/failure.ts";
import { fieldsOf } from "../../shared/internal/record.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";

/** What the routes of a server use. */
export interface RouteRules {
  readonly options: KernelOptions;
  readonly hooks: HostHooks;
  readonly codecs: readonly Codec[];
  readonly limits: Required<Limits>;
  readonly known: KnownEndpoints;
  readonly parts: PartList;
  readonly scopeOf: (endpoint: AnyEndpoint) => CallScope;
  readonly send: Route["send"];
  readonly onException: Route["onException"];
}

/** Checks the handler of one endpoint. The returned function registers it. */
export function prepareRoute(
  rules: RouteRules,
  { endpoint, handler, steps, options }: Omit<Registration, "schemaMissing" | "parts">,
): () => void {
  const { known, parts, limits } = rules;
  const entry = known.entryOf(endpoint);
  const schemaMissing =
    rules.options.requireSchemas === true && isUnvalidated(endpoint, options.request, parts.types);
  const given: Registration = { endpoint, handler, steps, options, schemaMissing, parts };
  verifyRoute(entry, given);
  const own = { handler: given.handler, steps, limits: routeLimits(limits, options.limits) };
  let built: Pipeline | undefined;
  const pipeline = (): Pipeline => (built ??= pipelineOf(routeOf(rules, endpoint, own, options)));
  return () => {
    entry.pipeline = pipeline;
    entry.options = Object.assign(
      { ...options, response: options.response || undefined },
      ...parts.served.map((served) => served({ endpoint, steps, codecs: rules.codecs })),
    );
    entry.stall = options.limits?.stall;
    for (const warningOf of parts.warnings) {
      warn(warningOf(endpoint, own.limits));
    }
  };
}

function routeOf(
  rules: RouteRules,
  endpoint: AnyEndpoint,
  own: Pick<Route, "handler" | "steps" | "limits">,
  { request, response }: RawRouteOptions,
): Route {
  const { options, hooks, codecs, parts, scopeOf, send, onException } = rules;
  const steps = {
    ...own.steps,
    arounds: own.steps.arounds.filter((one) => one.appliesTo?.(endpoint) ?? true),
  };
  return {
    ...scopeOf(endpoint),
    ...own,
    steps,
    ...parts.endpoint({ endpoint, steps, codecs }),
    ignored: parts.namesOf(endpoint).secrets,
    vary: parts.variesBy(endpoint, codecs),
    codecs,
    readers: parts.bodies,
    writers: parts.bodies,
    strictParameters: options.strictParameters ?? false,
    validateResponses: response !== false && (options.validateResponses ?? true),
    types: parts.types?.of(endpoint),
    schemas: { request, response: response || undefined },
    whenAdmitted: hooks.whenAdmitted,
    send,
    onException,
  };
}

/** The route of one endpoint. */
export interface Registration extends GivenRoute {
  readonly handler: unknown;
  /** Whether its body lacks a schema although the server requires one. */
  readonly schemaMissing: boolean;
  readonly parts: PartList;
}

/** Throws `RouteError` for a route that cannot be registered. */
function verifyRoute(
  entry: Entry,
  given: Registration,
): asserts given is Registration & { readonly handler: RawHandler } {
  const fault = faultOf(entry, given);
  if (fault !== undefined) {
    const { method, template } = entry.endpoint;
    throw new RouteError(`${method} ${template}`, ...fault);
  }
}

function faultOf(entry: Entry, given: Registration): RouteFault | undefined {
  const { endpoint, options } = given;
  if (typeof given.handler !== "function") {
    return ["its handler is not a function", "pass (call) => …"];
  }
  if (entry.pipeline !== undefined) {
    return ["already has a handler", "remove one of the two route() calls"];
  }
  const { above, guards, arounds } = given.steps;
  const missed = above.length > 0 ? missedBy(endpoint, above) : undefined;
  if (missed !== undefined) {
    return [
      `is not below ${templateOf(missed)}, where its view is`,
      "route it on the server, or on a view at a resource above it",
    ];
  }
  const undeclared =
    undeclaredFailure(endpoint, "a guard", guards) ??
    undeclaredFailure(endpoint, "an around", arounds);
  if (undeclared !== undefined) {
    return undeclared;
  }
  const unsound = !isSchema(options.request)
    ? "request"
    : options.response !== false && !isSchema(options.response)
      ? "response"
      : undefined;
  if (unsound !== undefined) {
    return [
      `its ${unsound} schema is not a Standard Schema`,
      "pass a schema of zod, valibot, arktype …",
    ];
  }
  for (const refuse of given.parts.refusals) {
    const refused = refuse(given);
    if (refused !== undefined) {
      return refused;
    }
  }
  return given.schemaMissing
    ? ["its request body has no schema", "declare one, or pass { request: schema } to route"]
    : undefined;
}

function missedBy(endpoint: AnyEndpoint, above: readonly Placement[]): Placement | undefined {
  const chain = chainOf(endpoint["~endpoint"].parent);
  return above.find((placement) => !chain.includes(placement));
}

/** The fault of a step that may fail with a failure that the endpoint does not declare. */
export function undeclaredFailure(
  { failures }: AnyEndpoint,
  name: string,
  steps: Iterable<{ readonly failures: readonly AnyFailure[] }>,
): RouteFault | undefined {
  for (const step of steps) {
    const missing = step.failures.find((failure) => !failures.includes(failure));
    if (missing !== undefined) {
      return [
        `${name} may fail with "${missing.name}", which the endpoint does not declare`,
        "add .failure(…), or the failures option of a resource",
      ];
    }
  }
  return undefined;
}

// `null` counts as no schema.
function isSchema(schema: AnySchema | false | null | undefined): boolean {
  return (
    schema === undefined ||
    schema === null ||
    typeof fieldsOf(fieldsOf(schema)["~standard"])["validate"] === "function"
  );
}
