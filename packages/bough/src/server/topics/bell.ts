// Wakes all that wait for it.
import { LONGEST_TIMER } from "../../internal/later.ts";

export class Bell {
  readonly #waiting = new Set<() => void>();

  get hasWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Resolves at the next ring, or after some milliseconds, or when the signal aborts. */
  wait(signal: AbortSignal, milliseconds: number = Infinity): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#waiting.delete(done);
        signal.removeEventListener("abort", done);
        clearTimeout(timer);
        resolve();
      };
      const timer = milliseconds > LONGEST_TIMER ? undefined : setTimeout(done, milliseconds);
      this.#waiting.add(done);
      signal.addEventListener("abort", done);
      if (signal.aborted) {
        done();
      }
    });
  }

  ring(): void {
    for (const done of this.#waiting) {
      done();
    }
  }
}
