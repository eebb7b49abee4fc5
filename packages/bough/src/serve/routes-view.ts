// The run-time side of `Routes`: a server's core, and the steps that a view runs before its handlers.
// A view is immutable: `guard` and `around` return new views.
import type { AnyFailure } from "../declare/failure/failure.ts";
import type { ServedData } from "../declare/served.ts";
import type { ServerInspection } from "../declare/server-inspection.ts";
import { idsOf } from "../declare/tree/address.ts";
import { childrenOf, isEndpoint, isResource, nodesBelow } from "../declare/tree/nodes.ts";
import type { AnyEndpoint, AnyResource } from "../declare/tree/placement.ts";
import type { RawRejectionWriter } from "../facts/error-formats/server.ts";
import { Idempotency, type IdempotencyOptions } from "../facts/idempotency/server.ts";
import {
  NO_STEPS,
  joinedChecks,
  withAuthenticators,
  type AnyAuthenticator,
  type Authorizer,
  type SecuredSteps,
} from "../facts/security/server-authenticate.ts";
import { fieldsOf, isRecord } from "../shared/internal/record.ts";
import type { Around, Guard, RawHandler } from "./handler/call.ts";
import type { AroundOptions } from "./handler/step-types.ts";
import { FetchExchange } from "./exchange/fetch-exchange.ts";
import { givenAround, stepOf } from "./options/given-step.ts";
import { joinedOptions, type RawRouteOptions } from "./options/kernel-options.ts";
import { anything, option, verifyTable, type OptionTable } from "./options/option-table.ts";
import { RouteError, type Entry } from "./routing/known-endpoints.ts";
import type { ServerCore } from "./server-core.ts";

// An error about a schema names the endpoint of the schema.
const OPTIONS: OptionTable = {
  request: anything,
  response: anything,
  limits: option("an object of limits, such as { body: 5_000_000 }", isRecord),
};

interface WrappedHandler extends RawHandler {
  readonly "~wrapped"?: { readonly steps: SecuredSteps; readonly options: RawRouteOptions };
}

// The members of a handler are known when it is registered.
function isHandler(value: unknown): value is WrappedHandler {
  return typeof value === "function";
}

/** A view of a server's routes; the server itself is the first one. */
export class RoutesView {
  readonly #core: ServerCore;
  readonly #steps: SecuredSteps;

  constructor(core: ServerCore, steps: SecuredSteps = NO_STEPS) {
    this.#core = core;
    this.#steps = steps;
  }

  route(node: AnyEndpoint | AnyResource, handler: unknown, options?: RawRouteOptions): void {
    if (options !== undefined) {
      verifyTable("route", options, OPTIONS);
    }
    const pairs = isNode(node) && pairsIn(node, handler);
    if (!pairs) {
      throw new RouteError(
        "route",
        "got neither an endpoint nor a resource of a tree",
        "take it from the resource it was declared in: api.users.find",
      );
    }
    // Checks all endpoints before it routes the first one, so that an error leaves nothing half routed.
    const prepared = pairs.map(([endpoint, one]) => this.#prepare(endpoint, one, options));
    prepared.forEach((register) => register());
  }

  guard(first: readonly AnyFailure[] | Guard["provide"], second?: Guard["provide"]): RoutesView {
    const [failures, provide] = stepOf("guard", "(call) => …", first, second);
    return this.#after({ guards: [...this.#steps.guards, { failures, provide }] });
  }

  around(
    first: readonly AnyFailure[] | Around["run"],
    second?: Around["run"] | AroundOptions,
    third?: AroundOptions,
  ): RoutesView {
    const around = givenAround(first, second, third);
    return this.#after({ arounds: [...this.#steps.arounds, around] });
  }

  idempotent(options: IdempotencyOptions<never>): RoutesView {
    return this.#after({ arounds: [...this.#steps.arounds, new Idempotency(options)] });
  }

  secured(authenticators: readonly AnyAuthenticator<unknown>[]): RoutesView {
    const { checks } = this.#steps;
    return this.#after({ checks: withAuthenticators(checks, authenticators) });
  }

  authorize(
    first: readonly AnyFailure[] | Authorizer["authorize"],
    second?: Authorizer["authorize"],
  ): RoutesView {
    const [failures, authorize] = stepOf("authorize", "({ scopes }) => …", first, second);
    return this.#after({ authorizers: [...this.#steps.authorizers, { failures, authorize }] });
  }

  at(resource: AnyResource): RoutesView {
    if (!isNode(resource) || !isResource(resource)) {
      throw new RouteError("at", "got no resource of a tree", "pass one: at(api.users.user)");
    }
    if (idsOf(resource) !== undefined) {
      const remedy = "pass the resource itself: at(api.users.user)";
      throw new RouteError(resource["~resource"].template, "has an id given", remedy);
    }
    return this.#after({ above: [...this.#steps.above, resource["~resource"]] });
  }

  #after(steps: Partial<SecuredSteps>): RoutesView {
    return new RoutesView(this.#core, { ...this.#steps, ...steps });
  }

  handler(handler: WrappedHandler, options: RawRouteOptions = {}): WrappedHandler {
    if (typeof handler !== "function") {
      throw new TypeError("handler: pass a function, view.handler((call) => …)");
    }
    verifyTable("handler", options, OPTIONS);
    const wrapped: WrappedHandler = (call) => handler(call);
    const inner = handler["~wrapped"];
    return Object.assign(wrapped, {
      "~wrapped": {
        steps: joined(this.#steps, inner?.steps),
        options: joinedOptions(options, inner?.options),
      },
    });
  }

  rejections(root: AnyResource, write: RawRejectionWriter): void {
    this.#core.formats.add(root, "rejections", write);
  }

  errors(root: AnyResource, write: RawRejectionWriter): void {
    this.#core.formats.add(root, "errors", write);
  }

  get "~served"(): ServedData {
    return this.#core.served;
  }

  /** What `inspectServer` returns. */
  get "~inspection"(): ServerInspection {
    const { guards, authorizers, arounds, checks } = this.#steps;
    const { served, requiresSecurity, known, serve } = this.#core;
    const steps = [...guards, ...authorizers, ...arounds, ...checks.values()];
    return {
      basePath: served.basePath,
      failures: steps.flatMap(({ failures }) => failures),
      isGuarded: guards.length > 0 || authorizers.length > 0,
      requiresSecurity,
      // A docs page is not part of the API that it shows.
      leaveOut: (root) => known.leftOut.add(root),
      fetch:
        serve &&
        ((request, call) => {
          const exchange = fieldsOf(call)["~exchange"];
          const context = exchange instanceof FetchExchange ? exchange.context : undefined;
          return serve(new Request(request, { signal: call.signal }), context);
        }),
    };
  }

  unrouted(...resources: readonly AnyResource[]): AnyEndpoint[] {
    return this.#listed("unrouted", resources, ({ pipeline }) => pipeline === undefined);
  }

  unvalidated(...resources: readonly AnyResource[]): AnyEndpoint[] {
    return this.#listed("unvalidated", resources, (entry) => entry.unvalidated);
  }

  unsecured(...resources: readonly AnyResource[]): AnyEndpoint[] {
    const isUnsecured = ({ endpoint }: Entry): boolean => endpoint.security === undefined;
    return this.#listed("unsecured", resources, isUnsecured);
  }

  #listed(
    asked: string,
    resources: readonly AnyResource[],
    holds: (entry: Entry) => boolean,
  ): AnyEndpoint[] {
    const { known } = this.#core;
    if (!resources.every((resource) => isNode(resource) && isResource(resource))) {
      throw new TypeError(`${asked}: pass resources, ${asked}(api)`);
    }
    resources.forEach((resource) => known.add(resource));
    const below = new Set(
      resources.flatMap((resource) => nodesBelow(resource).map(({ node }) => node)),
    );
    return [...known.entries()]
      .filter((entry) => (resources.length === 0 || below.has(entry.endpoint)) && holds(entry))
      .map(({ endpoint }) => endpoint);
  }

  #prepare(
    endpoint: AnyEndpoint,
    handler: unknown,
    options: RawRouteOptions | undefined,
  ): () => void {
    const wrapped = isHandler(handler) ? handler["~wrapped"] : undefined;
    return this.#core.prepare(
      endpoint,
      handler,
      joined(this.#steps, wrapped?.steps),
      joinedOptions(options, wrapped?.options),
    );
  }
}

// If one view wraps a handler and another view wraps or routes it, the handler takes the steps of both.
// A guard that is in both views runs once.
function joined(outer: SecuredSteps, inner: SecuredSteps | undefined): SecuredSteps {
  if (inner === undefined) {
    return outer;
  }
  return {
    guards: [...new Set([...outer.guards, ...inner.guards])],
    authorizers: [...new Set([...outer.authorizers, ...inner.authorizers])],
    arounds: [...new Set([...outer.arounds, ...inner.arounds])],
    above: [...outer.above, ...inner.above],
    checks: joinedChecks(outer.checks, inner.checks),
  };
}

function isNode(node: unknown): node is AnyEndpoint | AnyResource {
  return (typeof node === "object" && node !== null) || typeof node === "function";
}

// Endpoints and their handlers. The handlers of a resource have the shape of its children.
function pairsIn(
  node: AnyEndpoint | AnyResource,
  handler: unknown,
): [AnyEndpoint, unknown][] | undefined {
  if (isEndpoint(node)) {
    return [[node, handler]];
  }
  return isResource(node) ? pairsOf(node, handler, "") : undefined;
}

function pairsOf(
  resource: AnyResource,
  handlers: unknown,
  prefix: string,
): [AnyEndpoint, unknown][] {
  const children = new Map(childrenOf(resource));
  const refuse = (names: readonly string[], fault: string, remedy: string): void => {
    if (names.length > 0) {
      throw new RouteError(
        resource.path,
        `${fault}: ${names.map((name) => prefix + name).join(", ")}`,
        remedy,
      );
    }
  };
  const given: object = typeof handlers === "object" ? Object(handlers) : {};
  const own = Object.keys(given);
  const missing = [...children.keys()].filter((name) => !own.includes(name));
  const inherited = missing.find((name) => name in given && !(name in Object.prototype));
  refuse(
    missing,
    "has no handler for",
    inherited === undefined
      ? "every endpoint below the resource needs one"
      : `only own members count, no methods of a class: { ${inherited}: (call) => service.${inherited}(call) }`,
  );
  refuse(
    own.filter((name) => !children.has(name)),
    "has no child called",
    `rename or remove the handler: the names are ${[...children.keys()].join(", ") || "none"}`,
  );
  const handlerOf = fieldsOf(handlers);
  return [...children].flatMap(([name, node]): [AnyEndpoint, unknown][] =>
    isEndpoint(node)
      ? [[node, handlerOf[name]]]
      : pairsOf(node, handlerOf[name], `${prefix}${name}.`),
  );
}
