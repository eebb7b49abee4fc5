// Writes rejections in the body that their root declares, and failures too if the root declares an error format, by
// the project's function. It is synchronous, because hosts need the answer to an exception at once.
import type { Codec } from "../../../codec/codec.ts";
import type { AnyBody } from "../../../declaration/body/body.ts";
import type { ErrorFormatData } from "../../../declaration/failure/format-read.ts";
import { valueAt } from "../../../declaration/failure/error-path.ts";
import type { AnyEndpoint } from "../../../declaration/tree/placed-endpoint.ts";
import { negotiate } from "../../../http/accept.ts";
import type { AnySchema } from "../../../schema/standard-schema.ts";
import { isThenable } from "../../../internal/later.ts";
import { fieldsOf } from "../../../internal/record.ts";
import { shown } from "../../../internal/shown.ts";
import { withAdded, withFixed, type Answer, type UnwrittenFailure } from "../../exchange/answer.ts";
import { encodeHeaders } from "../../response/encode-headers.ts";
import { encoded } from "../../response/encode-value.ts";
import { headerText, type Exchange } from "../../exchange/exchange.ts";
import { HandlerError, refusedBySchema } from "../../call/handler-error.ts";
import type { RejectCall, Rejected, WrittenError } from "../../call/reject-call.ts";
import type { Rejection } from "../../exchange/rejection.ts";
import { representationsOf, type Representation } from "../../request/representation.ts";
import { sentBy } from "../../response/response-plan.ts";
import { RespondedValue, type RespondOptions } from "../../call/responded.ts";

/** The second argument of the project's function, at run time. */
interface RawRejectCall extends Omit<RejectCall, "respond"> {
  readonly respond: (body: unknown, options?: RespondOptions) => RespondedValue;
}

/** The project's function, at run time. Only the function of `errors` gets all members. */
export type RawRejectionWriter = (rejection: WrittenError, call: RawRejectCall) => unknown;

/** The rules for writing rejections. */
export interface ErrorFormatRules {
  /** Names the root in errors: `rejections of /api`. */
  readonly where: string;
  readonly body: AnyBody | AnySchema;
  /** The paths of the option `errors`; `undefined` for the option `rejections`. */
  readonly errors: ErrorFormatData | undefined;
  readonly write: RawRejectionWriter;
  readonly codecs: readonly Codec[];
  readonly validateResponses: boolean;
}

/** The request of an error. */
interface Writing {
  readonly exchange: Exchange;
  readonly endpoint: AnyEndpoint | undefined;
}

/** An answer that the project's function has written, and the body before it was encoded. */
interface WrittenAnswer {
  readonly answer: Answer;
  readonly sent: unknown;
}

/** Tells clients that an answer is a rejection and not a declared failure. The value is like `not-found`. */
export const REJECTION_HEADER = "bough-rejection";

/** The error format of one root. */
export class ErrorFormat {
  readonly #rules: ErrorFormatRules;
  readonly #ways: readonly Representation[];
  readonly #mediaTypes: readonly string[];

  constructor(rules: ErrorFormatRules) {
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
    const { status, type, title, detail, errors } = refused;
    const name = type.slice(type.lastIndexOf(":") + 1);
    const rejected: Rejected = { status, type, title, detail, errors };
    const told =
      this.#rules.errors === undefined
        ? rejected
        : {
            ...rejected,
            kind: "rejection",
            name,
            code: name,
            instance: undefined,
            data: undefined,
          };
    const { answer } = this.#written(problem, told, { exchange, endpoint });
    return { ...answer, headers: withFixed(answer.headers, [REJECTION_HEADER, name]) };
  }

  /** The answer with a failure; throws if the function fails, or its body does not have the failure's code and data. */
  fail(from: Answer, failed: UnwrittenFailure, exchange: Exchange, endpoint: AnyEndpoint): Answer {
    const { failure, data, detail, instance } = failed;
    const { name, code, title, type = "about:blank" } = failure;
    const { status } = from;
    const told = { kind: "failure", name, code, type, status, title, detail, instance, data };
    const { answer, sent } = this.#written(from, { ...told, errors: [] }, { exchange, endpoint });
    const refuse = (text: string): HandlerError =>
      new HandlerError("invalid-response", this.#rules.where, `the failure "${name}" ${text}`);
    if (answer.status !== status) {
      throw refuse(`has the status ${status}, not ${answer.status}: remove { status }`);
    }
    const { code: codeAt, data: dataAt } = this.#rules.errors ?? {};
    const found = codeAt === undefined ? code : valueAt(sent, codeAt);
    if (found !== code) {
      throw refuse(`has the code ${shown(code)}, but its body has ${shown(found)} at "${codeAt}"`);
    }
    if (dataAt !== undefined && data !== undefined && !isSame(valueAt(sent, dataAt), data)) {
      throw refuse(`has data, but its body does not have them at "${dataAt}"`);
    }
    return { ...answer, failure };
  }

  #written(from: Answer, told: Rejected, { exchange, endpoint }: Writing): WrittenAnswer {
    const { where, write } = this.#rules;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the function of `rejections` gets fewer members
    const given = write(told as WrittenError, callOf(exchange, endpoint));
    const responded = given instanceof RespondedValue ? given : new RespondedValue(given);
    const [first, second] = this.#ways;
    const way =
      second === undefined
        ? first
        : this.#ways[Math.max(0, negotiate(exchange.accept, this.#mediaTypes))];
    const sent = this.#sent(responded.value, way?.schema);
    const body = encoded(way?.codec, sent, where);
    let headers = withFixed(from.headers, ["content-type", way?.mediaType ?? ""]);
    if (second !== undefined) {
      headers = withAdded(headers, "vary", "Accept");
    }
    headers = withFixed(headers, encodeHeaders({}, responded.headers, where));
    const status = this.#status(responded.status ?? told.status);
    return { answer: { status, headers, body }, sent };
  }

  #status(status: number): number {
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      const text = `the function responded with status ${status}: pass one from 400 to 599`;
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

// The very value, or a copy: a schema copies what it validates. JSON does not write `undefined`.
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) {
    return true;
  }
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return false;
  }
  const [mine, theirs] = [fieldsOf(one), fieldsOf(other)];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) =>
      isSame(mine[name], theirs[name]),
    )
  );
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
