// What `next()` of an around with `rollBack` rejects with. It carries the response, and has no stack, as `Failed`.
import type { Answer } from "../exchange/answer.ts";

/** A response that is not a success, as an exception. If an around catches it, it rethrows it. */
export class RolledBack {
  readonly name = "RolledBack";
  readonly #answer: Answer;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  get message(): string {
    const { status, failure } = this.#answer;
    return `rolled back, because the response is ${failure === undefined ? status : `the failure "${failure.name}"`}`;
  }

  /** The response of a value that `next()` has rejected with. Unlike `instanceof`, it runs no code of a foreign value. */
  static answerIn(value: unknown): Answer | undefined {
    return typeof value === "object" && value !== null && #answer in value
      ? value.#answer
      : undefined;
  }
}

// Libraries roll back and pass on instances of Error; Knex replaces other values.
Object.setPrototypeOf(RolledBack.prototype, Error.prototype);

/** Throws a response that is not a success. */
export function successOf(answer: Answer): Answer {
  if (answer.status >= 400) {
    throw new RolledBack(answer);
  }
  return answer;
}
