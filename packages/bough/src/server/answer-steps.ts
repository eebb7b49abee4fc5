// Steps that every answer of a server passes: the error format of its root, then CORS.
import type { Ids } from "../declaration/tree/ids.ts";
import type { AnyEndpoint } from "../declaration/tree/placed-endpoint.ts";
import type { Answer } from "./answer.ts";
import type { BasePath } from "./base-path.ts";
import type { Cors } from "./cors.ts";
import type { Dispatched } from "./dispatch.ts";
import type { Exchange } from "./exchange.ts";
import type { KnownEndpoints } from "./known-endpoints.ts";
import type { RejectionShapes } from "./rejection-shapes.ts";

/** The endpoint that a request has reached. */
export interface Reached {
  readonly endpoint: AnyEndpoint;
  readonly ids: Ids;
}

/** What the steps depend on. */
export interface StepRules {
  readonly cors: Cors | undefined;
  readonly shapes: RejectionShapes;
  readonly known: KnownEndpoints;
  readonly basePath: BasePath;
  /** Gets what the function of `rejections` throws. */
  readonly report: (error: unknown, exchange: Exchange, reached: Reached | undefined) => void;
}

/** The steps of one server. */
export class AnswerSteps {
  readonly #rules: StepRules;

  constructor(rules: StepRules) {
    this.#rules = rules;
  }

  /** Puts the steps before `exchange.send`, once: a host may still refuse a request that has a route. */
  attend(exchange: Exchange, found: Dispatched | undefined): void {
    const { cors, shapes } = this.#rules;
    if ((cors === undefined && shapes.isEmpty) || Object.hasOwn(exchange, "send")) {
      return;
    }
    if (found?.kind === "options") {
      cors?.attendPreflight(exchange, found);
    } else {
      cors?.attend(exchange, found?.entry?.endpoint);
    }
    if (!shapes.isEmpty) {
      const reached = reachedBy(found);
      const send = exchange.send.bind(exchange);
      exchange.send = (answer) => send(this.shaped(answer, exchange, reached));
    }
  }

  /** A rejection in the format of its root; every other answer unchanged. */
  shaped(answer: Answer, exchange: Exchange, reached: Reached | undefined): Answer {
    const { shapes, basePath, known, report } = this.#rules;
    const { rejection } = answer;
    if (rejection === undefined) {
      return answer;
    }
    const endpoint = reached?.endpoint;
    const shape =
      endpoint === undefined
        ? shapes.at(exchange.target, basePath, known.tops)
        : shapes.of(endpoint["~endpoint"].parent);
    try {
      return shape?.answer(answer, rejection, exchange, endpoint) ?? answer;
    } catch (error) {
      report(error, exchange, reached);
      return answer;
    }
  }

  /** The CORS headers for an answer that the host sends itself. */
  headersOf(exchange: Exchange, endpoint: AnyEndpoint | undefined): readonly string[] {
    const { cors, shapes } = this.#rules;
    return cors?.headersOf(exchange, endpoint, !shapes.isEmpty) ?? [];
  }
}

function reachedBy(found: Dispatched | undefined): Reached | undefined {
  const hasIds = found?.kind === "route" || found?.kind === "rejected";
  return hasIds && found.entry !== undefined
    ? { endpoint: found.entry.endpoint, ids: found.ids }
    : undefined;
}
