// The routes in Fastify's router for a tree: one for each method and path. Below them each method has one
// wildcard, which handles 404, 405 and OPTIONS.
import type { FastifyInstance, HTTPMethods } from "fastify";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import { hostPath, rootOf, shapeOf, type HostPath } from "./host-path.ts";

/** A route of the host's router. */
export interface TableRoute {
  url: string;
  /** Whether the route has exactly one endpoint. The tree compares all others. */
  exact: boolean;
  /**
   * Whether a parser of the project may read the body: codecs would read the bodies of all its endpoints.
   * `undefined` if none of them has a body.
   */
  negotiated: boolean | undefined;
}

/** Registers a route. `hidden` routes have no endpoint and are not documented. */
export type Register = (method: HTTPMethods, route: TableRoute, hidden: boolean) => void;

/**
 * The spellings of a path that are Bough's: its own, or both, with and without a slash at the end. `"one
 * route"` if the app has one route for both.
 */
export type Spellings = "own" | "both" | "one route";

interface Pending {
  readonly method: string;
  readonly route: TableRoute;
  /** Whether a route of the project has precedence. */
  readonly yields: boolean;
}

// A path that no project has. A route that matches it below a root is a wildcard.
const NOWHERE = "/~bough/~nowhere/~at-all";

/** The host routes of one `routing`. */
export class RouteTable {
  readonly #app: FastifyInstance;
  readonly #register: Register;
  readonly #routes = new Map<string, TableRoute>();
  readonly #endpoints = new Map<AnyEndpoint, readonly TableRoute[]>();
  readonly #paths = new Set<string>();
  // By root: the methods for which the project has a wildcard.
  readonly #roots = new Map<string, ReadonlySet<string>>();
  #pending: Pending[] = [];
  #open = false;

  constructor(app: FastifyInstance, register: Register) {
    this.#app = app;
    this.#register = register;
  }

  /** Adds an endpoint, and the other spelling of its path if Bough answers both. */
  add(endpoint: AnyEndpoint, spellings: Spellings): void {
    const path = hostPath(endpoint);
    const unslashed = path.url.replace(/(?<=.)\/$/, "");
    const own = spellings === "one route" ? unslashed : path.url;
    const routes = [this.#routeTo(endpoint, { ...path, url: own }, false)];
    // A wildcard matches both.
    if (spellings === "both" && !/^\/$|\*$/.test(path.url)) {
      const url = path.url === unslashed ? `${unslashed}/` : unslashed;
      routes.push(this.#routeTo(endpoint, { ...path, url }, true));
    }
    this.#endpoints.set(endpoint, routes);
  }

  #routeTo(endpoint: AnyEndpoint, { url, generated }: HostPath, yields: boolean): TableRoute {
    const { method, request } = endpoint;
    this.#paths.add(url);
    const route = this.#claim(method, url, yields);
    if (generated) {
      route.exact = false;
    } else {
      // It may share a route with a path that has a parameter at the same place.
      route.url = url;
    }
    // Only Bough reads bodies with media types of their own.
    if (request !== undefined) {
      const negotiated = !("~body" in request) || request["~body"] === "negotiated";
      route.negotiated = negotiated && route.negotiated !== false;
    }
    if (method === "GET") {
      this.#claim("HEAD", url, true, route);
    }
    return route;
  }

  /** Whether an endpoint has a route. */
  hasRoute(endpoint: AnyEndpoint, route: TableRoute): boolean {
    return this.#endpoints.get(endpoint)?.includes(route) === true;
  }

  /** From now on, registers routes as soon as their tree is known. */
  open(): void {
    this.#open = true;
    this.flush();
  }

  /** Registers the routes that are new. */
  flush(): void {
    if (!this.#open) {
      return;
    }
    for (const { method, route, yields } of this.#pending.splice(0)) {
      if (!yields || !this.#isTaken(method, route.url)) {
        this.#register(method, route, false);
      }
    }
    for (const url of this.#paths) {
      const root = rootOf(url);
      const left = root === undefined ? this.#app.supportedMethods : this.#wildcards(root);
      left.forEach((method) => this.#miss(method, url));
    }
    this.#paths.clear();
  }

  // The methods that need a wildcard below a root. If the project has a wildcard there, it handles unknown
  // paths.
  #wildcards(root: string): ReadonlySet<string> {
    const known = this.#roots.get(root);
    if (known !== undefined) {
      return known;
    }
    const taken = new Set<string>();
    this.#roots.set(root, taken);
    for (const method of this.#app.supportedMethods) {
      const url = `${this.#app.prefix}${root}${NOWHERE}`;
      // Fastify returns `null` for an unknown route, although its type says otherwise.
      const found: unknown = this.#routes.has(keyOf(method, `${root}/*`))
        ? null
        : this.#app.findRoute({ method, url });
      if (found === null) {
        this.#miss(method, `${root}/*`);
      } else {
        taken.add(method);
      }
    }
    return taken;
  }

  #miss(method: string, url: string): void {
    const key = keyOf(method, url);
    if (!this.#routes.has(key) && !this.#isTaken(method, url)) {
      const route: TableRoute = { url, exact: false, negotiated: undefined };
      this.#routes.set(key, route);
      this.#register(method, route, true);
    }
  }

  #isTaken(method: string, url: string): boolean {
    return this.#app.hasRoute({ method, url: this.#app.prefix + url });
  }

  #claim(
    method: string,
    url: string,
    yields: boolean,
    route: TableRoute = { url, exact: true, negotiated: undefined },
  ): TableRoute {
    const key = keyOf(method, url);
    const known = this.#routes.get(key);
    if (known !== undefined) {
      return known;
    }
    this.#routes.set(key, route);
    this.#pending.push({ method, route, yields });
    return route;
  }
}

function keyOf(method: string, url: string): string {
  return `${method} ${shapeOf(url)}`;
}
