// The errors of a mock. They are mistakes in a test, so `fetch` rejects with them instead of responding.

/** Why a mock cannot do what it was asked. */
export type MockFault =
  /** The body is a type without a schema, or its schema has no JSON Schema. */
  | "no-schema"
  /** No value that fits the schema was found. */
  | "no-value"
  /** An example does not fit the schema of its response. */
  | "wrong-example"
  /** The endpoint or the resource is not in the API of the mock. */
  | "not-in-api"
  /** The resource keeps no state, or lacks ids above it. */
  | "no-state";

/**
 * A mistake in a test: `mock.fetch` rejects with it instead of responding, and the methods of a mock throw it.
 * `onError` gets it for an example that does not fit its schema. `code` says why.
 */
export class MockError extends Error {
  override readonly name = "MockError";
  readonly code: MockFault;

  constructor(code: MockFault, message: string) {
    super(message);
    this.code = code;
  }
}
