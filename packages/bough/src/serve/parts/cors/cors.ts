// CORS for pages of other origins (Fetch, "CORS protocol"). The tree has the methods and headers; the project only
// says which origins may call.
import type { AnyEndpoint } from "../../../declare/tree/placement.ts";
import type { ParameterParts } from "../../../declare/parameter/parameter.ts";
import { isThenable } from "../../../shared/internal/later.ts";
import { valueIn, withAdded } from "../../exchange/answer.ts";
import type { Exchange, AnswerContext, Preflight } from "../../exchange/exchange.ts";
import { allowedOrigins, type CorsOptions } from "./cors-options.ts";
import type { PartSetup } from "../../routing/part.ts";

/** What CORS asks the server. */
type CorsSetup = Pick<PartSetup, "namesOf" | "occasional" | "report">;

/** The CORS headers of one server. */
export class Cors {
  readonly #options: CorsOptions;
  readonly #isAllowed: (origin: string) => unknown;
  readonly #setup: CorsSetup;
  readonly #exposed = new Map<AnyEndpoint, string>();

  constructor(options: CorsOptions, setup: CorsSetup) {
    this.#options = options;
    this.#isAllowed = allowedOrigins(options);
    this.#setup = setup;
  }

  /** The headers of an answer with those of CORS. If the host writes it, its other headers are not known. */
  with(
    before: readonly string[],
    { exchange, reached, preflight }: AnswerContext,
    isHosts: boolean,
  ): readonly string[] {
    const { origins, credentials } = this.#options;
    const any = origins === "*";
    // Sent without an `Origin` too if it holds for all, because a cache may give the answer to a page.
    const origin = any ? "*" : exchange.header("origin");
    let headers = before;
    if (origin !== undefined && this.#allows(origin)) {
      const occasional = this.#setup
        .occasional()
        .filter((name) => isHosts || valueIn(before, name) !== undefined);
      const names = this.#exposedOf(reached?.endpoint, occasional);
      headers = [
        ...headers,
        "access-control-allow-origin",
        origin,
        ...(credentials === true ? ["access-control-allow-credentials", "true"] : []),
        ...(names === "" ? [] : ["access-control-expose-headers", names]),
        ...(preflight === undefined ? [] : this.#preflightHeaders(exchange, preflight)),
      ];
    }
    // A cache must not give the answer for one origin to another.
    return any ? headers : withAdded(headers, "vary", "Origin");
  }

  #preflightHeaders(exchange: Exchange, { methods, endpoints }: Preflight): readonly string[] {
    return exchange.header("access-control-request-method") === undefined
      ? []
      : [
          "access-control-allow-methods",
          methods.join(", "),
          "access-control-allow-headers",
          this.#requestHeaders(endpoints),
          "access-control-max-age",
          String(this.#options.maxAge ?? 600),
        ];
  }

  // Clients may send any origin, also `null`. If the function throws, the origin is not allowed, and the answer is
  // sent.
  #allows(origin: string): boolean {
    try {
      const allowed = this.#isAllowed(origin);
      if (!isThenable(allowed)) {
        return Boolean(allowed);
      }
      Promise.resolve(allowed).catch(() => undefined);
      throw new TypeError("cors: the function origins returned a promise: return true or false");
    } catch (error) {
      this.#setup.report(error);
      return false;
    }
  }

  #requestHeaders(endpoints: readonly AnyEndpoint[]): string {
    const names = new Set(endpoints.flatMap((one) => this.#setup.namesOf(one).reads));
    for (const name of ["content-type", ...(this.#options.headers ?? [])]) {
      names.add(name);
    }
    for (const { headers } of endpoints) {
      addNames(names, headers);
    }
    return [...names].join(", ");
  }

  #exposedOf(endpoint: AnyEndpoint | undefined, occasional: readonly string[]): string {
    const own = endpoint === undefined ? "" : this.#declaredBy(endpoint);
    return occasional.length === 0 ? own : [own, ...occasional].filter(Boolean).join(", ");
  }

  #declaredBy(endpoint: AnyEndpoint): string {
    const known = this.#exposed.get(endpoint);
    if (known !== undefined) {
      return known;
    }
    const names = new Set<string>();
    for (const { headers } of endpoint.responses) {
      addNames(names, headers);
    }
    this.#setup.namesOf(endpoint).writes.forEach((name) => names.add(name));
    for (const { "~failure": data } of endpoint.failures) {
      addNames(names, data.headers);
    }
    // Scripts never see cookies.
    names.delete("set-cookie");
    const exposed = [...names].join(", ");
    this.#exposed.set(endpoint, exposed);
    return exposed;
  }
}

function addNames(names: Set<string>, parts: ParameterParts): void {
  for (const name of Object.keys(parts)) {
    names.add(name.toLowerCase());
  }
}
