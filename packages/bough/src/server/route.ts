// One endpoint with its handler: a pipeline that is prepared once, at its first call, and
// stays synchronous while guards, schemas and handler do. The order of its steps is
// the order in which a request is refused.
import { DecodeError } from "../codec/codec.ts";
import type { Ids } from "../declaration/tree/ids.ts";
import type { AnySchema } from "../schema/standard-schema.ts";
import { validate } from "../schema/validate.ts";
import { varyingByAccept } from "./answer.ts";
import type { Answer } from "./answer.ts";
import { surround } from "./around.ts";
import { attempt } from "./attempt.ts";
import { give, ServerCall } from "./call.ts";
import { isStreamed, openContent } from "./decode-content.ts";
import { RequestReader, varies } from "./decode-request.ts";
import { ResponseWriter } from "./encode-response.ts";
import type { Sink } from "./encode-response.ts";
import type { BodyFault, Exchange } from "./exchange.ts";
import { Failed } from "./failed.ts";
import { HandlerError, takenBody, unreturnedRespond } from "./handler-error.ts";
import { faultyBody, invalidBody, undecodable } from "./body-rejections.ts";
import { rejectionAnswer } from "./rejection-answer.ts";
import type { Rejection } from "./rejection.ts";
import type { Representation } from "./representation.ts";
import { Ready } from "./ready.ts";
import { RespondedValue } from "./responded.ts";
import type { RouteParts } from "./route-parts.ts";
import { isThenable } from "./view.ts";

/** A routed endpoint. */
export class Route implements Sink {
  readonly #parts: RouteParts;
  readonly #reader: RequestReader;
  readonly #writer: ResponseWriter;
  /** Validation that stays on the server, in place of the declared schema. */
  readonly #schema: AnySchema | undefined;
  readonly #varies: boolean;
  readonly #readsParameters: boolean;
  readonly #run: (call: ServerCall) => unknown;

  constructor(parts: RouteParts) {
    const { endpoint, schemas, steps, handler } = parts;
    this.#parts = parts;
    this.#reader = new RequestReader(parts);
    this.#writer = new ResponseWriter({ ...parts, schema: schemas.response });
    this.#schema = schemas.request;
    this.#varies = varies(endpoint, parts.codecs);
    this.#readsParameters = this.#reader.readsParameters;
    this.#run = surround(handler, steps.arounds, {
      write: (returned, call, sink) => this.#write(call, returned, sink),
      fail: (failed, call, sink) => this.#writer.fail(failed, call, sink),
    });
  }

  /** Runs the pipeline for a request whose path and method name this endpoint. */
  start(exchange: Exchange, ids: Ids, query: string | undefined): void {
    const call = new ServerCall(exchange, this.#parts, ids);
    const { initial, steps } = this.#parts;
    // Decoders and schemas of the project run on the way: whatever they throw is answered.
    try {
      if (initial !== undefined && !this.#provide(call, initial(exchange))) {
        return;
      }
      if (steps.guards.length === 0) {
        this.#admit(call, query);
      } else {
        this.#guard(call, 0, query);
      }
    } catch (error) {
      this.#thrown(call, error);
    }
  }

  #guard(call: ServerCall, index: number, query: string | undefined): void {
    const guard = this.#parts.steps.guards[index];
    if (guard === undefined) {
      this.#admit(call, query);
      return;
    }
    const next = (provided: unknown): void => {
      if (this.#provide(call, provided)) {
        this.#guard(call, index + 1, query);
      }
    };
    this.#attempt(call, () => guard.provide(call), next);
  }

  #attempt(call: ServerCall, step: () => unknown, proceed: (value: unknown) => void): void {
    attempt(step, proceed, (error) => this.#thrown(call, error));
  }

  #provide(call: ServerCall, provided: unknown): boolean {
    const taken = give(call, provided);
    if (taken !== undefined) {
      const text = `a view gives "${taken}", which the call has already: rename it`;
      this.#thrown(call, new HandlerError("taken-name", call.endpoint, text));
    }
    return taken === undefined;
  }

  #admit(call: ServerCall, query: string | undefined): void {
    const exchange = call["~exchange"];
    const refused =
      this.#reader.refuse(exchange) ??
      (this.#readsParameters ? this.#reader.decodeParameters(exchange, query, call) : undefined);
    if (refused !== undefined) {
      this.reject(call, refused);
    } else if (this.#reader.readsBody) {
      const representation = this.#reader.representation(exchange);
      if (isStreamed(representation)) {
        this.#open(call, representation);
      } else {
        const { body, idle } = this.#parts.limits;
        exchange.readBody(body, idle, (read) => this.#arrived(call, read, representation));
      }
    } else {
      this.#handle(call);
    }
  }

  // A body that its handler reads while it arrives.
  #open(call: ServerCall, representation: Representation): void {
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
    this.#attempt(
      call,
      () =>
        openContent(representation, stream, {
          contentType: call["~exchange"].contentType ?? "",
          limits,
          schema: this.#schema ?? representation.schema,
          refuse: (refused) => {
            call["~rejected"] ??= refused;
          },
        }),
      (content) => {
        call.body = content;
        this.#handle(call);
      },
    );
  }

  #arrived(call: ServerCall, read: Uint8Array | BodyFault, as: Representation): void {
    try {
      if (read === "taken") {
        this.broken(call, takenBody(call.endpoint));
      } else if (typeof read === "string") {
        this.reject(call, faultyBody(read, this.#reader.bodyLimit));
      } else {
        this.#validate(call, this.#reader.decodeBody(as, read), this.#schema ?? as.schema);
      }
    } catch (error) {
      if (error instanceof DecodeError) {
        this.reject(call, undecodable(error));
      } else {
        this.#thrown(call, error);
      }
    }
  }

  #validate(call: ServerCall, decoded: unknown, schema: AnySchema | undefined): void {
    if (schema === undefined) {
      call.body = decoded;
      this.#handle(call);
      return;
    }
    validate(
      schema,
      decoded,
      (result) => {
        if (result.issues === undefined) {
          call.body = result.value;
          this.#handle(call);
        } else {
          this.reject(call, invalidBody(result.issues));
        }
      },
      (error) => this.#thrown(call, error),
    );
  }

  #handle(call: ServerCall): void {
    const { whenAdmitted } = this.#parts;
    if (whenAdmitted === undefined) {
      this.#answer(call);
    } else {
      whenAdmitted(call, () => this.#answer(call));
    }
  }

  #answer(call: ServerCall): void {
    try {
      const returned = this.#run(call);
      if (isThenable(returned)) {
        Promise.resolve(returned).then(
          (value) => this.#settle(call, value),
          (error: unknown) => this.#thrown(call, error),
        );
      } else {
        this.#settle(call, returned);
      }
    } catch (error) {
      this.#thrown(call, error);
    }
  }

  #settle(call: ServerCall, returned: unknown): void {
    try {
      if (returned instanceof Ready) {
        this.answered(call, returned.answer);
      } else if (call["~rejected"] !== undefined) {
        // A body that broke while it was read: what was made of it must not look whole.
        this.reject(call, call["~rejected"]);
      } else {
        this.#write(call, returned, this);
      }
    } catch (error) {
      this.#thrown(call, error);
    }
  }

  #write(call: ServerCall, returned: unknown, sink: Sink): void {
    if (call["~responded"] !== undefined && !(returned instanceof RespondedValue)) {
      sink.broken(call, unreturnedRespond(call.endpoint));
    } else {
      this.#writer.answer(returned, call, sink);
    }
  }

  #thrown(call: ServerCall, error: unknown): void {
    try {
      if (Failed["~is"](error)) {
        this.#writer.fail(error, call, this);
      } else {
        this.broken(call, error);
      }
    } catch (fault) {
      this.broken(call, fault);
    }
  }

  /** Hands an answer over, once. */
  answered(call: ServerCall, answer: Answer): void {
    const { status, body } = answer;
    const rejected = call["~rejected"];
    if (!call["~decided"] && (rejected === undefined || status >= 400)) {
      call["~decided"] = true;
      this.#parts.send(this.#varies ? varyingByAccept(answer) : answer, call);
      return;
    }
    if (body instanceof ReadableStream) {
      // Nobody else would end what is not sent.
      body.cancel().catch(() => undefined);
    }
    if (!call["~decided"] && rejected !== undefined) {
      // A sequence that read a body which broke: what was made of it must not look whole.
      this.reject(call, rejected);
    }
  }

  /** Answers an exception, or what is wrong with the body that led to it. */
  broken(call: ServerCall, error: unknown): void {
    if (call["~rejected"] !== undefined && !call["~decided"]) {
      this.reject(call, call["~rejected"]);
    } else if (!call["~decided"]) {
      call["~decided"] = true;
      this.#parts.onException(error, call);
    } else {
      this.#parts.onError(error, call);
    }
  }

  /** Answers a rejection. */
  reject(call: ServerCall, rejected: Rejection): void {
    // It is told once: what goes wrong on the way is an exception.
    call["~rejected"] = undefined;
    this.answered(call, rejectionAnswer(rejected));
  }
}
