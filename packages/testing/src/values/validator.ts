// Judges values by JSON Schemas. It is not the validator of Bough, so that a fault of one does not hide in the other.
import {
  dereference,
  encodePointer,
  validate,
  type Schema as AnyDraft,
} from "@cfworker/json-schema";
import { changedSchema } from "bough/contract";
import type { Schema } from "./keywords.ts";
import type { Components } from "./schema-reader.ts";

/** Why a value does not fit. */
export interface Misfit {
  /** A JSON Pointer to the value. */
  readonly pointer: string;
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

/** The keywords that say something about values. */
const KEPT: ReadonlySet<string> = new Set(
  (
    "$ref type enum const required dependentRequired format uniqueItems minimum maximum exclusiveMinimum " +
    "exclusiveMaximum multipleOf minLength maxLength pattern minItems maxItems minContains maxContains minProperties " +
    "maxProperties properties patternProperties $defs definitions dependentSchemas allOf anyOf oneOf prefixItems items " +
    "additionalProperties unevaluatedItems unevaluatedProperties not if then else contains propertyNames"
  ).split(" "),
);

/** A copy, because the library writes on the schemas that it reads, and throws for patterns without the flag `u`. */
function draftOf(schema: Schema): AnyDraft | boolean {
  if (typeof schema === "boolean") {
    return schema;
  }
  return changedSchema(schema, (one) =>
    Object.fromEntries(
      Object.entries(one).filter(
        ([name, value]) => KEPT.has(name) && (name !== "pattern" || isUnicodePattern(value)),
      ),
    ),
  );
}

function isUnicodePattern(pattern: unknown): boolean {
  try {
    return new RegExp(String(pattern), "u").unicode;
  } catch {
    return false;
  }
}
