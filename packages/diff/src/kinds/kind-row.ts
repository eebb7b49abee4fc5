// One row of the table of kinds.

/** The effect of a change on programs that do not change with it. */
export type Effect = "breaking" | "risk" | "safe" | "unknown";

/**
 * The programs that see a change: HTTP and JSON, a program that was compiled with the old declaration, or readers of the
 * documentation only.
 */
export type Level = "wire" | "typed" | "documentation";

/** One kind of change. */
export interface KindRow {
  /** For old clients of a new server. */
  readonly clients: Effect;
  /** For old servers of a new client. */
  readonly servers: Effect;
  /** For old clients that were compiled with the old declaration, if that differs. */
  readonly typed?: Effect;
  /** Default: `wire`. */
  readonly level?: Level;
  /** The effect in words; `{name}`, `{before}` and `{after}` are replaced. */
  readonly message: string;
  /** The rule, with its RFC or the failure that it causes. */
  readonly because: string;
  readonly remedy?: string;
  /**
   * How values decide: the effect holds if a value is refused, and the change is safe if none is (`values`); or it holds
   * anyway, and a refused value makes it breaking (`also`). Absent if no value matters.
   */
  readonly proof?: "values" | "also";
}
