// Observers: the project's code around every request. An observer sees how a request ended, and cannot change
// the answer.
import type { AnyFailure } from "../../declaration/failure/failure.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import { decodeQueryValue } from "../../http/query-string.ts";
import { isThenable } from "../../internal/later.ts";
import type { Answer } from "../exchange/answer.ts";
import { headerText } from "../exchange/exchange.ts";
import type { Ending, Exchange, Notes, Outcome } from "../exchange/exchange.ts";

/** A request as an observer gets it. */
export interface ObservedRequest {
  readonly method: string;
  /** Path and query as the client sent them, with `***` for API keys. */
  readonly target: string;
  /** A header by its name in any case; `undefined` if the request does not have it. */
  readonly header: (name: string) => string | undefined;
}

/** How a request ended. */
export interface Observed {
  /** The endpoint; `undefined` for 404, 405 and other requests without one. */
  readonly endpoint: AnyEndpoint | undefined;
  /** The status; `undefined` if the client left before there was an answer. */
  readonly status: number | undefined;
  /** The declared failure, if it is the answer. */
  readonly failure: AnyFailure | undefined;
  /** `urn:bough:…`: why the server refused the request. */
  readonly rejection: string | undefined;
  /** The first error of the request that `onError` got. */
  readonly error: unknown;
  /** Bytes of the body that Bough has written; 0 if code of the host answers. */
  readonly bytes: number;
  /**
   * `"answered"`: the last byte is written. `"left"`: the connection closed before that. `"broken"`:
   * the stream of the body failed. `"stalled"`: the client stopped reading (`limits.stall`).
   */
  readonly outcome: Outcome;
}

/**
 * Runs around every request: `next()` runs the request and resolves when it has ended. An observer
 * calls `next` once, before its first `await`.
 */
export type Observer = (request: ObservedRequest, next: () => Promise<Observed>) => unknown;

class Observation implements Notes {
  readonly seen: Promise<Observed>;
  #answer: Answer | undefined;
  #error: unknown;

  constructor(exchange: Exchange, endpoint: AnyEndpoint | undefined) {
    this.seen = new Promise((resolve) => {
      exchange.watch((delivered) => resolve(this.#observed(endpoint, delivered)));
    });
  }

  answered(answer: Answer): void {
    this.#answer = answer;
  }

  failed(error: unknown): void {
    this.#error ??= error;
  }

  #observed(endpoint: AnyEndpoint | undefined, delivered: Ending): Observed {
    const { failure, rejection } = this.#answer ?? {};
    return { endpoint, failure, rejection: rejection?.type, error: this.#error, ...delivered };
  }
}

/** What running observers needs. */
export interface Observing {
  readonly observers: readonly Observer[];
  readonly exchange: Exchange;
  readonly endpoint: AnyEndpoint | undefined;
  /** The names of query parameters whose values are credentials. */
  readonly secrets: ReadonlySet<string>;
  readonly report: (error: unknown) => void;
}

/** Runs a request inside its observers, the first one outermost, in their async context. */
export function observe(observing: Observing, run: () => void): void {
  const { exchange, endpoint } = observing;
  const observation = new Observation(exchange, endpoint);
  exchange.notes = observation;
  let thrown: { readonly error: unknown } | undefined;
  enter({ ...observing, seen: observation.seen, request: requestOf(observing) }, 0, () => {
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
  readonly seen: Promise<Observed>;
}

function enter(entering: Entering, index: number, run: () => void): void {
  const { observers, request, seen, report } = entering;
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
  const next = (): Promise<Observed> => {
    calls++;
    if (calls > 1) {
      report(new TypeError("observe: next() was called twice; call it once"));
    } else if (!begun) {
      begin();
    }
    return seen;
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

// A key in the query would be written to every log.
function masked(target: string, secrets: ReadonlySet<string>): string {
  const at = target.indexOf("?");
  return secrets.size === 0 || at < 0
    ? target
    : target.slice(0, at + 1) +
        target
          .slice(at + 1)
          .split("&")
          .map((pair) => {
            const [name = ""] = pair.split("=", 1);
            return secrets.has(decodeQueryValue(name) ?? name) ? `${name}=***` : pair;
          })
          .join("&");
}

function requestOf({ exchange, secrets }: Observing): ObservedRequest {
  const { method, mount = "" } = exchange;
  const target = masked(exchange.target, secrets);
  return {
    method,
    target: target.startsWith("/") ? mount + target : target,
    header: (name) => headerText(exchange, name.toLowerCase()),
  };
}
