// Whether schemas certainly have no values.
import { Judge } from "./judge.ts";
import { valuesIn } from "./scalar-within.ts";
import type { Node } from "./schema.ts";
import { shapesOf, type ArrayShape, type Shape, type Side } from "./shapes.ts";

/** Finds schemas without values. */
export class Emptiness {
  readonly #side: Side;
  readonly #judge: Judge;
  readonly #known = new Map<Node, boolean>();

  constructor(side: Side) {
    this.#side = side;
    this.#judge = new Judge(side.view, { lenient: true });
  }

  /** Whether the sender certainly sends nothing of this node. */
  isNever(node: Node): boolean {
    const known = this.#known.get(node);
    if (known !== undefined) {
      return known;
    }
    // A schema inside itself may have values.
    this.#known.set(node, false);
    const isNever = this.#side.view
      .alternatives(node)
      .every((one) => shapesOf(one, this.#side).every((shape) => this.isEmpty(shape)));
    this.#known.set(node, isNever);
    return isNever;
  }

  /** Whether a shape certainly has no value. */
  isEmpty(shape: Shape): boolean {
    if (shape.type === "array") {
      return shape.min > this.longest(shape);
    }
    if (shape.type === "object") {
      const isNever = (name: string): boolean => {
        const node = shape.at(name);
        return node !== undefined && this.isNever(node);
      };
      return shape.min > shape.max || [...shape.required].some(isNever);
    }
    if (shape.type === "string") {
      const isShort = shape.formats.some((format) => shape.max < (SHORTEST[format] ?? 0));
      return shape.min > shape.max || isShort;
    }
    const isOutside = shape.type === "number" && shape.min > shape.max;
    const values = valuesIn(shape);
    return (
      isOutside || values?.every((one) => this.#judge.fits(shape.atoms, one) === false) === true
    );
  }

  /** The most elements: one that nothing fits ends the array. */
  longest(shape: ArrayShape): number {
    for (let index = 0; index <= shape.prefix; index++) {
      if (this.isNever(shape.at(index))) {
        return Math.min(index, shape.max);
      }
    }
    return shape.max;
  }
}

/** The length of the shortest string of a format. */
const SHORTEST: Readonly<Record<string, number>> = {
  uuid: 36,
  date: 10,
  time: 9,
  "date-time": 20,
  email: 3,
  uri: 2,
};
