// What compiles schemas to checks, as the parts of the compiler see it.
import type { JsonSchema } from "../extracted-schemas.ts";
import type { Check } from "./validation.ts";

/** Compiles schemas. */
export interface CheckMaker {
  /** Whether values are seen as `JSON.stringify` sees them. Else they are JSON already. */
  readonly answers: boolean;
  of(schema: JsonSchema): Check;
  /** The schema behind references. */
  resolve(schema: JsonSchema): Keywords;
}

/** The keywords that `bough schemas` writes and that say something about a value. */
export interface Keywords {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly not?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}
