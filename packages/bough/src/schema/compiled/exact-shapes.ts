// Compiles schemas to shapes. The whole check of a schema does the rest: bounds, intersections, ambiguous unions.
import type { JsonSchema } from "../extracted-schemas.ts";
import type { CheckMaker } from "./check-maker.ts";
import { hasOnly, keywordsOf } from "./keywords.ts";
import type { Keywords } from "./keywords.ts";
import {
  BITS,
  CHOICE,
  ExactShape,
  KINDS,
  LIST,
  LITERALS,
  NUMBER,
  OBJECT,
  OTHER,
  TAGGED,
  TEXT,
  TEXTS,
} from "./exact-shape.ts";
import { kindsOf, literalsOf } from "./json-kind.ts";
import { ableOf, alternativesOf, taggedOf } from "./union-choices.ts";
import type { Alternative } from "./union-choices.ts";
import { Validation } from "./validation.ts";

/** More literals are left to the whole check, which has a set of them. */
const MOST_COMPARED = 8;

/** Compiles schemas to shapes, and each component once. */
export class ExactShapes {
  readonly #maker: CheckMaker;
  readonly #known = new Map<JsonSchema, ExactShape>();

  constructor(maker: CheckMaker) {
    this.#maker = maker;
  }

  of(schema: JsonSchema): ExactShape {
    const keywords = keywordsOf(schema);
    const isReference = keywords.$ref !== undefined && hasOnly(schema, "$ref");
    const target = isReference ? this.#maker.resolve(schema) : keywords;
    const known = this.#known.get(target);
    if (known !== undefined) {
      return known;
    }
    const shape = new ExactShape();
    // A schema that contains itself finds its shape here.
    this.#known.set(target, shape);
    this.#fill(shape, target);
    return shape;
  }

  #fill(shape: ExactShape, schema: Keywords): void {
    const { type } = schema;
    if (hasOnly(schema, "type", "enum", "const")) {
      scalar(shape, schema);
    } else if (
      type === "object" &&
      hasOnly(schema, "type", "properties", "required", "additionalProperties")
    ) {
      this.#object(shape, schema);
    } else if (type === "array" && hasOnly(schema, "type", "items")) {
      this.#list(shape, schema);
    } else if (hasOnly(schema, "anyOf")) {
      this.#choice(shape, schema.anyOf ?? []);
    }
    if (shape.kind !== OTHER) {
      return;
    }
    const check = this.#maker.of(schema);
    const isNested = NESTED.some((name) => schema[name] !== undefined);
    shape.accepts = (value) => check(value, isNested ? new Validation("quick") : QUICK) === value;
  }

  #object(shape: ExactShape, keywords: Keywords): void {
    const { properties = {}, required = [], additionalProperties } = keywords;
    const needed = new Set(required);
    shape.kind = OBJECT;
    shape.names = [...new Set([...Object.keys(properties), ...needed])];
    shape.places = new Map(shape.names.map((name, place) => [name, place]));
    shape.required = shape.names.map((name) => needed.has(name));
    shape.needed = shape.required
      .slice(0, BITS)
      .reduce((bits, needs, place) => (needs ? bits | (1 << place) : bits), 0);
    shape.needs = shape.required.slice(BITS).filter(Boolean).length;
    shape.rest = additionalProperties === undefined ? undefined : this.of(additionalProperties);
    shape.members = shape.names.map((name) =>
      this.of((Object.hasOwn(properties, name) ? properties[name] : undefined) ?? ANYTHING),
    );
  }

  #list(shape: ExactShape, { items = ANYTHING }: Keywords): void {
    shape.rest = this.of(items);
    shape.kind = shape.rest.kind === TEXT ? TEXTS : LIST;
  }

  #choice(shape: ExactShape, schemas: readonly JsonSchema[]): void {
    const alternatives = alternativesOf(schemas, this.#maker);
    const choices = new Map<number, ExactShape>();
    for (let bit = 1; bit <= 32; bit *= 2) {
      const able = ableOf(alternatives, bit);
      const choice = this.#tagged(able, bit) ?? (able[0] && this.of(able[0].schema));
      // Several alternatives may accept one value, which then keeps the members of each.
      if (able.length > 1 && choice?.kind !== TAGGED) {
        return;
      }
      if (choice !== undefined) {
        choices.set(bit, choice);
      }
    }
    shape.choices = choices;
    shape.kind = CHOICE;
  }

  #tagged(able: readonly Alternative[], bit: number): ExactShape | undefined {
    const tagged = taggedOf(able, bit, this.#maker);
    if (tagged === undefined) {
      return undefined;
    }
    const shape = new ExactShape();
    shape.kind = TAGGED;
    shape.tag = tagged.name;
    shape.tagged = new Map(
      [...tagged.alternatives].map(([tag, { schema }]) => [tag, this.of(schema)]),
    );
    return shape;
  }
}

const ANYTHING: JsonSchema = {};

/** The keywords whose checks note something in the walk. */
const NESTED: readonly string[] = [
  "$ref",
  "anyOf",
  "allOf",
  "properties",
  "additionalProperties",
  "patternProperties",
  "items",
  "prefixItems",
];

/** The walk of all other checks. */
const QUICK: Validation = /* @__PURE__ */ new Validation("quick");

function scalar(shape: ExactShape, schema: Keywords): void {
  const { type } = schema;
  const literals = literalsOf(schema);
  if (literals !== undefined) {
    if (literals.length > MOST_COMPARED) {
      return;
    }
    shape.kind = LITERALS;
    shape.literals = literals;
  } else if (![type].flat().includes("integer")) {
    shape.bits = kindsOf(type);
    shape.kind = type === "string" ? TEXT : type === "number" ? NUMBER : KINDS;
  }
}
