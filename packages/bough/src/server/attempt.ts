// A step of the project's own on the way to an answer: it may be asynchronous or throw, and
// the way stays synchronous where it does neither.
import { isThenable } from "./view.ts";

/** Runs a step: what it gives goes on, what it or the rest of the way throws is answered. */
export function attempt(
  step: () => unknown,
  proceed: (value: unknown) => void,
  thrown: (error: unknown) => void,
): void {
  try {
    const value = step();
    if (isThenable(value)) {
      Promise.resolve(value)
        .then((given) => proceed(given))
        .catch((error: unknown) => thrown(error));
    } else {
      proceed(value);
    }
  } catch (error) {
    thrown(error);
  }
}
