// Which components contain themselves.
import type { JsonSchema } from "bough/types";
import type { Schema } from "./keywords.ts";
import type { Components, SchemaReader } from "./schema-reader.ts";

/** The recursion among components. */
export class Recursion {
  readonly #reader: SchemaReader;
  readonly #components: Components;
  readonly #known = new Map<string, boolean>();

  constructor(reader: SchemaReader, components: Components) {
    this.#reader = reader;
    this.#components = components;
  }

  /** The components that a schema consists of. */
  componentsOf(schema: Schema): readonly string[] {
    const found = new Set<string>();
    const visit = (one: unknown): void => {
      if (typeof one !== "object" || one === null) {
        return;
      }
      const { $ref, allOf, anyOf, oneOf }: JsonSchema = { ...one };
      if (typeof $ref === "string") {
        const component = this.#reader.componentOf({ $ref });
        if (component !== undefined && !found.has(component.name)) {
          found.add(component.name);
          visit(component.schema);
        }
      }
      for (const list of [allOf, anyOf, oneOf]) {
        if (Array.isArray(list)) {
          list.forEach(visit);
        }
      }
    };
    visit(schema);
    return [...found];
  }

  /** Whether a component contains itself. */
  has(name: string): boolean {
    let known = this.#known.get(name);
    if (known === undefined) {
      const seen = new Set<string>();
      const waiting = [name];
      for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
        for (const next of referencesIn(this.#components[at])) {
          const component = this.#reader.componentOf({ $ref: next })?.name;
          if (component !== undefined && !seen.has(component)) {
            seen.add(component);
            waiting.push(component);
          }
        }
      }
      known = seen.has(name);
      this.#known.set(name, known);
    }
    return known;
  }
}

function referencesIn(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) {
    return schema.flatMap(referencesIn);
  }
  if (typeof schema !== "object" || schema === null) {
    return [];
  }
  return Object.entries(schema).flatMap(([name, value]) =>
    name === "$ref" && typeof value === "string" ? [value] : referencesIn(value),
  );
}
