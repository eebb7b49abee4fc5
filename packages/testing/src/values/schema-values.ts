// Values that fit JSON Schemas.
import type { Arbitrary } from "fast-check";
import { arbitraries, type Arbitraries, type FastCheck } from "./arbitraries.ts";
import {
  hasType,
  memberOf,
  regExpOf,
  type JsonType,
  type Keywords,
  type Schema,
} from "./keywords.ts";
import { SchemaReader, type Components } from "./schema-reader.ts";
import { NotGenerated } from "./not-generated.ts";
import { integersOf, numbersOf } from "./numbers.ts";
import { Recursion } from "./recursion.ts";
import { stringsOf } from "./strings.ts";
import { Validator } from "./validator.ts";

/** How often a schema may contain itself. */
const DEEPEST = 4;
/** People do not read deep values. */
const DEEPEST_PLAIN = 1;
const MOST_ITEMS = 20;
const USUAL_ITEMS = 5;

export interface ValuesOptions {
  /** The schemas that references name. */
  readonly components: Components;
  /** `"plain"` makes values for people to read, and `"odd"` those that programs often do not expect. */
  readonly style: "plain" | "odd";
}

/** Where a schema is: how deep in itself, and inside which components if only the smallest value is wanted. */
interface Place {
  readonly depth: number;
  readonly inside: ReadonlySet<string> | undefined;
}

/** Loads fast-check, and makes values with it. */
export async function schemaValues(options: ValuesOptions): Promise<SchemaValues> {
  return new SchemaValues(await import("fast-check"), options);
}

export class SchemaValues {
  readonly fc: FastCheck;
  readonly own: Arbitraries;
  readonly reader: SchemaReader;
  readonly validator: Validator;
  readonly isPlain: boolean;
  /** Why optional members were left out, by the message. */
  readonly leftOut: Map<string, NotGenerated> = new Map();
  readonly #recursion: Recursion;
  readonly #made = new Map<number, Map<Schema, Arbitrary<unknown>>>();
  readonly #kinds: ReadonlyMap<JsonType, (keywords: Keywords, place: Place) => Arbitrary<unknown>>;

  constructor(fc: FastCheck, { components, style }: ValuesOptions) {
    this.fc = fc;
    this.own = arbitraries(fc);
    this.reader = new SchemaReader(components);
    this.validator = new Validator(components);
    this.isPlain = style === "plain";
    this.#recursion = new Recursion(this.reader, components);
    const { isPlain } = this;
    this.#kinds = new Map([
      ["null", () => fc.constant(null)],
      ["boolean", () => fc.boolean()],
      ["string", (keywords: Keywords) => stringsOf(keywords, this)],
      ["integer", (keywords: Keywords) => integersOf(keywords, fc, isPlain)],
      ["number", (keywords: Keywords) => numbersOf(keywords, fc, isPlain)],
      ["array", (keywords: Keywords, place: Place) => this.#arrays(keywords, place)],
      ["object", (keywords: Keywords, place: Place) => this.#objects(keywords, place)],
    ]);
  }

  /** The values that fit a schema. Throws a `NotGenerated` if none is found. */
  valid(schema: Schema): Arbitrary<unknown> {
    const made = this.#valuesOf(schema, { depth: 0, inside: undefined });
    return this.own.fitting(
      made,
      (value) => this.validator.fits(schema, value),
      () => new NotGenerated("no value was found that fits the whole schema"),
    );
  }

  /** One value, the same for the same seed. */
  one(schema: Schema, seed: number): unknown {
    return this.fc.sample(this.valid(schema), { seed, numRuns: 1 })[0];
  }

  /** The values of one alternative of a schema, inside the schema of a body. */
  alternative(keywords: Keywords): Arbitrary<unknown> {
    return this.#alternative(keywords, { depth: 0, inside: undefined });
  }

  /** The smallest values of one alternative: objects without optional members, and arrays as short as they may be. */
  smallest(keywords: Keywords): Arbitrary<unknown> {
    return this.#alternative(keywords, { depth: 0, inside: new Set() });
  }

  #valuesOf(schema: Schema, place: Place): Arbitrary<unknown> {
    const names = this.#recursion.componentsOf(schema);
    const recursive = names.filter((name) => this.#recursion.has(name));
    const depth = place.depth + (recursive.length > 0 ? 1 : 0);
    const { inside } = place;
    if (inside === undefined && depth <= (this.isPlain ? DEEPEST_PLAIN : DEEPEST)) {
      return this.#known(schema, { depth, inside });
    }
    if (recursive.some((name) => inside?.has(name))) {
      throw new NotGenerated(`every value of ${recursive.join(", ")} contains another one`);
    }
    return this.#choices(schema, { depth, inside: new Set([...(inside ?? []), ...recursive]) });
  }

  #known(schema: Schema, place: Place): Arbitrary<unknown> {
    const atDepth = this.#made.get(place.depth) ?? new Map<Schema, Arbitrary<unknown>>();
    this.#made.set(place.depth, atDepth);
    const made = atDepth.get(schema) ?? this.#choices(schema, place);
    atDepth.set(schema, made);
    return made;
  }

  #choices(schema: Schema, place: Place): Arbitrary<unknown> {
    const alternatives = this.reader.alternativesOf(schema);
    const faults: unknown[] = [];
    const made = alternatives.flatMap((keywords) => {
      try {
        return [this.#alternative(keywords, place)];
      } catch (error) {
        if (!(error instanceof NotGenerated)) {
          throw error;
        }
        faults.push(error);
        return [];
      }
    });
    const [first, ...others] = made;
    if (first === undefined) {
      throw faults[0] ?? new NotGenerated("the schema accepts no value");
    }
    const chosen = others.length === 0 ? first : this.fc.oneof(first, ...others);
    return alternatives.some((one) => one.isPartial)
      ? this.own.fitting(
          chosen,
          (value) => this.validator.fits(schema, value),
          () => new NotGenerated("no value was found that fits all keywords"),
        )
      : chosen;
  }

  #alternative(keywords: Keywords, place: Place): Arbitrary<unknown> {
    const { fc } = this;
    if (keywords.literals !== undefined) {
      const fitting = keywords.literals.filter((value) => hasType(value, keywords.types));
      if (fitting.length === 0) {
        throw new NotGenerated("no value of its enum has its type");
      }
      return fc.constantFrom(...fitting);
    }
    const types = keywords.types ?? typesBy(keywords);
    if (types === undefined) {
      return this.isPlain
        ? stringsOf(keywords, this)
        : fc.oneof(fc.constantFrom(null, true, 0, "", "text"), jsonValues(fc));
    }
    const kinds = types.flatMap((type) => {
      const make = this.#kinds.get(type);
      return make === undefined ? [] : [make(keywords, place)];
    });
    const [first = fc.constant(null), ...others] = kinds;
    return others.length === 0 ? first : fc.oneof(first, ...others);
  }

  #objects(keywords: Keywords, place: Place): Arbitrary<unknown> {
    const { fc, isPlain } = this;
    const { properties, required, additional, bounds } = keywords;
    const names = [...new Set([...properties.keys(), ...required])].filter(isSafe);
    const members: Record<string, Arbitrary<unknown>> = {};
    for (const name of names) {
      const isRequired = required.includes(name);
      const made = this.#member(name, keywords, { place, isRequired });
      if (made !== undefined) {
        members[name] = made;
      }
    }
    const requiredKeys = required.filter(isSafe);
    const record = (keys: readonly string[]): Arbitrary<Record<string, unknown>> =>
      fc.record(members, { requiredKeys: [...keys], noNullPrototype: true });
    const least = fc.record(
      Object.fromEntries(
        requiredKeys.flatMap((name) => {
          const made = members[name];
          return made === undefined ? [] : [[name, made] as const];
        }),
      ),
      { noNullPrototype: true },
    );
    const all = record(Object.keys(members));
    const declared =
      place.inside !== undefined
        ? least
        : isPlain
          ? all
          : fc.oneof(
              { weight: 4, arbitrary: record(requiredKeys) },
              { weight: 1, arbitrary: least },
              { weight: 1, arbitrary: all },
            );
    const isOpen = additional !== false || keywords.patternProperties.size > 0;
    const fewest = Math.max(0, (bounds.get("minProperties") ?? 0) - requiredKeys.length);
    if (!isOpen || (place.inside !== undefined && fewest === 0)) {
      return declared;
    }
    const further = this.#further(keywords, place, fewest);
    return fc.tuple(further, declared).map(([more, own]) => ({ ...more, ...own }));
  }

  #member(
    name: string,
    keywords: Keywords,
    { place, isRequired }: { readonly place: Place; readonly isRequired: boolean },
  ): Arbitrary<unknown> | undefined {
    const schema = memberOf(keywords, name) ?? true;
    const isAbsent = place.inside !== undefined || this.reader.alternativesOf(schema).length === 0;
    if (!isRequired && isAbsent) {
      return undefined;
    }
    try {
      return this.#valuesOf(schema, place);
    } catch (error) {
      if (isRequired || !(error instanceof NotGenerated)) {
        throw error;
      }
      this.leftOut.set(error.message, error);
      return undefined;
    }
  }

  /** Members that no property declares. */
  #further(keywords: Keywords, place: Place, fewest: number): Arbitrary<Record<string, unknown>> {
    const { fc, isPlain } = this;
    const { additional, patternProperties, properties, names, bounds } = keywords;
    const [patterned] = patternProperties;
    const isDictionary = typeof additional === "object" || patterned !== undefined;
    if (!isDictionary && fewest === 0) {
      const extra = fc.record({ "x-further": fc.constantFrom("text", 7, null) });
      const isClosed = additional === false || bounds.has("maxProperties") || names !== undefined;
      return isPlain || isClosed
        ? fc.constant({})
        : fc.oneof({ weight: 7, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: extra });
    }
    const most = Math.max(
      fewest,
      Math.min(bounds.get("maxProperties") ?? USUAL_ITEMS, USUAL_ITEMS),
    );
    const keys = this.#keys(names, patterned?.[0]).filter(
      (key) => isSafe(key) && !properties.has(key),
    );
    const schema = patterned?.[1] ?? additional ?? true;
    return fc.dictionary(keys, this.#valuesOf(schema, place), {
      minKeys: isPlain ? Math.max(fewest, Math.min(1, most)) : fewest,
      maxKeys: isPlain ? Math.max(fewest, Math.min(2, most)) : most,
      noNullPrototype: true,
    });
  }

  #keys(names: Schema | undefined, pattern: string | undefined): Arbitrary<string> {
    const { fc, isPlain } = this;
    if (pattern !== undefined && regExpOf(pattern) !== undefined) {
      const keywords = this.reader.alternativesOf({ type: "string", pattern })[0];
      if (keywords !== undefined) {
        return stringsOf(keywords, this);
      }
    }
    if (names !== undefined) {
      return this.#valuesOf(names, { depth: 0, inside: undefined }).map(String);
    }
    return isPlain
      ? fc.constantFrom("first", "second", "third")
      : fc.string({ minLength: 1, maxLength: 10 });
  }

  #arrays(keywords: Keywords, place: Place): Arbitrary<unknown> {
    const { fc, isPlain } = this;
    const { bounds, prefixItems, items = true, isUnique } = keywords;
    const least = bounds.get("minItems") ?? 0;
    const most = Math.max(least, Math.min(bounds.get("maxItems") ?? MOST_ITEMS, MOST_ITEMS));
    const asked = place.inside === undefined ? (isPlain ? 1 : 0) : 0;
    // Arrays of values that contain more of them are short.
    const usual = isPlain ? 2 : Math.max(1, USUAL_ITEMS - 2 * place.depth);
    const fixed = prefixItems.map((one) => this.#valuesOf(one, place));
    const rest = {
      least: Math.max(0, least - fixed.length),
      most: Math.max(0, most - fixed.length),
    };
    const lengths = {
      minLength: Math.max(rest.least, Math.min(asked, fixed.length > 0 ? 0 : rest.most)),
      maxLength: Math.max(
        rest.least,
        Math.min(rest.most, bounds.has("maxItems") && !isPlain ? rest.most : usual),
      ),
    };
    const element =
      items === false || lengths.maxLength === 0
        ? undefined
        : this.#element(items, place, rest.least);
    const others =
      element === undefined
        ? fc.constant([])
        : isUnique
          ? fc.uniqueArray(element, { ...lengths, selector: (value) => JSON.stringify(value) })
          : fc.array(
              element,
              place.inside === undefined ? lengths : { ...lengths, maxLength: rest.least },
            );
    if (fixed.length === 0) {
      return others;
    }
    return fc
      .tuple(fc.tuple(...fixed), others)
      .map(([own, more]) => [...own, ...more].slice(0, most));
  }

  #element(items: Schema, place: Place, least: number): Arbitrary<unknown> | undefined {
    try {
      return this.#valuesOf(items, place);
    } catch (error) {
      // An array may be empty.
      if (least > 0 || !(error instanceof NotGenerated)) {
        throw error;
      }
      this.leftOut.set(error.message, error);
      return undefined;
    }
  }
}

// Names that would change the prototype of what a program makes of the value.
function isSafe(name: string): boolean {
  return name !== "__proto__" && name !== "constructor" && name !== "toJSON";
}

/** Values of any type, without names that set a prototype. */
function jsonValues(fc: FastCheck): Arbitrary<unknown> {
  return fc
    .jsonValue({ maxDepth: 2 })
    .filter((value) => !/"(?:__proto__|constructor|toJSON)"/.test(JSON.stringify(value)));
}

/** The types that keywords speak of, for a schema that names no type. */
function typesBy(keywords: Keywords): readonly JsonType[] | undefined {
  const { properties, required, additional, patternProperties, items, prefixItems } = keywords;
  const { patterns, format, bounds } = keywords;
  const isBounded = (pattern: RegExp): boolean =>
    [...bounds.keys()].some((name) => pattern.test(name));
  if (
    properties.size + required.length + patternProperties.size > 0 ||
    additional !== undefined ||
    isBounded(/Properties$/)
  ) {
    return ["object"];
  }
  if (items !== undefined || prefixItems.length > 0 || isBounded(/Items$/)) {
    return ["array"];
  }
  if (patterns.length > 0 || format !== undefined || isBounded(/Length$/)) {
    return ["string"];
  }
  return isBounded(/./) ? ["number"] : undefined;
}
