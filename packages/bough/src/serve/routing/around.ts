// Runs the arounds of a handler. An around gets the answer as an opaque value and returns it. An exception of
// an around is handled as one of the handler.
import { after, rescued, type Later } from "../../shared/internal/later.ts";
import { fetchHeaders, type Answer } from "../exchange/answer.ts";
import { Failed, type ServerCall, type Around } from "../handler/call.ts";
import { HandlerError } from "../handler/handler-error.ts";

/** What runs inside the arounds. */
export interface InnerSteps {
  /** Runs the handler, and makes an answer of its result. */
  readonly handle: () => Later<Answer>;
  /** Makes an answer of a failure. */
  readonly fail: (failed: Failed) => Later<Answer>;
}

/** An answer as an around sees it: opaque except for status and headers. Parts read it whole. */
export class OpaqueAnswer {
  readonly answer: Answer;

  constructor(answer: Answer) {
    this.answer = answer;
  }

  get status(): number {
    return this.answer.status;
  }

  get headers(): Headers {
    return fetchHeaders(this.answer.headers);
  }
}

/** Runs a handler inside its arounds, the first one outermost. */
export function surround(
  arounds: readonly Around[],
  call: ServerCall,
  { handle, fail }: InnerSteps,
): Later<Answer> {
  const answered = (error: unknown): Later<Answer> => {
    if (Failed["~is"](error)) {
      return fail(error);
    }
    throw error;
  };
  const outermost = arounds.reduceRight(
    (inner, around) => () => run(around, call, () => rescued(inner, answered)),
    handle,
  );
  return outermost();
}

function run(around: Around, call: ServerCall, inner: () => Later<Answer>): Promise<Answer> {
  const kept = keptBy(around, call, () => {
    const next = opaqueAnswer(around.rollsBack === true ? () => after(inner(), successOf) : inner);
    // Keeps a rejection from being unhandled if the around awaits it late or never.
    next.then(async ({ answer }) => endUnkept(answer, kept)).catch(() => undefined);
    return next;
  });
  return kept;
}

async function opaqueAnswer(inner: () => Later<Answer>): Promise<OpaqueAnswer> {
  return new OpaqueAnswer(await inner());
}

async function keptBy(
  around: Around,
  call: ServerCall,
  next: () => Promise<OpaqueAnswer>,
): Promise<Answer> {
  let answered: unknown;
  try {
    answered = await around.run(call, next);
  } catch (error) {
    const answer = RolledBack.answerIn(error);
    if (answer === undefined) {
      throw error;
    }
    return answer;
  }
  if (!(answered instanceof OpaqueAnswer)) {
    const text =
      "an around returned something other than the result of next(): return await next()";
    throw new HandlerError("lost-answer", call.endpoint, text);
  }
  return answered.answer;
}

// If an around does not return the answer, nobody reads its stream, so its source would stay open.
async function endUnkept({ body }: Answer, kept: Promise<Answer>): Promise<void> {
  if (body instanceof ReadableStream) {
    const sent = await kept.catch(() => undefined);
    if (sent?.body !== body) {
      await body.cancel();
    }
  }
}

/**
 * A response that is not a success, as an exception with which `next()` of an around with `rollBack` rejects. If an
 * around catches it, it rethrows it. It has no stack, as `Failed`.
 */
class RolledBack {
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
