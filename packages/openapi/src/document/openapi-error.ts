// The warnings of a document as an error, for `strict: true`.

/** The error that `openApi` throws with `strict: true` if there are warnings. */
export class OpenApiError extends Error {
  override readonly name = "OpenApiError";
  readonly code = "openapi";
  /** Each warning, with its endpoint. */
  readonly warnings: readonly string[];

  constructor(warnings: readonly string[]) {
    const count = `${warnings.length} ${warnings.length === 1 ? "warning" : "warnings"}`;
    super(
      [`openApi: expected no warnings with strict: true, received ${count}`, ...warnings].join(
        "\n  ",
      ),
    );
    this.warnings = warnings;
  }
}
