// The steps that every answer of a server passes, in this order: the notes for observers, the
// error format of its root, CORS.
import type { AnyEndpoint } from "../declaration/tree/placed-endpoint.ts";
import type { Answer, UnwrittenFailure } from "./exchange/answer.ts";
import { rejection } from "./exchange/rejection.ts";
import type { BasePath } from "./options/base-path.ts";
import type { Cors } from "./response/cors.ts";
import { rejectionAnswer } from "./response/rejection-answer.ts";
import type { KnownEndpoints } from "./routing/known-endpoints.ts";
import type { AnswerStep, AnswerContext } from "./exchange/answer-context.ts";
import type { RejectionShapes } from "./routing/rejection-shapes.ts";

/** The parts of a server that the steps use. */
export interface StepRules {
  readonly cors: Cors | undefined;
  readonly shapes: RejectionShapes;
  readonly known: KnownEndpoints;
  readonly basePath: BasePath;
  /** Gets what the functions of `rejections` and `errors` throw. */
  readonly report: (error: unknown, to: AnswerContext) => void;
}

/** The steps of one server. */
export class AnswerSteps {
  readonly #rules: StepRules;
  readonly #steps: readonly AnswerStep[];

  constructor(rules: StepRules) {
    const { cors } = rules;
    this.#rules = rules;
    const formatted: AnswerStep = (answer, to) => this.formatted(answer, to);
    this.#steps =
      cors === undefined ? [formatted] : [formatted, (answer, to) => cors.add(answer, to)];
  }

  /** Passes an answer through all steps. */
  passed(answer: Answer, to: AnswerContext): Answer {
    let passed = answer;
    for (const step of this.#steps) {
      passed = step(passed, to);
    }
    return passed;
  }

  /** Writes a rejection or a failure in the format of its root, without the headers of CORS. */
  formatted(answer: Answer, to: AnswerContext): Answer {
    const { exchange, reached } = to;
    const { rejection: refused, unwritten } = answer;
    exchange.notes?.answered(answer);
    const { shapes, basePath, known, report } = this.#rules;
    const endpoint = reached?.endpoint;
    if (unwritten !== undefined && endpoint !== undefined) {
      return this.#failed(answer, unwritten, endpoint, to);
    }
    if (refused === undefined || shapes.isEmpty) {
      return answer;
    }
    const shape =
      endpoint === undefined
        ? shapes.at(exchange.target, basePath, known.tops)
        : shapes.of(endpoint["~endpoint"].parent);
    try {
      return shape?.answer(answer, refused, exchange, endpoint) ?? answer;
    } catch (error) {
      report(error, to);
      return answer;
    }
  }

  // A failure that its root cannot write is a fault of the server, for which nothing but problem details is left.
  #failed(
    answer: Answer,
    failed: UnwrittenFailure,
    endpoint: AnyEndpoint,
    to: AnswerContext,
  ): Answer {
    const { exchange } = to;
    const { shapes, report } = this.#rules;
    try {
      const shape = shapes.of(endpoint["~endpoint"].parent);
      if (shape !== undefined) {
        return shape.fail(answer, failed, exchange, endpoint);
      }
    } catch (error) {
      report(error, to);
    }
    const broken = rejectionAnswer(rejection(500));
    exchange.notes?.answered(broken);
    return broken;
  }

  /** The CORS headers for an answer that the host sends itself, and that may be a rejection. */
  headersOf(to: AnswerContext): readonly string[] {
    const { cors, shapes } = this.#rules;
    return cors?.with([], to, !shapes.isEmpty) ?? [];
  }
}
