// The way out of a server: what a step that every answer passes knows of its request.
import type { Ids } from "../../declaration/tree/ids.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import type { Answer } from "./answer.ts";
import type { Exchange } from "./exchange.ts";

/** The endpoint that a request has reached. */
export interface Reached {
  readonly endpoint: AnyEndpoint;
  readonly ids: Ids;
}

/** What an `OPTIONS` request asks about. */
export interface Preflight {
  readonly methods: readonly string[];
  readonly endpoints: readonly AnyEndpoint[];
}

/** What an answer is for. */
export interface Outgoing {
  readonly exchange: Exchange;
  readonly reached: Reached | undefined;
  readonly preflight?: Preflight;
}

/** Gives what is sent in place of an answer, or the same answer. */
export type AnswerStep = (answer: Answer, to: Outgoing) => Answer;
