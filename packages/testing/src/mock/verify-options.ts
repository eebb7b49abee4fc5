// Checks what tests give a mock.

const OPTIONS: ReadonlySet<string> = new Set([
  "schemas",
  "seed",
  "state",
  "examples",
  "credentials",
  "errors",
  "onError",
]);

/** Throws for options that a mock does not have. */
export function verifyOptions(options: { readonly seed?: number; readonly state?: unknown }): void {
  const unknown = Object.keys(options).find((name) => !OPTIONS.has(name));
  if (unknown !== undefined) {
    throw new TypeError(
      `createMock: unknown option "${unknown}": expected ${[...OPTIONS].join(", ")}`,
    );
  }
  const { seed = 1, state = {} } = options;
  if (!Number.isInteger(seed)) {
    throw new TypeError(`createMock: expected seed to be a whole number, received ${String(seed)}`);
  }
  if (state !== false && (typeof state !== "object" || state === null)) {
    throw new TypeError(
      `createMock: expected state to be false or an object { "users.user": { id: "slug" } }, received ${String(state)}`,
    );
  }
}

/** Throws for a value that is not a number of milliseconds or bytes. */
export function verifyCount(what: string, count: number): void {
  if (!Number.isFinite(count) || count < 0) {
    throw new TypeError(`${what}: expected a number from 0, received ${String(count)}`);
  }
}
