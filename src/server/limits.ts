// The bounds of requests, by name.

/** Bounds of one server or route. */
export interface Limits {
  /** Bytes of a request body, counted as they arrive: 1 MiB. */
  readonly body?: number;
  /** Bytes of a request target: 8 KiB. */
  readonly target?: number;
  /** Bytes of one path segment: 1,024. */
  readonly segment?: number;
  /** Names in a query: 1,000. */
  readonly names?: number;
  /** Levels of nesting in JSON: 64. */
  readonly depth?: number;
  /** Parts of a multipart body: 1,000. */
  readonly parts?: number;
  /** Milliseconds for a body to arrive: 30,000. */
  readonly idle?: number;
}

export const DEFAULT_LIMITS: Required<Limits> = {
  body: 1_048_576,
  target: 8_192,
  segment: 1_024,
  names: 1_000,
  depth: 64,
  parts: 1_000,
  idle: 30_000,
};
