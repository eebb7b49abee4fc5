// Whether a schema accepts a value, for every keyword of draft 2020-12 that concerns values. `undefined` means that
// nobody can tell: a format that Bough does not check, a pattern that may take for ever, a keyword that is not known.
import { isRecord } from "./record.ts";
import { TEXT_FORMATS, isMultiple, isText } from "bough/contract";
import { isEqual, isOfType } from "./json-value.ts";
import { patternOf } from "./pattern.ts";
import type { Node, Schema } from "./schema.ts";
import type { SchemaView } from "./schema-view.ts";

/** `undefined` if nobody can tell. */
export type Truth = boolean | undefined;

const MOST_STEPS = 50_000;
const DEEPEST = 300;

/** Judges values by the schemas of one side. */
export class Judge {
  readonly #view: SchemaView;
  readonly #lenient: boolean;
  #steps = 0;
  #spent = 0;

  /** `lenient` accepts the formats that nobody checks, as validators do. */
  constructor(view: SchemaView, { lenient }: { readonly lenient: boolean }) {
    this.#view = view;
    this.#lenient = lenient;
  }

  /** How many schemas were asked. */
  get spent(): number {
    return this.#spent;
  }

  accepts(node: Pick<Node, "schemas" | "never">, value: unknown): Truth {
    this.#steps = 0;
    return node.never
      ? false
      : all(node.schemas.map((schema) => () => this.#schema(schema, value, 0)));
  }

  fits(atoms: readonly Schema[], value: unknown): Truth {
    this.#steps = 0;
    return all(atoms.map((atom) => () => this.#keywords(atom, value, 0)));
  }

  #schema(schema: unknown, value: unknown, depth: number): Truth {
    if (!isRecord(schema)) {
      return schema !== false;
    }
    this.#steps++;
    this.#spent++;
    if (depth > DEEPEST || this.#steps > MOST_STEPS) {
      return undefined;
    }
    const { $ref, allOf, anyOf, oneOf, not } = schema;
    const inner = (one: unknown): Truth => this.#schema(one, value, depth + 1);
    const each = (list: unknown): (() => Truth)[] =>
      Array.isArray(list) ? list.map((one: unknown) => () => inner(one)) : [];
    return all([
      () => this.#keywords(this.#view.atom(schema), value, depth),
      () => (typeof $ref === "string" ? this.#referred($ref, value, depth) : true),
      ...each(allOf),
      () => (Array.isArray(anyOf) ? some(each(anyOf)) : true),
      () => (Array.isArray(oneOf) ? exactlyOne(each(oneOf)) : true),
      () => (not === undefined ? true : opposite(inner(not))),
    ]);
  }

  #referred(reference: string, value: unknown, depth: number): Truth {
    const target = this.#view.target(reference);
    return target === undefined ? undefined : this.#schema(target, value, depth + 1);
  }

  #keywords(atom: Schema, value: unknown, depth: number): Truth {
    const { type, enum: values, const: constant } = atom;
    const inner = (schema: unknown, part: unknown): Truth => this.#schema(schema, part, depth + 1);
    return all([
      () => type === undefined || [type].flat().some((one) => isOfType(value, one)),
      () => !Array.isArray(values) || values.includes(value) || hasEqual(values, value),
      () => !("const" in atom) || isEqual(constant, value),
      () => conditional(atom, (one) => inner(one, value)),
      () => (typeof value === "string" ? textFits(atom, value) : true),
      () => (typeof value === "number" ? numberFits(atom, value) : true),
      () => this.#lenient || isKnownFormat(atom, value) || undefined,
      () => (Array.isArray(value) ? listFits(atom, value, inner) : true),
      () => (isRecord(value) && !Array.isArray(value) ? objectFits(atom, value, inner) : true),
      () => (UNREADABLE.some((name) => atom[name] !== undefined) ? undefined : true),
    ]);
  }
}

/** Keywords that concern values and are only compared as text. */
const UNREADABLE = [
  "unevaluatedItems",
  "unevaluatedProperties",
  "$dynamicRef",
  "$recursiveRef",
  "dependencies",
] as const;

type Inner = (schema: unknown, part: unknown) => Truth;

function conditional(atom: Schema, inner: (schema: unknown) => Truth): Truth {
  const { if: condition, then: yes = true, else: no = true } = atom;
  if (condition === undefined) {
    return true;
  }
  const holds = inner(condition);
  return holds === undefined ? undefined : inner(holds ? yes : no);
}

function textFits(atom: Schema, text: string): Truth {
  const { minLength, maxLength, pattern, format } = atom;
  const { length } = Array.from(text);
  return all([
    () => !(typeof minLength === "number" && length < minLength),
    () => !(typeof maxLength === "number" && length > maxLength),
    () => (typeof pattern === "string" ? patternOf(pattern)?.matches(text) : true),
    () => typeof format !== "string" || isText(text, format),
  ]);
}

function isKnownFormat({ format }: Schema, value: unknown): boolean {
  const concerns = typeof value === "string" || typeof value === "number";
  return typeof format !== "string" || !concerns || TEXT_FORMATS.has(format);
}

function numberFits(atom: Schema, number: number): Truth {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = atom;
  return all([
    () => !(typeof minimum === "number" && number < minimum),
    () => !(typeof maximum === "number" && number > maximum),
    () => !(typeof exclusiveMinimum === "number" && number <= exclusiveMinimum),
    () => !(typeof exclusiveMaximum === "number" && number >= exclusiveMaximum),
    () => !(typeof multipleOf === "number" && multipleOf > 0) || isMultiple(number, multipleOf),
  ]);
}

function listFits(atom: Schema, list: readonly unknown[], inner: Inner): Truth {
  const { minItems, maxItems, uniqueItems, items, prefixItems, contains } = atom;
  const { minContains = 1, maxContains = Infinity } = atom;
  const prefix: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : [];
  return all([
    () => !(typeof minItems === "number" && list.length < minItems),
    () => !(typeof maxItems === "number" && list.length > maxItems),
    () => uniqueItems !== true || isUnique(list),
    () =>
      all(
        list.map((one, index) => () => {
          const schema = index < prefix.length ? prefix[index] : items;
          return schema === undefined ? true : inner(schema, one);
        }),
      ),
    () => {
      if (contains === undefined) {
        return true;
      }
      const found = list.map((one) => inner(contains, one));
      const count = found.filter((one) => one === true).length;
      const most = count + found.filter((one) => one === undefined).length;
      const fits = (number: number): boolean =>
        number >= Number(minContains) && number <= Number(maxContains);
      return fits(count) === fits(most) && count === most ? fits(count) : undefined;
    },
  ]);
}

function objectFits(atom: Schema, object: Schema, inner: Inner): Truth {
  const { properties, patternProperties, additionalProperties, propertyNames } = atom;
  const { required, minProperties, maxProperties, dependentRequired, dependentSchemas } = atom;
  const names = Object.keys(object);
  const has = (name: unknown): boolean => typeof name === "string" && Object.hasOwn(object, name);
  return all([
    () => !Array.isArray(required) || required.every(has),
    () => !(typeof minProperties === "number" && names.length < minProperties),
    () => !(typeof maxProperties === "number" && names.length > maxProperties),
    () =>
      all(
        names.map((name) => () => {
          const matched = entriesOf(patternProperties).map(
            ([pattern, schema]) => [patternOf(pattern)?.matches(name), schema] as const,
          );
          const isNamed = isRecord(properties) && Object.hasOwn(properties, name);
          const isFree = !isNamed && matched.every(([fits]) => fits === false);
          const own = isNamed ? inner(properties[name], object[name]) : true;
          const byPattern = matched.map(([fits, schema]) => () => {
            const truth = fits === false ? true : inner(schema, object[name]);
            return fits === undefined && truth === false ? undefined : truth;
          });
          const more = (): Truth =>
            additionalProperties === undefined ? true : inner(additionalProperties, object[name]);
          return all([() => own, ...byPattern, () => (isFree ? more() : true)]);
        }),
      ),
    () =>
      propertyNames === undefined
        ? true
        : all(names.map((name) => () => inner(propertyNames, name))),
    () =>
      entriesOf(dependentRequired).every(
        ([name, others]) => !has(name) || !Array.isArray(others) || others.every(has),
      ),
    () =>
      all(
        entriesOf(dependentSchemas).map(
          ([name, schema]) =>
            () =>
              has(name) ? inner(schema, object) : true,
        ),
      ),
  ]);
}

function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}

// Only lists and objects have equals that are not the same.
function hasEqual(values: readonly unknown[], value: unknown): boolean {
  return typeof value === "object" && value !== null && values.some((one) => isEqual(one, value));
}

function isUnique(list: readonly unknown[]): boolean {
  const scalars = list.filter((one) => typeof one !== "object" || one === null);
  const others = list.filter((one) => typeof one === "object" && one !== null);
  return (
    new Set(scalars).size === scalars.length &&
    others.every((one, index) => others.slice(0, index).every((before) => !isEqual(before, one)))
  );
}

function all(truths: readonly (() => Truth)[]): Truth {
  let result: Truth = true;
  for (const truth of truths) {
    const found = truth();
    if (found === false) {
      return false;
    }
    result = found === undefined ? undefined : result;
  }
  return result;
}

function some(truths: readonly (() => Truth)[]): Truth {
  return opposite(all(truths.map((truth) => () => opposite(truth()))));
}

function exactlyOne(truths: readonly (() => Truth)[]): Truth {
  let [fitting, open] = [0, 0];
  for (const truth of truths) {
    const found = truth();
    fitting += found === true ? 1 : 0;
    open += found === undefined ? 1 : 0;
    if (fitting > 1) {
      return false;
    }
  }
  return open > 0 ? undefined : fitting === 1;
}

function opposite(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}
