// The steps that every answer of a server passes, in this order: the notes for observers, the
// error format of its root, CORS.
import type { Answer } from "./exchange/answer.ts";
import type { BasePath } from "./options/base-path.ts";
import type { Cors } from "./response/cors.ts";
import type { KnownEndpoints } from "./routing/known-endpoints.ts";
import type { AnswerStep, AnswerContext } from "./exchange/answer-context.ts";
import type { RejectionShapes } from "./routing/rejection-shapes.ts";

/** The parts of a server that the steps use. */
export interface StepRules {
  readonly cors: Cors | undefined;
  readonly shapes: RejectionShapes;
  readonly known: KnownEndpoints;
  readonly basePath: BasePath;
  /** Gets what the function of `rejections` throws. */
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

  /** Writes a rejection in the format of its root, without the headers of CORS. */
  formatted(answer: Answer, to: AnswerContext): Answer {
    const { exchange, reached } = to;
    const { rejection } = answer;
    exchange.notes?.answered(answer);
    if (rejection === undefined || this.#rules.shapes.isEmpty) {
      return answer;
    }
    const { shapes, basePath, known, report } = this.#rules;
    const endpoint = reached?.endpoint;
    const shape =
      endpoint === undefined
        ? shapes.at(exchange.target, basePath, known.tops)
        : shapes.of(endpoint["~endpoint"].parent);
    try {
      return shape?.answer(answer, rejection, exchange, endpoint) ?? answer;
    } catch (error) {
      report(error, to);
      return answer;
    }
  }

  /** The CORS headers for an answer that the host sends itself, and that may be a rejection. */
  headersOf(to: AnswerContext): readonly string[] {
    const { cors, shapes } = this.#rules;
    return cors?.with([], to, !shapes.isEmpty) ?? [];
  }
}
