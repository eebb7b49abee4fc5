import { LONGEST_TIMER } from "../internal/longest-timer.ts";

/** Waits; an abort ends the wait. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(milliseconds, LONGEST_TIMER));
    signal?.addEventListener("abort", done);
  });
}
