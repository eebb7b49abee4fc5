// Standard Schema v1, the interface of zod, valibot, arktype, effect and others.
// Its authors publish the types for copying, so this is not a dependency.

/** Any Standard Schema: https://standardschema.dev. */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly "~standard": StandardProps<Input, Output>;
}

/** The members of `~standard`. */
export interface StandardProps<Input = unknown, Output = Input> {
  readonly version: 1;
  readonly vendor: string;
  readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
}

/** The result of `validate`: the output, or issues. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One mistake in a value. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A Standard Schema with any types. */
export interface AnySchema {
  readonly "~standard": StandardProps<unknown, unknown>;
}

/** The input type of a schema. */
export type InferInput<S extends AnySchema> = NonNullable<S["~standard"]["types"]>["input"];

/** The output type of a schema. */
export type InferOutput<S extends AnySchema> = NonNullable<S["~standard"]["types"]>["output"];
