// Judges values by JSON Schemas. It is not the validator of Bough, so that a fault of one does not hide in the other.
import {
  dereference,
  encodePointer,
  validate,
  type Schema as AnyDraft,
} from "@cfworker/json-schema";
import type { Schema } from "./keywords.ts";
import type { Components } from "./schema-reader.ts";

/** Why a value does not fit. */
export interface Misfit {
  /** A JSON Pointer to the value. */
  readonly pointer: string;
  /** The keyword that refuses it. */
  readonly keyword: string;
  readonly message: string;
}

/** Judges values by schemas whose references lead to components. */
export class Validator {
  readonly #lookup: Record<string, AnyDraft | boolean> = Object.create(null);
  readonly #known = new Map<Schema, AnyDraft | boolean>();

  constructor(components: Components) {
    for (const [name, schema] of Object.entries(components)) {
      const place = `/components/schemas/${encodePointer(name)}`;
      dereference(draftOf(schema), this.#lookup, undefined, place);
    }
  }

  /** What is wrong with a value; `undefined` if it fits. */
  misfitOf(schema: Schema, value: unknown): Misfit | undefined {
    const { valid, errors } = validate(value, this.#copyOf(schema), "2020-12", this.#lookup, true);
    if (valid) {
      return undefined;
    }
    // The first error names the outermost keyword, and the last one the value at fault.
    const last = errors.at(-1);
    return {
      pointer: last?.instanceLocation.slice(1) ?? "",
      keyword: last?.keyword ?? "",
      message: last?.error ?? "",
    };
  }

  /** Whether a value fits. */
  fits(schema: Schema, value: unknown): boolean {
    return this.misfitOf(schema, value) === undefined;
  }

  #copyOf(schema: Schema): AnyDraft | boolean {
    let found = this.#known.get(schema);
    if (found === undefined) {
      found = draftOf(schema);
      if (typeof found === "object") {
        // Its own place in the document, from which references lead to the components.
        dereference(found, this.#lookup, undefined, `/schemas/${this.#known.size}`);
      }
      this.#known.set(schema, found);
    }
    return found;
  }
}

function draftOf(schema: Schema): AnyDraft | boolean {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the copy of a schema is a schema
  return copied(schema) as AnyDraft | boolean;
}

const MAPS = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const SINGLE =
  "items additionalItems additionalProperties unevaluatedItems unevaluatedProperties not if then else contains propertyNames";
const DATA =
  "$ref type enum const required dependentRequired format uniqueItems " +
  "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern " +
  "minItems maxItems minContains maxContains minProperties maxProperties";

/** How the value of each keyword is copied. Others, such as examples, say nothing about values. */
const COPIES: ReadonlyMap<string, (value: unknown) => unknown> = new Map([
  ...MAPS.map((name) => [name, copiedMap] as const),
  ...LISTS.map((name) => [name, copiedList] as const),
  ...SINGLE.split(" ").map((name) => [name, copied] as const),
  ...DATA.split(" ").map((name) => [name, (value: unknown) => value] as const),
]);

/** A copy, because the library writes on the schemas that it reads, and throws for patterns without the flag `u`. */
function copied(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null) {
    return schema;
  }
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) => {
      const copy = COPIES.get(name);
      const isLeftOut = copy === undefined || (name === "pattern" && !isUnicodePattern(value));
      return isLeftOut ? [] : [[name, copy(value)]];
    }),
  );
}

function copiedMap(schemas: unknown): unknown {
  return Object.fromEntries(
    Object.entries(Object(schemas)).map(([name, schema]) => [name, copied(schema)]),
  );
}

function copiedList(schemas: unknown): unknown {
  return Array.isArray(schemas) ? schemas.map(copied) : schemas;
}

function isUnicodePattern(pattern: unknown): boolean {
  try {
    return new RegExp(String(pattern), "u").unicode;
  } catch {
    return false;
  }
}
