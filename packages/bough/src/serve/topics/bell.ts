// Wakes all that wait for it.

export class Bell {
  readonly #waiting = new Set<() => void>();

  /** Resolves at the next ring, or after some milliseconds, or when the signal aborts. */
  wait(signal: AbortSignal, milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#waiting.delete(done);
        signal.removeEventListener("abort", done);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
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
