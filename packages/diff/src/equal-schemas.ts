// Whether schemas of two contracts are the same: annotations, the order of properties and sets, and the names of
// components do not count. Keywords that nothing else compares are the same here or nowhere.
import { isRecord } from "./record.ts";
import type { Node, Schema } from "./schema.ts";
import { isAnnotation, type SchemaView } from "./schema-view.ts";

export class EqualSchemas {
  readonly #one: SchemaView;
  readonly #other: SchemaView;
  readonly #known = new WeakMap<object, Map<object, boolean>>();
  /** Pairs that are being compared: schemas that contain themselves are equal if nothing else differs. */
  readonly #order: (readonly [object, object])[] = [];
  /** Annotations that count. */
  readonly #counted: ReadonlySet<string | undefined>;
  #depth = 0;

  /** With `defaults`, schemas with different defaults are different, too. */
  constructor(
    one: SchemaView,
    other: SchemaView,
    { defaults = false }: { readonly defaults?: boolean } = {},
  ) {
    this.#one = one;
    this.#other = other;
    this.#counted = new Set([one.dropped, ...(defaults ? ["default"] : [])]);
  }

  /** Whether two nodes have the same schemas. */
  nodes(one: Node, other: Node): boolean {
    return (
      one.never === other.never &&
      one.schemas.length === other.schemas.length &&
      one.schemas.every((schema, index) => this.#values(schema, other.schemas[index], true))
    );
  }

  #values(one: unknown, other: unknown, isSchema: boolean): boolean {
    if (Array.isArray(one) && Array.isArray(other)) {
      return (
        one.length === other.length &&
        one.every((each, index) => this.#values(each, other[index], isSchema))
      );
    }
    if (!isRecord(one) || !isRecord(other)) {
      return one === other;
    }
    const known = this.#known.get(one)?.get(other);
    if (known !== undefined) {
      return known;
    }
    if (this.#depth > DEEPEST) {
      return false;
    }
    this.#depth++;
    const size = this.#order.length;
    this.#remember(one, other, true);
    const result = this.#records(one, other, isSchema);
    this.#depth--;
    if (!result) {
      // What was equal since then may rest on this pair.
      for (const [before, after] of this.#order.splice(size)) {
        this.#known.get(before)?.delete(after);
      }
      this.#remember(one, other, false);
    }
    if (this.#depth === 0) {
      this.#order.length = 0;
    }
    return result;
  }

  #remember(one: object, other: object, result: boolean): void {
    const facts = this.#known.get(one) ?? new Map<object, boolean>();
    this.#known.set(one, facts.set(other, result));
    if (result) {
      this.#order.push([one, other]);
    }
  }

  #records(one: Schema, other: Schema, isSchema: boolean): boolean {
    const named = (schema: Schema): string[] =>
      Object.keys(schema).filter(
        (name) => !isSchema || !isAnnotation(name) || this.#counted.has(name),
      );
    const names = named(one);
    return (
      names.length === named(other).length &&
      names.every(
        (name) =>
          Object.hasOwn(other, name) &&
          (isSchema
            ? this.#keyword(name, one[name], other[name])
            : this.#values(one[name], other[name], true)),
      )
    );
  }

  #keyword(name: string, one: unknown, other: unknown): boolean {
    if (name === "$ref" && typeof one === "string" && typeof other === "string") {
      const [target, theirs] = [this.#one.target(one), this.#other.target(other)];
      return target === undefined || theirs === undefined
        ? one === other && target === theirs
        : this.#values(target, theirs, true);
    }
    if (SETS.has(name) && Array.isArray(one) && Array.isArray(other)) {
      return sorted(one) === sorted(other);
    }
    if (NAMED.has(name)) {
      return this.#values(one, other, false);
    }
    return DATA.has(name)
      ? JSON.stringify(one) === JSON.stringify(other)
      : this.#values(one, other, true);
  }
}

const DEEPEST = 1_000;
const SETS: ReadonlySet<string> = new Set(["enum", "required", "type"]);
const DATA: ReadonlySet<string> = new Set(["const", "default"]);
// Keywords whose members are schemas by name.
const NAMED: ReadonlySet<string> = new Set(["dependentSchemas", "patternProperties", "properties"]);

function sorted(list: readonly unknown[]): string {
  return list
    .map((one) => JSON.stringify(one))
    .toSorted()
    .join();
}
