// What a route is made of: worked out once for an endpoint.
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { Answer } from "../exchange/answer.ts";
import type { CallScope, ServerCall } from "../call/call.ts";
import type { RequestRules } from "../request/decode-request.ts";
import type { ResponseRules } from "../response/response-plan.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { SecurityCheck } from "../security/security-check.ts";
import type { RawHandler, ViewSteps } from "../call/view.ts";

/**
 * What a host puts between a request that was not refused and its handler: steps of its own, after
 * which it runs `handle`, or an answer of its own in place of it.
 */
export type Admission = (call: ServerCall, handle: () => void) => void;

/** What a route is made of. */
export interface RouteParts extends CallScope, RequestRules, Omit<ResponseRules, "schema"> {
  readonly handler: RawHandler;
  readonly steps: ViewSteps;
  /** The check of credentials; `undefined` for an endpoint without security. */
  readonly security: SecurityCheck | undefined;
  /** Schemas in place of the declared ones. */
  readonly schemas: {
    readonly request: AnySchema | undefined;
    readonly response: AnySchema | undefined;
  };
  /** Sends an answer, by way of the steps that every answer passes. */
  readonly send: (answer: Answer, call: ServerCall) => void;
  /** The answer to an exception; `undefined` where the host takes it over. */
  readonly onException: (error: unknown, call: ServerCall) => Answer | undefined;
  /** Runs the handler, with all that is around it, when the host comes to it. */
  readonly whenAdmitted: Admission | undefined;
  /** What a server was created for: the same for every call, or given with each request. */
  readonly initial: ((exchange: Exchange) => object | undefined) | undefined;
}
