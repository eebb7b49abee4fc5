// What the facts of a contract are made of: the parts of its JSON Schema, and the type of their rows.
import type { RouteData } from "../declare/served.ts";
import type { AnyEndpoint } from "../declare/tree/placement.ts";
import type { JsonSchema } from "../shared/schema/extracted-schemas.ts";

export interface FactContract<Options, Made> {
  readonly describe: (options: Options, endpoint: AnyEndpoint, routed?: RouteData) => Made;
  readonly schema: JsonSchema;
}

export type Members = Readonly<Record<string, JsonSchema>>;

export const text: JsonSchema = { type: "string" };
export const flag: JsonSchema = { type: "boolean" };
export const yes: JsonSchema = { const: true };
export const amount: JsonSchema = { type: "number" };

export const listOf = (items: JsonSchema): JsonSchema => ({ type: "array", items });
export const namedBy = (additionalProperties: JsonSchema): JsonSchema => ({
  type: "object",
  additionalProperties,
});
export const def = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });
export const record = (required: Members, optional: Members = {}): JsonSchema => ({
  type: "object",
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});
