// Registers the handlers of a server. Checks each of them at once, and builds its route at the first call.
import type { Codec } from "../../codec/codec.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import type { ViewSteps } from "../call/view.ts";
import { routeLimits } from "../options/limits.ts";
import type { Limits } from "../options/limits.ts";
import type { ServerOptions } from "../options/server-options.ts";
import { CrossSite } from "../security/cross-site.ts";
import { SecurityCheck } from "../security/security-check.ts";
import type { EdgeOptions } from "./edge-options.ts";
import { isUnvalidated } from "./known-endpoints.ts";
import type { KnownEndpoints } from "./known-endpoints.ts";
import type { RejectionShapes } from "./rejection-shapes.ts";
import { Route } from "./route.ts";
import type { RouteParts } from "./route-parts.ts";
import { verifyRoute } from "./verify-route.ts";
import type { RawRouteOptions, Registration } from "./verify-route.ts";

/** The parts of a server that its routes use. */
export interface RegistryRules {
  readonly options: ServerOptions;
  readonly edge: EdgeOptions;
  readonly codecs: readonly Codec[];
  readonly limits: Required<Limits>;
  readonly known: KnownEndpoints;
  readonly shapes: RejectionShapes;
  readonly scopeOf: (
    endpoint: AnyEndpoint,
  ) => Pick<RouteParts, "endpoint" | "urlPrefix" | "onError">;
  readonly send: RouteParts["send"];
  readonly onException: RouteParts["onException"];
}

/** The routes of one server. */
export class RouteRegistry {
  readonly #rules: RegistryRules;
  readonly #crossSite: CrossSite;

  constructor(rules: RegistryRules) {
    const { options } = rules;
    this.#rules = rules;
    this.#crossSite = new CrossSite(options.publicUrl, trustedOrigins(options));
  }

  /** Checks the handler of one endpoint. The returned function registers it. */
  prepare(
    endpoint: AnyEndpoint,
    handler: unknown,
    steps: ViewSteps,
    options: RawRouteOptions,
  ): () => void {
    const { known, shapes, options: rules, limits } = this.#rules;
    const entry = known.entryOf(endpoint);
    const unvalidated = isUnvalidated(endpoint, options.request, known.types);
    const given: Registration = {
      handler,
      steps,
      options,
      schemaMissing: unvalidated && rules.requireSchemas === true,
      securityMissing: endpoint.security === undefined && rules.requireSecurity === true,
      writerMissing: shapes.missing(endpoint),
      known,
    };
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
    };
  }

  #routeOf(
    endpoint: AnyEndpoint,
    own: Pick<RouteParts, "handler" | "steps" | "limits">,
    { request, response }: RawRouteOptions,
  ): Route {
    const { options, edge, codecs, known, scopeOf, send, onException } = this.#rules;
    return new Route({
      ...scopeOf(endpoint),
      ...own,
      codecs,
      strictParameters: options.strictParameters ?? false,
      validateResponses: response !== false && (options.validateResponses ?? true),
      types: known.types?.of(endpoint),
      secureCookies: !/^http:/i.test(options.publicUrl ?? ""),
      security: endpoint.security && new SecurityCheck(endpoint, own.steps, this.#crossSite),
      schemas: { request, response: response || undefined },
      initial: edge.initial,
      whenAdmitted: edge.whenAdmitted,
      send,
      onException,
    });
  }
}

// The origins whose pages may send requests with the user's cookie: those of `trustedOrigins`, and those that `cors`
// lists by name with credentials.
function trustedOrigins({ trustedOrigins: own = [], cors }: ServerOptions): string[] {
  const { origins, credentials } = cors ?? {};
  return [...own, ...(credentials === true && typeof origins === "object" ? origins : [])];
}
