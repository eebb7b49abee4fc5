// Standard Schema v1, the interface that zod, valibot, arktype, effect and others
// implement. Its authors publish it as types made for copying: no dependency follows.

/** Any Standard Schema: https://standardschema.dev. */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly "~standard": StandardProps<Input, Output>;
}

/** What stands under `~standard`. */
export interface StandardProps<Input = unknown, Output = Input> {
  readonly version: 1;
  readonly vendor: string;
  readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
}

/** What `validate` gives: the output, or the issues. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One thing that is wrong with a value. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A schema of which only the kind matters. */
export interface AnySchema {
  readonly "~standard": StandardProps<unknown, unknown>;
}

/** The type a schema takes. */
export type InferInput<S extends AnySchema> = NonNullable<S["~standard"]["types"]>["input"];

/** The type a schema gives. */
export type InferOutput<S extends AnySchema> = NonNullable<S["~standard"]["types"]>["output"];
