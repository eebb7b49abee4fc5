// Registers the handlers of a server. Checks each of them at once, and builds its route at the first call.
import type { Codec } from "../../codec/codec.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import type { CallScope } from "../call/call.ts";
import type { ViewSteps } from "../call/view.ts";
import type { KernelOptions, RawRouteOptions } from "../options/kernel-options.ts";
import { routeLimits, type Limits } from "../options/limits.ts";
import { warn } from "../options/report.ts";
import type { HostHooks } from "./host-hooks.ts";
import { isUnvalidated, type KnownEndpoints } from "./known-endpoints.ts";
import type { PartList } from "./part-list.ts";
import { Route } from "./route.ts";
import type { RouteParts } from "./route-parts.ts";
import { verifyRoute, type Registration } from "./verify-route.ts";

/** What the routes of a server use. */
export interface RegistryRules {
  readonly options: KernelOptions;
  readonly hooks: HostHooks;
  readonly codecs: readonly Codec[];
  readonly limits: Required<Limits>;
  readonly known: KnownEndpoints;
  readonly parts: PartList;
  readonly scopeOf: (endpoint: AnyEndpoint) => CallScope;
  readonly send: RouteParts["send"];
  readonly onException: RouteParts["onException"];
}

/** The routes of one server. */
export class RouteRegistry {
  readonly #rules: RegistryRules;

  constructor(rules: RegistryRules) {
    this.#rules = rules;
  }

  /** Checks the handler of one endpoint. The returned function registers it. */
  prepare(
    endpoint: AnyEndpoint,
    handler: unknown,
    steps: ViewSteps,
    options: RawRouteOptions,
  ): () => void {
    const { known, parts, options: rules, limits } = this.#rules;
    const entry = known.entryOf(endpoint);
    const unvalidated = isUnvalidated(endpoint, options.request, parts.types);
    const schemaMissing = unvalidated && rules.requireSchemas === true;
    const given: Registration = { endpoint, handler, steps, options, schemaMissing, parts };
    verifyRoute(entry, given);
    const own = { handler: given.handler, steps, limits: routeLimits(limits, options.limits) };
    // Built at the first call, because a starting process has many endpoints and calls few of them.
    let prepared: Route | undefined;
    const route = (): Route => (prepared ??= this.#routeOf(endpoint, own, options));
    return () => {
      entry.route = route;
      entry.options = { ...options, response: options.response || undefined };
      entry.unvalidated = unvalidated;
      entry.stall = options.limits?.stall;
      for (const part of parts.all) {
        warn(part.warn?.(endpoint, own.limits));
      }
    };
  }

  #routeOf(
    endpoint: AnyEndpoint,
    own: Pick<RouteParts, "handler" | "steps" | "limits">,
    { request, response }: RawRouteOptions,
  ): Route {
    const { options, hooks, codecs, parts, scopeOf, send, onException } = this.#rules;
    return new Route({
      ...scopeOf(endpoint),
      ...own,
      ...parts.endpoint({ endpoint, steps: own.steps }),
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
    });
  }
}
