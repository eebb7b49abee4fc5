// The run-time side of `Routes`: a server's core and the steps a view has put before
// its handlers. Immutable: `with` and `around` give new views.
import type { AnyFailure } from "../declaration/failure.ts";
import { childrenOf, isEndpoint, isResource, nodesBelow } from "../declaration/nodes.ts";
import type { AnyEndpoint } from "../declaration/placed-endpoint.ts";
import type { AnyResource } from "../declaration/placement.ts";
import { RouteError } from "./route-error.ts";
import type { Routes } from "./routes.ts";
import type { RawRouteOptions, ServerCore } from "./server-core.ts";
import type { Around, Guard, RawHandler, ViewSteps } from "./view.ts";

/** A handler that keeps the view it was wrapped by. */
interface WrappedHandler extends RawHandler {
  readonly "~wrapped"?: { readonly steps: ViewSteps; readonly options: RawRouteOptions };
}

/** Handlers in the shape of a resource's children. */
interface RawHandlers {
  readonly [name: string]: WrappedHandler | RawHandlers;
}

/** A view of a server's routes; the first one is the server's own. */
export class RoutesView {
  readonly #core: ServerCore;
  readonly #steps: ViewSteps;

  constructor(core: ServerCore, steps: ViewSteps = { guards: [], arounds: [] }) {
    this.#core = core;
    this.#steps = steps;
  }

  route(
    node: AnyEndpoint | AnyResource,
    handler: WrappedHandler | RawHandlers,
    options: RawRouteOptions = {},
  ): void {
    if (isEndpoint(node)) {
      this.#routeOne(node, handler as WrappedHandler, options);
    } else if (isResource(node)) {
      this.#routeAll(node, handler as RawHandlers, options);
    } else {
      throw new RouteError(
        "route",
        "got neither an endpoint nor a resource of a tree",
        "take it from the resource it was declared in: api.users.find",
      );
    }
  }

  with(first: readonly AnyFailure[] | Guard["provide"], second?: Guard["provide"]): RoutesView {
    const [failures, provide] = typeof first === "function" ? [[], first] : [first, second];
    if (provide === undefined) {
      throw new TypeError("with: give a function, with([Unauthorized], (call) => …)");
    }
    return new RoutesView(this.#core, {
      ...this.#steps,
      guards: [...this.#steps.guards, { failures, provide }],
    });
  }

  around(run: Around): RoutesView {
    return new RoutesView(this.#core, { ...this.#steps, arounds: [...this.#steps.arounds, run] });
  }

  handler(handler: RawHandler, options: RawRouteOptions = {}): WrappedHandler {
    const wrapped: WrappedHandler = (call) => handler(call);
    return Object.assign(wrapped, { "~wrapped": { steps: this.#steps, options } });
  }

  missing(...resources: readonly AnyResource[]): AnyEndpoint[] {
    return this.#listed(resources, ({ route }) => route === undefined);
  }

  unchecked(...resources: readonly AnyResource[]): AnyEndpoint[] {
    return this.#listed(resources, (entry) => entry.unchecked);
  }

  #listed(
    resources: readonly AnyResource[],
    holds: (entry: { readonly route: unknown; readonly unchecked: boolean }) => boolean,
  ): AnyEndpoint[] {
    const { registry } = this.#core;
    resources.forEach((resource) => registry.take(resource));
    const below = new Set(
      resources.flatMap((resource) => nodesBelow(resource).map(({ node }) => node)),
    );
    return [...registry.entries()]
      .filter((entry) => (resources.length === 0 || below.has(entry.endpoint)) && holds(entry))
      .map(({ endpoint }) => endpoint);
  }

  #routeOne(endpoint: AnyEndpoint, handler: WrappedHandler, options: RawRouteOptions): void {
    const wrapped = typeof handler === "function" ? handler["~wrapped"] : undefined;
    this.#core.route(endpoint, handler, wrapped?.steps ?? this.#steps, {
      ...wrapped?.options,
      ...options,
    });
  }

  // All names are looked at before the first is routed: a wrong object leaves nothing half done.
  #routeAll(resource: AnyResource, handlers: RawHandlers, options: RawRouteOptions): void {
    const pairs = pairsOf(resource, handlers, "");
    for (const [endpoint, handler] of pairs) {
      this.#routeOne(endpoint, handler, options);
    }
  }
}

function pairsOf(
  resource: AnyResource,
  handlers: RawHandlers,
  prefix: string,
): [AnyEndpoint, WrappedHandler][] {
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
  const own = typeof handlers === "object" && handlers !== null ? Object.keys(handlers) : [];
  refuse(
    [...children.keys()].filter((name) => !own.includes(name)),
    "has no handler for",
    "every endpoint below the resource needs one",
  );
  refuse(
    own.filter((name) => !children.has(name)),
    "has no child called",
    "rename or remove the handler",
  );
  return [...children].flatMap(([name, node]): [AnyEndpoint, WrappedHandler][] =>
    isEndpoint(node)
      ? [[node, handlers[name] as WrappedHandler]]
      : pairsOf(node, handlers[name] as RawHandlers, `${prefix}${name}.`),
  );
}

/** A view as the typed surface that users see. */
export function asRoutes<Provided>(view: RoutesView): Routes<Provided> {
  // The seam: what the types of `Routes` promise is what the declaration says at run time.
  return view as unknown as Routes<Provided>;
}
