// A route, which is an endpoint with its handler, and one request on its way through the pipeline of the route. The
// order of the steps is the order in which a request is refused. They are synchronous as long as guards, schemas and
// handler are.
import type { AnyFailure } from "../../declare/failure/failure.ts";
import type { Ids } from "../../declare/tree/address.ts";
import { after, rescued, type Later } from "../../shared/internal/later.ts";
import {
  give,
  ServerCall,
  Failed,
  RespondedValue,
  type CallEvents,
  type CallScope,
  type RawHandler,
  type ViewSteps,
} from "../handler/call.ts";
import { HandlerError, takenName, unreturnedRespond } from "../handler/handler-error.ts";
import { varying, type Answer } from "../exchange/answer.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { Rejection } from "../exchange/rejection.ts";
import { ContentReader } from "../request/read-body.ts";
import { HeadReader, type RequestRules } from "../request/read-request.ts";
import { ResponseWriter } from "../response/write-response.ts";
import { rejectionAnswer } from "../response/write-failure.ts";
import { withAddedHeaders } from "../response/write-headers.ts";
import { surround } from "./around.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import type { ResponseRules } from "../response/write-body.ts";
import type { Admission } from "../options/kernel-options.ts";
import type { EndpointParts } from "./part.ts";

/** An endpoint with its handler. */
export interface Route
  extends CallScope, RequestRules, Omit<ResponseRules, "schema">, EndpointParts {
  readonly handler: RawHandler;
  readonly steps: ViewSteps;
  /** The names in `Vary` of every answer. */
  readonly vary: readonly string[];
  /** Schemas that replace the declared ones. */
  readonly schemas: {
    readonly request: AnySchema | undefined;
    readonly response: AnySchema | undefined;
  };
  /** Sends an answer through the steps that every answer passes. */
  readonly send: (answer: Answer, call: ServerCall) => void;
  /** The answer to an exception; `undefined` if the host takes it over. */
  readonly onException: (error: unknown, call: ServerCall) => Answer | undefined;
  /** Runs the handler and its arounds when the host is ready. */
  readonly whenAdmitted: Admission | undefined;
}

/** The pipeline of a route, which all its requests share. */
export interface Pipeline {
  readonly route: Route;
  readonly head: HeadReader;
  readonly body: ContentReader;
  readonly writer: ResponseWriter;
}

/** Builds the pipeline of a route. */
export function pipelineOf(route: Route): Pipeline {
  return {
    route,
    head: new HeadReader(route),
    body: new ContentReader(route, route.schemas.request),
    writer: new ResponseWriter({ ...route, schema: route.schemas.response }),
  };
}

/** `undefined` if the answer comes later: after the body, or from the host. */
type MaybeAnswer = Answer | undefined;

/** One request to a route. It gets the events of its call, so it alone decides the answer. */
export class PipelineRun implements CallEvents {
  readonly #pipeline: Pipeline;
  readonly #call: ServerCall;
  /** The last value of `respond`, which the handler must return. */
  #responded: RespondedValue | undefined = undefined;
  /** The fault of a body that the handler reads while it arrives. It replaces every answer except a failure. */
  #refused: Rejection | undefined = undefined;
  #isDecided = false;

  constructor(pipeline: Pipeline, exchange: Exchange, ids: Ids) {
    this.#pipeline = pipeline;
    this.#call = new ServerCall(exchange, pipeline.route, ids, this);
  }

  /** Answers the request. */
  start(query: string | undefined): void {
    // The steps before the body: credentials, guards, media types, parameters.
    this.#answer(() => {
      const { credentials } = this.#pipeline.route;
      const { context } = this.#call["~exchange"];
      if (context !== undefined) {
        this.#provide(context);
      }
      return credentials.length === 0 ? this.#guard(0, query) : this.#credentials(0, query);
    });
  }

  /** Answers a rejection. */
  reject(refused: Rejection): void {
    this.#send(rejectionAnswer(refused));
  }

  onRespond(value: RespondedValue): void {
    this.#responded = value;
  }

  onFail(failure: AnyFailure): void {
    if (this.#isDecided) {
      const text = `fail("${failure.name}") was called after the response was decided`;
      this.#report(new HandlerError("late-failure", this.#pipeline.route.endpoint, text));
    }
  }

  onBreak(error: unknown): void {
    // The client itself has caused the error of a broken request body, and a late failure was reported when it was
    // thrown.
    if (this.#refused === undefined && !Failed["~is"](error)) {
      this.#report(error);
    }
  }

  #report(error: unknown): void {
    this.#pipeline.route.onError(error, this.#call);
  }

  // Decoders, guards and schemas are code of the project. Everything that they throw is answered.
  #answer(run: () => Later<MaybeAnswer>): void {
    const answer = rescued(run, (error) => this.#thrown(error));
    if (answer instanceof Promise) {
      void answer.then((later) => this.#send(later));
    } else {
      this.#send(answer);
    }
  }

  #credentials(index: number, query: string | undefined): Later<MaybeAnswer> {
    const check = this.#pipeline.route.credentials[index];
    return check === undefined
      ? this.#guard(0, query)
      : after(check(this.#call, query), (refused): Later<MaybeAnswer> =>
          refused === undefined ? this.#credentials(index + 1, query) : rejectionAnswer(refused),
        );
  }

  #guard(index: number, query: string | undefined): Later<MaybeAnswer> {
    const { route, head, body } = this.#pipeline;
    const guard = route.steps.guards[index];
    if (guard === undefined) {
      const exchange = this.#call["~exchange"];
      const refused =
        body.refuse(exchange) ?? head.refuse(exchange) ?? head.read(this.#call, query);
      return refused === undefined ? this.#receive() : this.#refuse(refused);
    }
    return after(guard.provide(this.#call), (provided) => {
      this.#provide(provided);
      return this.#guard(index + 1, query);
    });
  }

  /** Adds the values of a view to the call. */
  #provide(provided: unknown): void {
    const taken = give(this.#call, provided);
    if (taken !== undefined) {
      throw takenName(this.#call.endpoint, taken);
    }
  }

  #receive(): Later<MaybeAnswer> {
    const call = this.#call;
    const exchange = call["~exchange"];
    const { route, body } = this.#pipeline;
    const as = body.expected(exchange);
    if (as === undefined) {
      return this.#admit(undefined);
    }
    const reader = body.reader(as);
    if (reader !== undefined) {
      const opened = body.open(call, as, reader, (fault) => {
        this.#refused ??= fault;
      });
      return after(opened, (fault) => this.#admit(fault));
    }
    exchange.readBody(route.limits.body, route.limits.idle, (read) =>
      this.#answer(() => after(body.accept(call, as, read), (fault) => this.#admit(fault))),
    );
    return undefined;
  }

  #admit(refused: Rejection | undefined): Later<MaybeAnswer> {
    if (refused !== undefined) {
      return this.#refuse(refused);
    }
    const { admitted, whenAdmitted } = this.#pipeline.route;
    for (const refuse of admitted) {
      const late = refuse(this.#call);
      if (late !== undefined) {
        return this.#refuse(late);
      }
    }
    if (whenAdmitted === undefined) {
      return this.#run();
    }
    whenAdmitted(this.#call, () => this.#answer(() => this.#run()));
    return undefined;
  }

  // A pipeline that a guard has begun ends with the refusal, and may respond with something else.
  #refuse(refused: Rejection): Later<MaybeAnswer> {
    return after(this.#call["~enclosing"]?.refuse(refused), (instead) =>
      instead === undefined ? rejectionAnswer(refused) : this.#write(instead.value),
    );
  }

  #run(): Later<Answer> {
    const { arounds } = this.#pipeline.route.steps;
    return arounds.length === 0
      ? this.#handle()
      : surround(arounds, this.#call, {
          handle: () => this.#handle(),
          fail: (failed) => this.#pipeline.writer.fail(failed, this.#call),
        });
  }

  #handle(): Later<Answer> {
    // An around may run the handler again, so forget the previous `respond`.
    this.#responded = undefined;
    const { run } = this.#pipeline.route;
    return run === undefined ? this.#called() : run(this.#call, () => this.#called());
  }

  #called(): Later<Answer> {
    return after(this.#pipeline.route.handler(this.#call), (returned) => this.#write(returned));
  }

  #write(returned: unknown): Later<Answer> {
    if (this.#refused !== undefined) {
      // The body broke while it was read, so the handler's result is not complete.
      return rejectionAnswer(this.#refused);
    }
    if (this.#responded !== undefined && !(returned instanceof RespondedValue)) {
      throw unreturnedRespond(this.#call.endpoint);
    }
    return this.#pipeline.writer.answer(returned, this.#call);
  }

  #thrown(error: unknown): Later<MaybeAnswer> {
    return Failed["~is"](error)
      ? rescued<MaybeAnswer>(
          () => this.#pipeline.writer.fail(error, this.#call),
          (fault) => this.#broken(fault),
        )
      : this.#broken(error);
  }

  // An exception, or the fault of the body that caused it.
  #broken(error: unknown): MaybeAnswer {
    if (this.#refused !== undefined) {
      return rejectionAnswer(this.#refused);
    }
    this.#isDecided = true;
    return this.#pipeline.route.onException(error, this.#call);
  }

  #send(answer: MaybeAnswer): void {
    if (answer === undefined) {
      return;
    }
    this.#isDecided = true;
    this.#call["~enclosing"]?.end();
    const { route } = this.#pipeline;
    const { vary } = route;
    const sent = this.#refused === undefined ? answer : this.#complete(answer, this.#refused);
    const whole = route.added.length === 0 ? sent : withAddedHeaders(sent, this.#call);
    try {
      route.send(vary.length > 0 ? varying(whole, vary) : whole, this.#call);
    } catch (error) {
      // Code of the host threw when the answer was sent.
      this.#report(error);
    }
  }

  // The body may break while a sequence reads it. The answer is not complete then.
  #complete(answer: Answer, refused: Rejection): Answer {
    const { status, body } = answer;
    if (status >= 400) {
      return answer;
    }
    if (body instanceof ReadableStream) {
      // Nobody reads the stream, so its source would stay open.
      body.cancel().catch(() => undefined);
    }
    return rejectionAnswer(refused);
  }
}
