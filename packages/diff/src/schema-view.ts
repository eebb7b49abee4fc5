// The JSON Schemas of one contract, as one direction sees them: references resolved, and a schema as the alternatives
// that it stands for. Each alternative is a list of atoms, which are schemas without references and combinations.
import { isRecord } from "./record.ts";
import { isShapeDisjoint } from "./disjoint.ts";
import type { Alternative, Alternatives, Node, Schema } from "./schema.ts";

/** Properties that a direction does not have: `readOnly` ones in requests, `writeOnly` ones in responses. */
export type Dropped = "readOnly" | "writeOnly";

const PREFIX = "#/components/schemas/";
const MOST_ALTERNATIVES = 20_000;
const MOST_PRODUCT = 500;

export class SchemaView implements Alternatives {
  readonly components: Readonly<Record<string, unknown>>;
  readonly dropped: Dropped | undefined;
  readonly #ids = new WeakMap<Schema, number>();
  readonly #nodes = new Map<string, Node>();
  readonly #atoms = new WeakMap<Schema, Schema>();
  readonly #emptied = new WeakSet<Schema>();
  readonly #alternatives = new Map<Node, readonly Alternative[]>();
  readonly #expanded = new WeakMap<Schema, readonly Alternative[]>();
  readonly #open = new Set<Schema>();
  readonly #anything: readonly Alternative[] = [{ atoms: [] }];
  #count = 0;

  constructor(components: Readonly<Record<string, unknown>> = {}, dropped?: Dropped) {
    this.components = components;
    this.dropped = dropped;
  }

  /** The schema that a reference names; `undefined` if there is none. */
  target(reference: string): unknown {
    const name = reference.startsWith(PREFIX)
      ? reference.slice(PREFIX.length).replaceAll("~1", "/").replaceAll("~0", "~")
      : "";
    return Object.hasOwn(this.components, name) ? this.components[name] : undefined;
  }

  /** The node of schemas that a value must all fit. */
  node(...schemas: readonly unknown[]): Node {
    const objects = schemas.filter(isRecord).map((one) => this.#behind(one));
    const never = schemas.includes(false);
    const kept = [...new Set(objects)].filter((one) => Object.keys(one).length > 0);
    const key = never ? "never" : kept.map((one) => this.#idOf(one)).join();
    const known = this.#nodes.get(key);
    const made = known ?? { id: this.#nodes.size, schemas: never ? [] : kept, never };
    this.#nodes.set(key, made);
    return made;
  }

  /** The alternatives of a node; none if no value fits. */
  alternatives(node: Node): readonly Alternative[] {
    const known = this.#alternatives.get(node);
    if (known !== undefined) {
      return known;
    }
    const made = node.never
      ? []
      : this.#product(node.schemas.map((schema) => this.#expand(schema)));
    this.#alternatives.set(node, made);
    return made;
  }

  /** The keywords of a schema beside references and combinations, in the form of draft 2020-12. */
  atom(schema: Schema): Schema {
    const known = this.#atoms.get(schema);
    const made = known ?? this.#atomOf(schema);
    this.#atoms.set(schema, made);
    return made;
  }

  /** Whether an atom has no property left in this direction. */
  isEmptied(atom: Schema): boolean {
    return this.#emptied.has(atom);
  }

  #idOf(schema: Schema): number {
    const id = this.#ids.get(schema) ?? this.#count++;
    this.#ids.set(schema, id);
    return id;
  }

  // The component itself, if a schema is nothing but a reference.
  #behind(schema: Schema): Schema {
    let found = schema;
    for (let count = 0; count < 100; count++) {
      const { $ref } = found;
      const others = Object.keys(found).some((name) => name !== "$ref" && !isAnnotation(name));
      const target = typeof $ref === "string" && !others ? this.target($ref) : undefined;
      if (!isRecord(target)) {
        return found;
      }
      found = target;
    }
    return schema;
  }

  #expand(schema: unknown): readonly Alternative[] {
    if (!isRecord(schema)) {
      return schema === false ? [] : this.#anything;
    }
    const known = this.#expanded.get(schema);
    if (known !== undefined) {
      return known;
    }
    if (this.#open.has(schema)) {
      return [{ atoms: [], unsure: "a schema consists of itself" }];
    }
    this.#open.add(schema);
    const made = this.#product(this.#factors(schema));
    this.#open.delete(schema);
    this.#expanded.set(schema, made);
    return made;
  }

  #factors(schema: Schema): (readonly Alternative[])[] {
    const { $ref, allOf, anyOf, oneOf, not } = schema;
    const factors: (readonly Alternative[])[] = [];
    if (typeof $ref === "string") {
      const target = this.target($ref);
      factors.push(
        target === undefined
          ? [{ atoms: [], unsure: `${$ref} names nothing` }]
          : this.#expand(target),
      );
    }
    const atom = this.atom(schema);
    if (Object.keys(atom).length > 0) {
      factors.push([{ atoms: [atom] }]);
    }
    if (Array.isArray(allOf)) {
      factors.push(...allOf.map((one) => this.#expand(one)));
    }
    if (Array.isArray(anyOf)) {
      factors.push(this.#joined(anyOf));
    }
    if (Array.isArray(oneOf)) {
      factors.push(this.#exactlyOne(oneOf));
    }
    if (not === true || (isRecord(not) && Object.keys(not).every(isAnnotation))) {
      factors.push([]);
    } else if (isRecord(not)) {
      factors.push([{ atoms: [], unsure: "not is only compared as text" }]);
    }
    return factors;
  }

  #joined(schemas: readonly unknown[]): readonly Alternative[] {
    const all = schemas.flatMap((one) => this.#expand(one));
    return all.length > MOST_ALTERNATIVES
      ? [{ atoms: [], unsure: `there are more than ${MOST_ALTERNATIVES} alternatives` }]
      : all;
  }

  // oneOf is read as anyOf. Where two schemas may accept one value, fewer values fit.
  #exactlyOne(schemas: readonly unknown[]): readonly Alternative[] {
    const groups = schemas.map((one) => this.#expand(one));
    const isClear = groups.length < 2 || isShapeDisjoint(groups, this);
    const all = this.#joined(schemas);
    return isClear
      ? all
      : all.map((one) => ({ ...one, unsure: one.unsure ?? "alternatives of oneOf overlap" }));
  }

  // Each alternative of one with each of the others.
  #product(factors: readonly (readonly Alternative[])[]): readonly Alternative[] {
    let all: readonly Alternative[] = this.#anything;
    for (const factor of factors) {
      const [only] = factor;
      if (factor.length > 1 && all.length * factor.length > MOST_PRODUCT && all.length > 1) {
        all = all.map((one) => ({ ...one, unsure: "its combinations are too many" }));
      } else if (factor.length === 1 && only?.atoms.length === 0 && only.unsure === undefined) {
        continue;
      } else {
        all = all.flatMap((one) => factor.map((other) => both(one, other)));
      }
    }
    return all;
  }

  #atomOf(schema: Schema): Schema {
    const made: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(schema)) {
      if (!COMBINING.has(name) && !isAnnotation(name) && value !== undefined) {
        made[name] = value;
      }
    }
    return this.#withoutDropped(withNullable(withExclusive(withTuple(made))));
  }

  #withoutDropped(atom: Record<string, unknown>): Schema {
    const { properties, required } = atom;
    if (this.dropped === undefined || !isRecord(properties)) {
      return atom;
    }
    const gone = new Set(
      Object.entries(properties).flatMap(([name, one]) => (this.#isDropped(one) ? [name] : [])),
    );
    if (gone.size === 0) {
      return atom;
    }
    const kept = Object.entries(properties).filter(([name]) => !gone.has(name));
    const left = {
      ...atom,
      properties: Object.fromEntries(kept),
      ...(Array.isArray(required)
        ? { required: required.filter((name) => typeof name !== "string" || !gone.has(name)) }
        : {}),
    };
    if (kept.length === 0) {
      this.#emptied.add(left);
    }
    return left;
  }

  #isDropped(schema: unknown): boolean {
    if (this.dropped === undefined || !isRecord(schema)) {
      return false;
    }
    const { $ref } = schema;
    const target = typeof $ref === "string" ? this.target($ref) : undefined;
    return schema[this.dropped] === true || (isRecord(target) && target[this.dropped] === true);
  }
}

const COMBINING: ReadonlySet<string> = new Set(["$ref", "allOf", "anyOf", "oneOf", "not"]);

const ANNOTATIONS: ReadonlySet<string> = new Set(
  (
    "$comment $defs $id $schema contentEncoding contentMediaType contentSchema default definitions deprecated " +
    "description discriminator example examples externalDocs readOnly title writeOnly xml"
  ).split(" "),
);

/** Whether a keyword says nothing about values (JSON Schema Core 7.7). */
export function isAnnotation(name: string): boolean {
  return ANNOTATIONS.has(name) || name.startsWith("x-");
}

function both(one: Alternative, other: Alternative): Alternative {
  const unsure = one.unsure ?? other.unsure;
  const atoms = [...one.atoms, ...other.atoms.filter((atom) => !one.atoms.includes(atom))];
  return unsure === undefined ? { atoms } : { atoms, unsure };
}

// OpenAPI 3.0 says of a bound whether it is exclusive, and draft 2020-12 what the exclusive bound is.
function withExclusive(atom: Record<string, unknown>): Record<string, unknown> {
  for (const [bound, exclusive] of EXCLUSIVE) {
    if (typeof atom[exclusive] === "boolean") {
      const { [exclusive]: isExclusive, [bound]: value, ...rest } = atom;
      return withExclusive(
        value === undefined ? rest : { ...rest, [isExclusive === true ? exclusive : bound]: value },
      );
    }
  }
  return atom;
}

const EXCLUSIVE = [
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
] as const;

// Without a type, nullable means nothing (OpenAPI 3.0.3).
function withNullable({ nullable, ...atom }: Record<string, unknown>): Record<string, unknown> {
  const { type, enum: values } = atom;
  return nullable === true && type !== undefined
    ? {
        ...atom,
        type: [type, "null"].flat(),
        ...(Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
      }
    : atom;
}

// Before draft 2020-12, a tuple is a list in `items`.
function withTuple(atom: Record<string, unknown>): Record<string, unknown> {
  const { items, additionalItems, ...rest } = atom;
  return Array.isArray(items)
    ? {
        ...rest,
        prefixItems: items,
        ...(additionalItems === undefined ? {} : { items: additionalItems }),
      }
    : atom;
}
