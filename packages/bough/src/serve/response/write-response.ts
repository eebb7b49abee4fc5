// Makes an answer of a handler's result: finds the declared response, and applies its schema, codec and headers.
// The counterpart of call/read-response.ts.
import { negotiate } from "../../shared/http/accept.ts";
import { nameOf } from "../../shared/http/media-type.ts";
import { writeTexts } from "../../declare/parameter/parameter-codec.ts";
import { Issue, type ParameterParts } from "../../declare/parameter/parameter.ts";
import type { AnyFailure } from "../../declare/failure/failure.ts";
import type { ResponseData } from "../../declare/endpoint/endpoint.ts";
import { after, rescued, type Later } from "../../shared/internal/later.ts";
import type { AnyBody } from "../../declare/body/body.ts";
import type { Output } from "../../shared/schema/validate.ts";
import { schemaKeysOf } from "../request/representation.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import { isNullBodyStatus } from "../../shared/http/status.ts";
import { NO_STORE, NOSNIFF, withFixed, type Answer } from "../exchange/answer.ts";
import {
  Failed,
  isFailure,
  RespondedValue,
  type ServerCall,
  type RespondOptions,
} from "../handler/call.ts";
import { finish, storage, type RawHeaders } from "./write-headers.ts";
import {
  described,
  encoded,
  planFor,
  planOf,
  representationNamed,
  sentBy,
  sentValue,
  type GivenContent,
  type PlannedRepresentation,
  type ResponsePlan,
  type ResponseRules,
} from "./write-body.ts";
import { failureAnswer, statusOf } from "./write-failure.ts";
import { HandlerError, type HandlerFault } from "../handler/handler-error.ts";

const NO_PARTS: ParameterParts = {};

/** A value to send, and the handler's options for it. */
interface GivenValue {
  readonly value: unknown;
  readonly call: ServerCall;
  readonly headers: RawHeaders | undefined;
  /** Default: the declared status. */
  readonly status?: number | undefined;
  /** The media type of one of several representations. Default: the one that `Accept` prefers. */
  readonly mediaType?: string | undefined;
  readonly options?: RespondOptions;
  /** Names the value in errors. Default: "the value". */
  readonly what?: string;
}

function dataOf({ name }: AnyFailure): string {
  return `the data of the failure "${name}"`;
}

/** Writes the answers of one route. */
export class ResponseWriter {
  readonly #rules: ResponseRules;
  readonly #plans: readonly ResponsePlan[];
  /** The response of a bare value, if it is clear. */
  readonly #only: ResponsePlan | undefined;
  /** The plans of bare failures, made at first use. */
  readonly #bare = new Map<AnyFailure, ResponsePlan>();
  /** The schema outputs of the data of other failures. */
  readonly #problems = new Map<AnyFailure, Output | undefined>();

  constructor(rules: ResponseRules) {
    this.#rules = rules;
    this.#plans = rules.endpoint.responses.map((response) =>
      planOf(response, rules, rules.types?.response(response.status)),
    );
    const needsHeader = Object.values(this.#plans[0]?.response.headers ?? {}).some(
      (type) => writeTexts(type, undefined) instanceof Issue,
    );
    this.#only = needsHeader ? undefined : planFor(this.#plans, undefined);
  }

  /** Answers with the result of a handler. */
  answer(returned: unknown, call: ServerCall): Later<Answer> {
    const value = returned instanceof RespondedValue ? returned.value : returned;
    if (isFailure(value) || Failed["~is"](value)) {
      // A failure has members, so it could be sent as a value with a name.
      const text = "returned a failure as its value: return fail(…), and rethrow what fail threw";
      throw this.#error("returned-failure", text);
    }
    if (returned instanceof RespondedValue) {
      return this.#responded(returned, call);
    }
    if (this.#only !== undefined) {
      return this.#write(this.#only, { value: returned, call, headers: undefined });
    }
    if (this.#plans.length === 0) {
      return this.#empty(new RespondedValue(returned), call);
    }
    const [{ response } = {}, more] = this.#plans;
    const text =
      response?.status === "2XX" && more === undefined
        ? "the status 2XX is declared, but a bare value was returned: return respond(value, { status })"
        : "several statuses or a response header are declared, but a bare value was returned: return respond(value, { status, headers })";
    throw this.#error("needs-respond", text);
  }

  /** Answers with a declared failure. */
  fail(failed: Failed, call: ServerCall): Later<Answer> {
    const { failure, data, occurrence } = failed;
    if (!this.#rules.endpoint.failures.includes(failure)) {
      const text = isFailure(failure)
        ? `failed with "${failure.name}", which it does not declare: add .failure(…)`
        : "failed with a value that is not a failure: pass a declared failure";
      throw this.#error("undeclared-failure", text);
    }
    const { body, bare } = failure["~failure"];
    const status = statusOf(failed, this.#rules.endpoint);
    if (body === undefined && data !== undefined) {
      const text = `the failure "${failure.name}" was given data, but declares none: add .body<T>() to it`;
      throw this.#error("invalid-response", text);
    }
    const hasSchema = body !== undefined && !("~body" in body);
    if (bare && body !== undefined && (data !== undefined || hasSchema)) {
      return this.#failBare(failed, body, status, call);
    }
    const output = bare ? undefined : this.#problemOutput(failure);
    const write = (sent: unknown): Answer => ({
      ...failureAnswer(failed, sent, {
        ...this.#rules,
        status,
        given: this.#given(occurrence, "failure"),
      }),
      failure,
    });
    return output === undefined
      ? write(data)
      : after(output(hasSchema ? data : (data ?? {})), (result) =>
          write(sentValue(result, dataOf(failure), call)),
        );
  }

  /** Returns the schema output for the data of problem details; `undefined` for the data itself. */
  #problemOutput(failure: AnyFailure): Output | undefined {
    const known = this.#problems.get(failure);
    if (known !== undefined || this.#problems.has(failure)) {
      return known;
    }
    const { body } = failure["~failure"];
    const types = this.#rules.types?.failure(failure);
    const [place] = schemaKeysOf(body, types?.negotiatedAs);
    const schema =
      body !== undefined && !("~body" in body) ? body : place && types?.schemaAt(place);
    const output = schema && sentBy(schema, this.#rules.validateResponses);
    this.#problems.set(failure, output);
    return output;
  }

  #failBare(
    { failure, data, occurrence }: Failed,
    body: AnyBody | AnySchema,
    status: number,
    call: ServerCall,
  ): Later<Answer> {
    let plan = this.#bare.get(failure);
    if (plan === undefined) {
      const { headers } = failure["~failure"];
      plan = planOf(
        { status, headers, cookies: {}, body },
        { ...this.#rules, schema: undefined },
        this.#rules.types?.failure(failure),
      );
      this.#bare.set(failure, plan);
    }
    const headers = this.#given(occurrence, "failure");
    const content = { value: data, call, headers, status };
    const what = dataOf(failure);
    return after(this.#write(plan, { ...content, what }), (answer) => ({
      ...answer,
      headers: withFixed(NO_STORE, answer.headers),
      failure,
    }));
  }

  #responded(responded: RespondedValue, call: ServerCall): Later<Answer> {
    const { value, status } = responded;
    if (this.#plans.length === 0) {
      return this.#empty(responded, call);
    }
    const plan = planFor(this.#plans, status);
    if (plan === undefined) {
      const text =
        status === undefined
          ? `responded without a status, but declares ${this.#plans.length > 1 ? "several" : "2XX"}: respond(value, { status })`
          : `responded with status ${status}, which it does not declare: add .response(…, { status: ${status} })`;
      throw this.#error("undeclared-status", text);
    }
    if (plan.representations.length > 0 && status !== undefined && isNullBodyStatus(status)) {
      const text = `responded with status ${status}, which cannot have a body: add .response(noBody, { status: ${status} })`;
      throw this.#error("undeclared-status", text);
    }
    const headers = this.#given(responded, plan.response);
    const { mediaType } = responded;
    return this.#write(plan, { value, call, headers, status, mediaType, options: responded });
  }

  #empty(responded: RespondedValue, call: ServerCall): Answer {
    const { value, status = 204 } = responded;
    if (value === undefined && Number.isInteger(status) && status >= 200 && status <= 299) {
      const headers = this.#given(responded, undefined);
      return finish({ status, headers: NO_PARTS, given: headers, fixed: NOSNIFF }, call);
    }
    const text =
      value === undefined
        ? `responded with status ${status}: without a declared response it is from 200 to 299`
        : "returned a value, but declares no response: add .response<T>()";
    throw this.#error("undeclared-status", text);
  }

  #write(plan: ResponsePlan, given: GivenValue): Later<Answer> {
    const { representations, mediaTypes, response } = plan;
    const { value, call, headers, status = plan.status, what = "the value", mediaType } = given;
    const [first, second] = representations;
    const { options } = given;
    const content = { status, declared: response.headers, value, call, headers, options };
    if (first === undefined) {
      return this.#writeEmpty(content);
    }
    const chosen =
      mediaType === undefined
        ? second === undefined
          ? first
          : (representations[Math.max(0, negotiate(call["~exchange"].accept, mediaTypes))] ?? first)
        : this.#named(plan, mediaType);
    const { writer } = chosen;
    if (writer?.convertsItems === true) {
      return rescued<Answer>(
        () => writer.write(content, chosen.mediaType),
        (error) => {
          // Before its first item, a sequence fails as its handler would.
          if (Failed["~is"](error)) {
            return this.fail(error, call);
          }
          throw error;
        },
      );
    }
    if (chosen.output === undefined) {
      return this.#encode(plan, chosen, content);
    }
    return after(chosen.output(value), (result) =>
      this.#encode(plan, chosen, { ...content, value: sentValue(result, what, call) }),
    );
  }

  #named(plan: ResponsePlan, name: string): PlannedRepresentation {
    const named = representationNamed(plan, name);
    if (named !== undefined) {
      return named;
    }
    const known = plan.representations.map(({ mediaType = "*/*" }) => nameOf(mediaType)).join(", ");
    const text = `responded with the media type ${JSON.stringify(name)}, but declares ${known}`;
    throw this.#error("undeclared-media-type", text);
  }

  #writeEmpty({ status, declared, value, call, headers: given }: GivenContent): Answer {
    if (value !== undefined) {
      const text = `gave a value with status ${status}, which is declared without a body`;
      throw this.#error("undeclared-status", text);
    }
    return finish({ status, headers: declared, given, fixed: NOSNIFF }, call);
  }

  #encode(plan: ResponsePlan, chosen: PlannedRepresentation, content: GivenContent): Later<Answer> {
    const { codec, fixed, writer } = chosen;
    if (writer !== undefined) {
      return writer.write(content, chosen.mediaType);
    }
    if (codec === undefined) {
      throw this.#error("unencodable-response", `no part of the server writes ${chosen.kind}`);
    }
    const { status, declared: headers, call, headers: given, value } = content;
    const body =
      call["~exchange"].serialize?.(value, { codec, status }) ??
      encoded(codec, value, this.#rules.endpoint);
    const answer =
      plan.isPlain && given === undefined && storage(call).length === 0
        ? { status, headers: fixed, body }
        : finish({ status, headers, given, fixed, body }, call);
    const { contents } = this.#rules;
    return contents.length === 0
      ? answer
      : described(answer, content, chosen.distinctType, contents);
  }

  /** The headers of `respond` and `fail`, and those of their other options. */
  #given(
    options: Pick<RespondOptions, "headers" | "cookies" | "link">,
    of: ResponseData | "failure" | undefined,
  ): RawHeaders | undefined {
    const { given } = this.#rules;
    return given === undefined ? options.headers : given(options, of);
  }

  #error(code: HandlerFault, text: string): HandlerError {
    return new HandlerError(code, this.#rules.endpoint, text);
  }
}
