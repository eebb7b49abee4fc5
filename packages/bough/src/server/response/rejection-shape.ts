// Writes rejections in the body that their root declares, by the project's function. It is synchronous, because
// hosts need the answer to an exception at once.
import type { Codec } from "../../codec/codec.ts";
import type { AnyBody } from "../../declaration/body/body.ts";
import type { AnyEndpoint } from "../../declaration/tree/placed-endpoint.ts";
import { negotiate } from "../../http/accept.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import { isThenable } from "../../internal/later.ts";
import { withAdded, withFixed } from "../exchange/answer.ts";
import type { Answer } from "../exchange/answer.ts";
import { encodeHeaders } from "./encode-headers.ts";
import { encoded } from "./encode-value.ts";
import { headerText } from "../exchange/exchange.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { HandlerError, refusedBySchema } from "../call/handler-error.ts";
import type { RejectCall, Rejected } from "../call/reject-call.ts";
import type { Rejection } from "../exchange/rejection.ts";
import { representationsOf } from "../request/representation.ts";
import type { Representation } from "../request/representation.ts";
import { sentBy } from "./response-plan.ts";
import { RespondedValue } from "../call/responded.ts";
import type { RespondOptions } from "../call/responded.ts";

/** The second argument of the project's function, at run time. */
interface RawRejectCall extends Omit<RejectCall, "respond"> {
  readonly respond: (body: unknown, options?: RespondOptions) => RespondedValue;
}

/** The project's function, at run time. */
export type RawRejectionWriter = (rejection: Rejected, call: RawRejectCall) => unknown;

/** The rules for writing rejections. */
export interface ShapeRules {
  /** Names the root in errors: `rejections of /api`. */
  readonly where: string;
  readonly body: AnyBody | AnySchema;
  readonly write: RawRejectionWriter;
  readonly codecs: readonly Codec[];
  readonly validateResponses: boolean;
}

/** Tells clients that an answer is a rejection and not a declared failure. The value is like `not-found`. */
export const REJECTION_HEADER = "bough-rejection";

/** The error format of one root. */
export class RejectionShape {
  readonly #rules: ShapeRules;
  readonly #ways: readonly Representation[];
  readonly #mediaTypes: readonly string[];

  constructor(rules: ShapeRules) {
    this.#rules = rules;
    this.#ways = representationsOf(rules.body, rules.codecs);
    this.#mediaTypes = this.#ways.map(({ mediaType = "" }) => mediaType);
  }

  /** The answer that replaces problem details; throws if the function fails or returns a wrong value. */
  answer(
    problem: Answer,
    refused: Rejection,
    exchange: Exchange,
    endpoint: AnyEndpoint | undefined,
  ): Answer {
    const { where } = this.#rules;
    const { status, type, title, detail, errors } = refused;
    const given = this.#rules.write(
      { status, type, title, detail, errors },
      callOf(exchange, endpoint),
    );
    const responded = given instanceof RespondedValue ? given : new RespondedValue(given);
    const [first, second] = this.#ways;
    const way =
      second === undefined
        ? first
        : this.#ways[Math.max(0, negotiate(exchange.accept, this.#mediaTypes))];
    const body = encoded(way?.codec, this.#sent(responded.value, way?.schema), where);
    let headers = withFixed(problem.headers, ["content-type", way?.mediaType ?? ""]);
    if (second !== undefined) {
      headers = withAdded(headers, "vary", "Accept");
    }
    headers = withFixed(headers, encodeHeaders({}, responded.headers, where));
    return {
      status: this.#status(responded.status ?? status),
      headers: withFixed(headers, [REJECTION_HEADER, type.slice(type.lastIndexOf(":") + 1)]),
      body,
    };
  }

  #status(status: number): number {
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      const text = `the function responded with status ${status}: give one from 400 to 599`;
      throw new HandlerError("undeclared-status", this.#rules.where, text);
    }
    return status;
  }

  #sent(value: unknown, schema: AnySchema | undefined): unknown {
    const { where, validateResponses } = this.#rules;
    if (isThenable(value)) {
      Promise.resolve(value).catch(() => undefined);
      const text = "the function returned a promise: return the body itself";
      throw new HandlerError("invalid-response", where, text);
    }
    const output = schema && sentBy(schema, validateResponses);
    if (output === undefined) {
      return value;
    }
    const result = output(value);
    if (result instanceof Promise) {
      result.catch(() => undefined);
      const text = "the schema gave no result at once: use one that is synchronous";
      throw new HandlerError("invalid-response", where, text);
    }
    if (result.issues !== undefined) {
      throw refusedBySchema(where, "the body", result.issues);
    }
    return result.value;
  }
}

function callOf(exchange: Exchange, endpoint: AnyEndpoint | undefined): RawRejectCall {
  return {
    respond: (body, options) => new RespondedValue(body, options),
    endpoint,
    get request() {
      return exchange.request();
    },
    header: (name) => headerText(exchange, name.toLowerCase()),
  };
}
