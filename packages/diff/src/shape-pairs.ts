// The alternatives of two schemas side by side: equal ones first, then those that one constant tells apart, then those
// that share most properties.
import { isEqual } from "./json-value.ts";
import type { Direction } from "./direction.ts";
import type { Node } from "./schema.ts";
import type { SchemaView } from "./schema-view.ts";
import { shapesOf, type Shape } from "./shapes.ts";

/** One alternative, of one type: as a receiver reads it, and as a sender writes it. */
export interface Part {
  readonly open: Shape;
  readonly closed: Shape;
}

/** Two alternatives that belong together. */
export interface PartPair {
  readonly before: Part;
  readonly after: Part;
}

const MOST_PARTS = 400;

/** The alternatives of a node; `undefined` if they are too many to be compared one by one. */
export function partsOf(view: SchemaView, node: Node): readonly Part[] | undefined {
  const alternatives = view.alternatives(node);
  if (alternatives.length > MOST_PARTS) {
    return undefined;
  }
  return alternatives.flatMap((alternative) => {
    const closed = shapesOf(alternative, { view, closed: true });
    return shapesOf(alternative, { view, closed: false }).map((open, index) => ({
      open,
      closed: closed[index] ?? open,
    }));
  });
}

/** Finds pairs of alternatives, and those that only one side has. Constants are not among them. */
export function pairedShapes(
  before: readonly Part[],
  after: readonly Part[],
  direction: Direction,
): {
  readonly pairs: readonly PartPair[];
  readonly removed: readonly Part[];
  readonly added: readonly Part[];
} {
  const isTyped = ({ open }: Part): boolean => open.type !== "values";
  const [old, young] = [before.filter(isTyped), after.filter(isTyped)];
  const pairs: PartPair[] = [];
  for (const likeness of [isSame(direction), haveTag, alike]) {
    for (const one of old.slice()) {
      const scores = young.map((other) =>
        one.open.type === other.open.type ? likeness(one.open, other.open) : 0,
      );
      const best = Math.max(0, ...scores);
      if (best > 0) {
        const [other] = young.splice(scores.indexOf(best), 1);
        old.splice(old.indexOf(one), 1);
        pairs.push(...(other === undefined ? [] : [{ before: one, after: other }]));
      }
    }
  }
  return { pairs, removed: old, added: young };
}

function isSame(direction: Direction): (one: Shape, other: Shape) => number {
  return (one, other) =>
    direction.isSame({
      before: direction.before.node(...one.atoms),
      after: direction.after.node(...other.atoms),
    })
      ? 1
      : 0;
}

function haveTag(one: Shape, other: Shape): number {
  if (one.type !== "object" || other.type !== "object") {
    return 0;
  }
  const shared = [...one.required].filter((name) => {
    const [constants, others] = [one.constants(name), other.constants(name)];
    return (
      constants !== undefined &&
      others !== undefined &&
      constants.some((value) => others.some((each) => isEqual(each, value)))
    );
  });
  return shared.length;
}

// Objects with different constants of one property are different alternatives.
function alike(one: Shape, other: Shape): number {
  if (one.type !== "object" || other.type !== "object") {
    return 1;
  }
  const isApart = [...one.required].some((name) => {
    const [constants, others] = [one.constants(name), other.constants(name)];
    return (
      other.required.has(name) &&
      constants !== undefined &&
      others !== undefined &&
      !constants.some((value) => others.some((each) => isEqual(each, value)))
    );
  });
  return isApart ? 0 : 1 + [...one.names].filter((name) => other.names.has(name)).length;
}
