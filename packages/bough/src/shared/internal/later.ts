// What runs later. Steps that may be asynchronous stay synchronous as long as their values are there.

/** A value, or a promise of it. */
export type Later<T> = T | Promise<T>;

/** Whether a value is awaited: a promise, or an object or function that behaves as one. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    value instanceof Promise ||
    (((typeof value === "object" && value !== null) || typeof value === "function") &&
      "then" in value &&
      typeof value.then === "function")
  );
}

/** Goes on with a value: at once if it is there. */
export function after<T, Next>(
  value: T | PromiseLike<T>,
  proceed: (value: T) => Later<Next>,
): Later<Next> {
  return isThenable(value) ? Promise.resolve(value).then(proceed) : proceed(value);
}

/** Runs a step; `rescue` gives a value in place of what it throws or rejects with. */
export function rescued<T>(run: () => Later<T>, rescue: (error: unknown) => Later<T>): Later<T> {
  try {
    const value = run();
    return value instanceof Promise ? value.catch(rescue) : value;
  } catch (error) {
    return rescue(error);
  }
}

/**
 * Wraps a function so that each call runs in the current `AsyncLocalStorage` context, as when a stream is read later.
 * Calls must not overlap. It works on every platform, because a `then` callback runs in the context in which `then` was
 * called.
 */
export function inContext<T>(run: () => T | Promise<T>): () => Promise<T> {
  let begin: () => void;
  let result: Promise<T>;
  const wait = (): void => {
    result = new Promise<void>((resolve) => {
      begin = resolve;
    }).then(() => {
      // `then` is called for the next run here, in the preserved context.
      wait();
      return run();
    });
  };
  wait();
  return () => {
    const current = result;
    begin();
    return current;
  };
}

/** The longest delay of a timer in milliseconds. A timer with more than 31 bits fires at once. */
export const LONGEST_TIMER: number = 2_147_483_647;
