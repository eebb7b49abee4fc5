// The routes in Fastify's router for a tree: one for each method and path. Below them, a wildcard handles 404, 405 and
// OPTIONS.
import type { FastifyInstance, HTTPMethods } from "fastify";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { RouteError } from "../../serve/routing/known-endpoints.ts";
import { hostPath, rootOf, shapeOf } from "./host-path.ts";

/** A route of the host's router. */
export interface TableRoute {
  /** Whether it catches requests without an endpoint. */
  readonly catches?: true;
  url: string;
  /** The endpoints that the tree may choose. `undefined`: the router's path matches more than theirs, so any. */
  endpoints: Set<AnyEndpoint> | undefined;
  /** Whether codecs read the bodies of all its endpoints: a parser of the project may read them then. */
  negotiated: boolean | undefined;
}

type Register = (methods: HTTPMethods[], route: TableRoute) => void;

// A path that no project has. A route that matches it below a root is a wildcard.
const NOWHERE = "/~bough/~nowhere/~at-all";

/** The host routes of one `routing`. */
export class RouteTable {
  /** Whether routes are registered as soon as their tree is known. */
  isOpen = false;
  readonly #app: FastifyInstance;
  readonly #ignoresSlash: boolean;
  /** Whether the other spelling of a path, with or without a slash at its end, is redirected. */
  readonly #bothSpellings: boolean;
  readonly #register: Register;
  /** By method and shape. */
  readonly #routes = new Map<string, TableRoute>();
  /** The paths whose other methods are caught: `/v1/*`. */
  readonly #caught = new Set<string>();
  #pending: { readonly method: HTTPMethods; readonly route: TableRoute }[] = [];
  #isReady = false;

  constructor(app: FastifyInstance, bothSpellings: boolean, register: Register) {
    this.#app = app;
    const { ignoreTrailingSlash, routerOptions } = app.initialConfig;
    this.#ignoresSlash = (routerOptions?.ignoreTrailingSlash ?? ignoreTrailingSlash) === true;
    this.#bothSpellings = bothSpellings && !this.#ignoresSlash;
    this.#register = register;
    app.addHook("onReady", async () => void (this.#isReady = true));
  }

  /** Adds an endpoint. */
  add(endpoint: AnyEndpoint): void {
    const { method, request, template } = endpoint;
    if (this.#isReady) {
      throw new RouteError(
        `${method} ${template}`,
        "its tree has no routes on this app yet, and the app is ready",
        "route an endpoint of each tree before app.ready() or app.listen()",
      );
    }
    const { url: spelled, generated } = hostPath(endpoint);
    const url = this.#ignoresSlash ? spelled.replace(/(?<=.)\/$/, "") : spelled;
    const key = `${method} ${shapeOf(url)}`;
    let route = this.#routes.get(key);
    if (route === undefined) {
      route = { url, endpoints: new Set(), negotiated: undefined };
      this.#routes.set(key, route);
      this.#pending.push({ method, route });
    }
    if (generated) {
      route.endpoints = undefined;
    } else {
      // It may share a route with a path that has a parameter at the same place.
      route.url = url;
      route.endpoints?.add(endpoint);
    }
    if (request !== undefined) {
      const negotiated = !("~body" in request) || request["~body"] === "negotiated";
      route.negotiated = negotiated && route.negotiated !== false;
    }
    const root = rootOf(url);
    this.#caught.add(root === undefined ? url : `${root}/*`);
    if (root === undefined && this.#bothSpellings && !/^\/$|\*$/.test(url)) {
      this.#caught.add(url.endsWith("/") ? url.slice(0, -1) : `${url}/`);
    }
  }

  /** Registers the routes that are new. */
  flush(): void {
    if (!this.isOpen) {
      return;
    }
    const { prefix, supportedMethods } = this.#app;
    for (const { route, method } of this.#pending) {
      const { url } = route;
      // The tree or the project may have its own HEAD.
      const isRead =
        method === "GET" &&
        !this.#routes.has(`HEAD ${shapeOf(url)}`) &&
        !this.#app.hasRoute({ method: "HEAD", url: prefix + url });
      this.#register(isRead ? ["GET", "HEAD"] : [method], route);
    }
    this.#pending = [];
    for (const url of this.#caught) {
      const some = prefix + url.replace("/*", NOWHERE);
      // The project's own routes and wildcards go on. For an unknown route Fastify returns `null`, unlike its type.
      const free = supportedMethods.filter(
        (method) => (this.#app.findRoute({ method, url: some }) as unknown) === null,
      );
      if (free.length > 0) {
        this.#register(free, { catches: true, url, endpoints: undefined, negotiated: undefined });
      }
    }
    this.#caught.clear();
  }
}
