// Preserves the `AsyncLocalStorage` context for code that runs later, when a stream is read.
// It works on every platform, because a `then` callback runs in the context in which `then` was called.

/** Wraps a function so that each call runs in the current async context. Calls must not overlap. */
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
