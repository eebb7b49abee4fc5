// Keeps what a platform's `AsyncLocalStorage` holds for code that is called again later, by whoever
// reads a stream. Without a platform's own means: what follows a promise runs in the context in
// which it was said to follow, everywhere.

/**
 * The same function, each call of which runs in the asynchronous context in which this was made;
 * one call after the other.
 */
export function inContext<T>(run: () => T | Promise<T>): () => Promise<T> {
  let begin: () => void;
  let result: Promise<T>;
  const wait = (): void => {
    result = new Promise<void>((resolve) => {
      begin = resolve;
    }).then(() => {
      // Said here, in the context that was kept.
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
