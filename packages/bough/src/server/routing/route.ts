// One endpoint with its handler. The pipeline is built at the first call, and is synchronous as long as guards,
// schemas and handler are. The order of its steps is the order in which a request is refused.
import { DecodeError } from "../../codec/codec.ts";
import type { Ids } from "../../declaration/tree/ids.ts";
import { after, rescued } from "../../internal/later.ts";
import type { Later } from "../../internal/later.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import { validate } from "../../schema/validate.ts";
import { varying } from "../exchange/answer.ts";
import type { Answer } from "../exchange/answer.ts";
import { surround } from "./around.ts";
import type { AnswerSource } from "./around.ts";
import { give, ServerCall } from "../call/call.ts";
import { isStreamed, openContent } from "../request/decode-content.ts";
import { RequestReader } from "../request/decode-request.ts";
import { variesBy } from "./vary.ts";
import { ResponseWriter } from "../response/encode-response.ts";
import type { BodyFault, Exchange } from "../exchange/exchange.ts";
import type { WholeBody } from "../exchange/parsed-body.ts";
import { Failed } from "../call/failed.ts";
import { HandlerError, takenBody, unreturnedRespond } from "../call/handler-error.ts";
import { faultyBody, invalidBody, undecodable } from "../request/body-rejections.ts";
import { rejectionAnswer } from "../response/rejection-answer.ts";
import type { Rejection } from "../exchange/rejection.ts";
import type { Representation } from "../request/representation.ts";
import { begunStream } from "../exchange/begun-stream.ts";
import type { OpenRules } from "../options/open-rules.ts";
import { RespondedValue } from "../call/responded.ts";
import type { RouteParts } from "./route-parts.ts";

/** A routed endpoint. */
export class Route {
  readonly #parts: RouteParts;
  readonly #reader: RequestReader;
  readonly #writer: ResponseWriter;
  /** A schema that only the server has. It replaces the declared one. */
  readonly #schema: AnySchema | undefined;
  /** The names in `Vary` of every answer. */
  readonly #vary: readonly string[];
  readonly #readsParameters: boolean;
  readonly #run: AnswerSource;

  constructor(parts: RouteParts) {
    const { endpoint, schemas, steps } = parts;
    this.#parts = parts;
    this.#reader = new RequestReader(parts);
    this.#writer = new ResponseWriter({ ...parts, schema: schemas.response });
    this.#schema = schemas.request;
    this.#vary = variesBy(endpoint, parts.codecs);
    this.#readsParameters = this.#reader.readsParameters;
    this.#run = surround(
      (call) => this.#handle(call),
      steps.arounds,
      (failed, call) => this.#writer.fail(failed, call),
    );
  }

  /** Runs the pipeline for a request to this endpoint. */
  start(exchange: Exchange, ids: Ids, query: string | undefined): void {
    const call = new ServerCall(exchange, this.#parts, ids);
    this.#answer(call, () => this.#enter(call, query));
  }

  /** Answers a rejection. */
  reject(call: ServerCall, rejected: Rejection): void {
    this.#send(call, rejectionAnswer(rejected));
  }

  // Decoders, guards and schemas are code of the project. Everything that they throw is answered.
  #answer(call: ServerCall, run: () => Later<MaybeAnswer>): void {
    const answer = rescued(run, (error) => this.#thrown(call, error));
    if (answer instanceof Promise) {
      void answer.then((later) => this.#send(call, later));
    } else {
      this.#send(call, answer);
    }
  }

  #enter(call: ServerCall, query: string | undefined): Later<MaybeAnswer> {
    const { initial, security } = this.#parts;
    if (initial !== undefined) {
      provide(call, initial(call["~exchange"]));
    }
    return security === undefined
      ? this.#guard(call, 0, query)
      : after(security.check(call, query), (refused) =>
          refused === undefined ? this.#guard(call, 0, query) : rejectionAnswer(refused),
        );
  }

  #guard(call: ServerCall, index: number, query: string | undefined): Later<MaybeAnswer> {
    const guard = this.#parts.steps.guards[index];
    if (guard === undefined) {
      return this.#read(call, query);
    }
    return after(guard.provide(call), (provided) => {
      provide(call, provided);
      return this.#guard(call, index + 1, query);
    });
  }

  #read(call: ServerCall, query: string | undefined): Later<MaybeAnswer> {
    const exchange = call["~exchange"];
    const refused =
      this.#reader.refuse(exchange) ??
      (this.#readsParameters ? this.#reader.decodeParameters(exchange, query, call) : undefined);
    if (refused !== undefined) {
      return rejectionAnswer(refused);
    }
    if (!this.#reader.readsBody) {
      return this.#admit(call);
    }
    const omission = this.#reader.omission(exchange);
    if (omission === true) {
      return this.#admit(call);
    }
    const representation = this.#reader.representation(exchange);
    if (isStreamed(representation)) {
      return this.#open(call, representation, omission === "unknown");
    }
    const { body, idle } = this.#parts.limits;
    exchange.readBody(body, idle, (read) =>
      this.#answer(call, () => this.#arrived(call, read, representation)),
    );
    return undefined;
  }

  // The handler reads the body while it arrives.
  #open(
    call: ServerCall,
    representation: Representation,
    mayBeOmitted: boolean,
  ): Later<MaybeAnswer> {
    const { limits } = this.#parts;
    const stream = call["~exchange"].openBody({
      limit: this.#reader.bodyLimit,
      idle: limits.idle,
      broken: (fault) => {
        if (fault === "taken") {
          this.#parts.onError(takenBody(call.endpoint), call);
        }
        call["~rejected"] ??= faultyBody(fault, this.#reader.bodyLimit);
      },
    });
    const rules: OpenRules = {
      contentType: call["~exchange"].contentType ?? "",
      limits,
      schema: this.#schema ?? representation.schema,
      refuse: (refused) => {
        call["~rejected"] ??= refused;
      },
    };
    if (mayBeOmitted) {
      return begunStream(stream).then((begun) => this.#begin(call, begun));
    }
    return after(openContent(representation, stream, rules), (opened) => {
      this.#reader.give(call, representation, opened);
      return this.#admit(call);
    });
  }

  // An optional body without a type: no body, or bytes of any type.
  async #begin(
    call: ServerCall,
    begun: ReadableStream<Uint8Array> | undefined,
  ): Promise<MaybeAnswer> {
    const refused = begun && this.#reader.refuseUntyped();
    if (refused !== undefined) {
      begun?.cancel().catch(() => undefined);
      return rejectionAnswer(refused);
    }
    this.#reader.give(call, begun && this.#reader.representation(call["~exchange"]), begun);
    return this.#admit(call);
  }

  #arrived(call: ServerCall, read: WholeBody | BodyFault, as: Representation): Later<MaybeAnswer> {
    if (read === "taken") {
      throw takenBody(call.endpoint);
    }
    if (typeof read === "string") {
      return rejectionAnswer(faultyBody(read, this.#reader.bodyLimit));
    }
    const exchange = call["~exchange"];
    if (this.#reader.isOmitted(exchange, as, read)) {
      return this.#admit(call);
    }
    if (this.#reader.omission(exchange) === "unknown") {
      const refused = this.#reader.refuseUntyped();
      if (refused !== undefined) {
        return rejectionAnswer(refused);
      }
    }
    let decoded: unknown;
    try {
      decoded = this.#reader.decodeBody(as, read);
    } catch (error) {
      if (error instanceof DecodeError) {
        return rejectionAnswer(undecodable(error));
      }
      throw error;
    }
    const schema = this.#schema ?? as.schema;
    if (schema === undefined) {
      this.#reader.give(call, as, decoded);
      return this.#admit(call);
    }
    return after(validate(schema, decoded), (result) => {
      if (result.issues !== undefined) {
        return rejectionAnswer(invalidBody(result.issues));
      }
      this.#reader.give(call, as, result.value);
      return this.#admit(call);
    });
  }

  #admit(call: ServerCall): Later<MaybeAnswer> {
    const { whenAdmitted } = this.#parts;
    if (whenAdmitted === undefined) {
      return this.#run(call);
    }
    whenAdmitted(call, () => this.#answer(call, () => this.#run(call)));
    return undefined;
  }

  #handle(call: ServerCall): Later<Answer> {
    // An around may run the handler again, so forget the previous `respond`.
    call["~responded"] = undefined;
    return after(this.#parts.handler(call), (returned) => this.#write(call, returned));
  }

  #write(call: ServerCall, returned: unknown): Later<Answer> {
    if (call["~rejected"] !== undefined) {
      // The body broke while it was read, so the handler's result is not complete.
      return rejectionAnswer(call["~rejected"]);
    }
    if (call["~responded"] !== undefined && !(returned instanceof RespondedValue)) {
      throw unreturnedRespond(call.endpoint);
    }
    return this.#writer.answer(returned, call);
  }

  #thrown(call: ServerCall, error: unknown): Later<MaybeAnswer> {
    return Failed["~is"](error)
      ? rescued<MaybeAnswer>(
          () => this.#writer.fail(error, call),
          (fault) => this.#broken(call, fault),
        )
      : this.#broken(call, error);
  }

  // An exception, or the fault of the body that caused it.
  #broken(call: ServerCall, error: unknown): MaybeAnswer {
    const rejected = call["~rejected"];
    if (rejected !== undefined) {
      return rejectionAnswer(rejected);
    }
    call["~decided"] = true;
    return this.#parts.onException(error, call);
  }

  #send(call: ServerCall, answer: MaybeAnswer): void {
    if (answer === undefined) {
      return;
    }
    call["~decided"] = true;
    const whole = wholeAnswer(call, answer);
    try {
      this.#parts.send(this.#vary.length > 0 ? varying(whole, this.#vary) : whole, call);
    } catch (error) {
      // Code of the host threw when the answer was sent.
      this.#parts.onError(error, call);
    }
  }
}

/** `undefined` if the answer comes later: after the body, or from the host. */
type MaybeAnswer = Answer | undefined;

/** Adds the values of a view to a call. */
function provide(call: ServerCall, provided: unknown): void {
  const taken = give(call, provided);
  if (taken !== undefined) {
    const text = `a view gives "${taken}", which the call has already: rename it`;
    throw new HandlerError("taken-name", call.endpoint, text);
  }
}

// The body broke while a sequence read it, so the answer is not complete.
function wholeAnswer(call: ServerCall, answer: Answer): Answer {
  const rejected = call["~rejected"];
  const { status, body } = answer;
  if (rejected === undefined || status >= 400) {
    return answer;
  }
  if (body instanceof ReadableStream) {
    // Nobody reads the stream, so its source would stay open.
    body.cancel().catch(() => undefined);
  }
  return rejectionAnswer(rejected);
}
