// The routes in Fastify's router for a tree: one for each method and path. Below them, a wildcard handles 404, 405 and
// OPTIONS.
import type { FastifyInstance, HTTPMethods } from "fastify";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import { RouteError } from "../../server/routing/route-error.ts";
import { hostPath, rootOf, shapeOf } from "./host-path.ts";

/** A route of the host's router. */
export interface TableRoute {
  url: string;
  /** The endpoints that the tree may choose. `undefined`: the router's path matches more than theirs, so any. */
  endpoints: Set<AnyEndpoint> | undefined;
  /** Whether codecs read the bodies of all its endpoints: a parser of the project may read them then. */
  negotiated: boolean | undefined;
}

/** Registers a route. One that catches requests without an endpoint has an array of methods. */
type Register = (methods: HTTPMethods | HTTPMethods[], route: TableRoute) => void;

interface RouterConfig {
  readonly ignoreTrailingSlash?: boolean;
  readonly routerOptions?: { readonly ignoreTrailingSlash?: boolean };
}

// A path that no project has. A route that matches it below a root is a wildcard.
const NOWHERE = "/~bough/~nowhere/~at-all";

/** The host routes of one `routing`. */
export class RouteTable {
  readonly #app: FastifyInstance;
  // How the app or Bough treats the other spelling of a path, with or without a slash at the end.
  readonly #slash: "ignored" | "caught" | "other";
  readonly #register: Register;
  /** By method and shape. */
  readonly #routes = new Map<string, TableRoute>();
  readonly #paths = new Set<string>();
  /** The other spellings of paths, which the router takes for an empty parameter. */
  readonly #others = new Set<string>();
  /** By root: the methods for which the project has a wildcard, which handles unknown paths then. */
  readonly #roots = new Map<string, readonly HTTPMethods[]>();
  #pending: { readonly method: HTTPMethods; readonly route: TableRoute }[] = [];
  #isOpen = false;
  #isReady = false;

  constructor(app: FastifyInstance, bothSpellings: boolean, register: Register) {
    this.#app = app;
    const { ignoreTrailingSlash, routerOptions }: RouterConfig = app.initialConfig;
    const isIgnored = (routerOptions?.ignoreTrailingSlash ?? ignoreTrailingSlash) === true;
    this.#slash = isIgnored ? "ignored" : bothSpellings ? "caught" : "other";
    this.#register = register;
    app.addHook("onReady", (done) => {
      this.#isReady = true;
      done();
    });
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
    const unslashed = spelled.replace(/(?<=.)\/$/, "");
    const url = this.#slash === "ignored" ? unslashed : spelled;
    const route = this.#claim(method, url);
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
    if (method === "GET") {
      this.#claim("HEAD", url, route);
    }
    this.#paths.add(url);
    if (this.#slash === "caught" && !/^\/$|\*$/.test(url)) {
      this.#others.add(url === unslashed ? `${url}/` : unslashed);
    }
  }

  #claim(
    method: HTTPMethods,
    url: string,
    made: TableRoute = { url, endpoints: new Set(), negotiated: undefined },
  ): TableRoute {
    const key = `${method} ${shapeOf(url)}`;
    const route = this.#routes.get(key) ?? made;
    if (!this.#routes.has(key)) {
      this.#routes.set(key, route);
      this.#pending.push({ method, route });
    }
    return route;
  }

  /** From now on, registers routes as soon as their tree is known. */
  open(): void {
    this.#isOpen = true;
    this.flush();
  }

  /** Registers the routes that are new. */
  flush(): void {
    if (!this.#isOpen) {
      return;
    }
    for (const { method, route } of this.#pending) {
      // The project may have its own HEAD beside a GET of Bough's.
      if (method !== "HEAD" || this.#isFree(method, route.url)) {
        this.#register(method, route);
      }
    }
    this.#pending = [];
    for (const url of this.#paths) {
      const root = rootOf(url);
      this.#catch(root === undefined ? this.#app.supportedMethods : this.#wildcardsOf(root), url);
    }
    this.#others.forEach((url) => this.#catch(this.#app.supportedMethods, url));
    this.#paths.clear();
    this.#others.clear();
  }

  // The methods for which the project has a wildcard below a root. The others get one here.
  #wildcardsOf(root: string): readonly HTTPMethods[] {
    const { supportedMethods, prefix } = this.#app;
    let theirs = this.#roots.get(root);
    if (theirs === undefined) {
      const url = prefix + root + NOWHERE;
      theirs = supportedMethods.filter((method) => {
        // Fastify returns `null` for an unknown route, although its type says otherwise.
        const found: unknown = this.#app.findRoute({ method, url });
        return found !== null && !this.#routes.has(`${method} ${root}/*`);
      });
      this.#roots.set(root, theirs);
      const free = new Set(supportedMethods);
      theirs.forEach((method) => free.delete(method));
      this.#catch([...free], `${root}/*`);
    }
    return theirs;
  }

  // Catches the methods that a path has neither here nor in the project.
  #catch(methods: readonly HTTPMethods[], url: string): void {
    const route: TableRoute = { url, endpoints: undefined, negotiated: undefined };
    const free = methods.filter((method) => {
      const key = `${method} ${shapeOf(url)}`;
      const isFree = !this.#routes.has(key) && this.#isFree(method, url);
      return isFree && this.#routes.set(key, route);
    });
    if (free.length > 0) {
      this.#register(free, route);
    }
  }

  #isFree(method: HTTPMethods, url: string): boolean {
    return !this.#app.hasRoute({ method, url: this.#app.prefix + url });
  }
}
