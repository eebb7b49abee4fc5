// What went on in a host, as it tells a test that asks: calls that began and settled, signals
// that fired, streams that ended, and everything that nobody handled.

/** The state of a host, plain JSON. */
export interface ProbeState {
  /** Calls of the handlers for faults and isolation. */
  readonly started: number;
  readonly settled: number;
  /** Marks that handlers and streams have left, in order: `begun a`, `aborted a`, `ended a`. */
  readonly marks: readonly string[];
  /** Messages that `onError` got. */
  readonly errors: readonly string[];
  /** Rejections and exceptions that nobody handled. */
  readonly unhandled: readonly string[];
}

interface Counted {
  started: number;
  settled: number;
  readonly marks: string[];
  readonly errors: string[];
  readonly unhandled: string[];
}

const counted: Counted = { started: 0, settled: 0, marks: [], errors: [], unhandled: [] };

/** The state now. */
export function probeState(): ProbeState {
  return counted;
}

export function mark(what: string): void {
  counted.marks.push(what);
}

export function callStarted(): void {
  counted.started++;
}

export function callSettled(): void {
  counted.settled++;
}

export function errorSeen(error: unknown): void {
  counted.errors.push(error instanceof Error ? error.message : String(error));
}

export function unhandledSeen(reason: unknown): void {
  counted.unhandled.push(
    reason instanceof Error ? (reason.stack ?? reason.message) : String(reason),
  );
}

/** Counts what nobody handles, where the runtime has Node's events for it. */
export function watchProcess(): void {
  process.on("unhandledRejection", unhandledSeen);
  process.on("uncaughtException", unhandledSeen);
}
