// From what a handler gives to an answer: the declared response that fits, its schema,
// its codec, its headers. The server's side of client/decode-response.ts.
import { negotiate } from "../http/accept.ts";
import type { Codec } from "../codec/codec.ts";
import { writeTexts } from "../declaration/parameter-texts.ts";
import { Issue } from "../declaration/parameter.ts";
import type { ReplyData } from "../declaration/endpoint.ts";
import type { ParameterParts } from "../declaration/parameter.ts";
import type { AnyEndpoint } from "../declaration/placed-endpoint.ts";
import type { AnySchema, StandardIssue } from "../schema/standard-schema.ts";
import { pointerOf, validate } from "../schema/validate.ts";
import { NO_STORE, NOSNIFF, withFixed } from "./answer.ts";
import type { Answer } from "./answer.ts";
import type { ServerCall } from "./call.ts";
import { isNegotiated } from "./decode-request.ts";
import { failureAnswer } from "./encode-failure.ts";
import type { FailureRules } from "./encode-failure.ts";
import { encoded } from "./encode-value.ts";
import { encodeHeaders } from "./encode-headers.ts";
import type { RawHeaders } from "./encode-headers.ts";
import type { Failed } from "./failed.ts";
import { HandlerError } from "./handler-error.ts";
import type { HandlerFault } from "./handler-error.ts";
import { RespondedValue } from "./responded.ts";

/** What a route needs to know to write its answers. */
export interface ResponseRules {
  readonly endpoint: AnyEndpoint;
  readonly codecs: readonly Codec[];
  /** Validation that stays on the server, in place of the declared schema. */
  readonly schema: AnySchema | undefined;
  /** Whether responses are validated, and sent as the schema gives them. */
  readonly validateResponses: boolean;
  /** Whether failures need not be declared: where no endpoint was found that could. */
  readonly anyFailure: boolean;
}

/** Takes a finished answer, or the error that stands for a 500. */
export interface Sink {
  answered(call: ServerCall, answer: Answer): void;
  broken(call: ServerCall, error: unknown): void;
}

interface ReplyPlan {
  readonly reply: ReplyData;
  readonly schema: AnySchema | undefined;
  readonly negotiated: boolean;
  readonly hasHeaders: boolean;
}

// An answer that lacks the headers of its handler.
interface Draft {
  readonly status: number;
  readonly headers: ParameterParts;
  readonly given: RawHeaders | undefined;
  readonly fixed: readonly string[];
  readonly body?: Answer["body"];
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
    const varies = codecs.length > 1 ? ["vary", "Accept"] : [];
    this.#failures = {
      endpoint,
      codecs,
      mediaTypes: codecs.map(({ mediaType }) => mediaType),
      fixed: codecs.map(({ mediaType }) => ["content-type", mediaType, ...NOSNIFF, ...varies]),
    };
  }

  /** The answer for what a handler returned. */
  answer(returned: unknown, call: ServerCall, sink: Sink): void {
    if (returned instanceof RespondedValue) {
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
    const { body } = failure["~failure"];
    if (!this.#rules.anyFailure && !this.#rules.endpoint.failures.includes(failure)) {
      const text = `failed with "${failure.name}", which it does not declare: add .failure(…)`;
      sink.broken(call, this.#error("undeclared-failure", text));
    } else if (body === undefined && data !== undefined) {
      const text = `the failure "${failure.name}" was given data, but declares none: add .body<T>() to it`;
      sink.broken(call, this.#error("invalid-response", text));
    } else if (body === undefined || "~body" in body || !this.#rules.validateResponses) {
      this.#writeFailure(failed, data, call, sink);
    } else {
      const what = `the data of the failure "${failure.name}"`;
      this.#validated(body, data, what, call, sink, (value) =>
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
        this.#answerOf({ status, headers: NO_PARTS, given: headers, fixed: NOSNIFF }, call),
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
    const { schema } = plan;
    if (schema === undefined) {
      this.#encode(plan, value, call, headers, sink);
    } else {
      this.#validated(schema, value, "the value", call, sink, (output) =>
        this.#encode(plan, output, call, headers, sink),
      );
    }
  }

  // What is sent is the schema's output: a key that is not declared never leaves.
  #validated(
    schema: AnySchema,
    value: unknown,
    what: string,
    call: ServerCall,
    sink: Sink,
    next: (output: unknown) => void,
  ): void {
    validate(
      schema,
      value,
      (result) => {
        if (result.issues === undefined) {
          next(result.value);
        } else {
          sink.broken(
            call,
            this.#error("invalid-response", `${what} is refused by its schema`, result.issues),
          );
        }
      },
      (error) => sink.broken(call, error),
    );
  }

  #encode(
    plan: ReplyPlan,
    value: unknown,
    call: ServerCall,
    given: RawHeaders | undefined,
    sink: Sink,
  ): void {
    const { reply, negotiated, hasHeaders } = plan;
    const { status, headers } = reply;
    if (!negotiated && value !== undefined) {
      const text = `gave a value with status ${status}, which is declared without a body`;
      sink.broken(call, this.#error("undeclared-status", text));
      return;
    }
    const { endpoint, codecs, mediaTypes, fixed } = this.#failures;
    const { accept, authorized } = call["~exchange"];
    const index = codecs.length === 1 ? 0 : Math.max(0, negotiate(accept, mediaTypes));
    const shared = (negotiated ? fixed[index] : undefined) ?? NOSNIFF;
    let body: Answer["body"];
    try {
      body = negotiated ? encoded(codecs[index], value, endpoint) : undefined;
    } catch (error) {
      sink.broken(call, error);
      return;
    }
    if (!hasHeaders && given === undefined && !authorized) {
      sink.answered(call, { status, headers: shared, body });
    } else {
      this.#answered(call, sink, () =>
        this.#answerOf({ status, headers, given, fixed: shared, body }, call),
      );
    }
  }

  // An answer to a request with credentials is not stored, unless its handler says
  // otherwise (RFC 9111 3.5).
  #answerOf({ status, headers, given, fixed, body }: Draft, call: ServerCall): Answer {
    const own = encodeHeaders(headers, given, this.#rules.endpoint);
    const all = call["~exchange"].authorized ? [...fixed, ...NO_STORE] : fixed;
    return { status, headers: withFixed(all, own), body };
  }

  #writeFailure(failed: Failed, data: unknown, call: ServerCall, sink: Sink): void {
    this.#answered(call, sink, () =>
      failureAnswer(failed, data, call["~exchange"].accept, this.#failures),
    );
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

  #error(code: HandlerFault, text: string, issues: readonly StandardIssue[] = []): HandlerError {
    const told = Array.from(issues, (issue) => ({
      message: `${pointerOf(issue)} ${issue.message}`.trim(),
    }));
    return new HandlerError(code, this.#rules.endpoint, text, told);
  }
}

function planOf(reply: ReplyData, { schema, validateResponses }: ResponseRules): ReplyPlan {
  const declared = "~body" in reply.body ? undefined : reply.body;
  const negotiated = isNegotiated(reply.body);
  return {
    reply,
    schema: validateResponses && negotiated ? (schema ?? declared) : undefined,
    negotiated,
    hasHeaders: Object.keys(reply.headers).length > 0,
  };
}
