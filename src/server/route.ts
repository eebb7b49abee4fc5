// One endpoint with its handler: a pipeline that is prepared when it is routed and
// stays synchronous while guards, schemas and handler do. The order of its steps is
// the order in which a request is refused.
import { DecodeError } from "../codec/codec.ts";
import type { Ids } from "../declaration/ids.ts";
import type { AnySchema } from "../schema/standard-schema.ts";
import { pointerOf, validate } from "../schema/validate.ts";
import type { Answer } from "./answer.ts";
import { CALL_NAMES, ServerCall } from "./call.ts";
import { RequestReader, tooLarge } from "./decode-request.ts";
import { ResponseWriter } from "./encode-response.ts";
import type { Sink } from "./encode-response.ts";
import type { BodyFault, Exchange } from "./exchange.ts";
import { Failed } from "./failed.ts";
import { HandlerError } from "./handler-error.ts";
import { invalidRequest, rejection, rejectionAnswer } from "./rejection.ts";
import type { Rejection } from "./rejection.ts";
import { Ready } from "./ready.ts";
import { RespondedValue } from "./responded.ts";
import type { RouteParts } from "./route-parts.ts";
import { isThenable } from "./view.ts";

/** A routed endpoint. */
export class Route implements Sink {
  readonly #parts: RouteParts;
  readonly #reader: RequestReader;
  readonly #writer: ResponseWriter;
  readonly #schema: AnySchema | undefined;
  readonly #readsParameters: boolean;
  readonly #run: (call: ServerCall) => unknown;

  constructor(parts: RouteParts) {
    const { endpoint, schemas, steps, handler } = parts;
    const declared = endpoint.request;
    this.#parts = parts;
    this.#reader = new RequestReader(parts);
    this.#writer = new ResponseWriter({ ...parts, schema: schemas.response });
    this.#schema =
      schemas.request ?? (declared === undefined || "~body" in declared ? undefined : declared);
    this.#readsParameters = this.#reader.readsParameters;
    this.#run = steps.arounds.length === 0 ? handler : (call) => this.#runAround(call, 0);
  }

  /** Runs the pipeline for a request whose path and method name this endpoint. */
  start(exchange: Exchange, ids: Ids, query: string | undefined): void {
    const call = new ServerCall(exchange, this.#parts, ids);
    const { initial, steps } = this.#parts;
    if (initial !== undefined) {
      Object.assign(call, initial(exchange));
    }
    if (steps.guards.length === 0) {
      this.#admit(call, query);
    } else {
      this.#guard(call, 0, query);
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

  // Runs a step of the project's own: what it throws is answered, what it gives goes on.
  #attempt(call: ServerCall, step: () => unknown, next: (value: unknown) => void): void {
    let value: unknown;
    try {
      value = step();
    } catch (error) {
      this.#thrown(call, error);
      return;
    }
    if (isThenable(value)) {
      value.then(next).then(undefined, (error: unknown) => this.#thrown(call, error));
    } else {
      next(value);
    }
  }

  #provide(call: ServerCall, provided: unknown): boolean {
    if (typeof provided !== "object" || provided === null) {
      return true;
    }
    const taken = Object.keys(provided).find(
      (name) => CALL_NAMES.has(name) || name.startsWith("~"),
    );
    if (taken !== undefined) {
      this.#thrown(
        call,
        new HandlerError(
          "taken-name",
          call.endpoint,
          `a view gives "${taken}", which the call has already: rename it`,
        ),
      );
      return false;
    }
    for (const [name, value] of Object.entries(provided)) {
      Object.defineProperty(call, name, { value, enumerable: true, configurable: true });
    }
    return true;
  }

  #admit(call: ServerCall, query: string | undefined): void {
    const exchange = call["~exchange"];
    const refused =
      this.#reader.refuse(exchange) ??
      (this.#readsParameters ? this.#reader.decodeParameters(exchange, query, call) : undefined);
    if (refused !== undefined) {
      this.reject(call, refused);
    } else if (this.#reader.readsBody) {
      const { body, idle } = this.#parts.limits;
      exchange.readBody(body, idle, (read) => this.#arrived(call, read));
    } else {
      this.#handle(call);
    }
  }

  #arrived(call: ServerCall, read: Uint8Array | BodyFault): void {
    if (read === "gone") {
      // Nobody is there to be answered, and a cut body never reaches a handler.
      call["~decided"] = true;
      return;
    }
    if (read === "too-large" || read === "timeout") {
      this.reject(
        call,
        read === "timeout"
          ? rejection(408, "the body did not arrive in time")
          : tooLarge(this.#parts.limits.body),
      );
      return;
    }
    let decoded: unknown;
    try {
      decoded = this.#reader.decodeBody(call["~exchange"], read);
    } catch (error) {
      if (error instanceof DecodeError) {
        this.reject(
          call,
          invalidRequest([{ in: "body", pointer: error.pointer, message: error.message }]),
        );
      } else {
        this.#thrown(call, error);
      }
      return;
    }
    this.#validate(call, decoded);
  }

  #validate(call: ServerCall, decoded: unknown): void {
    if (this.#schema === undefined) {
      call.body = decoded;
      this.#handle(call);
      return;
    }
    validate(
      this.#schema,
      decoded,
      (result) => {
        if (result.issues === undefined) {
          call.body = result.value;
          this.#handle(call);
        } else {
          const told = result.issues.map((issue) => ({
            in: "body" as const,
            pointer: pointerOf(issue),
            message: issue.message,
          }));
          this.reject(call, invalidRequest(told));
        }
      },
      (error) => this.#thrown(call, error),
    );
  }

  #handle(call: ServerCall): void {
    let returned: unknown;
    try {
      returned = this.#run(call);
    } catch (error) {
      this.#thrown(call, error);
      return;
    }
    if (isThenable(returned)) {
      returned.then(
        (value) => this.#settle(call, value),
        (error: unknown) => this.#thrown(call, error),
      );
    } else {
      this.#settle(call, returned);
    }
  }

  #settle(call: ServerCall, returned: unknown): void {
    if (returned instanceof Ready) {
      this.answered(call, returned.answer);
    } else {
      this.#write(call, returned, this);
    }
  }

  #write(call: ServerCall, returned: unknown, sink: Sink): void {
    if (call["~responded"] !== undefined && !(returned instanceof RespondedValue)) {
      const text =
        "respond(…) was called but not returned: return respond(value, { status, headers })";
      sink.broken(call, new HandlerError("unreturned-respond", call.endpoint, text));
    } else {
      this.#writer.answer(returned, call, sink);
    }
  }

  #thrown(call: ServerCall, error: unknown): void {
    if (error instanceof Failed) {
      this.#writer.fail(error, call, this);
    } else {
      this.broken(call, error);
    }
  }

  /** Hands an answer over, once. */
  answered(call: ServerCall, answer: Answer): void {
    if (!call["~decided"]) {
      call["~decided"] = true;
      call["~exchange"].send(answer);
    }
  }

  /** Answers an exception. */
  broken(call: ServerCall, error: unknown): void {
    this.answered(call, this.#parts.onException(error, call));
  }

  /** Answers a rejection, or the declared failure that the project has for it. */
  reject(call: ServerCall, rejected: Rejection): void {
    const { onReject } = this.#parts;
    if (onReject === undefined) {
      this.answered(call, rejectionAnswer(rejected));
    } else {
      this.#attempt(
        call,
        () => onReject(rejected, call),
        () => this.answered(call, rejectionAnswer(rejected)),
      );
    }
  }

  // Each around gets the answer of what it is around as an opaque value, which it
  // returns; what it throws stands for the handler's own exception.
  #runAround(call: ServerCall, index: number): unknown {
    const around = this.#parts.steps.arounds[index];
    if (around === undefined) {
      return this.#parts.handler(call);
    }
    const next = async (): Promise<Ready> => {
      try {
        const returned = await this.#runAround(call, index + 1);
        return returned instanceof Ready
          ? returned
          : await this.#ready((sink) => this.#write(call, returned, sink));
      } catch (error) {
        if (error instanceof Failed) {
          return this.#ready((sink) => this.#writer.fail(error, call, sink));
        }
        throw error;
      }
    };
    return Promise.resolve(around(call, next)).then((answered) => {
      if (!(answered instanceof Ready)) {
        throw new HandlerError(
          "needs-respond",
          call.endpoint,
          "an around returned something else than the answer of next(): return await next()",
        );
      }
      return answered;
    });
  }

  #ready(write: (sink: Sink) => void): Promise<Ready> {
    return new Promise((resolve, reject) => {
      write({
        answered: (_call, answer) => resolve(new Ready(answer)),
        broken: (_call, error) => reject(error),
      });
    });
  }
}
