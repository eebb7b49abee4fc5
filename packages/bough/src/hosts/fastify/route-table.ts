// The routes that Fastify's router has for a tree: one for each method and path, and below
// them one wildcard for each method, least specific, for what HTTP asks of other methods.
import type { FastifyInstance, HTTPMethods } from "fastify";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import { hostPath, rootOf, shapeOf } from "./host-path.ts";
import type { HostPath } from "./host-path.ts";

/** A route of the host's router. */
export interface TableRoute {
  url: string;
  /** Whether it stands for one endpoint alone; others are compared by the tree. */
  exact: boolean;
  /** Whether the body that it reads goes through codecs, which a parser of the project may stand for. */
  negotiated: boolean;
}

/** Registers a route; `hidden` ones stand for no endpoint, and in no documentation. */
export type Register = (method: HTTPMethods, route: TableRoute, hidden: boolean) => void;

interface Pending {
  readonly method: string;
  readonly route: TableRoute;
  /** Whether a route of the project's own goes before it. */
  readonly yields: boolean;
}

// No path of a project: what matches it below a root is a wildcard.
const NOWHERE = "/~bough/~nowhere/~at-all";

/** The host routes of one `routing`. */
export class RouteTable {
  readonly #app: FastifyInstance;
  readonly #register: Register;
  readonly #routes = new Map<string, TableRoute>();
  readonly #endpoints = new Map<AnyEndpoint, readonly TableRoute[]>();
  readonly #paths = new Set<string>();
  // By root: the methods whose wildcard is the project's.
  readonly #roots = new Map<string, ReadonlySet<string>>();
  #pending: Pending[] = [];
  #open = false;

  constructor(app: FastifyInstance, register: Register) {
    this.#app = app;
    this.#register = register;
  }

  /** Takes in an endpoint, and its path with a slash at the end too where both spellings are Bough's. */
  add(endpoint: AnyEndpoint, bothSpellings: boolean): void {
    const path = hostPath(endpoint);
    const routes = [this.#routeTo(endpoint, path, false)];
    // A wildcard matches both.
    if (bothSpellings && !/[/*]$/.test(path.url)) {
      routes.push(this.#routeTo(endpoint, { ...path, url: `${path.url}/` }, true));
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
      // It may share a route with a path that has a parameter in place of text.
      route.url = url;
    }
    // Bodies with media types of their own are Bough's alone to read.
    route.negotiated =
      request !== undefined && (!("~body" in request) || request["~body"] === "negotiated");
    if (method === "GET") {
      this.#claim("HEAD", url, true, route);
    }
    return route;
  }

  /** Whether a route stands for an endpoint. */
  hasRoute(endpoint: AnyEndpoint, route: TableRoute): boolean {
    return this.#endpoints.get(endpoint)?.includes(route) === true;
  }

  /** From here on, routes are registered as soon as their tree is known. */
  open(): void {
    this.#open = true;
    this.flush();
  }

  /** Registers what is new. */
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

  // The methods for which paths below a root need a miss each: a wildcard of the project
  // takes everything else there.
  #wildcards(root: string): ReadonlySet<string> {
    const known = this.#roots.get(root);
    if (known !== undefined) {
      return known;
    }
    const taken = new Set<string>();
    this.#roots.set(root, taken);
    for (const method of this.#app.supportedMethods) {
      const url = `${this.#app.prefix}${root}${NOWHERE}`;
      // It is `null` where there is none, whatever its type says.
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
      const route: TableRoute = { url, exact: false, negotiated: false };
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
    route: TableRoute = { url, exact: true, negotiated: false },
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
