// The keywords of JSON Schema that `bough schemas` writes.
import type { JsonSchema } from "../extracted-schemas.ts";

/** The keywords that say something about a value. */
export interface Keywords extends JsonSchema {
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

const VALIDATED: ReadonlySet<string> = /* @__PURE__ */ new Set(
  (
    "$ref type enum const not anyOf allOf " +
    "properties required additionalProperties patternProperties " +
    "items prefixItems minItems maxItems uniqueItems " +
    "minLength maxLength pattern format " +
    "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"
  ).split(" "),
);
const DESCRIBING: ReadonlySet<string> = /* @__PURE__ */ new Set(
  "title description default examples deprecated".split(" "),
);

/** Whether a schema has no keywords but the given ones and those that only describe. */
export function hasOnly(schema: JsonSchema, ...names: readonly string[]): boolean {
  return Object.keys(schema).every((name) => names.includes(name) || describes(name));
}

function describes(name: string): boolean {
  return DESCRIBING.has(name) || name.startsWith("x-");
}

/** The keywords of a schema. Throws a `TypeError` for others, which would not be validated. */
export function keywordsOf(schema: JsonSchema): Keywords {
  for (const name of Object.keys(schema)) {
    if (!VALIDATED.has(name) && !describes(name)) {
      throw new TypeError(
        `the schemas have the keyword "${name}", which bough schemas does not write`,
      );
    }
  }
  // The file is data, whose keywords have the types that bough schemas writes.
  return schema;
}
