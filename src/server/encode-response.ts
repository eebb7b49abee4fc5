// From what a handler gives to an answer: the declared response that fits, its schema,
// its codec, its headers. The server's side of client/decode-response.ts.
import { negotiate } from "../http/accept.ts";
import { isFieldName, isFieldValue } from "../http/header-value.ts";
import type { Codec } from "../codec/codec.ts";
import { PROBLEM_MEMBERS } from "../http/problem-details.ts";
import { encodeAll } from "../declaration/parameter-codec.ts";
import { Issue } from "../declaration/parameter.ts";
import type { ParameterParts } from "../declaration/parameter.ts";
import type { AnyEndpoint } from "../declaration/placed-endpoint.ts";
import type { ReplyData } from "../declaration/endpoint.ts";
import type { AnySchema } from "../schema/standard-schema.ts";
import { pointerOf, validate } from "../schema/validate.ts";
import type { Answer } from "./answer.ts";
import type { ServerCall } from "./call.ts";
import { isNegotiated } from "./decode-request.ts";
import type { Failed } from "./failed.ts";
import { HandlerError } from "./handler-error.ts";
import type { HandlerFault } from "./handler-error.ts";
import { problemAnswer } from "./rejection.ts";
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
  readonly #only: ReplyPlan | undefined;
  readonly #mediaTypes: readonly string[];
  readonly #fixed: readonly (readonly string[])[];

  constructor(rules: ResponseRules) {
    const { endpoint, codecs, schema, validateResponses } = rules;
    this.#rules = rules;
    this.#plans = endpoint.responses.map((reply) => {
      const declared = "~body" in reply.body ? undefined : reply.body;
      const negotiated = isNegotiated(reply.body);
      return {
        reply,
        schema: validateResponses && negotiated ? (schema ?? declared) : undefined,
        negotiated,
        hasHeaders: Object.keys(reply.headers).length > 0,
      };
    });
    const needsHeader = Object.values(this.#plans[0]?.reply.headers ?? {}).some(
      (type) => !type["~parameter"].optional && type["~parameter"].list === undefined,
    );
    this.#only = this.#plans.length === 1 && !needsHeader ? this.#plans[0] : undefined;
    this.#mediaTypes = codecs.map((codec) => codec.mediaType);
    this.#fixed = codecs.map(({ mediaType }) => [
      "content-type",
      mediaType,
      "x-content-type-options",
      "nosniff",
      ...(codecs.length > 1 ? ["vary", "Accept"] : []),
    ]);
  }

  /** The answer for what a handler returned. */
  answer(returned: unknown, call: ServerCall, sink: Sink): void {
    if (returned instanceof RespondedValue) {
      this.#responded(returned, call, sink);
    } else if (this.#only !== undefined) {
      this.#write(this.#only, returned, call, undefined, sink);
    } else if (this.#plans.length === 0) {
      this.#empty(returned, 204, call, undefined, sink);
    } else {
      sink.broken(
        call,
        this.#error(
          "needs-respond",
          "several statuses or a response header are declared, but a bare value was returned: return respond(value, { status, headers })",
        ),
      );
    }
  }

  /** The answer for a declared failure. */
  fail(failed: Failed, call: ServerCall, sink: Sink): void {
    const { failure, data } = failed;
    const { body } = failure["~failure"];
    if (!this.#rules.anyFailure && !this.#rules.endpoint.failures.includes(failure)) {
      const text = `failed with "${failure.name}", which it does not declare: add .failure(…)`;
      sink.broken(call, this.#error("undeclared-failure", text));
      return;
    }
    const schema = body === undefined || "~body" in body ? undefined : body;
    if (schema === undefined || !this.#rules.validateResponses) {
      this.#writeFailure(failed, data, call, sink);
      return;
    }
    validate(
      schema,
      data,
      (result) =>
        result.issues === undefined
          ? this.#writeFailure(failed, result.value, call, sink)
          : sink.broken(
              call,
              this.#refused(
                `the data of the failure "${failure.name}" is refused by its schema`,
                result.issues,
              ),
            ),
      (error) => sink.broken(call, error),
    );
  }

  #responded({ value, status, headers }: RespondedValue, call: ServerCall, sink: Sink): void {
    if (this.#plans.length === 0) {
      this.#empty(value, status ?? 204, call, headers, sink);
      return;
    }
    const plan =
      status === undefined && this.#plans.length === 1
        ? this.#plans[0]
        : this.#plans.find(({ reply }) => reply.status === status);
    if (plan === undefined) {
      sink.broken(
        call,
        this.#error(
          "undeclared-status",
          `responded with status ${status}, which it does not declare: add .response(…, { status: ${status} })`,
        ),
      );
      return;
    }
    this.#write(plan, value, call, headers, sink);
  }

  #empty(
    value: unknown,
    status: number,
    call: ServerCall,
    headers: RawHeaders | undefined,
    sink: Sink,
  ): void {
    if (value !== undefined || status < 200 || status > 299) {
      const text =
        value === undefined
          ? `responded with status ${status}: without a declared response it is from 200 to 299`
          : "returned a value, but declares no response: add .response<T>()";
      sink.broken(call, this.#error("undeclared-status", text));
      return;
    }
    const written: string[] = [];
    if (this.#headers({}, headers, written, call, sink)) {
      sink.answered(call, { status, headers: written, body: undefined });
    }
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
      return;
    }
    validate(
      schema,
      value,
      (result) =>
        result.issues === undefined
          ? this.#encode(plan, result.value, call, headers, sink)
          : sink.broken(
              call,
              this.#refused("the value is refused by the response's schema", result.issues),
            ),
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
    if (!negotiated) {
      const written: string[] = [];
      if (this.#headers(reply.headers, headers, written, call, sink)) {
        sink.answered(call, { status: reply.status, headers: written, body: undefined });
      }
      return;
    }
    const { codecs } = this.#rules;
    const index =
      codecs.length === 1 ? 0 : Math.max(0, negotiate(call["~exchange"].accept, this.#mediaTypes));
    let body: string | Uint8Array | undefined;
    try {
      body = codecs[index]?.encode(value);
    } catch (error) {
      const text = `the value cannot be encoded: ${error instanceof Error ? error.message : "the codec threw"}`;
      sink.broken(call, this.#error("unencodable-response", text));
      return;
    }
    const fixed = this.#fixed[index] ?? [];
    if (!hasHeaders && headers === undefined && !call["~exchange"].authorized) {
      sink.answered(call, { status: reply.status, headers: fixed, body });
      return;
    }
    const written = [...fixed];
    if (this.#headers(reply.headers, headers, written, call, sink)) {
      if (call["~exchange"].authorized && !hasField(written, "cache-control")) {
        written.push("cache-control", "no-store");
      }
      sink.answered(call, { status: reply.status, headers: written, body });
    }
  }

  #writeFailure(
    { failure, occurrence }: Failed,
    data: unknown,
    call: ServerCall,
    sink: Sink,
  ): void {
    const { headers: parts, bare } = failure["~failure"];
    const headers: string[] = [];
    if (!this.#headers(parts, occurrence.headers, headers, call, sink)) {
      return;
    }
    try {
      sink.answered(
        call,
        bare
          ? this.#bare(failure.status, data, headers, call)
          : this.#problem(failure, data, occurrence, headers),
      );
    } catch (error) {
      sink.broken(call, error);
    }
  }

  // Sent as it is, through the codecs, for APIs that have their own error shape.
  #bare(status: number, data: unknown, headers: readonly string[], call: ServerCall): Answer {
    if (data === undefined) {
      return { status, headers: ["cache-control", "no-store", ...headers], body: undefined };
    }
    const index = Math.max(0, negotiate(call["~exchange"].accept, this.#mediaTypes));
    const stored = hasField(headers, "cache-control") ? [] : ["cache-control", "no-store"];
    return {
      status,
      headers: [...(this.#fixed[index] ?? []), ...stored, ...headers],
      body: this.#rules.codecs[index]?.encode(data),
    };
  }

  #problem(
    failure: Failed["failure"],
    data: unknown,
    { detail, instance }: Failed["occurrence"],
    headers: readonly string[],
  ): Answer {
    const members: object = typeof data === "object" && data !== null ? data : {};
    const taken = PROBLEM_MEMBERS.find((name) => Object.hasOwn(members, name));
    if (taken !== undefined) {
      throw this.#error(
        "invalid-response",
        `the data of the failure "${failure.name}" has the member "${taken}", which problem details own`,
      );
    }
    const { type, title, status } = failure;
    return problemAnswer(
      status,
      JSON.stringify({ type, title, status, detail, instance, ...members }),
      headers,
    );
  }

  // Declared headers are encoded by their types; others are text, or several lines.
  #headers(
    parts: ParameterParts,
    given: RawHeaders | undefined,
    into: string[],
    call: ServerCall,
    sink: Sink,
  ): boolean {
    for (const [name, type] of Object.entries(parts)) {
      const value: unknown = given?.[name];
      const texts = encodeAll(type, value);
      if (texts instanceof Issue) {
        sink.broken(
          call,
          this.#error("invalid-header", `the response header "${name}" ${texts.message}`),
        );
        return false;
      }
      if (texts.length > 0) {
        into.push(name, texts.join(", "));
      }
    }
    for (const [name, value] of Object.entries(given ?? {})) {
      if (!Object.hasOwn(parts, name) && value !== undefined) {
        for (const line of Array.isArray(value) ? (value as unknown[]) : [value]) {
          into.push(name, String(line));
        }
      }
    }
    for (let index = 0; index < into.length; index += 2) {
      if (!isFieldName(into[index] ?? "") || !isFieldValue(into[index + 1] ?? "")) {
        sink.broken(
          call,
          this.#error(
            "invalid-header",
            `the response header ${JSON.stringify(into[index])} has a name or value that no header carries`,
          ),
        );
        return false;
      }
    }
    return true;
  }

  #refused(
    text: string,
    issues: readonly {
      readonly message: string;
      readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
    }[],
  ): HandlerError {
    const told = issues.map((issue) => ({
      message: `${pointerOf(issue)} ${issue.message}`.trim(),
    }));
    return this.#error("invalid-response", text, told);
  }

  #error(
    code: HandlerFault,
    text: string,
    issues?: readonly { readonly message: string }[],
  ): HandlerError {
    return new HandlerError(code, this.#rules.endpoint, text, issues);
  }
}

type RawHeaders = Readonly<Record<string, unknown>>;

function hasField(headers: readonly string[], name: string): boolean {
  return headers.some((field, index) => index % 2 === 0 && field.toLowerCase() === name);
}
