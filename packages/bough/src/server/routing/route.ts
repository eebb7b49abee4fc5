// A route: an endpoint with its handler, and what is computed once for both.
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { Answer } from "../exchange/answer.ts";
import type { CallScope, ServerCall } from "../call/call.ts";
import type { RequestRules } from "../request/decode-request.ts";
import type { ResponseRules } from "../response/response-plan.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { RawHandler, ViewSteps } from "../call/view.ts";
import type { EndpointParts } from "./part-list.ts";

/**
 * The host's step between a request that was not refused and its handler. The host then runs `handle`, or
 * answers by itself.
 */
export type Admission = (call: ServerCall, handle: () => void) => void;

/** An endpoint with its handler. */
export interface Route
  extends CallScope, RequestRules, Omit<ResponseRules, "schema">, EndpointParts {
  readonly handler: RawHandler;
  readonly steps: ViewSteps;
  /** The names in `Vary` of every answer. */
  readonly vary: readonly string[];
  /** Schemas that replace the declared ones. */
  readonly schemas: {
    readonly request: AnySchema | undefined;
    readonly response: AnySchema | undefined;
  };
  /** Sends an answer through the steps that every answer passes. */
  readonly send: (answer: Answer, call: ServerCall) => void;
  /** The answer to an exception; `undefined` if the host takes it over. */
  readonly onException: (error: unknown, call: ServerCall) => Answer | undefined;
  /** Runs the handler and its arounds when the host is ready. */
  readonly whenAdmitted: Admission | undefined;
  /** Returns the initial context: one for all calls, or one for each request. */
  readonly initial: ((exchange: Exchange) => object | undefined) | undefined;
}
