// Whether two JSON Schemas say the same about values. Names of components, annotations and order do not count.
import { isDeepStrictEqual } from "node:util";
import { elementsOf, entriesOf, isMembers, member, step, type Members } from "../import/json.ts";
import type { JsonSchema } from "../import/schemas.ts";
import { plainSchema, type Components } from "./plain-schema.ts";

/** The first difference of two schemas. */
export interface SchemaDifference {
  /** A JSON pointer in the schema. */
  readonly pointer: string;
  readonly message: string;
}

/** Facts about pairs of schemas, by identity. */
class Pairs<Fact> {
  readonly #facts = new Map<unknown, Map<unknown, Fact>>();
  readonly #order: (readonly [unknown, unknown])[] = [];

  get size(): number {
    return this.#order.length;
  }

  get(one: unknown, other: unknown): Fact | undefined {
    return this.#facts.get(one)?.get(other);
  }

  add(one: unknown, other: unknown, fact: Fact): void {
    // Literals have no identity.
    if (!isMembers(one)) {
      return;
    }
    const facts = this.#facts.get(one) ?? new Map<unknown, Fact>();
    this.#facts.set(one, facts.set(other, fact));
    this.#order.push([one, other]);
  }

  /** Forgets the facts that were added after the first ones. */
  cut(size: number): void {
    for (const [one, other] of this.#order.splice(size)) {
      this.#facts.get(one)?.delete(other);
    }
  }
}

/** Compares schemas of a declaration with those of a document. */
export class SchemaComparison {
  readonly #declared: Components;
  readonly #documented: Components;
  // Recursive schemas are equal if nothing else differs, so a pair that is being compared counts as equal.
  readonly #equal = new Pairs<true>();
  readonly #different = new Pairs<SchemaDifference>();

  constructor(declared: Components, documented: Components) {
    this.#declared = declared;
    this.#documented = documented;
  }

  /** The first difference; `undefined` if the schemas are equal. */
  difference(
    declared: JsonSchema | undefined,
    documented: JsonSchema | undefined,
  ): SchemaDifference | undefined {
    return this.#compare(declared ?? {}, documented ?? {}, "");
  }

  #compare(one: unknown, other: unknown, pointer: string): SchemaDifference | undefined {
    const known = this.#different.get(one, other);
    if (known !== undefined) {
      return { ...known, pointer: pointer + known.pointer };
    }
    if (this.#equal.get(one, other) === true) {
      return undefined;
    }
    const before = this.#equal.size;
    this.#equal.add(one, other, true);
    const a = plainSchema(one, this.#declared);
    const b = plainSchema(other, this.#documented);
    const found = pointer.length > LONGEST_POINTER ? undefined : this.#members(a, b, pointer);
    if (found === undefined) {
      return undefined;
    }
    // What was found equal since then may rest on this pair.
    this.#equal.cut(before);
    this.#different.add(one, other, { ...found, pointer: found.pointer.slice(pointer.length) });
    return found;
  }

  #members(a: Members, b: Members, pointer: string): SchemaDifference | undefined {
    for (const keyword of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const found = this.#keyword(keyword, [a[keyword], b[keyword]], pointer + step(keyword));
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  }

  #keyword(
    keyword: string,
    [one, other]: readonly [unknown, unknown],
    pointer: string,
  ): SchemaDifference | undefined {
    switch (keyword) {
      case "properties":
        return this.#properties(one, other, pointer);
      case "items":
      case "additionalProperties":
      case "contentSchema":
        return this.#compare(one, other, pointer);
      case "not":
        return (one === undefined) === (other === undefined)
          ? this.#compare(one, other, pointer)
          : different(pointer, one, other);
      case "anyOf":
      case "allOf":
        return this.#set(one, other, pointer);
      case "prefixItems":
        return this.#list(elementsOf(one), elementsOf(other), pointer);
      case "type":
      case "required":
      case "enum":
        return isDeepStrictEqual(sorted(one), sorted(other))
          ? undefined
          : different(pointer, one, other);
      default:
        return isDeepStrictEqual(one, other) ? undefined : different(pointer, one, other);
    }
  }

  #properties(one: unknown, other: unknown, pointer: string): SchemaDifference | undefined {
    for (const [name, value] of entriesOf(one)) {
      const there = member(other, name);
      const at = pointer + step(name);
      if (there === undefined) {
        return { pointer: at, message: "the document does not have it" };
      }
      const found = this.#compare(value, there, at);
      if (found !== undefined) {
        return found;
      }
    }
    const missing = entriesOf(other).find(([name]) => member(one, name) === undefined);
    return (
      missing && {
        pointer: pointer + step(missing[0]),
        message: "the declaration does not have it",
      }
    );
  }

  #list(
    one: readonly unknown[],
    other: readonly unknown[],
    pointer: string,
  ): SchemaDifference | undefined {
    if (one.length !== other.length) {
      return lengths(pointer, one.length, other.length);
    }
    for (const [index, schema] of one.entries()) {
      const found = this.#compare(schema, other[index], pointer + step(index));
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  }

  // Each alternative of one side is one of the other.
  #set(one: unknown, other: unknown, pointer: string): SchemaDifference | undefined {
    const left = [...elementsOf(other)];
    const given = elementsOf(one);
    if (given.length !== left.length) {
      return lengths(pointer, given.length, left.length);
    }
    for (const [index, schema] of given.entries()) {
      const at = pointer + step(index);
      const match = left.findIndex(
        (candidate) => this.#compare(schema, candidate, at) === undefined,
      );
      if (match < 0) {
        const { type } = plainSchema(schema, this.#declared);
        const alike = left.filter(
          (one) => type !== undefined && plainSchema(one, this.#documented)["type"] === type,
        );
        return alike.length === 1
          ? this.#compare(schema, alike[0], at)
          : { pointer: at, message: "the document does not have it" };
      }
      left.splice(match, 1);
    }
    return undefined;
  }
}

function lengths(pointer: string, declared: number, documented: number): SchemaDifference {
  const message = `${declared} schemas in the declaration, ${documented} in the document`;
  return { pointer, message };
}

function sorted(value: unknown): unknown {
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return [...new Set(list.map((one) => JSON.stringify(one)))].toSorted();
}

function different(pointer: string, declared: unknown, documented: unknown): SchemaDifference {
  return {
    pointer,
    message: `${shown(declared)} in the declaration, ${shown(documented)} in the document`,
  };
}

const LONGEST = 60;
// Parts of one object that refer to themselves are merged anew at each level.
const LONGEST_POINTER = 2_000;

function shown(value: unknown): string {
  if (value === undefined) {
    return "nothing";
  }
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
