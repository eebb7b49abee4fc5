// What a route is made of: worked out once for an endpoint.
import type { AnySchema } from "../schema/standard-schema.ts";
import type { CallScope, ServerCall } from "./call.ts";
import type { RequestRules } from "./decode-request.ts";
import type { ResponseRules } from "./reply-plan.ts";
import type { Exchange } from "./exchange.ts";
import type { Rejection } from "./rejection.ts";
import type { RawHandler, ViewSteps } from "./view.ts";

/** What a route is made of. */
export interface RouteParts extends CallScope, RequestRules, Omit<ResponseRules, "schema"> {
  readonly handler: RawHandler;
  readonly steps: ViewSteps;
  /** Schemas in place of the declared ones. */
  readonly schemas: {
    readonly request: AnySchema | undefined;
    readonly response: AnySchema | undefined;
  };
  /** Answers a rejection by a declared failure, if the project wants that. */
  readonly onReject: ((rejected: Rejection, call: ServerCall) => unknown) | undefined;
  /** Answers an exception; the host's own way where it has one. */
  readonly onException: (error: unknown, call: ServerCall) => void;
  /** What a server was created for: the same for every call, or given with each request. */
  readonly initial: ((exchange: Exchange) => object | undefined) | undefined;
}
