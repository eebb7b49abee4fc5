// From what a handler gives to an answer: the declared response that fits, its schema,
// its codec, its headers. The server's side of client/decode-response.ts.
import { negotiate } from "../../http/accept.ts";
import { writeTexts } from "../../declaration/parameter/parameter-texts.ts";
import { Issue } from "../../declaration/parameter/parameter.ts";
import type { ReplyData } from "../../declaration/endpoint/endpoint.ts";
import type { ParameterParts } from "../../declaration/parameter/parameter.ts";
import { after } from "../../internal/later.ts";
import type { Later } from "../../internal/later.ts";
import type { StandardResult } from "../../schema/standard-schema.ts";
import { NOSNIFF } from "../exchange/answer.ts";
import type { Answer } from "../exchange/answer.ts";
import type { ServerCall } from "../call/call.ts";
import { finish } from "./draft.ts";
import { binaryAnswer, isSequenceKind, sequenceAnswer } from "./encode-content.ts";
import type { GivenContent } from "./encode-content.ts";
import { failureAnswer } from "./encode-failure.ts";
import type { FailureRules } from "./encode-failure.ts";
import { encoded } from "./encode-value.ts";
import type { RawHeaders } from "./encode-headers.ts";
import { Failed, isFailure } from "../call/failed.ts";
import { HandlerError, refusedBySchema } from "../call/handler-error.ts";
import type { HandlerFault } from "../call/handler-error.ts";
import { planOf, sentBy } from "./reply-plan.ts";
import type { PlannedRepresentation, ReplyPlan, ResponseRules } from "./reply-plan.ts";
import { RespondedValue } from "../call/responded.ts";

const NO_PARTS: ParameterParts = {};

/** Writes the answers of one route. */
export class ResponseWriter {
  readonly #rules: ResponseRules;
  readonly #plans: readonly ReplyPlan[];
  /** The one response that a bare value stands for. */
  readonly #only: ReplyPlan | undefined;
  readonly #failures: FailureRules;

  constructor(rules: ResponseRules) {
    const { endpoint, codecs } = rules;
    this.#rules = rules;
    this.#plans = endpoint.responses.map((reply) => planOf(reply, rules));
    const needsHeader = Object.values(this.#plans[0]?.reply.headers ?? {}).some(
      (type) => writeTexts(type, undefined) instanceof Issue,
    );
    this.#only = this.#plans.length === 1 && !needsHeader ? this.#plans[0] : undefined;
    this.#failures = {
      endpoint,
      codecs,
      mediaTypes: codecs.map(({ mediaType }) => mediaType),
      fixed: codecs.map(({ mediaType }) => ["content-type", mediaType, ...NOSNIFF]),
    };
  }

  /** The answer for what a handler returned. */
  answer(returned: unknown, call: ServerCall): Later<Answer> {
    const value = returned instanceof RespondedValue ? returned.value : returned;
    if (isFailure(value) || Failed["~is"](value)) {
      // It has members, and may well pass for a value with a name.
      const text = "returned a failure as its value: return fail(…), and rethrow what fail threw";
      throw this.#error("returned-failure", text);
    }
    if (returned instanceof RespondedValue) {
      return this.#responded(returned, call);
    }
    if (this.#only !== undefined) {
      return this.#write(this.#only, returned, call);
    }
    if (this.#plans.length === 0) {
      return this.#empty(new RespondedValue(returned), call);
    }
    const text =
      "several statuses or a response header are declared, but a bare value was returned: return respond(value, { status, headers })";
    throw this.#error("needs-respond", text);
  }

  /** The answer for a declared failure. */
  fail(failed: Failed, call: ServerCall): Later<Answer> {
    const { failure, data } = failed;
    if (!this.#rules.endpoint.failures.includes(failure)) {
      const text = isFailure(failure)
        ? `failed with "${failure.name}", which it does not declare: add .failure(…)`
        : "failed with what is no failure: give one that is declared";
      throw this.#error("undeclared-failure", text);
    }
    const { body } = failure["~failure"];
    if (body === undefined && data !== undefined) {
      const text = `the failure "${failure.name}" was given data, but declares none: add .body<T>() to it`;
      throw this.#error("invalid-response", text);
    }
    const output =
      body === undefined || "~body" in body
        ? undefined
        : sentBy(body, this.#rules.validateResponses);
    if (output === undefined) {
      return this.#writeFailure(failed, data, call);
    }
    return after(output(data), (result) =>
      this.#writeFailure(
        failed,
        this.#valueOf(result, `the data of the failure "${failure.name}"`),
        call,
      ),
    );
  }

  #responded(responded: RespondedValue, call: ServerCall): Later<Answer> {
    const { value, status, headers } = responded;
    if (this.#plans.length === 0) {
      return this.#empty(responded, call);
    }
    const only = status === undefined && this.#plans.length === 1;
    const plan = only ? this.#plans[0] : this.#plans.find(({ reply }) => reply.status === status);
    if (plan === undefined) {
      const text =
        status === undefined
          ? "responded without a status, but declares several: respond(value, { status })"
          : `responded with status ${status}, which it does not declare: add .response(…, { status: ${status} })`;
      throw this.#error("undeclared-status", text);
    }
    return this.#write(plan, value, call, headers);
  }

  #empty({ value, status = 204, headers }: RespondedValue, call: ServerCall): Answer {
    if (value === undefined && Number.isInteger(status) && status >= 200 && status <= 299) {
      return finish({ status, headers: NO_PARTS, given: headers, fixed: NOSNIFF }, call);
    }
    const text =
      value === undefined
        ? `responded with status ${status}: without a declared response it is from 200 to 299`
        : "returned a value, but declares no response: add .response<T>()";
    throw this.#error("undeclared-status", text);
  }

  #write(plan: ReplyPlan, value: unknown, call: ServerCall, headers?: RawHeaders): Later<Answer> {
    const { representations, mediaTypes, reply } = plan;
    const [first, second] = representations;
    if (first === undefined) {
      return this.#writeEmpty(reply, value, call, headers);
    }
    const chosen =
      second === undefined
        ? first
        : (representations[Math.max(0, negotiate(call["~exchange"].accept, mediaTypes))] ?? first);
    const content = { reply, value, call, headers };
    if (isSequenceKind(chosen)) {
      return sequenceAnswer(chosen, content, chosen.output).catch((error: unknown) => {
        // Before its first item a sequence fails as its handler would.
        if (Failed["~is"](error)) {
          return this.fail(error, call);
        }
        throw error;
      });
    }
    if (chosen.output === undefined) {
      return this.#encode(plan, chosen, content);
    }
    return after(chosen.output(value), (result) =>
      this.#encode(plan, chosen, { ...content, value: this.#valueOf(result, "the value") }),
    );
  }

  #writeEmpty(
    { status, headers }: ReplyData,
    value: unknown,
    call: ServerCall,
    given: RawHeaders | undefined,
  ): Answer {
    if (value !== undefined) {
      const text = `gave a value with status ${status}, which is declared without a body`;
      throw this.#error("undeclared-status", text);
    }
    return finish({ status, headers, given, fixed: NOSNIFF }, call);
  }

  // What is sent is the schema's output: a key that is not declared never leaves.
  #valueOf(result: StandardResult<unknown>, what: string): unknown {
    if (result.issues !== undefined) {
      throw refusedBySchema(this.#rules.endpoint, what, result.issues);
    }
    return result.value;
  }

  #encode(plan: ReplyPlan, chosen: PlannedRepresentation, content: GivenContent): Answer {
    const { codec, fixed } = chosen;
    if (codec === undefined) {
      return binaryAnswer(chosen, content);
    }
    const { call, headers: given } = content;
    const { status, headers } = plan.reply;
    const body = encoded(codec, content.value, this.#rules.endpoint);
    return !plan.hasHeaders && given === undefined && !call["~exchange"].authorized
      ? { status, headers: fixed, body }
      : finish({ status, headers, given, fixed, body }, call);
  }

  #writeFailure(failed: Failed, data: unknown, call: ServerCall): Answer {
    return {
      ...failureAnswer(failed, data, call["~exchange"].accept, this.#failures),
      failure: failed.failure,
    };
  }

  #error(code: HandlerFault, text: string): HandlerError {
    return new HandlerError(code, this.#rules.endpoint, text);
  }
}
