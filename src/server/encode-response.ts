// From what a handler gives to an answer: the declared response that fits, its schema,
// its codec, its headers. The server's side of client/decode-response.ts.
import { negotiate } from "../http/accept.ts";
import type { Codec } from "../codec/codec.ts";
import type { ReplyData } from "../declaration/endpoint.ts";
import type { AnyEndpoint } from "../declaration/placed-endpoint.ts";
import type { AnySchema, StandardIssue } from "../schema/standard-schema.ts";
import { pointerOf, validate } from "../schema/validate.ts";
import type { Answer } from "./answer.ts";
import type { ServerCall } from "./call.ts";
import { isNegotiated } from "./decode-request.ts";
import { failureAnswer } from "./encode-failure.ts";
import type { FailureRules } from "./encode-failure.ts";
import { encodeHeaders, hasHeader } from "./encode-headers.ts";
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
      (type) => !type["~parameter"].optional && type["~parameter"].list === undefined,
    );
    this.#only = this.#plans.length === 1 && !needsHeader ? this.#plans[0] : undefined;
    const varies = codecs.length > 1 ? ["vary", "Accept"] : [];
    this.#failures = {
      endpoint,
      codecs,
      mediaTypes: codecs.map(({ mediaType }) => mediaType),
      fixed: codecs.map(({ mediaType }) => [
        "content-type",
        mediaType,
        "x-content-type-options",
        "nosniff",
        ...varies,
      ]),
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
      const text = `responded with status ${status}, which it does not declare: add .response(…, { status: ${status} })`;
      sink.broken(call, this.#error("undeclared-status", text));
    } else {
      this.#write(plan, value, call, headers, sink);
    }
  }

  #empty({ value, status = 204, headers }: RespondedValue, call: ServerCall, sink: Sink): void {
    if (value === undefined && status >= 200 && status <= 299) {
      this.#answered(call, sink, () => ({
        status,
        headers: encodeHeaders({}, headers, this.#rules.endpoint),
        body: undefined,
      }));
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
    headers: RawHeaders | undefined,
    sink: Sink,
  ): void {
    const { reply, negotiated, hasHeaders } = plan;
    const { codecs, mediaTypes, fixed } = this.#failures;
    const { accept, authorized } = call["~exchange"];
    if (!negotiated) {
      this.#answered(call, sink, () => this.#answerOf(reply, [], headers, undefined, false));
      return;
    }
    const index = codecs.length === 1 ? 0 : Math.max(0, negotiate(accept, mediaTypes));
    let body: string | Uint8Array | undefined;
    try {
      body = codecs[index]?.encode(value);
    } catch (error) {
      const text = `the value cannot be encoded: ${error instanceof Error ? error.message : "the codec threw"}`;
      sink.broken(call, this.#error("unencodable-response", text));
      return;
    }
    const shared = fixed[index] ?? [];
    if (!hasHeaders && headers === undefined && !authorized) {
      sink.answered(call, { status: reply.status, headers: shared, body });
    } else {
      this.#answered(call, sink, () => this.#answerOf(reply, shared, headers, body, authorized));
    }
  }

  // An answer to a request with credentials is not stored, unless its handler says
  // otherwise (RFC 9111 3.5).
  #answerOf(
    reply: ReplyData,
    fixed: readonly string[],
    headers: RawHeaders | undefined,
    body: string | Uint8Array | undefined,
    authorized: boolean,
  ): Answer {
    const own = encodeHeaders(reply.headers, headers, this.#rules.endpoint);
    const stored =
      authorized && !hasHeader(own, "cache-control") ? ["cache-control", "no-store"] : [];
    return { status: reply.status, headers: [...fixed, ...stored, ...own], body };
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
    const told = issues.map((issue) => ({
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
