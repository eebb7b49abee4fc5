// The Hono routes that lead to Bough: one for each method and path of an endpoint, and those that catch other
// methods, so that a 405 lists the allowed ones.
import type { Context, Next } from "hono";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import type { ServerCore } from "../../serve/server-core.ts";
import { belowMount } from "../mount.ts";
import { HonoExchange } from "./hono-exchange.ts";
import { hostPathOf, segmentCount } from "./host-path.ts";
import { rawTargetOf } from "./raw-target.ts";

/** The methods of a Hono application that are used. */
export interface RouteRegistrar {
  on(method: string | string[], path: string, handler: HostHandler): unknown;
}

type HostHandler = (c: Context, next: Next) => Response | Promise<Response | void>;

const CAUGHT = ["GET", "POST", "PUT", "PATCH", "DELETE", "QUERY", "OPTIONS"];

/** Registers endpoints on a Hono application. */
export class Registration {
  readonly #core: ServerCore;
  readonly #app: RouteRegistrar;
  /** The Hono routes by method and path. */
  readonly #proposals = new Map<string, Proposal>();
  /** The methods of all endpoints so far, and GET, which later ones may have. */
  readonly #methods = new Set(["GET"]);
  /** The paths and roots of new endpoints, whose other methods are not caught yet. */
  readonly #paths = new Set<string>();
  readonly #roots = new Set<string>();
  readonly #bothSpellings: boolean;

  constructor(core: ServerCore, app: RouteRegistrar, bothSpellings: boolean) {
    this.#core = core;
    this.#app = app;
    this.#bothSpellings = bothSpellings;
  }

  /** Registers the route of an endpoint. Two endpoints may share one. */
  add(endpoint: AnyEndpoint): void {
    // Hono routes HEAD as GET.
    const method = endpoint.method === "HEAD" ? "GET" : endpoint.method;
    this.#methods.add(method);
    const { path, other, root } = hostPathOf(endpoint);
    const spellings = other !== undefined && this.#bothSpellings ? [path, other] : [path];
    for (const spelled of spellings) {
      this.#propose(method, spelled, endpoint);
      this.#paths.add(spelled);
    }
    this.#roots.add(root);
  }

  /** Registers the routes that catch other methods, after the endpoints' own routes. */
  complete(): void {
    for (const method of CAUGHT) {
      // A second matching handler makes Hono slower, so methods of endpoints are caught only at paths that lack them.
      const caught = this.#methods.has(method) ? this.#paths : this.#roots;
      caught.forEach((path) => this.#propose(method, path));
    }
    this.#paths.clear();
    this.#roots.clear();
  }

  #propose(method: string, path: string, endpoint?: AnyEndpoint): void {
    const key = `${method} ${path}`;
    const proposal = this.#proposals.get(key);
    if (proposal === undefined) {
      const made: Proposal = { first: endpoint, others: undefined };
      this.#proposals.set(key, made);
      this.#app.on(method, path, handlerOf(this.#core, path, made));
    } else if (proposal.first === undefined) {
      proposal.first = endpoint;
    } else if (endpoint !== undefined) {
      (proposal.others ??= new Set()).add(endpoint);
    }
  }
}

/** The endpoints of a Hono route: usually one, and none if it catches other methods. */
interface Proposal {
  first: AnyEndpoint | undefined;
  others: Set<AnyEndpoint> | undefined;
}

function handlerOf(core: ServerCore, path: string, proposal: Proposal): HostHandler {
  const proposed = (endpoint: AnyEndpoint): boolean =>
    endpoint === proposal.first || proposal.others?.has(endpoint) === true;
  // An application may be mounted in several places, but usually has one.
  let mounted = path;
  let prefix = 0;
  return (c, next) => {
    const { routePath } = c.req;
    if (routePath !== mounted) {
      prefix = segmentCount(routePath) - segmentCount(path);
      mounted = routePath;
    }
    const at = belowMount(rawTargetOf(c), prefix);
    if (at === undefined) {
      return next();
    }
    const exchange = new HonoExchange(c, at);
    let left = false;
    core.handle(exchange, () => (left = true), proposed);
    return left ? next() : exchange.answer();
  };
}
