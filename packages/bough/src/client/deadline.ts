// Ends a call from outside: by the caller's signal, or when its time is over. What is
// under way is told by a signal of its own and may ignore it: the call ends all the same.
import type { Call } from "./client-options.ts";
import { TimeoutError } from "./timeout-error.ts";

/**
 * Runs `work` at once; rejects with the signal's reason, or with `TimeoutError`, should that
 * come first. An abort goes on to count for an answer that streams on after the call, until
 * that is over.
 */
export function withDeadline<T>(
  call: Call,
  work: () => Promise<T>,
  given: AbortSignal | null | undefined,
  timeout: number | undefined,
): Promise<T> {
  // A timer of more than 31 bits would fire at once. Without a number, this is false.
  const timed = (timeout as number) < 2 ** 31;
  if (!given && !timed) {
    return work();
  }
  const controller = new AbortController();
  const signal = (call.signal = controller.signal);
  const outer = given ?? signal;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Promise<T>((resolve, reject) => {
    // In React Native signals have no reason.
    const abort = (
      reason: unknown = Object.assign(new Error("aborted"), { name: "AbortError" }),
    ): void => {
      Reflect.set(signal, "reason", reason);
      reject(reason);
      controller.abort(reason);
    };
    const forward = (): void => abort(outer.reason);
    call.over = () => outer.removeEventListener("abort", forward);
    outer.addEventListener("abort", forward);
    if (timed) {
      timer = setTimeout(
        () => abort(new TimeoutError(call, `no whole answer within ${timeout} ms`, { timeout })),
        timeout,
      );
    }
    if (outer.aborted) {
      forward();
    } else {
      work().then(resolve, reject);
    }
  }).finally(() => {
    clearTimeout(timer);
    if (!call.streams) {
      call.over?.();
    }
  });
}
