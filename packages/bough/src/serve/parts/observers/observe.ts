// Observers run the project's code around every request. They see how it ended, but can't change the response.
import type { AnyFailure } from "../../../declare/failure/failure.ts";
import type { AnyEndpoint } from "../../../declare/tree/placement.ts";
import { maskedQuery } from "../../../shared/http/masked-query.ts";
import { isThenable } from "../../../shared/internal/later.ts";
import type { Answer } from "../../exchange/answer.ts";
import {
  headerText,
  type Connection,
  type Ending,
  type Exchange,
  type Notes,
  type Outcome,
} from "../../exchange/exchange.ts";
import type { BasePath } from "../../options/base-path.ts";

/** A request as an observer gets it. */
export interface ObservedRequest {
  readonly method: string;
  /** Path and query as the client sent them, with `***` for the API keys of all endpoints. */
  readonly target: string;
  /** The endpoint; `undefined` for 404, 405 and other requests without one. */
  readonly endpoint: AnyEndpoint | undefined;
  /** Whether the endpoint is deprecated. */
  readonly deprecated: boolean;
  /** The path template of the endpoint, with `basePath`: `/api/users/{user}`. */
  readonly route: string | undefined;
  /** The scheme of the connection. Behind a proxy, clients may use another one. */
  readonly scheme: "http" | "https";
  /** `host[:port]` as the client sent it, without any check; `undefined` if it sent none. */
  readonly authority: string | undefined;
  /** `"1.0"`, `"1.1"` or `"2"`; `undefined` on Fetch runtimes, which do not show it. */
  readonly httpVersion: string | undefined;
  /** A header by its name in any case; `undefined` if the request does not have it. */
  readonly header: (name: string) => string | undefined;
}

/** How a request ended. */
export interface Observed {
  /** The endpoint; `undefined` for 404, 405 and other requests without one. */
  readonly endpoint: AnyEndpoint | undefined;
  /** Whether the endpoint is deprecated. */
  readonly deprecated: boolean;
  /** The status; `undefined` if the client left before there was a response. */
  readonly status: number | undefined;
  /** The declared failure, if the response is one. */
  readonly failure: AnyFailure | undefined;
  /** `urn:bough:…`: why the server refused the request. */
  readonly rejection: string | undefined;
  /** The first error of the request that `onError` got. */
  readonly error: unknown;
  /** Bytes of the body that Bough has written; 0 if code of the host responds. */
  readonly bytes: number;
  /**
   * `"answered"`: the last byte is written. `"left"`: the connection closed before that. `"broken"`:
   * the stream of the body failed. `"stalled"`: the client stopped reading (`limits.stall`).
   */
  readonly outcome: Outcome;
}

/**
 * Runs around every request: `next()` runs the request and resolves when it has ended. An observer
 * calls `next` once, before its first `await`. `next(ended)` also calls `ended` synchronously at the
 * end, before Node closes the response, for observers that write to the span of another library.
 */
export type Observer = (
  request: ObservedRequest,
  next: (ended?: (observed: Observed) => void) => Promise<Observed>,
) => unknown;

class Observation implements Notes {
  readonly seen: Promise<Observed>;
  readonly #observing: Observing;
  #listeners: ((observed: Observed) => void)[] = [];
  #ended: Observed | undefined;
  #answer: Answer | undefined;
  #error: unknown;

  constructor(observing: Observing) {
    this.#observing = observing;
    this.seen = new Promise((resolve) => {
      observing.exchange.watch((delivered) => {
        const observed = this.#observed(delivered);
        this.#ended = observed;
        this.#listeners.forEach((listener) => this.#tell(listener, observed));
        this.#listeners = [];
        resolve(observed);
      });
    });
  }

  answered(answer: Answer): void {
    this.#answer = answer;
  }

  failed(error: unknown): void {
    this.#error ??= error;
  }

  /** Calls a function of an observer when the request has ended. */
  whenEnded(listener: (observed: Observed) => void): void {
    if (this.#ended === undefined) {
      this.#listeners.push(listener);
    } else {
      this.#tell(listener, this.#ended);
    }
  }

  #tell(listener: (observed: Observed) => void, observed: Observed): void {
    try {
      listener(observed);
    } catch (error) {
      this.#observing.report(error);
    }
  }

  #observed(delivered: Ending): Observed {
    const { failure, rejection } = this.#answer ?? {};
    const error = this.#error;
    const { endpoint } = this.#observing;
    const deprecated = endpoint?.deprecated !== undefined;
    return { endpoint, deprecated, failure, rejection: rejection?.type, error, ...delivered };
  }
}

/** What running observers needs. */
export interface Observing {
  readonly observers: readonly Observer[];
  readonly exchange: Exchange;
  readonly endpoint: AnyEndpoint | undefined;
  readonly basePath: BasePath;
  /** The secrets of all endpoints. A request may have those of any, whether its endpoint asks for them or not. */
  readonly secrets: ReadonlySet<string>;
  readonly report: (error: unknown) => void;
}

/** Runs a request inside its observers, the first one outermost, in their async context. */
export function observe(observing: Observing, run: () => void): void {
  const { exchange } = observing;
  const observation = new Observation(observing);
  exchange.notes = observation;
  let thrown: { readonly error: unknown } | undefined;
  enter({ ...observing, observation, request: new RequestView(observing) }, 0, () => {
    try {
      run();
    } catch (error) {
      thrown = { error };
    }
  });
  // Errors of the host pass through the observer.
  if (thrown !== undefined) {
    throw thrown.error;
  }
}

interface Entering extends Observing {
  readonly request: ObservedRequest;
  readonly observation: Observation;
}

function enter(entering: Entering, index: number, run: () => void): void {
  const { observers, request, observation, report } = entering;
  const observer = observers[index];
  if (observer === undefined) {
    run();
    return;
  }
  let calls = 0;
  let begun = false;
  const begin = (): void => {
    begun = true;
    enter(entering, index + 1, run);
  };
  const next: Parameters<Observer>[1] = (ended) => {
    if (typeof ended === "function") {
      observation.whenEnded(ended);
    }
    calls++;
    if (calls > 1) {
      report(new TypeError("observe: next() was called twice; call it once"));
    } else if (!begun) {
      begin();
    }
    return observation.seen;
  };
  let failed = false;
  try {
    const returned = observer(request, next);
    if (isThenable(returned)) {
      Promise.resolve(returned).catch(report);
    }
  } catch (error) {
    failed = true;
    report(error);
  }
  if (!begun) {
    if (!failed) {
      report(
        new TypeError(
          "observe: next() was not called in time; call it before the observer returns or awaits",
        ),
      );
    }
    begin();
  }
}

// The request as observers get it. It is a class, because creating an object with getters takes 20 times as long. The
// connection is read only if an observer asks.
class RequestView implements ObservedRequest {
  readonly method: string;
  readonly target: string;
  readonly endpoint: AnyEndpoint | undefined;
  readonly deprecated: boolean;
  readonly route: string | undefined;
  readonly header: (name: string) => string | undefined;
  readonly #exchange: Exchange;
  #connection: Connection | undefined;

  constructor({ exchange, endpoint, basePath, secrets }: Observing) {
    // A key in the query would be written to every log.
    const target = maskedQuery(exchange.target, secrets, "***");
    this.method = exchange.method;
    this.target = target.startsWith("/") ? (exchange.mount ?? "") + target : target;
    this.endpoint = endpoint;
    this.deprecated = endpoint?.deprecated !== undefined;
    this.route = endpoint && basePath.prefix + endpoint.template;
    this.header = (name) => headerText(exchange, name.toLowerCase());
    this.#exchange = exchange;
  }

  get #asked(): Connection {
    return (this.#connection ??= this.#exchange.connection());
  }

  get scheme(): Connection["scheme"] {
    return this.#asked.scheme;
  }

  get authority(): string | undefined {
    return this.#asked.authority;
  }

  get httpVersion(): string | undefined {
    return this.#asked.httpVersion;
  }
}
