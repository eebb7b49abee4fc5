// What a starter says when it listens, and how it stops.

/** Says on which port it listens: a line of its own that the launcher waits for. */
export function ready(port: number): void {
  console.log(`listening on ${port}`);
}

/** Stops in order when the process is told to. */
export function onTerminate(stop: () => Promise<unknown>): void {
  process.once("SIGTERM", () => {
    void stop();
  });
}
