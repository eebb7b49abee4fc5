// What runs around a handler. Each around gets the answer of what it is around as an
// opaque value, which it returns; what it throws stands for the handler's own exception.
import type { ServerCall } from "./call.ts";
import type { Sink } from "./encode-response.ts";
import { Failed } from "./failed.ts";
import { HandlerError } from "./handler-error.ts";
import { Ready } from "./ready.ts";
import type { Around, RawHandler } from "./view.ts";

/** Turns what a handler came to into an answer. */
export interface Finisher {
  write(returned: unknown, call: ServerCall, sink: Sink): void;
  fail(failed: Failed, call: ServerCall, sink: Sink): void;
}

/** A handler with everything that runs around it; the first around is the outermost. */
export function surround(
  handler: RawHandler,
  arounds: readonly Around[],
  finisher: Finisher,
): RawHandler {
  return arounds.reduceRight<RawHandler>(
    (inner, around) => (call) => run(around, () => answerOf(inner, call, finisher), call),
    handler,
  );
}

function run(around: Around, answer: () => Promise<Ready>, call: ServerCall): Promise<Ready> {
  const kept = keptBy(around, call, () => {
    const next = answer();
    // An around that looks at it later, or never, has not left a rejection behind.
    next.then(async (ready) => endUnkept(ready, kept)).catch(() => undefined);
    return next;
  });
  return kept;
}

async function keptBy(
  around: Around,
  call: ServerCall,
  next: () => Promise<Ready>,
): Promise<Ready> {
  const answered = await around.run(call, next);
  if (!(answered instanceof Ready)) {
    const text = "an around returned something else than the answer of next(): return await next()";
    throw new HandlerError("lost-answer", call.endpoint, text);
  }
  return answered;
}

// The stream of an answer that its around does not return is nobody's: what it holds would stay open.
async function endUnkept(ready: Ready, kept: Promise<Ready>): Promise<void> {
  const { body } = ready.answer;
  if (body instanceof ReadableStream && (await kept.catch(() => undefined)) !== ready) {
    await body.cancel();
  }
}

async function answerOf(inner: RawHandler, call: ServerCall, finisher: Finisher): Promise<Ready> {
  // An around may run the handler again: what the run before responded is forgotten.
  call["~responded"] = undefined;
  try {
    const returned = await inner(call);
    return returned instanceof Ready
      ? returned
      : await finished((sink) => finisher.write(returned, call, sink));
  } catch (error) {
    if (Failed["~is"](error)) {
      return finished((sink) => finisher.fail(error, call, sink));
    }
    throw error;
  }
}

function finished(write: (sink: Sink) => void): Promise<Ready> {
  return new Promise((resolve, reject) => {
    write({
      answered: (_call, answer) => resolve(new Ready(answer)),
      broken: (_call, error) => reject(error),
    });
  });
}
