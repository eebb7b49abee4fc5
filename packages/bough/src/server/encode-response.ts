// From what a handler gives to an answer: the declared response that fits, its schema,
// its codec, its headers. The server's side of client/decode-response.ts.
import { negotiate } from "../http/accept.ts";
import { writeTexts } from "../declaration/parameter/parameter-texts.ts";
import { Issue } from "../declaration/parameter/parameter.ts";
import type { ReplyData } from "../declaration/endpoint/endpoint.ts";
import type { ParameterParts } from "../declaration/parameter/parameter.ts";
import type { Output } from "../schema/output.ts";
import { NOSNIFF } from "./answer.ts";
import type { Answer } from "./answer.ts";
import type { ServerCall } from "./call.ts";
import { finish } from "./draft.ts";
import { binaryAnswer, isSequenceKind, sequenceAnswer } from "./encode-content.ts";
import { failureAnswer } from "./encode-failure.ts";
import type { FailureRules } from "./encode-failure.ts";
import { encoded } from "./encode-value.ts";
import type { RawHeaders } from "./encode-headers.ts";
import { Failed, isFailure } from "./failed.ts";
import { HandlerError, refusedBySchema } from "./handler-error.ts";
import type { HandlerFault } from "./handler-error.ts";
import { planOf, sentBy } from "./reply-plan.ts";
import type { PlannedRepresentation, ReplyPlan, ResponseRules } from "./reply-plan.ts";
import { RespondedValue } from "./responded.ts";

/** Takes a finished answer, or the error that stands for a 500. */
export interface Sink {
  answered(call: ServerCall, answer: Answer): void;
  broken(call: ServerCall, error: unknown): void;
}

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
  answer(returned: unknown, call: ServerCall, sink: Sink): void {
    const value = returned instanceof RespondedValue ? returned.value : returned;
    if (isFailure(value) || Failed["~is"](value)) {
      // It has members, and may well pass for a value with a name.
      const text = "returned a failure as its value: return fail(…), and rethrow what fail threw";
      sink.broken(call, this.#error("returned-failure", text));
    } else if (returned instanceof RespondedValue) {
      this.#responded(returned, call, sink);
    } else if (this.#only !== undefined) {
      this.#write(this.#only, returned, call, undefined, sink);
    } else if (this.#plans.length === 0) {
      this.#empty(new RespondedValue(returned), call, sink);
    } else {
      const text =
        "several statuses or a response header are declared, but a bare value was returned: return respond(value, { status, headers })";
      sink.broken(call, this.#error("needs-respond", text));
    }
  }

  /** The answer for a declared failure. */
  fail(failed: Failed, call: ServerCall, sink: Sink): void {
    const { failure, data } = failed;
    if (!this.#rules.endpoint.failures.includes(failure)) {
      const text = isFailure(failure)
        ? `failed with "${failure.name}", which it does not declare: add .failure(…)`
        : "failed with what is no failure: give one that is declared";
      sink.broken(call, this.#error("undeclared-failure", text));
      return;
    }
    const { body } = failure["~failure"];
    if (body === undefined && data !== undefined) {
      const text = `the failure "${failure.name}" was given data, but declares none: add .body<T>() to it`;
      sink.broken(call, this.#error("invalid-response", text));
      return;
    }
    const output =
      body === undefined || "~body" in body
        ? undefined
        : sentBy(body, this.#rules.validateResponses);
    if (output === undefined) {
      this.#writeFailure(failed, data, call, sink);
    } else {
      const what = `the data of the failure "${failure.name}"`;
      this.#validated(output, data, what, call, sink, (value) =>
        this.#writeFailure(failed, value, call, sink),
      );
    }
  }

  #responded(responded: RespondedValue, call: ServerCall, sink: Sink): void {
    const { value, status, headers } = responded;
    if (this.#plans.length === 0) {
      this.#empty(responded, call, sink);
      return;
    }
    const only = status === undefined && this.#plans.length === 1;
    const plan = only ? this.#plans[0] : this.#plans.find(({ reply }) => reply.status === status);
    if (plan === undefined) {
      const text =
        status === undefined
          ? "responded without a status, but declares several: respond(value, { status })"
          : `responded with status ${status}, which it does not declare: add .response(…, { status: ${status} })`;
      sink.broken(call, this.#error("undeclared-status", text));
    } else {
      this.#write(plan, value, call, headers, sink);
    }
  }

  #empty({ value, status = 204, headers }: RespondedValue, call: ServerCall, sink: Sink): void {
    if (value === undefined && Number.isInteger(status) && status >= 200 && status <= 299) {
      this.#answered(call, sink, () =>
        finish({ status, headers: NO_PARTS, given: headers, fixed: NOSNIFF }, call),
      );
      return;
    }
    const text =
      value === undefined
        ? `responded with status ${status}: without a declared response it is from 200 to 299`
        : "returned a value, but declares no response: add .response<T>()";
    sink.broken(call, this.#error("undeclared-status", text));
  }

  #write(
    plan: ReplyPlan,
    value: unknown,
    call: ServerCall,
    headers: RawHeaders | undefined,
    sink: Sink,
  ): void {
    const { representations, mediaTypes, reply } = plan;
    const [first, second] = representations;
    if (first === undefined) {
      this.#writeEmpty(reply, value, call, headers, sink);
      return;
    }
    const chosen =
      second === undefined
        ? first
        : (representations[Math.max(0, negotiate(call["~exchange"].accept, mediaTypes))] ?? first);
    if (isSequenceKind(chosen)) {
      sequenceAnswer(chosen, { reply, value, call, headers }, chosen.output)
        .then(
          (answer) => sink.answered(call, answer),
          (error: unknown) => {
            // Before its first item a sequence fails as its handler would.
            if (Failed["~is"](error)) {
              this.fail(error, call, sink);
            } else {
              sink.broken(call, error);
            }
          },
        )
        // Code of the host's may throw at a head that leaves.
        .catch((error: unknown) => sink.broken(call, error));
    } else if (chosen.output === undefined) {
      this.#encode(plan, chosen, value, call, headers, sink);
    } else {
      this.#validated(chosen.output, value, "the value", call, sink, (output) =>
        this.#encode(plan, chosen, output, call, headers, sink),
      );
    }
  }

  #writeEmpty(
    { status, headers }: ReplyData,
    value: unknown,
    call: ServerCall,
    given: RawHeaders | undefined,
    sink: Sink,
  ): void {
    if (value === undefined) {
      this.#answered(call, sink, () => finish({ status, headers, given, fixed: NOSNIFF }, call));
    } else {
      const text = `gave a value with status ${status}, which is declared without a body`;
      sink.broken(call, this.#error("undeclared-status", text));
    }
  }

  // What is sent is the schema's output: a key that is not declared never leaves.
  #validated(
    output: Output,
    value: unknown,
    what: string,
    call: ServerCall,
    sink: Sink,
    next: (output: unknown) => void,
  ): void {
    output(
      value,
      (result) => {
        if (result.issues === undefined) {
          next(result.value);
        } else {
          sink.broken(call, refusedBySchema(this.#rules.endpoint, what, result.issues));
        }
      },
      (error) => sink.broken(call, error),
    );
  }

  #encode(
    plan: ReplyPlan,
    chosen: PlannedRepresentation,
    value: unknown,
    call: ServerCall,
    given: RawHeaders | undefined,
    sink: Sink,
  ): void {
    const { status, headers } = plan.reply;
    const { codec, fixed } = chosen;
    if (codec === undefined) {
      const content = { reply: plan.reply, value, call, headers: given };
      this.#answered(call, sink, () => binaryAnswer(chosen, content));
      return;
    }
    let body: Answer["body"];
    try {
      body = encoded(codec, value, this.#rules.endpoint);
    } catch (error) {
      sink.broken(call, error);
      return;
    }
    if (!plan.hasHeaders && given === undefined && !call["~exchange"].authorized) {
      sink.answered(call, { status, headers: fixed, body });
    } else {
      this.#answered(call, sink, () => finish({ status, headers, given, fixed, body }, call));
    }
  }

  #writeFailure(failed: Failed, data: unknown, call: ServerCall, sink: Sink): void {
    this.#answered(call, sink, () => ({
      ...failureAnswer(failed, data, call["~exchange"].accept, this.#failures),
      failure: failed.failure,
    }));
  }

  #answered(call: ServerCall, sink: Sink, make: () => Answer): void {
    let answer: Answer;
    try {
      answer = make();
    } catch (error) {
      sink.broken(call, error);
      return;
    }
    sink.answered(call, answer);
  }

  #error(code: HandlerFault, text: string): HandlerError {
    return new HandlerError(code, this.#rules.endpoint, text);
  }
}
