// Checks a handler at its registration. Its pipeline is built at the first call, because a starting process has many
// endpoints and calls few of them.
import type { Codec } from "../../codec/codec.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import type { CallScope } from "../call/call.ts";
import type { KernelOptions, RawRouteOptions } from "../options/kernel-options.ts";
import { routeLimits, type Limits } from "../options/limits.ts";
import { warn } from "../options/report.ts";
import type { HostHooks } from "./host-hooks.ts";
import { isUnvalidated, type KnownEndpoints } from "./known-endpoints.ts";
import type { PartList } from "./part-list.ts";
import { pipelineOf, type Pipeline } from "./pipeline-run.ts";
import type { Route } from "./route.ts";
import { verifyRoute, type Registration } from "./verify-route.ts";

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
    initial: hooks.initial,
    whenAdmitted: hooks.whenAdmitted,
    send,
    onException,
  };
}
