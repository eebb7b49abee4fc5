// Ends a call by the caller's signal or its timeout. Running work gets a signal too, and the call
// ends even if that work ignores it.
import type { Call } from "./client-options.ts";
import { TimeoutError } from "./timeout-error.ts";

/**
 * Runs `work` immediately. Rejects with the signal's reason or with `TimeoutError` if that comes
 * first. An abort still ends an answer that streams on after the call.
 */
export function withDeadline<T>(
  call: Call,
  work: () => Promise<T>,
  given: AbortSignal | null | undefined,
  timeout: number | undefined,
): Promise<T> {
  // A timer of more than 31 bits fires at once.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without a timeout, this is false
  const timed = (timeout as number) < 2 ** 31;
  if (!given && !timed) {
    return work();
  }
  const controller = new AbortController();
  const signal = (call.signal = controller.signal);
  const outer = given ?? signal;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Promise<T>((resolve, reject) => {
    // Signals of React Native have no reason.
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
        () =>
          abort(new TimeoutError(call, `no complete response within ${timeout} ms`, { timeout })),
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
