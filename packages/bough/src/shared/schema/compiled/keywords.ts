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

/** Finds the schema behind references. */
export interface Resolver {
  resolve(schema: JsonSchema): Keywords;
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
/** Keywords, and which others are not checked beside them. */
const UNCHECKED: readonly (readonly [string, readonly string[]])[] = /* @__PURE__ */ (() => {
  const shapes =
    "$ref const enum anyOf allOf " +
    "properties required additionalProperties patternProperties items prefixItems";
  return [
    ["anyOf", ["type"]],
    ["const", shapes.split(" ")],
    ["enum", shapes.split(" ")],
  ];
})();
const DESCRIBING: ReadonlySet<string> = /* @__PURE__ */ new Set(
  "title description default examples deprecated".split(" "),
);

/** The keywords of a schema. Throws a `TypeError` for what `bough schemas` does not write and nothing here checks. */
export function keywordsOf(schema: JsonSchema): Keywords {
  const fault = faultOf(schema);
  if (fault !== undefined) {
    throw new TypeError(`the schemas have ${fault}, which bough schemas does not write`);
  }
  // The file is data, whose keywords have the types that bough schemas writes.
  return schema;
}

function faultOf(schema: JsonSchema): string | undefined {
  // Plain data may have `true` and `false` as schemas.
  if (typeof schema !== "object") {
    return `${String(schema)} in the place of a schema`;
  }
  const names = Object.keys(schema).filter(
    (name) => !DESCRIBING.has(name) && !name.startsWith("x-"),
  );
  const unknown = names.find((name) => !VALIDATED.has(name));
  if (unknown !== undefined) {
    return `the keyword "${unknown}"`;
  }
  for (const [name, unchecked] of UNCHECKED) {
    const beside = names.find((other) => other !== name && unchecked.includes(other));
    if (beside !== undefined && Object.hasOwn(schema, name)) {
      return `the keyword "${beside}" beside "${name}"`;
    }
  }
  const { not, const: value, enum: values = [value] }: Keywords = schema;
  if (not !== undefined && Object.keys(not).length > 0) {
    return 'the keyword "not" with a schema';
  }
  return values.some((one) => typeof one === "object" && one !== null)
    ? "a list or an object as a literal"
    : undefined;
}
