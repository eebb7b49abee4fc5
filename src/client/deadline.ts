// Ends a call from outside: by the caller's signal, or when its time is over. What is
// under way is told by a signal of its own and may ignore it: the call ends all the same.

/** What may end a call. */
export interface Deadline {
  readonly signal: AbortSignal | null | undefined;
  /** Milliseconds; none at all where it is not a number that a timer takes. */
  readonly timeout: number | undefined;
  /** What the call rejects with when its time is over. */
  readonly expired: (timeout: number) => Error;
}

/** Runs `work` at once; rejects with the signal's reason, or with `expired`, should that come first. */
export function withDeadline<T>(
  { signal: outer, timeout, expired }: Deadline,
  work: (signal?: AbortSignal) => Promise<T>,
): Promise<T> {
  // A timer of more than 31 bits would fire at once.
  const timed = timeout !== undefined && timeout < 2 ** 31;
  if (!outer && !timed) {
    return work();
  }
  const controller = new AbortController();
  const { signal } = controller;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const forward = (): void => controller.abort(outer?.reason);
  return new Promise<T>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    if (outer?.aborted) {
      forward();
      return;
    }
    outer?.addEventListener("abort", forward);
    if (timed) {
      timer = setTimeout(() => controller.abort(expired(timeout)), timeout);
    }
    work(signal).then(resolve, reject);
  }).finally(() => {
    clearTimeout(timer);
    outer?.removeEventListener("abort", forward);
  });
}
