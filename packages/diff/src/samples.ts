// Values of schemas: small ones, to show that a schema accepts something, and to complete a witness.
import { isMultiple } from "bough/contract";
import { isEqual } from "./json-value.ts";
import { Judge } from "./judge.ts";
import { patternOf } from "./pattern.ts";
import type { Node } from "./schema.ts";
import {
  shapesOf,
  type ArrayShape,
  type NumberShape,
  type ObjectShape,
  type Shape,
  type Side,
  type StringShape,
} from "./shapes.ts";

const LONGEST_TEXT = 100_000;
const LONGEST_LIST = 2_000;
const DEEPEST = 12;

/** Finds values of the schemas of one side. */
export class Samples {
  readonly #side: Side;
  readonly #judge: Judge;
  readonly #known = new Map<Node, readonly unknown[]>();
  readonly #open = new Set<Node>();

  constructor(side: Side) {
    this.#side = side;
    this.#judge = new Judge(side.view, { lenient: true });
  }

  /** A value of a node; nothing if none is found, which does not mean that there is none. */
  one(node: Node): readonly [value: unknown] | undefined {
    const [first, ...others] = this.some(node);
    return first === undefined && others.length === 0 && this.some(node).length === 0
      ? undefined
      : [first];
  }

  some(node: Node): readonly unknown[] {
    const known = this.#known.get(node);
    if (known !== undefined) {
      return known;
    }
    // Inside itself, a recursive schema needs another alternative.
    if (this.#open.has(node) || this.#open.size > DEEPEST) {
      return [];
    }
    this.#open.add(node);
    const found: unknown[] = [];
    for (const alternative of this.#side.view.alternatives(node).slice(0, MOST_TRIED)) {
      for (const shape of shapesOf(alternative, this.#side)) {
        found.push(...this.ofShape(shape).slice(0, 4));
      }
      if (found.length >= ENOUGH) {
        break;
      }
    }
    this.#open.delete(node);
    const fitting = found.filter((value) => this.#judge.accepts(node, value) === true);
    if (this.#open.size === 0 || fitting.length > 0) {
      this.#known.set(node, fitting);
    }
    return fitting;
  }

  ofShape(shape: Shape, near: readonly Shape[] = []): readonly unknown[] {
    return this.#made(shape, near).filter((value) => this.#judge.fits(shape.atoms, value) === true);
  }

  arrayWith(shape: ArrayShape, index: number, value: unknown): unknown {
    const length = Math.max(index + 1, shape.min);
    return this.#array(shape, length, new Map([[index, value]]));
  }

  /** An object with a value for a name. */
  objectWith(shape: ObjectShape, given: Readonly<Record<string, unknown>>): unknown {
    return this.#object(shape, given);
  }

  #made(shape: Shape, near: readonly Shape[]): readonly unknown[] {
    switch (shape.type) {
      case "values":
        return shape.values;
      case "number":
        return numbersOf(shape, near);
      case "string":
        return textsOf(shape, near);
      case "array":
        return this.#arrays(shape, near);
      case "object":
    }
    return this.#objects(shape, near);
  }

  #arrays(shape: ArrayShape, near: readonly Shape[]): readonly unknown[] {
    const lengths = new Set([shape.min, shape.min + 1, shape.max, ...countsNear(near)]);
    const made = [...lengths]
      .filter((length) => length >= shape.min && length <= shape.max && length <= LONGEST_LIST)
      .map((length) => this.#array(shape, length, new Map()));
    const [value] = this.some(shape.at(shape.prefix));
    const twins =
      value === undefined ? [] : [this.#array(shape, 2, new Map([0, 1].map((at) => [at, value])))];
    return [...made, ...twins].filter((one) => one !== undefined);
  }

  #array(
    shape: ArrayShape,
    length: number,
    given: ReadonlyMap<number, unknown>,
  ): unknown[] | undefined {
    if (length > LONGEST_LIST) {
      return undefined;
    }
    const made: unknown[] = [];
    for (let index = 0; index < length; index++) {
      const options = given.has(index) ? [given.get(index)] : this.some(shape.at(index));
      const free = shape.unique
        ? options.filter((one) => !made.some((two) => isEqual(one, two)))
        : options;
      if (free.length === 0) {
        return undefined;
      }
      made.push(free[0]);
    }
    return made;
  }

  #objects(shape: ObjectShape, near: readonly Shape[]): readonly unknown[] {
    const least = this.#object(shape, {});
    const full = [...shape.names].filter((name) => !shape.required.has(name));
    // Properties that alternatives on the other side tell apart.
    const each = full.slice(0, 12).map((name) => this.#optional(shape, [name]));
    const sizes = countsNear(near).map((size) => this.#sized(shape, size));
    return [least, this.#optional(shape, full), ...each, ...sizes].filter(
      (one) => one !== undefined,
    );
  }

  #optional(shape: ObjectShape, names: readonly string[]): unknown {
    const given: Record<string, unknown> = {};
    for (const name of names.slice(0, 50)) {
      const node = shape.at(name);
      const found = node === undefined ? undefined : this.one(node);
      if (found !== undefined) {
        define(given, name, found[0]);
      }
    }
    return this.#object(shape, given);
  }

  #sized(shape: ObjectShape, size: number, given: Readonly<Record<string, unknown>> = {}): unknown {
    const made: Record<string, unknown> = { ...given };
    const fresh = Array.from({ length: Math.min(size, 100) }, (_, index) => `k${index}`);
    for (const name of [...shape.required, ...shape.names, ...fresh]) {
      const isFree = Object.keys(made).length < size && !Object.hasOwn(made, name);
      const node = isFree ? shape.at(name) : undefined;
      const found = node === undefined ? undefined : this.one(node);
      if (found !== undefined) {
        define(made, name, found[0]);
      }
    }
    return this.#complete(shape, made);
  }

  #object(shape: ObjectShape, given: Readonly<Record<string, unknown>>): unknown {
    const made = this.#complete(shape, given);
    const isSmall = made !== undefined && Object.keys(made).length < shape.min;
    return isSmall && shape.min <= 100 ? this.#sized(shape, shape.min, made) : made;
  }

  /** An object with the required properties and those that are given. */
  #complete(
    shape: ObjectShape,
    given: Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, unknown>> | undefined {
    const made: Record<string, unknown> = {};
    for (const name of shape.required) {
      const node = Object.hasOwn(given, name) ? undefined : shape.at(name);
      const found = node === undefined ? undefined : this.one(node);
      if (found !== undefined) {
        define(made, name, found[0]);
      } else if (!Object.hasOwn(given, name)) {
        return undefined;
      }
    }
    for (const [name, value] of Object.entries(given)) {
      define(made, name, value);
    }
    return made;
  }
}

const MOST_TRIED = 50;
const ENOUGH = 12;

// Names come from documents, so none may set a prototype.
function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}

/** The counts at which other shapes change their verdict. */
function countsNear(near: readonly Shape[]): number[] {
  return near.flatMap((one) =>
    one.type === "values" || one.type === "number"
      ? []
      : [one.min - 1, one.max + 1].filter((count) => count >= 0 && Number.isFinite(count)),
  );
}

function numbersOf(shape: NumberShape, near: readonly Shape[]): readonly number[] {
  const anchors = [shape, ...near].flatMap((one) => {
    if (one.type === "number") {
      return [one.min, one.max, ...one.steps];
    }
    return one.type === "values" ? one.values.filter((value) => typeof value === "number") : [];
  });
  const finite = [...new Set([0, ...anchors])].filter((one) => Number.isFinite(one)).slice(0, 60);
  const offsets = [0, 1, -1, 0.5, -0.5, 2, -2, 0.001, -0.001];
  const around = finite.flatMap((anchor) => [
    ...offsets.map((offset) => anchor + offset),
    ...shape.steps.flatMap((step) => [
      Math.ceil(anchor / step) * step,
      Math.floor(anchor / step) * step,
      (Math.ceil(anchor / step) + 1) * step,
      (Math.floor(anchor / step) - 1) * step,
    ]),
  ]);
  const common = shape.steps.every(Number.isSafeInteger)
    ? [0, 1, 2, 3].map((times) => times * shape.steps.reduce(leastCommonMultiple, 1))
    : [];
  const middle =
    Number.isFinite(shape.min) && Number.isFinite(shape.max) ? [(shape.min + shape.max) / 2] : [];
  const all = [...new Set([...around, ...common, ...middle])];
  return all.filter(
    (one) =>
      (shape.aboveMin ? one > shape.min : one >= shape.min) &&
      (shape.belowMax ? one < shape.max : one <= shape.max) &&
      shape.steps.every((step) => isMultiple(one, step)),
  );
}

/** The least common multiple of whole numbers. */
export function leastCommonMultiple(one: number, other: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  return Math.abs(one * other) / divisor(Math.abs(one), Math.abs(other));
}

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  uuid: ["3fa85f64-5717-4562-b3fc-2c963f66afa6", "3fa85f64-5717-4562-b3fc-2c963f66afa7"],
  date: ["2024-02-29", "2024-03-01"],
  time: ["12:00:00Z", "12:00:01Z", "12:00:00.5+01:00"],
  "date-time": ["2024-02-29T12:00:00Z", "2024-02-29T12:00:01Z", "2024-02-29T12:00:00.5+01:00"],
  email: ["a@example.com", "a@b", "b@b"],
  uri: ["https://example.com/", "a:", "b:"],
};

function textsOf(shape: StringShape, near: readonly Shape[]): readonly string[] {
  const lengths = [0, 1, shape.min, shape.max, ...countsNear(near)].filter(
    (length) => length >= shape.min && length <= shape.max && length <= LONGEST_TEXT,
  );
  const constants = near.flatMap((one) =>
    one.type === "values" ? one.values.filter((value) => typeof value === "string") : [],
  );
  const matching = shape.patterns.flatMap((pattern) => patternOf(pattern)?.samples() ?? []);
  const [base = ""] = matching;
  const padded = lengths.flatMap((length) =>
    ["a", "0", "!"].flatMap((filling) => [
      base + filling.repeat(Math.max(0, length - lengthOf(base))),
      filling.repeat(Math.max(0, length - lengthOf(base))) + base,
    ]),
  );
  const formatted = shape.formats.flatMap((format) => TEXTS[format] ?? []);
  const all = [
    ...formatted,
    ...matching.slice(0, 20),
    ...padded,
    ...PROBES,
    ...constants.slice(0, 50).flatMap((one) => [one, `${one}x`]),
  ];
  return [...new Set(all)].filter((text) => {
    const length = lengthOf(text);
    return length >= shape.min && length <= shape.max;
  });
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}

const PROBES = ["", "a", "0", "!", " ", "A", "-", "a b", "é", "0a", "aa", "AA", "a!", "#:?"];
