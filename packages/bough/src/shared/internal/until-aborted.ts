// Waits for a promise that nobody can stop.

/** The result of a promise, or a rejection as soon as the signal aborts; `left` is called at that abort. */
export function untilAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal | null | undefined,
  left?: () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal?.reason);
      left?.();
    };
    signal?.addEventListener("abort", abort);
    promise.finally(() => signal?.removeEventListener("abort", abort)).then(resolve, reject);
  });
}
