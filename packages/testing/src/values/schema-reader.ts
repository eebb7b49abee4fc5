// Reads schemas as lists of flat alternatives.
import type { JsonSchema } from "bough/types";
import {
  ANYTHING,
  BOUNDS,
  isPossible,
  isType,
  product,
  type Keywords,
  type Schema,
} from "./keywords.ts";

/** Schemas by name, as a contract has them. */
export type Components = Readonly<Record<string, JsonSchema>>;

/** Keywords that values are checked by only. */
const CHECKED = [
  "oneOf",
  "not",
  "if",
  "contains",
  "dependentRequired",
  "dependentSchemas",
  "dependencies",
  "unevaluatedProperties",
  "unevaluatedItems",
] as const;

const PREFIX = "#/components/schemas/";

/** Reads schemas whose references lead to components. */
export class SchemaReader {
  readonly #components: Components;
  readonly #flat = new Map<Schema, readonly Keywords[]>();

  constructor(components: Components) {
    this.#components = components;
  }

  /** The alternatives of a schema, each without references; empty if no value fits. */
  alternativesOf(schema: Schema): readonly Keywords[] {
    const known = this.#flat.get(schema);
    if (known !== undefined) {
      return known;
    }
    const made = this.#flattened(schema, []);
    this.#flat.set(schema, made);
    return made;
  }

  /** The component that a reference names, with its name; `undefined` for other schemas. */
  componentOf(schema: Schema): { readonly name: string; readonly schema: Schema } | undefined {
    const reference = typeof schema === "object" ? schema["$ref"] : undefined;
    if (typeof reference !== "string") {
      return undefined;
    }
    const name = reference.startsWith(PREFIX)
      ? unescaped(reference.slice(PREFIX.length))
      : reference;
    const found = Object.hasOwn(this.#components, name) ? this.#components[name] : undefined;
    if (found === undefined) {
      throw new TypeError(`the contract has no schema ${reference}`);
    }
    return { name, schema: found };
  }

  #flattened(schema: Schema, seen: readonly string[]): readonly Keywords[] {
    if (typeof schema === "boolean") {
      return schema ? [ANYTHING] : [];
    }
    if (isEverything(schema["not"])) {
      return [];
    }
    let found: readonly Keywords[] = [ownKeywords(schema)];
    const component = this.componentOf(schema);
    if (component !== undefined) {
      if (seen.includes(component.name)) {
        // A schema that consists of itself says nothing.
        return found;
      }
      found = product(found, this.#flattened(component.schema, [...seen, component.name]));
    }
    for (const one of schemasIn(schema["allOf"])) {
      found = product(found, this.#flattened(one, seen));
    }
    for (const keyword of ["anyOf", "oneOf"]) {
      const choices = schema[keyword];
      if (Array.isArray(choices)) {
        const all = schemasIn(choices).flatMap((one) => this.#flattened(one, seen));
        found = product(found, all);
      }
    }
    return found.filter(isPossible);
  }
}

/** A name in a JSON Pointer that is a URI fragment (RFC 6901 6). */
export function unescaped(token: string): string {
  return decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
}

function isEverything(schema: unknown): boolean {
  return (
    schema === true || (isSchema(schema) && schema !== false && Object.keys(schema).length === 0)
  );
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "boolean" || (typeof value === "object" && value !== null);
}

function schemasIn(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

function schemaMap(value: unknown): ReadonlyMap<string, Schema> {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return new Map(entries.filter((entry): entry is [string, Schema] => isSchema(entry[1])));
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function ownKeywords(schema: JsonSchema): Keywords {
  const { type, const: constant, enum: values, items, additionalProperties, example } = schema;
  const types = (Array.isArray(type) ? type : [type]).filter(isType);
  const literals = Object.hasOwn(schema, "const")
    ? [constant]
    : Array.isArray(values)
      ? values
      : undefined;
  const bounds = BOUNDS.flatMap((name) => {
    const bound = schema[name];
    return typeof bound === "number" ? [[name, bound] as const] : [];
  });
  const { pattern, format, uniqueItems, prefixItems, propertyNames, examples } = schema;
  return {
    types: types.length === 0 ? undefined : types,
    literals,
    properties: schemaMap(schema["properties"]),
    required: textsIn(schema["required"]),
    additional: isSchema(additionalProperties) ? additionalProperties : undefined,
    patternProperties: schemaMap(schema["patternProperties"]),
    names: isSchema(propertyNames) ? propertyNames : undefined,
    items: isSchema(items) && !Array.isArray(items) ? items : undefined,
    prefixItems: schemasIn(prefixItems),
    patterns: typeof pattern === "string" ? [pattern] : [],
    format: typeof format === "string" ? format : undefined,
    isUnique: uniqueItems === true,
    bounds: new Map(bounds),
    examples: [
      ...(Array.isArray(examples) ? examples : []),
      ...(example === undefined ? [] : [example]),
    ],
    isPartial: CHECKED.some((name) => Object.hasOwn(schema, name)),
  };
}
