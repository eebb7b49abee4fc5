// The request of an answer, for the functions that every answer passes.
import type { Ids } from "../../declaration/tree/ids.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import type { Answer } from "./answer.ts";
import type { Exchange } from "./exchange.ts";

/** The endpoint that a request reached. */
export interface MatchedEndpoint {
  readonly endpoint: AnyEndpoint;
  readonly ids: Ids;
}

/** The methods and endpoints of the path of an `OPTIONS` request. */
export interface Preflight {
  readonly methods: readonly string[];
  readonly endpoints: readonly AnyEndpoint[];
}

/** The request of an answer. */
export interface AnswerContext {
  readonly exchange: Exchange;
  readonly reached: MatchedEndpoint | undefined;
  readonly preflight?: Preflight;
}

/** Returns the answer to send: the same one, or another. */
export type AnswerStep = (answer: Answer, to: AnswerContext) => Answer;
