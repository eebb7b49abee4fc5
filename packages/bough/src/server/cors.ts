// Calls from pages of other origins (Fetch, "CORS protocol"). Which methods and headers there
// are is known from the tree; the project only says who may call.
import type { AnyEndpoint } from "../declaration/tree/placed-endpoint.ts";
import type { ParameterParts } from "../declaration/parameter/parameter.ts";
import { isFieldName } from "../http/header-value.ts";
import { shown } from "../internal/shown.ts";
import { isThenable } from "../internal/later.ts";
import { valueIn, withAdded } from "./answer.ts";
import type { Answer } from "./answer.ts";
import type { Exchange } from "./exchange.ts";
import { anything, flag, isCount, option, verifyTable } from "./option-table.ts";
import type { OptionTable } from "./option-table.ts";
import type { Outgoing, Preflight } from "./outgoing.ts";
import { REJECTION_HEADER } from "./rejection-shape.ts";

interface CorsBase {
  /** Seconds for which a browser keeps what a preflight said: 600. */
  readonly maxAge?: number;
  /** Request headers beside those of the tree, `Authorization` and `Content-Type`. */
  readonly headers?: readonly string[];
}

/** Any origin, without credentials. */
interface AnyOrigin extends CorsBase {
  readonly origins: "*";
  readonly credentials?: false;
}

/** Some origins, compared as a whole; a function is asked with what the browser says. */
interface SomeOrigins extends CorsBase {
  readonly origins: readonly string[] | ((origin: string) => boolean);
  /** Whether cookies and the like go along. */
  readonly credentials?: boolean;
}

/** Which pages of other origins may call the API, and how. */
export type CorsOptions = AnyOrigin | SomeOrigins;

/** The CORS headers of one server. */
export class Cors {
  readonly #options: CorsOptions;
  readonly #isAllowed: (origin: string) => unknown;
  readonly #report: (error: unknown) => void;
  readonly #exposed = new Map<AnyEndpoint, string>();

  /** `report` hears of a function that cannot say whether an origin is allowed. */
  constructor(options: CorsOptions, report: (error: unknown) => void) {
    verifyTable("cors", options, OPTIONS);
    this.#options = options;
    this.#isAllowed = allowedBy(options);
    this.#report = report;
  }

  /** Adds its headers to an answer. */
  add(answer: Answer, to: Outgoing): Answer {
    const rejects = valueIn(answer.headers, REJECTION_HEADER) !== undefined;
    return { ...answer, headers: this.with(answer.headers, to, rejects) };
  }

  /** Headers of an answer, and its own; `rejects` if it may have the header of a rejection. */
  with(
    before: readonly string[],
    { exchange, reached, preflight }: Outgoing,
    rejects: boolean,
  ): readonly string[] {
    const { origins, credentials } = this.#options;
    const any = origins === "*";
    // Said to everybody where it holds for everybody: a cache may give it to a page.
    const origin = any ? "*" : exchange.header("origin");
    let headers = before;
    if (origin !== undefined && this.#allows(origin)) {
      const names = this.#exposedOf(reached?.endpoint, rejects);
      headers = [
        ...headers,
        "access-control-allow-origin",
        origin,
        ...(credentials === true ? ["access-control-allow-credentials", "true"] : []),
        ...(names === "" ? [] : ["access-control-expose-headers", names]),
        ...(preflight === undefined ? [] : this.#preflightHeaders(exchange, preflight)),
      ];
    }
    // A cache must not give to one origin what was answered to another.
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

  // What any client may send is asked about, `null` among it: a function that throws on it has
  // allowed nobody, and the answer goes out all the same.
  #allows(origin: string): boolean {
    try {
      const allowed = this.#isAllowed(origin);
      if (!isThenable(allowed)) {
        return Boolean(allowed);
      }
      Promise.resolve(allowed).catch(() => undefined);
      throw new TypeError("cors: origins gave a promise: it has to say true or false at once");
    } catch (error) {
      this.#report(error);
      return false;
    }
  }

  #requestHeaders(endpoints: readonly AnyEndpoint[]): string {
    const names = new Set(["authorization", "content-type", ...(this.#options.headers ?? [])]);
    for (const { headers, responses } of endpoints) {
      addNames(names, headers);
      if (responses.some(({ body }) => "~body" in body && body["~body"] === "events")) {
        names.add("last-event-id");
      }
    }
    return [...names].join(", ");
  }

  #exposedOf(endpoint: AnyEndpoint | undefined, rejects: boolean): string {
    const own = endpoint === undefined ? "" : this.#declaredBy(endpoint);
    return rejects ? [own, REJECTION_HEADER].filter(Boolean).join(", ") : own;
  }

  #declaredBy(endpoint: AnyEndpoint): string {
    const known = this.#exposed.get(endpoint);
    if (known !== undefined) {
      return known;
    }
    const names = new Set<string>();
    for (const { headers, body } of endpoint.responses) {
      addNames(names, headers);
      if ("~body" in body && (body["~body"] === "bytes" || body["~body"] === "stream")) {
        for (const name of ["content-disposition", "content-range", "accept-ranges"]) {
          names.add(name);
        }
      }
    }
    for (const { "~failure": data } of endpoint.failures) {
      addNames(names, data.headers);
    }
    // No script may see cookies, whatever is exposed.
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

const OPTIONS: OptionTable = {
  // What they say hangs together with `credentials`: see below.
  origins: anything,
  credentials: flag,
  maxAge: option("a whole number of seconds from 0", isCount),
  headers: (names) => {
    if (!Array.isArray(names)) {
      return 'headers is no list: write headers: ["x-trace"]';
    }
    const wrong = names.find((name) => !isFieldName(String(name)));
    return wrong === undefined ? undefined : `headers has ${shown(wrong)}, which is no header name`;
  },
};

function allowedBy({ origins, credentials }: CorsOptions): (origin: string) => unknown {
  if (origins === "*") {
    if (credentials as boolean | undefined) {
      throw new TypeError('cors: "*" cannot go with credentials: list the origins');
    }
    return () => true;
  }
  if (typeof origins === "function") {
    return origins;
  }
  if (!Array.isArray(origins)) {
    throw new TypeError(
      'cors: origins is neither a list, a function nor "*": write origins: ["https://example.com"]',
    );
  }
  const wrong = origins.find((origin) => !/^[a-z][a-z0-9+.-]*:\/\/[^/?#@*\sA-Z]+$/.test(origin));
  if (wrong !== undefined) {
    throw new TypeError(
      `cors: ${shown(wrong)} is no origin: give scheme, host and port, as in "https://example.com", or a function that decides`,
    );
  }
  // As a browser writes it: what is listed otherwise would match no request.
  for (const origin of origins) {
    const written = URL.canParse(origin) ? new URL(origin).origin : "null";
    if (written !== origin && written !== "null") {
      throw new TypeError(
        `cors: ${JSON.stringify(origin)} is not as browsers write it: give ${JSON.stringify(written)}`,
      );
    }
  }
  const listed = new Set(origins);
  return (origin) => listed.has(origin);
}
