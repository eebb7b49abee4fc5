// The interface is a copy of what its authors publish: each fits the other.
import type { StandardSchemaV1 as Published } from "@standard-schema/spec";
import type { InferInput, InferOutput, StandardSchemaV1 } from "./standard-schema.ts";

declare const published: Published<string, number>;
declare const ours: StandardSchemaV1<string, number>;

export const asOurs: StandardSchemaV1<string, number> = published;
export const asPublished: Published<string, number> = ours;
export const input: InferInput<typeof published> = "text";
export const output: InferOutput<typeof published> = 1;
// @ts-expect-error - the input is text
export const wrongInput: InferInput<typeof published> = 1;
// @ts-expect-error - the output is a number
export const wrongOutput: InferOutput<typeof published> = "text";
